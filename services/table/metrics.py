"""The table service's metrics."""

from riverbus.runtime.metrics import LATENCY_BUCKETS_S, Metrics

SLOW_BUCKETS_S = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0)


class TableMetrics:
    """All of them."""

    def __init__(self, metrics: Metrics) -> None:
        self.owned = metrics.gauge("table_owned_tables", "Tables that this process owns.")
        self.seated = metrics.gauge("table_seated_players", "Players in its seats.")
        self.running = metrics.gauge("table_running_hands", "Hands in progress.")
        self.commands = metrics.counter(
            "table_commands", "Commands by kind and outcome.", ("kind", "outcome")
        )
        self.decide = metrics.histogram(
            "table_command_seconds", "From a command's turn to its answer, the log included."
        )
        self.append = metrics.histogram(
            "table_append_seconds", "Until a record was durable.", buckets=LATENCY_BUCKETS_S
        )
        self.undecided = metrics.counter(
            "table_append_undecided", "Appends that had to be repeated to know their outcome."
        )
        self.hands_started = metrics.counter(
            "table_hands_started", "Hands dealt.", ("game", "limit")
        )
        self.hands_ended = metrics.counter(
            "table_hands_ended", "Hands closed, by outcome: settled or cancelled.", ("outcome",)
        )
        for outcome in ("settled", "cancelled"):
            # From the start: an increase from nothing to 1 is none to Prometheus, and pages nobody.
            self.hands_ended.labels(outcome)
        self.timeouts = metrics.counter(
            "table_turn_timeouts", "Turns that ended without the player, by reason.", ("reason",)
        )
        self.takeovers = metrics.counter(
            "table_takeovers", "Tables taken over, by what came of it.", ("outcome",)
        )
        self.takeover = metrics.histogram(
            "table_takeover_seconds", "From the claim to the first prompt.", buckets=SLOW_BUCKETS_S
        )
        self.fenced = metrics.counter("table_fenced", "Times that another owner wrote first.")
        self.quarantined = metrics.gauge(
            "table_quarantined", "Tables stopped by a broken invariant; an operator must act."
        )
        self.paused = metrics.gauge(
            "table_paused_by_wallet", "Tables stopped because the wallet refused a hand."
        )
        self.waiting = metrics.gauge(
            "table_oldest_intent_seconds", "Age of the oldest wallet call without an outcome."
        )
        self.stuck = metrics.gauge(
            "table_longest_silence_seconds", "Longest time without an event in a running hand."
        )
        self.protections = metrics.counter(
            "table_protection_uses", "Disconnection all-ins asked for, by outcome.", ("outcome",)
        )
        self.differences = metrics.counter(
            "table_reconcile_differences", "Confirmed differences between table and wallet."
        )
        self.log_fill = metrics.gauge(
            "table_hand_log_fill_ratio",
            "How full a stream of the hand log is, 0 to 1; new hands stop at 0.9.",
            ("stream",),
        )
        self.forgotten = metrics.counter(
            "table_forgotten",
            "What retention did: hands_deleted, hands_anonymised, absences_deleted.",
            ("what",),
        )
        self.retention_overdue = metrics.gauge(
            "table_retention_overdue_seconds",
            "How long the oldest hand has stayed, or kept its names, beyond its day.",
        )
        self.unarchived = metrics.gauge(
            "table_unarchived_hands", "Finished hands that are not in the archive yet."
        )
