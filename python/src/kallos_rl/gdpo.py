"""Per-channel normalisation within groups (GDPO, arXiv 2601.05242), for trainers that have none of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from statistics import fmean, stdev

STD_FLOOR = 0.02
"""A standard deviation below this counts as this: less than any judge can tell apart on a scale of 0 to 1."""
EPSILON = 1e-6
WHITEN_EPSILON = 1e-8


def advantages(
    scores: Sequence[Sequence[float | None]],
    groups: Sequence[Hashable],
    weights: Sequence[float] | None = None,
    std_floor: float = STD_FLOOR,
) -> list[float]:
    """The advantage of each rollout over its group, as the service's method ``gdpo`` has it.

    Channel by channel (r - mean) / (std + 1e-6) within a group, then the weighted sum, then (A - mean) / std over the
    batch, each sequence counting once. Both standard deviations have a floor: what is left of channels that cancel each
    other out is rounding, not a lesson. None leaves all statistics; a rollout with nothing but None has 0.

    :param scores: ``scores[i][k]`` of rollout i in channel k
    """
    weights = weights if weights is not None else [1.0] * len(scores[0] if scores else [])
    sums: list[float | None] = [None] * len(scores)
    members: dict[Hashable, list[int]] = defaultdict(list)
    for i, group in enumerate(groups):
        members[group].append(i)
    for rollouts in members.values():
        for k, weight in enumerate(weights):
            judged = [(i, score) for i in rollouts if (score := scores[i][k]) is not None]
            values = [score for _, score in judged]
            mean = fmean(values) if values else 0.0
            std = max(std_floor, stdev(values)) if len(values) > 1 else std_floor
            for i, score in judged:
                sums[i] = (sums[i] or 0.0) + weight * (score - mean) / (std + EPSILON)
    return [0.0 if total is None else total for total in whitened(sums, std_floor)]


def whitened(
    values: Sequence[float | None], std_floor: float = STD_FLOOR, epsilon: float = WHITEN_EPSILON
) -> list[float | None]:
    """(A - mean) / (std + epsilon) over what is not None, which stays None; 0 where that is all the same."""
    known = [value for value in values if value is not None]
    if len(set(known)) < 2:
        return [None if value is None else 0.0 for value in values]
    mean, std = fmean(known), max(std_floor, stdev(known)) + epsilon
    return [None if value is None else (value - mean) / std for value in values]
