#!/usr/bin/env bash
# AesCoder's training with verl 0.9.1. Marks as in ../README.md.
# prompts.parquet: prompt (chat), data_source, reward_model.ground_truth ("" or {"kind","brief"} as JSON),
# extra_info.question (the prompt as text).
set -euo pipefail
export KALLOS_URL=${KALLOS_URL:-http://127.0.0.1:7654} KALLOS_RECIPE=aescoder KALLOS_RUN=aescoder
export KALLOS_SEED=${KALLOS_SEED:-$RANDOM} # one for each run: no policy learns ours

options=(
  algorithm.adv_estimator=grpo                           # [paper]
  algorithm.norm_adv_by_std_in_grpo=True                 # [paper]
  actor_rollout_ref.model.path=Qwen/Qwen3-4B-Instruct-2507 # [paper]
  actor_rollout_ref.actor.optim.lr=3e-6                  # [paper]
  data.train_batch_size=64                               # [paper] prompts
  actor_rollout_ref.rollout.n=8                          # [paper] rollouts
  actor_rollout_ref.actor.ppo_mini_batch_size=64         # [ours] one update a step
  actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=8 # [paper]
  actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu=8 # [ours]
  actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu=8     # [ours]
  actor_rollout_ref.actor.use_kl_loss=True               # [paper]
  actor_rollout_ref.actor.kl_loss_coef=0.001             # [paper]
  actor_rollout_ref.actor.clip_ratio=0.5                 # [paper]
  actor_rollout_ref.actor.clip_ratio_low=0.5             # [paper]
  actor_rollout_ref.actor.clip_ratio_high=0.5            # [paper]
  actor_rollout_ref.rollout.name=vllm                    # [ours]
  actor_rollout_ref.rollout.temperature=1.0              # [ours]
  data.max_prompt_length=2048                            # [ours]
  data.max_response_length=8192                          # [ours]
  data.train_files="${1:-prompts.parquet}"
  data.val_files="${2:-prompts.parquet}"
  reward.custom_reward_function.path=pkg://kallos_rl.verl
  reward.custom_reward_function.name=compute_score
  reward.reward_manager.name=naive
  trainer.project_name=kallos
  trainer.experiment_name=aescoder
  trainer.n_gpus_per_node=8                              # [ours]
  trainer.total_epochs=1                                 # [ours]
)
exec python -m verl.trainer.main_ppo "${options[@]}"
