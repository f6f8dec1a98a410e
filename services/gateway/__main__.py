"""`python -m services.gateway`."""

from riverbus.runtime.launch import launch

launch("services.gateway.wiring")
