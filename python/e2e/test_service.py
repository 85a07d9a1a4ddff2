"""The client against a real service: what both say of each other's shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from pages import pages
from service import Service

from kallos_rl import Client, Group, Item

TOKENS = ["one-long-enough", "another-long-enough"]
NAMES = ["sound 0", "pale 0", "blank"]


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("KALLOS_TOKEN", f"{TOKENS[0]},{TOKENS[1]}")
        with Service("--seed", "41") as running:
            yield running


@pytest.fixture
def ask(service: Service) -> Iterator[Callable[..., Client]]:
    """Makes clients of the service."""
    made: list[Client] = []

    def make(token: str = TOKENS[0], **options: Any) -> Client:
        made.append(Client(service.url, token=token, recipe="aescode", **options))
        return made[-1]

    yield make
    for client in made:
        client.close_sync()


@pytest.fixture
def client(ask: Callable[..., Client]) -> Client:
    return ask()


def test_scores_replies(client: Client) -> None:
    items = [Item(pages()[name], prompt="A page about ferries") for name in NAMES]
    sound, pale, blank = client.score_sync([*items, Item("no page", kind="slide", brief={"facts": ["7"]})])[
        :3
    ]
    assert sound.valid
    assert pale.of("correctness") < sound.of("correctness")  # type: ignore[operator]
    assert blank.reward < sound.reward  # type: ignore[operator]
    assert sound.of("interaction") is None
    assert sound.verdict is not None
    assert sound.verdict["fingerprint"]["seed"] == "41"


def test_compares_groups(client: Client) -> None:
    (found,) = client.groups_sync([Group([pages()[name] for name in NAMES], prompt="A page about ferries")])
    assert found.advantages[0] == max(found.advantages)  # type: ignore[type-var]
    assert found.standings == [None, None, None]
    assert found.figures["shareValid"] == 1


def test_whitens_over_a_batch_of_several_requests_as_the_service_does_over_one(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = pages()
    asked = [Group([known[name] for name in NAMES]), Group([known["sound 1"], known["tiny 1"]])]
    body = {"recipe": "aescode", "groups": [group.body(str(g)) for g, group in enumerate(asked)]}
    answer = httpx.post(
        f"{service.url}/v1/groups", json=body, headers={"Authorization": f"Bearer {TOKENS[0]}"}, timeout=300
    )
    whole = [[each["advantage"] for each in group["rollouts"]] for group in answer.json()["groups"]]
    monkeypatch.setattr("kallos_rl.client.MOST_ITEMS", 3)
    for found, expected in zip(client.groups_sync(asked), whole, strict=True):
        assert found.advantages == pytest.approx(expected, abs=1e-9)


def test_loses_only_the_rollout_that_the_service_does_not_take(client: Client) -> None:
    known = pages()
    too_long = "x" * (2 * 1024 * 1024 + 1)
    asked = [Group([known["sound 0"], too_long, known["blank"]]), Group([known["sound 1"], known["tiny 1"]])]
    first, second = client.groups_sync(asked)
    assert [result.reason for result in first.results] == [None, "KALLOS_REQUEST", None]
    assert first.advantages[1] is None
    assert first.advantages[0] > first.advantages[2]  # type: ignore[operator]
    assert None not in second.advantages


def test_gives_each_run_a_seed_of_its_own(ask: Callable[..., Client]) -> None:
    seeds = []
    for seed in (7, "of may", None):
        (found,) = ask(seed=seed).score_sync([Item(pages()["blank"])])
        assert found.verdict is not None
        seeds.append(found.verdict["fingerprint"]["seed"])
    assert seeds == ["7", "of may", "41"]


def test_says_why_where_no_reward_can_be(ask: Callable[..., Client]) -> None:
    (refused,) = ask("guess").score_sync([Item(pages()["blank"])])
    assert refused.reason == "KALLOS_TOKEN"
    (unread,) = ask(TOKENS[1]).score_sync([Item("x", brief={"nonsense": 1})])
    assert unread.reason == "KALLOS_REQUEST"
