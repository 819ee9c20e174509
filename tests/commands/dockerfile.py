"""Runs the commands of a Dockerfile in a folder, without an engine for containers and without the internet.

What an image has by itself (`python`, `useradd`, `install`) and its `pip` are replaced by the scripts below: of what a
file of requirements pins pip takes what `make setup` has installed by content, and everything else it does itself.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from itertools import pairwise
from pathlib import Path

from packaging.requirements import Requirement

from tests.paths import ROOT

SCRIPTS = {
    "useradd": "exit 0",
    "install": 'for last; do :; done; mkdir -p "$last"',
    "python": f'{sys.executable} "$@" --without-pip && exec {sys.executable} -m tests.commands.dockerfile venv "$3"',
}
PIP = f'#!/bin/sh\nexec {sys.executable} -m tests.commands.dockerfile pip "$(dirname "$0")/python" "$@"\n'


@dataclass
class Image:
    """The folder that stands for the root of an image, and what the image is told and starts."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)

    @classmethod
    def built(cls, dockerfile: Path, root: Path) -> "Image":
        """Runs every command in this folder. The checkout is the folder that they copy."""
        image = cls(root)
        for name, script in SCRIPTS.items():
            _write_script(root / "scripts" / name, f"#!/bin/sh\n{script}\n")
        text = re.sub(r"^#.*\n", "", dockerfile.read_text("utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
        for line in filter(None, text.splitlines()):
            word, _, rest = line.partition(" ")
            image.take(word, rest.strip())
        return image

    def at(self, path: str) -> Path:
        """Returns where a path of the image lies."""
        return Path(self._placed(path))

    def take(self, word: str, rest: str) -> None:
        """Does what a line says."""
        if word == "RUN":
            path = f"{self.root / 'scripts'}:{os.environ['PATH']}"
            environment = {**os.environ, **self.environment, "PATH": path, "PYTHONPATH": str(ROOT)}
            done = subprocess.run(
                ["sh", "-ec", self._placed(rest)], cwd=ROOT, env=environment, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stderr
        elif word == "ENV":
            self.environment |= dict(one.split("=", 1) for one in self._placed(rest).split())
        elif word == "CMD":
            self.command = json.loads(self._placed(rest))

    def _placed(self, text: str) -> str:
        """Returns the text with the paths of the image where they lie here."""
        return re.sub(r"(?<![\w./])(?=/(?:opt|var|wheel)\b)", str(self.root), text)


def _write_script(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(0o755)


def pip(python: Path, *arguments: str) -> None:
    """Does what pip is told for this Python. What a file of requirements pins is linked."""
    files = [after for word, after in pairwise(arguments) if word == "-r"]
    for name in files:
        link_pinned(ROOT / name, next(python.parent.parent.glob("lib/python*/site-packages")))
    if not files:
        # Compiled is only what serving imports, when it does.
        more = ["--no-compile"] if arguments[0] == "install" else []
        command = [sys.executable, "-m", "pip", "--python", python, *arguments, *more]
        subprocess.run(command, check=True, env={name: it for name, it in os.environ.items() if name != "PYTHONPATH"})


def link_pinned(file: Path, packages: Path) -> None:
    """Links what a file of requirements pins into this folder, and nothing else."""
    lines = re.findall(r"^\w.*(?= \\$)", file.read_text("utf-8"), flags=re.MULTILINE)
    for pinned in map(Requirement, lines):
        if pinned.marker and not pinned.marker.evaluate():
            continue
        try:
            installed = distribution(pinned.name)
        except PackageNotFoundError:
            assert file.stem == "node", f"{pinned} is not installed"
            assert shutil.which("npm"), "there is neither npm nor what brings it"
            continue
        assert pinned.specifier.contains(installed.version), pinned
        for top in {part.parts[0] for part in installed.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(Path(str(installed.locate_file(top))))
        for command in installed.entry_points.select(group="console_scripts"):
            said = f"import sys, {command.module}\nsys.exit({command.module}.{command.attr}())\n"
            _write_script(packages.parents[2] / "bin" / command.name, f"#!{packages.parents[2]}/bin/python\n{said}")


if __name__ == "__main__":
    if sys.argv[1] == "venv":
        _write_script(Path(sys.argv[2]) / "bin" / "pip", PIP)
    else:
        pip(Path(sys.argv[2]), *sys.argv[3:])
