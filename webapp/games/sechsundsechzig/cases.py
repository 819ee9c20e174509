"""Cases of Sechsundsechzig in words: the open talon, marriages, points for a revoke as at Schnapsen; its refusals."""

from collections.abc import Iterator, Mapping, Sequence

from rules_core.cards import Card
from rules_core.events import Play, encode
from rules_core.games.sechsundsechzig.events import MarriagePlay
from rules_core.games.sechsundsechzig.hand import HandState
from rules_core.games.sechsundsechzig.marriage import PARTNER
from rules_core.replay import Node
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.cards import card_name, rank_name
from webapp.words.case_kit import Revoke, Slip, Suggestion
from webapp.words.cases import CallReason, DutyWords
from webapp.words.refusal_kit import Facts, Names, OwnWords, card_named, card_owed, plain, recount, whole, wrong_numbers
from webapp.words.rulebook import Cited


def free_play(hand: HandState) -> Cited | None:
    """Returns that any card may be played while cards are drawn (SU-7)."""
    return Cited(_("With the talon open any card may be played."), "SU-7") if hand.draws else None


def play_said(play: MarriagePlay) -> str | None:
    """Returns that a marriage was announced (SU-17)."""
    return _("The marriage was announced with it.") if play.marriage else None


def revoke_points(revoke: Revoke) -> Suggestion:
    """Returns the usual points in prize tournaments of Schnapsen: the other side writes three points."""
    said = _("Common at Schnapsen tournaments: three points for the other side when a duty of play is broken.")
    points = tuple(0 if side == revoke.side else 3 for side in range(len(revoke.fold.state.totals)))
    return Suggestion(said, points)


CALL_REASONS: Mapping[str, CallReason] = {
    "revoke": CallReason(rules=("SU-11", "SU-12", "SU-13", "SU-7")),
    "turn": CallReason(rules=("SU-4", "SU-5")),
    "marriage": CallReason(_l("20 or 40"), ("SU-17", "SU-18", "SU-20"), ("bad-marriage",)),
    "closing": CallReason(_l("Closing the talon"), ("SU-14", "SU-15", "SU-22")),
    "claim": CallReason(
        _l("The call"),
        ("SU-19", "SU-20", "SU-21", "SU-22", "SU-23"),
        ("bad-claim",),
        ready={"su-late-call": _l("The call came after the next lead: it does not count.")},
    ),
    "score": CallReason(rules=("SU-21", "SU-22", "SU-9", "SU-24")),
}
DUTIES: Mapping[str, DutyWords] = {
    "must-beat": DutyWords(
        _l("%(name)s could have gone higher in trick %(number)s"),
        _l("%(name)s did not go higher in trick %(first)s"),
    ),
    "must-trump": DutyWords(
        _l("%(name)s could have trumped in trick %(number)s"),
        _l("%(name)s did not trump in trick %(first)s"),
    ),
}
_OTHER_HALF = {"K": "Q", "Q": "K"}


def shows(play: Play) -> Iterator[Card]:
    if isinstance(play, MarriagePlay) and play.marriage:
        yield _OTHER_HALF[play.card[0]] + play.card[1]


def slips(newest: Sequence[Node], names: Sequence[str]) -> Iterator[Slip]:
    """Yields the kings and queens that were led without a word: whether they could be announced the rules say."""
    for at, node in enumerate(newest):
        play = node.event
        if isinstance(play, MarriagePlay) and not play.marriage and play.card in PARTNER and _is_led(node):
            text = _("%(name)s announced 20 or 40: %(card)s", name=names[play.seat], card=card_name(play.card))
            yield Slip(text, {at: {**encode(play), "marriage": True}})


def _is_led(node: Node) -> bool:
    return node.before is not None and node.before.state.hand is not None and not node.before.state.hand.trick


def _bad_marriage(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("No marriage here")
    if whole(facts, "points"):
        return title, _("No marriage for %(points)s is left to announce.", points=facts["points"])
    queen = rank_name("Q")
    if str(facts.get("card", ""))[:1] not in ("K", "Q"):
        return title, _("A marriage is announced by leading its king or its %(queen)s.", queen=queen)
    return title, _(
        "King and %(queen)s must both be in the hand, and each card belongs to one marriage only: check %(card)s.",
        queen=queen,
        card=card_named(facts, "partner" if "partner" in facts else "card"),
    )


def _wrong_phase(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("type") == "close":
        return _("Not the moment to close"), _("The talon is closed before a lead, while everybody could still draw.")
    if facts.get("type") != "swap":
        return None
    if "card" in facts:
        return _("Nothing to swap"), _("The lowest trump itself is the card turned up.")
    return _("Not the moment to swap"), _("The trump is swapped before a lead, while the talon is open.")


def _no_swap(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("option") != "trump_swap":
        return None
    return _("The trump stays"), _("This table plays without swapping the card turned up.")


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str] | None:
    if whole(facts, "most"):
        return wrong_numbers(_("This trick holds from 0 to %(most)s Augen.", most=facts["most"]))
    if whole(facts, "augen"):
        return wrong_numbers(recount())
    if isinstance(facts.get("points"), (tuple, list)):
        return wrong_numbers(_("One side wins one, two or three points, or all but one win as many."))
    return None


REFUSALS: Mapping[str, OwnWords] = {
    "bad-marriage": _bad_marriage,
    "bad-claim": plain(
        _l("Not the moment to call"),
        _l("The call comes after taking a trick, before the next lead, or right after an announcement."),
    ),
    "must-beat": card_owed(
        _l("%(name)s has to take the trick"),
        _l("The hand is known to hold a card of the suit that beats the one that is winning."),
        _l("%(name)s holds %(card)s, and it beats the card that is winning."),
    ),
    "must-trump": card_owed(
        _l("%(name)s has to trump"),
        _l("Without the suit the trick must be taken with a trump, and the hand is known to hold one."),
        _l("Without the suit the trick must be taken with a trump, and %(name)s holds %(card)s."),
    ),
    "wrong-phase": _wrong_phase,
    "unknown-event": _no_swap,
    "bad-tally": _bad_tally,
}
