"""The code of the guides: what it imports exists, and what it installs is there.

``e2e/test_guides.py`` runs what they start.
"""

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
def test_installs_what_a_checkout_has(guide: Path) -> None:
    """Nothing that is on no registry yet, and each trainer as this package pins it."""
    shell = "".join(blocks(guide, "sh"))
    assert re.search(r"^npm ci\b", shell.partition("npx kallos")[0], re.MULTILINE)
    assert "kallos-rl" not in re.sub("#.*|.*requirements.txt.*", "", shell)
    project = (ROOT / "python" / "pyproject.toml").read_text()
    installed = re.findall(r"pip install '?(\S+?)'?(?:\s|$)", shell)
    assert installed
    for what in installed:
        extra = re.fullmatch(r"\./python(?:\[(\w+)\])?", what)
        assert extra, what
        assert extra[1] is None or re.search(rf"^{extra[1]} = \[", project, re.MULTILINE)


def test_pins_the_versions_that_the_guides_name() -> None:
    pinned = dict(re.findall(r'"([\w-]+)==([\d.]+)', (ROOT / "python" / "pyproject.toml").read_text()))
    told = "\n".join(guide.read_text(encoding="utf-8") for guide in GUIDES)
    for package, version in re.findall(r"\b(trl|verl|verifiers|nemo-gym|openenv)==([\d.]+)", told):
        assert pinned[package] == version
    assert f"OpenRLHF {pinned['openrlhf']}" in told
