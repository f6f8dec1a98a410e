"""The figures of a run of `riverbus chaos`, as text."""

from collections import Counter
from collections.abc import Callable, Sequence

from riverbus.bench.chaos_faults import Fault
from riverbus.bench.chaos_ledger import Count
from riverbus.bench.chaos_watch import Watcher

Pauses = dict[str, list[float]]


def pauses(
    watcher: Watcher, table_ids: Sequence[str], faults: Sequence[Fault], quiet: Sequence[float]
) -> Pauses:
    """Silences by cause. After a table process: of its tables; after a gateway: of its players;
    else of all tables. `quiet` are moments when nothing was broken, for comparison.
    """
    found: Pauses = {}
    for moment in quiet:
        until = moment + 10.0
        found.setdefault("nothing", []).extend(
            watcher.table_pause(table_id, moment, until) for table_id in table_ids
        )
    for fault in faults:
        if "gateway" in fault.kind:
            silences = watcher.player_pauses(fault.players, fault.at, fault.until)
        else:
            hit = watcher.taken_over(fault.at, fault.until) if "table" in fault.kind else table_ids
            silences = [watcher.table_pause(t, fault.at, fault.until) for t in hit]
        found.setdefault(fault.kind, []).extend(silences)
    return found


def resumed(watcher: Watcher, faults: Sequence[Fault], count: Count) -> Counter[tuple[str, str]]:
    """(street, outcome) of the hands that ran at tables whose process was killed."""
    found: Counter[tuple[str, str]] = Counter()
    for fault in faults:
        if "table" not in fault.kind:
            continue
        hit = watcher.taken_over(fault.at, fault.until)
        for hand_id, street in watcher.hands_at(fault.at, hit).items():
            found[street, count.status.get(hand_id, "unknown")] += 1
    return found


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def show(
    say: Callable[[str], None],
    watcher: Watcher,
    faults: Sequence[Fault],
    silences: Pauses,
    count: Count,
    shares: Sequence[float],
) -> None:
    """Everything that was measured."""
    hands, streets = count.hands, resumed(watcher, faults, count)
    say(f"hands       {sum(hands.values())} started, {hands['settled']} finished, "
        f"{hands['cancelled']} cancelled, {hands['open']} left open")  # fmt: skip
    for reason, number in count.cancelled.most_common():
        say(f"  cancelled {number}: {reason or 'no reason kept'}")
    hit = sum(streets.values())
    went_on = sum(n for (_, outcome), n in streets.items() if outcome == "settled")
    share = f", {went_on / hit:.1%}" if hit else ""
    say(f"takeovers   {sum(len(t.owners) for t in watcher.tables.values())} tables; "
        f"{hit} hands ran there, {went_on} resumed{share}")  # fmt: skip
    for (street, outcome), number in sorted(streets.items()):
        say(f"  {street:<12}{outcome:<10}{number:4}")
    say(f"{'pauses by cause':<24}{'done':>6}{'seen':>6}{'p50':>8}{'p99':>8}{'most':>8}  s")
    times = Counter(fault.kind for fault in faults)
    for cause, values in silences.items():
        say(f"  {cause:<22}{times[cause] or '':>6}{len(values):>6}"
            f"{percentile(values, 0.5):8.2f}{percentile(values, 0.99):8.2f}"
            f"{max(values, default=0.0):8.2f}")  # fmt: skip
    away = [f.back - f.at for f in faults if f.kind == "database" and f.back]
    if away:
        say(f"  the database was away {max(away):.1f} s at most")
    say(f"events      {watcher.doubled} seen twice, {watcher.missing} gaps "
        "(each healed by a snapshot)")  # fmt: skip
    if shares:
        say(f"CPU         {sum(shares) / len(shares):.0%} of the machine on average, "
            f"p90 {percentile(shares, 0.9):.0%}")  # fmt: skip
    for currency, total in sorted(count.sums.items()):
        say(f"ledger      all {currency} accounts add up to {total}")
    say(f"seats       {count.seats} hold {count.in_seats}; "
        f"{'as their escrows' if not count.lost else 'NOT as their escrows'}")  # fmt: skip
    for sentence in (*count.differences, *count.findings):
        say(f"  {sentence}")
    say(f"chips lost  {count.lost}")
