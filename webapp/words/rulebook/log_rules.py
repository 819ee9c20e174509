"""Chapter LOG of the rule book: what holds for every entry."""

from webapp.http.language import lazy_gettext as _l
from webapp.words.rulebook.rule import Rule

RULES = (
    Rule(
        "LOG-1",
        "decided",
        _l("A whole entry"),
        _l("An entry is of a kind that this game has, and nothing in it is missing or of another kind."),
    ),
    Rule(
        "LOG-2",
        "decided",
        _l("Each entry at its time"),
        _l(
            "Every entry has its moment in the hand. After the end only rulings, adjusted points and "
            "corrections are taken."
        ),
    ),
    Rule(
        "LOG-3",
        "decided",
        _l("Seats in turn"),
        _l(
            "Turns and the deal go round clockwise, and only the one whose turn it is acts. After a void hand "
            "the same dealer deals again."
        ),
    ),
    Rule(
        "LOG-4",
        "decided",
        _l("Where a card is"),
        _l(
            "A card can be entered if it is in the pack, not played yet, and not openly in another place. Where"
            " the pack holds it twice, that goes for each copy."
        ),
    ),
    Rule(
        "LOG-5",
        "decided",
        _l("A hand that is entered"),
        _l(
            "Whoever enters their own hand enters all of it, in the right number. It stays private until the hand"
            " is over, and the cards played have to fit it."
        ),
    ),
    Rule(
        "LOG-6",
        "decided",
        _l("Tricks or totals"),
        _l(
            "A hand may be entered trick by trick or as its result, and the numbers have to add up. From cards "
            "it may step down to tricks, but never up again in the same hand."
        ),
    ),
    Rule(
        "LOG-7",
        "decided",
        _l("Taking back and changing"),
        _l(
            "Nothing is erased: what is taken back or changed stays in the book. A change is taken if "
            "everything entered after it still fits."
        ),
    ),
)
