"""AesCoder's training with TRL 1.16.0: ``accelerate launch --num_processes 8 aescoder.py prompts.jsonl``.

A line of the file has ``prompt``, and ``kind`` and ``brief`` as known. Marks as in ../README.md.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from trl import GRPOConfig, GRPOTrainer

from kallos_rl import Client
from kallos_rl.trl import channels

MODEL = "Qwen/Qwen3-4B-Instruct-2507"  # [paper]


def settings(**others: Any) -> GRPOConfig:
    return GRPOConfig(
        **{
            "output_dir": "aescoder",
            "learning_rate": 3e-6,  # [paper]
            "num_generations": 8,  # [paper]
            "generation_batch_size": 512,  # [paper] 64 prompts of 8
            "per_device_train_batch_size": 8,  # [paper]
            "beta": 0.001,  # [paper] KL
            "epsilon": 0.5,  # [paper] clip
            "scale_rewards": "group",  # [paper]
            "loss_type": "grpo",  # [ours]
            "max_completion_length": 8192,  # [ours] the context of AesCoder's SFT
            "temperature": 1.0,  # [ours]
            "max_steps": 312,  # [ours] 20,000 prompts, once
            "bf16": True,  # [ours]
            "gradient_checkpointing": True,  # [ours]
            "use_vllm": True,  # [ours]
            "vllm_mode": "colocate",  # [ours]
            "logging_steps": 1,
            **others,
        }
    )


def main(path: str) -> None:
    from datasets import load_dataset

    client = Client(recipe="aescoder", run="aescoder", seed=random.getrandbits(32), give_up_after=10)
    prompts = load_dataset("json", data_files=path, split="train")
    trainer = GRPOTrainer(
        model=MODEL,
        args=settings(),
        # One function: the recipe weighs the channels, and knows the gate.
        reward_funcs=channels(client, ["reward"]),
        train_dataset=prompts.map(lambda row: {"prompt": [{"role": "user", "content": row["prompt"]}]}),
    )
    trainer.train()


if __name__ == "__main__":
    main(sys.argv[1])
