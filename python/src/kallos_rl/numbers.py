"""Results for trainers that can't hear "not judged": numbers under keys that never change."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from typing import Literal

from .errors import KallosError
from .wire import CHANNELS, REWARD, Result

NotJudged = Literal["group-mean", "zero"]
"""What stands for a score that is missing: the mean of what was judged for the same prompt, or 0."""

PROMPTS = 10_000
"""Prompts whose means are remembered: more than any trainer has in flight."""

NAMES = (REWARD, *CHANNELS)


def not_judged_from_env() -> NotJudged:
    """``KALLOS_NOT_JUDGED``; ``group-mean`` unless said otherwise, since it moves an advantage the least."""
    named = os.environ.get("KALLOS_NOT_JUDGED", "group-mean")
    if named == "group-mean":
        return "group-mean"
    if named == "zero":
        return "zero"
    raise KallosError("KALLOS_USAGE", f"KALLOS_NOT_JUDGED is {named!r}.", "It is group-mean or zero.")


class Numbers:
    """Remembers the scores of prompts, to fill gaps with. May be used from any thread."""

    def __init__(self, not_judged: NotJudged) -> None:
        self._not_judged = not_judged
        self._lock = threading.Lock()
        self._sums: OrderedDict[str, dict[str, tuple[float, int]]] = OrderedDict()

    def of(self, prompt: str, result: Result) -> dict[str, float]:
        """``score``, ``valid``, and ``<channel>`` with ``<channel>_judged`` for each channel.

        Where the prompt is not known (""), gaps are 0: what is known of others says nothing about it.
        """
        means = self._add(prompt, result) if prompt else {}

        def told(name: str) -> float:
            score = result.of(name)
            return score if score is not None else means.get(name, 0.0)

        channels = {
            key: value
            for name in CHANNELS
            for key, value in ((name, told(name)), (f"{name}_judged", float(result.of(name) is not None)))
        }
        return {"score": told(REWARD), "valid": float(result.valid), **channels}

    def _add(self, prompt: str, result: Result) -> dict[str, float]:
        if self._not_judged == "zero":
            return {}
        with self._lock:
            sums = self._sums.setdefault(prompt, {})
            self._sums.move_to_end(prompt)
            for name in NAMES:
                score = result.of(name)
                if score is not None:
                    total, count = sums.get(name, (0.0, 0))
                    sums[name] = (total + score, count + 1)
            if len(self._sums) > PROMPTS:
                self._sums.popitem(last=False)
            return {name: total / count for name, (total, count) in sums.items()}
