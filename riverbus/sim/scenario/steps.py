"""The grammar of a scenario's steps: one line of text to its meaning."""

import re
from collections.abc import Sequence
from typing import Any

from riverbus.core.cards import CardError, cards
from riverbus.sim.scenario.errors import StepSyntaxError
from riverbus.sim.scenario.model import (
    Act,
    Cancel,
    Check,
    Deal,
    Deed,
    FixedCards,
    Level,
    Line,
    May,
    Meaning,
    Pass,
    Prepare,
    Refused,
    SeatStep,
    Street,
)

STREETS = (
    "flop",
    "turn",
    "river",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "draw",
    "showdown",
)
_PLAIN = {
    "folds": "fold",
    "checks": "check",
    "calls": "call",
    "is all-in": "all_in",
    "completes": "complete",
    "brings in": "bring_in",
    "stands pat": "stand_pat",
    "shows": "show",
    "mucks": "muck",
}
_SIZED = ((r"bets (\d+)", "bet"), (r"raises to (\d+)", "raise"), (r"opens for (\d+)", "open"))
_SEAT = {
    "sits out": "sit_out",
    "sits in": "sit_in",
    "posts": "post",
    "waits": "wait",
    "leaves": "leave",
}
_ADVANCE = re.compile(
    r"prepares (check/fold|fold|check|call any|call (\d+)|call|raise any"
    r"|bet (\d+)|raise (?:to )?(\d+)|raise|nothing)$"
)
_JOIN = re.compile(r"(.+?) joins seat (\d+) with (\d+)$")


def parse_step(text: str, names: Sequence[str]) -> Meaning:
    """The meaning of one step; `names` are the players known so far. Raises StepSyntaxError."""
    stripped = text.strip()
    if stripped.startswith("?"):
        return _parse_check(stripped[1:].strip(), names)
    if stripped.startswith("!"):
        body, _, code = stripped[1:].partition(":")
        return Refused(step=_parse_deed(body.strip(), names), code=code.strip())
    if stripped in STREETS:
        return Street(name=stripped)
    return _parse_deed(stripped, names)


def joined_name(text: str) -> str:
    """The name of a player who joins in this step; empty for every other step."""
    found = _JOIN.match(text.strip().lstrip("!").strip())
    return found[1] if found else ""


def _parse_deed(text: str, names: Sequence[str]) -> Deed:
    if text == "cancel":
        return Cancel()
    if text == "deal" or text.startswith("deal "):
        return Deal(cards=_parse_deal(text[4:], names))
    if found := re.fullmatch(r"\+(\d+)s", text):
        return Pass(seconds=int(found[1]))
    if found := re.fullmatch(r"level (\d+)/(\d+)(?: ante (\d+))?", text):
        ante = int(found[3]) if found[3] else None
        return Level(first=int(found[1]), second=int(found[2]), ante=ante)
    if found := _JOIN.fullmatch(text):
        return SeatStep(name=found[1], what="join", seat=int(found[2]), amount=int(found[3]))
    name, rest = _split_name(text, names)
    return _parse_player(name, rest)


def _parse_player(name: str, rest: str) -> Deed:
    if rest in _PLAIN:
        return Act(name=name, verb=_PLAIN[rest])  # type: ignore[arg-type]
    for pattern, verb in _SIZED:
        if found := re.fullmatch(pattern, rest):
            return Act(name=name, verb=verb, amount=int(found[1]))  # type: ignore[arg-type]
    if found := re.fullmatch(r"completes to (\d+)", rest):
        return Act(name=name, verb="complete", amount=int(found[1]))
    if rest.startswith("draws "):
        return Act(name=name, verb="draw", cards=_cards(rest[6:]))
    if rest in _SEAT:
        return SeatStep(name=name, what=_SEAT[rest])  # type: ignore[arg-type]
    if found := re.fullmatch(r"adds (\d+)", rest):
        return SeatStep(name=name, what="add", amount=int(found[1]))
    if rest in ("disconnects", "reconnects"):
        return Line(name=name, connected=rest == "reconnects")
    if found := _ADVANCE.fullmatch(rest):
        kind = re.sub(r" (to )?\d+$", "", found[1])
        amount = next((int(group) for group in found.groups()[1:] if group), 0)
        return Prepare(name=name, kind=re.sub(r"[/ ]", "_", kind), amount=amount)
    raise StepSyntaxError(f"{name} can't {rest!r}: no such step")


