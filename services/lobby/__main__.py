"""`python -m services.lobby` runs the lobby."""

from riverbus.runtime.service import run
from services.lobby.wiring import SERVICE

run(SERVICE)
