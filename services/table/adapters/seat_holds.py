"""Seats that the lobby holds for who waited (ACC-08): known from its offers, for 60 s each.

Offers are core messages: one that is lost, or made before this process took the table over, is not
honoured here, and its player stays on the lobby's waiting list.
"""

from google.protobuf.message import DecodeError

from riverbus.core.ports import Bus, Clock, Message, Subscription
from riverbus.pb.lobby.v1 import account_event_pb2
from services.table.domain.errors import SeatHeld
from services.table.domain.state import Table

OFFERS_SUBJECT = "lobby.offers"
HOLDS_MAX = 10_000


class SeatHolds:
    """Live offers of all tables."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[tuple[str, str], int] = {}

    async def follow(self, bus: Bus) -> Subscription:
        """Hears offers from now on."""
        return await bus.subscribe(OFFERS_SUBJECT, self.heard)

    async def heard(self, message: Message) -> None:
        """An offer was made, used or ended."""
        try:
            offer = account_event_pb2.SeatOffer.FromString(message.data)
        except DecodeError:
            return
        key = (offer.table_id, offer.account_id)
        self._until.pop(key, None)
        if not offer.withdrawn:
            self._until[key] = offer.expires_at_ms
        if len(self._until) > HOLDS_MAX:
            self._forget_lapsed()

    def verify(self, table: Table, account_id: str, action_id: str) -> None:
        """Raises SeatHeld where all free seats are held for others; a repeated call passes."""
        answered = table.memory.get(account_id, ())
        if table.seat_of(account_id) is not None or any(
            known.answer.action_id == action_id for known in answered
        ):
            return
        table_id = table.settings.table_id
        now = self._clock.now_ms()
        held = {
            whose
            for (where, whose), until_ms in self._until.items()
            if where == table_id and until_ms > now and table.seat_of(whose) is None
        }
        free = table.settings.seats_max - len(table.seats)
        if account_id not in held and 0 < free <= len(held):
            raise SeatHeld

    def _forget_lapsed(self) -> None:
        now = self._clock.now_ms()
        self._until = {key: until for key, until in self._until.items() if until > now}
