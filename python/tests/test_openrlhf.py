from __future__ import annotations

import json

from fake import Fake, error, judged

from kallos_rl.openrlhf import reward_func

PROMPT = "<|im_start|>system\nYou write pages.<|im_end|>\n<|im_start|>user\nFerries<|im_end|>\n<|im_start|>assistant\n"


def test_takes_the_template_off_and_hands_on_labels(named: Fake) -> None:
    label = json.dumps({"kind": "slide", "brief": {"facts": ["Calais"]}})
    reward_func([f"{PROMPT}<p>a</p><|im_end|>"], [PROMPT], [label])
    assert named.requests[0].body["items"] == [
        {
            "id": "0",
            "response": "<p>a</p>",
            "prompt": "Ferries",
            "kind": "slide",
            "brief": {"facts": ["Calais"]},
        }
    ]


def test_finds_the_reply_though_the_prompt_was_cut(named: Fake) -> None:
    reward_func([f"{PROMPT[20:]}<p>a</p><|im_end|>"], [PROMPT], [None])
    assert named.items == ["<p>a</p>"]


def test_gives_a_number_for_everything(named: Fake) -> None:
    named.answer = lambda request: (200, {"results": [judged("0", -1, execution=0)]}, {})
    told = reward_func([f"{PROMPT}a"], [PROMPT], [None])
    assert told["rewards"] == [-1]
    assert told["scores"] == [0]
    assert told["extra_logs"]["execution_judged"] == [1]
    named.answer = lambda request: error(400, "KALLOS_REQUEST")
    missing = reward_func(["Trains b"], ["Trains "], [None])
    assert missing["rewards"] == missing["scores"] == missing["extra_logs"]["valid"] == [0]
    assert list(missing["extra_logs"]) == list(told["extra_logs"])
