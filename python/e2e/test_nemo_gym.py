"""NeMo Gym's own server class, over HTTP as an agent calls it. Head server and rollout collection take no part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("nemo_gym", reason="NeMo Gym is not installed: pip install nemo-gym==0.4.0 (Python 3.12)")

from fastapi.testclient import TestClient
from nemo_gym.server_utils import ServerClient
from omegaconf import DictConfig
from pages import pages
from service import Service

from kallos_rl import CHANNELS
from kallos_rl.nemo_gym import COMPONENTS, KallosResourcesServer, KallosResourcesServerConfig


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as running:
        yield running


def server(*urls: str, deadline: float = 60) -> TestClient:
    config = KallosResourcesServerConfig(
        host="127.0.0.1", port=0, name="kallos", entrypoint="app.py", urls=list(urls), deadline=deadline
    )
    client = ServerClient(
        head_server_config={"host": "127.0.0.1", "port": 0}, global_config_dict=DictConfig({})
    )
    return TestClient(KallosResourcesServer(config=config, server_client=client).setup_webserver())


def rollout(page: str, **fields: Any) -> dict[str, Any]:
    content = [{"type": "output_text", "text": page, "annotations": []}]
    message = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}
    return {
        "responses_create_params": {"input": [{"role": "user", "content": "A page about ferries"}]},
        "response": {
            "id": "r",
            "created_at": 0,
            "model": "policy",
            "object": "response",
            "output": [message],
            "parallel_tool_calls": False,
            "tool_choice": "auto",
            "tools": [],
        },
        **fields,
    }


def test_rewards_with_the_sum_of_components(service: Service) -> None:
    with server(service.url) as gym:
        assert gym.post("/seed_session", json={}).status_code == 200
        sound = gym.post("/verify", json=rollout(pages()["sound 0"], task="ferries")).json()
        spoilt = gym.post("/verify", json=rollout(pages()["pale 0"])).json()
        blank = gym.post("/verify", json=rollout("No page at all")).json()
    assert blank["reward"] <= spoilt["reward"] < sound["reward"] <= 1
    for told in (sound, spoilt, blank):
        assert set(told["reward_components"]) == set(COMPONENTS)
        assert sum(told["reward_components"].values()) == pytest.approx(told["reward"])
        assert all(told[name] == told["reward_components"][name] for name in CHANNELS)
        assert told["valid"] == 1
        assert "_ng_failure_class" not in told
    assert sound["task"] == "ferries"
    assert sound["response"]["output"][0]["content"][0]["text"] == pages()["sound 0"]


def test_takes_no_reward_from_the_row(service: Service) -> None:
    """A row of a data set may have such fields, and one that is verified again has them all."""
    stale = {
        "reward": 0.77,
        "reward_components": {"visual": 9},
        "valid": 0,
        "_ng_failure_class": "judge_failed",
    }
    stale |= dict.fromkeys(COMPONENTS, 9)
    with server(service.url) as gym:
        told = gym.post("/verify", json=rollout("No page at all", task="ferries", **stale)).json()
    assert (told["reward"], told["valid"], told["task"]) == (0, 1, "ferries")
    assert told["reward_components"] == dict.fromkeys(COMPONENTS, 0)
    assert all(told[name] == 0 for name in COMPONENTS)
    assert "_ng_failure_class" not in told
    with server("http://127.0.0.1:9", deadline=0.3) as gym:
        lost = gym.post("/verify", json=rollout(pages()["sound 0"], **{**stale, "valid": 1})).json()
    assert (lost["reward"], lost["valid"], lost["visual"]) == (0, 0, 0)


def test_keeps_what_was_not_judged_out_of_training() -> None:
    with server("http://127.0.0.1:9", deadline=0.3) as gym:
        told = gym.post("/verify", json=rollout(pages()["sound 0"])).json()
    assert (told["reward"], told["valid"]) == (0, 0)
    assert told["_ng_failure_class"] == "judge_failed"
    assert set(told["reward_components"]) == set(COMPONENTS)
