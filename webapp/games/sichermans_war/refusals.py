"""Dice that cannot be rolled (WAR)."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.words.refusal_facts import Facts, Names, Words, seat_named


def _already_used(facts: Facts, names: Names) -> tuple[str, str]:
    name = seat_named(facts, names)
    return (
        _("This die is spent"),
        _("%(name)s has rolled it in this battle. It comes back for the next one.", name=name),
    )


def _bad_roll(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("This die has no such face")
    faces = {
        "d6": _("On it are 1, 2, 3, 4, 5 and 6."),
        "low": _("On it are 1, 2, 2, 3, 3 and 4."),
        "high": _("On it are 1, 3, 4, 5, 6 and 8."),
    }
    text = faces.get(str(facts.get("die")), _("Look at the die and choose again."))
    return title, text


def _out(facts: Facts, names: Names) -> tuple[str, str]:
    return (
        _("%(name)s is out of this skirmish", name=seat_named(facts, names)),
        _("Tied without reinforcements against a player who has some: nothing more can be added until the next card."),
    )


WORDS: Mapping[str, Words] = {
    "die-already-used": _already_used,
    "bad-roll": _bad_roll,
    "out-of-skirmish": _out,
}
