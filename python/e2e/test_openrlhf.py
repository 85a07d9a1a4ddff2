"""OpenRLHF's own path of a reward, from a rollout to the tensors of an experience.

Its package can't be imported without DeepSpeed, flash-attn and vLLM, which want a GPU; the files that matter here are
loaded beside it, with those imports left empty: ``SingleTurnAgentExecutor.execute`` asks for the reward, by Python
function and over HTTP, ``_process_response_into_experience`` makes tensors of it, ``preprocess_data`` and
``load_images`` read a line of data with a picture. What is "generated" is a page made by hand.
"""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("aiohttp", reason="aiohttp is not installed")
SPEC = importlib.util.find_spec("openrlhf")
if SPEC is None:
    pytest.skip("OpenRLHF is not installed: pip install --no-deps openrlhf==0.11.2", allow_module_level=True)

from pages import pages
from service import Service

from kallos_rl import reference, shared

EXAMPLE = Path(__file__).parents[1] / "examples" / "openrlhf" / "reward.py"
PROMPT = "<|im_start|>user\nA page about ferries<|im_end|>\n<|im_start|>assistant\n"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as running:
        yield running


@pytest.fixture(scope="module")
def openrlhf() -> Iterator[SimpleNamespace]:
    """The files, loaded; what they import and don't use here is empty."""
    assert SPEC is not None
    root = Path(SPEC.submodule_search_locations[0])  # type: ignore[index]
    before = dict(sys.modules)
    for package in ("", ".utils", ".datasets", ".trainer", ".trainer.ppo_utils", ".trainer.ray"):
        module = ModuleType(f"openrlhf{package}")
        module.__path__ = [str(root / package.replace(".", "/").lstrip("/"))]
        sys.modules[module.__name__] = module
    for empty in ("ray", "vllm", "openrlhf.trainer.ray.vllm_engine"):
        sys.modules[empty] = MagicMock()
    agent = importlib.import_module("openrlhf.utils.agent")
    generator = importlib.import_module("openrlhf.trainer.ppo_utils.samples_generator")
    prompts = importlib.import_module("openrlhf.datasets.prompts_dataset")
    pictures = importlib.import_module("openrlhf.utils.vlm_utils")
    yield SimpleNamespace(agent=agent, generator=generator, prompts=prompts, pictures=pictures)
    for name in set(sys.modules) - set(before):
        del sys.modules[name]
    sys.modules.update(before)


class Tokens:
    """A tokenizer of characters."""

    def __call__(self, text: str, **_: Any) -> dict[str, Any]:
        return {"input_ids": torch.tensor([[ord(char) for char in text]])}

    def decode(self, ids: list[int], **_: Any) -> str:
        return "".join(map(chr, ids))


def roll_out(openrlhf: SimpleNamespace, remote_url: str, page: str) -> Any:
    async def generate(*_: Any, **__: Any) -> Any:
        ids = [ord(char) for char in f"{page}<|im_end|>"]
        return SimpleNamespace(outputs=[SimpleNamespace(token_ids=ids, finish_reason="stop", logprobs=None)])

    executor = openrlhf.agent.SingleTurnAgentExecutor([remote_url])
    sampling = SimpleNamespace(max_tokens=8000, logprobs=None)
    response = asyncio.run(
        executor.execute(PROMPT, "", sampling, 10_000, Tokens(), SimpleNamespace(generate=generate))
    )
    make = openrlhf.generator.SamplesGenerator._process_response_into_experience
    return make(None, response, max_len=10_000)


@pytest.mark.parametrize("way", ["function", "http"])
def test_makes_tensors_of_the_reward(
    openrlhf: SimpleNamespace, service: Service, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setenv("KALLOS_URL", service.url)
    monkeypatch.setenv("KALLOS_RECIPE", "default")
    shared.forget()
    url = str(EXAMPLE) if way == "function" else f"{service.url}/openrlhf?run=ferries&seed=7"
    sound, spoilt = (roll_out(openrlhf, url, pages()[name]) for name in ("sound 0", "pale 0"))
    for experience in (sound, spoilt):
        assert experience.rewards.numel() == experience.scores.numel() == 1
        assert experience.info["valid"].item() == experience.info["visual_judged"].item() == 1
    assert 0 < spoilt.rewards.item() < sound.rewards.item() <= 1
    assert set(sound.info) == set(spoilt.info)
    # What the step does with all of them.
    assert torch.cat([sound.rewards, spoilt.rewards]).numel() == 2


def test_never_lacks_a_reward(openrlhf: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KALLOS_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("KALLOS_DEADLINE", "0.3")
    shared.forget()
    experience = roll_out(openrlhf, str(EXAMPLE), pages()["sound 0"])
    assert experience.rewards is not None
    assert (experience.rewards.item(), experience.info["valid"].item()) == (0, 0)


def test_shows_the_policy_a_reference_picture(openrlhf: SimpleNamespace) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    drawn = BytesIO()
    image.new("RGB", (4, 3)).save(drawn, "PNG")
    line = reference.line("A page about ferries", drawn.getvalue())
    chats: list[Any] = []
    openrlhf.prompts.preprocess_data(
        line, input_key="prompt", apply_chat_template=lambda chat, **_: chats.append(chat)
    )
    assert chats[0][0]["content"] == [{"type": "image"}, {"type": "text", "text": "A page about ferries"}]
    (picture,) = openrlhf.pictures.load_images(line["images"])
    assert picture.size == (4, 3)
