from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
from fake import Fake, judged, not_judged

from kallos_rl.slime import custom_rm, gdpo


@dataclass
class Sample:
    """The fields of slime's sample that count here."""

    response: str
    prompt: Any = "<|im_start|>user\nFerries<|im_end|>\n<|im_start|>assistant\n"
    label: Any = None
    reward: Any = None
    group_index: int = 0


def test_judges_a_sample(named: Fake) -> None:
    told = asyncio.run(custom_rm(None, Sample("<p>a<|im_end|>", label={"kind": "slide"}), evaluation=False))
    assert isinstance(told, dict)
    assert (told["score"], told["visual"], told["interaction_judged"]) == (0.5, 0.6, 0)
    assert named.requests[0].body["items"] == [
        {"id": "0", "response": "<p>a", "prompt": "Ferries", "kind": "slide"}
    ]


def test_judges_a_group_in_one_request(named: Fake) -> None:
    chat = [{"role": "user", "content": "Trains"}]
    told = asyncio.run(custom_rm(None, [Sample("<p>a", chat), Sample("<p>b", chat)]))
    assert [each["score"] for each in told] == [0.5, 0.5]  # type: ignore[index]
    assert len(named.requests) == 1
    assert {item["prompt"] for item in named.requests[0].body["items"]} == {"Trains"}


def test_normalises_channel_by_channel_without_what_was_not_judged(named: Fake) -> None:
    scores = [
        judged("0", correctness=0.2, visual=0.9),
        judged("1", correctness=0.6, visual=0.1),
        not_judged("2"),
    ]
    named.answer = lambda request: (200, {"results": scores}, {})
    samples = [Sample("a"), Sample("b"), Sample("c")]
    for sample, reward in zip(samples, asyncio.run(custom_rm(None, samples)), strict=True):
        sample.reward = reward
    raw, advantages = gdpo(None, samples)
    assert raw == [0.5, 0.5, 0.5]
    # Both channels rank the two the other way round: nothing is left to learn, and nothing is made up.
    assert advantages == pytest.approx([0, 0, 0], abs=1e-4)
    samples[1].reward["visual_judged"] = 0
    assert gdpo(None, samples)[1] == pytest.approx([-(0.5**0.5), 0.5**0.5, 0])
