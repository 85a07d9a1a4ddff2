#!/usr/bin/env bash
# AesCode's training with slime 0.3.1, beside the model's own arguments (MODEL_ARGS). Marks as in ../README.md.
# briefs.jsonl: prompt (chat), label ({"kind","brief"}), images (the reference picture, as input).
set -euo pipefail
export KALLOS_URL=${KALLOS_URL:-http://127.0.0.1:7654} KALLOS_RECIPE=aescode KALLOS_RUN=aescode
export KALLOS_SEED=${KALLOS_SEED:-$RANDOM} # one for each run: no policy learns ours
export KALLOS_GDPO_CHANNELS=correctness,visual # [method]

options=(
  --custom-rm-path kallos_rl.slime.custom_rm
  --group-rm                              # one request a prompt
  --reward-key score
  --eval-reward-key score
  --custom-reward-post-process-path kallos_rl.slime.gdpo # [gdpo]
  --advantage-estimator grpo              # [paper] of AesCoder
  --rollout-batch-size 64                 # [paper] of AesCoder: prompts
  --n-samples-per-prompt 8                # [paper] of AesCoder
  --global-batch-size 512                 # [ours] one update a step
  --micro-batch-size 8                    # [paper] of AesCoder
  --lr 3e-6                               # [paper] of AesCoder
  --eps-clip 0.5                          # [paper] of AesCoder
  --use-kl-loss
  --kl-loss-coef 0.001                    # [paper] of AesCoder
  --rollout-max-response-len 8192         # [ours]
  --rollout-temperature 1.0               # [ours]
  --prompt-data "${1:-briefs.jsonl}"
  --input-key prompt
  --label-key label
  --multimodal-keys '{"image": "images"}' # [method]
  --apply-chat-template
  --rollout-shuffle
)
exec python train.py "${MODEL_ARGS[@]}" "${options[@]}"
