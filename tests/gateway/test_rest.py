"""REST: accounts, errors, cookies, origins, credits, the page's headers, the document."""

import json
from pathlib import Path
from typing import Any

import pytest

from riverbus.runtime.service import Running
from services.gateway.adapters.credentials import COOKIE
from tests.gateway.rig import House, page_folder, url_of

SIGN_UP = {
    "name": "ann",
    "email": "ann@example.org",
    "password": "correct horse",
    "birth_date": "1990-01-01",
    "country": "GB",
    "terms_version": "1",
    "declarations_accepted": True,
}


class Api:
    """Requests to one gateway."""

    def __init__(self, house: House, gateway: Running) -> None:
        self.house = house
        self.url = url_of(gateway)

    async def __call__(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        """Status, JSON, headers."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        raw = body if isinstance(body, str) or body is None else json.dumps(body)
        if raw is not None:
            named.setdefault("Content-Type", "application/json")
        async with self.house.http.request(
            method, f"{self.url}{path}", data=raw, headers=named
        ) as response:
            text = await response.text()
            is_json = response.content_type == "application/json"
            found = dict(response.headers)
            found["Set-Cookie"] = "; ".join(response.headers.getall("Set-Cookie", []))
            return response.status, json.loads(text) if is_json else text, found


@pytest.fixture
async def api(house: House) -> Api:
    """A gateway of the test's own."""
    house.http.cookie_jar.clear()
    return Api(house, await house.gateway())


ANN = {"Authorization": "Bearer tok-ann"}


async def test_signing_up_gives_browsers_a_cookie_and_no_token(api: Api) -> None:
    status, body, headers = await api("POST", "/api/sign-up", SIGN_UP, Origin=api.url)
    assert status == 200
    assert (body["account"]["name"], body["token"]) == ("ann", "")
    cookie = headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=tok-ann;")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Secure" not in cookie
    assert api.house.lobby.origins[-1].address == "127.0.0.1"


async def test_bearer_sessions_get_a_token_and_no_cookie(api: Api) -> None:
    body = {"login": "bob", "password": "correct horse", "kind": "bearer"}
    status, answer, headers = await api("POST", "/api/sign-in", body)
    assert (status, answer["token"], headers["Set-Cookie"]) == (200, "tok-bob", "")
    status, answer, _ = await api("GET", "/api/me", Authorization="Bearer tok-bob")
    assert (status, answer["name"]) == (200, "bob")


async def test_signing_out_ends_the_session_and_the_cookie(api: Api) -> None:
    assert (await api("GET", "/api/me", **ANN))[0] == 200
    cookie = f"{COOKIE}=tok-ann"
    status, _, headers = await api("POST", "/api/sign-out", Cookie=cookie, Origin=api.url)
    assert status == 200
    assert "Max-Age=0" in headers["Set-Cookie"]
    status, body, _ = await api("GET", "/api/me", **ANN)
    assert (status, body["error"]["code"]) == (401, "not_signed_in")


async def test_secure_cookies_behind_a_trusted_proxy(house: House) -> None:
    gateway = await house.gateway(trusted_proxies="127.0.0.0/8")
    api = Api(house, gateway)
    forwarded = {"X_Forwarded_For": "1.2.3.4, 203.0.113.9", "X_Forwarded_Proto": "https"}
    _, _, headers = await api("POST", "/api/sign-up", SIGN_UP, **forwarded)
    assert "Secure" in headers["Set-Cookie"]
    assert "max-age" in headers["Strict-Transport-Security"]
    assert house.lobby.origins[-1].address == "203.0.113.9"


async def test_without_trust_forwarded_headers_are_words(api: Api) -> None:
    forwarded = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Proto": "https"}
    _, _, headers = await api("POST", "/api/sign-up", SIGN_UP, **forwarded)
    assert "Secure" not in headers["Set-Cookie"]
    assert api.house.lobby.origins[-1].address == "127.0.0.1"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-origin"}, 422),
        ({"Origin": "null"}, 403),
    ],
)
async def test_another_sites_page_cannot_act_by_cookie(
    api: Api, headers: dict[str, str], status: int
) -> None:
    body = {"action_id": "refill-1"}
    got, _, _ = await api("POST", "/api/refill", body, Cookie=f"{COOKIE}=tok-ann", **headers)
    assert got == status


