"""Prometheus counters and histograms of this process.

Nothing is counted by table, person, role or game. A figure that changes while somebody taps would reveal the tap.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

registry = CollectorRegistry()
ProcessCollector(registry=registry)

taps = Counter("veilleur_taps", "Taps of phones and desks, by what became of them.", ["outcome"], registry=registry)
answers = Counter("veilleur_answers", "Requests answered, by the class of the status.", ["status"], registry=registry)
answer_seconds = Histogram(
    "veilleur_answer_seconds", "From a request to its answer, its turn awaited.", buckets=SECONDS, registry=registry
)
shown_seconds = Histogram(
    "veilleur_shown_seconds", "From a change to the last device of its table.", buckets=SECONDS, registry=registry
)
for outcome in ("taken", "refused"):
    taps.labels(outcome)
for status in ("2xx", "3xx", "4xx", "5xx"):
    answers.labels(status)
