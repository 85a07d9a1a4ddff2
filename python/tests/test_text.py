from __future__ import annotations

import pytest

from kallos_rl.text import last_text, question_of, read_label, reply_of

CHATS = {
    "ChatML": ("<|im_start|>user\nFerries<|im_end|>\n<|im_start|>assistant\n", "<|im_end|>"),
    "Llama 3": (
        "<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nFerries<|eot_id|>"
        "<|start_header_id|>assistant<|end_header_id|>\n\n",
        "<|eot_id|>",
    ),
    "Gemma": ("<bos><start_of_turn>user\nFerries<end_of_turn>\n<start_of_turn>model\n", "<end_of_turn>"),
    "Mistral": ("<s>[INST] Ferries [/INST]", "</s>"),
    "DeepSeek": ("<｜begin▁of▁sentence｜><｜User｜>Ferries<｜Assistant｜>", "<｜end▁of▁sentence｜>"),
}


@pytest.mark.parametrize(("prompt", "end"), CHATS.values(), ids=CHATS)
def test_takes_chat_templates_off(prompt: str, end: str) -> None:
    reply = '<html><body class="[inst]"><s>old</s> price</body></html>'
    assert reply_of(f"{prompt}{reply}{end}", prompt) == reply
    assert reply_of(f"{prompt}{reply}{end}") == reply
    assert question_of(prompt) == "Ferries"


def test_leaves_nothing_of_a_picture_that_was_shown() -> None:
    shown = "<|im_start|>user\n<|vision_start|><|image_pad|><|vision_end|>Ferries<|im_end|>\n"
    assert question_of(shown) == "Ferries"


def test_leaves_other_text_alone() -> None:
    assert reply_of("<p>a | b</p>") == "<p>a | b</p>"
    assert question_of("Ferries") == "Ferries"


def test_reads_the_last_message_of_a_chat() -> None:
    chat = [{"role": "user", "content": "One"}, {"role": "assistant", "content": "Two"}]
    assert last_text(chat, "user") == "One"
    assert last_text(chat, "assistant") == "Two"
    assert last_text("Plain", "user") == "Plain"
    assert last_text([{"role": "assistant", "content": None}], "assistant") == ""
    assert last_text(None, "user") == ""


def test_reads_labels() -> None:
    assert read_label('{"kind": "slide", "brief": {"facts": ["1"], "canvas": null}}') == {
        "kind": "slide",
        "brief": {"facts": ["1"]},
    }
    for nothing in (None, "", "42", "[]", "not json", {"kind": 3, "brief": "x"}, 7):
        assert read_label(nothing) == {}
