"""Open Hand History 1.4: one JSON document a hand. Amounts are in whole units of the currency.

The specification names no streets for stud and draw, no discards and no five-card stud: there the
names are ours. It knows no cancelled hand either.
"""

import json
from datetime import UTC, datetime
from typing import Any

from riverbus import __version__
from riverbus.pb.common.v1 import types_pb2 as common
from riverbus.pb.table.v1 import events_pb2 as pb
from riverbus.pb.table.v1 import log_pb2
from services.table.adapters.exports.story import FormatNotForGame, Story

GAMES = {
    common.GAME_HOLDEM: "Holdem",
    common.GAME_OMAHA: "Omaha",
    common.GAME_OMAHA8: "OmahaHiLo",
    common.GAME_STUD: "Stud",
    common.GAME_STUD8: "StudHiLo",
    common.GAME_DRAW: "Draw",
    common.GAME_STUD5: "FiveCardStud",
}
LIMITS = {common.LIMIT_NONE: "NL", common.LIMIT_POT: "PL", common.LIMIT_FIXED: "FL"}
STREETS = {
    pb.STREET_PREFLOP: "Preflop",
    pb.STREET_FLOP: "Flop",
    pb.STREET_TURN: "Turn",
    pb.STREET_RIVER: "River",
    pb.STREET_SECOND: "Second Street",
    pb.STREET_THIRD: "Third Street",
    pb.STREET_FOURTH: "Fourth Street",
    pb.STREET_FIFTH: "Fifth Street",
    pb.STREET_SIXTH: "Sixth Street",
    pb.STREET_SEVENTH: "Seventh Street",
    pb.STREET_BEFORE_DRAW: "Preflop",
    pb.STREET_DRAW: "Draw",
    pb.STREET_AFTER_DRAW: "After Draw",
}
POSTS = {
    pb.POST_KIND_SMALL_BLIND: "Post SB",
    pb.POST_KIND_BIG_BLIND: "Post BB",
    pb.POST_KIND_ANTE: "Post Ante",
    pb.POST_KIND_BIG_BLIND_ANTE: "Post Ante",
    pb.POST_KIND_LIVE: "Post Extra Blind",
    pb.POST_KIND_DEAD: "Post Dead",
}
VERBS = {
    pb.VERB_FOLD: "Fold",
    pb.VERB_CHECK: "Check",
    pb.VERB_CALL: "Call",
    pb.VERB_BET: "Bet",
    pb.VERB_RAISE: "Raise",
    pb.VERB_COMPLETE: "Raise",
    pb.VERB_BRING_IN: "Bet",
}


def to_ohh(hand: log_pb2.ArchivedHand, hero_seat: int = 0) -> str:
    """The document; cards that the reader may not see are left out. Raises FormatNotForGame."""
    story = Story(hand)
    if story.cancelled:
        raise FormatNotForGame
    stakes = story.stakes
    rounds, pots = _rounds(story), _pots(story)
    started = datetime.fromtimestamp(hand.started_ms / 1000, UTC)
    document: dict[str, Any] = {
        "spec_version": "1.4.6",
        "site_name": "Riverbus",
        "network_name": "Riverbus",
        "internal_version": __version__,
        "tournament": False,
        "game_number": hand.hand_id,
        "start_date_utc": started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "table_name": hand.info.name,
        "table_handle": hand.table_id,
        "table_size": hand.info.seats_max,
        "game_type": GAMES[hand.info.game],
        "bet_limit": {"bet_type": LIMITS[hand.info.limit], "bet_cap": 0},
        "currency": hand.info.currency,
        "dealer_seat": story.button,
        "small_blind_amount": _whole(stakes.small_blind),
        "big_blind_amount": _whole(stakes.big_blind or stakes.lower),
        "ante_amount": _whole(stakes.ante),
        "flags": [],
        "players": [
            {
                "id": player.seat,
                "seat": player.seat,
                "name": player.name,
                "display": player.name,
                "starting_stack": _whole(player.stack),
            }
            for player in story.in_order()
        ],
        "rounds": rounds,
        "pots": pots,
    }
    if hero_seat:
        document["hero_player_id"] = hero_seat
    return json.dumps({"ohh": document}, indent=1)


def _rounds(story: Story) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = []
    posts: list[dict[str, Any]] = []
    count = 0

    def add(seat: int, action: str, **more: Any) -> None:
        nonlocal count
        count += 1
        entry = {"action_number": count, "player_id": seat, "action": action, **more}
        (rounds[-1]["actions"] if rounds else posts).append(entry)

    for fact in story.facts():
        match fact.WhichOneof("fact"):
            case "street_started" if fact.street_started.street in STREETS:
                street = STREETS[fact.street_started.street]
                rounds.append({"id": len(rounds), "street": street, "cards": [], "actions": posts})
                posts = []
            case "posted":
                post = fact.posted
                add(post.seat, POSTS[post.kind], amount=_whole(post.amount), is_allin=post.all_in)
            case "dealt" if fact.dealt.cards:
                add(fact.dealt.seat, "Dealt Cards", cards=_cards(fact.dealt.cards))
            case "board_dealt" if rounds:
                rounds[-1]["cards"] += _cards(fact.board_dealt.cards)
            case "acted":
                _add_acted(add, fact.acted)
            case "drew":
                add(fact.drew.seat, "Draws" if fact.drew.count else "Stands Pat")
    showdown = story.showdown()
    if showdown:
        rounds.append({"id": len(rounds), "street": "Showdown", "cards": [], "actions": []})
    for one in showdown:
        if one.cards:
            add(one.seat, "Shows Cards", cards=_cards(one.cards))
        else:
            add(one.seat, "Mucks Cards")
    return rounds


def _add_acted(add: Any, acted: pb.Acted) -> None:
    """An amount is what the action put into the pot, also that of a raise."""
    more = {"amount": _whole(acted.paid), "is_allin": acted.all_in} if acted.paid else {}
    add(acted.seat, VERBS.get(acted.verb, "Check"), **more)


def _pots(story: Story) -> list[dict[str, Any]]:
    amounts: list[int] = []
    rakes: list[int] = []
    wins: dict[int, dict[int, int]] = {}
    for fact in story.facts():
        if fact.HasField("pots_made"):
            amounts = [pot.amount for pot in fact.pots_made.pots]
        elif fact.HasField("raked"):
            rakes = list(fact.raked.amounts)
        elif fact.HasField("awarded"):
            won = wins.setdefault(fact.awarded.pot, {})
            won[fact.awarded.seat] = won.get(fact.awarded.seat, 0) + fact.awarded.amount
    return [
        {
            "number": number,
            "amount": _whole(amount),
            "rake": _whole(rakes[number] if number < len(rakes) else 0),
            "player_wins": [
                {"player_id": seat, "win_amount": _whole(won)}
                for seat, won in sorted(wins.get(number, {}).items())
            ],
        }
        for number, amount in enumerate(amounts)
    ]


def _cards(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def _whole(minor: int) -> float | int:
    """Hundredths as a JSON number; exact to the cent in any reader's doubles below 10^13."""
    return minor // 100 if minor % 100 == 0 else minor / 100
