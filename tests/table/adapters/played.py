"""Hands that random players played at a table without servers, as the archive gets them."""

import base64
import random

from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.engine import events as ev
from riverbus.engine.profiles import profile
from riverbus.pb.table.v1 import log_pb2
from services.table.adapters.archived import archived_hand
from services.table.adapters.record_codec import RecordCodec
from services.table.adapters.sealing import KeyRing
from services.table.app.journal import Entry, Header, Kind
from services.table.app.ports import FinishedHand
from tests.table.domain.felt import Felt
from tests.table.domain.test_all_games import choose

KEYS = KeyRing({"k1": base64.b64encode(bytes(range(32))).decode()})
STARTED_MS = 1_790_000_000_000


class UuidIds:
    """Ids in UUIDv7's form."""

    def __init__(self) -> None:
        self._next = 0

    def uuid7(self) -> str:
        self._next += 1
        return f"0190abcd-0000-7000-8000-{self._next:012d}"


def finished_hands(
    game: Game, limit: LimitKind, stakes: Stakes, seats: int,
    *, count: int = 12, seed: int = 11, chips: int = 2_000, breaks: bool = False,
    **settings: object,
) -> list[FinishedHand]:  # fmt: skip
    """So many hands; the broke buy in again; with `breaks` players sit out and owe blinds."""
    values: dict[str, object] = {"rules": profile("tda"), **settings}
    felt = Felt(game=game, limit=limit, stakes=stakes, seats_max=seats, **values)
    felt.ids = UuidIds()  # type: ignore[assignment]
    pick = random.Random(seed)
    names = [f"Person {number}" for number in range(seats)]
    for name in names:
        felt.sit(name, chips)
    people: dict[str, tuple[tuple[int, str, str], ...]] = {}
    while felt.table.core.hand_number < count:
        _between(felt, names, chips)
        if felt.table.core.hand_id not in people:
            seats_now = felt.table.seats.items()
            people[felt.table.core.hand_id] = tuple((n, s.account_id, s.name) for n, s in seats_now)
            idler = pick.choice(names)
            if breaks and felt.table.seat_of(idler) is not None:
                felt.options(idler, sit_out=bool(pick.getrandbits(1)))
        hand = felt.table.hand
        assert hand is not None, "nobody plays"
        if breaks and pick.random() < 0.04:
            felt.wait(31.0)  # out of time: checked, folded, or all-in by the house's protection
            continue
        action = choose(hand.legal_actions(hand.turn_seat), hand.hole[hand.turn], pick)
        felt.act(felt.to_act, action)
    return _finished(felt, people)


def _between(felt: Felt, names: list[str], chips: int) -> None:
    """Whoever is broke buys in again; who is needed comes back."""
    if felt.table.hand is not None:
        return
    for name in names:
        seat = felt.table.seat_of(name)
        if seat is None:
            felt.sit(name, chips)
        elif seat.stack < 20:
            felt.top_up(name, chips)
    for name in names:
        if felt.table.hand is None and felt.table.seat_of(name) is not None:
            felt.options(name, sit_out=False)


def _finished(
    felt: Felt, people: dict[str, tuple[tuple[int, str, str], ...]]
) -> list[FinishedHand]:
    codec = RecordCodec(KEYS)
    entries: dict[str, list[Entry]] = {}
    for number, record in enumerate(felt.records):
        event = record.event
        if event is None or not event.hand_id:
            continue
        header = Header(
            record_id=f"record-{number}", kind=Kind.COMMAND, table_id="felt",
            hand_id=event.hand_id, epoch=1, sequence=event.sequence, at_ms=record.at_ms,
        )  # fmt: skip
        entry = Entry(header=header, record=record, event=event)
        entries.setdefault(event.hand_id, []).append(entry)
    found: list[FinishedHand] = []
    for hand_id, mine in entries.items():
        told = [fact for one in mine if one.event is not None for fact in one.event.facts]
        if hand_id not in people or not any(isinstance(fact, ev.HandEnded) for fact in told):
            continue
        found.append(
            FinishedHand(
                hand_id=hand_id,
                table_id="felt",
                number=len(found) + 1,
                settings=felt.table.settings,
                accounts=people[hand_id],
                started_ms=STARTED_MS,
                ended_ms=STARTED_MS + 60_000,
                records=tuple(codec.encode(one) for one in mine),
            )
        )
    return found


def archived_hands(
    game: Game, limit: LimitKind, stakes: Stakes, seats: int, **more: object
) -> list[log_pb2.ArchivedHand]:
    """As the archive keeps them."""
    found = finished_hands(game, limit, stakes, seats, **more)  # type: ignore[arg-type]
    return [archived_hand(one, KEYS) for one in found]
