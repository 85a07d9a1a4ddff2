"""OpenRLHF: ``reward_func`` for ``--reward.remote_url reward.py``. Tested with OpenRLHF 0.11.2.

OpenRLHF reads a file: it holds ``from kallos_rl.openrlhf import reward_func``. A step dies of a reward that is
missing, so that there always is one; settings come from the environment, as ``Client.from_env`` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import shared
from .text import question_of, read_label, reply_of
from .wire import Item


def reward_func(
    queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any], **_: Any
) -> dict[str, Any]:
    """``rewards``, ``scores`` in [0,1] for dynamic filtering, and ``extra_logs``: lists of one number a query.

    A label may hold ``kind`` and ``brief`` as JSON text.
    """
    items = [
        Item(response=reply_of(query, prompt), prompt=question_of(prompt), **read_label(label))
        for query, prompt, label in zip(queries, prompts, labels, strict=True)
    ]
    results = shared.client().score_sync(items)
    told = [
        shared.numbers().of(item.prompt or "", result) for item, result in zip(items, results, strict=True)
    ]
    rewards = [numbers["score"] for numbers in told]
    logs = {key: [numbers[key] for numbers in told] for key in told[0] if key != "score"} if told else {}
    return {
        "rewards": rewards,
        "scores": [min(1.0, max(0.0, reward)) for reward in rewards],
        "extra_logs": logs,
    }
