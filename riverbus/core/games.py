"""The seven games, three limits and two kinds of play, and a table's stakes.

A game is described as data: its streets, the cards each of them deals, and how hands are read.
"""

from enum import StrEnum

import msgspec

MAX_STAKE = 10**12
"""No blind, bet, ante or bring-in is larger (minor units)."""
MAX_AMOUNT = 10**15
"""No stack is larger (minor units)."""


class Game(StrEnum):
    """The games that are dealt (GAM-01 to GAM-07)."""

    HOLDEM = "holdem"
    OMAHA = "omaha"
    OMAHA8 = "omaha8"
    STUD = "stud"
    STUD8 = "stud8"
    DRAW = "draw"
    STUD5 = "stud5"


class LimitKind(StrEnum):
    """How bets are sized (GAM-10, GAM-11, GAM-15)."""

    FIXED = "limit"
    POT = "pot-limit"
    NONE = "no-limit"


class GameKind(StrEnum):
    """Cash game or tournament; some rules tell them apart (CAP-02, BLD-12)."""

    CASH = "cash"
    TOURNAMENT = "tournament"


class Street(StrEnum):
    """Where a hand stands; the showdown is the last."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    FIFTH = "fifth"
    SIXTH = "sixth"
    SEVENTH = "seventh"
    BEFORE_DRAW = "before_draw"
    DRAW = "draw"
    AFTER_DRAW = "after_draw"
    SHOWDOWN = "showdown"


class StreetPlan(msgspec.Struct, frozen=True):
    """One street: the cards it deals to each player and to the board, and its bet's size."""

    street: Street
    down: int = 0
    up: int = 0
    board: int = 0
    upper: bool = False
    """Fixed limit: bets are the upper stake (GAM-10)."""
    draws: bool = False
    """Players discard and draw; there is no betting."""


class GamePlan(msgspec.Struct, frozen=True):
    """A game as data."""

    game: Game
    streets: tuple[StreetPlan, ...]
    board: bool = False
    """Has a board and blinds (hold'em, Omaha)."""
    omaha: bool = False
    """Exactly two cards from the hand and three from the board."""
    hi_lo: bool = False
    """The pot is split with the best eight-or-better low."""
    stud: bool = False
    """Bring-in instead of blinds; exposed cards decide who acts first."""
    open_pair_street: Street | None = None
    """The street on which an open pair may double the bet (STU-05, STU-06)."""


class Stakes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table's stakes in minor units, every amount resolved; 0 where a game has no such amount.

    Blind games name their blinds, stud its limits; fixed limit has both (lower is the big blind).
    """

    small_blind: int = 0
    big_blind: int = 0
    lower: int = 0
    """Lower bet of fixed limit; stud's smallest bet at any limit."""
    upper: int = 0
    """Upper bet of fixed limit."""
    ante: int = 0
    bring_in: int = 0
    unit: int = 1
    """The smallest chip: pots are split in it, and bets are multiples of it unless all-in."""
    ante_from_big_blind: bool = False
    """The big blind pays one ante for everybody."""


def _board_game(game: Game, hole: int, *, omaha: bool = False, hi_lo: bool = False) -> GamePlan:
    return GamePlan(
        game=game,
        streets=(
            StreetPlan(Street.PREFLOP, down=hole),
            StreetPlan(Street.FLOP, board=3),
            StreetPlan(Street.TURN, board=1, upper=True),
            StreetPlan(Street.RIVER, board=1, upper=True),
        ),
        board=True,
        omaha=omaha,
        hi_lo=hi_lo,
    )


def _seven_card_stud(game: Game, *, hi_lo: bool = False) -> GamePlan:
    return GamePlan(
        game=game,
        streets=(
            StreetPlan(Street.THIRD, down=2, up=1),
            StreetPlan(Street.FOURTH, up=1),
            StreetPlan(Street.FIFTH, up=1, upper=True),
            StreetPlan(Street.SIXTH, up=1, upper=True),
            StreetPlan(Street.SEVENTH, down=1, upper=True),
        ),
        hi_lo=hi_lo,
        stud=True,
        open_pair_street=Street.FOURTH,
    )


PLANS: dict[Game, GamePlan] = {
    Game.HOLDEM: _board_game(Game.HOLDEM, 2),
    Game.OMAHA: _board_game(Game.OMAHA, 4, omaha=True),
    Game.OMAHA8: _board_game(Game.OMAHA8, 4, omaha=True, hi_lo=True),
    Game.STUD: _seven_card_stud(Game.STUD),
    Game.STUD8: _seven_card_stud(Game.STUD8, hi_lo=True),
    Game.DRAW: GamePlan(
        game=Game.DRAW,
        streets=(
            StreetPlan(Street.BEFORE_DRAW, down=5),
            StreetPlan(Street.DRAW, draws=True),
            StreetPlan(Street.AFTER_DRAW, upper=True),
        ),
    ),
    Game.STUD5: GamePlan(
        game=Game.STUD5,
        streets=(
            StreetPlan(Street.SECOND, down=1, up=1),
            StreetPlan(Street.THIRD, up=1),
            StreetPlan(Street.FOURTH, up=1, upper=True),
            StreetPlan(Street.FIFTH, up=1, upper=True),
        ),
        stud=True,
        open_pair_street=Street.THIRD,
    ),
}
"""Every game's plan."""
