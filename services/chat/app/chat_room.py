"""What all use cases of the chat share: store, clock, ids, rooms, crier and the room's settings."""

import msgspec

from riverbus.core.ports import Clock, Ids
from services.chat.app.ports import Crier, OperatorCall, Rooms, Store
from services.chat.domain.errors import BadPage
from services.chat.domain.rates import RateRules
from services.chat.domain.sanctions import Times, verify_reason
from services.chat.domain.texts import TEXT_MAX

PAGE_DEFAULT = 50
PAGE_MAX = 200
HISTORY_MAX = 100


class Settings(msgspec.Struct, frozen=True):
    """What an operator may set."""

    text_max: int = TEXT_MAX
    rates: RateRules = RateRules()
    times: Times = Times()
    mask_links: bool = True
    retention_days: int = 90


class ChatRoom(msgspec.Struct, frozen=True):
    """The chat's surroundings."""

    store: Store
    clock: Clock
    ids: Ids
    rooms: Rooms
    crier: Crier
    settings: Settings = Settings()


class Operator(msgspec.Struct, frozen=True):
    """An operator and why they act."""

    account_id: str
    name: str
    reason: str


def operator_call(
    room: ChatRoom,
    operator: Operator,
    call: str,
    subject: str,
    before: object = None,
    after: object = None,
) -> OperatorCall:
    """The call as the audit log keeps it. Raises ReasonMissing."""
    return OperatorCall(
        entry_id=room.ids.uuid7(),
        at_ms=room.clock.now_ms(),
        actor_account_id=operator.account_id,
        actor_name=operator.name,
        call=call,
        subject=subject,
        reason=verify_reason(operator.reason),
        before_json="" if before is None else msgspec.json.encode(before).decode(),
        after_json="" if after is None else msgspec.json.encode(after).decode(),
    )


def page_size(size: int, most: int = PAGE_MAX) -> int:
    """Rows of a page; 0 means the default. Raises BadPage."""
    if not 0 <= size <= most:
        raise BadPage(f"A page has 1 to {most} rows.")
    return size or PAGE_DEFAULT
