from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest
from fake import Fake, judged, not_judged, results

from kallos_rl import Client, KallosError
from kallos_rl.trl import RewardFunction, channels


def call(functions: list[RewardFunction], completions: list[Any], **columns: Any) -> list[list[float | None]]:
    """Calls functions as TRL does: those that are async together, on a loop of its own."""

    async def together() -> list[list[float | None]]:
        prompts = columns.pop("prompts", ["A page"] * len(completions))
        calls = [
            function(
                prompts=prompts, completions=completions, completion_ids=[[1]] * len(completions), **columns
            )
            for function in functions
        ]
        return list(await asyncio.gather(*calls))

    return asyncio.run(together())


def test_gives_one_function_a_channel_over_one_request(service: Fake) -> None:
    functions = channels(Client(service.url), ["correctness", "visual", "reward"])
    assert [function.__name__ for function in functions] == ["correctness", "visual", "reward"]
    assert all(inspect.iscoroutinefunction(function) for function in functions)
    assert call(functions, ["<p>a", "<p>b"]) == [[0.8, 0.8], [0.6, 0.6], [0.5, 0.5]]
    assert len(service.requests) == 1


def test_says_none_where_a_channel_was_not_judged(service: Fake) -> None:
    told = [judged("0", correctness=0.9), judged("1", correctness=0.2, visual=0.3), not_judged("2")]
    service.answer = lambda request: (200, {"results": told}, {})
    functions = channels(Client(service.url), ["correctness", "visual"])
    assert call(functions, ["a", "b", "c"]) == [[0.9, 0.2, None], [None, 0.3, None]]


def test_reads_chats_and_hands_on_briefs(service: Fake) -> None:
    functions = channels(Client(service.url), ["visual"])
    picture = {"type": "image", "image": object()}
    prompts = [
        [{"role": "system", "content": "You write pages."}, {"role": "user", "content": "Ferries"}],
        [{"role": "user", "content": [picture, {"type": "text", "text": "Trains"}]}],
    ]
    completions = [[{"role": "assistant", "content": "<p>a"}], [{"role": "assistant", "content": "<p>b"}]]
    brief = {"facts": ["Calais"], "canvas": None}
    call(functions, completions, prompts=prompts, kind=["slide", None], brief=[brief, None], other=[1, 2])
    assert service.requests[0].body["items"] == [
        {"id": "0", "response": "<p>a", "prompt": "Ferries", "kind": "slide", "brief": {"facts": ["Calais"]}},
        {"id": "1", "response": "<p>b", "prompt": "Trains"},
    ]


def test_asks_again_for_a_batch_of_which_something_was_not_judged(service: Fake) -> None:
    functions = channels(Client(service.url), ["correctness", "visual"])
    service.answer = lambda request: (200, {"results": [not_judged("0")]}, {})
    assert call(functions, ["a"]) == [[None], [None]]
    service.answer = lambda request: (200, results(request), {})
    assert call(functions, ["a"]) == [[0.8], [0.6]]
    assert len(service.requests) == 2


def test_logs_the_share_that_was_judged_once(service: Fake) -> None:
    service.answer = lambda request: (200, {"results": [judged("0", visual=1), not_judged("1")]}, {})
    logged: list[tuple[str, float]] = []
    functions = channels(Client(service.url), ["correctness", "visual"])
    call(functions, ["a", "b"], log_metric=lambda name, value: logged.append((name, value)))
    assert logged == [("kallos/judged", 0.5)]


def test_knows_its_channels() -> None:
    with pytest.raises(KallosError, match="beauty"):
        channels(Client(), ["visual", "beauty"])
    with pytest.raises(KallosError, match="no channel"):
        channels(Client(), [])
