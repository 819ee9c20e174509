"""The browser of the tests: which one, and how it is started. Run as a program it fetches one if there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The shell comes first: the same engine without a window, for three quarters of the processor time."""
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    # The next page takes the frame of the one before: to make another frame for it is a quarter of what a page costs.
    # Chromium heeds one list of features alone, and Playwright's own has the first two.
    "--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,RenderDocument:level/crashed-frame",
    # Pages live too briefly for the optimizing compilers to be worth their time, or for a search for what they leave.
    "--js-flags=--no-maglev --no-memory-reducer --no-opt",
    "--no-first-run",
)
DOWNLOAD = (sys.executable, "-m", "playwright", "install", "chromium")
DEBIAN = ("apt-get", "install", "--yes", "--no-install-recommends", "chromium-headless-shell")
DRIVER = (sys.executable, "-m", "playwright", "--version")
"""Starts Playwright's own node, which needs a library of compilers that a small Debian has not."""
LIBRARY = ("apt-get", "install", "--yes", "--no-install-recommends", "libatomic1")


def find() -> str | None:
    """Returns the path of the system's browser, or of the one that Playwright has downloaded, or None."""
    return _system() or _downloaded()


def launch_options() -> dict[str, object]:
    """Returns what Playwright's `launch` takes to start it; without a path it takes its own."""
    # Chromium refuses its sandbox to root, and containers are root.
    sandbox = ["--no-sandbox"] if is_root() else []
    path = _system()
    return {"args": [*ARGUMENTS, *sandbox], **({"executable_path": path} if path else {})}


def provide() -> str | None:
    """Returns a browser as `find` does, and before it gives up tries Playwright's download and Debian's package."""
    if found := find():
        return found
    print("No Chromium on this machine: trying Playwright's own.", flush=True)
    if attempt(DOWNLOAD) and (found := find()):
        return found
    return find() if _installs(DEBIAN) else None


def provide_driver() -> bool:
    """Tells whether Playwright starts, on Debian once what it lacks has been installed."""
    return attempt(DRIVER) or (_installs(LIBRARY) and attempt(DRIVER))


def _installs(package: tuple[str, ...]) -> bool:
    """Installs a package of Debian where that can be done."""
    if not is_root() or shutil.which("apt-get") is None:
        return False
    print(f"Trying Debian's package {package[-1]}.", flush=True)
    # A stale list of packages is the usual reason for a failure; refreshing it is slow.
    return attempt(package) or (attempt(("apt-get", "update")) and attempt(package))


def _system() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _downloaded() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def attempt(command: tuple[str, ...]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, check=False, capture_output=True, stdin=subprocess.DEVNULL, env=environment)
    return done.returncode == 0


def main() -> str | None:
    """Returns what is lacking, None where the tests have their browser."""
    if not provide_driver():
        return (
            "Playwright does not start: `playwright --version` says why (on Debian it may lack the package libatomic1)."
        )
    if provide() is None:
        return (
            "No browser for the tests: install Chromium, or let Playwright download it (playwright install chromium)."
        )
    return None


if __name__ == "__main__":
    sys.exit(main())
