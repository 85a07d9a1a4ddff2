"""slime's own reward hub, with its own samples: where a rollout hands them over, and where it takes rewards back.

slime is no package of the registry: set PYTHONPATH to a checkout. Rollouts themselves need SGLang and a GPU;
``_post_process_rewards`` is a method of a Ray actor, and its one line that calls the post-processing is run here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

pytest.importorskip("slime.rollout.rm_hub", reason="slime is not on PYTHONPATH")

from pages import pages
from service import Service
from slime.rollout.rm_hub import async_rm, batched_async_rm
from slime.utils.misc import load_function
from slime.utils.types import Sample

from kallos_rl import reference, shared

PROMPT = "<|im_start|>user\nA page about ferries<|im_end|>\n<|im_start|>assistant\n"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as running:
        yield running


@pytest.fixture(autouse=True)
def _named(service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("KALLOS_URL", service.url)
    shared.forget()
    yield
    shared.client().close_sync()


def samples() -> list[Sample]:
    names = ["sound 0", "pale 0", "tiny 0"]
    return [Sample(prompt=PROMPT, response=f"{pages()[name]}<|im_end|>", group_index=0) for name in names]


def args(**others: object) -> SimpleNamespace:
    return SimpleNamespace(
        custom_rm_path="kallos_rl.slime.custom_rm", reward_key="score", rm_type=None, **others
    )


def test_scores_samples_alone_and_in_groups() -> None:
    one = asyncio.run(async_rm(args(), samples()[0]))
    group = asyncio.run(batched_async_rm(args(), samples()))
    assert group[0] == one
    assert group[1]["score"] < one["score"]
    assert all(list(each) == list(one) for each in group)


def test_takes_the_bare_route_as_well(service: Service) -> None:
    remote = SimpleNamespace(
        custom_rm_path=None, rm_type="remote_rm", rm_url=f"{service.url}/slime?run=ferries&seed=7"
    )
    told = asyncio.run(async_rm(remote, samples()[0]))
    assert 0 < told["score"] <= 1


def test_hands_advantages_to_the_trainer() -> None:
    rolled = samples()
    for sample, reward in zip(rolled, asyncio.run(batched_async_rm(args(), rolled)), strict=True):
        sample.reward = reward
    assert [sample.get_reward_value(args()) for sample in rolled] == [
        sample.reward["score"] for sample in rolled
    ]
    post_process = load_function("kallos_rl.slime.gdpo")
    raw, advantages = post_process(args(), rolled)
    assert raw == [sample.reward["score"] for sample in rolled]
    assert advantages[0] == max(advantages)
    assert sum(advantages) == pytest.approx(0, abs=1e-6)


def test_shows_the_policy_a_reference_picture() -> None:
    data = pytest.importorskip("slime.utils.data", reason="what slime.utils.data imports is not installed")
    line = json.loads(json.dumps(reference.line("A page about ferries", b"\x89PNG\r\n\x1a\n0000")))
    (message,) = data._build_messages(line, "prompt", True, {"image": "images"})
    picture, words = message["content"]
    assert picture == {"type": "image", "image": line["images"][0]}
    assert words["text"].strip() == "A page about ferries"
