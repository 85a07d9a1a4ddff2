"""What is asked of the service, and what it answers: ``POST /v1/score`` and ``POST /v1/groups``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .errors import KallosError

CHANNELS = ("execution", "correctness", "visual", "interaction")
"""What is judged, each in [0, 1]."""

REWARD = "reward"
"""Stands among the channels for what the recipe makes of them."""


@dataclass(frozen=True)
class Item:
    """One reply of a model, to be judged."""

    response: str
    prompt: str | None = None
    kind: str | None = None
    """``website``, ``slide``, ``poster``, ``dashboard``...; recognised unless given."""
    brief: Mapping[str, Any] | None = None
    """What was asked for: canvas, facts, counts, sections, rubric..."""

    @property
    def chars(self) -> int:
        return len(self.response) + len(self.prompt or "")

    def body(self, id: str) -> dict[str, Any]:
        """The item as it is sent."""
        return {"id": id, "response": self.response, **_asked(self)}


@dataclass(frozen=True)
class Result:
    """What became of one item. Where something was not judged it is None, never a number."""

    reward: float | None
    """By the recipe; None where a channel that it names was not judged."""
    channels: Mapping[str, float | None]
    reason: str | None = None
    """Why there is no reward: a code, or the channels that are missing."""
    verdict: Mapping[str, Any] | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    cached: bool = False
    queue_ms: float = 0
    wall_ms: float = 0

    @property
    def valid(self) -> bool:
        return self.reward is not None

    def of(self, name: str) -> float | None:
        """The score of a channel, or the reward."""
        return self.reward if name == REWARD else self.channels[name]

    @property
    def worth_another_try(self) -> bool:
        """Whether the fault was the service's, and may be gone the next time."""
        if self.valid or self.reason == "KALLOS_DEADLINE":
            return False
        if self.verdict is None:
            return self.reason in TRANSIENT
        if self.verdict.get("cause") == "infra":
            return True
        channels = self.verdict.get("channels") or {}
        return any(channel.get("status") == "failed" for channel in channels.values())

    @staticmethod
    def missing(reason: str) -> Result:
        """What stands in for an item of which nothing is known."""
        return Result(reward=None, channels=dict.fromkeys(CHANNELS), reason=reason)


@dataclass(frozen=True)
class Group:
    """The rollouts of one prompt."""

    responses: Sequence[str]
    prompt: str | None = None
    kind: str | None = None
    brief: Mapping[str, Any] | None = None

    @property
    def chars(self) -> int:
        return sum(map(len, self.responses)) + len(self.prompt or "")

    def without(self, at: int) -> Group:
        """The group without one of its rollouts."""
        return replace(self, responses=[*self.responses[:at], *self.responses[at + 1 :]])

    def body(self, id: str) -> dict[str, Any]:
        """The group as it is sent; its rollouts are numbered from 0."""
        rollouts = [{"id": str(i), "response": response} for i, response in enumerate(self.responses)]
        return {"id": id, "rollouts": rollouts, **_asked(self)}


@dataclass(frozen=True)
class GroupResult:
    """What became of a group."""

    results: Sequence[Result]
    advantages: Sequence[float | None]
    """Of each rollout over its group; None where nothing of it was judged."""
    standings: Sequence[float | None]
    """Share of the group that each would win against; None where it was not compared."""
    figures: Mapping[str, Any]
    """Share judged, mean and spread, of the reward and of each channel; empty where nothing is known."""

    def with_missing(self, at: int, reason: str) -> GroupResult:
        """What became of the group with one more rollout in it, which was not judged. Figures leave it out."""

        def filled(values: Sequence[Any], value: Any) -> list[Any]:
            return [*values[:at], value, *values[at:]]

        return replace(
            self,
            results=filled(self.results, Result.missing(reason)),
            advantages=filled(self.advantages, None),
            standings=filled(self.standings, None),
        )

    @staticmethod
    def missing(group: Group, reason: str) -> GroupResult:
        count = len(group.responses)
        return GroupResult([Result.missing(reason)] * count, [None] * count, [None] * count, {})


