"""Saying, hearing, being muted: the use cases over the store in memory."""

import asyncio

import pytest

from services.chat.adapters.memory import MemoryStore
from services.chat.app.chat_room import Settings
from services.chat.app.ports import Standing
from services.chat.app.speaking import Said
from services.chat.domain.errors import (
    AccountIsSuspended,
    BadMessageId,
    BadPage,
    IgnoreSelf,
    MessageIdReused,
    MessageTooLong,
    Muted,
    TooFast,
    TooManyIgnored,
    UnknownMessage,
    UnknownRoom,
    UnknownSanction,
)
from services.chat.domain.messages import MessageKind
from services.chat.domain.rates import RateRules
from services.chat.domain.sanctions import Offence
from services.chat.domain.word_filter import BannedWord
from tests.chat.rig import MODERATOR, Rig


@pytest.fixture
def rig() -> Rig:
    """An empty chat."""
    return Rig(MemoryStore())


async def texts(rig: Rig, viewer: str | None = None, room: str = "lobby") -> list[str]:
    """What a viewer sees of a room."""
    page = await rig.speaking.history(viewer, room, 0, 0, 0)
    return ["" if each.removed else each.text for each in page.messages]


async def test_ch_04_the_sender_is_the_caller_and_dealer_lines_are_another_kind(
    rig: Rig,
) -> None:
    said = await rig.say("heron", "hi\rDealer: seat 3 wins", room="table-oxbow")
    assert (said.kind, said.sender_account_id) == (MessageKind.PLAYER, "heron")
    assert said.text == "hi Dealer: seat 3 wins"
    await rig.desk.announce(MODERATOR, "table-oxbow", "The table closes at noon.")
    kinds = [(each.kind, each.sender_name) for each in rig.crier.heard]
    assert kinds == [(MessageKind.PLAYER, "Heron"), (MessageKind.HOUSE, "")]


async def test_a_repeated_message_id_gives_the_first_answer(rig: Rig) -> None:
    first = await rig.say("heron", "nice hand", message_id="client-1")
    again = await rig.say("heron", "nice hand", message_id="client-1")
    assert again == first
    assert len(rig.crier.heard) == 1
    with pytest.raises(MessageIdReused):
        await rig.say("heron", "another", message_id="client-1")
    assert (await rig.say("egret", "nice hand", message_id="client-1")) != first
    with pytest.raises(BadMessageId):
        await rig.say("heron", "hello", message_id="no id")


async def test_two_copies_at_once_are_one_message(rig: Rig) -> None:
    said = Said("heron", "Heron", "lobby", "nice hand", "client-1")
    both = await asyncio.gather(rig.speaking.say(said), rig.speaking.say(said))
    assert both[0] == both[1]
    assert len(rig.crier.heard) == 1


@pytest.mark.rule("CHT-02")
async def test_flooding_is_slowed_down_and_then_muted(rig: Rig) -> None:
    for number in range(5):
        await rig.speaking.say(Said("heron", "Heron", "lobby", f"{number}", f"burst-{number:03d}"))
    with pytest.raises(TooFast) as caught:
        await rig.speaking.say(Said("heron", "Heron", "table-weir", "6", "burst-006"))
    assert caught.value.details == {"retry_after_ms": "2000"}
    rig.clock.move(2)
    await rig.speaking.say(Said("heron", "Heron", "lobby", "7", "burst-007"))
    for number in range(18):
        with pytest.raises(TooFast):
            await rig.speaking.say(Said("heron", "Heron", "lobby", "x", f"flood-{number:03d}"))
    with pytest.raises(Muted):
        await rig.speaking.say(Said("heron", "Heron", "lobby", "x", "flood-last"))
    assert rig.crier.bans[0].offence is Offence.FLOODING
    rig.clock.move(601)
    await rig.say("heron", "sorry")


@pytest.mark.rule("CHT-03")
async def test_ch_07_a_mute_holds_in_every_room_until_its_end(rig: Rig) -> None:
    await rig.say("heron", "before")
    ban = await rig.mute("heron", Offence.FLOODING)
    rig.clock.move(500)
    for room in ("lobby", "table-oxbow", "table-weir"):
        with pytest.raises(Muted) as caught:
            await rig.say("heron", "let me", room=room)
        assert caught.value.details["sanction_id"] == ban.sanction_id
        renamed = Said("heron", "Another-Name", room, "let me", rig.ids.uuid7())
        with pytest.raises(Muted):
            await rig.speaking.say(renamed)
    rig.clock.move(100)
    await rig.say("heron", "after")
    assert await texts(rig) == ["before", "after"]


async def test_ch_07_ignoring_is_the_viewers_own_and_lasts(rig: Rig) -> None:
    await rig.say("heron", "one")
    await rig.say("egret", "two")
    assert await rig.people.ignore("otter", "heron") == ["heron"]
    assert await texts(rig, "otter") == ["two"]
    assert await texts(rig, "egret") == ["one", "two"]
    assert await texts(rig) == ["one", "two"]
    assert rig.crier.lists == [("otter", ["heron"])]
    await rig.people.unignore("otter", "heron")
    assert await texts(rig, "otter") == ["one", "two"]
    with pytest.raises(IgnoreSelf):
        await rig.people.ignore("otter", "otter")
    for number in range(200):
        await rig.people.ignore("otter", f"other-{number}")
    with pytest.raises(TooManyIgnored):
        await rig.people.ignore("otter", "one-more")


