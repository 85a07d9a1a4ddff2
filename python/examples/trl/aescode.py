"""AesCode's training with TRL 1.16.0: ``accelerate launch --num_processes 8 aescode.py briefs.jsonl``.

A line of the file has ``prompt``, ``reference`` (the path of a picture drawn from the same prompt), and ``kind`` and
``brief`` as known. Marks as in ../README.md.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from trl import GRPOConfig, GRPOTrainer

from kallos_rl import Client, reference
from kallos_rl.trl import channels

MODEL = "Qwen/Qwen3-VL-8B-Instruct"  # [method]
NAMES = ["correctness", "visual"]  # [method]
DROPOUT = 0.3  # [ours] share of prompts without their picture


def settings(**others: Any) -> GRPOConfig:
    return GRPOConfig(
        **{
            "output_dir": "aescode",
            "multi_objective_aggregation": "normalize_then_sum",  # [gdpo]
            "reward_weights": [0.5, 0.5],  # [ours] the recipe's
            "learning_rate": 3e-6,  # [paper] of AesCoder
            "num_generations": 8,  # [paper] of AesCoder
            "generation_batch_size": 512,  # [paper] of AesCoder: 64 prompts of 8
            "per_device_train_batch_size": 8,  # [paper] of AesCoder
            "beta": 0.001,  # [paper] of AesCoder: KL
            "epsilon": 0.5,  # [paper] of AesCoder: clip
            "loss_type": "grpo",  # [ours]
            "max_completion_length": 8192,  # [ours]
            "temperature": 1.0,  # [ours]
            "max_steps": 300,  # [ours]
            "bf16": True,  # [ours]
            "gradient_checkpointing": True,  # [ours]
            "use_vllm": True,  # [ours]
            "vllm_mode": "colocate",  # [ours]
            "logging_steps": 1,
            **others,
        }
    )


def with_pictures(columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Chats with the picture before the words, or without it for a share of the prompts."""
    pairs = zip(columns["prompt"], columns["reference"], strict=True)
    return {**columns, "prompt": [chat_of(prompt, path) for prompt, path in pairs]}


def chat_of(prompt: str, path: str | None) -> list[dict[str, Any]]:
    if path and reference.keeps(prompt, DROPOUT):
        from PIL import Image

        return reference.chat(prompt, Image.open(path).convert("RGB"))
    return [{"role": "user", "content": [{"type": "text", "text": prompt}]}]


def main(path: str) -> None:
    from datasets import load_dataset

    client = Client(recipe="aescode", run="aescode", seed=random.getrandbits(32), give_up_after=10)
    briefs = load_dataset("json", data_files=path, split="train")
    # Pictures are opened when they are needed.
    briefs.set_transform(with_pictures)
    trainer = GRPOTrainer(
        model=MODEL,
        args=settings(),
        reward_funcs=channels(client, NAMES),
        train_dataset=briefs,
    )
    trainer.train()


if __name__ == "__main__":
    main(sys.argv[1])
