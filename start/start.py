"""Sets Sixfold up in its folder and serves it: what `make run` and the scripts beside this file do.

It needs Python 3.11 alone, and the internet the first time. What it is given goes to `sixfold serve`; with --only-setup
nothing is served, with --photo cards on photos are read as well. This file is read by older versions of Python, too, so
that they can say what lacks.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
WINDOWS = sys.platform == "win32"
BIN = ROOT / ".venv" / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")
STAMP = ROOT / ".venv" / "installed"
INPUTS = ("pyproject.toml", "package-lock.json", "hatch_build.py", "requirements/*.txt")
"""What has to be installed anew when it changes."""
PHOTO = "--photo"
"""With this word it is set up to read cards on photos as well."""
INSTANCE = "--instance"
LAST_LINES = 15
"""So many lines of what went wrong are shown."""


class CannotSetUp(Exception):
    """Why it does not start; its text is for the person who started it."""


def from_here(arguments):
    """Returns the arguments with a whole path for the folder of --instance, which is typed from the current one."""
    found, before = [], ""
    for one in arguments:
        name, sign, folder = one.partition("=")
        if before == INSTANCE:
            found.append(str(Path(one).resolve()))
        elif name == INSTANCE and sign:
            found.append(name + sign + str(Path(folder).resolve()))
        else:
            found.append(one)
        before = one
    return found


def main(arguments):
    """Sets up what lacks and serves; returns the exit status."""
    arguments = from_here(arguments)
    os.chdir(str(ROOT))
    try:
        check_python()
        if not is_fresh():
            set_up()
        if PHOTO in arguments:
            add_photo()
        build()
    except CannotSetUp as problem:
        print("\n%s" % problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The next start goes on from here.", file=sys.stderr)
        return 130
    return 0 if "--only-setup" in arguments else serve([one for one in arguments if one != PHOTO])


def check_python(version=sys.version_info):
    """Raises CannotSetUp where this Python is too old, or lacks what makes an environment."""
    if tuple(version[:2]) < OLDEST:
        raise CannotSetUp(
            "Sixfold needs Python 3.11 or newer; this is Python %d.%d. The newest is at python.org."
            % tuple(version[:2])
        )
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        raise CannotSetUp("This Python lacks `venv`. On Debian and Ubuntu: sudo apt install python3-venv") from None


def is_fresh():
    """Tells whether all is installed as the files in this folder ask for it."""
    inputs = [path for pattern in INPUTS for path in ROOT.glob(pattern)]
    return STAMP.exists() and STAMP.stat().st_mtime >= max(path.stat().st_mtime for path in inputs)


def set_up():
    """Makes an environment and installs into it what is pinned. Raises CannotSetUp."""
    say("Sixfold sets itself up in this folder. The first time that takes one to three minutes and the internet.")
    if not has_pip():  # nor where making it was interrupted
        say("1 of 3  An environment for Python")
        run([sys.executable, "-m", "venv", "--clear", str(ROOT / ".venv")], "The environment could not be made.")
    files = ["requirements/run.txt", "requirements/build.txt"]
    if not shutil.which("npm"):
        files.append("requirements/node.txt")
    say("2 of 3  The packages that it is built on")
    asked = [argument for file in files for argument in ("-r", file)]
    run(pip("--require-hashes", "--no-deps", *asked), "The packages could not be installed.", progress(files))
    say("3 of 3  Fonts and scripts of the pages")
    run(pip("--no-deps", "--no-build-isolation", "--editable", "."), "The pages could not be put together.")
    STAMP.touch()


def has_pip():
    """Tells whether there is an environment that can install something."""
    asked = [str(PYTHON), "-m", "pip", "--version"]
    return PYTHON.exists() and not subprocess.call(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def add_photo():
    """Installs what reads cards on photos, unless it is there, and has it read them. Raises CannotSetUp."""
    if subprocess.call([str(PYTHON), "-c", "import numpy"], stderr=subprocess.DEVNULL) if PYTHON.exists() else True:
        say("And what reads cards on photos")
        needed = pip("--require-hashes", "--no-deps", "-r", "requirements/photo.txt")
        run(needed, "What reads photos could not be installed.")
    os.environ["SIXFOLD_PHOTO"] = "1"


def pip(*arguments):
    """Returns the command that installs something into the environment."""
    return [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off", *arguments]


def build():
    """Brings the files that browsers get up to date; where they are, nothing happens. Raises CannotSetUp."""
    run([str(PYTHON), "hatch_build.py"], "The pages could not be put together.")


def serve(arguments):
    """Serves until it is interrupted, and returns the exit status. Where it can this process becomes the server."""
    command = [str(PYTHON), "-m", "webapp", "serve", *arguments]
    if not WINDOWS:
        os.execv(command[0], command)  # noqa: S606
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0


def run(command, trouble, seen=lambda line: None):
    """Runs a command without showing what it says; `seen` gets each line. Raises CannotSetUp with the last of them."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
    )
    lines = []
    with process.stdout:
        for line in process.stdout:
            lines.append(line.rstrip())
            seen(line)
    if process.wait():
        advice = "The first time it needs the internet: is this computer connected?"
        raise CannotSetUp("\n".join([*lines[-LAST_LINES:], "", trouble, advice]))


def progress(files):
    """Returns what follows pip and says how far it is."""
    total = sum(len(re.findall(r"^[A-Za-z0-9]", (ROOT / file).read_text(), re.MULTILINE)) for file in files)
    found = []

    def seen(line):
        if line.startswith(("Collecting ", "Requirement already", "Ignoring ")):
            found.append(line)
            if not len(found) % 10:
                say("        %d of %d" % (len(found), total))
        elif line.startswith("Installing "):
            say("        All are here and are unpacked, which takes longest")

    return seen


def say(text):
    """Prints a line at once."""
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
