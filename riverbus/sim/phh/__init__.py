"""Hand histories in PHH (Poker Hand History) form: read them and play them through the engine."""
