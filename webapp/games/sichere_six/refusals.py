"""Refusals of Sichere Six in words: the Joker, Fate's Mercy, nines."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.phrases import number
from webapp.words.refusal_facts import Facts, Names, OwnWords, plain, seat_named, whole, wrong_numbers


def _mercy_first(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("phase") != "mercy" or "to_act" not in facts:
        return None
    who = seat_named(facts, names, "to_act")
    return _("Not now"), _("%(name)s first takes Fate’s Mercy and buries a card.", name=who)


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("field") == "nines" and whole(facts, "due", "sum"):
        text = _(
            "A round has %(due)s nines, the buried card counted, but %(sum)s were entered.",
            due=facts["due"],
            sum=number(facts["sum"]),
        )
        return _("The nines do not add up"), text
    if whole(facts, "nines", "tricks"):
        name = seat_named(facts, names)
        text = ngettext(
            "%(name)s has a nine but no trick to hold it.",
            "%(name)s has %(num)s nines but no trick to hold them.",
            facts["nines"],
            name=name,
        )
        return wrong_numbers(text)
    if whole(facts, "nines", "sum"):
        return wrong_numbers(
            _("All four nines of a round are captured, one of them perhaps buried. This number does not fit.")
        )
    return None


REFUSALS: Mapping[str, OwnWords] = {
    "joker-undeclared": plain(
        lambda: _("Does the Joker win or lose?"), lambda: _("Its player says so at once. Choose one of the two.")
    ),
    "wrong-phase": _mercy_first,
    "bad-tally": _bad_tally,
}
