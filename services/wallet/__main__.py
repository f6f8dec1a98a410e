"""`python -m services.wallet` starts the wallet."""

from riverbus.runtime.launch import launch

launch("services.wallet.wiring")
