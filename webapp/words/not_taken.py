"""What is not taken, in words: faults of files, limits that were reached; and what games say their refusals with."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules_core.findings import Contradiction, Malformed
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.http.limits import LARGEST_UNKNOWN_UPLOAD, LONGEST_QUOTE
from webapp.words.cards import SUITS, card_names, card_said, suit_name
from webapp.words.phrases import joined, moment

if TYPE_CHECKING:  # the words of a refusal need no database
    from webapp.store.errors import TooManyOpened

_SAID: Mapping[str, str] = {
    "utf-8": _l("The file is no text in UTF-8. A record is a text file; perhaps another file was chosen."),
    "surrogate": _l("A text in it holds half of a character. Such a file is damaged."),
    "deep": _l("Lists and objects are nested in it deeper than a record ever is."),
    "long": _l("It is longer than 4 MB; no match is that long."),
    "edition": _l("It was made by another edition of the rules than the one here."),
    "beside": _l(
        "What it says beside its entries, of times, disputes or signatures, is not as a record has it: the fault is in "
        "“%(where)s”."
    ),
    "future": _l("It says that something was entered at a time that is still to come."),
    "partners": _l("Only four players can be partners."),
    "refolded": _l("Its corrections go through more entries again than can be checked here."),
    "json": _l("It is no JSON: the fault is in line %(line)s at character %(column)s."),
    "twice": _l("An object in it has the key “%(key)s” twice, and nobody knows which one counts."),
    "number": _l("No game needs the number %(digits)s."),
    "game": _l("No game is called “%(game)s” here."),
    "players": _l("This game is not for so many players: %(players)s."),
}


def problem_said(problem: Malformed) -> str:
    """Returns the fault, in a sentence or two."""
    facts = problem.facts
    match problem.fault:
        case "long-unknown":
            return too_long_from_a_stranger()
        case "events":
            return _too_many(facts["most"])
        case "event":
            return _("Entry %(number)s is longer than any that can be made here.", number=facts["place"] + 1)
        case "name":
            seat = facts["seat"] + 1
            return _(
                "The name of player %(seat)s is blank, too long, taken by another player, or has signs that cannot be "
                "read.",
                seat=seat,
            )
        case "options":
            return _option(facts.get("part"))
        case fault if fault in _SAID:
            return _(_SAID[fault], **{name: _quoted(fact) for name, fact in facts.items()})
    return _shape(facts.get("part"))


def too_long_from_a_stranger() -> str:
    """Returns that a device without any table sends short records only, and how it may send longer ones."""
    return _(
        "It is longer than %(most)s kB, which no match that people play is. A phone that has a table here may send "
        "more: open or join one, then send it again.",
        most=LARGEST_UNKNOWN_UPLOAD // 1024,
    )


def _too_many(most: int) -> str:
    return ngettext(
        "A record has at most %(num)s entry, and this one has more.",
        "A record has at most %(num)s entries, and this one has more.",
        most,
    )


def _shape(part: str | None) -> str:
    if part is None:
        return _("It is no record: a record is an object that begins with its format.")
    if part == "format":
        return _("It does not say that it is a record: its format must be sixfold-record/1.")
    return _("“%(part)s” is missing or is not of its kind.", part=_quoted(part))


def _option(part: str | None) -> str:
    if part is None:
        return _("The options are not of their kind.")
    return _("This game has no option “%(part)s”, or not with this value.", part=_quoted(part))


def _quoted(fact: object) -> str:
    text = str(fact)
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def too_many_opened(problem: "TooManyOpened") -> str:
    """Returns why no further table, evening or circle is opened now, and from when on one is."""
    when = moment(problem.free_at)
    if problem.of_network:
        return _(
            "So much was opened from this network within a day that no more is. The next: from %(when)s on.", when=when
        )
    if problem.what == "circle":
        return ngettext(
            "This phone has opened %(num)s circle within a day, which is the most. The next one: from %(when)s on.",
            "This phone has opened %(num)s circles within a day, which is the most. The next one: from %(when)s on.",
            problem.most,
            when=when,
        )
    if problem.what == "evening":
        return ngettext(
            "This phone has opened %(num)s evening within a day, which is the most. The next one: from %(when)s on.",
            "This phone has opened %(num)s evenings within a day, which is the most. The next one: from %(when)s on.",
            problem.most,
            when=when,
        )
    return ngettext(
        "This phone has opened %(num)s table within a day, which is the most. The next one: from %(when)s on.",
        "This phone has opened %(num)s tables within a day, which is the most. The next one: from %(when)s on.",
        problem.most,
        when=when,
    )


def too_many_wrong_codes(seconds: int, *, of_all: bool) -> str:
    """Returns that a typed code has to wait, and what does not; `of_all`: since others have typed wrong ones."""
    wait = ngettext("%(num)s second", "%(num)s seconds", seconds)
    if seconds > 90:
        wait = ngettext("%(num)s minute", "%(num)s minutes", -(-seconds // 60))
    if of_all:
        return _(
            "Many wrong codes were typed here, so no code is taken for now: the next one can be tried in %(wait)s. A "
            "QR or a link opens its table at once: any phone at the table shows them under “Share this table”.",
            wait=wait,
        )
    return _(
        "Too many codes were wrong. The next one can be tried in %(wait)s. A QR or a link opens its table at once.",
        wait=wait,
    )


def too_many_seat_requests() -> str:
    return _("So many phones wait for a seat here that no other one can. The host answers them first.")


def too_many_new_devices() -> str:
    """Returns why a phone that nobody knows yet is not taken down now."""
    return _("More new phones have come from this network within an hour than a club has. Known ones go on as before.")


def too_fast(seconds: int) -> str:
    """Returns that a device enters or looks faster than people do, and how long it waits."""
    return ngettext(
        "Too much came from this phone or its network in a short time. It goes on in %(num)s second.",
        "Too much came from this phone or its network in a short time. It goes on in %(num)s seconds.",
        seconds,
    )


Facts = Mapping[str, Any]
Names = Sequence[str]
Words = Callable[[Facts, Names], tuple[str, str]]
"""Returns the title and the text of a refusal."""
OwnWords = Callable[[Facts, Names], tuple[str, str] | None]
"""The same of one game; None where the facts are none of its own, so that the words of all games hold."""


def plain(title: str, text: str) -> Words:
    """Returns words that are the same whatever the facts; both are translated where they are said."""
    return lambda facts, names: (_(title), _(text))


def seat_named(facts: Facts, names: Names, key: str = "seat") -> str:
    """Returns the name of a seat, or of several: *Ann*, *Ann and Ben*."""
    fact = facts.get(key)
    seats = fact if isinstance(fact, (tuple, list)) else (fact,)
    known = [names[seat] for seat in seats if isinstance(seat, int) and 0 <= seat < len(names)]
    return joined(known) if known else _("Somebody")


def card_named(facts: Facts, key: str = "card") -> str:
    """Returns a card within a sentence; of several the first."""
    fact = facts.get(key)
    if isinstance(fact, (tuple, list)):
        fact = fact[0] if fact else None
    return card_said(fact) if isinstance(fact, str) and fact in card_names() else _("this card")


def held_in(facts: Facts) -> tuple[str, ...]:
    """Returns the cards that are known to be in the hand and forbid the one that was played."""
    held = facts.get("held")
    return tuple(card for card in held if card in card_names()) if isinstance(held, (tuple, list)) else ()


def card_owed(title: str, text: str, held: str) -> Words:
    """Returns words for a duty that a card of the hand would fulfil: with `held` it is named, where it is known."""

    def said(facts: Facts, names: Names) -> tuple[str, str]:
        name, cards = seat_named(facts, names), held_in(facts)
        return _(title, name=name), _(held, name=name, card=card_said(cards[0])) if cards else _(text)

    return said


def suit_owed(facts: Facts) -> str | None:
    """Returns the suit that must be followed, by its letter; None where the facts do not tell.

    The led card tells only if a card of its suit is held: it may have none, or count as one of another.
    """
    if facts.get("suit") in list(SUITS):
        return str(facts["suit"])
    suit, held = str(facts.get("led", ""))[1:], held_in(facts)
    return suit if suit in SUITS and (not held or of_suit(held, suit)) else None


def of_suit(held: Sequence[str], suit: str) -> str | None:
    return next((card for card in held if card[1:] == suit), None)


def whole(facts: Facts, *keys: str) -> bool:
    return all(isinstance(facts.get(key), int) for key in keys)


def wrong_numbers(text: str) -> tuple[str, str]:
    """Returns why numbers are not taken, under the title that all of them have."""
    return _("The numbers do not add up"), text


def recount() -> str:
    """Returns advice for a trick that cannot hold what was entered."""
    return _("With the other tricks of the hand this number cannot be. Count the trick again.")


def unlikely() -> str:
    return _("One of the numbers cannot be. Check each of them.")


def contradiction_title(found: Contradiction) -> str:
    """Returns *A card was entered wrongly, or somebody revoked*, with the suit where it is one."""
    if found.suit is None:
        return _("A card was entered wrongly, or somebody revoked")
    return _("In %(suit)s a card was entered wrongly, or somebody revoked", suit=suit_name(found.suit))


def contradiction_text(found: Contradiction) -> str:
    """Returns why: the cards that nobody has shown would have no place left."""
    if found.suit is None:
        return _(
            "After these plays no hand is left that could hold the cards still unseen. Who it was cannot be said yet."
        )
    return _(
        "After these plays no hand is left that could hold the %(suit)s still unseen. Who it was cannot be said yet.",
        suit=suit_name(found.suit),
    )
