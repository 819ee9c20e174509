"""Cases of Sixes and Sevens in words: points for a revoke, as Bridge has them; and its entries."""

from collections.abc import Iterator, Mapping

from markupsafe import Markup

from rules_core.events import Event
from rules_core.games.sixes_and_sevens import State
from rules_core.games.sixes_and_sevens.events import Ace
from rules_core.replay import Raw
from webapp.games.common.entry_questions import EntryForm
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.table.hand_span import hand_tricks
from webapp.words.case_kit import Revoke, Suggestion
from webapp.words.cases import CallReason
from webapp.words.entry_kit import Act, Entry, Names, Say
from webapp.words.phrases import named


def thinkable(state: State) -> Iterator[Raw]:
    """Yields the declaration of an ace by each seat (ODD-V1)."""
    yield from ({"type": "ace", "seat": seat, "as": "odd"} for seat in range(state.players))


def revoke_points(revoke: Revoke) -> Suggestion:
    """Returns the usual transfer by Law 64 of Bridge: a trick goes over if one was taken later.

    A card off the suit never takes its own trick here (ODD-8).
    """
    said = _("Common in Bridge (Law 64): a trick taken after the revoke goes from whoever revoked to the other side.")
    if not _taken_after(revoke):
        return Suggestion(_("%(common)s Here %(name)s took no trick after it.", common=said, name=revoke.name))
    here = _(
        "%(common)s Here it would be one trick of %(name)s. Who gets it is set by hand: Bridge has only two sides.",
        common=said,
        name=revoke.name,
    )
    return Suggestion(here, revoke.charged(1 if revoke.fold.state.options.fewest_wins else -1))


def _taken_after(revoke: Revoke) -> bool:
    hand = next(hand for hand in hand_tricks(revoke.fold) if hand.number == revoke.hand.number)
    broke = hand.trick_of(revoke.event)
    return broke is not None and any(trick.winner == revoke.seat for trick in hand.tricks[broke.number :])


CALL_REASONS: Mapping[str, CallReason] = {
    "revoke": CallReason(rules=("ODD-7",)),
    "turn": CallReason(rules=("ODD-5", "ODD-6", "ODD-10")),
    "parity": CallReason(
        _l("Odd, even, or equally many"),
        ("ODD-2", "ODD-8", "ODD-9"),
        ready={"odd-all-count": _l("Cards of other suits count for odd and even as well.")},
    ),
    "ace": CallReason(_l("A wild ace"), ("ODD-V1", "ODD-2"), option="ace_wild"),
    "score": CallReason(rules=("ODD-11", "ODD-12")),
}


def _ace(event: Ace, names: Names, say: Say) -> Markup:
    said = _("%(name)s: the ace is odd") if event.as_ == "odd" else _("%(name)s: the ace is even")
    return named(said, names[event.seat])


ENTRIES: Mapping[type[Event], Entry] = {Ace: _ace}
ACTS: Mapping[type[Event], Act] = {Ace: _l("%(name)s says what the ace is, odd or even")}
"""Actions."""
ENTRY_FORM = EntryForm(
    kinds={"ace": _l("What an ace counts")},
    fields={"as": _l("What it counts")},
    answers={"odd": _l("odd"), "even": _l("even")},
)
