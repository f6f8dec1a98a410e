"""How fast one may talk (CHT-02): a bucket of credits for each account, over all rooms."""

import msgspec


class RateRules(msgspec.Struct, frozen=True):
    """`burst` messages at once, one more each `refill_ms`; too many refusals are flooding."""

    burst: int = 5
    refill_ms: int = 2_000
    flood_refusals: int = 20
    flood_window_ms: int = 60_000


class Bucket(msgspec.Struct, frozen=True):
    """Credits in milliseconds of refill, so that no fraction is lost."""

    credit_ms: int
    at_ms: int
    refused: int = 0
    refused_since_ms: int = 0


def full(rules: RateRules, now_ms: int) -> Bucket:
    """The bucket of somebody who has not spoken lately."""
    return Bucket(rules.burst * rules.refill_ms, now_ms)


def take(rules: RateRules, bucket: Bucket, now_ms: int) -> tuple[Bucket, int]:
    """The bucket after one message, and 0 or the wait in ms until one is allowed."""
    most = rules.burst * rules.refill_ms
    credit = min(most, bucket.credit_ms + max(0, now_ms - bucket.at_ms))
    if credit >= rules.refill_ms:
        spent = credit - rules.refill_ms
        return msgspec.structs.replace(bucket, credit_ms=spent, at_ms=now_ms), 0
    since = bucket.refused_since_ms
    count = bucket.refused
    if now_ms - since > rules.flood_window_ms:
        since, count = now_ms, 0
    return Bucket(credit, now_ms, count + 1, since), rules.refill_ms - credit


def is_flood(rules: RateRules, bucket: Bucket) -> bool:
    """Whether somebody went on in spite of so many refusals that it is flooding (CHT-06)."""
    return bucket.refused >= rules.flood_refusals
