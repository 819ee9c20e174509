"""Cases of Deep Six in words: the sunk suit, the lowest bid, points for a revoke as Pinochle has them; its refusals."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from rules_core.cards import Card
from rules_core.games.deep_six.auction import HIGHEST
from rules_core.games.deep_six.case_evidence import MeldEvidence
from rules_core.games.deep_six.hand import Meld, State
from rules_core.games.deep_six.table_view import DeepView
from rules_core.replay import Raw
from webapp.games.deep_six.melds import meld_title
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.cards import SUITS, cards_unseen, suit_name
from webapp.words.case_kit import EvidenceLine, EvidenceTable, Revoke, Suggestion, SuitInForce
from webapp.words.cases import CallReason, DutyWords
from webapp.words.entry_kit import card_mark, cards_said
from webapp.words.phrases import number
from webapp.words.refusal_kit import (
    Facts,
    Names,
    OwnWords,
    card_named,
    card_owed,
    recount,
    seat_named,
    whole,
    wrong_numbers,
)
from webapp.words.rulebook import Cited

SUNK = SuitInForce(lambda hand: hand.opening.sunk, _l("Sunk: %(suit)s."))


def passed(deep: DeepView) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yields the seats and the cards that they have passed, as far as visible (DEEP-8)."""
    yield from ((one.seat, one.cards) for one in deep.given if one.cards)


def thinkable(state: State) -> Iterator[Raw]:
    """Yields the highest bid, which is the first that anybody would ask about."""
    if state.hand is not None and state.hand.phase == "auction":
        yield {"type": "bid", "seat": state.hand.to_act, "amount": HIGHEST}


