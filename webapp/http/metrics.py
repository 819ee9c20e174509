"""Metrics of a running server for Prometheus: requests, entries, streams, tables. They name no table and no device.

With `PROMETHEUS_MULTIPROC_DIR` in the environment several workers write into that folder, and whichever is asked
answers for all of them.
"""

import os
from collections.abc import Callable, Iterator

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]
SECONDS = Histogram(
    "sixfold_request_seconds",
    "Seconds until requests were answered, or their stream began, by endpoint and status class",
    ["endpoint", "status"],
    buckets=BUCKETS,
)
ENTRIES = Counter("sixfold_entries", "Entries by game, accepted or refused by the rules", ["game", "outcome"])
STREAMS = Gauge("sixfold_open_streams", "Streams that are open now", multiprocess_mode="livesum")


def count_request(endpoint: str | None, status: int, seconds: float) -> None:
    """Counts a request. An unknown address has no endpoint, and its text could be anything."""
    SECONDS.labels(endpoint or "none", f"{status // 100}xx").observe(seconds)


def count_entry(game: str, outcome: str) -> None:
    ENTRIES.labels(game, outcome).inc()


def exposition(count_tables: Callable[[], int]) -> bytes:
    tables = CollectorRegistry()
    tables.register(_Tables(count_tables))
    registry: CollectorRegistry = REGISTRY
    if os.environ.get(FOLDER):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry) + generate_latest(tables)


class _Tables(Collector):
    """Number of tables, counted when the metrics are read."""

    def __init__(self, count: Callable[[], int]) -> None:
        self._count = count

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily("sixfold_tables", "Tables in the database", value=self._count())
