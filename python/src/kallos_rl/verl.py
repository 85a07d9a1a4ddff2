"""verl: ``compute_score`` for any of its reward managers. Tested with verl 0.9.1.

::

    reward.custom_reward_function.path=pkg://kallos_rl.verl
    reward.custom_reward_function.name=compute_score
    algorithm.adv_estimator=gdpo +algorithm.gdpo_reward_keys='["correctness","visual"]'

verl takes the keys of its first sample for those of all, and makes tensors of their values: the keys never change, and
every value is a number. Settings come from the environment, as ``Client.from_env`` says.
"""

from __future__ import annotations

from typing import Any

from . import shared
from .text import read_label
from .wire import Item


async def compute_score(
    data_source: str,  # noqa: ARG001
    solution_str: str,
    ground_truth: Any,
    extra_info: dict[str, Any] | None = None,
    **_: Any,
) -> dict[str, float]:
    """``score``, ``valid``, and each channel with whether it was judged.

    ``ground_truth`` may hold ``kind`` and ``brief`` (an object, or its JSON text); ``extra_info`` the ``question``
    that was asked, as verl's own data sets have it.
    """
    prompt = str((extra_info or {}).get("question", ""))
    item = Item(response=solution_str, prompt=prompt or None, **read_label(ground_truth))
    (result,) = await shared.client().score([item])
    return shared.numbers().of(prompt, result)
