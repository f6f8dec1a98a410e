"""The ledger's rules, pure: commands are decided over a loaded book, nothing else is touched."""
