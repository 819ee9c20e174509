"""Where the browser of the tests comes from, in which order."""

import pytest

from tests import browser


class Machine:
    """A machine on which some ways to a browser work; it notes which were tried."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, works: tuple[str, ...], root: bool = True) -> None:
        self.works = works
        self.tried: list[str] = []
        self.has: str | None = None
        monkeypatch.setattr(browser, "find", lambda: self.has)
        monkeypatch.setattr(browser, "is_root", lambda: root)
        monkeypatch.setattr(browser, "attempt", self.try_)
        monkeypatch.setattr(browser.shutil, "which", lambda name: f"/usr/bin/{name}")

    def try_(self, command: tuple[str, ...]) -> bool:
        """Runs nothing."""
        ways = {
            browser.DOWNLOAD: "download",
            browser.DEBIAN: "debian",
            browser.LIBRARY: "library",
            browser.DRIVER: "start",
        }
        way = ways.get(command, "update")
        self.tried.append(way)
        if way in ("download", "debian") and way in self.works:
            self.has = way
        return way in self.works or way == "update" or (way == "start" and "library" in self.tried)


def test_what_is_there_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, works=())
    machine.has = "/usr/bin/chromium"
    assert (browser.provide(), machine.tried) == ("/usr/bin/chromium", [])


def test_then_playwright_downloads(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, works=("download", "debian"))
    assert (browser.provide(), machine.tried) == ("download", ["download"])


def test_then_debian(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, works=("debian",))
    assert (browser.provide(), machine.tried) == ("debian", ["download", "debian"])


def test_nothing_works(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, works=())
    assert browser.provide() is None
    assert machine.tried == ["download", "debian", "update", "debian"]


def test_only_root_installs_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, works=("debian",), root=False)
    assert (browser.provide(), machine.tried) == (None, ["download"])


def test_what_playwright_lacks_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, works=("library",))
    assert browser.provide_driver()
    assert machine.tried == ["start", "library", "start"]


def test_playwright_that_starts_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, works=("start",))
    assert (
        browser.main()
        == "No browser for the tests: install Chromium, or let Playwright download it (playwright install chromium)."
    )
    assert machine.tried[0] == "start"
    assert "library" not in machine.tried


def test_who_may_not_install_is_told_what_is_lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, works=("library",), root=False)
    assert "libatomic1" in str(browser.main())
    assert machine.tried == ["start"]


def test_the_sandbox_is_left_out_for_root_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "is_root", lambda: False)
    assert "--no-sandbox" not in str(browser.launch_options())
    monkeypatch.setattr(browser, "is_root", lambda: True)
    assert "--no-sandbox" in str(browser.launch_options())
