"""OpenEnv's own client, against the environment that the service is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

pytest.importorskip("openenv", reason="OpenEnv is not installed: pip install openenv==0.10.0")

from pages import pages
from service import Service

from kallos_rl.openenv import KallosAction, KallosEnv


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as running:
        yield running


def test_lets_a_policy_repair_its_page(service: Service) -> None:
    async def episode() -> None:
        async with KallosEnv(service.url) as env:
            step = await env.reset(prompt="A page about ferries", max_turns=3)
            assert (step.observation.prompt, step.observation.turns_left, step.done) == (
                "A page about ferries",
                3,
                False,
            )
            spoilt = await env.step(KallosAction(response=pages()["pale 0"]))
            assert not spoilt.done
            assert any(finding["check"] == "text-contrast" for finding in spoilt.observation.findings)
            assert "error: " in spoilt.observation.as_text()
            picture = spoilt.observation.picture_bytes
            assert picture is not None
            assert picture.startswith(b"\xff\xd8\xff")
            repaired = await env.step(KallosAction(response=pages()["sound 0"]))
            assert spoilt.reward is not None
            assert repaired.reward is not None
            assert repaired.reward > spoilt.reward
            state = await env.state()
            assert (state.step_count, state.max_turns) == (2, 3)

    asyncio.run(episode())


def test_has_a_face_for_code_without_an_event_loop(service: Service) -> None:
    with KallosEnv(service.url).sync() as env:
        env.reset(prompt="A page about ferries", max_turns=1)
        step = env.step(KallosAction(response="There is no page in this."))
        assert step.done
        assert step.observation.outcome == "no-artifact"
        assert step.reward == 0
