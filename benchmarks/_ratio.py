"""Measures two things in turns, so that a busy machine slows both."""

import statistics
import time
from collections.abc import Callable

ROUNDS = 9


def cpu_seconds(work: Callable[[], object]) -> float:
    """Returns the CPU time of this process while it works, in seconds."""
    before = time.process_time()
    work()
    return time.process_time() - before


def ratio(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float, float]:
    """Returns the medians of both in CPU seconds, and the median ratio of ours to theirs, taken round by round."""
    ours(), theirs()  # the first round fills caches
    rounds = [(cpu_seconds(ours), cpu_seconds(theirs)) for _ in range(ROUNDS)]
    return (
        statistics.median(a for a, _ in rounds),
        statistics.median(b for _, b in rounds),
        statistics.median(a / b for a, b in rounds),
    )


def say(name: str, value: float, limit: float, *, at_least: bool) -> bool:
    """Prints one line of the table of ratios and tells whether the limit holds."""
    held = value >= limit if at_least else value <= limit
    print(f"{name}: {value:.2f} ({'at least' if at_least else 'at most'} {limit}) {'ok' if held else 'MISSED'}")
    return held
