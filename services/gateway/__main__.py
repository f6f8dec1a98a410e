"""`python -m services.gateway`."""

from riverbus.runtime.service import run
from services.gateway.wiring import SERVICE

run(SERVICE)