def _asked(what: Item | Group) -> dict[str, Any]:
    asked = {"prompt": what.prompt, "kind": what.kind, "brief": what.brief}
    return {key: value for key, value in asked.items() if value is not None}


TRANSIENT = frozenset(
    {"KALLOS_BUSY", "KALLOS_DRAINING", "KALLOS_INTERNAL", "KALLOS_BROWSER_DIED", "KALLOS_BROWSER_START"}
)
"""Codes that an item may have and another try may not."""


def read_results(body: Any, ids: Sequence[str]) -> list[Result]:
    """The results of ``/v1/score`` in the order of ``ids``.

    :raises KallosError: ``KALLOS_ANSWER`` when the body is no answer to these items
    """
    return _by_id(_get(body, "results"), ids, read_result)


def read_groups(body: Any, groups: Mapping[str, Group]) -> list[GroupResult]:
    """The results of ``/v1/groups`` in the order of ``groups``, whose rollouts are numbered from 0.

    :raises KallosError: ``KALLOS_ANSWER`` when the body is no answer to these groups
    """

    def read(told: Any) -> GroupResult:
        rollouts = _get(told, "rollouts")
        ids = [str(i) for i in range(len(groups[_get(told, "id")].responses))]
        return GroupResult(
            results=_by_id(rollouts, ids, read_result),
            advantages=_by_id(rollouts, ids, lambda each: _masked(each, "advantage")),
            standings=_by_id(rollouts, ids, lambda each: _masked(each, "standing")),
            figures=_get(told, "figures"),
        )

    return _by_id(_get(body, "groups"), list(groups), read)


def read_result(told: Any) -> Result:
    """One result, checked: no number of it is taken on trust."""
    scores, masks = _get(told, "scores"), _get(told, "masks")
    channels = {
        name: _number(_get(scores, name), 0, 1) if _get(masks, name) == 1 else None for name in CHANNELS
    }
    return Result(
        reward=_number(_get(told, "score")) if _get(told, "valid") is True else None,
        channels=channels,
        reason=told.get("reason"),
        verdict=_verdict(told.get("verdict")),
        evidence=told.get("evidence") or {},
        cached=bool(told.get("cached", False)),
        queue_ms=_number(told.get("queueMs", 0)),
        wall_ms=_number(told.get("wallMs", 0)),
    )


def _verdict(told: Any) -> Mapping[str, Any] | None:
    if told is None:
        return None
    channels = read_object(told).get("channels") or {}
    for channel in read_object(channels).values():
        read_object(channel)
    return read_object(told)


def read_object(body: Any) -> dict[str, Any]:
    """Whatever a route of a trainer answers."""
    if isinstance(body, dict):
        return body
    raise _no_answer("an object is missing")


def _by_id(told: Any, ids: Sequence[str], read: Any) -> list[Any]:
    if not isinstance(told, list):
        raise _no_answer("a list is missing")
    known = {_get(each, "id"): each for each in told}
    if set(known) != set(ids) or len(told) != len(ids):
        raise _no_answer("it is about other items")
    return [read(known[id]) for id in ids]


def _get(value: Any, key: str) -> Any:
    if not isinstance(value, dict) or key not in value:
        raise _no_answer(f"{key!r} is missing")
    return value[key]


def _masked(rollout: Any, name: str) -> float | None:
    return _number(_get(rollout, name)) if _get(rollout, f"{name}Mask") == 1 else None


def _number(value: Any, low: float = -math.inf, high: float = math.inf) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise _no_answer("a number is none")
    if not low <= value <= high:
        raise _no_answer(f"{value} is not in [{low}, {high}]")
    return float(value)


def _no_answer(why: str) -> KallosError:
    return KallosError(
        "KALLOS_ANSWER",
        f"What answered is no Kallos service of this version: {why}.",
        "Check the URL, and that service and package are of one version.",
    )
