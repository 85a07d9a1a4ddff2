"""TRL: one reward function a channel, over one shared request a batch. Tested with TRL 1.16.0.

::

    GRPOTrainer(reward_funcs=channels(Client(), ["correctness", "visual"]), args=GRPOConfig(
        multi_objective_aggregation="normalize_then_sum", reward_weights=[0.5, 0.5], ...), ...)

TRL makes NaN of None and leaves it out of a channel's mean and standard deviation; a completion that no channel
judged has an advantage of 0.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, cast

from .client import Client
from .errors import KallosError
from .sharing import Sharing
from .text import last_text, read_label
from .wire import CHANNELS, REWARD, Item

BATCHES = 4
"""Batches whose results are kept until every function has taken them."""


class RewardFunction(Protocol):
    """What TRL calls: one number a completion, or None where it was not judged."""

    __name__: str

    def __call__(
        self, prompts: list[Any], completions: list[Any], **columns: Any
    ) -> Awaitable[list[float | None]]: ...


def channels(client: Client, names: Sequence[str]) -> list[RewardFunction]:
    """Reward functions for ``GRPOTrainer``, one for each of ``names`` and called as it.

    :param names: channels (``execution``, ``correctness``, ``visual``, ``interaction``), and ``reward`` for what the
        recipe makes of them
    :raises KallosError: for other names

    Columns ``kind`` and ``brief`` of the data set are handed on. With several names, ``scale_rewards`` and weights
    are TRL's. Beside the rewards it logs ``kallos/judged``, the share of completions with a reward.
    """
    unknown = [name for name in names if name not in (*CHANNELS, REWARD)]
    if unknown or not names:
        known = ", ".join((*CHANNELS, REWARD))
        raise KallosError(
            "KALLOS_USAGE", f"There is no channel {', '.join(unknown) or 'named'}.", f"There are {known}."
        )
    sharing = Sharing(client, BATCHES)
    return [_function(name, sharing, logs=i == 0) for i, name in enumerate(names)]


def _function(name: str, sharing: Sharing, logs: bool) -> RewardFunction:
    async def reward(prompts: list[Any], completions: list[Any], **columns: Any) -> list[float | None]:
        items = [
            Item(
                response=last_text(completion, "assistant"),
                prompt=last_text(prompt, "user"),
                **_brief(columns, i),
            )
            for i, (prompt, completion) in enumerate(zip(prompts, completions, strict=True))
        ]
        results = await sharing.score(items)
        log_metric: Callable[[str, float], None] | None = columns.get("log_metric")
        if logs and log_metric is not None and results:
            log_metric("kallos/judged", sum(result.valid for result in results) / len(results))
        return [result.of(name) for result in results]

    reward.__name__ = reward.__qualname__ = name
    return cast("RewardFunction", reward)


def _brief(columns: dict[str, Any], i: int) -> dict[str, Any]:
    given = {name: columns[name][i] for name in ("kind", "brief") if isinstance(columns.get(name), list)}
    return read_label(given)
