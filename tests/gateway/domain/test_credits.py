"""Rate credits: bursts pass, floods do not, time heals."""

from services.gateway.domain.credits import Credits, CreditTable


def test_a_burst_passes_and_a_flood_does_not() -> None:
    credits = Credits(burst=10, per_s=2, now_ms=0)
    assert all(credits.spend(1, 0) for _ in range(10))
    assert not credits.spend(1, 0)
    assert credits.wait_ms(1, 0) == 501
    assert not credits.spend(1, 499)
    assert credits.spend(1, 501)


def test_credits_come_back_up_to_the_burst() -> None:
    credits = Credits(burst=10, per_s=2, now_ms=0)
    assert credits.spend(10, 0)
    assert not credits.full(4_999)
    assert credits.full(5_000)
    assert credits.spend(10, 3_600_000)
    assert not credits.spend(1, 3_600_000)


def test_a_clock_that_stands_gives_nothing() -> None:
    credits = Credits(burst=1, per_s=1, now_ms=1_000)
    assert credits.spend(1, 1_000)
    assert not credits.spend(1, 500)


def test_keys_do_not_share_and_full_buckets_are_forgotten() -> None:
    table = CreditTable(burst=2, per_s=1, size=3)
    for key in ("a", "b", "c"):
        assert table.spend(key, 2, 0)
        assert not table.spend(key, 1, 0)
    assert table.spend("d", 2, 10_000)
    assert len(table) == 1
    assert table.spend("a", 2, 10_000)


def test_the_table_never_grows_beyond_its_size() -> None:
    table = CreditTable(burst=2, per_s=1, size=50)
    for number in range(1_000):
        table.spend(str(number), 1, 0)
    assert len(table) <= 50
