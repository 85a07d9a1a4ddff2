"""verifiers' own scoring, up to where it wants a model to roll out: the trace is made by hand.

``Task.score`` is what a rollout calls once a model has answered; taskset and plugged functions are found and run by its
own loaders. No harness, interception server or trainer takes part.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verifiers.v1", reason="verifiers is not installed: pip install verifiers==0.4.0")

import verifiers.v1 as vf
from pages import pages
from service import Service

from kallos_rl import shared

PNG = b"\x89PNG\r\n\x1a\n0000"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as running:
        yield running


@pytest.fixture(autouse=True)
def _named(service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from kallos_rl import verifiers as adapter

    monkeypatch.setenv("KALLOS_URL", service.url)
    monkeypatch.setenv("KALLOS_RECIPE", "aescode")
    shared.forget()
    adapter._sharing.cache_clear()
    yield
    shared.client().close_sync()


def taskset(folder: Path, task: dict[str, Any] | None = None, **settings: Any) -> vf.Taskset:
    rows = folder / "briefs.jsonl"
    (folder / "ferries.png").write_bytes(PNG)
    lines = [
        {"id": "ferries", "prompt": "A page about ferries", "brief": {"facts": ["eight pounds"]}},
        {"id": "drawn", "prompt": "A slide about ferries", "kind": "slide", "reference": "ferries.png"},
    ]
    rows.write_text("\n".join(json.dumps(line) for line in lines))
    config = vf.taskset_config_type("kallos-taskset")
    return vf.load_taskset(config(id="kallos-taskset", rows=rows, task=task or {}, **settings))


def trace_of(task: vf.Task, reply: str) -> vf.Trace:
    trace = vf.Trace(task=vf.TraceTask(data=task.data, type="KallosTask"), agent=AGENT)
    trace.root_reply = reply
    return trace


AGENT = vf.AgentInfo(role="agent", config=vf.AgentConfig())


def test_finds_the_taskset_and_its_briefs(tmp_path: Path) -> None:
    ferries, drawn = taskset(tmp_path)
    assert ferries.data.brief == {"facts": ["eight pounds"]}
    assert drawn.data.kind == "slide"
    (message,) = drawn.data.prompt
    assert message.content[0].image_url.url.startswith("data:image/png;base64,")
    assert drawn.data.prompt_text == "A slide about ferries"
    assert [task.data.prompt for task in taskset(tmp_path, reference_dropout=1)][1] == "A slide about ferries"


@pytest.mark.parametrize(
    "by", [["kallos-taskset", "--env.taskset.rows", "briefs.jsonl"], ["@", "aescode.toml"]]
)
def test_is_evaluated_as_the_guide_prints_it(by: list[str], tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("vf-eval")), *by, "--model", "m", "--dry-run", "True"]
    shutil.copytree(Path(__file__).parents[1] / "examples" / "verifiers", tmp_path / "here")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
    subprocess.run(command, cwd=tmp_path / "here", env=env, check=True)  # noqa: S603
    (resolved,) = (tmp_path / "here" / "outputs").rglob("eval.json")
    assert json.loads(resolved.read_text())["model"] == "m"


def test_scores_a_reply(tmp_path: Path) -> None:
    task = next(iter(taskset(tmp_path)))
    sound, spoilt = trace_of(task, pages()["sound 0"]), trace_of(task, pages()["pale 0"])
    asyncio.run(task.score(sound))
    asyncio.run(task.score(spoilt))
    assert 0 < spoilt.reward < sound.reward <= 1
    assert set(sound.rewards) == {"kallos"}
    assert set(sound.metrics) == {"execution", "correctness", "visual"}


def test_lends_single_channels_to_other_tasksets(tmp_path: Path) -> None:
    plugged = {
        name: {"fn": f"kallos_rl.verifiers:{name}", "weight": 0.5} for name in ("correctness", "visual")
    }
    task = next(iter(taskset(tmp_path, task={"rewards": plugged})))
    trace = trace_of(task, pages()["sound 1"])
    asyncio.run(task.score(trace))
    assert set(trace.rewards) == {"kallos", "correctness", "visual"}
    assert trace.rewards["visual"].weight == 0.5
    assert trace.rewards["visual"].score == trace.metrics["visual"]


def test_gives_no_reward_to_what_was_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = next(iter(taskset(tmp_path)))
    trace = trace_of(task, pages()["sound 0"])
    shared.client().deadline = 0.01
    with pytest.raises(vf.TaskError, match="was not judged"):
        asyncio.run(task.score(trace))
    assert trace.rewards == {"kallos": None}