def _parse_deal(text: str, names: Sequence[str]) -> FixedCards:
    parts = re.findall(r'\s*([^"]+?)\s*"([^"]*)"', text)
    if re.sub(r'\s*([^"]+?)\s*"([^"]*)"', "", text).strip():
        raise StepSyntaxError('a deal fixes cards by name: deal board "2c 7d" SB "As Ad"')
    board: tuple[int, ...] = ()
    burns: tuple[int, ...] = ()
    players: dict[str, tuple[int, ...]] = {}
    for whose, listed in parts:
        if whose == "board":
            board = _cards(listed)
        elif whose == "burns":
            burns = _cards(listed)
        elif whose in names:
            players[whose] = _cards(listed)
        else:
            raise StepSyntaxError(f"no player {whose!r} to deal cards to")
    return FixedCards(board=board, burns=burns, players=players)


def _parse_check(text: str, names: Sequence[str]) -> Meaning:
    if text in ("over", "cancelled"):
        return Check(what=text)  # type: ignore[arg-type]
    if found := re.fullmatch(r"pot (\d+)", text):
        return Check(what="pot", amount=int(found[1]))
    if found := re.fullmatch(r"button seat (\d+)", text):
        return Check(what="button", amount=int(found[1]))
    if text.startswith("dealt in"):
        return Check(what="dealt_in", names=_split_names(text[8:], names))
    if text.startswith("to act "):
        nobody = text[7:] == "nobody"
        return Check(what="to_act", name="" if nobody else _name(text[7:], names))
    for what in ("button", "shows", "hides"):
        if text.startswith(what + " "):
            return Check(what=what, name=_name(text[len(what) + 1 :], names))
    if found := re.fullmatch(r"posts (.+?) (\d+) live (\d+) dead", text):
        live, dead = int(found[2]), int(found[3])
        return Check(what="posts", name=_name(found[1], names), amount=live, dead=dead)
    counted: tuple[tuple[str, Any], ...] = (
        (r"stack (.+?) (\d+)", "stack"),
        (r"returned (.+?) (\d+)", "returned"),
        (r"clock (.+?) (\d+)s", "clock"),
        (r"bank (.+?) (\d+)s", "bank"),
        (r"protection (.+?) (\d+)", "protection"),
    )
    for pattern, what in counted:
        if found := re.fullmatch(pattern, text):
            return Check(what=what, name=_name(found[1], names), amount=int(found[2]))
    name, rest = _split_name(text, names)
    if rest.startswith("may "):
        return May(name=name, offers=_offers(rest[4:]))
    raise StepSyntaxError(f"nothing to check in {text!r}")


def _offers(text: str) -> frozenset[str]:
    """Canonical offers: 'fold', 'check', 'call 20', 'raise 40..100', 'draw 0..5'."""
    offers: set[str] = set()
    for part in (part.strip() for part in text.split(",")):
        if found := re.fullmatch(
            r"(bet|raise|complete|bring in|draw|call) (?:to )?(\d+)(?:\.\.(\d+))?", part
        ):
            least, most = int(found[2]), int(found[3] or found[2])
            same = least == most and found[1] != "draw"
            offers.add(f"{found[1]} {least}" if same else f"{found[1]} {least}..{most}")
        elif part in ("fold", "check", "stand pat", "draw", "show", "muck", "nothing"):
            offers.add(part)
        else:
            raise StepSyntaxError(f"no action {part!r}")
    if offers & {"stand pat", "draw"}:
        rest = {offer for offer in offers if not offer.startswith(("draw", "stand"))}
        most = max([int(offer.split("..")[1]) for offer in offers if ".." in offer], default=5)
        return frozenset(rest | {f"draw 0..{most}"})
    return frozenset(offers - {"nothing"})


def _cards(text: str) -> tuple[int, ...]:
    try:
        return cards(text)
    except CardError as error:
        raise StepSyntaxError(str(error)) from None


def _name(text: str, names: Sequence[str]) -> str:
    if text not in names:
        raise StepSyntaxError(f"no player {text!r}")
    return text


def _split_name(text: str, names: Sequence[str]) -> tuple[str, str]:
    for name in sorted(names, key=len, reverse=True):
        if text.startswith(name + " "):
            return name, text[len(name) + 1 :].strip()
    raise StepSyntaxError(f"{text!r} is no step, and begins with no player's name")


def _split_names(text: str, names: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    rest = text.strip()
    while rest:
        name, rest = _split_name(rest + " ", names)
        found.append(name)
    return tuple(found)
