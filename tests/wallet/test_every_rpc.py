"""Each RPC with each of its fields wrong: a typed refusal that proto/ lists, nothing is booked or
remembered. And each by everybody who may not call it.
"""

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from riverbus.cli.audit import audit_url
from services.wallet.domain.accounts import MAX_AMOUNT
from tests.wallet import rpcs
from tests.wallet.rig import Rig

LONG, NUL = "x" * 100_000, "a\0b"
NAMES = frozenset({"account_id", "from_account_id", "to_account_id", "table_id", "hand_id",
                   "open_hand_id", "tournament_id", "case_id", "jackpot_id",
                   "pending_account_ids"})  # fmt: skip
CALLS = frozenset({"id", "withdrawal_id", "proposal_id", "entry_id", "buy_in_id", "reference",
                   "pending_ids"})  # fmt: skip
AMOUNTS = frozenset({"amount", "min_buy_in", "max_buy_in"})
SUMS = frozenset({"change", "buy_in", "fee", "expected_stack", "contributed", "returned", "rake",
                  "stack", "cap"})  # fmt: skip
MALFORMED = frozenset({"invalid_id", "invalid_amount", "invalid_currency", "invalid_argument"})
"""Of every call, as the conventions in wallet.proto say."""
OWN = frozenset({"account_id", "from_account_id"})
OPTIONAL = frozenset({"jackpot_id", "open_hand_id"})
"""Empty is right for these: no such thing, or the caller's own account."""
LEAVING = frozenset({"ReverseBuyIn", "StandUp", "LeaveTournament"})
"""Chips come home in a currency, too, that the room has ceased to offer."""
ACCEPTING = LEAVING | {"OpenAccount", "OpenHand", "ReconcileTable"}
"""These take an account that nobody has opened: to open it, or to refuse a part alone."""
HUGE = (MAX_AMOUNT + 1, 2**63 - 1, -(2**63))


class Wrong(NamedTuple):
    """A request with one field changed, and the codes of which one is right."""

    field: str
    value: Any
    request: Any
    codes: frozenset[str]


def wrong(step: rpcs.Step) -> Iterator[Wrong]:
    """The step's request with each field wrong in each way, also inside of messages."""
    yield from _wrong(step, step.request, ())


def _wrong(step: rpcs.Step, message: Any, path: tuple[str, ...]) -> Iterator[Wrong]:
    for field in message.DESCRIPTOR.fields:
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            found = getattr(message, field.name)
            inner = found[0] if field.is_repeated and found else found
            if not field.is_repeated or found:
                yield from _wrong(step, inner, (*path, field.name))
            continue
        for value, codes in _values(step, field):
            request = type(step.request)()
            request.CopyFrom(step.request)
            _put(request, path, field, value)
            if codes - MALFORMED - {"forbidden"} and (path or field.name != "id"):
                _another_id(request)
            yield Wrong(".".join((*path, field.name)), value, request, codes)


def _another_id(request: Any) -> None:
    """What may be a business refusal is stored: the right request keeps its own id for itself."""
    if "settlements" in request.DESCRIPTOR.fields_by_name:
        request = request.settlements[0].settle
    if "id" in request.DESCRIPTOR.fields_by_name:
        request.id = f"{request.id}-{secrets.token_hex(4)}"


def _put(message: Any, path: tuple[str, ...], field: FieldDescriptor, value: Any) -> None:
    for name in path:
        message = getattr(message, name)
        if not hasattr(message, "DESCRIPTOR"):
            message = message[0]
    if field.is_repeated:
        del getattr(message, field.name)[:]
        getattr(message, field.name).append(value)
    else:
        setattr(message, field.name, value)


