"""An operator at the gateway's REST interface, for commands: signs in, calls, signs out.

Who and where: --url and --login with a password asked for, else the room that runs in RIVERBUS_HOME
with its first operator.
"""

import argparse
import getpass
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from riverbus.cli.local.here import room_here
from riverbus.core.errors import ErrorKind, RoomError

TIMEOUT_S = 20.0


class OperatorClient:
    """Calls with a bearer token. Raises RoomError with the gateway's own code and sentence."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        self._token = ""

    def sign_in(self, login: str, password: str) -> None:
        """Take a token."""
        body = {"login": login, "password": password, "kind": "bearer"}
        self._token = str(self.call("POST", "/sign-in", body)["token"])

    def sign_out(self) -> None:
        """End the session."""
        self.call("POST", "/sign-out", {})

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """One request below /api."""
        request = urllib.request.Request(
            f"{self._url}/api{path}",
            method=method,
            data=None if body is None else msgspec.json.encode(body),
            headers={"Content-Type": "application/json"},
        )
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
                found: dict[str, Any] = msgspec.json.decode(answer.read())
                return found
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (OSError, msgspec.DecodeError) as error:
            raise RoomError(
                f"The gateway at {self._url} does not answer: {error}.",
                code="gateway_unreachable",
                kind=ErrorKind.UNAVAILABLE,
            ) from error

    def operate(self, name: str, **fields: Any) -> dict[str, Any]:
        """An operators' call, such as Operate or SuspendAccount."""
        return self.call("POST", f"/operator/{name}", fields)

    def tables(self) -> list[str]:
        """The ids of all tables in the lobby."""
        found: list[str] = []
        cursor = ""
        while True:
            query = urllib.parse.urlencode({"size": 100, "cursor": cursor})
            page = self.call("GET", f"/tables?{query}")
            found += [table["table_id"] for table in page["tables"]]
            cursor = page.get("next_cursor", "")
            if not cursor:
                return found


def add_sign_in(parser: argparse.ArgumentParser) -> None:
    """The options by which a command says who it is."""
    parser.add_argument("--url", default="", help="of a gateway; default: the room that runs here")
    parser.add_argument("--login", default="", help="operator's name; default: the first operator")
    parser.add_argument(
        "--password-stdin", action="store_true", help="read the password from standard input"
    )


@contextmanager
def signed_in(args: argparse.Namespace) -> Iterator[OperatorClient]:
    """A client for the command; the session ends with it."""
    url, login, password = args.url, args.login, ""
    if not url:
        state, secrets = room_here("name a gateway with --url")
        url = state.urls[0]
        if not login:
            login, password = secrets.operator_name, secrets.operator_password
    if not login:
        raise RoomError("Say who you are: --login.", code="config_refused", kind=ErrorKind.INVALID)
    if not password:
        password = sys.stdin.readline().rstrip("\n") if args.password_stdin else getpass.getpass()
    client = OperatorClient(url)
    client.sign_in(login, password)
    try:
        yield client
    finally:
        client.sign_out()


def _refusal(error: urllib.error.HTTPError) -> RoomError:
    try:
        told = msgspec.json.decode(error.read())["error"]
        return RoomError(told["sentence"], code=told["code"], kind=ErrorKind.REFUSED)
    except (msgspec.DecodeError, KeyError, TypeError):
        return RoomError(f"The gateway answered {error.code}.", code="gateway_refused")
