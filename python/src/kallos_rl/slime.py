"""slime: ``custom_rm`` for ``--custom-rm-path``, ``gdpo`` for ``--custom-reward-post-process-path``.

Tested with slime 0.3.1::

    --custom-rm-path kallos_rl.slime.custom_rm --reward-key score --eval-reward-key score
    --custom-reward-post-process-path kallos_rl.slime.gdpo

Settings come from the environment, as ``Client.from_env`` says; the channels of ``gdpo`` from ``KALLOS_GDPO_CHANNELS``
(``correctness,visual`` unless said otherwise).
"""

from __future__ import annotations

import os
from typing import Any

from . import shared
from .gdpo import advantages
from .text import last_text, question_of, read_label, without_tokens
from .wire import CHANNELS, Item


async def custom_rm(args: Any, samples: Any, **_: Any) -> dict[str, float] | list[dict[str, float]]:  # noqa: ARG001
    """The reward of a sample, or of each sample of a group (``--group-rm``): numbers under keys that never change.

    A label may hold ``kind`` and ``brief`` (an object, or its JSON text).
    """
    listed = samples if isinstance(samples, list) else [samples]
    items = [
        Item(
            response=without_tokens(sample.response), prompt=_asked(sample.prompt), **read_label(sample.label)
        )
        for sample in listed
    ]
    results = await shared.client().score(items)
    told = [
        shared.numbers().of(item.prompt or "", result) for item, result in zip(items, results, strict=True)
    ]
    return told if isinstance(samples, list) else told[0]


def gdpo(args: Any, samples: list[Any]) -> tuple[list[float], list[float]]:  # noqa: ARG001
    """Raw rewards, and advantages normalised channel by channel; what was not judged leaves the statistics."""
    names = [name.strip() for name in os.environ.get("KALLOS_GDPO_CHANNELS", "correctness,visual").split(",")]
    scores = [
        [
            sample.reward[name] if sample.reward[f"{name}_judged"] else None
            for name in names
            if name in CHANNELS
        ]
        for sample in samples
    ]
    found = advantages(scores, [sample.group_index for sample in samples])
    return [sample.reward["score"] for sample in samples], found


def _asked(prompt: Any) -> str:
    return question_of(prompt) if isinstance(prompt, str) else last_text(prompt, "user")
