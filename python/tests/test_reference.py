from __future__ import annotations

import json

import pytest

from kallos_rl import reference

PNG = b"\x89PNG\r\n\x1a\n0000"


def test_shows_the_picture_before_the_words() -> None:
    picture = object()
    assert reference.chat("Ferries", picture)[0]["content"] == [
        {"type": "image", "image": picture},
        {"type": "text", "text": "Ferries"},
    ]
    row = reference.row("Ferries", PNG)
    assert row["prompt"][0]["content"].startswith("<image>")
    assert row["images"] == [{"bytes": PNG}]
    line = json.loads(json.dumps(reference.line("Ferries", PNG)))
    assert line["prompt"][0]["content"].startswith("<image>")
    assert line["images"] == ["data:image/png;base64,iVBORw0KGgowMDAw"]
    asked = reference.message("Ferries", PNG)["content"]
    assert [part["type"] for part in asked] == ["image_url", "text"]
    assert asked[0]["image_url"]["url"] == line["images"][0]
    parts = reference.responses_input("Ferries", PNG)[0]["content"]
    assert parts[0]["image_url"] == "data:image/png;base64,iVBORw0KGgowMDAw"


def test_takes_pictures_only() -> None:
    with pytest.raises(ValueError, match="PNG"):
        reference.data_url(b"<svg/>")


def test_drops_the_same_share_for_all_rollouts_of_a_prompt() -> None:
    prompts = [f"prompt {i}" for i in range(2000)]
    kept = [reference.keeps(prompt, 0.3) for prompt in prompts]
    assert kept == [reference.keeps(prompt, 0.3) for prompt in prompts]
    assert sum(kept) / len(kept) == pytest.approx(0.7, abs=0.05)
    assert kept != [reference.keeps(prompt, 0.3, seed=1) for prompt in prompts]
    assert all(reference.keeps(prompt, 0) for prompt in prompts)
    assert not any(reference.keeps(prompt, 1) for prompt in prompts)
