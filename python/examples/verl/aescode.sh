#!/usr/bin/env bash
# AesCode's training with verl 0.9.1. Marks as in ../README.md.
# briefs.parquet: prompt and images (kallos_rl.reference.row makes both), data_source, reward_model.ground_truth ("" or
# {"kind","brief"} as JSON), extra_info.question (the prompt as text).
set -euo pipefail
export KALLOS_URL=${KALLOS_URL:-http://127.0.0.1:7654} KALLOS_RECIPE=aescode KALLOS_RUN=aescode
export KALLOS_SEED=${KALLOS_SEED:-$RANDOM} # one for each run: no policy learns ours

options=(
  algorithm.adv_estimator=gdpo                           # [gdpo]
  "+algorithm.gdpo_reward_keys=[correctness,visual]"     # [method]
  "+algorithm.gdpo_reward_weights=[0.5,0.5]"             # [ours] of the recipe
  actor_rollout_ref.model.path=Qwen/Qwen3-VL-8B-Instruct # [method]
  data.image_key=images                                  # [method] the reference picture, as input
  actor_rollout_ref.actor.optim.lr=3e-6                  # [paper] of AesCoder
  data.train_batch_size=64                               # [paper] of AesCoder: prompts
  actor_rollout_ref.rollout.n=8                          # [paper] of AesCoder: rollouts
  actor_rollout_ref.actor.ppo_mini_batch_size=64         # [ours] one update a step
  actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=8 # [paper] of AesCoder
  actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu=8 # [ours]
  actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu=8     # [ours]
  actor_rollout_ref.actor.use_kl_loss=True               # [paper] of AesCoder
  actor_rollout_ref.actor.kl_loss_coef=0.001             # [paper] of AesCoder
  actor_rollout_ref.actor.clip_ratio=0.5                 # [paper] of AesCoder
  actor_rollout_ref.actor.clip_ratio_low=0.5             # [paper] of AesCoder
  actor_rollout_ref.actor.clip_ratio_high=0.5            # [paper] of AesCoder
  actor_rollout_ref.rollout.name=vllm                    # [ours]
  actor_rollout_ref.rollout.temperature=1.0              # [ours]
  data.max_prompt_length=2048                            # [ours]
  data.max_response_length=8192                          # [ours]
  data.train_files="${1:-briefs.parquet}"
  data.val_files="${2:-briefs.parquet}"
  reward.custom_reward_function.path=pkg://kallos_rl.verl
  reward.custom_reward_function.name=compute_score
  reward.reward_manager.name=gdpo
  trainer.project_name=kallos
  trainer.experiment_name=aescode
  trainer.n_gpus_per_node=8                              # [ours]
  trainer.total_epochs=1                                 # [ours]
)
exec python -m verl.trainer.main_ppo "${options[@]}"