def _values(step: rpcs.Step, field: FieldDescriptor) -> Iterator[tuple[Any, frozenset[str]]]:
    name = field.name
    if field.type == FieldDescriptor.TYPE_ENUM:
        if name != "purpose" or step.caller.account_id:
            yield 99, frozenset({"invalid_argument"})
    elif name in AMOUNTS:
        refused = frozenset({"invalid_amount", "settlement_pots", "settlement_shares"})
        yield from ((value, refused) for value in (0, -1, *HUGE))
    elif name in SUMS:
        codes = frozenset({"invalid_amount", "invalid_rake_policy", "stack_mismatch",
                           "settlement_stack", "settlement_rake", "settlement_pots"})  # fmt: skip
        yield from ((value, codes) for value in HUGE if name != "stack" or value != HUGE[0])
    elif name == "currency":
        codes = frozenset({"invalid_currency"})
        yield from ((value, codes) for value in ("", "usd", "DOLLARS", NUL, LONG))
        if "id" in step.request.DESCRIPTOR.fields_by_name and step.method not in LEAVING:
            yield "QQQ", codes | {"wrong_currency", "insufficient_funds", "stack_mismatch"}
    elif name in CALLS:
        codes = frozenset({"invalid_id", "forbidden"})
        yield from ((value, codes) for value in ("a b", NUL, "é", LONG, "a/b/c"))
        if name != "pending_ids":
            yield "", codes
    elif name in NAMES:
        codes = frozenset({"invalid_argument", "forbidden"})
        if name.endswith("account_id") and step.method not in ACCEPTING:
            unknown = {"unknown_account", "not_entered", "stack_mismatch", "unknown_withdrawal"}
            yield "nobody", codes | unknown
        yield from ((value, codes) for value in ("a b", NUL, "é", "a/b", "x" * 65, LONG))
        own = name in (*OWN, "table_id") and step.caller.account_id
        if name not in OPTIONAL and not own:
            yield "", codes
    elif field.type == FieldDescriptor.TYPE_STRING and name not in ("anchor_json", "page"):
        codes = frozenset({"invalid_argument", "unknown_provider", "invalid_rake_policy",
                           "invalid_currency"})  # fmt: skip
        yield from ((value, codes) for value in (NUL, LONG))
    elif name == "anchor_json":
        yield from ((value, frozenset({"invalid_argument"})) for value in ("{}", "[", LONG))
    elif name == "page":
        yield from ((value, frozenset({"invalid_page"})) for value in ("x", "-1", LONG))
    elif name in ("page_size", "limit"):
        yield from ((value, frozenset({"invalid_page"})) for value in (-1, 501, 2**31 - 1))
    elif name in ("since_ms", "until_ms", "at_ms"):
        yield from ((value, frozenset({"invalid_argument"})) for value in (-1, 2**63 - 1))
    elif name in ("epoch", "attempt"):
        yield from ((value, frozenset({"invalid_argument"})) for value in (0, -1))
    elif name == "seat":
        codes = frozenset({"invalid_argument", "settlement_seat", "settlement_winner"})
        yield from ((value, codes) for value in (-1, 11, 2**31 - 1))
    elif name.endswith("basis_points"):
        codes = frozenset({"invalid_argument", "invalid_rake_policy"})
        yield from ((value, codes) for value in (-1, 10_001))


async def test_every_field_of_every_rpc(rig: Rig) -> None:
    listed = rpcs.documented()
    called, problems = set(), []
    for step in rpcs.scenario():
        before = await rig.booked()
        for case in wrong(step):
            code = await rig.call(step.caller, step.method, case.request)
            right = code in case.codes and code in listed[step.method] | MALFORMED
            if code not in MALFORMED | {"forbidden"}:
                before = (before[0], (await rig.booked())[1])
            if not right or await rig.booked() != before:
                problems.append(f"{step.method} {case.field}={case.value!r:.20}: {code}")
        code = await rig.call(step.caller, step.method, step.request)
        if code != "ok":
            problems.append(f"{step.method}: {code}")
        called.add(step.method)
    assert not problems, "\n".join(problems)
    assert called == set(rpcs.methods())
    assert (await audit_url(rig.url)).findings == []
