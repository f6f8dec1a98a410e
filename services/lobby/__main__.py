"""`python -m services.lobby` runs the lobby."""

from riverbus.runtime.launch import launch

launch("services.lobby.wiring")
