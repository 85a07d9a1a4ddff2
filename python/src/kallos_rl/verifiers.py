"""verifiers and prime-rl: a taskset, and single channels for tasksets of your own. Tested with verifiers 0.4.0.

::

    vf-eval kallos-taskset --env.taskset.rows briefs.jsonl

    [env.taskset.task.rewards]
    visual = { fn = "kallos_rl.verifiers:visual", weight = 0.5 }

A reply that was not judged has no reward: scoring raises, verifiers records the error on the trace, and trainers leave
such traces out. Where the service is comes from the environment, as ``Client.from_env`` says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import verifiers.v1 as vf

from . import shared
from .errors import KallosError
from .reference import data_url, keeps
from .sharing import Sharing
from .text import read_label
from .wire import CHANNELS, REWARD, Item, Result

TRACES = 1024
"""Replies whose results are kept for all that ask for them: more than are scored at a time."""


@cache
def _sharing() -> Sharing:
    return Sharing(shared.client(), TRACES)


class KallosData(vf.TaskData):  # type: ignore[misc]
    """A brief: what is asked, and what it is judged against."""

    kind: str | None = None
    brief: dict[str, Any] | None = None


class KallosTask(vf.Task[KallosData]):  # type: ignore[misc]
    """One reply with a page in it. The reward is the recipe's; the channels are metrics beside it."""

    @vf.reward  # type: ignore[untyped-decorator]
    async def kallos(self, task: KallosData, trace: vf.Trace) -> float:
        return await _score(REWARD, task, trace)

    @vf.metric  # type: ignore[untyped-decorator]
    async def kallos_channels(self, task: KallosData, trace: vf.Trace) -> dict[str, float]:
        """The channels that were judged."""
        result = await _result(task, trace)
        return {name: score for name in CHANNELS if (score := result.of(name)) is not None}


class KallosConfig(vf.TasksetConfig):  # type: ignore[misc]
    rows: Path = Path("briefs.jsonl")
    """One brief a line: ``prompt``, and ``id``, ``kind``, ``brief``, ``reference`` (a picture's path) as known."""
    reference_dropout: float = 0.0
    """Share of briefs whose reference picture is not shown, so that the policy learns to do without."""


class KallosTaskset(vf.Taskset[KallosTask, KallosConfig]):  # type: ignore[misc]
    """Briefs from a file of JSON lines."""

    def load(self) -> Iterator[KallosTask]:
        with self.config.rows.open(encoding="utf-8") as lines:
            for line in filter(str.strip, lines):
                yield KallosTask(self._data(json.loads(line)), self.config.task)

    def _data(self, row: dict[str, Any]) -> KallosData:
        prompt: str | list[vf.UserMessage] = row["prompt"]
        reference = row.get("reference")
        if reference and keeps(row["prompt"], self.config.reference_dropout):
            picture = self.config.rows.parent / reference
            parts = [
                vf.ImageUrlContentPart(image_url=vf.ImageUrlSource(url=data_url(picture.read_bytes()))),
                vf.TextContentPart(text=row["prompt"]),
            ]
            prompt = [vf.UserMessage(content=parts)]
        name = str(row["id"]) if "id" in row else None
        return KallosData(name=name, id=name, prompt=prompt, **read_label(row))


async def execution(task: vf.TaskData, trace: vf.Trace) -> float:
    return await _score("execution", task, trace)


async def correctness(task: vf.TaskData, trace: vf.Trace) -> float:
    return await _score("correctness", task, trace)


async def visual(task: vf.TaskData, trace: vf.Trace) -> float:
    return await _score("visual", task, trace)


async def interaction(task: vf.TaskData, trace: vf.Trace) -> float:
    return await _score("interaction", task, trace)


async def _score(name: str, task: vf.TaskData, trace: vf.Trace) -> float:
    result = await _result(task, trace)
    score = result.of(name)
    if score is None:
        raise KallosError("KALLOS_NOT_JUDGED", f"{name} was not judged ({result.reason}).", "Run it again.")
    return score


async def _result(task: vf.TaskData, trace: vf.Trace) -> Result:
    told = read_label({"kind": getattr(task, "kind", None), "brief": getattr(task, "brief", None)})
    (result,) = await _sharing().score([Item(response=trace.last_reply, prompt=task.prompt_text, **told)])
    return result


__all__ = ["KallosTaskset", "correctness", "execution", "interaction", "visual"]
