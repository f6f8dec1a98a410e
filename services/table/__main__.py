"""Starts a table process."""

from riverbus.runtime.service import run
from services.table.wiring import SERVICE

run(SERVICE)
