"""Pure rules of the lobby: no I/O, no clock, no randomness."""
