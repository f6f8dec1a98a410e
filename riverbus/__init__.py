"""Riverbus, an online poker room: what its five services share."""

__version__ = "0.1.0"
