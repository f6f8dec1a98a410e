"""Sockets: handshake, credits, slow readers, revocations, replacement, presence, drain."""

import asyncio
import contextlib
import time

import aiohttp
import pytest

from riverbus.core.ports import Message
from riverbus.pb.table.v1 import ownership_pb2
from services.gateway.app import connection
from services.gateway.domain import frames as f
from services.gateway.domain.wire import MAX_FRAME_BYTES, Form
from tests.gateway.neighbours import account_of, revoke
from tests.gateway.rig import Client, House, app_of, url_of
from tests.runtime.waiting import until


async def refused(
    house: House,
    url: str,
    protocols: tuple[str, ...] = (),
    headers: dict[str, str] | None = None,
) -> int:
    """The HTTP status with which a handshake is refused."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        await house.http.ws_connect(f"{url}/ws", protocols=protocols, headers=headers)
    return caught.value.status


@pytest.mark.parametrize("form", list(Form))
async def test_the_welcome_names_the_player(house: House, form: Form) -> None:
    ann = await house.client(await house.gateway(), "ann", form)
    welcome = await ann.hello()
    assert (welcome.account_id, welcome.name, welcome.roles) == ("acc-ann", "ann", ("player",))
    assert (welcome.protocol, welcome.max_frame_bytes) == (1, MAX_FRAME_BYTES)
    assert (welcome.seated_at, welcome.gateway) == (("river",), "gateway-0")
    balance: f.Balance = await ann.next("balance")
    assert (balance.currency, balance.cash, balance.at_tables) == ("PLAY", 1000, 500)


async def test_without_session_form_or_own_origin_there_is_no_socket(house: House) -> None:
    url = url_of(await house.gateway())
    form = (Form.JSON.value,)
    bearer = {"Authorization": "Bearer tok-ann"}
    cookie = {"Cookie": "riverbus_session=tok-ann"}
    assert await refused(house, url, protocols=form) == 401
    assert await refused(house, url, protocols=form, headers={"Authorization": "Bearer no"}) == 401
    assert await refused(house, url, headers=bearer) == 400
    foreign = {**cookie, "Origin": "https://evil.example"}
    assert await refused(house, url, protocols=form, headers=foreign) == 403
    assert await refused(house, url, protocols=form, headers=cookie) == 403
    own = {**cookie, "Origin": url}
    socket = await house.http.ws_connect(f"{url}/ws", protocols=form, headers=own)
    await socket.close()


async def test_guessed_tokens_count_for_their_address_and_honest_ones_do_not(house: House) -> None:
    gateway = await house.gateway(address_burst="10", address_per_s="0.1")
    url, form = url_of(gateway), (Form.JSON.value,)
    guesses = [
        await refused(house, url, form, {"Authorization": f"Bearer guess-{number}"})
        for number in range(12)
    ]
    assert guesses == [401] * 10 + [429] * 2
    for _ in range(4):
        ann = await house.client(gateway, "ann")
        await ann.hello()


async def test_hello_comes_first_and_once(house: House) -> None:
    ann = await house.client(await house.gateway(), "ann")
    await ann.send(lobby_watch=f.LobbyWatch())
    assert (await ann.next("refusal")).error.code == "hello_first"
    await ann.send(hello=f.Hello(protocol=2))
    assert (await ann.next("refusal")).error.code == "protocol_unknown"
    await ann.hello()
    await ann.send(hello=f.Hello(protocol=1))
    assert (await ann.next("refusal")).error.code == "hello_first"


async def test_malformed_frames_are_refused_until_the_credits_are_gone(house: House) -> None:
    gateway = await house.gateway(frame_burst="40", frames_per_s="1")
    ann = await house.client(gateway, "ann")
    await ann.hello()
    for data, code in (("{", "malformed_frame"), ("[]", "bad_field"), ('{"x":1}', "unknown_field")):
        await ann.send_raw(data)
        assert (await ann.next("refusal")).error.code == code
    await ann.send_raw("x" * (MAX_FRAME_BYTES + 1))
    assert (await ann.next("refusal")).error.code == "frame_too_large"
    await ann.send(ping=f.Ping(client_ms=1))
    await ann.next("pong")
    for _ in range(12):
        await ann.send_raw("{")
    assert (await ann.next("goodbye")).code == "credits_gone"
    assert await ann.closed() == 4005


async def test_ch_08_a_huge_frame_closes_the_socket(house: House) -> None:
    ann = await house.client(await house.gateway(), "ann")
    await ann.hello()
    with contextlib.suppress(OSError):
        await ann.send_raw("x" * 10_000_000)
    assert await ann.closed() in (1006, 1009)


async def test_an_honest_client_is_never_short_of_credits(house: House) -> None:
    ann = await house.client(await house.gateway(), "ann")
    await ann.hello()
    for number in range(100):
        await ann.send(ping=f.Ping(client_ms=number))
    assert [(await ann.next("pong")).client_ms for _ in range(100)] == list(range(100))


async def test_only_the_same_instance_replaces_its_old_socket(house: House) -> None:
    """SEAMS 34."""
    gateway = await house.gateway()
    old, other = [await house.client(gateway, "ann") for _ in range(2)]
    await old.hello("tab-1")
    await other.hello("tab-2")
    stranger = await house.client(gateway, "bob")
    await stranger.hello("tab-1")
    new = await house.client(gateway, "ann")
    await new.hello("tab-1")
    goodbye = await old.next("goodbye")
    assert (goodbye.code, goodbye.retry_ms) == ("replaced", -1)
    assert await old.closed() == 4001
    for client in (other, stranger, new):
        await client.send(ping=f.Ping(client_ms=1))
        await client.next("pong")


async def test_gw_16_c_only_the_sockets_of_the_revoked_session_close(house: House) -> None:
    gateway = await house.gateway()
    phone = await house.client(gateway, "ann", token="tok-ann.phone")
    desk = await house.client(gateway, "ann", token="tok-ann.desk")
    await phone.hello()
    await desk.hello()
    await revoke(house.bus, "ann", "tok-ann.phone")
    assert (await phone.next("goodbye")).code == "signed_out"
    assert await phone.closed() == 4002
    await desk.send(ping=f.Ping(client_ms=1))
    await desk.next("pong")


async def test_gw_16_c_a_session_revoked_before_the_hello_does_not_play(house: House) -> None:
    gateway = await house.gateway()
    phone = await house.client(gateway, "ann", token="tok-ann.phone")
    seen = asyncio.Event()
    forget = app_of(gateway)._sessions.forget

    def heard(account_id: str, session_ids: frozenset[str] = frozenset()) -> None:
        forget(account_id, session_ids)
        seen.set()

    app_of(gateway)._sessions.forget = heard  # type: ignore[method-assign]
    house.lobby.revoked.add("tok-ann.phone")
    await revoke(house.bus, "ann", "tok-ann.phone")
    await seen.wait()
    await phone.send(hello=f.Hello(protocol=1))
    assert (await phone.next("goodbye")).code == "signed_out"
    assert await phone.closed() == 4002


async def test_gw_16_d_a_suspension_closes_all(house: House) -> None:
    gateway = await house.gateway()
    phone = await house.client(gateway, "ann", token="tok-ann.phone")
    bob = await house.client(gateway, "bob")
    await phone.hello()
    await bob.hello()
    await revoke(house.bus, "ann", kind="suspension")
    assert (await phone.next("goodbye")).code == "suspended"
    await bob.send(ping=f.Ping(client_ms=1))
    await bob.next("pong")


async def test_gw_16_a_an_expired_session_is_refused(house: House) -> None:
    gateway = await house.gateway()
    house.lobby.expires_at_ms = int(time.time() * 1000) + 300
    ann = await house.client(gateway, "ann")
    await ann.hello()
    sockets = app_of(gateway).sockets
    [line] = list(app_of(gateway).room.registry)
    await until(lambda: time.time() * 1000 > house.lobby.expires_at_ms)
    await sockets.refresh(line)
    assert (await ann.next("goodbye")).code == "signed_out"


async def test_gw_13_a_slow_reader_is_dropped_and_others_see_everything(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection.Outbox.__init__, "__defaults__", (200, 400_000))
    gateway = await house.gateway()
    process, address = await house.table_process("table-0")
    process.open("river")
    await process.claim("river", address, 1)
    slow, quick = [await house.client(gateway, name) for name in ("slow", "quick")]
    for client in (slow, quick):
        await client.hello()
        await client.watch("river")
    line = slow.socket._conn
    assert line is not None
    assert line.protocol is not None
    line.protocol.pause_reading()
    count, size = 3_000, 2_000
    reading = asyncio.ensure_future(_sequences(quick, count))
    for _ in range(count):
        event = process.add("river")
        event.trace_id = "x" * size
        await process.send(event)
        if event.sequence % 50 == 0:
            await asyncio.sleep(0)
    assert await reading == list(range(1, count + 1))
    await until(lambda: len(app_of(gateway).room.registry) == 1)


async def _sequences(client: Client, count: int) -> list[int]:
    return [(await client.next("event")).event.sequence for _ in range(count)]


async def test_presence_lists_every_line(house: House) -> None:
    """SEAMS 34."""
    seen: list[ownership_pb2.Presence] = []

    async def on_presence(message: Message) -> None:
        seen.append(ownership_pb2.Presence.FromString(message.data))

    await house.bus.subscribe("presence.gateway-7", on_presence)
    await house.bus.flush()
    gateway = await house.gateway("gateway-7")
    one, two = [await house.client(gateway, "ann") for _ in range(2)]
    await one.hello()
    await two.hello()

    def lines() -> int:
        if not seen:
            return 0
        found = [a.connections for a in seen[-1].accounts if a.account_id == account_of("ann")]
        return len(found[0]) if found else 0

    await until(lambda: lines() == 2)
    await one.socket.close()
    await until(lambda: lines() == 1)
    await two.socket.close()
    await until(lambda: bool(seen) and not seen[-1].accounts)


async def test_a_draining_gateway_says_goodbye(house: House) -> None:
    gateway = await house.gateway()
    ann = await house.client(gateway, "ann")
    await ann.hello()
    draining = asyncio.ensure_future(app_of(gateway).drain())
    goodbye = await ann.next("goodbye")
    assert (goodbye.code, goodbye.retry_ms) == ("draining", 0)
    assert await ann.closed() == 4004
    await draining
    headers = {"Authorization": "Bearer tok-ann"}
    status = await refused(house, url_of(gateway), protocols=(Form.JSON.value,), headers=headers)
    assert status == 503
    assert "draining" in app_of(gateway).unready()


async def test_chat_goes_to_listeners_but_not_to_those_who_ignore(house: House) -> None:
    house.chat.ignored[account_of("bob")] = [account_of("eve")]
    gateway = await house.gateway()
    ann, bob, eve = [await house.client(gateway, name) for name in ("ann", "bob", "eve")]
    for client in (ann, bob, eve):
        await client.hello()
        await client.send(chat_join=f.ChatJoin(room="lobby"))
        await client.next("chat_history")
    await eve.send(chat_say=f.ChatSay(room="lobby", action_id="say-0001", text="Hello"))
    assert (await eve.next("answer")).ok
    line: f.ChatMessage = await ann.next("chat")
    assert (line.account_id, line.name, line.text) == ("acc-eve", "eve", "Hello")
    await ann.send(chat_say=f.ChatSay(room="lobby", action_id="say-0002", text="Hi"))
    assert (await bob.next("chat")).name == "ann"


async def test_the_lobby_sends_all_rows_and_then_what_changes(house: House) -> None:
    house.lobby.add_table("river")
    house.lobby.add_table("brook")
    ann = await house.client(await house.gateway(), "ann")
    await ann.hello()
    await ann.send(lobby_watch=f.LobbyWatch())
    rows: f.LobbyRows = await ann.next("lobby")
    assert rows.all
    assert [row.table_id for row in rows.rows] == ["river", "brook"]
    assert rows.players == 4
    house.lobby.tables["brook"].row.seated = 3
    del house.lobby.tables["river"]
    await house.bus.publish("lobby.tables", b"")
    changed: f.LobbyRows = await ann.next("lobby")
    assert not changed.all
    assert [(row.table_id, row.seated, row.removed) for row in changed.rows] == [
        ("brook", 3, False),
        ("river", 0, True),
    ]
