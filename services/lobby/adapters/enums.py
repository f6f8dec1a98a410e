"""The domain's enumerations and proto's, both ways."""

from collections.abc import Mapping
from typing import TypeVar

from riverbus.core.games import Game, GameKind, LimitKind
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.lobby.v1 import lobby_pb2, table_config_pb2
from services.lobby.domain.accounts import Status, Visibility
from services.lobby.domain.errors import BadSessionKind, BadState, BadTable
from services.lobby.domain.sessions import SessionKind
from services.lobby.domain.tables import TableState

_K = TypeVar("_K")

GAMES = {
    Game.HOLDEM: types_pb2.GAME_HOLDEM,
    Game.OMAHA: types_pb2.GAME_OMAHA,
    Game.OMAHA8: types_pb2.GAME_OMAHA8,
    Game.STUD: types_pb2.GAME_STUD,
    Game.STUD8: types_pb2.GAME_STUD8,
    Game.DRAW: types_pb2.GAME_DRAW,
    Game.STUD5: types_pb2.GAME_STUD5,
}
LIMITS = {
    LimitKind.FIXED: types_pb2.LIMIT_FIXED,
    LimitKind.POT: types_pb2.LIMIT_POT,
    LimitKind.NONE: types_pb2.LIMIT_NONE,
}
KINDS = {
    GameKind.CASH: table_config_pb2.TABLE_KIND_CASH,
    GameKind.TOURNAMENT: table_config_pb2.TABLE_KIND_TOURNAMENT,
}
STATES = {
    TableState.OPEN: table_config_pb2.CONFIGURED_STATE_OPEN,
    TableState.PAUSED: table_config_pb2.CONFIGURED_STATE_PAUSED,
    TableState.CLOSING: table_config_pb2.CONFIGURED_STATE_CLOSING,
    TableState.CLOSED: table_config_pb2.CONFIGURED_STATE_CLOSED,
}
STATUSES = {
    Status.ACTIVE: lobby_pb2.ACCOUNT_STATUS_ACTIVE,
    Status.SUSPENDED: lobby_pb2.ACCOUNT_STATUS_SUSPENDED,
    Status.CLOSED: lobby_pb2.ACCOUNT_STATUS_CLOSED,
}
VISIBILITIES = {
    Visibility.NOBODY: lobby_pb2.VISIBILITY_NOBODY,
    Visibility.PLAYERS: lobby_pb2.VISIBILITY_PLAYERS,
    Visibility.EVERYBODY: lobby_pb2.VISIBILITY_EVERYBODY,
}
SESSION_KINDS = {
    SessionKind.BROWSER: lobby_pb2.SESSION_KIND_BROWSER,
    SessionKind.BEARER: lobby_pb2.SESSION_KIND_BEARER,
}


def _turned(forward: Mapping[_K, int]) -> dict[int, _K]:
    return {value: key for key, value in forward.items()}


_GAMES = _turned(GAMES)
_LIMITS = _turned(LIMITS)
_KINDS = _turned(KINDS)
_STATES = _turned(STATES)
_VISIBILITIES = _turned(VISIBILITIES)
_SESSION_KINDS = _turned(SESSION_KINDS)


def game_of(value: int) -> Game:
    """Raises BadTable for none."""
    return _known(_GAMES, value, "game")


def limit_of(value: int) -> LimitKind:
    """Raises BadTable for none."""
    return _known(_LIMITS, value, "limit")


def kind_of(value: int) -> GameKind:
    """Unspecified is a cash table."""
    return _known(_KINDS, value or table_config_pb2.TABLE_KIND_CASH, "kind")


def state_of(value: int) -> TableState:
    """Raises BadState for none."""
    if value not in _STATES:
        raise BadState
    return _STATES[value]


def visibility_of(value: int) -> Visibility:
    """Unspecified or unknown is nobody."""
    return _VISIBILITIES.get(value, Visibility.NOBODY)


def session_kind_of(value: int) -> SessionKind:
    """Unspecified is a browser. Raises BadSessionKind."""
    if not value:
        return SessionKind.BROWSER
    if value not in _SESSION_KINDS:
        raise BadSessionKind
    return _SESSION_KINDS[value]


def _known(table: Mapping[int, _K], value: int, field: str) -> _K:
    found = table.get(value)
    if found is None:
        raise BadTable(f"Give a {field} that exists.", details={"field": field})
    return found
