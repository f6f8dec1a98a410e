"""A scenario's rake table: percent, caps, no_flop_no_drop, round, per (MON-05)."""

import re

from riverbus.core.games import MAX_AMOUNT
from riverbus.core.rake import NO_RAKE, RakeCap, RakePolicy
from riverbus.sim.scenario.fields import Fields


def read_rake(top: Fields) -> RakePolicy:
    """The policy; none when the file names none."""
    if not top.has("rake"):
        return NO_RAKE
    fields = Fields(top.get("rake", dict), top.text, top.file, ("rake", 0))
    fields.only("percent caps no_flop_no_drop round per")
    rounding = fields.one_of("round", ("down", "half-even", "half-up"), "down").replace("-", "_")
    return RakePolicy(
        basis_points=_basis_points(fields),
        caps=_caps(fields),
        no_flop_no_drop=fields.get("no_flop_no_drop", bool, False),
        rounding=rounding,  # type: ignore[arg-type]
        per=fields.one_of("per", ("hand", "pot"), "hand"),  # type: ignore[arg-type]
    )


def _basis_points(fields: Fields) -> int:
    percent = str(fields.get("percent", (str, int)))
    found = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,2}))?", percent)
    points = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0")) if found else -1
    if not 0 <= points <= 10_000:
        raise fields.error("percent", f"percent = {percent!r} is not 0 to 100, two places at most")
    return points


def _caps(fields: Fields) -> tuple[RakeCap, ...]:
    caps: list[RakeCap] = []
    for players, cap in fields.get("caps", dict, {}).items():
        if not players.isdecimal() or not isinstance(cap, int) or not 0 <= cap <= MAX_AMOUNT:
            raise fields.error("caps", f"caps: {players} = {cap!r} is no cap by players dealt in")
        caps.append(RakeCap(players=int(players), cap=cap))
    return tuple(sorted(caps, key=lambda entry: entry.players))
