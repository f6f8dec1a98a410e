"""A message as it is kept."""

import enum

import msgspec


class MessageKind(enum.StrEnum):
    """Who speaks; no player can make a message of the house (CH-04)."""

    PLAYER = "player"
    HOUSE = "house"


class Message(msgspec.Struct, frozen=True):
    """`text` is shown, `original` is what was typed; `sequence` rises within the room."""

    message_id: str
    room: str
    sequence: int
    kind: MessageKind
    sender_account_id: str
    sender_name: str
    text: str
    original: str
    said_at_ms: int
    client_message_id: str = ""
    filtered: bool = False
    removed: bool = False
