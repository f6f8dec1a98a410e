"""Who claims which table: spread evenly, stable, the newest build first (SEAMS 11, 15)."""

from collections import Counter

from services.table.app.claims import Pod, ranked

PODS = [Pod(f"table-{number}", "0.1.0") for number in range(4)]


def test_tables_are_spread_and_only_those_of_a_dead_pod_move() -> None:
    tables = [f"t{number}" for number in range(400)]
    before = {table: ranked(table, PODS)[0] for table in tables}
    share = Counter(before.values())
    assert min(share.values()) > 60
    after = {table: ranked(table, PODS[1:])[0] for table in tables}
    moved = [table for table in tables if before[table] != after[table]]
    assert all(before[table] == "table-0" for table in moved)


def test_seams_15_the_newest_build_claims() -> None:
    pods = [*PODS, Pod("table-9", "0.10.0")]
    assert {ranked(f"t{number}", pods)[0] for number in range(50)} == {"table-9"}


def test_who_comes_next_is_who_would_come_without_the_first() -> None:
    for number in range(50):
        order = ranked(f"t{number}", PODS)
        left = [pod for pod in PODS if pod.name != order[0]]
        assert ranked(f"t{number}", left) == order[1:]
    assert ranked("t1", []) == []
