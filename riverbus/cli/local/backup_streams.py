"""JetStream streams as files, by the server's own snapshots: sequences stay as they were.

Protocol of `$JS.API.STREAM.SNAPSHOT` and `.RESTORE`: chunks one after the other, an empty one ends.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict

import msgspec
import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from riverbus.core.errors import ErrorKind, RoomError

CHUNK_BYTES = 128 * 1024
ANSWER_S = 20.0
QUIET_S = 60.0


class StreamsRefused(RoomError):
    """Raised when NATS does not give or take a snapshot."""

    code = "streams_refused"
    kind = ErrorKind.UNAVAILABLE


class Login(TypedDict, total=False):
    """A NATS user; empty: nobody is asked."""

    user: str
    password: str


async def save_streams(url: str, login: Login, folder: Path) -> dict[str, int]:
    """NAME.json and NAME.snapshot for each stream, buckets too. Returns messages by stream."""
    client = await _connect(url, login)
    try:
        found = {}
        for name in await _names(client):
            found[name] = await _save(client, name, folder)
        return found
    finally:
        await client.close()


async def load_streams(url: str, login: Login, described: Sequence[Path]) -> dict[str, int]:
    """Each NAME.json, with NAME.snapshot beside it, into a NATS without streams.

    Returns messages by stream.
    """
    client = await _connect(url, login)
    try:
        if there := await _names(client):
            raise StreamsRefused(f"This NATS holds streams already: {', '.join(there)}.")
        found = {}
        for each in described:
            found[each.stem] = await _load(client, each)
        return found
    finally:
        await client.close()


async def _connect(url: str, login: Login) -> Client:
    try:
        return await nats.connect(
            url, **login, allow_reconnect=False, connect_timeout=int(ANSWER_S)
        )
    except Exception as error:
        raise StreamsRefused(f"NATS at {url} cannot be reached: {error}.") from error


async def _names(client: Client) -> list[str]:
    names: list[str] = []
    while True:
        answer = await _ask(client, "$JS.API.STREAM.NAMES", {"offset": len(names)})
        page = answer.get("streams") or []
        names += page
        if not page or len(names) >= answer.get("total", 0):
            return sorted(names)


async def _save(client: Client, name: str, folder: Path) -> int:
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    with (folder / f"{name}.snapshot").open("wb") as file:

        async def take(message: Msg) -> None:
            if not message.data:
                if not ended.done():
                    ended.set_result(None)
                return
            file.write(message.data)
            if message.reply:
                await message.respond(b"")

        inbox = client.new_inbox()
        subscription = await client.subscribe(inbox, cb=take)
        wish = {"deliver_subject": inbox, "chunk_size": CHUNK_BYTES, "no_consumers": False}
        answer = await _ask(client, f"$JS.API.STREAM.SNAPSHOT.{name}", wish)
        try:
            await asyncio.wait_for(ended, QUIET_S)
        except TimeoutError as error:
            raise StreamsRefused(f"The snapshot of {name} did not end.") from error
        await subscription.unsubscribe()
    kept = {"config": answer["config"], "state": answer["state"]}
    (folder / f"{name}.json").write_bytes(msgspec.json.encode(kept))
    return int(answer["state"]["messages"])


async def _load(client: Client, described: Path) -> int:
    with described.open("rb") as text:
        kept = msgspec.json.decode(text.read())
    answer = await _ask(client, f"$JS.API.STREAM.RESTORE.{described.stem}", kept)
    subject = answer["deliver_subject"]
    with described.with_suffix(".snapshot").open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            _check(await _request(client, subject, chunk))
    restored = _check(await _request(client, subject, b""))
    return int(restored["state"]["messages"])


async def _ask(client: Client, subject: str, body: Any) -> dict[str, Any]:
    return _check(await _request(client, subject, msgspec.json.encode(body)))


async def _request(client: Client, subject: str, data: bytes) -> bytes:
    try:
        return (await client.request(subject, data, timeout=ANSWER_S)).data
    except nats.errors.Error as error:
        raise StreamsRefused(f"NATS did not answer at {subject}: {error}.") from error


def _check(data: bytes) -> dict[str, Any]:
    answer: dict[str, Any] = msgspec.json.decode(data) if data else {}
    if error := answer.get("error"):
        raise StreamsRefused(f"NATS refused: {error.get('description', error)}.")
    return answer
