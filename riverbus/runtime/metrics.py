"""Prometheus metrics with a registry per service, so that five services fit into one process.

A service's metrics.py declares all of its metrics in one class over a Metrics object; names get the
prefix `riverbus_`, the unit stands last, each has a sentence.
"""

from collections.abc import Sequence
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from riverbus import __version__

LATENCY_BUCKETS_S = (
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0,
)  # fmt: skip

_M = TypeVar("_M", Counter, Gauge, Histogram)


class Metrics:
    """Makes metrics in one service's registry; asking again for a name gives the same metric."""

    def __init__(self, service: str, *, process: bool = False) -> None:
        self.service = service
        self.registry = CollectorRegistry(auto_describe=True)
        self._made: dict[str, Counter | Gauge | Histogram] = {}
        if process:
            ProcessCollector(registry=self.registry)
            PlatformCollector(registry=self.registry)
        self.gauge(
            "build_info", "Always 1; the labels say what runs.", ("service", "version")
        ).labels(service, __version__).set(1)

    def counter(self, name: str, sentence: str, labels: Sequence[str] = ()) -> Counter:
        """A number that only rises; exported with the suffix _total."""
        made = self._made.get(name)
        if made is None:
            made = Counter(f"riverbus_{name}", sentence, labels, registry=self.registry)
        return self._keep(name, made, Counter)

    def gauge(self, name: str, sentence: str, labels: Sequence[str] = ()) -> Gauge:
        """A number that rises and falls."""
        made = self._made.get(name)
        if made is None:
            made = Gauge(f"riverbus_{name}", sentence, labels, registry=self.registry)
        return self._keep(name, made, Gauge)

    def histogram(
        self,
        name: str,
        sentence: str,
        labels: Sequence[str] = (),
        buckets: Sequence[float] = LATENCY_BUCKETS_S,
    ) -> Histogram:
        """A distribution; the name ends in its unit, mostly _seconds."""
        made = self._made.get(name)
        if made is None:
            made = Histogram(
                f"riverbus_{name}", sentence, labels, registry=self.registry, buckets=buckets
            )
        return self._keep(name, made, Histogram)

    def exposition(self) -> bytes:
        """The registry in Prometheus' text format."""
        return generate_latest(self.registry)

    def _keep(self, name: str, made: object, kind: type[_M]) -> _M:
        if not isinstance(made, kind):
            raise TypeError(f"metric {name} exists already as {type(made).__name__}")
        self._made[name] = made
        return made
