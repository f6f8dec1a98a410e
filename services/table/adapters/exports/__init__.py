"""Finished hands in the forms that others read: PHH, Open Hand History, PokerStars-style text."""
