"""The turn lines of Sechsundsechzig, and the result of the last hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_core.games.sechsundsechzig.packs import AUGEN, PACKS
from rules_core.view import TableView
from webapp.games.look import Stage
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words import turn as every
from webapp.words.cards import suit_name
from webapp.words.phrases import joined, named
from webapp.words.rulebook import Cited
from webapp.words.turn import Turn, Turns, each_gets, side_names

Names = Sequence[str]


def _deal(view: TableView, names: Names) -> Turn:
    line = every.deal(view, names)
    return Turn(line.line, last_hand(view, names)) if view.finished else line


def _turn_up(view: TableView, names: Names) -> Turn:
    line = named(_("%(name)s turns up a card"), names[view.to_act[0]])
    return Turn(line, _("The suit of this card is trump. (%(rule)s)", rule="SU-3"))


def _play(view: TableView, names: Names) -> Turn:
    seat = view.to_act[0]
    if view.hand.by_tricks:
        line = named(_("%(name)s leads"), names[seat])
        return Turn(line, _("This hand is entered by tricks: who took it, and with how many Augen?"))
    if view.led_suit is None:
        return Turn(named(_("%(name)s leads"), names[seat]), _lead(view))
    return Turn(named(_("%(name)s plays"), names[seat]), _call(view, names) or _answer(view))


def _lead(view: TableView) -> str:
    if view.extra.talon_is == "open":
        return _("Talon open: any card is allowed.")
    if view.extra.talon_is == "closed":
        return _("Talon closed: any card to lead, then suit and trick are a duty.")
    return _("Talon used up: any card to lead, then suit and trick are a duty.")


def _answer(view: TableView) -> str:
    """Returns the duty of the hand that answers the led card (SU-7, SU-11 to SU-13)."""
    if view.extra.talon_is == "open":
        return _("Talon open: any card is allowed.")
    suit = suit_name(view.led_suit or "")
    if view.led_suit == view.extra.trump:
        return _("Follow %(suit)s, and take the trick if possible.", suit=suit)
    return _("Follow %(suit)s, and take the trick if possible; without %(suit)s take it with a trump.", suit=suit)


def _call(view: TableView, names: Names) -> str:
    caller = view.extra.may_call
    return "" if caller is None else _("%(name)s may still call first.", name=names[caller])


def _claim(view: TableView, names: Names) -> Turn:
    line = named(_("%(name)s took the last trick"), names[view.to_act[0]])
    return Turn(line, _("Last chance to call; otherwise the hand ends without a call."))


def _over(view: TableView, names: Names) -> Turn:
    if len(view.winners) > 1:
        return every.over(view, names, _("Equal totals share the win. (%(rule)s)", rule="SU-25"))
    return Turn(every.over(view, names, "").line, last_hand(view, names) if view.finished else "")


# Result of the last hand


def last_hand(view: TableView, names: Names) -> str:
    """Returns in words who called with how many Augen, and the points of each side."""
    said, rule = _outcome(view, names), view.extra.count[-1].rule
    points, sides = view.finished[-1].points, side_names(names, len(view.totals))
    scored = [side for side, won in enumerate(points) if won]
    if not scored:
        return _("%(said)s: nobody scores. (%(rule)s)", said=said, rule=rule)
    people = len(scored) * len(names) // len(sides)
    who = joined([sides[side] for side in scored])
    facts = {"said": said, "who": who, "points": points[scored[0]], "rule": rule}
    if people > 1:
        return _("%(said)s: %(who)s score %(points)s. (%(rule)s)", **facts)
    return _("%(said)s: %(who)s scores %(points)s. (%(rule)s)", **facts)


def _outcome(view: TableView, names: Names) -> str:
    hand = view.finished[-1]
    if hand.claimed_by is not None:
        return _called(hand, names, len(view.totals))
    match hand.outcome:
        case "closer-failed":
            return _("%(name)s closed the talon and did not call", name=names[hand.closed_by])
        case "last-trick":
            return _("Nobody called, so the last trick counts")
        case "unclaimed":
            return _("Nobody called")
    return _("Entered as points")


def _called(hand: Any, names: Names, sides: int) -> str:
    caller, closer = hand.claimed_by, hand.closed_by
    facts = {"name": names[caller], "augen": sum(hand.augen[caller % sides :: sides])}
    if hand.outcome == "closer-failed" and hand.claim_good:
        return _(
            "%(name)s called with %(augen)s Augen, though %(closer)s had closed the talon",
            closer=names[closer],
            **facts,
        )
    if caller == closer and not hand.claim_good:
        return _("%(name)s closed the talon and called with only %(augen)s Augen", **facts)
    if hand.claim_good:
        return _("%(name)s called with %(augen)s Augen", **facts)
    return _("%(name)s called with only %(augen)s Augen", **facts)


def _lies(view: TableView, names: Sequence[str]) -> Cited | None:
    """Explains the value of the cards that lie, and whether their suit has to be followed."""
    cards = [seat.card for seat in view.seats if seat.card]
    if not cards and view.last_trick is None and view.extra.talon_is == "open":
        return Cited(_("The talon is what is left over. As long as it is open nobody has to follow."), "SU-7")
    if not cards:
        return _drawn(view, names) if view.extra.talon_is == "open" else _led(view, names)
    if len(cards) == 1 and view.extra.may_call is not None and view.extra.announced:
        return _announced(view, names)
    augen = sum(AUGEN[card] for card in cards)
    if view.extra.talon_is == "open":
        return Cited(_("%(augen)s Augen lie there. The talon is open: any card may be played.", augen=augen), "SU-7")
    if view.led_suit == view.extra.trump:
        return Cited(_("%(augen)s Augen lie there. Follow trump, and beat the card if you can.", augen=augen), "SU-11")
    said = _("%(augen)s Augen lie there. Follow the suit and beat the card, or else trump it.", augen=augen)
    return Cited(said, "SU-11")


def _drawn(view: TableView, names: Sequence[str]) -> Cited | None:
    """Says that all draw after a trick; after the next ones what the keys above the pad do."""
    if view.last_trick is None or view.last_trick.winner is None:
        return None
    name = names[view.last_trick.winner]
    match sum(seat.tricks for seat in view.seats):
        case 2:
            said = _("All draw. King and queen of a suit bring 20, in trump 40: tap “20/40”, then lead one of them.")
            return Cited(said, "SU-17")
        case 3:
            said = _("All draw. With enough Augen %(name)s does not lead but calls, and wins the hand.", name=name)
            return Cited(said, "SU-19")
        case 4:
            said = _("All draw. Closing the talon ends that: nobody draws any more, and all must follow.")
            return Cited(said, "SU-14")
    said = _("%(name)s took the trick. All draw a card, %(name)s first; then %(name)s leads.", name=name)
    return Cited(said, "SU-5")


def _led(view: TableView, names: Sequence[str]) -> Cited:
    """Explains the rules from the first lead without a talon on, and that 66 has to be called."""
    if view.last_trick is None or view.last_trick.winner is None:
        return Cited(_("From now on follow the suit, and take the trick if you can."), "SU-11")
    name = names[view.last_trick.winner]
    return Cited(_("%(name)s took the trick. With enough Augen %(name)s calls now, or else leads.", name=name), "SU-19")


def _announced(view: TableView, names: Sequence[str]) -> Cited:
    """Explains the value of the king and queen just announced, and when they count."""
    done = view.extra.announced[-1]
    facts = {"name": names[done.seat], "points": done.points}
    if done.pending:
        return Cited(_("King and queen announced: %(points)s Augen, once %(name)s has a trick.", **facts), "SU-18")
    return Cited(_("King and queen announced: %(points)s Augen for %(name)s.", **facts), "SU-18")


def _last_call(view: TableView, names: Sequence[str]) -> Cited:
    name = names[view.to_act[0]]
    return Cited(_("All cards are played. With enough Augen %(name)s calls now.", name=name), "SU-19")


def _turned(view: TableView, names: Sequence[str]) -> Cited:
    return Cited(_("The card turned up makes its suit trump for this hand."), "SU-3")


EXPLAINED = {
    "deal": lambda view, names: each_gets(PACKS[len(names)].size, "SU-2"),
    "turn-up": _turned,
    "play": _lies,
    "claim": _last_call,
}
TURNS: Turns = {"deal": _deal, "turn-up": _turn_up, "play": _play, "claim": _claim, "over": _over}


STAGES: Mapping[str, Stage] = {"turn-up": _l("turn up"), "claim": _l("last call")}
