"""Habits of the tests themselves: what they share lies in modules of its own, and they take nothing that is private."""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.paths import ROOT

TESTS = ROOT / "tests"


@cache
def _modules() -> Mapping[str, ast.Module]:
    files = (path for path in TESTS.rglob("*.py") if "node_modules" not in path.parts)
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text()) for path in files}


def borrowed(tree: ast.Module) -> list[str]:
    """Returns what a module imports from one that holds tests."""
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    return [str(node.module) for node in froms if Path(str(node.module).replace(".", "/")).name.startswith("test_")]


def test_no_module_imports_what_it_needs_from_tests_of_something_else() -> None:
    assert borrowed(ast.parse("from tests.web.test_this import Helper")) == ["tests.web.test_this"]
    assert {name: found for name, tree in _modules().items() if (found := borrowed(tree))} == {}


DOCUMENTED = frozenset({"os._exit", "row._fields", "_players"})
"""Names that begin with an underscore and are public all the same; `benchmarks/_players.py` is no benchmark itself."""


def reached(tree: ast.Module) -> list[str]:
    """Returns the private names that a module takes from others: it imports, reads, sets or replaces them."""
    return [said for node in ast.walk(tree) for said in _reached_by(node) if said not in DOCUMENTED]


def _reached_by(node: ast.AST) -> list[str]:
    match node:
        case ast.ImportFrom(module=module, names=names):
            return [name for name in (*(module or "").split("."), *(one.name for one in names)) if _is_private(name)]
        case ast.Attribute(value=ast.Name(id="self" | "cls")):
            return []
        case ast.Attribute(attr=attr) if _is_private(attr):
            return [ast.unparse(node)]
        case ast.Call(func=ast.Attribute(attr="setattr" | "delattr" | "object" | "patch"), args=args):
            texts = [one.value for one in args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            return [text for text in texts if any(map(_is_private, text.split(".")))]
    return []


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_a_private_name_is_found_however_it_is_reached() -> None:
    ways = (
        "from webapp.access.device import _hash",
        "store._write()",
        "reader._process = None",
        "monkeypatch.setattr(tables, '_made', other)",
        "monkeypatch.setattr('webapp.live.tables._made', other)",
        "patch.object(tables, '_made')",
    )
    assert [way for way in ways if not reached(ast.parse(way))] == []


def test_tests_reach_for_nothing_that_is_private() -> None:
    assert {name: found for name, tree in _modules().items() if (found := reached(tree))} == {}