async def test_another_sites_page_cannot_sign_somebody_in(api: Api) -> None:
    body = {"login": "bob", "password": "correct horse"}
    status, answer, _ = await api("POST", "/api/sign-in", body, Origin="https://evil.example")
    assert (status, answer["error"]["code"]) == (403, "foreign_origin")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("{", 400, "malformed_body"),
        ("[]", 400, "bad_field"),
        ('{"action_id":"refill-1","amount":5}', 400, "unknown_field"),
        ('{"action_id":7}', 400, "bad_field"),
        ('{"action_id":"x"}', 400, "bad_field"),
        ("[" * 15_000, 400, "bad_field"),
        ("x" * 20_000, 413, "body_too_large"),
        ('{"action_id":"refill-1"}', 422, "refill_too_soon"),
    ],
)
async def test_se_13_bodies_are_checked(api: Api, body: str, status: int, code: str) -> None:
    got, answer, _ = await api("POST", "/api/refill", body, **ANN)
    assert (got, answer["error"]["code"]) == (status, code)
    assert answer["error"]["sentence"].endswith(".")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nowhere", 404, "no_route"),
        ("PATCH", "/api/me", 405, "method_not_allowed"),
        ("GET", "/api/tables/no-such-table", 404, "unknown_table"),
        ("GET", "/api/tables/NO", 400, "bad_field"),
        ("GET", "/api/tables?game=whist", 400, "bad_field"),
        ("GET", "/api/tables?size=0", 400, "bad_field"),
        ("GET", "/api/tables?size=1e1", 400, "bad_field"),
        ("GET", "/api/tables?colour=red", 400, "unknown_field"),
        ("GET", "/api/hands/7", 400, "bad_field"),
    ],
)
async def test_paths_and_queries_are_checked(
    api: Api, method: str, path: str, status: int, code: str
) -> None:
    got, answer, _ = await api(method, path, **ANN)
    assert (got, answer["error"]["code"]) == (status, code)


async def test_the_lobby_is_open_to_all_but_the_purse_is_not(api: Api) -> None:
    api.house.lobby.add_table("river")
    status, body, _ = await api("GET", "/api/tables")
    assert status == 200
    [row] = body["tables"]
    assert (row["table_id"], row["info"]["game"], row["info"]["limit"]) == (
        "river",
        "holdem",
        "none",
    )
    assert (await api("GET", "/api/tables/river"))[0] == 200
    assert (await api("GET", "/api/balances"))[0] == 401
    _, purse, _ = await api("GET", "/api/balances", **ANN)
    assert purse["balances"] == [{"currency": "PLAY", "cash": 1000, "at_tables": 500}]


async def test_honest_players_behind_one_address_are_not_punished(house: House) -> None:
    gateway = await house.gateway(address_burst="10", address_per_s="0.1", account_burst="10")
    api = Api(house, gateway)
    for number in range(40):
        assert (await api("GET", "/api/me", Authorization=f"Bearer tok-p{number}"))[0] == 200
    statuses = [(await api("GET", "/api/terms"))[0] for _ in range(12)]
    assert statuses == [200] * 10 + [429] * 2
    status, body, headers = await api("GET", "/api/terms")
    assert (status, body["error"]["code"]) == (429, "too_many_requests")
    assert int(headers["Retry-After"]) >= 1
    assert (await api("GET", "/api/me", **ANN))[0] == 200


async def test_the_page_is_served_with_its_headers(house: House, tmp_path: Path) -> None:
    gateway = await house.gateway(web_dir=str(page_folder(tmp_path / "web")))
    api = Api(house, gateway)
    status, page, headers = await api("GET", "/")
    assert status == 200
    assert "importmap" in page
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self' 'sha256-" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert (await api("GET", "/table/river"))[1] == page
    status, _, headers = await api("GET", "/app/main.js")
    assert (status, headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    for hidden in ("/.secret.json", "/tool.py", "/app/../.secret.json", "/%2e%2e/x.js", "/a\\b.js"):
        assert (await api("GET", hidden))[0] == 404


async def test_the_document_describes_every_route(api: Api) -> None:
    status, document, _ = await api("GET", "/api/openapi.json")
    assert (status, document["openapi"]) == (200, "3.1.0")
    operations = [op for path in document["paths"].values() for op in path.values()]
    assert len({op["operationId"] for op in operations}) == len(operations) > 20
    for operation in operations:
        assert operation["summary"]
        assert "429" in operation["responses"]
