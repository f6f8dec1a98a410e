"""The gateway's metrics."""

from riverbus.runtime.metrics import Metrics


class GatewayMetrics:
    """Everything that the gateway counts."""

    def __init__(self, metrics: Metrics) -> None:
        self.connections = metrics.gauge("gateway_connections", "Open sockets, by form.", ("form",))
        self.opened = metrics.counter("gateway_opened", "Sockets that were greeted.")
        self.closed = metrics.counter("gateway_closed", "Sockets that ended, by reason.", ("code",))
        self.frames_in = metrics.counter(
            "gateway_frames_in", "Frames that clients sent, by kind.", ("frame",)
        )
        self.frames_out = metrics.counter("gateway_frames_out", "Frames sent to clients.")
        self.refusals = metrics.counter(
            "gateway_refusals", "Frames and requests that were refused, by code.", ("code",)
        )
        self.answer_seconds = metrics.histogram(
            "gateway_answer_seconds", "From a command's frame to its answer, seconds.", ("frame",)
        )
        self.rtt_seconds = metrics.histogram(
            "gateway_rtt_seconds", "Round trips of sockets, seconds."
        )
        self.outbox = metrics.histogram(
            "gateway_outbox_frames",
            "Frames that were sent in one go.",
            buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024),
        )
        self.feeds = metrics.gauge("gateway_feeds", "Tables that have viewers here.")
        self.viewers = metrics.gauge("gateway_viewers", "Connections that follow a table, summed.")
        self.resync = metrics.counter(
            "gateway_resync", "Viewers that had to read again, by cause.", ("cause",)
        )
        self.snapshots = metrics.counter("gateway_snapshots", "Snapshots sent.")
        self.stale_epoch = metrics.counter(
            "gateway_stale_epoch", "Events of an owner that has been replaced."
        )
        self.reroutes = metrics.counter(
            "gateway_reroutes", "Calls to a table that went to another owner than before."
        )
        self.unknown_outcomes = metrics.counter(
            "gateway_unknown_outcomes", "Commands that had no answer within their 15 s."
        )
