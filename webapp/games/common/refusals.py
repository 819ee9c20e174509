"""Refusals in words: the problem, the reason, the remedy."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_core.codes import CODES as RULES
from rules_core.findings import Refusal
from webapp.games.common import desk_refusals
from webapp.games.look import Look
from webapp.games.registry import look_of_rule, looks
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.cards import card_said, suit_name
from webapp.words.phrases import capital, number, readable
from webapp.words.refusal_kit import (
    Facts,
    Names,
    Words,
    card_named,
    held_in,
    of_suit,
    plain,
    seat_named,
    suit_owed,
    unlikely,
    whole,
    wrong_numbers,
)


def _already_played(facts: Facts, names: Names) -> tuple[str, str]:
    title = capital(_("%(card)s is already played", card=card_named(facts)))
    why = _("The pack holds no more of it. If it lies on the table, an earlier entry is wrong: “Correct” in the menu.")
    return title, why


def _elsewhere(facts: Facts, names: Names) -> tuple[str, str]:
    title = capital(_("%(card)s is in another place", card=card_named(facts)))
    name = seat_named(facts, names)
    if facts.get("held_by"):
        holder = seat_named(facts, names, "held_by")
        said = _("All have seen it in the hand of %(holder)s. So %(name)s cannot have it.", holder=holder, name=name)
        return title, said
    return title, _("It lies face up on the table. So %(name)s cannot have it.", name=name)


def _not_in_hand(facts: Facts, names: Names) -> tuple[str, str]:
    text = _(
        "In the hand that %(name)s entered, %(card)s does not fit. Correct the hand or choose again.",
        name=seat_named(facts, names),
        card=card_named(facts),
    )
    return _("Not in this hand"), capital(text)


def _hand_size(facts: Facts, names: Names) -> tuple[str, str]:
    if not whole(facts, "due", "cards"):
        return _("The hand is not complete"), _("The number of cards is not right. Count them again.")
    title = _("Too many cards") if facts["cards"] > facts["due"] else _("Too few cards")
    text = ngettext(
        "There must be %(num)d card, %(got)d are chosen.",
        "There must be %(num)d cards, %(got)d are chosen.",
        facts["due"],
        got=facts["cards"],
    )
    return title, text


CARD_WORDS: Mapping[str, Words] = {
    "unknown-card": plain(_l("No such card"), _l("This card is not in the pack of this game.")),
    "card-already-played": _already_played,
    "card-elsewhere": _elsewhere,
    "not-in-hand": _not_in_hand,
    "hand-size": _hand_size,
}


def _follow(facts: Facts, names: Names) -> tuple[str, str]:
    name, letter, held = seat_named(facts, names), suit_owed(facts), held_in(facts)
    suit = suit_name(letter) if letter else ""
    title = _("%(name)s has to follow suit", name=name)
    if letter:
        title = _("%(name)s has to follow %(suit)s", name=name, suit=suit)
    if not held:
        return title, _("The hand is known to hold a card of the suit, so the suit must be followed.")
    card = card_said(of_suit(held, letter or "") or held[0])
    if letter:
        return title, _("%(name)s holds %(card)s, so %(suit)s must be followed.", name=name, card=card, suit=suit)
    return title, _("%(name)s holds %(card)s, so the suit must be followed.", name=name, card=card)


DUTY_WORDS: Mapping[str, Words] = {"must-follow-suit": _follow}


def _not_your_turn(facts: Facts, names: Names) -> tuple[str, str]:
    return (
        _("It is the turn of %(name)s", name=seat_named(facts, names, "to_act")),
        _("%(name)s is not to act now. Look at the table again.", name=seat_named(facts, names)),
    )


def _wrong_dealer(facts: Facts, names: Names) -> tuple[str, str]:
    name = seat_named(facts, names, "dealer")
    return _("%(name)s deals this hand", name=name), _("The deal passes to the left.")


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("field") == "tricks":
        return _("The tricks do not add up"), _tricks(facts)
    if whole(facts, "least", "most"):
        return wrong_numbers(_("This number is from %(least)s to %(most)s.", least=facts["least"], most=facts["most"]))
    if whole(facts, "due", "sum") and facts["sum"] != facts["due"]:
        text = _("In all there are %(due)s, but %(sum)s were entered.", due=facts["due"], sum=number(facts["sum"]))
        return wrong_numbers(text)
    return wrong_numbers(unlikely())


def _tricks(facts: Facts) -> str:
    if not whole(facts, "due", "sum") or facts["due"] == facts["sum"]:
        return unlikely()
    return ngettext(
        "This hand has %(num)d trick, but %(got)s were entered.",
        "This hand has %(num)d tricks, but %(got)s were entered.",
        facts["due"],
        got=facts["sum"],
    )


def _amend_breaks(facts: Facts, names: Names) -> tuple[str, str]:
    title, cause = _("That does not fit the cards after it"), facts.get("refusal")
    if isinstance(cause, Refusal) and cause.code == "card-already-played":
        # Neither when nor by whom: it may lie in a trick that is closed.
        return title, _("%(card)s is already played", card=capital(card_named(cause.facts))) + "."
    if not whole(facts, "at"):
        return title, _("With this change a later entry would no longer be possible.")
    at = facts["at"] + 1
    return title, _("With this change a later entry (number %(entry)s) would no longer be possible.", entry=at)


def _closed_past(facts: Facts, names: Names) -> tuple[str, str]:
    text = _("For now only what lies open can be changed. Undo takes back one entry after the other.")
    return _("Older entries are closed"), text


def _own_phone(facts: Facts, names: Names) -> tuple[str, str]:
    name = seat_named(facts, names)
    return (
        _("%(name)s enters these cards", name=name),
        _(
            "%(name)s has entered the hand privately, so only that phone enters its cards: nobody else can read it.",
            name=name,
        ),
    )


def _table_full(facts: Facts, names: Names) -> tuple[str, str]:
    if whole(facts, "most"):
        text = ngettext(
            "A table holds at most %(num)s entry. The host can still take back and adjust. Go on at another one.",
            "A table holds at most %(num)s entries. The host can still take back and adjust. Go on at another one.",
            facts["most"],
        )
    elif "refolded" in facts:
        text = _("Too many corrections have changed what lies far back. The last entries can still be taken back.")
    else:
        text = _("It holds no more text. The host can still take back and adjust. Go on at another one.")
    return _("This table is full"), text


ENTRY_WORDS: Mapping[str, Words] = {
    "unknown-event": plain(_l("This game has no such entry"), _l("Load the page again and try once more.")),
    "bad-value": plain(
        _l("Something is missing"),
        _l("Part of the entry is missing or is not of its kind. Complete it and enter it again."),
    ),
    "game-over": plain(
        _l("The match is over"),
        _l("Nothing more can be entered. The last entry can still be taken back."),
    ),
    "wrong-phase": plain(_l("Not now"), _l("The table is at another point. Look at what comes next and try again.")),
    "bad-seat": plain(_l("No such seat"), _l("Nobody sits there at this table.")),
    "not-your-turn": _not_your_turn,
    "wrong-dealer": _wrong_dealer,
    "bad-tally": _bad_tally,
    "nothing-to-undo": plain(_l("Nothing to take back"), _l("No entry stands at this table.")),
    "amend-breaks": _amend_breaks,
    "own-hand": plain(_l("Only the own hand"), _l("A hand is entered by the phone that holds its seat.")),
    "closed-past": _closed_past,
    "own-phone": _own_phone,
    "table-full": _table_full,
}


def _other_phone(facts: Facts, names: Names) -> tuple[str, str]:
    name = seat_named(facts, names)
    if facts.get("phone") is False:
        return (
            _("No phone holds the seat of %(name)s", name=name),
            _(
                "At this table each enters the own seat, and the host or the scorekeeper enters for a seat without a "
                "phone. Ask one of them, or take the seat."
            ),
        )
    return (
        _("%(name)s enters this", name=name),
        _("At this table each enters the own seat. Who enters is changed by the host, under “Table choices”."),
    )


def _not_keeper(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("each"):
        return (
            _("This is entered by the host"),
            _(
                "At this table each enters the own seat. What is about no single seat, such as tricks, totals and "
                "points, is entered by the host or the scorekeeper."
            ),
        )
    if facts.get("keepers"):
        title = _("This is entered by %(name)s", name=seat_named(facts, names, "keepers"))
    else:
        title = _("The host enters here")
    text = _(
        "At this table only the scorekeeper and the host enter. Who enters is changed by the host, under "
        "“Table choices”."
    )
    return title, text


RIGHTS_WORDS: Mapping[str, Words] = {"other-phone": _other_phone, "not-keeper": _not_keeper}


SHARED: Mapping[str, Words] = {**ENTRY_WORDS, **CARD_WORDS, **DUTY_WORDS, **desk_refusals.WORDS, **RIGHTS_WORDS}
"""The codes of several games, and of the house."""


@dataclass(frozen=True)
class SaidRefusal:
    """A refusal in words: a title, the problem and its remedy, the rule's number."""

    title: str
    text: str
    rule: str | None

    @property
    def said(self) -> str:
        """The title and the text, one after the other."""
        return f"{self.title}. {self.text}"


def refusal_said(refusal: Refusal, names: Names) -> SaidRefusal:
    """Returns a refusal in words, with the rule that it names or the one that its code points to."""
    title, text = _own(refusal, names) or _shared(refusal, names)
    return SaidRefusal(title, text, refusal.rule or RULES.get(refusal.code))


def _own(refusal: Refusal, names: Names) -> tuple[str, str] | None:
    """Returns the words of the refusing game: the one whose rule it names, else any that knows these facts."""
    told = (words(refusal.facts, names) for look in _asked(refusal) if (words := look.refusals.get(refusal.code)))
    return next((said for said in told if said), None)


def _asked(refusal: Refusal) -> Iterator[Look]:
    named = look_of_rule(refusal.rule) if refusal.rule else None
    yield from looks().values() if named is None else (named,)


def _shared(refusal: Refusal, names: Names) -> tuple[str, str]:
    if (words := SHARED.get(refusal.code)) is not None:
        return words(refusal.facts, names)
    return readable(refusal.code), _("The rules of this game do not allow it.")
