"""TRL's own trainer, on this machine's processor, against a running service that is wounded and killed.

KALLOS_TRAINER_PYTHON=…/python npm run test:trainers
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl", reason="TRL is not installed: pip install trl==1.16.0")

import torch
from datasets import Dataset
from pages import pages
from policy import model_of, tokenizer_of
from service import Service, descendants
from transformers import TrainerCallback
from trl import GRPOConfig, GRPOTrainer

from kallos_rl import Client
from kallos_rl.trl import channels

NAMES = ["correctness", "visual", "interaction"]
WEIGHTS = [0.5, 0.5, 0.5]
ROLLOUTS = 4
BATCH = 8
STEPS = 6
PATIENCE = 500.0
BROWSER_DIES, SERVICE_RESTARTS, SERVICE_IS_GONE = 2, 3, 4


class Recorder(GRPOTrainer):  # type: ignore[misc]
    """TRL's trainer, with a look at what it was told and what it made of it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.told: list[torch.Tensor] = []
        self.made: list[torch.Tensor] = []

    def _calculate_rewards(self, *args: Any, **options: Any) -> torch.Tensor:
        rewards = super()._calculate_rewards(*args, **options)
        self.told.append(rewards.clone())
        return rewards

    def _generate_and_score_completions(self, *args: Any, **options: Any) -> Any:
        output = super()._generate_and_score_completions(*args, **options)
        self.made.append(output["advantages"].clone())
        return output


class Mishaps(TrainerCallback):  # type: ignore[misc]
    """What befalls the service, by the step in which it happens."""

    def __init__(self, mishaps: dict[int, Callable[[], None]]) -> None:
        self.mishaps = mishaps

    def on_step_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.global_step in self.mishaps:
            self.mishaps[state.global_step]()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    torch.manual_seed(7)
    known = pages()
    # A prompt of its own for each sample, so that no page is known already. Its words are unknown to the model, whose
    # tokens are pages and little else.
    prompts = [f"A page about ferries for reader {i}" for i in range(BATCH * STEPS)]
    tokenizer = tokenizer_of(known.values(), [])
    model = model_of(tokenizer)
    killed: dict[str, Any] = {}

    with Service() as service:
        # What is tested here is what is lost, not how fast this machine is.
        client = Client(service.url, deadline=PATIENCE, recipe="aescode")

        def meanwhile(mishap: Callable[[], None]) -> Callable[[], None]:
            def begin() -> None:
                def work() -> None:
                    killed.setdefault("amid work", []).append(service.wait_for_work())
                    mishap()

                threads.append(threading.Thread(target=work))
                threads[-1].start()

            return begin

        def kill_browsers() -> None:
            killed["browsers"] = service.kill_browsers()

        def restart() -> None:
            pid = service.pid
            browsers = descendants(pid)
            service.kill()
            service.start()
            killed["left"] = [pid for pid in browsers if Path(f"/proc/{pid}").exists()]

        def leave() -> None:
            for thread in threads:
                thread.join()
            service.kill()
            client.deadline = 1.0

        def come_back() -> None:
            service.start()
            client.deadline = PATIENCE

        threads: list[threading.Thread] = []
        trainer = Recorder(
            model=model,
            processing_class=tokenizer,
            reward_funcs=channels(client, NAMES),
            train_dataset=Dataset.from_list(
                [{"prompt": [{"role": "user", "content": text}]} for text in prompts]
            ),
            callbacks=[
                Mishaps(
                    {
                        BROWSER_DIES: meanwhile(kill_browsers),
                        SERVICE_RESTARTS: meanwhile(restart),
                        SERVICE_IS_GONE: leave,
                        SERVICE_IS_GONE + 1: come_back,
                    }
                )
            ],
            args=settings(
                tmp_path_factory.mktemp("run"),
                reward_weights=WEIGHTS,
                num_generations=ROLLOUTS,
                per_device_train_batch_size=BATCH,
                max_steps=STEPS,
                learning_rate=0.001,
            ),
        )
        trainer.train()
        for thread in threads:
            thread.join()
        client.close_sync()
        yield {"told": trainer.told, "made": trainer.made, "logs": trainer.state.log_history, **killed}


def test_takes_every_step_and_none_of_them_spoils_the_model(run: dict[str, Any]) -> None:
    assert len(run["told"]) == STEPS
    losses = [entry["loss"] for entry in run["logs"] if "loss" in entry]
    assert len(losses) == STEPS
    assert all(math.isfinite(loss) for loss in losses)
    assert all(math.isfinite(entry["grad_norm"]) for entry in run["logs"] if "grad_norm" in entry)


