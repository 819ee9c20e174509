"""Settings of a house that lie in its folder, so that its server and every command read the same ones.

Imports nothing of the application: the master of several processes reads them before gevent has patched.
"""

import difflib
from collections.abc import Collection, Mapping
from pathlib import Path

FILE = "sixfold.env"
FOLDER = "SIXFOLD_INSTANCE"
OURS = "SIXFOLD_"
PROCESSES = "WEB_CONCURRENCY"
"""How many processes gunicorn starts, as it calls it."""


class BadSetting(Exception):
    """A setting that cannot be used; its text is one line for the person who started the program."""


def settings(environ: Mapping[str, str]) -> dict[str, str]:
    """Returns the variables of the environment, beneath them those of the file in its instance folder.

    Raises BadSetting.
    """
    file = Path(environ.get(FOLDER, "").strip() or "instance").expanduser() / FILE
    try:
        lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    except (OSError, UnicodeError) as problem:
        raise BadSetting(f"The settings {file} cannot be read: {problem}.") from problem
    given = {name: value for name, value in environ.items() if value.strip()}
    return {**_parsed(file, lines), **given}


def check_names(names: Collection[str], known: Collection[str]) -> None:
    """Raises BadSetting where a name begins as ours do and is none of them."""
    for name in sorted(names):
        if name.startswith(OURS) and name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0)
            raise BadSetting(f"There is no setting {name}. The nearest is {near[0]}; README.md lists them all.")


def _parsed(file: Path, lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        if not equals or not (name.startswith(OURS) or name in ("DATABASE_URL", PROCESSES)):
            raise BadSetting(f"{file}, line {number}: it takes lines such as SIXFOLD_PORT=8066.")
        if name == FOLDER:
            raise BadSetting(f"{file}, line {number}: it lies in the instance folder and names no other one.")
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
        found[name] = value[1:-1] if quoted else value
    return found
