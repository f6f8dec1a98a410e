"""The wallet: every chip and cent, in a double-entry ledger."""
