"""What a form asks for is done once."""

from threading import Thread
from time import sleep

import pytest

from webapp import once as module
from webapp.once import Once


def test_taps_at_the_same_moment_make_one() -> None:
    once: Once[int] = Once()
    made: list[int] = []
    got: list[int] = []

    def make() -> int:
        sleep(0.02)
        made.append(1)
        return len(made)

    taps = [Thread(target=lambda: got.append(once.do("key", make))) for _ in range(8)]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join()
    assert (made, got) == ([1], [1] * 8)


def test_what_failed_may_be_tried_again() -> None:
    once: Once[int] = Once()

    def fail() -> int:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        once.do("key", fail)
    assert once.do("key", lambda: 7) == 7


def test_only_the_newest_keys_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    once: Once[int] = Once()
    for number in range(3):
        once.do(f"key-{number}", lambda number=number: number)  # type: ignore[misc]
    assert [once.do(f"key-{number}", lambda: 9) for number in (2, 1, 0)] == [2, 1, 9]
