"""What the bot counts for Prometheus: never who played, and never a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from bot.watch import installed_version

_ANSWERS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 60.0)
"""Seconds; three is the limit that Discord sets."""
_STATEMENTS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The counters of one process; `text` is what Prometheus reads."""

    def __init__(self) -> None:
        here = self._registry = CollectorRegistry()
        ProcessCollector(registry=here)
        PlatformCollector(registry=here)
        Info("idleyear_build", "What is running.", registry=here).info({"version": installed_version()})
        self._requests = Counter(
            "idleyear_requests",
            "Commands, presses and modals dealt with, by what they asked for and how that ended.",
            ["kind", "name", "outcome"],
            registry=here,
        )
        self._ignored = Counter(
            "idleyear_ignored", "Requests of somebody far beyond a limit, dropped unread.", registry=here
        )
        self._unreadable = Counter(
            "idleyear_unreadable_events", "What Discord sent and nobody could read, dropped.", registry=here
        )
        self._unreadable_rows = Counter(
            "idleyear_unreadable_rows", "Games that were set aside, as nobody could read them.", registry=here
        )
        self._seconds = Histogram(
            "idleyear_request_seconds",
            "From the arrival of a request to the end of all work on it.",
            ["kind"],
            buckets=_ANSWERS,
            registry=here,
        )
        self._database = Histogram(
            "idleyear_database_seconds",
            "One statement or transaction, with the wait for a connection.",
            buckets=_STATEMENTS,
            registry=here,
        )
        self._games = Gauge("idleyear_open_games", "Games in play, once a minute.", registry=here)

    def answered(self, kind: str, name: str, outcome: str, seconds: float) -> None:
        """Count a request that has been dealt with, and how long that took."""
        self._requests.labels(kind, name, outcome).inc()
        self._seconds.labels(kind).observe(seconds)

    def ignored(self) -> None:
        """Count a request that was dropped unread."""
        self._ignored.inc()

    def unreadable(self) -> None:
        """Count an event of Discord's that could not be read."""
        self._unreadable.inc()

    def unreadable_row(self) -> None:
        """Count a game that was set aside."""
        self._unreadable_rows.inc()

    def asked_database(self, seconds: float) -> None:
        """Count the use of the database, and how long that took."""
        self._database.observe(seconds)

    def count_games(self, in_play: int) -> None:
        """Note how many games are in play."""
        self._games.set(in_play)

    def watch(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a number that is looked up whenever Prometheus asks."""
        Gauge(name, help_text, registry=self._registry).set_function(value)

    def watch_queues(self, waiting: Mapping[str, Callable[[], float]]) -> None:
        """Add how many jobs wait for a solver, by pool, which are looked up in the same way."""
        queues = Gauge(
            "idleyear_solver_queue",
            "Jobs that wait for a solver: short ones such as hints, long ones such as reviews.",
            ["pool"],
            registry=self._registry,
        )
        for pool, number in waiting.items():
            queues.labels(pool).set_function(number)

    def text(self) -> bytes:
        """Return all of it in the text format of Prometheus."""
        return generate_latest(self._registry)