def state_rows(state: State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    bid = None if state.hand is None else state.hand.opening.bid
    yield _("Lowest bid"), "–" if bid is None else number(bid)


def revoke_points(revoke: Revoke) -> Suggestion:
    """Returns the usual points in Pinochle: the bidding side goes set, the other side loses its meld."""
    said = _("Common in Pinochle: who revokes goes set as the bidding side, and loses the meld as the other side.")
    if revoke.hand.under_way:
        return Suggestion(_("%(common)s The amount can be told when the hand is over.", common=said))
    done = revoke.fold.state.finished[revoke.hand.number - 1]
    if done.bidder is None:
        return Suggestion(said)
    if done.bidder % 2 == revoke.side:
        if not done.made:
            return Suggestion(_("%(common)s Here the bid has failed anyway.", common=said))
        failed, scored = 200 - done.bid, done.points[revoke.side]
        if failed <= scored:
            return Suggestion(_("%(common)s Here a failed bid would score no more than was scored.", common=said))
        here = _(
            "%(common)s Here the bid would have failed: %(points)s points in this hand.", common=said, points=failed
        )
        return Suggestion(here, revoke.charged(failed - scored))
    more = done.taken[revoke.side] - done.points[revoke.side]
    here = _(
        "%(common)s Here %(points)s points would count without the meld.", common=said, points=done.taken[revoke.side]
    )
    return Suggestion(here, revoke.charged(more) if more else None)


CALL_REASONS: Mapping[str, CallReason] = {
    "revoke": CallReason(rules=("DEEP-13", "DEEP-14")),
    "turn": CallReason(rules=("DEEP-12", "DEEP-4")),
    "bid": CallReason(_l("The auction"), ("DEEP-4", "DEEP-5", "DEEP-6"), ("bad-bid",)),
    "exchange": CallReason(_l("The cards passed over"), ("DEEP-8", "DEEP-7")),
    "meld": CallReason(
        _l("A meld"),
        ("DEEP-9", "DEEP-10", "DEEP-11"),
        ("bad-meld", "sunk-run", "meld-reuse"),
        ready={"deep-once-a-kind": _l("A card counts in melds as often as the table has agreed on.")},
    ),
    "sunk": CallReason(_l("The sunk suit"), ("DEEP-6", "DEEP-16", "DEEP-15", "DEEP-9")),
    "score": CallReason(rules=("DEEP-18", "DEEP-19", "DEEP-20", "DEEP-21")),
}
DUTIES: Mapping[str, DutyWords] = {
    "must-play-over": DutyWords(
        _l("%(name)s could have played over in trick %(number)s"),
        _l("%(name)s did not play over in trick %(first)s"),
    )
}


def meld_said(found: MeldEvidence, game: str, names: Sequence[str]) -> EvidenceTable:
    """Returns the best melds of the cards that a player has shown, with their total."""
    lists = (
        (_("Cards shown so far"), (cards_said(found.shown, card_mark),) if found.shown else (_("none"),)),
        (_("The cards still unseen could make these"), _named(found.possible)),
        (_("Impossible, since cards of them lay elsewhere"), _named(found.impossible)),
    )
    return EvidenceTable(
        _("The best melds of the cards that %(name)s has shown", name=names[found.seat]),
        (_("Points"),),
        tuple(EvidenceLine(meld_title(meld), (number(meld.points),), cards=meld.cards) for meld in found.best),
        (number(found.points),),
        tuple(_follows(found, names[found.seat])),
        tuple((title, told) for title, told in lists if told),
    )


def _named(melds: Sequence[Meld]) -> tuple[Markup, ...]:
    """Melds by their cards: a name serves in every suit."""
    return tuple(cards_said(meld.cards, card_mark) for meld in melds)


def _follows(found: MeldEvidence, name: str) -> Iterator[Cited]:
    facts, left = {"name": name, "said": number(found.said), "best": number(found.points)}, found.unseen
    if found.points <= found.said:
        said = _("%(name)s melded %(said)s. The cards shown so far hold %(best)s.", **facts)
    elif left:
        said = _("%(name)s melded %(said)s. So far only %(best)s are shown.", **facts)
    else:
        said = _("%(name)s melded %(said)s. All cards are shown, and hold no more than %(best)s.", **facts)
    yield Cited(said, "DEEP-10")
    if left:
        yield Cited(cards_unseen(left, name))


def _bad_bid(facts: Facts, names: Names) -> tuple[str, str]:
    if whole(facts, "due"):
        title = _("%(name)s has to bid", name=seat_named(facts, names))
        return title, _("All others have passed, so the dealer bids %(amount)s.", amount=number(facts["due"]))
    title = _("This bid does not do")
    if not whole(facts, "highest"):
        return title, _("Bids are multiples of ten, each lower than the last.")
    return title, _("Bids are multiples of ten, now %(highest)s at most.", highest=number(facts["highest"]))


def _bad_meld(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("This is no meld")
    if whole(facts, "lowest"):
        return title, _(
            "A meld counts 0 or less, in steps of five, down to %(lowest)s.", lowest=number(facts["lowest"])
        )
    return title, _(
        "Melds are runs (6-7-8, 5-6-7, 4-5-6-7-8), echoes of two identical cards, and wides of one rank in all suits; "
        "echoes and wides are of 6s, 7s or 8s."
    )


def _sunk_run(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("No run in the sunk suit")
    sunk = facts.get("sunk")
    if not isinstance(sunk, str) or sunk not in SUITS:
        return title, _("Echoes and wides may hold cards of the sunk suit, runs may not.")
    return title, _("No run in %(suit)s, the sunk suit. Echoes and wides may use its cards.", suit=suit_name(sunk))


def _meld_reuse(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("A card serves too often")
    text = _(
        "These melds need more of %(card)s than there is. A card serves once in each kind of meld, "
        "or once at all if the table plays it so.",
        card=card_named(facts),
    )
    return title, text


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str] | None:
    if whole(facts, "rest", "tricks"):
        open_points = ngettext(
            "%(rest)s card points are still open, for %(num)s trick. A trick holds tens, 80 at most.",
            "%(rest)s card points are still open, for %(num)s tricks. A trick holds tens, 80 at most.",
            facts["tricks"],
            rest=facts["rest"],
        )
        return wrong_numbers(open_points)
    if whole(facts, "lowest"):
        return wrong_numbers(
            _("A meld counts 0 or less, in steps of five, down to %(lowest)s.", lowest=number(facts["lowest"]))
        )
    if whole(facts, "points"):
        return wrong_numbers(recount())
    return None


def _own_cards(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("type") != "exchange":
        return None
    text = _("Which cards were passed is entered by the phone that holds that seat. Others enter only that they were.")
    return _("Only the own cards"), text


def _passed(facts: Facts, names: Names) -> tuple[str, str] | None:
    if not facts.get("passed"):
        return None
    title = _("Passed cards stay face down")
    return title, _("What was entered before them is settled now. Undo takes back one entry after the other.")


REFUSALS: Mapping[str, OwnWords] = {
    "bad-bid": _bad_bid,
    "bad-meld": _bad_meld,
    "sunk-run": _sunk_run,
    "meld-reuse": _meld_reuse,
    "must-play-over": card_owed(
        _l("%(name)s has to play over"),
        _l("The hand is known to hold a card that goes over the one that is winning."),
        _l("%(name)s holds %(card)s, and it goes over the card that is winning."),
    ),
    "bad-tally": _bad_tally,
    "own-hand": _own_cards,
    "closed-past": _passed,
}
