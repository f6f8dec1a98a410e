"""The lobby: accounts, sessions, the table directory and waiting lists."""
