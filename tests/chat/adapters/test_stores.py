"""One contract for the store in PostgreSQL and the one in memory."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from riverbus.runtime.db import Database
from services.chat.adapters.memory import MemoryStore
from services.chat.adapters.postgres import PgStore
from services.chat.app.ports import OperatorCall, Standing, Store, WordList
from services.chat.domain.messages import Message, MessageKind
from services.chat.domain.sanctions import AppealState, Offence, Sanction
from services.chat.domain.word_filter import BannedWord
from tests.fixtures.databases import FreshDatabases


@pytest.fixture(params=["memory", "postgres"])
async def store(
    request: pytest.FixtureRequest, fresh_database: FreshDatabases
) -> AsyncIterator[Store]:
    """An empty store."""
    if request.param == "memory":
        yield MemoryStore()
        return
    database = Database(await fresh_database("chat"), "chat", pool=4)
    yield PgStore(database)
    await database.close()


def message(number: int, **changes: object) -> Message:
    """A message of the lobby."""
    made = Message(
        message_id=f"0190-{number:04d}",
        room="lobby",
        sequence=number,
        kind=MessageKind.PLAYER,
        sender_account_id="heron",
        sender_name="Heron",
        text=f"text {number}",
        original=f"typed {number}",
        said_at_ms=1_000 + number,
        client_message_id=f"client-{number}",
    )
    return msgspec.structs.replace(made, **changes)


def sanction(number: int, **changes: object) -> Sanction:
    """A ban."""
    made = Sanction(
        f"0190-s{number}", "heron", Offence.CARD_TALK, 1, 100 + number, 9_999, "Why.", "mod"
    )
    return msgspec.structs.replace(made, **changes)


async def fill(store: Store, *messages: Message) -> None:
    """Stores them under their numbers."""
    async with store.begin() as tx:
        for each in messages:
            await tx.messages.next_sequence(each.room)
            await tx.messages.add(each)


async def test_sequences_rise_in_each_room(store: Store) -> None:
    async with store.begin() as tx:
        numbers = [await tx.messages.next_sequence(room) for room in ("a", "b", "a", "a")]
    assert numbers == [1, 1, 2, 3]
    with pytest.raises(KeyError):
        await _failing(store)
    async with store.begin() as tx:
        assert await tx.messages.next_sequence("a") == 4


async def _failing(store: Store) -> None:
    async with store.begin() as tx:
        await tx.messages.next_sequence("a")
        raise KeyError


async def test_messages_are_found_every_way(store: Store) -> None:
    await fill(
        store,
        message(1),
        message(2, sender_account_id="egret", filtered=True),
        message(3, kind=MessageKind.HOUSE, sender_account_id="", client_message_id=""),
        message(4),
        message(5, room="table-weir", sequence=1),
    )
    nobody: frozenset[str] = frozenset()
    async with store.begin() as tx:
        found = tx.messages
        assert await found.by_client_id("heron", "client-1") == message(1)
        assert await found.by_client_id("", "") is None
        assert [each.sequence for each in await found.before("lobby", 0, nobody, 9)] == [
            4,
            3,
            2,
            1,
        ]
        assert [each.sequence for each in await found.before("lobby", 3, nobody, 1)] == [2]
        without = frozenset({"egret"})
        assert [each.sequence for each in await found.after("lobby", 1, without, 9)] == [3, 4]
        ids = [each.message_id[-1] for each in await found.review("", "heron", False, "", 9)]
        assert ids == ["5", "4", "1"]
        assert len(await found.review("lobby", "", True, "", 9)) == 1
        assert len(await found.review("", "", False, "0190-0003", 9)) == 2
        await found.save(message(4, removed=True))
        assert (await found.get("0190-0004")) == message(4, removed=True)


async def test_old_messages_go_unless_a_sanction_is_about_them(store: Store) -> None:
    await fill(store, message(1), message(2), message(3))
    async with store.begin() as tx:
        await tx.sanctions.add(sanction(1, message_id="0190-0001"))
        assert await tx.messages.forget(1_003, 10) == 1
        assert await tx.messages.get("0190-0001") is not None
        assert await tx.messages.get("0190-0002") is None


async def test_sanctions_are_kept_and_paged(store: Store) -> None:
    async with store.begin() as tx:
        await tx.sanctions.lock_account("heron")
        await tx.sanctions.add(sanction(1))
        await tx.sanctions.add(sanction(2, appeal_state=AppealState.OPEN, appeal_text="No."))
        await tx.sanctions.add(sanction(3, account_id="egret"))
    async with store.begin() as tx:
        own = await tx.sanctions.of_account("heron")
        assert [each.sanction_id for each in own] == ["0190-s2", "0190-s1"]
        assert await tx.sanctions.page("", True, "", 9) == [own[0]]
        assert len(await tx.sanctions.page("", False, "0190-s3", 9)) == 2
        ended = sanction(1, ended_at_ms=5, struck_out=True)
        await tx.sanctions.save(ended)
        assert await tx.sanctions.get("0190-s1", lock=True) == ended
        assert await tx.sanctions.get("0190-none") is None


async def test_ignore_lists_and_standings(store: Store) -> None:
    async with store.begin() as tx:
        for other in ("b", "a", "b"):
            await tx.people.ignore("heron", other)
        assert await tx.people.ignored("heron") == ["b", "a"]
        await tx.people.unignore("heron", "b")
        assert await tx.people.ignored("heron") == ["a"]
        await tx.people.set_standing(Standing("heron", True, 0, 5))
        await tx.people.set_standing(Standing("heron", False, 0, 4))
        assert await tx.people.standing("heron") == Standing("heron", True, 0, 5)
        assert await tx.people.standing("egret") is None


async def test_the_word_list_changes_by_compare_and_set(store: Store) -> None:
    words = WordList((BannedWord("grunk", anywhere=True),), 1)
    async with store.begin() as tx:
        assert await tx.office.word_list() == WordList()
        assert await tx.office.set_word_list(words, 0)
        assert not await tx.office.set_word_list(words, 0)
        assert await tx.office.word_list() == words
        assert await tx.office.word_revision() == 1


async def test_calls_wait_until_they_are_dropped(store: Store) -> None:
    calls = [
        OperatorCall(f"0190-c{number}", 1, "op", "Op", "mute", "account:a", "Why.")
        for number in (2, 1)
    ]
    async with store.begin() as tx:
        for call in calls:
            await tx.office.add_call(call)
        assert await tx.office.calls(9) == [calls[1], calls[0]]
        await tx.office.drop_call("0190-c1")
        assert await tx.office.calls(9) == [calls[0]]