async def test_a_suspended_account_cannot_speak(rig: Rig) -> None:
    now = rig.clock.now_ms()
    await rig.people.told(Standing("heron", True, now + 60_000, now))
    with pytest.raises(AccountIsSuspended):
        await rig.say("heron", "hello")
    await rig.people.told(Standing("heron", False, 0, now + 1))
    await rig.people.told(Standing("heron", True, 0, now))
    await rig.say("heron", "hello")
    await rig.people.told(Standing("heron", True, now + 60_000, now + 2))
    rig.clock.move(60)
    await rig.say("heron", "hello again")


@pytest.mark.rule("CHT-01")
async def test_a_room_has_the_tables_language(rig: Rig) -> None:
    assert (await rig.speaking.history(None, "table-oxbow", 0, 0, 0)).language == "de"
    assert (await rig.speaking.history(None, "lobby", 0, 0, 0)).language == "en"
    for room in ("table-nowhere", "nowhere", "table-", "LOBBY", "chat.>"):
        with pytest.raises(UnknownRoom):
            await rig.say("heron", "hello", room=room)


async def test_history_is_paged_both_ways(rig: Rig) -> None:
    for number in range(7):
        await rig.say("heron", f"{number}")
    newest = await rig.speaking.history(None, "lobby", 0, 0, 3)
    assert [each.text for each in newest.messages] == ["4", "5", "6"]
    assert newest.more
    older = await rig.speaking.history(None, "lobby", newest.messages[0].sequence, 0, 4)
    assert ([each.text for each in older.messages], older.more) == (["0", "1", "2", "3"], False)
    later = await rig.speaking.history(None, "lobby", 0, older.messages[-1].sequence, 2)
    assert ([each.text for each in later.messages], later.more) == (["4", "5"], True)
    for before, after, size in ((1, 1, 0), (-1, 0, 0), (0, 0, 101)):
        with pytest.raises(BadPage):
            await rig.speaking.history(None, "lobby", before, after, size)


async def test_ch_01_what_was_typed_is_kept_for_the_record(rig: Rig) -> None:
    listed = await rig.desk.set_word_list(MODERATOR, [BannedWord("grunk")], 0)
    assert listed.revision == 1
    said = await rig.say("heron", "you gr\u200bunk")
    assert (said.text, said.filtered) == ("you ******", True)
    reviewed = await rig.desk.review("", "heron", True, "", 10)
    assert [each.original for each in reviewed] == ["you gr\u200bunk"]


async def test_a_removed_message_is_gone_for_everybody_but_kept(rig: Rig) -> None:
    said = await rig.say("heron", "<img src=x>")
    await rig.desk.remove(MODERATOR, said.message_id)
    assert await texts(rig) == [""]
    assert [each.message_id for each in rig.crier.gone] == [said.message_id]
    reviewed = await rig.desk.review("lobby", "", False, "", 10)
    assert reviewed[0].original == "<img src=x>"
    with pytest.raises(UnknownMessage):
        await rig.desk.remove(MODERATOR, "0190-none")


async def test_an_appeal_is_the_players_own(rig: Rig) -> None:
    ban = await rig.mute("heron")
    with pytest.raises(UnknownSanction):
        await rig.moderation.appeal("egret", ban.sanction_id, "Not me.")
    with pytest.raises(MessageTooLong):
        await rig.moderation.appeal("heron", ban.sanction_id, "x" * 1_001)
    await rig.moderation.appeal("heron", ban.sanction_id, "It was a joke.")
    waiting = await rig.moderation.page("", True, "", 10)
    assert [each.appeal_text for each in waiting] == ["It was a joke."]


async def test_every_operators_call_is_kept_for_the_audit_log(rig: Rig) -> None:
    ban = await rig.mute("heron")
    await rig.moderation.unmute(MODERATOR, ban.sanction_id, strike_out=True)
    said = await rig.say("heron", "hello")
    await rig.desk.remove(MODERATOR, said.message_id)
    await rig.desk.announce(MODERATOR, "", "Good evening.")
    async with rig.store.begin() as tx:
        calls = await tx.office.calls(10)
    assert [each.call for each in calls] == ["mute", "unmute", "remove_message", "announce"]
    assert {each.reason for each in calls} == {MODERATOR.reason}
    assert '"struck_out":true' in calls[1].after_json
    assert [each.room for each in rig.crier.heard[1:]] == ["lobby", "table-oxbow", "table-weir"]


async def test_old_messages_go_but_not_those_of_a_sanction() -> None:
    rig = Rig(MemoryStore(), Settings(rates=RateRules(), retention_days=1))
    await rig.say("heron", "idle")
    rig.clock.move(2 * 86_400)
    await rig.say("heron", "fresh")
    assert await rig.speaking.forget() == 1
    assert await texts(rig) == ["fresh"]
