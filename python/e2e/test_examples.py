"""The example configurations, read by the trainers that they are for, as far as each can be had here."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from service import Service

PNG = b"\x89PNG\r\n\x1a\n0000"
EXAMPLES = Path(__file__).parents[1] / "examples"


def module(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.replace("/", "_"), EXAMPLES / f"{path}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def arguments(script: str, folder: Path) -> list[str]:
    """What a shell script calls its trainer with: a python that prints its arguments stands in for it."""
    stub = folder / "python"
    stub.write_text(f"#!{sys.executable}\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\n")
    stub.chmod(0o755)
    env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    ran = subprocess.run(["bash", EXAMPLES / script], env=env, capture_output=True, check=True)  # noqa: S603, S607
    return list(json.loads(ran.stdout))


def test_trl_takes_both() -> None:
    pytest.importorskip("trl", reason="TRL is not installed")
    for name in ("aescoder", "aescode"):
        config = module(f"trl/{name}").settings(use_cpu=True, bf16=False, use_vllm=False, output_dir="none")
        assert (config.num_generations, config.generation_batch_size) == (8, 512)
        assert (config.learning_rate, config.beta, config.epsilon) == (3e-6, 0.001, 0.5)
    assert config.multi_objective_aggregation == "normalize_then_sum"


def test_trl_is_shown_reference_pictures(tmp_path: Path) -> None:
    pytest.importorskip("trl", reason="TRL is not installed")
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    image.new("RGB", (4, 3)).save(tmp_path / "ferries.png")
    rows = {"prompt": [f"Page {i}" for i in range(40)], "reference": [str(tmp_path / "ferries.png")] * 40}
    contents = [chat[0]["content"] for chat in module("trl/aescode").with_pictures(rows)["prompt"]]
    shown = [content[0]["image"].size for content in contents if content[0]["type"] == "image"]
    assert 0.4 < len(shown) / 40 < 1
    assert set(shown) == {(4, 3)}


@pytest.mark.parametrize("name", ["aescoder", "aescode"])
def test_verl_composes_its_configuration(name: str, tmp_path: Path) -> None:
    pytest.importorskip("verl", reason="verl is not installed")
    import verl.trainer
    from hydra import compose, initialize_config_dir

    _, _, *overrides = arguments(f"verl/{name}.sh", tmp_path)
    folder = Path(next(iter(verl.trainer.__path__))) / "config"
    with initialize_config_dir(str(folder), version_base=None):
        config = compose("ppo_trainer", overrides)
    assert config.reward.custom_reward_function.path == "pkg://kallos_rl.verl"
    assert config.actor_rollout_ref.actor.optim.lr == 3e-6
    assert config.actor_rollout_ref.rollout.n == 8
    if name == "aescode":
        assert list(config.algorithm.gdpo_reward_keys) == ["correctness", "visual"]


def test_openrlhf_knows_the_options(tmp_path: Path) -> None:
    spec = importlib.util.find_spec("openrlhf")
    if spec is None or spec.submodule_search_locations is None:
        pytest.skip("OpenRLHF is not installed")
    source = (Path(spec.submodule_search_locations[0]) / "cli" / "train_ppo_ray.py").read_text()
    known = set(re.findall(r'add_argument\(\s*f?"(--[\w.{}]+)"', source))
    known |= {option.replace("{prefix}", "actor") for option in known}
    used = {argument for argument in arguments("openrlhf/aescoder.sh", tmp_path) if argument.startswith("--")}
    assert used - known == set()


def test_slime_knows_the_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.find_spec("slime")
    if spec is None or spec.submodule_search_locations is None:
        pytest.skip("slime is not on PYTHONPATH")
    source = (Path(spec.submodule_search_locations[0]) / "utils" / "arguments.py").read_text()
    # Megatron's own, which slime hands on.
    known = {*re.findall(r'"(--[\w-]+)"', source)}
    used = {argument for argument in arguments("slime/aescode.sh", tmp_path) if argument.startswith("--")}
    assert used - known == set()


def test_verifiers_scores_by_the_example() -> None:
    vf = pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    import asyncio

    import tomllib
    from pages import pages
    from test_verifiers import trace_of

    from kallos_rl import shared
    from kallos_rl import verifiers as adapter

    told = tomllib.loads((EXAMPLES / "verifiers" / "aescode.toml").read_text())["env"]["taskset"]
    config = vf.taskset_config_type("kallos-taskset").model_validate(told)
    config = config.model_copy(update={"rows": EXAMPLES / "verifiers" / "briefs.jsonl"})
    ferries, heat = vf.load_taskset(config)
    assert heat.data.kind == "slide"
    with Service() as service, pytest.MonkeyPatch.context() as environment:
        environment.setenv("KALLOS_URL", service.url)
        shared.forget()
        adapter._sharing.cache_clear()
        trace = trace_of(ferries, pages()["sound 0"])
        asyncio.run(ferries.score(trace))
        shared.client().close_sync()
    weights = {name: reward.weight for name, reward in trace.rewards.items()}
    assert weights == {"kallos": 0, "correctness": 0.5, "visual": 0.5}
    assert 0 < trace.reward < 1


def test_nemo_gym_takes_the_example() -> None:
    pytest.importorskip("nemo_gym", reason="NeMo Gym is not installed")
    from omegaconf import OmegaConf

    from kallos_rl.nemo_gym import KallosResourcesServerConfig

    told: Any = OmegaConf.to_container(OmegaConf.load(EXAMPLES / "nemo_gym" / "kallos.yaml"))
    server = told["kallos"]["resources_servers"]["kallos"]
    config = KallosResourcesServerConfig(host="127.0.0.1", port=1, name="kallos", **server)
    assert config.urls == ["http://127.0.0.1:7654"]
    assert (EXAMPLES / "nemo_gym" / server["entrypoint"]).exists()


def test_openenv_repairs_its_page() -> None:
    pytest.importorskip("openenv", reason="OpenEnv is not installed")
    import asyncio

    from pages import pages

    from kallos_rl.openenv import KallosEnv

    seen: list[Any] = []
    turns = iter([pages()["pale 0"], pages()["sound 0"]])

    async def policy(messages: list[Any]) -> str:
        seen.append(messages[-1]["content"])
        return next(turns)

    async def run(url: str) -> list[float | None]:
        async with KallosEnv(url) as env:
            repair = module("openenv/repair")
            return await repair.episode(env, policy, "A page about ferries", turns=2, picture=PNG)

    with Service() as service:
        first, second = asyncio.run(run(service.url))
    assert first is not None
    assert second is not None
    assert second > first
    assert seen[0][0]["image_url"]["url"].startswith("data:image/png;base64,")
    assert "contrast" in seen[1][0]["text"]
    assert seen[1][1]["image_url"]["url"].startswith("data:image/jpeg;base64,")
