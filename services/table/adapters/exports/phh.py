"""PHH: one TOML document a hand (Poker Hand History file format). Amounts are minor units."""

from riverbus.pb.common.v1 import types_pb2 as common
from riverbus.pb.table.v1 import events_pb2 as pb
from riverbus.pb.table.v1 import log_pb2
from services.table.adapters.exports.story import (
    HIDDEN,
    STUD_GAMES,
    FormatNotForGame,
    Player,
    Story,
)

VARIANTS = {
    (common.GAME_HOLDEM, common.LIMIT_NONE): "NT",
    (common.GAME_HOLDEM, common.LIMIT_FIXED): "FT",
    (common.GAME_OMAHA, common.LIMIT_POT): "PO",
    (common.GAME_OMAHA8, common.LIMIT_FIXED): "FO/8",
    (common.GAME_STUD, common.LIMIT_FIXED): "F7S",
    (common.GAME_STUD8, common.LIMIT_FIXED): "F7S/8",
}
BLINDS = (pb.POST_KIND_SMALL_BLIND, pb.POST_KIND_BIG_BLIND, pb.POST_KIND_LIVE)


def to_phh(hand: log_pb2.ArchivedHand) -> str:
    """The document; unseen cards are `??`.

    Raises FormatNotForGame, also for what the format would make another hand of: blinds out of
    turn, which read as straddles, and an all-in by disconnection, whose chips stay behind.
    """
    story = Story(hand)
    variant = VARIANTS.get((hand.info.game, hand.info.limit))
    if variant is None or story.cancelled or any(map(_untold, story.facts())):
        raise FormatNotForGame
    players = story.in_order()
    stakes = story.stakes
    blinds, antes = _posts(story, players)
    lines = [f'variant = "{variant}"', f"antes = {antes}"]
    if hand.info.game in STUD_GAMES:
        lines.append(f"bring_in = {stakes.bring_in}")
    else:
        lines.append(f"blinds_or_straddles = {blinds}")
    if hand.info.limit == common.LIMIT_FIXED:
        lines += [f"small_bet = {stakes.lower}", f"big_bet = {stakes.upper}"]
    else:
        lines.append(f"min_bet = {stakes.big_blind}")
    lines.append(f"starting_stacks = {[player.stack for player in players]}")
    if not story.rake:
        lines.append(f"finishing_stacks = {[player.end for player in players]}")
    lines.append("actions = [")
    lines += [f'  "{action}",' for action in _actions(story)]
    lines.append("]")
    lines += [
        f'hand = "{hand.hand_id}"',
        f'table = "{_escaped(hand.info.name)}"',
        f'currency = "{hand.info.currency}"',
        f"seats = {[player.seat for player in players]}",
        "players = [" + ", ".join(f'"{_escaped(player.name)}"' for player in players) + "]",
        f"_rake = {story.rake}",
    ]
    return "\n".join(lines) + "\n"


def _untold(fact: pb.Fact) -> bool:
    return fact.posted.kind == pb.POST_KIND_LIVE or fact.acted.protected


def _posts(story: Story, players: list[Player]) -> tuple[list[int], list[int]]:
    """Blinds and antes by player; heads-up the format names the small blind first."""
    blinds = {player.seat: 0 for player in players}
    antes = {player.seat: 0 for player in players}
    for fact in story.facts():
        if fact.HasField("posted"):
            into = blinds if fact.posted.kind in BLINDS else antes
            into[fact.posted.seat] += fact.posted.amount
    listed = [blinds[player.seat] for player in players]
    if len(players) == 2:
        listed.reverse()
    return listed, [antes[player.seat] for player in players]


def _actions(story: Story) -> list[str]:
    """Dealing and playing in order; a player's first cards are dealt in one line."""
    found: list[str] = []
    waiting: dict[int, str] = {}

    def flush() -> None:
        for player in story.in_order():
            if player.seat in waiting:
                found.append(f"d dh p{player.order} {waiting.pop(player.seat)}")

    for fact in story.facts():
        kind = fact.WhichOneof("fact")
        if kind == "dealt":
            cards = fact.dealt.cards or HIDDEN * fact.dealt.count
            waiting[fact.dealt.seat] = waiting.get(fact.dealt.seat, "") + cards
            continue
        if kind in ("acted", "board_dealt", "shown", "mucked", "street_started", "hand_ended"):
            flush()
        if kind == "board_dealt":
            found.append(f"d db {fact.board_dealt.cards}")
        elif kind == "acted":
            found.append(_acted(story.players[fact.acted.seat].order, fact.acted))
        elif kind == "shown":
            order = story.players[fact.shown.seat].order
            found.append(f"p{order} sm {fact.shown.cards}")
        elif kind == "mucked":
            found.append(f"p{story.players[fact.mucked.seat].order} sm")
    return found


def _acted(order: int, acted: pb.Acted) -> str:
    match acted.verb:
        case pb.VERB_FOLD:
            return f"p{order} f"
        case pb.VERB_CHECK | pb.VERB_CALL:
            return f"p{order} cc"
        case pb.VERB_BRING_IN:
            return f"p{order} pb"
    return f"p{order} cbr {acted.bet}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
