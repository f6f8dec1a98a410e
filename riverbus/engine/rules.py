"""The house rules: every point on which card rooms differ, as one frozen record.

A default is the value of the profile `stoner`; profiles.py sets the other rooms. Clauses in
brackets are numbers of the rule catalogue; docs/house-rules.md explains each parameter.
"""

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seats = Annotated[int, msgspec.Meta(ge=2, le=10)]
StudSeats = Annotated[int, msgspec.Meta(ge=2, le=8)]
DrawSeats = Annotated[int, msgspec.Meta(ge=2, le=6)]
Fraction = Annotated[str, msgspec.Meta(pattern=r"^(0|[1-9][0-9]{0,3}(/[1-9][0-9]{0,3})?)$")]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_-]{1,40}$")]


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One room's rules. Whatever is not a parameter here is the same in every room."""

    name: Name = "stoner"

    # -- what is offered, seats, forced bets by default -------------------------------------
    games: tuple[str, ...] = (
        "holdem limit",
        "omaha limit",
        "omaha8 limit",
        "stud limit",
        "stud8 limit",
    )
    """Games that the room lists by default, 'game limit'; a table may offer any other [GAM-19]."""
    holdem_seats_max: Seats = 10
    """Most seats of a hold'em table [GAM-16]."""
    omaha_seats_max: Seats = 10
    """Most seats of an Omaha or Omaha hi-lo table [GAM-16]."""
    stud_seats_max: StudSeats = 8
    """Most seats of a stud table, five-card stud included [GAM-16]."""
    draw_seats_max: DrawSeats = 5
    """Most seats of a five-card draw table; six can run the deck out [GAM-16, DRW-04]."""
    small_blind_rounding: Literal["exact", "down"] = "exact"
    """Half of the big blind to the smallest coin, or down to the table's chip [GAM-17]."""
    stud_ante_fraction: Fraction = "1/5"
    """Default ante of both stud games and draw as a part of the lower limit [GAM-18]."""
    flop_ante_fraction: Fraction = "1/10"
    """Default ante of Omaha tournaments with antes, as a part of the lower limit [GAM-18]."""

    # -- sizes of bets ----------------------------------------------------------------------
    pot_limit_min_bet: Literal["big_blind", "upper_stake"] = "big_blind"
    """Pot-limit and no-limit Omaha by L/U: big blind L, or blinds L and U, least bet U [GAM-14]."""
    pot_limit_blinds: Literal["posted", "full"] = "posted"
    """Pot-limit maximum: a short blind counts as posted, or as if posted in full [GAM-11]."""
    raises_max: Annotated[int, msgspec.Meta(ge=1, le=100)] = 3
    """Limit games: raises in one round, the bet not counted [CAP-01]."""
    heads_up_cap: Literal["capped", "cash_unlimited", "round_unlimited"] = "capped"
    """Limit, two players left: capped; no cap in cash games (draw excepted) as soon as two are
    left; no cap if the round began with two, cash or tournament [CAP-02]."""
    under_raise_fraction: Literal["1/2", "1"] = "1/2"
    """An all-in raise below this part of the expected raise locks who has acted. With 1, what a
    player faces since his own last action must reach a full raise: short all-ins add up [CAP-05].
    """
    limit_under_raise_fraction: Literal["same", "1/2", "1"] = "same"
    """As above for fixed limit alone; `same` follows under_raise_fraction [CAP-05]."""
    limit_short_raise: Literal["on_top", "complete"] = "on_top"
    """Limit, after an all-in raise that locks: the next raise is a full bet on top of it, or
    completes the bet that it fell short of [CAP-05]."""
    short_opening_bet: Literal["on_top", "complete"] = "on_top"
    """Pot and no limit, after an all-in opening bet below the minimum: raise by a full minimum on
    top of it, or to the minimum [GAM-13]."""
    min_raise_against_short_stack: Literal["full", "all_in"] = "full"
    """When no opponent can call a full raise: still a full raise at least, or just enough to put
    the largest of them all-in [GAM-13]."""

    # -- button, blinds, joining ------------------------------------------------------------
    button: Literal["moving", "dead"] = "moving"
    """The button goes to the next player dealt in, or to the last small blind though its seat be
    empty [BLD-06, BLD-16]."""
    heads_up_switch: bool = True
    """Three become two: the last big blind gets the button, so nobody pays it twice [BLD-02]."""
    missing_small_blind: Literal["nobody", "big_blind_pays_both"] = "nobody"
    """Dead button and the small blind's player is away: nobody posts it; or the acting big blind
    posts it too, dead, and the next player another big blind [BLD-09]."""
    missing_small_blind_draw: Literal["nobody", "two_big_blinds"] = "nobody"
    """The same in draw: nobody posts it; or two big blinds and the first gets the button next
    hand [BLD-09]."""
    missed_small_owes: Literal["both", "small"] = "both"
    """Who missed the small blind alone owes both blinds, or the small one, dead [BLD-08, BLD-10].
    """
    missed_small_is: Literal["dead", "live"] = "dead"
    """Whether a missed small blind that is made up alone counts towards the call [BLD-08]."""
    free_wait: bool = True
    """Who owes blinds may wait for the big blind and then owes nothing more [BLD-07, BLD-08]."""
    newcomer_between: Literal["waits", "posts"] = "waits"
    """Who is new or owes, between the button and the big blind, waits until the button has passed,
    or may post at once [BLD-05, BLD-08]."""
    newcomer_pays: Literal["big_blind", "nothing"] = "big_blind"
    """A newcomer at a cash table posts a live big blind or waits for it, or is dealt in free
    [BLD-04]. Tournament players never post to come in."""
    min_to_be_dealt: Literal["blind", "any"] = "blind"
    """Cash: chips for the blind, in ante games the ante and one bet, or any chips [BLD-12]."""
    big_blind_ante_order: Literal["ante_first", "blind_first"] = "ante_first"
    """A big blind that pays everybody's ante and cannot cover both [BLD-18]."""
    burn_cards: Literal["none", "streets", "streets_and_draw"] = "none"
    """One card burned before each later street; before the draw too [BLD-15]."""

    # -- stud and draw ----------------------------------------------------------------------
    bring_in_ties: Literal["seat", "suit"] = "seat"
    """Equal lowest door cards: nearest the dealer's left, or the lowest suit [STU-01]."""
    first_to_act_ties: Literal["seat", "suit"] = "seat"
    """Equal best boards: nearest the dealer's left, or the highest suit [STU-04]."""
    open_pair: Literal["none", "opening", "rising"] = "rising"
    """Limit, fourth street (third in five-card stud) with an open pair: always L; the opening bet
    is L or U and sets all raises; each bet or raise is L or U until U is used, then U [STU-05,
    STU-06]."""
    stud_dealer: Literal["fixed", "moves"] = "fixed"
    """Stud's reference seat: fixed, or it moves like a button [STU-13]."""
    stud_shortage: Literal["rest", "burns", "mix"] = "rest"
    """Too few cards on seventh street: a community card from the rest; burns and rest dealt if
    they suffice, else one burn turned up, no burn if it comes out exactly; burns and rest always
    mixed, one burned first [STU-08, STU-09]."""
    seventh_opener: Literal["board", "sixth"] = "board"
    """With a community card: best board including it acts first, or who opened sixth [STU-04]."""
    draw_reshuffle: Literal["mixed", "rest_first", "folded_first"] = "mixed"
    """Draw runs out: rest and discards mixed; rest, then discards; rest, then folded hands, then
    discards. Never the drawing player's own [DRW-04]."""
    draw_order: Literal["at_once", "fifth_later"] = "at_once"
    """Replacements at once; or four, and the fifth after everybody has drawn [DRW-02]."""

    # -- showdown and odd chips -------------------------------------------------------------
    checked_showdown: Literal["position", "first_option"] = "position"
    """Nobody bet on the last street: left of the button (stud: best board) shows first, or who
    had the first option [SHO-01]."""
    show_all_at_showdown: Literal["never", "omaha", "always"] = "never"
    """In which games all who are left show all cards [SHO-13]; TOML also takes true and false."""
    all_in_face_up: bool = False
    """All hands are turned up once no more betting is possible, and nobody may muck [INT-05]."""
    stud_odd_chip: Literal["seat", "suit"] = "seat"
    """Odd chip in stud: nearest the dealer's left, or the highest card by suit in the five-card
    hand [SHO-08]."""
    identical_hands: Literal["halves", "even"] = "halves"
    """Hi-lo, same winners both ways: each half split alone, or the pot as evenly as possible
    [SHO-17]."""
    history_shows_called: Literal["participants", "hidden"] = "participants"
    """Whether a hand that called and mucked is seen in other participants' history [SHO-04]."""

    roodles: Literal["off", "hand", "round"] = "off"
    """After aces full or better was shown down: nothing, or the next hand, or as many hands as
    players were dealt in, at twice the stakes [ACC-09]."""

    # -- clocks, absence (the table's domain reads these) -----------------------------------
    act_time_s: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 30
    """Seconds to act [ACT-01]."""
    reconnect_time_s: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 30
    """Seconds to come back with a bet in the pot [ACT-02]."""
    protection_uses: Annotated[int, msgspec.Meta(ge=0, le=100)] = 2
    """Disconnection all-ins of a player in the window [ACT-04]; 0: none."""
    protection_window_h: Annotated[int, msgspec.Meta(ge=1, le=8760)] = 24
    """Hours of the rolling window [ACT-04]."""
    timeout_protected: bool = True
    """Whether a player who is there but lets the time run out uses protection too [ACT-01]."""
    sit_out_max_min: Count = 15
    """Minutes sitting out before a player is removed; 0: no limit [ACT-07]."""
    sit_out_max_hands: Count = 20
    """Hands sitting out before a player is removed; 0: no limit [ACT-07]."""
    slow_play_max: Count = 3
    """Time-outs in an hour before a player is removed; 0: only counted [ACT-09]."""
    reducing_window_min: Count = 60
    """Minutes in which one may not come back with less than one left with; 0: off [ACT-11]."""

    # -- buying in --------------------------------------------------------------------------
    limit_buy_in_min: Count = 10
    """Least buy-in in limit games, in units of limit_buy_in_unit [MON-02]."""
    limit_buy_in_unit: Literal["small_blind", "lower_limit"] = "small_blind"
    """What the least buy-in in limit games is counted in [MON-02]."""
    limit_buy_in_max: Count = 20
    """Most in limit games, in big blinds; 0: no most [MON-02]."""
    big_bet_buy_in_min: Count = 10
    """Least in pot-limit and no-limit games, in big blinds [MON-03]."""
    big_bet_buy_in_max: Count = 20
    """Most in pot-limit and no-limit games, in big blinds; 0: no most [MON-03]."""
    short_buys: Literal["refused", "allowed", "not_in_draw_and_stud"] = "allowed"
    """Whether a seated player may add chips and still have less than the least [MON-02]."""
