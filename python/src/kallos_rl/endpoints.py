"""Which of several services is asked next."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

FIRST_REST = 0.25
LONGEST_REST = 10.0
"""Seconds for which an endpoint that failed is left alone: doubled each time, with a jitter of half."""


@dataclass
class Endpoint:
    """One service, and what is remembered of it."""

    url: str
    in_flight: int = 0
    faults: int = 0
    """Failures since it last answered."""
    resting_until: float = 0.0

    def answered(self) -> None:
        self.faults = 0
        self.resting_until = 0.0

    def failed(self) -> None:
        """Leaves it alone for a while, longer each time."""
        rest = min(LONGEST_REST, FIRST_REST * 2**self.faults)
        self.faults += 1
        self._rest(rest * random.uniform(0.5, 1))  # noqa: S311

    def busy(self, retry_after: float) -> None:
        """Leaves it alone for as long as it asks for, and a little more, lest all come back at once."""
        self._rest(min(retry_after, LONGEST_REST) * random.uniform(1, 1.5))  # noqa: S311

    def _rest(self, seconds: float) -> None:
        self.resting_until = max(self.resting_until, time.monotonic() + seconds)


class Endpoints:
    """Several services that give the same answers. One that failed is asked again later."""

    def __init__(self, urls: list[str]) -> None:
        self.all = [Endpoint(url.rstrip("/")) for url in urls]
        # Trainers of many processes shall not all begin with the first.
        random.shuffle(self.all)

    def awake(self) -> list[Endpoint]:
        """Those that may be asked now, the least busy first."""
        now = time.monotonic()
        ready = [endpoint for endpoint in self.all if endpoint.resting_until <= now]
        return sorted(ready, key=lambda endpoint: endpoint.in_flight)

    def seconds_until_one_wakes(self) -> float:
        return max(0.0, min(each.resting_until for each in self.all) - time.monotonic())
