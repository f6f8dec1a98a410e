"""The two forms of a frame and the limits of the wire."""

from enum import StrEnum

PROTOCOL = 1
"""Version of the frames that this gateway speaks; the hello names the client's."""

MAX_FRAME_BYTES = 8_192
"""Longest frame that is taken from a client."""


class Form(StrEnum):
    """How frames are written; the value is the WebSocket subprotocol that asks for it."""

    JSON = "riverbus.v1.json"
    BINARY = "riverbus.v1.binary"
