"""An operator's call as it is kept: who, why, what it was before and after."""

import msgspec


class AuditEntry(msgspec.Struct, frozen=True):
    """`entry_id` is the idempotency key; before and after are JSON or empty."""

    entry_id: str
    at_ms: int
    actor_account_id: str
    actor_name: str
    service: str
    call: str
    subject: str
    reason: str
    before_json: str = ""
    after_json: str = ""
