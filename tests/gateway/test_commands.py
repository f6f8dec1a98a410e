"""Commands to the owner of a table: routing, repeats, order, unknown outcomes (SEAMS 14, 33)."""

import asyncio
from typing import Any

import pytest
from msgspec import UNSET

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.table.v1 import table_pb2
from services.gateway.adapters import tables
from services.gateway.domain import frames as f
from services.gateway.domain.wire import Form
from tests.gateway.neighbours import TableProcess, account_of
from tests.gateway.rig import Client, House
from tests.runtime.waiting import until

HAND = "0190b5f0-7b3e-7cc3-8f6d-2b1d3d2f4a5c"


def act(action_id: str, verb: f.Verb = f.Verb.CALL, table_id: str = "river") -> f.Act:
    """An action in turn 4."""
    return f.Act(table_id=table_id, action_id=action_id, hand_id=HAND, turn=4, price=120, verb=verb)


async def process_of(house: House, name: str = "table-0", epoch: int = 1) -> TableProcess:
    """A process that owns `river`."""
    process, address = await house.table_process(name)
    process.open("river", {1: account_of("ann")})
    await process.claim("river", address, epoch)
    return process


async def greeted(house: House, name: str, form: Form = Form.JSON) -> Client:
    """A client that said hello."""
    gateway = house._gateways[0] if house._gateways else await house.gateway()
    client = await house.client(gateway, name, form)
    await client.hello()
    return client


@pytest.mark.parametrize("form", list(Form))
async def test_an_action_reaches_the_owner_in_the_players_name(house: House, form: Form) -> None:
    process = await process_of(house)
    ann = await greeted(house, "ann", form)
    await ann.send(act=f.Act(**{**_fields(act("abcdefgh", f.Verb.RAISE)), "to": 360}))
    answer: f.Answer = await ann.next("answer")
    assert (answer.action_id, answer.ok) == ("abcdefgh", True)
    [(account, request)] = process.commands
    assert account == account_of("ann")
    assert (request.hand_id, request.turn, request.price, request.to) == (HAND, 4, 120, 360)


async def test_se_07_se_08_identity_comes_from_the_session_alone(house: House) -> None:
    process = await process_of(house)
    eve = await greeted(house, "eve")
    forged = '{"act":{"table_id":"river","action_id":"abcdefgh","account_id":"acc-ann"}}'
    await eve.send_raw(forged)
    refusal = await eve.next("refusal")
    assert (refusal.error.code, refusal.action_id) == ("unknown_field", "abcdefgh")
    await eve.send(act=act("ijklmnop"))
    await eve.next("answer")
    assert [account for account, _ in process.commands] == [account_of("eve")]


async def test_se_10_a_refusal_of_the_table_comes_as_it_is(house: House) -> None:
    process = await process_of(house)

    async def stale(request: Any, account: str) -> table_pb2.CommandAnswer:
        raise RoomError(
            "That turn is over.", code="stale_turn", kind=ErrorKind.STALE, details={"turn": "5"}
        )

    process.behave = stale
    ann = await greeted(house, "ann")
    await ann.send(act=act("abcdefgh"))
    answer = await ann.next("answer")
    assert not answer.ok
    assert (answer.error.code, answer.error.kind) == ("stale_turn", "stale")
    assert answer.error.details == {"turn": "5"}


async def test_gw_14_frames_about_a_table_are_handled_in_order(house: House) -> None:
    process = await process_of(house)
    entered, go_on = asyncio.Event(), asyncio.Event()

    async def slow(request: Any, account: str) -> table_pb2.CommandAnswer:
        if request.action_id == "slow-one":
            entered.set()
            await go_on.wait()
        return table_pb2.CommandAnswer(action_id=request.action_id, ok=True)

    process.behave = slow
    ann = await greeted(house, "ann")
    await ann.send(act=act("slow-one"))
    await ann.send(act=act("fast-one", f.Verb.FOLD))
    await entered.wait()
    await ann.send(ping=f.Ping(client_ms=7))
    assert (await ann.next("pong")).client_ms == 7
    assert len(process.commands) == 1
    go_on.set()
    assert (await ann.next("answer")).action_id == "slow-one"
    assert (await ann.next("answer")).action_id == "fast-one"


