from __future__ import annotations

from statistics import fmean, stdev

import pytest

from kallos_rl.gdpo import advantages


def test_normalises_each_channel_within_its_group() -> None:
    """By hand: a channel on a small scale weighs as much as one on a large scale."""
    scores = [[0.0, 0.50], [1.0, 0.50], [0.5, 0.45], [0.5, 0.55]]
    found = advantages(scores, [0, 0, 0, 0])
    assert found[0] == pytest.approx(-found[1])
    assert found[2] == pytest.approx(-found[3])
    assert found[1] == pytest.approx(found[3], rel=1e-4)
    assert stdev(found) == pytest.approx(1)


def test_compares_within_groups_only() -> None:
    assert advantages([[0.1], [0.2], [0.8], [0.9]], ["a", "a", "b", "b"]) == pytest.approx(
        [-(0.75**0.5), 0.75**0.5] * 2
    )


def test_leaves_out_what_was_not_judged() -> None:
    judged = advantages([[0.1], [0.5], [0.9]], [0, 0, 0])
    assert advantages([[0.1], [0.5], [0.9], [None]], [0] * 4) == [*judged, 0.0]
    assert fmean(judged) == pytest.approx(0)


def test_does_not_blow_up_what_hardly_differs() -> None:
    flat = advantages([[0.5, 0.2], [0.5001, 0.8]], [0, 0], weights=[1, 0.0001])
    assert abs(flat[0] + flat[1]) < 1e-9
    assert advantages([[0.5], [0.5]], [0, 0]) == [0.0, 0.0]
    assert advantages([], []) == []
    assert advantages([[None], [None]], [0, 0]) == [0.0, 0.0]
