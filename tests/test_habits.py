"""Habits of the tests themselves: what they share lies in modules of its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

TESTS = ROOT / "tests"


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for path in TESTS.rglob("*.py"):
        if "node_modules" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text())


def borrowed(tree: ast.Module) -> list[str]:
    """Returns what a module imports from one that holds tests."""
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    return [str(node.module) for node in froms if Path(str(node.module).replace(".", "/")).name.startswith("test_")]


def test_no_module_imports_what_it_needs_from_tests_of_something_else() -> None:
    assert borrowed(ast.parse("from tests.web.test_this import Helper")) == ["tests.web.test_this"]
    assert {name: found for name, tree in _modules() if (found := borrowed(tree))} == {}