async def test_not_owner_is_answered_by_the_new_owner(house: House) -> None:
    """SEAMS 14."""
    old = await process_of(house)
    ann = await greeted(house, "ann")
    old.owns = False
    new, address = await house.table_process("table-1")
    new.open("river")
    await ann.send(act=act("abcdefgh"))
    await until(lambda: len(old.commands) == 0)
    await new.claim("river", address, 2)
    assert (await ann.next("answer")).ok
    assert len(new.commands) == 1


async def test_a_call_to_a_frozen_owner_moves_with_the_lease(house: House) -> None:
    old = await process_of(house)
    frozen = asyncio.Event()

    async def freeze(request: Any, account: str) -> table_pb2.CommandAnswer:
        frozen.set()
        await asyncio.Event().wait()
        raise AssertionError

    old.behave = freeze
    ann = await greeted(house, "ann")
    await ann.send(act=act("abcdefgh"))
    await frozen.wait()
    new, address = await house.table_process("table-1")
    new.open("river")
    await new.claim("river", address, 2)
    answer = await ann.next("answer")
    assert answer.ok
    assert new.commands[0][1].action_id == "abcdefgh"


async def test_past_the_deadline_the_outcome_is_unknown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SEAMS 33."""
    monkeypatch.setattr(tables, "COMMAND_S", 0.3)
    process = await process_of(house)
    again = asyncio.Event()

    async def late(request: Any, account: str) -> table_pb2.CommandAnswer:
        await again.wait()
        return table_pb2.CommandAnswer(action_id=request.action_id, ok=True, sequence=9)

    process.behave = late
    ann = await greeted(house, "ann")
    await ann.send(act=act("abcdefgh"))
    assert (await ann.next("answer")).error.code == "outcome_unknown"
    again.set()
    await ann.send(act=act("abcdefgh"))
    answer = await ann.next("answer")
    assert (answer.ok, answer.sequence) == (True, 9)


async def test_a_pending_answer_is_followed_by_its_outcome(house: House) -> None:
    """SEAMS 17."""
    process = await process_of(house)

    async def sit(request: Any, account: str) -> table_pb2.CommandAnswer:
        asked = len(process.commands)
        return table_pb2.CommandAnswer(
            action_id=request.action_id, ok=True, pending=asked < 3, sequence=asked
        )

    process.behave = sit
    ann = await greeted(house, "ann")
    await ann.send(sit=f.Sit(table_id="river", action_id="sit-0001", seat=3, buy_in=1000))
    assert (await ann.next("answer")).pending
    answer = await ann.next("answer")
    assert (answer.pending, answer.ok, answer.sequence) == (False, True, 3)


async def test_an_unclaimed_table_is_no_table(house: House) -> None:
    await process_of(house)
    ann = await greeted(house, "ann")
    await ann.send(act=act("abcdefgh", table_id="nowhere"))
    assert (await ann.next("answer")).error.code == "table_unknown"


async def test_who_may_not_play_may_look(house: House) -> None:
    process = await process_of(house)
    house.lobby.may_play = False
    ann = await greeted(house, "ann")
    await ann.send(sit=f.Sit(table_id="river", action_id="sit-0001", seat=3, buy_in=1000))
    refusal = await ann.next("refusal")
    assert (refusal.error.code, refusal.action_id) == ("terms_due", "sit-0001")
    assert process.commands == []
    assert (await ann.watch("river")).view is not UNSET


def _fields(message: f.Act) -> dict[str, Any]:
    return {name: getattr(message, name) for name in message.__struct_fields__}
