"""Deep Six: how its entries are put together field by field; melds are picked from all that there are."""

from collections.abc import Iterator

from rules_core.games.deep_six.hand import COPIES, Meld
from rules_core.games.deep_six.meld import ECHOES, RUNS, WIDES, meld_of
from webapp.games.common.entry_questions import Asked, EntryForm, Question
from webapp.games.deep_six.meld_words import meld_title
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import LARGEST_FIELD_NUMBER
from webapp.words.deck import suits
from webapp.words.entry_kit import card_mark, cards_said

TENS, FIVES = 10, 5
BIDS = range(-LARGEST_FIELD_NUMBER // TENS * TENS, LARGEST_FIELD_NUMBER // TENS * TENS + 1, TENS)


def _melds(asked: Asked) -> Iterator[Question]:
    """Every meld there is, each as often as the pack holds it."""
    laid = [found.cards for cards in asked.value or () if (found := meld_of(cards))]
    every: list[Meld] = [*(meld for suit in suits() for meld in (*RUNS[suit], *ECHOES[suit])), *WIDES]
    rows = [
        (" ".join(m.cards), meld_title(m), cards_said(m.cards, card_mark), laid.count(m.cards), COPIES) for m in every
    ]
    yield Question("copies", asked.name, asked.label, None, rows)


ENTRY_FORM = EntryForm(
    kinds={
        "bid": _l("A bid"),
        "pass": _l("A pass"),
        "contract": _l("The contract only"),
        "sink": _l("The sunk suit"),
        "show": _l("An invitation"),
        "exchange": _l("Three cards passed over"),
        "meld": _l("A meld"),
    },
    fields={
        "amount": _l("How much"),
        "melds": _l("Which melds"),
        "taken": _l("Taken"),
        "meld": _l("Melded"),
    },
    numbers={
        "bid.amount": BIDS,
        "contract.amount": BIDS,
        "trick.points": range(0, 81, TENS),
        "meld.points": range(-255, 1, FIVES),
        "tally.taken": range(0, 251, TENS),
        "tally.meld": range(-510, 1, FIVES),
    },
    begin={"bid.amount": 120, "contract.amount": 120, "meld.points": 0},
    questions={"meld.melds": _melds},
    either={"meld": {"melds": _l("By cards"), "points": _l("Only points")}},
)
