"""The REST side of a bot: an account that is found again at the next start, play chips, tables."""

import hashlib
import hmac
from typing import Any

import aiohttp
import msgspec
from msgspec import Struct

from riverbus.core.errors import ErrorKind, RoomError

TIMEOUT = aiohttp.ClientTimeout(total=20)
AWAY = frozenset({502, 503, 504, 429})


class Identity(Struct, frozen=True):
    """A bot's name and how it signs in."""

    name: str
    password: str

    @staticmethod
    def of(name: str, secret: str) -> "Identity":
        """The password follows from the room's secret, so nothing needs to be kept."""
        digest = hmac.new(secret.encode(), f"bot:{name}".encode(), hashlib.sha256)
        return Identity(name, digest.hexdigest()[:32])


class RoomApi:
    """REST calls to one gateway of several; another one is taken after a failure."""

    def __init__(self, http: aiohttp.ClientSession, urls: list[str]) -> None:
        self._http = http
        self._urls = [url.rstrip("/") for url in urls]
        self._at = 0

    @property
    def url(self) -> str:
        """The gateway in use."""
        return self._urls[self._at % len(self._urls)]

    def move_on(self) -> None:
        """Use the next gateway from now on."""
        self._at += 1

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """The answer as plain data. Raises RoomError with the room's code."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = msgspec.json.encode(body)
        try:
            async with self._http.request(
                method, f"{self.url}/api{path}", data=data, headers=headers, timeout=TIMEOUT
            ) as response:
                raw = await response.read()
                status = response.status
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            self.move_on()
            raise RoomError(
                "The gateway cannot be reached.",
                code="gateway_away",
                kind=ErrorKind.UNAVAILABLE,
            ) from error
        try:
            answer = msgspec.json.decode(raw)
        except msgspec.DecodeError:
            answer = {}
        if status == 200:
            return answer
        found = answer.get("error", {})
        raise RoomError(
            found.get("sentence", f"HTTP status {status}."),
            code=found.get("code", f"http_{status}"),
            kind=ErrorKind.UNAVAILABLE if status in AWAY else ErrorKind.REFUSED,
        )

    async def enter(self, who: Identity, bot_key: str) -> str:
        """A bearer token: signs up, or signs in where the account is there already."""
        terms = await self.call("GET", "/terms")
        sign_up = {
            "name": who.name,
            "email": f"{who.name.lower()}@bots.invalid",
            "password": who.password,
            "birth_date": "1990-01-01",
            "country": "GB",
            "terms_version": terms["version"],
            "declarations_accepted": True,
            "kind": "bearer",
            "bot_key": bot_key,
        }
        try:
            return str((await self.call("POST", "/sign-up", body=sign_up))["token"])
        except RoomError as error:
            if error.code not in ("name_taken", "email_taken"):
                raise
        sign_in = {"login": who.name, "password": who.password, "kind": "bearer"}
        return str((await self.call("POST", "/sign-in", body=sign_in))["token"])

    async def cash(self, token: str, currency: str) -> int:
        """What is free to be taken to a table."""
        purse = await self.call("GET", "/balances", token)
        found = [b.get("cash", 0) for b in purse["balances"] if b["currency"] == currency]
        return int(found[0]) if found else 0

    async def left_with(self, token: str, currency: str, table_id: str) -> int:
        """What the own last stand-up from a table brought home, by the statement; 0: unknown."""
        page = await self.call("GET", f"/statement?currency={currency}&size=100", token)
        found = [
            (entry["booked_at_ms"], entry["change"])
            for entry in page["entries"]
            if entry["kind"] in ("stand_up", "sent_home") and table_id in entry["subject"]
        ]
        return int(max(found)[1]) if found else 0

    async def refill(self, token: str, action_id: str) -> int:
        """Play chips granted; 0 when the room gives none now."""
        try:
            answer = await self.call("POST", "/refill", token, {"action_id": action_id})
        except RoomError as error:
            if error.kind is ErrorKind.UNAVAILABLE:
                raise
            return 0
        return int(answer["granted"])
