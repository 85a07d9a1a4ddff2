from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from fake import Fake, error, judged, not_judged

from kallos_rl import CHANNELS
from kallos_rl.verl import compute_score

KEYS = ["score", "valid", *(key for name in CHANNELS for key in (name, f"{name}_judged"))]


def score(
    solution: str, ground_truth: Any = None, extra_info: dict[str, Any] | None = None
) -> dict[str, float]:
    return asyncio.run(
        compute_score("kallos", solution, ground_truth, extra_info, reward_router_address=None)
    )


def test_gives_numbers_under_keys_that_never_change(named: Fake) -> None:
    assert score("<p>a") == {
        "score": 0.5,
        "valid": 1,
        "execution": 1,
        "execution_judged": 1,
        "correctness": 0.8,
        "correctness_judged": 1,
        "visual": 0.6,
        "visual_judged": 1,
        "interaction": 0,
        "interaction_judged": 0,
    }
    named.answer = lambda request: (200, {"results": [not_judged("0")]}, {})
    late = score("<p>b")
    named.answer = lambda request: error(401, "KALLOS_TOKEN")
    refused = score("<p>c")
    for told in (late, refused):
        assert list(told) == KEYS
        assert all(type(value) is float for value in told.values())
        assert told["valid"] == 0


def test_fills_gaps_with_the_mean_of_the_prompt(named: Fake) -> None:
    told = iter(
        [
            judged("0", 0.2, visual=0.4),
            judged("0", 0.4, visual=0.8),
            judged("0", 0.9, visual=1),
            not_judged("0"),
        ]
    )
    named.answer = lambda request: (200, {"results": [next(told)]}, {})
    score("a", extra_info={"question": "ferries"})
    score("b", extra_info={"question": "ferries"})
    score("c", extra_info={"question": "trains"})
    filled = score("d", extra_info={"question": "ferries"})
    assert filled["score"] == pytest.approx(0.3)
    assert filled["visual"] == pytest.approx(0.6)
    assert (filled["valid"], filled["visual_judged"]) == (0, 0)


def test_or_with_zero_where_the_prompt_is_not_known(named: Fake) -> None:
    told = iter([judged("0", 0.2, visual=0.4), not_judged("0")])
    named.answer = lambda request: (200, {"results": [next(told)]}, {})
    assert (score("a")["score"], score("b")["score"]) == (0.2, 0)


def test_or_with_zero(named: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KALLOS_NOT_JUDGED", "zero")
    told = iter([judged("0", 0.2, visual=0.4), not_judged("0")])
    named.answer = lambda request: (200, {"results": [next(told)]}, {})
    ferries = {"question": "ferries"}
    assert (score("a", extra_info=ferries)["score"], score("b", extra_info=ferries)["score"]) == (0.2, 0)


@pytest.mark.parametrize("shape", [dict, json.dumps])
def test_hands_on_what_was_asked(named: Fake, shape: Any) -> None:
    score("<p>a", shape({"kind": "poster", "brief": {"facts": ["7"]}}), {"question": "A poster", "index": 3})
    assert named.requests[0].body["items"] == [
        {"id": "0", "response": "<p>a", "prompt": "A poster", "kind": "poster", "brief": {"facts": ["7"]}}
    ]
    score("<p>b", "42")
    assert named.requests[1].body["items"] == [{"id": "0", "response": "<p>b"}]
