"""Deep Six: how its entries are put together field by field; melds are picked as on the table."""

from webapp.games.common.entry_questions import EntryForm, Own
from webapp.games.deep_six.amended_melds import TAPS, amended_melds, are_named
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import LARGEST_FIELD_NUMBER

TENS, FIVES = 10, 5
BIDS = range(-LARGEST_FIELD_NUMBER // TENS * TENS, LARGEST_FIELD_NUMBER // TENS * TENS + 1, TENS)


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
    own={"meld.melds": Own("_amended_melds", amended_melds, TAPS, are_named, first=True)},
    either={"meld": {"melds": _l("By cards"), "points": _l("Only points")}},
)
