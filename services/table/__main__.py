"""Starts a table process."""

from riverbus.runtime.launch import launch

launch("services.table.wiring")
