"""Hands, time-outs and protections, as the counters have them."""

import logging

from riverbus.engine import events as ev
from services.table.domain.facts import ActedBecause, PublicEvent
from services.table.domain.state import IntentKind, Table
from services.table.metrics import TableMetrics

log = logging.getLogger(__name__)


def count(metrics: TableMetrics, before: Table, after: Table, event: PublicEvent | None) -> None:
    """What one record of a table means for the counters."""
    for fact in event.facts if event is not None else ():
        if isinstance(fact, ev.HandStarted):
            metrics.hands_started.labels(fact.game.value, fact.limit.value).inc()
        elif isinstance(fact, ev.HandCancelled):
            metrics.hands_ended.labels("cancelled").inc()
            why = {
                "table": after.settings.table_id,
                "hand": before.core.hand_id,
                "reason": fact.reason,
            }
            log.warning("hand cancelled", extra=why)
        elif isinstance(fact, ev.HandEnded):
            metrics.hands_ended.labels("settled").inc()
        elif isinstance(fact, ActedBecause):
            metrics.timeouts.labels(fact.reason).inc()
    for name, intent in before.intents.items():
        asked = intent.kind is IntentKind.PROTECT and not intent.granted_ms
        if asked and name not in after.intents:
            granted = event is not None and any(
                isinstance(f, ActedBecause) and f.acted.protected for f in event.facts
            )
            metrics.protections.labels("granted" if granted else "refused").inc()
