#!/usr/bin/env bash
# AesCoder's training with OpenRLHF 0.11.2, which knows one reward a sample. Marks as in ../README.md.
# prompts.jsonl: input (chat), label ({"kind","brief"} as JSON text, or "").
set -euo pipefail
cd "$(dirname "$0")"
export KALLOS_URL=${KALLOS_URL:-http://127.0.0.1:7654} KALLOS_RECIPE=aescoder KALLOS_RUN=aescoder
export KALLOS_SEED=${KALLOS_SEED:-$RANDOM} # one for each run: no policy learns ours

options=(
  --actor.model_name_or_path Qwen/Qwen3-4B-Instruct-2507 # [paper]
  --algo.advantage.estimator group_norm                  # [paper] (r - mean) / std in the group
  --rollout.batch_size 64                                # [paper] prompts
  --rollout.n_samples_per_prompt 8                       # [paper]
  --train.batch_size 512                                 # [ours] one update a step
  --train.micro_batch_size 8                             # [paper]
  --actor.adam.lr 3e-6                                   # [paper]
  --actor.eps_clip 0.5                                   # [paper]
  --algo.kl.use_loss
  --algo.kl.init_coef 0.001                              # [paper]
  --algo.kl.estimator k3                                 # [ours]
  --data.max_len 10240                                   # [ours]
  --rollout.max_new_tokens 8192                          # [ours]
  --data.prompt_dataset "${1:-prompts.jsonl}"
  --data.input_key input
  --data.label_key label
  --data.apply_chat_template
  --reward.remote_url reward.py                          # or http://127.0.0.1:7654/openrlhf
  --actor.num_gpus_per_node 8                            # [ours]
  --vllm.num_engines 4                                   # [ours]
  --train.colocate_all                                   # [ours]
  --vllm.enable_sleep                                    # [ours]
  --ds.enable_sleep                                      # [ours]
  --ckpt.output_dir aescoder
)
exec python -m openrlhf.cli.train_ppo_ray "${options[@]}"
