"""The lobby's TableConfig as the table's settings, and the KV bucket that holds them (SEAMS 16)."""

import logging
from collections.abc import Awaitable, Callable, Mapping

import msgspec
from google.protobuf.message import DecodeError

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.games import Game, GameKind, LimitKind, Stakes
from riverbus.core.ports import Bus, KvEntry, Subscription
from riverbus.core.rake import RakePolicy
from riverbus.engine.profiles import ProfileError, profile, with_rules
from riverbus.engine.rules import HouseRules
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.lobby.v1 import table_config_pb2 as pb
from services.table.adapters.codec import GAMES, LIMITS
from services.table.domain.state import Paces, TableSettings, TableState

BUCKET = "tables"
PACES = Paces()
WANTED = {
    pb.CONFIGURED_STATE_OPEN: TableState.OPEN,
    pb.CONFIGURED_STATE_PAUSED: TableState.PAUSED,
    pb.CONFIGURED_STATE_CLOSING: TableState.CLOSING,
    pb.CONFIGURED_STATE_CLOSED: TableState.CLOSING,
}
_GAMES: Mapping[int, Game] = {number: game for game, number in GAMES.items()}
_LIMITS: Mapping[int, LimitKind] = {number: limit for limit, number in LIMITS.items()}

log = logging.getLogger(__name__)


class SettingsRefused(RoomError):
    """Raised when a configuration names a game, limit, profile or rule that there is not."""

    code = "settings_refused"
    kind = ErrorKind.INVALID
    sentence = "The table's configuration cannot be played."


def settings_of(config: pb.TableConfig, paces: Paces = PACES) -> TableSettings:
    """What the table plays by. Raises SettingsRefused."""
    if config.game not in _GAMES or config.limit not in _LIMITS:
        raise SettingsRefused("The table names no game or no limit.")
    try:
        rules = with_rules(profile(config.profile or "stoner"), _parameters(config.rules))
    except ProfileError as error:
        raise SettingsRefused(str(error)) from error
    clocks = config.clocks
    tournament = config.kind == pb.TABLE_KIND_TOURNAMENT
    return TableSettings(
        table_id=config.table_id,
        name=config.name,
        game=_GAMES[config.game],
        limit=_LIMITS[config.limit],
        kind=GameKind.TOURNAMENT if tournament else GameKind.CASH,
        stakes=_stakes(config.stakes),
        seats_max=config.seats_max,
        rules=rules,
        profile=config.profile or "stoner",
        currency=config.currency or "PLAY",
        buy_in_min=config.buy_in_min_minor,
        buy_in_max=config.buy_in_max_minor,
        rake=_rake(config.rake),
        turn_s=clocks.turn_s or rules.act_time_s,
        bank_s=clocks.bank_s,
        bank_refill_s=clocks.bank_refill_s,
        bank_refill_hands=clocks.bank_refill_hands,
        paces=paces,
        wanted=WANTED.get(config.state, TableState.OPEN),
        notice=config.notice,
        revision=config.revision,
    )


class KvConfigurations:
    """Configurations of services.table.app.ports."""

    def __init__(self, bus: Bus, paces: Paces = PACES) -> None:
        self._bus = bus
        self._paces = paces

    async def watch(
        self, handler: Callable[[str, TableSettings | None], Awaitable[None]]
    ) -> Subscription:
        """All tables, then each change; what cannot be played is logged and left alone."""

        async def on_entry(entry: KvEntry) -> None:
            if entry.value is None:
                await handler(entry.key, None)
                return
            try:
                settings = settings_of(pb.TableConfig.FromString(entry.value), self._paces)
            except (DecodeError, SettingsRefused) as error:
                log.error("table left alone", extra={"table": entry.key, "reason": str(error)})
                return
            await handler(entry.key, settings)

        bucket = await self._bus.key_value(BUCKET)
        return await bucket.watch(on_entry)


def _parameters(texts: Mapping[str, str]) -> dict[str, object]:
    """Values as in a profile file, by the type that the parameter has."""
    known = msgspec.structs.asdict(HouseRules())
    found: dict[str, object] = {}
    for name, text in texts.items():
        if isinstance(known.get(name), bool) or text in ("true", "false"):
            found[name] = text == "true"
        elif isinstance(known.get(name), int) and text.isdigit():
            found[name] = int(text)
        else:
            found[name] = text
    return found


def _stakes(message: types_pb2.Stakes) -> Stakes:
    return Stakes(
        small_blind=message.small_blind,
        big_blind=message.big_blind,
        lower=message.lower,
        upper=message.upper,
        ante=message.ante,
        bring_in=message.bring_in,
        unit=message.unit or 1,
        ante_from_big_blind=message.ante_from_big_blind,
    )


def _rake(message: types_pb2.RakePolicy) -> RakePolicy:
    plain = {
        "version": message.version,
        "basis_points": message.basis_points,
        "caps": [{"players": cap.players, "cap": cap.cap} for cap in message.caps],
        "no_flop_no_drop": message.no_flop_no_drop,
        "rounding": message.rounding or "down",
        "per": message.per or "hand",
    }
    try:
        return msgspec.convert(plain, RakePolicy)
    except msgspec.ValidationError as error:
        raise SettingsRefused(f"rake: {error}") from error
