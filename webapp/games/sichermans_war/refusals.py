"""Refusals of Sicherman's War in words: dice that cannot be rolled, reinforcements, spoils."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.words.refusal_facts import Facts, Names, OwnWords, seat_named, unlikely, whole, wrong_numbers


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


def _draw_first(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("phase") != "reinforce" or "to_act" not in facts:
        return None
    return _("Not now"), _("First a reinforcement is drawn by: %(names)s.", names=seat_named(facts, names, "to_act"))


def _others_draw(facts: Facts, names: Names) -> tuple[str, str] | None:
    if not facts.get("to_act"):
        return None
    return _("Not these seats"), _("A card each is drawn by: %(names)s.", names=seat_named(facts, names, "to_act"))


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str] | None:
    # Some spoils may be nobody's: fewer than there are is right, so that one of the numbers is not.
    if "kind" in facts and whole(facts, "due", "sum") and facts["sum"] < facts["due"]:
        return wrong_numbers(unlikely())
    return None


def _card_missing(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("field") != "cards":
        return None
    return _("A card is missing"), _("Everybody turns a card in each skirmish.")


REFUSALS: Mapping[str, OwnWords] = {
    "die-already-used": _already_used,
    "bad-roll": _bad_roll,
    "out-of-skirmish": _out,
    "bad-value": _card_missing,
    "wrong-phase": _draw_first,
    "bad-seat": _others_draw,
    "bad-tally": _bad_tally,
}
