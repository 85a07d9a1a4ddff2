"""The commands that the guides print, run as they stand: each service starts, and judges a sound page."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from model import model_server
from pages import pages
from service import Service

from kallos_rl import Client, Item

ROOT = Path(__file__).parents[2]
PRINTED = [
    ROOT / "python" / "README.md",
    ROOT / "python" / "examples" / "README.md",
    *sorted((ROOT / "docs" / "guides").glob("rewards-*.md")),
]
TOKEN = "long-enough-to-be-one"  # noqa: S105


def commands() -> dict[str, set[str | None]]:
    """Each ``kallos serve`` that is printed, with the recipes that its guides' clients name (None: the service's)."""
    found: dict[str, set[str | None]] = {}
    for page in PRINTED:
        text = page.read_text(encoding="utf-8")
        asked = {first or second for first, second in re.findall(r'KALLOS_RECIPE=(\w+)|recipe="(\w+)"', text)}
        for command in re.findall(r"npx (kallos serve[^`&|#\n]*)", text):
            # A service that has a recipe of its own is for clients that name none.
            found.setdefault(command.strip(), set()).update(
                [None] if "--recipe" in command else asked or [None]
            )
    return found


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    with model_server() as address:
        yield f"openai-compatible:m@{address}"


@pytest.mark.parametrize(("command", "asked"), commands().items(), ids=lambda value: str(value))
def test_serves_as_it_is_printed(command: str, asked: set[str | None], model: str) -> None:
    flags = shlex.split(command.replace("$RANDOM", "7").replace("MODEL", model))[2:]
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("KALLOS_TOKEN", TOKEN if "--host" in flags else "")
        environment.setenv("KALLOS_ANSWERS", "off")
        with Service(*flags) as service:
            for recipe in asked:
                client = Client(service.url, token=TOKEN, recipe=recipe, deadline=300)
                items = [
                    Item(text, prompt="A page about ferries") for text in (pages()["sound 0"], "I cannot.")
                ]
                sound, refusal = client.score_sync(items)
                client.close_sync()
                assert sound.reason is None
                assert refusal.reason is None
                assert sound.reward is not None
                assert refusal.reward is not None
                assert sound.reward > refusal.reward


def test_installs_as_it_is_printed(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling is not installed: requirements-test.txt has it")
    here = ["--quiet", "--no-deps", "--no-build-isolation", "--target", str(tmp_path)]
    install = [sys.executable, "-m", "pip", "install", *here, "./python"]
    subprocess.run(install, cwd=ROOT, check=True)  # noqa: S603
    look = [sys.executable, "-c", "import kallos_rl; print(kallos_rl.__file__)"]
    path = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(look, env=path, capture_output=True, check=True, text=True)  # noqa: S603
    assert ran.stdout.startswith(str(tmp_path))
