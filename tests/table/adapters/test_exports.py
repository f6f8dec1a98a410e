"""Finished hands as PHH, Open Hand History and text: replayed, read back, without hidden cards."""

import base64
import json
import random
import re
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.engine import events as ev
from riverbus.engine.profiles import profile
from riverbus.pb.table.v1 import log_pb2
from riverbus.sim.phh.player import play
from riverbus.sim.phh.reader import parse_hand
from services.table.adapters.archived import archived_hand, cards_of, for_eyes
from services.table.adapters.exports.ohh import to_ohh
from services.table.adapters.exports.phh import to_phh
from services.table.adapters.exports.story import FormatNotForGame
from services.table.adapters.exports.text import to_text
from services.table.adapters.record_codec import RecordCodec
from services.table.adapters.sealing import KeyRing
from services.table.app.journal import Entry, Header, Kind
from services.table.app.ports import FinishedHand
from tests.table.domain.felt import BLINDS, STUD, Felt
from tests.table.domain.test_all_games import choose

KEYS = KeyRing({"k1": base64.b64encode(bytes(range(32))).decode()})
PHH_GAMES: list[tuple[Game, LimitKind, Stakes, int]] = [
    (Game.HOLDEM, LimitKind.NONE, BLINDS, 6),
    (Game.HOLDEM, LimitKind.FIXED, BLINDS, 6),
    (Game.OMAHA, LimitKind.POT, BLINDS, 6),
    (Game.OMAHA8, LimitKind.FIXED, BLINDS, 6),
    (Game.STUD, LimitKind.FIXED, STUD, 6),
    (Game.STUD8, LimitKind.FIXED, STUD, 6),
]


class UuidIds:
    """Ids in UUIDv7's form."""

    def __init__(self) -> None:
        self._next = 0

    def uuid7(self) -> str:
        self._next += 1
        return f"0190abcd-0000-7000-8000-{self._next:012d}"


def hands(game: Game, limit: LimitKind, stakes: Stakes, seats: int) -> list[log_pb2.ArchivedHand]:
    """Some random hands as the archive keeps them."""
    felt = Felt(game=game, limit=limit, stakes=stakes, seats_max=seats, rules=profile("tda"))
    felt.ids = UuidIds()  # type: ignore[assignment]
    pick = random.Random(11)
    for number in range(seats):
        felt.sit(f"Player {number}", 2_000)
    while felt.table.core.hand_number < 12 and felt.to_act:
        hand = felt.table.hand
        assert hand is not None
        action = choose(hand.legal_actions(hand.turn_seat), hand.hole[hand.turn], pick)
        felt.act(felt.to_act, action)
    codec = RecordCodec(KEYS)
    by_hand: dict[str, list[Entry]] = {}
    for number, record in enumerate(felt.records):
        if record.event is None or not record.event.hand_id:
            continue
        header = Header(
            record_id=f"record-{number}", kind=Kind.COMMAND, table_id="felt",
            hand_id=record.event.hand_id, epoch=1, sequence=record.event.sequence,
            at_ms=record.at_ms,
        )  # fmt: skip
        by_hand.setdefault(record.event.hand_id, []).append(
            Entry(header=header, record=record, event=record.event)
        )
    accounts = tuple((n, s.account_id, s.name) for n, s in felt.table.seats.items())
    found: list[log_pb2.ArchivedHand] = []
    for hand_id, entries in by_hand.items():
        told = [fact for one in entries if one.event is not None for fact in one.event.facts]
        if not any(isinstance(fact, ev.HandEnded) for fact in told):
            continue
        finished = FinishedHand(
            hand_id=hand_id, table_id="felt", number=len(found) + 1,
            settings=felt.table.settings, accounts=accounts, started_ms=1_790_000_000_000,
            ended_ms=1_790_000_060_000, records=tuple(codec.encode(one) for one in entries),
        )  # fmt: skip
        found.append(archived_hand(finished, KEYS))
    assert len(found) >= 5
    return found


