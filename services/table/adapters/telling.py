"""What tables tell on the bus: events, private parts, heads, lobby rows, heartbeats."""

from collections.abc import Awaitable, Callable, Sequence

from google.protobuf.message import DecodeError

from riverbus.core.ports import Bus, Message, Subscription
from riverbus.pb.lobby.v1 import table_config_pb2
from riverbus.pb.table.v1 import events_pb2, ownership_pb2
from services.table.adapters import codec
from services.table.app.ports import Heartbeat, Part
from services.table.domain.facts import PublicEvent
from services.table.domain.state import Phase, Table
from services.table.domain.views import seat_view

ROWS_SUBJECT = "lobby.tables"
HEARTBEATS = "heartbeat.table"
HOUR_MS = 3_600_000


class BusPublisher:
    """Publisher of services.table.app.ports: core NATS, whoever misses something asks."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def publish(self, table_id: str, event: PublicEvent, parts: Sequence[Part]) -> None:
        """Private parts first, each on its account's own subject, then the public event."""
        for part in parts:
            message = codec.private_part(table_id, event, part.seat, part.view)
            subject = f"player.{part.account_id}.table.{table_id}"
            await self._bus.publish(subject, message.SerializeToString())
        public = codec.public_event(table_id, event)
        await self._bus.publish(f"table.{table_id}.event", public.SerializeToString())

    async def head(
        self, table_id: str, epoch: int, sequence: int, at_ms: int, nonce: str = ""
    ) -> None:
        """Where the table's stream stands."""
        head = events_pb2.Head(
            table_id=table_id, epoch=epoch, sequence=sequence, nonce=nonce, at_ms=at_ms
        )
        await self._bus.publish(f"table.{table_id}.head", head.SerializeToString())

    async def row(self, table: Table, at_ms: int) -> None:
        """The table's row in the lobby; seats are public views, without any card."""
        core = table.core
        row = table_config_pb2.TableRow(
            table_id=table.settings.table_id,
            epoch=core.epoch,
            at_ms=at_ms,
            seated=len(table.seats),
            average_pot_minor=sum(core.pots) // len(core.pots) if core.pots else 0,
            hands_per_hour=_hands_per_hour(core.hand_times_ms, at_ms),
            flop_basis_points=sum(core.flops) // len(core.flops) if core.flops else 0,
            playing=core.phase in (Phase.PLAYING, Phase.CLOSING_HAND),
            seated_account_ids=[table.seats[n].account_id for n in sorted(table.seats)],
            state=codec.STATES[core.state],
        )
        for number in sorted(table.seats):
            view = seat_view(table, number)
            row.seats.append(
                events_pb2.SeatView(
                    seat=number,
                    account_id=view.account_id,
                    name=view.name,
                    avatar=view.avatar,
                    stack=view.stack,
                )
            )
        await self._bus.publish(ROWS_SUBJECT, row.SerializeToString())


class BusHeartbeats:
    """Heartbeats of services.table.app.ports."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def beat(self, heartbeat: Heartbeat) -> None:
        """Say that we live."""
        message = ownership_pb2.PodHeartbeat(
            pod=heartbeat.pod,
            address=heartbeat.address,
            build=heartbeat.build,
            ready=heartbeat.ready,
            tables=heartbeat.tables,
            at_ms=heartbeat.at_ms,
        )
        subject = f"{HEARTBEATS}.{heartbeat.pod}"
        await self._bus.publish(subject, message.SerializeToString())

    async def listen(self, handler: Callable[[Heartbeat], Awaitable[None]]) -> Subscription:
        """Hear all, one's own too."""

        async def on_message(message: Message) -> None:
            try:
                beat = ownership_pb2.PodHeartbeat.FromString(message.data)
            except DecodeError:
                return
            await handler(
                Heartbeat(
                    pod=beat.pod,
                    address=beat.address,
                    build=beat.build,
                    ready=beat.ready,
                    tables=beat.tables,
                    at_ms=beat.at_ms,
                )
            )

        return await self._bus.subscribe(f"{HEARTBEATS}.*", on_message)

    def on_gap(self, listener: Callable[[], None]) -> None:
        """Called after a reconnect or when heartbeats were dropped."""

        def on_subject(subject: str) -> None:
            if subject == ">" or subject.startswith(HEARTBEATS):
                listener()

        self._bus.on_gap(on_subject)


async def listen_to_presence(
    bus: Bus, handler: Callable[[str, dict[str, object]], Awaitable[None]]
) -> Subscription:
    """Every gateway's list of accounts that have a line."""

    async def on_message(message: Message) -> None:
        try:
            presence = ownership_pb2.Presence.FromString(message.data)
        except DecodeError:
            return
        there: dict[str, object] = {
            one.account_id: one for one in presence.accounts if one.connections
        }
        await handler(presence.gateway, there)

    return await bus.subscribe("presence.*", on_message)


def _hands_per_hour(starts_ms: tuple[int, ...], now_ms: int) -> int:
    recent = [at for at in starts_ms if now_ms - at < HOUR_MS]
    if len(recent) < 2:
        return len(recent)
    span = max(1, now_ms - recent[0])
    return len(recent) * HOUR_MS // max(span, 60_000)
