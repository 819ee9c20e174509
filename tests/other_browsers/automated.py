"""Firefox and WebKit, each driven by its own protocol: Marionette, and WebDriver by the driver of WebKitGTK.

Both take the same commands of the WebDriver standard; only the way to say them differs.
"""

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.running import PATIENCE, free_port

MINI_BROWSER = ("lib*/*/webkit2gtk-*/MiniBrowser", "lib*/webkit2gtk-*/MiniBrowser", "libexec/webkit2gtk-*/MiniBrowser")
"""Where systems keep it, below /usr."""
ASK_AGAIN = 0.05
"""Seconds until a browser that starts is asked again."""
LIMITS = {"timeouts": {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000}}
UNTIL = """
const done = arguments[arguments.length - 1];
const look = () => { if (%s) done(true); else setTimeout(look, 20); };
look();
"""


class Command(NamedTuple):
    """A command of WebDriver: its name in Marionette, and its address."""

    name: str
    path: str


NAVIGATE = Command("WebDriver:Navigate", "url")
RELOAD = Command("WebDriver:Refresh", "refresh")
FIND = Command("WebDriver:FindElement", "element")
RUN = Command("WebDriver:ExecuteAsyncScript", "execute/async")


class PageLeft(Exception):
    """The page in which something was to run has been left meanwhile."""


class Says(Protocol):
    """Says a command to a browser and returns its answer; `element` where it is about one."""

    def __call__(self, command: Command, element: str = "", **given: Any) -> Any: ...


class Browser:
    """A window, in which a person does what a test says."""

    def __init__(self, says: Says) -> None:
        self._says = says

    def go(self, url: str) -> None:
        """Opens an address."""
        self._says(NAVIGATE, url=url)

    def reload(self) -> None:
        """Loads the page again."""
        self._says(RELOAD)

    def tap(self, selector: str) -> None:
        """Taps the first of what a CSS selector finds."""
        self._says(Command("WebDriver:ElementClick", "click"), self._find(selector))

    def type(self, selector: str, text: str) -> None:
        """Types into a field."""
        self._says(Command("WebDriver:ElementSendKeys", "value"), self._find(selector), text=text)

    def read(self, script: str) -> Any:
        """Returns what an expression in the page is, once it is there."""
        return self._says(RUN, script=f"(async (done) => done({script}))(arguments[arguments.length - 1])", args=[])

    def waits_for(self, condition: str) -> None:
        """Waits in the page until an expression is true."""
        while True:
            try:
                assert self._says(RUN, script=UNTIL % condition, args=[]), condition
            except PageLeft:  # for the one that is waited for
                continue
            return

    def _find(self, selector: str) -> str:
        self.waits_for(f"document.querySelector({json.dumps(selector)})")
        found: dict[str, str] = self._says(FIND, using="css selector", value=selector)
        return next(iter(found.values()))


def missing(name: str) -> str:
    """Returns what this machine lacks to run a browser, or nothing."""
    programs = {"firefox": [_firefox()], "webkit": [shutil.which("WebKitWebDriver"), _mini_browser(), _screen()]}[name]
    lacks = {"firefox": "Firefox", "webkit": "WebKitWebDriver and MiniBrowser of WebKitGTK, and a display or Xvfb"}[
        name
    ]
    return "" if all(programs) else f"{lacks} are not installed"


@contextmanager
def automated(name: str, folder: Path) -> Iterator[Browser]:
    """Starts a browser with a profile of its own in this folder, and ends it."""
    with ExitStack() as stack:
        says = _marionette(stack, folder) if name == "firefox" else _webdriver(stack, folder)
        yield Browser(says)


def _home(folder: Path) -> dict[str, str]:
    """Returns the environment of a user of its own: browsers refuse sockets in a folder that somebody else owns."""
    return {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}


def _firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


def _mini_browser() -> str | None:
    found = (file for pattern in MINI_BROWSER for file in Path("/usr").glob(pattern))
    return str(next(found, "")) or None


def _screen() -> str | None:
    return os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or shutil.which("Xvfb")


def _marionette(stack: ExitStack, folder: Path) -> Says:
    port = free_port()
    (folder / "user.js").write_text(
        f'user_pref("marionette.port", {port});\nuser_pref("intl.accept_languages", "en");\n'
        'user_pref("datareporting.policy.dataSubmissionEnabled", false);\nuser_pref("app.update.enabled", false);\n'
    )
    command = [str(_firefox()), "--marionette", "--headless", "--no-remote", "--profile", str(folder)]
    firefox = _start(stack, command, _home(folder))
    connection = stack.enter_context(_connected(port, firefox))
    stream = stack.enter_context(connection.makefile("rb"))

    def read() -> Any:
        size = b"".join(iter(lambda: stream.read(1), b":"))
        return json.loads(stream.read(int(size)))

    def say(name: str, given: dict[str, Any]) -> Any:
        text = json.dumps([0, 1, name, given]).encode()
        connection.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = read()
        if error is not None:
            raise _fault(str(error))
        return result.get("value", result) if isinstance(result, dict) else result

    def says(command: Command, element: str = "", **given: Any) -> Any:
        return say(command.name, {**given, **({"id": element} if element else {})})

    read()  # who it is
    say("WebDriver:NewSession", {"capabilities": {"alwaysMatch": LIMITS}})
    return says


def _webdriver(stack: ExitStack, folder: Path) -> Says:
    environment = {**_home(folder), "LANGUAGE": "en", "LIBGL_ALWAYS_SOFTWARE": "1", **_display(stack)}
    port = free_port()
    driver = _start(stack, ["WebKitWebDriver", f"--port={port}"], environment)
    _connected(port, driver).close()

    def call(method: str, path: str, **given: Any) -> Any:
        body = None if method == "DELETE" else json.dumps(given).encode()
        request = Request(f"http://127.0.0.1:{port}/session{path}", body, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as problem:
            with problem:
                raise _fault(problem.read().decode()) from problem

    options = {"binary": _mini_browser(), "args": ["--automation"]}
    capabilities = {"alwaysMatch": {**LIMITS, "webkitgtk:browserOptions": options}}
    session = call("POST", "", capabilities=capabilities)["sessionId"]
    stack.callback(call, "DELETE", f"/{session}")

    def says(command: Command, element: str = "", **given: Any) -> Any:
        return call("POST", f"/{session}/{f'element/{element}/' if element else ''}{command.path}", **given)

    return says


def _fault(said: str) -> Exception:
    """Returns what went wrong, as a browser says it."""
    return PageLeft(said) if "unload" in said else AssertionError(said)


def _display(stack: ExitStack) -> dict[str, str]:
    """Returns the environment of a screen; of one in memory where there is none."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return {}
    reading, writing = os.pipe()
    _start(stack, ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x900x24", "-nolisten", "tcp"], {}, writing)
    os.close(writing)
    with os.fdopen(reading) as told:
        return {"DISPLAY": f":{told.readline().strip()}"}


def _start(stack: ExitStack, command: list[str], environment: dict[str, str], *files: int) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=files,
    )
    stack.callback(process.wait, timeout=PATIENCE)
    stack.callback(process.terminate)
    return process


def _connected(port: int, process: subprocess.Popen[bytes]) -> socket.socket:
    """Returns a connection, as soon as the process listens. Raises AssertionError where it has ended before."""
    while process.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except ConnectionRefusedError:
            with suppress(subprocess.TimeoutExpired):
                process.wait(ASK_AGAIN)
    raise AssertionError(f"{process.args} has ended with {process.returncode}")
