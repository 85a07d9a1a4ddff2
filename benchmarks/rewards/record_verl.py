"""Records what verl's advantage estimators give for the rewards in cases.json.

    python -m venv venv && venv/bin/pip install torch==2.13.0 && venv/bin/pip install --no-deps verl==0.9.1
    venv/bin/pip install "ray>=2.41" codetiming hydra-core "tensordict>=0.8,<=0.10" transformers peft torchdata
    venv/bin/python benchmarks/rewards/record_verl.py > src/reward/fixtures/verl.json

Each response has one token, so that verl's whitening over tokens is a whitening over sequences. Cases with nulls are left
out: verl has no way to say "not judged".
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
import torch
from verl.trainer.ppo import core_algos


def estimate(case: dict) -> dict[str, list[float]]:
    rewards = torch.tensor(case["rewards"], dtype=torch.float64)
    weights = torch.tensor(case["weights"], dtype=torch.float64)
    index = np.array(case["groups"])
    mask = torch.ones(len(rewards), 1, dtype=torch.float64)
    total = (rewards * weights).sum(dim=1, keepdim=True)

    def of(estimator, **options) -> list[float]:
        advantages, _ = estimator(total.clone(), mask, index, **options)
        return advantages.squeeze(1).tolist()

    gdpo, _ = core_algos.compute_gdpo_outcome_advantage(
        total.float(),
        mask.float(),
        index,
        config={
            "gdpo_reward_keys": [str(k) for k in range(rewards.shape[1])],
            "gdpo_reward_weights": case["weights"],
        },
        non_tensor_batch={str(k): rewards[:, k].numpy() for k in range(rewards.shape[1])},
        batch={
            "prompts": torch.zeros(len(rewards), 1),
            "attention_mask": torch.ones(len(rewards), 2, dtype=torch.long),
        },
    )
    return {
        "grpo": of(core_algos.compute_grpo_outcome_advantage),
        "dr-grpo": of(core_algos.compute_grpo_outcome_advantage, norm_adv_by_std_in_grpo=False),
        "rloo": of(core_algos.compute_rloo_outcome_advantage),
        "gdpo": gdpo.squeeze(1).tolist(),
    }


cases = json.loads((Path(__file__).parent / "cases.json").read_text())
judged = {
    name: case for name, case in cases.items() if all(score is not None for row in case["rewards"] for score in row)
}
print(
    json.dumps(
        {
            "made with": {"verl": version("verl"), "torch": version("torch")},
            "advantages": {name: estimate(case) for name, case in judged.items()},
        },
        indent=2,
    )
)
