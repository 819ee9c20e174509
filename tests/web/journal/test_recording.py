"""What is added to a journal that others write as well: asked again as things stand, once with each key."""

from collections.abc import Callable

import pytest

from webapp.http.limits import ENTRY_ATTEMPTS
from webapp.journal.lines import record
from webapp.store.errors import KeyUsed, OpUsed, SeqTaken


def asked(once: Callable[[int], str], known: str | None = None) -> str:
    """Returns the answer to a question at a journal of no lines, which is longer by one each time it is read again."""
    return record(
        0, once, again=lambda now: now + 1, answered=lambda now: known, moved=lambda now: f"moved on after {now}"
    )


def test_where_others_were_faster_it_is_asked_as_things_stand_then() -> None:
    def once(now: int) -> str:
        if now < ENTRY_ATTEMPTS - 1:
            raise SeqTaken
        return f"added to {now}"

    assert asked(once) == f"added to {ENTRY_ATTEMPTS - 1}"


def test_where_others_are_always_faster_nothing_is_said_to_stand() -> None:
    def once(now: int) -> str:
        raise SeqTaken

    assert asked(once) == f"moved on after {ENTRY_ATTEMPTS}"


@pytest.mark.parametrize("used", [KeyUsed(), OpUsed(1, "")])
def test_a_key_that_was_used_meanwhile_has_the_answer_of_then(used: Exception) -> None:
    def once(now: int) -> str:
        raise used

    assert asked(once, "known") == "known"
    assert asked(once) == "moved on after 1"
