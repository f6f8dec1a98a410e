"""Pure rules of the chat: no I/O, no clock, no randomness."""
