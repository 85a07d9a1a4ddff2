from __future__ import annotations

import pytest
from fake import judged

from kallos_rl import KallosError
from kallos_rl.wire import read_results

WRONG = {
    "no list": "none",
    "nothing": [],
    "one twice": [judged("0"), judged("0")],
    "of others": [judged("0"), judged("7")],
    "half of one": [judged("0"), {"id": "1"}],
    "a score above 1": [judged("0"), judged("1", visual=7)],
    "no number": [judged("0"), {**judged("1"), "score": "0.5"}],
    "not a number": [judged("0"), {**judged("1"), "score": float("nan")}],
    "a verdict of another shape": [judged("0"), {**judged("1"), "verdict": ["ok"]}],
}


def test_reads_results_in_the_order_of_their_ids() -> None:
    first, second = read_results({"results": [judged("b", 0.2), judged("a", 0.1)]}, ["a", "b"])
    assert (first.reward, second.reward) == (0.1, 0.2)
    assert (first.queue_ms, first.wall_ms, first.cached) == (3, 40, False)


@pytest.mark.parametrize("results", WRONG.values(), ids=WRONG)
def test_takes_no_body_on_trust(results: object) -> None:
    with pytest.raises(KallosError, match="KALLOS_ANSWER"):
        read_results({"results": results}, ["0", "1"])


@pytest.mark.parametrize("body", [None, [], "ok", {}])
def test_takes_no_other_body_either(body: object) -> None:
    with pytest.raises(KallosError, match="KALLOS_ANSWER"):
        read_results(body, ["0", "1"])
