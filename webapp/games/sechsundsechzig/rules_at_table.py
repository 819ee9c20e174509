"""Rules of Sechsundsechzig with a number in them that a table may change."""

from collections.abc import Mapping
from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.rulebook.rule import AtTable


def _closing(title: str, options: Any) -> tuple[str, str]:
    return title, _("Whoever closes the talon promises to reach %(augen)s without another card.", augen=options.call_at)


def _calling(title: str, options: Any) -> tuple[str, str]:
    return _("Calling %(augen)s", augen=options.call_at), _(
        "With %(augen)s or more, after taking a trick or announcing, a player calls, and the hand is over. Having "
        "%(augen)s in silence is not enough.",
        augen=options.call_at,
    )


def _points_to_win(title: str, options: Any) -> tuple[str, str]:
    return (
        ngettext("%(num)s point", "%(num)s points", options.target),
        ngettext(
            "The text describes a single hand: here %(num)s point wins the match. The deal passes to the left.",
            "The text describes a single hand: here %(num)s points win the match. The deal passes to the left.",
            options.target,
        ),
    )


RULES_AT_TABLE: Mapping[str, AtTable] = {"SU-15": _closing, "SU-19": _calling, "SU-25": _points_to_win}
