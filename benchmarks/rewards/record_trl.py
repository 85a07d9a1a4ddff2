"""Records what TRL's GRPOTrainer gives for the rewards in cases.json.

    python -m venv venv && venv/bin/pip install torch==2.13.0 && venv/bin/pip install trl==1.16.0
    venv/bin/python benchmarks/rewards/record_trl.py > src/reward/fixtures/trl.json

The trainer's advantages are no function of their own, so a real trainer takes one step: on a model of random weights that
is made here, with reward functions that answer from the table. What it logs as advantages is recorded. It groups
consecutive completions, all groups of one size, so cases of unequal groups are left out.
"""

import contextlib
import json
import sys
import tempfile
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import torch
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
from trl import GRPOConfig, GRPOTrainer

WORDS = ["<pad>", "<eos>", "<unk>", *"abcdefghijklmnop"]
SETTINGS = {
    "grpo": {"scale_rewards": "group"},
    "dr-grpo": {"scale_rewards": "none"},
    "gdpo": {"multi_objective_aggregation": "normalize_then_sum"},
}


def tokenizer() -> PreTrainedTokenizerFast:
    words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>")


def model() -> Qwen2ForCausalLM:
    config = Qwen2Config(
        vocab_size=len(WORDS),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        pad_token_id=0,
        eos_token_id=1,
    )
    return Qwen2ForCausalLM(config)


def channel(rewards: list[list[float | None]], k: int):
    def reward(completions, **_):
        assert len(completions) == len(rewards)
        return [row[k] for row in rewards]

    reward.__name__ = f"channel_{k}"
    return reward


def advantages(case: dict, settings: dict) -> list[float]:
    rollouts = len(case["rewards"])
    size = Counter(case["groups"]).most_common(1)[0][1]
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as folder:
        trainer = GRPOTrainer(
            model=model(),
            processing_class=tokenizer(),
            reward_funcs=[channel(case["rewards"], k) for k in range(len(case["weights"]))],
            args=GRPOConfig(
                output_dir=folder,
                use_cpu=True,
                bf16=False,
                max_steps=1,
                per_device_train_batch_size=rollouts,
                num_generations=size,
                max_completion_length=4,
                reward_weights=case["weights"],
                report_to=[],
                logging_steps=1000,
                save_strategy="no",
                disable_tqdm=True,
                **settings,
            ),
            train_dataset=Dataset.from_dict({"prompt": ["a b", "c d"] * 4}),
        )
        # What a trainer prints is none of the record.
        with contextlib.redirect_stdout(sys.stderr):
            trainer.train()
        return list(trainer._logs["advantages"])


cases = json.loads((Path(__file__).parent / "cases.json").read_text())
equal = {name: case for name, case in cases.items() if len(set(Counter(case["groups"]).values())) == 1}
recorded = {
    name: {method: advantages(case, settings) for method, settings in SETTINGS.items()}
    for name, case in equal.items()
}
made_with = {name: version(name) for name in ("trl", "transformers", "torch")}
json.dump({"made with": made_with, "advantages": recorded}, sys.stdout, indent=2)
print()
