"""Where a card is, and what a declared hand holds (LOG-4, LOG-5)."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.refusal_facts import Facts, Names, Words, capital, card_named, plain, seat_named, whole


def _already_played(facts: Facts, names: Names) -> tuple[str, str]:
    title = capital(_("%(card)s is already played", card=card_named(facts)))
    return title, _("The pack holds no more of it. Choose the card that lies on the table.")


def _elsewhere(facts: Facts, names: Names) -> tuple[str, str]:
    title = capital(_("%(card)s is in another place", card=card_named(facts)))
    name = seat_named(facts, names)
    if facts.get("held_by"):
        holder = seat_named(facts, names, "held_by")
        said = _("All have seen it in the hand of %(holder)s. So %(name)s cannot have it.", holder=holder, name=name)
        return title, said
    return title, _("It lies face up on the table. So %(name)s cannot have it.", name=name)


def _not_in_hand(facts: Facts, names: Names) -> tuple[str, str]:
    return (
        _("Not in this hand"),
        _(
            "In the hand that %(name)s entered, %(card)s does not fit. Correct the hand or choose again.",
            name=seat_named(facts, names),
            card=card_named(facts),
        ),
    )


def _hand_size(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("The hand is not complete")
    if not whole(facts, "due", "cards"):
        return title, _("The number of cards is not right. Count them again.")
    if facts["cards"] > facts["due"]:
        title = _("Too many cards")
    text = ngettext(
        "There must be %(num)d card, %(got)d are chosen.",
        "There must be %(num)d cards, %(got)d are chosen.",
        facts["due"],
        got=facts["cards"],
    )
    return title, text


WORDS: Mapping[str, Words] = {
    "unknown-card": plain(lambda: _("No such card"), lambda: _("This card is not in the pack of this game.")),
    "card-already-played": _already_played,
    "card-elsewhere": _elsewhere,
    "not-in-hand": _not_in_hand,
    "hand-size": _hand_size,
}
