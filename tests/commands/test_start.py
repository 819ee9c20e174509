"""start/start.py: what it says to whoever cannot start Sixfold, and when it installs."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.paths import ROOT

SCRIPT = ROOT / "start/start.py"


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, as if it lay in a folder where nothing was ever set up."""
    found = importlib.util.spec_from_file_location("start", SCRIPT)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    (tmp_path / "requirements").mkdir()
    for file in ("requirements/run.txt", "requirements/build.txt", "requirements/node.txt", "pyproject.toml"):
        (tmp_path / file).write_text("one==1 \\\n    --hash=sha256:0\n")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "STAMP", tmp_path / "installed")
    monkeypatch.setattr(module, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(module.os, "chdir", lambda folder: None)
    return module


def test_an_old_python_is_told_so(start: ModuleType) -> None:
    with pytest.raises(start.CannotSetUp, match=r"needs Python 3\.11 or newer; this is Python 3\.8"):
        start.check_python((3, 8, 1))
    start.check_python()


def test_what_is_asked_for_is_installed_once_and_after_a_change(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run: list[list[str]] = []
    monkeypatch.setattr(start, "run", lambda command, *more: run.append(command))
    assert start.main(["--only-setup"]) == 0
    assert [len(run), "--require-hashes" in run[1], "--editable" in run[2]] == [4, True, True]
    assert "one to three minutes" in capsys.readouterr().out
    assert start.main(["--only-setup"]) == 0
    assert run[4:] == [[str(start.PYTHON), "hatch_build.py"]]
    later = start.STAMP.stat().st_mtime + 5
    os.utime(start.ROOT / "requirements/run.txt", (later, later))
    assert not start.is_fresh()


def test_who_interrupts_it_is_told_and_goes_on_with_the_next_start(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(command: list[str], *more: object) -> None:
        raise KeyboardInterrupt

    start.PYTHON.write_text('#!/bin/sh\ncase "$*" in *pip*) exit 1;; esac\n')  # the environment is half made
    start.PYTHON.chmod(0o755)
    monkeypatch.setattr(start, "run", interrupted)
    assert start.main(["--only-setup"]) == 130
    assert capsys.readouterr().err == "\nStopped. The next start goes on from here.\n"
    run: list[list[str]] = []
    monkeypatch.setattr(start, "run", lambda command, *more: run.append(command))
    assert start.main(["--only-setup"]) == 0
    assert run[0][1:4] == ["-m", "venv", "--clear"]


def test_what_reads_photos_is_installed_where_it_is_asked_for(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    run: list[list[str]] = []
    monkeypatch.setattr(start, "run", lambda command, *more: run.append(command))
    monkeypatch.setattr(start, "serve", list)
    assert start.main(["--port", "80"]) == ["--port", "80"]
    asked = [command for command in run if "requirements/photo.txt" in command]
    assert start.main(["--photo", "--port", "80"]) == ["--port", "80"]
    assert (asked, "requirements/photo.txt" in run[-2]) == ([], True)


def test_a_folder_is_named_from_where_the_person_stands(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "run", lambda command, *more: None)
    monkeypatch.setattr(start, "serve", list)
    house = str(Path.cwd() / "house")
    assert start.main(["--instance", "house", "--port", "80"]) == ["--instance", house, "--port", "80"]
    assert start.main(["--port", "80", "--instance=./house"]) == ["--port", "80", f"--instance={house}"]
    assert start.main(["--instance", house]) == ["--instance", house]


def test_what_goes_wrong_is_shown_with_advice(start: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    complain = "import sys; print('no route'); sys.exit(3)"
    with pytest.raises(start.CannotSetUp, match=r"no route\n\nNothing came\.\nThe first time it needs the internet"):
        start.run([sys.executable, "-c", complain], "Nothing came.")
    told = start.progress(["requirements/run.txt"])
    for _ in range(10):
        told("Collecting one==1")
    told("Installing collected packages: one")
    assert capsys.readouterr().out.split()[:3] == ["10", "of", "1"]


def test_the_scripts_to_click_find_python_and_pass_on_what_they_are_given(tmp_path: Path) -> None:
    for script in ("start-sixfold.sh", "start-sixfold.command"):
        file = ROOT / "start" / script
        assert os.access(file, os.X_OK)
        done = subprocess.run(
            [file], capture_output=True, text=True, env={"PATH": "/nowhere"}, stdin=subprocess.DEVNULL
        )
        assert done.returncode != 0
    # A double click comes without a terminal: one is opened.
    terminal = tmp_path / "x-terminal-emulator"
    terminal.write_text('#!/bin/sh\necho "opens $*"\n')
    terminal.chmod(0o755)
    there = {"PATH": f"{tmp_path}:/usr/bin:/bin", "DISPLAY": ":9"}
    script = ROOT / "start/start-sixfold.sh"
    clicked = subprocess.run([script], capture_output=True, text=True, env=there, stdin=subprocess.DEVNULL)
    assert clicked.stdout == f"opens -e {script}\n"
    windows = (ROOT / "start/start-sixfold.cmd").read_bytes()
    assert windows.count(b"\r\n") == windows.count(b"\n"), "cmd.exe stumbles over other ends of lines"
    assert b'"%~dp0start.py" %*' in windows


def test_the_reason_of_npm_stands_last(tmp_path: Path) -> None:
    shutil.copy(ROOT / "hatch_build.py", tmp_path)
    (tmp_path / "package-lock.json").touch()
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho 'npm error network' >&2\nexit 1\n")
    npm.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    asked = [sys.executable, str(tmp_path / "hatch_build.py")]
    ran = subprocess.run(asked, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    said = "npm error network\nnpm could not fetch what the pages are put together from; it says why above.\n"
    assert (ran.returncode, ran.stderr) == (1, said)
