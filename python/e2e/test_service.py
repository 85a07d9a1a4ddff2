"""The client against a real service: what both say of each other's shapes."""

from __future__ import annotations

from collections.abc import Iterator

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
def client(service: Service) -> Iterator[Client]:
    made = Client(service.url, token=TOKENS[0], recipe="aescode")
    yield made
    made.close_sync()


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


def test_says_why_where_no_reward_can_be(service: Service) -> None:
    stranger = Client(service.url, token="guess")  # noqa: S106
    (refused,) = stranger.score_sync([Item(pages()["blank"])])
    assert refused.reason == "KALLOS_TOKEN"
    (unread,) = Client(service.url, token=TOKENS[1]).score_sync([Item("x", brief={"nonsense": 1})])
    assert unread.reason == "KALLOS_REQUEST"
