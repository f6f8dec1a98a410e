"""RPC as every service has it: the same contract over sockets and in memory."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.chat.v1 import chat_pb2
from riverbus.runtime.calls import speaking_for, tracing
from tests.fixtures.keys import TestKeys
from tests.runtime.rpc_rig import ALICE, Rig, forever, rig


@pytest.fixture(params=["socket", "memory"])
async def rpc(request: pytest.FixtureRequest, keys: TestKeys) -> AsyncIterator[Rig]:
    """Both kinds."""
    async with rig(keys, request.param) as made:
        yield made


async def test_handler_knows_caller_and_trace(rpc: Rig) -> None:
    chat, address = await rpc.serve()
    with tracing("feed" * 8), speaking_for(ALICE):
        await rpc.stub(address).Appeal(chat_pb2.AppealRequest())
    assert chat.callers == [ALICE]
    assert chat.traces == ["feed" * 8]


async def test_account_is_needed_where_proto_lists_roles(rpc: Rig) -> None:
    chat, address = await rpc.serve()
    with pytest.raises(RoomError) as refused:
        await rpc.stub(address).Appeal(chat_pb2.AppealRequest())
    assert (refused.value.code, refused.value.kind) == ("not_allowed", ErrorKind.FORBIDDEN)
    assert chat.callers == []


async def test_service_that_proto_does_not_name_is_refused(rpc: Rig) -> None:
    _, address = await rpc.serve()
    with pytest.raises(RoomError) as refused:
        await rpc.stub(address, service="wallet").History(chat_pb2.HistoryRequest())
    assert refused.value.code == "not_allowed"


async def test_only_the_gateway_speaks_for_accounts(rpc: Rig) -> None:
    _, address = await rpc.serve()
    with speaking_for(ALICE), pytest.raises(RoomError) as refused:
        await rpc.stub(address, service="lobby").Appeal(chat_pb2.AppealRequest())
    assert refused.value.code == "token_refused"


async def test_refusal_arrives_as_it_was_raised(rpc: Rig) -> None:
    chat, address = await rpc.serve()

    async def refuse() -> None:
        raise RoomError(
            "Not your turn.", code="not_your_turn", kind=ErrorKind.REFUSED, details={"seat": "3"}
        )

    chat.behave = refuse
    with pytest.raises(RoomError) as refused:
        await rpc.stub(address).History(chat_pb2.HistoryRequest())
    error = refused.value
    assert (error.code, error.kind, error.sentence) == (
        "not_your_turn", ErrorKind.REFUSED, "Not your turn.",
    )  # fmt: skip
    assert error.details == {"seat": "3"}


async def test_bug_tells_nothing_of_its_inside(rpc: Rig) -> None:
    chat, address = await rpc.serve()

    async def break_down() -> None:
        raise KeyError("As Ks")

    chat.behave = break_down
    with pytest.raises(RoomError) as refused:
        await rpc.stub(address).History(chat_pb2.HistoryRequest())
    assert refused.value.kind is ErrorKind.INTERNAL
    assert "As" not in str(refused.value)


async def test_cancelled_handler_answers(rpc: Rig) -> None:
    """GW-19: a cancellation that escapes the handler must not leave the caller waiting."""
    chat, address = await rpc.serve()

    async def be_cancelled() -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        await asyncio.sleep(0)

    chat.behave = be_cancelled
    with speaking_for(ALICE), pytest.raises(RoomError) as cut:
        await rpc.stub(address).Appeal(chat_pb2.AppealRequest(), timeout=5)
    assert (cut.value.code, cut.value.kind) == ("call_cancelled", ErrorKind.UNAVAILABLE)


async def test_call_ends_at_its_deadline(rpc: Rig) -> None:
    chat, address = await rpc.serve()
    chat.behave = forever
    with pytest.raises(RoomError) as late:
        await rpc.stub(address).History(chat_pb2.HistoryRequest(), timeout=0.1)
    assert (late.value.code, late.value.kind) == ("deadline_exceeded", ErrorKind.DEADLINE)


async def test_idempotent_call_goes_on_at_the_other_replica(rpc: Rig) -> None:
    _, first = await rpc.serve()
    survivor, second = await rpc.serve()
    stub = rpc.stub(first, second)
    for _ in range(4):
        await stub.History(chat_pb2.HistoryRequest())
    before = len(survivor.callers)
    assert before >= 1
    await rpc.end(0)
    for _ in range(4):
        await stub.History(chat_pb2.HistoryRequest())
    assert len(survivor.callers) == before + 4


async def test_call_without_effect_mark_is_not_repeated(rpc: Rig) -> None:
    chat, address = await rpc.serve()

    async def be_away() -> None:
        raise RoomError("Draining.", code="draining", kind=ErrorKind.UNAVAILABLE)

    chat.behave = be_away
    with speaking_for(ALICE), pytest.raises(RoomError):
        await rpc.stub(address).Appeal(chat_pb2.AppealRequest())
    assert len(chat.callers) == 1


async def test_idempotent_call_is_repeated_until_it_works(rpc: Rig) -> None:
    chat, address = await rpc.serve()

    async def be_away_twice() -> None:
        if len(chat.callers) < 3:
            raise RoomError("Draining.", code="draining", kind=ErrorKind.UNAVAILABLE)

    chat.behave = be_away_twice
    await rpc.stub(address).History(chat_pb2.HistoryRequest())
    assert len(chat.callers) == 3