def test_hears_each_channel(run: dict[str, Any]) -> None:
    for step, told in enumerate(run["told"]):
        correctness, visual, interaction = told.T
        assert told.shape == (BATCH, len(NAMES))
        # The service was not asked to touch the pages.
        assert interaction.isnan().all()
        if step != SERVICE_IS_GONE:
            assert ((correctness >= 0) & (correctness <= 1)).all()
            assert ((visual >= 0) & (visual <= 1)).all()
    seen = torch.cat([told[:, 0] for step, told in enumerate(run["told"]) if step != SERVICE_IS_GONE])
    assert len(seen.unique()) > 3
    logged = [entry for entry in run["logs"] if "rewards/correctness/mean" in entry]
    assert [entry["kallos/judged"] for entry in logged] == [1, 1, 1, 1, 0, 1]


def test_normalises_channel_by_channel_and_leaves_out_what_is_masked(run: dict[str, Any]) -> None:
    for told, made in zip(run["told"], run["made"], strict=True):
        assert made.tolist() == pytest.approx(normalised(told.tolist()), abs=1e-3)


def test_loses_nothing_to_a_killed_browser(run: dict[str, Any]) -> None:
    assert run["amid work"] == [True, True]
    assert run["browsers"] > 0
    assert not run["told"][BROWSER_DIES][:, :2].isnan().any()


def test_loses_nothing_to_a_service_that_is_killed_and_started_again(run: dict[str, Any]) -> None:
    assert not run["told"][SERVICE_RESTARTS][:, :2].isnan().any()
    assert run["left"] == []


def test_learns_nothing_from_a_step_that_nobody_judged(run: dict[str, Any]) -> None:
    assert run["told"][SERVICE_IS_GONE].isnan().all()
    assert (run["made"][SERVICE_IS_GONE] == 0).all()
    assert [entry["grad_norm"] == 0 for entry in run["logs"] if "grad_norm" in entry] == [
        step == SERVICE_IS_GONE for step in range(STEPS)
    ]


def test_learns_to_prefer_sound_pages(tmp_path: Path) -> None:
    """No mishaps, and one prompt, so that pages are judged once: what comes of the rewards in thirty steps."""
    torch.manual_seed(11)
    known = pages()
    prompt = "A page about ferries"
    tokenizer = tokenizer_of(known.values(), [prompt])
    model = model_of(tokenizer)
    sound = [
        tokenizer.convert_tokens_to_ids(page) for name, page in known.items() if name.startswith("sound")
    ]
    asked = [{"role": "user", "content": prompt}]

    def share_of_sound_pages() -> float:
        ids = tokenizer.apply_chat_template(asked, add_generation_prompt=True, return_tensors="pt")[
            "input_ids"
        ]
        with torch.no_grad():
            return float(model(ids).logits[0, -1].softmax(-1)[sound].sum())

    before = share_of_sound_pages()
    with Service() as service:
        client = Client(service.url, recipe="aescode")
        trainer = GRPOTrainer(
            model=model,
            processing_class=tokenizer,
            reward_funcs=channels(client, ["correctness", "visual"]),
            train_dataset=Dataset.from_list([{"prompt": asked}] * 64),
            args=settings(
                tmp_path, num_generations=8, per_device_train_batch_size=16, max_steps=30, learning_rate=0.01
            ),
        )
        trainer.train()
        client.close_sync()
    after = share_of_sound_pages()
    print(f"share of sound pages: {before:.3f} before, {after:.3f} after")
    assert before < 0.2
    assert after > 0.5


def settings(folder: Path, **others: Any) -> GRPOConfig:
    return GRPOConfig(
        output_dir=str(folder),
        multi_objective_aggregation="normalize_then_sum",
        max_completion_length=1,
        lr_scheduler_type="constant",
        logging_steps=1,
        save_strategy="no",
        report_to=[],
        use_cpu=True,
        bf16=False,
        disable_tqdm=True,
        seed=7,
        **others,
    )


def normalised(rows: list[list[float]]) -> list[float]:
    """What should come of it, by hand: NaN leaves a channel's statistics, and the sum."""
    sums = [0.0] * len(rows)
    for start in range(0, len(rows), ROLLOUTS):
        for k, weight in enumerate(WEIGHTS):
            judged = [i for i in range(start, start + ROLLOUTS) if not math.isnan(rows[i][k])]
            mean, std = figures([rows[i][k] for i in judged])
            for i in judged:
                sums[i] += weight * (rows[i][k] - mean) / (std + 1e-4)
    known = [i for i, row in enumerate(rows) if not all(math.isnan(value) for value in row)]
    mean, std = figures([sums[i] for i in known])
    return [(sums[i] - mean) / (std + 1e-4) if i in known else 0.0 for i in range(len(rows))]


def figures(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        return (values[0] if values else 0.0), 0.0
    mean = sum(values) / len(values)
    return mean, (sum((value - mean) ** 2 for value in values) / (len(values) - 1)) ** 0.5
