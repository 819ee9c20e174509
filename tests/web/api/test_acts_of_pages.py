"""What a page changes a program can change: both reach the same acts, or a reason stands here."""

import inspect
import types
from collections.abc import Callable, Collection, Iterator
from typing import Any

from flask import Flask

from webapp.evening import lines as kinds
from webapp.http.security import API, SAFE_METHODS
from webapp.journal.lines import Line
from webapp.store import Store

OF_BROWSERS = {
    "AskedClosed": "a form asks before it enters what is closed; a program has its own conditions (docs/api.md)",
    "PutBack": "a page in a browser enters again what a backup that was put back lacks",
    "offer_move": "a token is carried along by whoever has it",
    "take_back_move": "the same",
    "teach": "a page teaches the reader of photos a pack of cards",
    "remove_pack": "the same",
    "Reseated": "a seating is changed on its page; a program takes it back by `unseated`, and seats the round anew",
    "bring_along": "the form of a new table brings the phones of another one along; a program plays again",
    "make_cards": "cards on paper for the tables of an evening",
    "read_evening": "what a phone has read of the announcements, so that its page shows the new ones",
    "open_archived": "an archive of an evening is opened to be read on pages",
    "Imported": "the same",
}
"""What only a browser does, each with the reason."""
ONLY_READ = {
    "newest_ratings",
    "circles_with",
    "circles_of",
    "evenings_of",
    "seated_players",
    "tables_of_recent_evenings",
}
"""Methods that write nothing but what is counted anew for their answer."""


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _codes(const)


def _names(function: Callable[..., Any]) -> set[str]:
    return {name for code in _codes(inspect.unwrap(function).__code__) for name in code.co_names}


def _writers() -> Collection[str]:
    """Returns the names of the methods of the store that write."""
    names = {name: _names(method) for name, method in inspect.getmembers(Store, inspect.isfunction)}
    found, more = set[str](), {"_write"}
    while more:
        found |= more
        more = {name for name, called in names.items() if called & found} - found
    return {name for name in found if not name.startswith("_")} - ONLY_READ


WRITERS = _writers()


def _is_own(it: object) -> bool:
    name = it.__module__ if isinstance(it, type) else it.__name__ if isinstance(it, types.ModuleType) else ""
    return name.startswith("webapp.")


def _reached(view: Callable[..., Any]) -> set[str]:
    """Returns what a view may write: methods of the store and lines of journals, by name, through all that it calls."""
    found, seen, ahead = set[str](), set[object](), [inspect.unwrap(view)]
    while ahead:
        function = ahead.pop()
        if function in seen:
            continue
        seen.add(function)
        names = _names(function)
        found |= names & set(WRITERS)
        held = [function.__globals__.get(name) for name in names]
        held += [getattr(it, name, None) for it in held if _is_own(it) for name in names]
        ahead += [it for it in held if isinstance(it, types.FunctionType) and it.__module__.startswith("webapp.")]
        found |= {it.__name__ for it in held if isinstance(it, type) and issubclass(it, Line)}
    return found


def test_what_a_page_changes_a_program_can_change_or_a_reason_stands_here(app: Flask) -> None:
    """By names: a method of the store that is called like a method of strings would not be missed."""
    pages, programs = dict[str, set[str]](), {kind.__name__ for kind in kinds.KINDS.values() if kind.alone}
    for rule in app.url_map.iter_rules():
        if (rule.methods or set()) - SAFE_METHODS:
            reached = _reached(app.view_functions[rule.endpoint])
            if rule.rule.startswith(API):
                programs |= reached
            else:
                pages[rule.rule] = reached
    changed = set.union(*pages.values())
    lacking = changed - programs
    assert lacking <= OF_BROWSERS.keys(), {
        rule: its for rule, it in pages.items() if (its := it & lacking - {*OF_BROWSERS})
    }
    assert OF_BROWSERS.keys() <= lacking, "a reason of which nothing is left"
    assert {"leave_seat", "Disputed", "dismiss", "forget_at_table"} & programs, "what they reach is found"
