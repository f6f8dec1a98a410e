"""The lobby's tables in the vocabulary of client frames."""

from riverbus.pb.lobby.v1 import lobby_pb2, table_config_pb2
from riverbus.pb.table.v1 import events_pb2
from services.gateway.adapters import frames_pb
from services.gateway.domain import frames as f

CONFIGURED = {
    table_config_pb2.CONFIGURED_STATE_OPEN: f.TableState.OPEN,
    table_config_pb2.CONFIGURED_STATE_PAUSED: f.TableState.PAUSED,
    table_config_pb2.CONFIGURED_STATE_CLOSING: f.TableState.CLOSING,
    table_config_pb2.CONFIGURED_STATE_CLOSED: f.TableState.CLOSED,
}


def table_info(config: table_config_pb2.TableConfig) -> f.TableInfo:
    """A table's settings."""
    return f.TableInfo(
        name=config.name,
        game=frames_pb.GAME_NAMES.get(config.game, f.Game.UNSPECIFIED),
        limit=frames_pb.LIMIT_NAMES.get(config.limit, f.Limit.UNSPECIFIED),
        stakes=frames_pb.Stakes_from_pb(config.stakes),
        seats_max=config.seats_max,
        currency=config.currency,
        profile=config.profile,
        buy_in_min=config.buy_in_min_minor,
        buy_in_max=config.buy_in_max_minor,
        rake=frames_pb.RakePolicy_from_pb(config.rake),
        turn_s=config.clocks.turn_s,
        bank_s=config.clocks.bank_s,
    )


def preview(seat: events_pb2.SeatView) -> f.SeatView:
    """A seat as the list shows it: who sits there with how much, nothing of the hand."""
    return f.SeatView(
        seat=seat.seat,
        account_id=seat.account_id,
        name=seat.name,
        avatar=seat.avatar,
        stack=seat.stack,
    )


def lobby_row(table: lobby_pb2.Table) -> f.LobbyRow:
    """A table with how it stands: as its owner says, else as it is configured."""
    config, row = table.config, table.row
    state = CONFIGURED.get(config.state, f.TableState.UNSPECIFIED)
    if row.state:
        state = frames_pb.TABLE_STATE_NAMES.get(row.state, state)
    return f.LobbyRow(
        table_id=config.table_id,
        info=table_info(config),
        seated=row.seated,
        waiting=table.waiting,
        average_pot=row.average_pot_minor,
        hands_per_hour=row.hands_per_hour,
        flop_percent=(row.flop_basis_points + 50) // 100,
        state=state,
        seats=tuple(preview(seat) for seat in row.seats if seat.account_id),
        tags=tuple(config.tags),
    )
