"""The chat's metrics."""

from riverbus.runtime.metrics import Metrics


class ChatMetrics:
    """Declares them all."""

    def __init__(self, metrics: Metrics) -> None:
        self.rooms = metrics.gauge("chat_rooms", "Rooms in which one may talk.")
        self.forgotten = metrics.counter(
            "chat_messages_forgotten", "Messages removed because of their age."
        )
        self.failures = metrics.counter(
            "chat_task_failures", "Rounds of a background task that failed.", ("task",)
        )
        self.standings = metrics.counter(
            "chat_standings", "Suspensions, closures and their ends taken over from the lobby."
        )
