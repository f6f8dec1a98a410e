"""The wallet's metrics."""

from riverbus.runtime.metrics import Metrics


class WalletMetrics:
    """One object a process, over the service's registry."""

    def __init__(self, metrics: Metrics) -> None:
        self.operations = metrics.counter(
            "wallet_operations", "Calls decided, by kind and outcome code.", ("kind", "code")
        )
        self.batch_orders = metrics.histogram(
            "wallet_batch_orders",
            "Calls booked in one commit.",
            buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
        )
        self.batch_seconds = metrics.histogram(
            "wallet_batch_seconds", "Time that one commit took, seconds."
        )
        self.queue_length = metrics.gauge("wallet_queue_length", "Calls that wait to be booked.")
        self.refused_queue = metrics.counter(
            "wallet_queue_refused", "Calls refused because too many waited."
        )
        self.contentions = metrics.counter(
            "wallet_contentions", "Commits that were run again because another was in the way."
        )
        self.differences = metrics.counter(
            "wallet_table_differences", "Confirmed differences between a table and the ledger."
        )
        self.silent_tables = metrics.gauge(
            "wallet_silent_tables", "Tables with chips that were not reconciled for three minutes."
        )
        self.audit_findings = metrics.gauge(
            "wallet_audit_findings", "Findings of the last audit; anything but 0 pages."
        )
        self.audit_seconds = metrics.gauge(
            "wallet_audit_seconds", "How long the last audit took, seconds."
        )
        self.audit_at_seconds = metrics.gauge(
            "wallet_audit_at_seconds", "When the last audit ended, Unix seconds."
        )
        self.head_at_seconds = metrics.gauge(
            "wallet_head_at_seconds", "When the last head was signed, Unix seconds."
        )
        self.supply = metrics.gauge(
            "wallet_supply_minor", "What all players hold, smallest unit.", ("currency",)
        )