@pytest.mark.parametrize(("game", "limit", "stakes", "seats"), PHH_GAMES)
def test_phh_exports_replay_to_the_same_stacks(
    game: Game, limit: LimitKind, stakes: Stakes, seats: int
) -> None:
    replayed = 0
    for hand in hands(game, limit, stakes, seats):
        text = to_phh(hand)
        raw = tomllib.loads(text, parse_float=Decimal)
        posted = [fact.posted for e in hand.events for fact in e.facts if fact.HasField("posted")]
        if any(post.kind in (5, 6) for post in posted):
            continue  # blinds out of turn: the format has no word for them
        outcome = play(parse_hand(Path("hand.phh"), raw))
        assert outcome.agrees, text
        assert outcome.expected is not None
        replayed += 1
    assert replayed >= 3


def test_phh_has_no_code_for_draw() -> None:
    hand = hands(Game.DRAW, LimitKind.FIXED, BLINDS, 5)[0]
    with pytest.raises(FormatNotForGame):
        to_phh(hand)


@pytest.mark.parametrize(
    ("game", "limit", "stakes", "seats"),
    [*PHH_GAMES, (Game.DRAW, LimitKind.FIXED, BLINDS, 5), (Game.STUD5, LimitKind.FIXED, STUD, 6)],
)
def test_open_hand_history_adds_up(
    game: Game, limit: LimitKind, stakes: Stakes, seats: int
) -> None:
    for hand in hands(game, limit, stakes, seats):
        document = json.loads(to_ohh(hand, 1))["ohh"]
        assert document["spec_version"] == "1.4.6"
        assert {"game_type", "bet_limit", "players", "rounds", "pots"} <= set(document)
        numbers = [a["action_number"] for r in document["rounds"] for a in r["actions"]]
        assert numbers == list(range(1, len(numbers) + 1))
        for pot in document["pots"]:
            won = sum(Decimal(str(win["win_amount"])) for win in pot["player_wins"])
            assert won + Decimal(str(pot["rake"])) == Decimal(str(pot["amount"]))


@pytest.mark.rule("INT-05", "SHO-04")
@pytest.mark.parametrize(
    ("game", "limit", "stakes", "seats"),
    [*PHH_GAMES, (Game.DRAW, LimitKind.FIXED, BLINDS, 5), (Game.STUD5, LimitKind.FIXED, STUD, 6)],
)
def test_no_export_tells_a_folded_player_s_cards(
    game: Game, limit: LimitKind, stakes: Stakes, seats: int
) -> None:
    for hand in hands(game, limit, stakes, seats):
        view = for_eyes(hand, 1, everything=False)
        folded = {
            f.acted.seat for e in hand.events for f in e.facts
            if f.HasField("acted") and f.acted.verb == 1 and f.acted.seat != 1
        }  # fmt: skip
        for seat in folded:
            up = {
                f.dealt.cards for e in hand.events for f in e.facts
                if f.HasField("dealt") and f.dealt.up and f.dealt.seat == seat
            }  # fmt: skip
            held = cards_of(hand, seat)
            hidden = [held[at : at + 2] for at in range(0, len(held), 2)]
            texts = [to_text(view, 1), to_ohh(view, 1)]
            for card in hidden:
                if card in "".join(up):
                    continue
                for text in texts:
                    assert not re.search(rf"[\[ \"]{card}[\] \",]", text), (card, text)


def test_a_hand_as_text() -> None:
    hand = hands(Game.HOLDEM, LimitKind.NONE, BLINDS, 6)[1]
    text = to_text(hand, 1)
    lines = text.splitlines()
    assert re.match(
        r"PokerStars Hand #\d+:  Hold'em No Limit \(0\.05/0\.10\) - \d{4}/\d\d/\d\d .* UTC$",
        lines[0],
    )
    assert re.match(r"Table 'Felt' 6-max Seat #\d is the button$", lines[1])
    assert sum(line.startswith("Seat ") for line in lines) == 2 * len(hand.seats)
    assert "*** HOLE CARDS ***" in lines
    assert "*** SUMMARY ***" in lines
    assert any(re.match(r"Total pot [\d.]+ \| Rake 0$", line) for line in lines)
