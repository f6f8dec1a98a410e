"""What a well-formed client frame may say, the same for both forms.

The codec has checked types and ranges of numbers; here ids, texts and amounts are checked, so that
nothing reaches a service unvalidated. Ids in messages are names of things, never of the sender.
"""

import re
from collections.abc import Callable
from typing import Any

from msgspec import UNSET, UnsetType

from services.gateway.domain import frames as f
from services.gateway.domain.errors import BadField, NotOneFrame

TABLE_ID = re.compile(r"[a-z0-9-]{1,40}")
ACTION_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")
HAND_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ROOM = re.compile(r"lobby|table-[a-z0-9-]{1,40}")
CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]){0,7}")
CHAT_CHARACTERS = 300
SEATS_MAX = 10

Payload = Any
"""One of the messages of ClientFrame."""


def payload_of(frame: f.ClientFrame) -> tuple[str, Payload]:
    """Name and message of the one field that is set. Raises NotOneFrame."""
    found = [
        (name, value)
        for name in f.ClientFrame.__struct_fields__
        if (value := getattr(frame, name)) is not UNSET
    ]
    if len(found) != 1:
        raise NotOneFrame
    return found[0]


def verify(name: str, payload: Payload) -> None:
    """Raises BadField for a message that no state of the room could make right."""
    CHECKS[name](payload)


def _matches(pattern: re.Pattern[str], field: str, value: str) -> None:
    if not pattern.fullmatch(value):
        raise BadField(f"{field} is not of the form that it must have.", details={"field": field})


def _amount(field: str, value: int | UnsetType, least: int = 1) -> None:
    if value is UNSET:
        raise BadField(f"{field} is missing.", details={"field": field})
    if not least <= value <= f.AMOUNT_MAX:
        raise BadField(f"{field} must be from {least} to 10^15.", details={"field": field})


def _number(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadField(f"{field} must be from {least} to {most}.", details={"field": field})


def _text(field: str, value: str, most: int) -> None:
    if len(value) > most:
        details = {"field": field, "limit": str(most)}
        raise BadField(f"{field} may have {most} characters.", details=details)
    if any(ord(c) < 32 or ord(c) == 127 for c in value):
        raise BadField(f"{field} has control characters.", details={"field": field})


def _hello(m: f.Hello) -> None:
    _text("client", m.client, 40)
    _text("instance_id", m.instance_id, 40)


def _table(m: f.Unwatch) -> None:
    _matches(TABLE_ID, "table_id", m.table_id)


def _watch(m: f.Watch) -> None:
    _matches(TABLE_ID, "table_id", m.table_id)
    if m.sequence is not UNSET:
        _amount("sequence", m.sequence, 0)
    if m.epoch is not UNSET:
        _amount("epoch", m.epoch, 0)


def _command(m: f.Leave | f.Sit | f.Act | f.SetAdvance | f.SetOptions | f.TopUp) -> None:
    _matches(TABLE_ID, "table_id", m.table_id)
    _matches(ACTION_ID, "action_id", m.action_id)


def _sit(m: f.Sit) -> None:
    _command(m)
    _number("seat", m.seat, 0, SEATS_MAX)
    _amount("buy_in", m.buy_in)


def _act(m: f.Act) -> None:
    _command(m)
    _matches(HAND_ID, "hand_id", m.hand_id)
    _number("turn", m.turn, 1, 10_000)
    _amount("price", m.price, 0)
    if m.verb is f.Verb.UNSPECIFIED:
        raise BadField("verb is missing.", details={"field": "verb"})
    if m.to is not UNSET:
        _amount("to", m.to)
    elif m.verb in (f.Verb.BET, f.Verb.RAISE, f.Verb.COMPLETE):
        raise BadField("to is missing: the total on this street.", details={"field": "to"})
    _matches(CARDS, "discards", m.discards)


def _advance(m: f.SetAdvance) -> None:
    _command(m)
    _matches(HAND_ID, "hand_id", m.hand_id)
    if m.advance is not UNSET:
        _text("kind", m.advance.kind, 20)
        _amount("amount", m.advance.amount, 0)


def _options(m: f.SetOptions) -> None:
    _command(m)
    if m.options is UNSET:
        raise BadField("options is missing.", details={"field": "options"})
    if m.options.auto_top_up is not UNSET:
        _amount("auto_top_up", m.options.auto_top_up, 0)


def _top_up(m: f.TopUp) -> None:
    _command(m)
    _amount("amount", m.amount)


def _room(m: f.ChatJoin | f.ChatLeave) -> None:
    _matches(ROOM, "room", m.room)


def _say(m: f.ChatSay) -> None:
    _matches(ROOM, "room", m.room)
    _matches(ACTION_ID, "action_id", m.action_id)
    if len(m.text) > CHAT_CHARACTERS:
        raise BadField(
            f"A message may have {CHAT_CHARACTERS} characters.",
            code="message_too_long",
            details={"field": "text", "limit": str(CHAT_CHARACTERS)},
        )


def _anything(_: Payload) -> None:
    return


CHECKS: dict[str, Callable[[Any], None]] = {
    "hello": _hello,
    "ping": _anything,
    "watch": _watch,
    "unwatch": _table,
    "sit": _sit,
    "act": _act,
    "advance": _advance,
    "options": _options,
    "top_up": _top_up,
    "leave": _command,
    "chat_join": _room,
    "chat_leave": _room,
    "chat_say": _say,
    "lobby_watch": _anything,
    "lobby_unwatch": _anything,
}
