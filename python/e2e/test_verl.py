"""verl's own reward path, from token ids to advantages, as far as it goes without a GPU.

``RewardLoopWorker`` loads the function by the configuration and runs it by its manager; ``compute_rm_score`` gathers
the numbers by the keys of the first sample; ``compute_gdpo_outcome_advantage`` reads the channels by their names. Left
out are Ray's actors (the worker runs in this process), rollouts and the optimizer, which want vLLM or SGLang.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("verl", reason="verl is not installed: pip install verl==0.9.1")

import numpy as np
import torch
from omegaconf import OmegaConf
from pages import pages
from policy import tokenizer_of
from service import Service
from verl import DataProto
from verl.experimental.reward_loop import reward_loop
from verl.trainer.ppo.core_algos import compute_gdpo_outcome_advantage

from kallos_rl import CHANNELS, reference, shared
from kallos_rl.gdpo import advantages

PROMPT = "A page about ferries"
KEYS = ["correctness", "visual"]


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as running:
        yield running


@pytest.fixture
def tokenizer(tmp_path: Path) -> Any:
    made = tokenizer_of(pages().values(), [PROMPT])
    made.save_pretrained(tmp_path)
    return made


def rolled_out(tokenizer: Any, names: list[str]) -> DataProto:
    """What an agent loop hands over: prompts and responses, padded."""
    prompt = tokenizer(PROMPT)["input_ids"]
    end, pad = tokenizer.eos_token_id, tokenizer.pad_token_id
    replies = [[tokenizer.convert_tokens_to_ids(pages()[name]), end, pad] for name in names]
    return DataProto.from_dict(
        tensors={
            "prompts": torch.tensor([prompt] * len(names)),
            "responses": torch.tensor(replies),
            "attention_mask": torch.tensor([[1] * len(prompt) + [1, 1, 0]] * len(names)),
        },
        non_tensors={
            "data_source": np.array(["kallos"] * len(names), dtype=object),
            "reward_model": np.array([{"ground_truth": '{"kind": "website"}'}] * len(names), dtype=object),
            "extra_info": np.array([{"question": PROMPT} for _ in names], dtype=object),
        },
    )


def scored(data: DataProto, manager: str, model: Path, monkeypatch: pytest.MonkeyPatch) -> DataProto:
    """Runs the worker and gathers its numbers; Ray's part of it is a call in this process."""
    config = OmegaConf.create(
        {
            "reward": {
                "custom_reward_function": {"path": "pkg://kallos_rl.verl", "name": "compute_score"},
                "reward_manager": {"source": "register", "name": manager},
                "reward_model": {"enable": False},
            },
            "actor_rollout_ref": {"model": {"path": str(model), "tokenizer_path": None}},
            "trainer": {"experiment_name": "test"},
        }
    )

    async def compute(chunk: DataProto) -> tuple[Any, list[dict[str, Any]]]:
        worker = reward_loop.RewardLoopWorker(config)
        return type(worker.reward_manager), await worker.compute_score_batch(chunk)

    manager_class, outputs = asyncio.run(compute(data))
    worker = SimpleNamespace(compute_score_batch=SimpleNamespace(remote=lambda chunk: outputs))
    monkeypatch.setattr(reward_loop.ray, "get", lambda answers: answers)
    gatherer = SimpleNamespace(
        reward_model_manager=None, reward_loop_workers=[worker], reward_manager_cls=manager_class
    )
    return reward_loop.RewardLoopManager.compute_rm_score(gatherer, data)


@pytest.mark.parametrize("manager", ["naive", "gdpo"])
def test_turns_pages_into_advantages_channel_by_channel(
    service: Service, tokenizer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manager: str
) -> None:
    monkeypatch.setenv("KALLOS_URL", service.url)
    monkeypatch.setenv("KALLOS_RECIPE", "aescode")
    shared.forget()
    names = ["sound 0", "sound 1", "pale 0", "blank"]
    data = rolled_out(tokenizer, names)
    told = scored(data, manager, tmp_path, monkeypatch)
    assert told.non_tensor_batch["valid"].tolist() == [1, 1, 1, 1]
    assert {key for name in CHANNELS for key in (name, f"{name}_judged")} < set(told.non_tensor_batch)
    rewards = told.batch["rm_scores"]
    assert rewards.sum(dim=1).tolist() == pytest.approx(told.non_tensor_batch["score"].tolist())
    verls, _ = compute_gdpo_outcome_advantage(
        token_level_rewards=rewards,
        response_mask=data.batch["attention_mask"][:, -3:],
        index=np.array(["ferries"] * len(names)),
        config=OmegaConf.create({"gdpo_reward_keys": KEYS}),
        non_tensor_batch=told.non_tensor_batch,
        batch=data.batch,
    )
    sound, _, pale, blank = verls[:, 0].tolist()
    assert sound > pale
    assert sound > blank


def test_takes_a_batch_of_which_nothing_was_judged(
    tokenizer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KALLOS_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("KALLOS_DEADLINE", "0.3")
    shared.forget()
    told = scored(rolled_out(tokenizer, ["sound 0", "pale 0"]), "gdpo", tmp_path, monkeypatch)
    assert told.non_tensor_batch["valid"].tolist() == [0, 0]
    assert told.batch["rm_scores"].abs().sum() == 0


def test_normalises_as_the_adapter_of_slime_does() -> None:
    """verl whitens over tokens, the adapter over sequences: with one token each, they agree."""
    torch.manual_seed(3)
    scores = torch.rand(16, len(KEYS))
    groups = [i // 4 for i in range(16)]
    mask = torch.ones(16, 1)
    verls, _ = compute_gdpo_outcome_advantage(
        token_level_rewards=torch.zeros(16, 1),
        response_mask=mask,
        index=np.array(groups),
        config=OmegaConf.create({"gdpo_reward_keys": KEYS}),
        non_tensor_batch={key: scores[:, k].numpy() for k, key in enumerate(KEYS)},
        batch={"prompts": torch.zeros(16, 1), "attention_mask": torch.ones(16, 2, dtype=torch.long)},
    )
    assert advantages(scores.tolist(), groups) == pytest.approx(verls[:, 0].tolist(), abs=1e-5)


def test_shows_the_policy_a_reference_picture() -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    from verl.utils.dataset.rl_dataset import RLHFDataset

    drawn = BytesIO()
    image.new("RGB", (4, 3)).save(drawn, "PNG")
    # The data set's own method; a processor is only asked whether it is there.
    keys = {"image_key": "images", "video_key": "videos", "audio_key": "audios"}
    dataset = SimpleNamespace(processor=object(), **keys)
    row = reference.row(PROMPT, drawn.getvalue())
    (message,) = RLHFDataset._build_messages(dataset, row, "prompt")
    picture, words = message["content"]
    assert picture["type"] == "image"
    assert picture["image"].size == (4, 3)
    assert words["text"].strip() == PROMPT
