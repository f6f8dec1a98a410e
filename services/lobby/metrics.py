"""The lobby's metrics."""

from riverbus.runtime.metrics import Metrics


class LobbyMetrics:
    """Declares them all."""

    def __init__(self, metrics: Metrics) -> None:
        self.tables = metrics.gauge(
            "lobby_tables", "Tables in the directory, by state.", ("state",)
        )
        self.rows = metrics.counter(
            "lobby_rows", "Live rows heard from table owners, by what was done.", ("outcome",)
        )
        self.bucket_writes = metrics.counter(
            "lobby_bucket_writes", "Configurations that reconciliation wrote to the bucket."
        )
        self.failures = metrics.counter(
            "lobby_task_failures", "Rounds of a background task that failed.", ("task",)
        )
