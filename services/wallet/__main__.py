"""`python -m services.wallet` starts the wallet."""

from riverbus.runtime.service import run
from services.wallet.wiring import SERVICE

run(SERVICE)
