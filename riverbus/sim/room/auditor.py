"""The auditor of a simulated room: its own small model, asked after every frame and at the end.

It knows nothing of the engine. Chips: every currency sums to nothing, no player owes, and what all
players own together is what the house gave them less rake. Cards: nobody is told a down card of
another. Order: a table's sequence never jumps or turns back at a viewer. Life: hands go on.
"""

import msgspec
from msgspec import UNSET

from riverbus.sim.room.player import SimPlayer
from riverbus.sim.room.room import SimRoom
from services.gateway.domain import frames as f
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
        elif frame.event is not UNSET and frame.event.event is not UNSET:
            self._event(player, frame.event.event)
            self._own(player, frame.event)

    def _event(self, player: SimPlayer, event: f.PublicEvent) -> None:
        key = player.account_id, event.table_id
        last = self._sequence.get(key)
        if last is not None and event.sequence <= last:
            self._find(f"{key} got event {event.sequence} after {last}")
        self._sequence[key] = event.sequence
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
        """A private part is of the seat in which its reader sits."""
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

    def check(self) -> None:
        """Raises Finding with all that was found."""
        if self.findings:
            raise Finding("; ".join(self.findings[:10]))

    def _find(self, what: str) -> None:
        self.findings.append(f"at {self._room.loop.time():.3f} s: {what}")
