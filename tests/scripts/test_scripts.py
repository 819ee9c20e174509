"""The tests of scripts that node runs by itself (*.test.js), and how modules become one script."""

import subprocess
from pathlib import Path

import pytest

import hatch_build
from hatch_build import node
from tests.paths import ROOT

FILES = sorted((ROOT / "tests/scripts").glob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_what_a_script_computes(file: Path) -> None:
    run = subprocess.run([*node(), "--test", str(file)], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stdout + run.stderr


def joined(folder: Path, **modules: str) -> str:
    """Returns the script of the module `entry`."""
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return hatch_build.script(hatch_build.modules_of(folder / "entry.js"), ROOT).decode()


def test_modules_are_joined_behind_what_they_import(tmp_path: Path) -> None:
    script = joined(
        tmp_path,
        entry='import {b} from "./two.js";\nimport {a} from "./one.js";\nconsole.log(a, b);\n',
        two='import {a} from "./one.js";\nexport const b = `${a} two`;\n',
        one="export const a = Date.now() && `one`;\n",
    )
    run = subprocess.run([*node(), "-e", script], capture_output=True, text=True, check=True)
    assert run.stdout == "one one two\n"


@pytest.mark.parametrize(
    "other", ['import * as one from "./one.js";\n', "export default 1;\n", 'import {a as b} from "./one.js";\n']
)
def test_other_forms_of_imports_and_exports_are_refused(tmp_path: Path, other: str) -> None:
    with pytest.raises(ValueError, match="neither"):
        joined(tmp_path, entry=other)


def test_two_modules_that_declare_the_same_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        joined(tmp_path, entry='import {a} from "./one.js";\nconst b = a;\n', one="export const a = 1;\nconst b = 2;\n")
