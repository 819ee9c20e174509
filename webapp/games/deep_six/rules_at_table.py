"""Rules of Deep Six with a number in them that a table may change."""

from collections.abc import Mapping
from typing import Any

from webapp.http.language import gettext as _
from webapp.words.rulebook.rule import AtTable


def _goal(title: str, options: Any) -> tuple[str, str]:
    if options.target_by == "exceeding":
        text = _(
            "Four people play, partners across from each other. Points are bad: the side that has more than "
            "%(points)s loses.",
            points=options.target,
        )
    else:
        text = _(
            "Four people play, partners across from each other. Points are bad: the side that reaches %(points)s "
            "loses.",
            points=options.target,
        )
    return title, text


def _end(title: str, options: Any) -> tuple[str, str]:
    if options.target_by == "exceeding":
        text = _(
            "The text says both 500 or more and more than 500: here it takes more than %(points)s to end the match. "
            "The side with fewer points wins, and equal sides play another hand.",
            points=options.target,
        )
    else:
        text = _(
            "The text says both 500 or more and more than 500: here %(points)s is enough to end the match. The side "
            "with fewer points wins, and equal sides play another hand.",
            points=options.target,
        )
    return title, text


RULES_AT_TABLE: Mapping[str, AtTable] = {"DEEP-2": _goal, "DEEP-22": _end}
