"""The auditor of a simulated room: its own small model, asked after every frame and at the end.

It knows nothing of the engine. Chips: every currency sums to nothing, no player owes, and what all
players own together is what the house gave them less rake. Cards: nobody is told a down card of
another, and no card is in two places. Order: a table's sequence never jumps or turns back at a
viewer. Once: what was answered with yes stands in the log and is answered with yes again. Life:
hands go on, and each that ended is in the archive or still in the log.
"""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from riverbus.sim.room.cards import CardModel
from riverbus.sim.room.log_model import LogModel
from riverbus.sim.room.player import SimPlayer
from riverbus.sim.room.room import ROOM_KEYS, SimRoom
from services.gateway.domain import frames as f
from services.table.adapters.record_codec import RecordCodec
from services.table.adapters.sealing import KeyRing
from services.wallet.domain.accounts import MAY_BE_NEGATIVE, Purpose


class Finding(Exception):
    """Raised when the room broke one of its promises."""


class Auditor:
    """Hears every frame that every player gets."""

    def __init__(self, room: SimRoom) -> None:
        self._room = room
        self._sequence: dict[tuple[str, str], int] = {}
        self._seen: dict[tuple[str, int], bytes] = {}
        """What each event of a table was, as its first viewer got it."""
        self.hands: dict[str, set[str]] = {}
        self.cancelled: dict[str, set[str]] = {}
        self.log = LogModel(RecordCodec(KeyRing(ROOM_KEYS)))
        room.disk.onlookers.append(self.log.read)
        self._cards = CardModel()
        self.frames = 0
        self.findings: list[str] = []

    def hear(self, player: SimPlayer, frame: f.ServerFrame) -> None:
        """Look at one frame; what is wrong is kept and raised by check()."""
        self.frames += 1
        if frame.snapshot is not UNSET and frame.snapshot.view is not UNSET:
            view = frame.snapshot.view
            self._sequence[player.account_id, view.table_id] = view.sequence
            for seat in view.seats:
                if seat.stack < 0 or seat.bet < 0:
                    self._find(f"seat {seat.seat} of {view.table_id} has a negative amount")
            self._find(*self._cards.snapshot(view))
        elif frame.event is not UNSET and frame.event.event is not UNSET:
            self._event(player, frame.event.event)
            self._own(player, frame.event)
            self._find(*self._cards.event(frame.event, player.mirror.game))

    def _event(self, player: SimPlayer, event: f.PublicEvent) -> None:
        key = player.account_id, event.table_id
        last = self._sequence.get(key)
        if last is not None and event.sequence <= last:
            self._find(f"{key} got event {event.sequence} after {last}")
        self._sequence[key] = event.sequence
        if not self.log.told(event):
            self._find(f"event {event.sequence} of {event.table_id} was seen before it was durable")
        told = msgspec.json.encode((event.epoch, event.facts))
        first = self._seen.setdefault((event.table_id, event.sequence), told)
        if first != told:
            self._find(f"event {event.sequence} of {event.table_id} was two different things")
        for fact in event.facts:
            if fact.dealt is not UNSET and fact.dealt.cards and not fact.dealt.up:
                self._find(f"a down card of seat {fact.dealt.seat} was public at {event.table_id}")
            if fact.burned is not UNSET and fact.burned.card:
                self._find(f"a burn card was public at {event.table_id}")
            if fact.drew is not UNSET and (fact.drew.cards or fact.drew.discards):
                self._find(f"a draw of seat {fact.drew.seat} was public at {event.table_id}")
            if fact.hand_ended is not UNSET:
                self.hands.setdefault(event.table_id, set()).add(event.hand_id)
            if fact.hand_cancelled is not UNSET:
                self.cancelled.setdefault(event.table_id, set()).add(event.hand_id)
            if fact.acted is not UNSET and fact.acted.stack < 0:
                self._find(f"seat {fact.acted.seat} of {event.table_id} went below nothing")

    def _own(self, player: SimPlayer, frame: f.TableEvent) -> None:
        """A private part is of the seat in which its reader sits, and comes with its event."""
        if frame.event is not UNSET and frame.own is UNSET:
            seats = player.mirror.seats.values()
            mine = {seat.seat for seat in seats if seat.account_id == player.account_id}
            moved = any(fact.seat_changed is not UNSET for fact in frame.event.facts)
            if not moved and mine & set(frame.event.private_seats):
                where = f"event {frame.event.sequence} of {frame.event.table_id}"
                self._find(f"{player.account_id} was not told the own part of {where}")
        if frame.own is UNSET or not frame.own.seat:
            return
        seat = player.mirror.seats.get(frame.own.seat)
        if seat is not None and seat.account_id not in ("", player.account_id):
            self._find(f"{player.account_id} was told what seat {frame.own.seat} may know")

    def check_chips(self) -> None:
        """The ledger as it stands now."""
        sums: dict[str, int] = {}
        for key, amount in self._room.wallet_store.accounts.items():
            sums[key.currency] = sums.get(key.currency, 0) + amount
            if amount < 0 and key.purpose not in MAY_BE_NEGATIVE:
                self._find(f"account {key} is at {amount}")
        for currency, total in sums.items():
            if total:
                self._find(f"all accounts of {currency} sum to {total}")

    def check_home(self) -> None:
        """After everybody left: no chip lies at a table."""
        for key, amount in self._room.wallet_store.accounts.items():
            if key.purpose in (Purpose.ESCROW, Purpose.POT) and amount:
                self._find(f"{amount} lie in {key}")

    def check_log(self, players: Sequence[SimPlayer]) -> None:
        """At the end: what was accepted is durable, every hand that ended is kept."""
        for player in players:
            self._find(*player.contradictions)
            for action_id in player.accepted:
                if not self.log.knows(player.account_id, action_id):
                    self._find(f"{action_id} was accepted and is in no log")
        for hand_id, table_id in self.log.ended.items():
            if hand_id in self._room.archive.hands or hand_id in self.log.cancelled:
                continue
            left = {one.record_id for one in self._room.disk.records(table_id)}
            if self.log.first.get(hand_id) not in left:
                self._find(f"hand {hand_id} is neither in the log nor in the archive")

    def check(self) -> None:
        """Raises Finding with all that was found."""
        if self.findings:
            raise Finding("; ".join(self.findings[:10]))

    def _find(self, *what: str) -> None:
        self.findings += [f"at {self._room.loop.time():.3f} s: {one}" for one in what]
