"""The code of the guides: what it imports exists, and what it calls the command line with is known there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / "python" / "README.md", *sorted((ROOT / "docs" / "guides").glob("rewards-*.md"))]


def blocks(guide: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", guide.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def names_of(module: str) -> set[str]:
    """What a module of this package defines or imports, read without importing the trainer it is for."""
    path = ROOT / "python" / "src" / Path(*module.split("."))
    tree = ast.parse((path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text())
    found = {
        node.name
        for node in tree.body
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    }
    imported = [
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    return found | set(imported)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_shows_code_that_exists(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    for block in blocks(guide, "python"):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kallos_rl"):
                assert {alias.name for alias in node.names} <= names_of(node.module or "")
    for module, name in re.findall(r"\bkallos_rl\.(\w+)[.:](\w+)", text):
        assert name in names_of(f"kallos_rl.{module}")
    for example in re.findall(r"`(python/examples/[\w/.]+)`", text):
        assert (ROOT / example).exists()


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_starts_the_service_with_flags_that_it_has(guide: Path) -> None:
    known = "".join((ROOT / "src" / "cli" / file).read_text() for file in ("serve.ts", "service-flags.ts"))
    used = re.findall(r"kallos serve([^`&\n]*)", guide.read_text(encoding="utf-8"))
    assert used
    for flag in re.findall(r"--[a-z-]+", " ".join(used)):
        assert f"'{flag} " in known


def test_pins_the_versions_that_the_guides_name() -> None:
    pinned = dict(re.findall(r'"([\w-]+)==([\d.]+)', (ROOT / "python" / "pyproject.toml").read_text()))
    told = "\n".join(guide.read_text(encoding="utf-8") for guide in GUIDES)
    for package, version in re.findall(r"\b(trl|verl|verifiers|nemo-gym|openenv)==([\d.]+)", told):
        assert pinned[package] == version
    assert f"OpenRLHF {pinned['openrlhf']}" in told
