"""The turn lines of Deep Six."""

from collections.abc import Mapping, Sequence

from rules_core.games.deep_six.hand import HAND, partner_of
from rules_core.view import TableView
from webapp.games.look import Stage
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.cards import rank_name, suit_name
from webapp.words.phrases import joined, marked, named, number
from webapp.words.rulebook import Cited
from webapp.words.turn import Turn, Turns, deal, each_gets, leads_a_trick, over, side_names

Names = Sequence[str]


def _deal(view: TableView, names: Names) -> Turn:
    asked = deal(view, names)
    return Turn(asked.line, _last_bid(view, names)) if view.finished else asked


def _over(view: TableView, names: Names) -> Turn:
    return Turn(over(view, names, "").line, _last_bid(view, names) if view.finished else "")


def _last_bid(view: TableView, names: Names) -> str:
    done, sides = view.finished[-1], side_names(names, len(view.totals))
    side = done.bidder % len(sides)
    facts = {"side": sides[side], "bid": number(done.bid), "net": number(done.net[side])}
    if done.made:
        return _("%(side)s bid %(bid)s and made it: net %(net)s.", **facts)
    points = number(done.points[side])
    return _("%(side)s bid %(bid)s and failed: net %(net)s, so %(points)s points.", points=points, **facts)


def _call_help(view: TableView, names: Names) -> str:
    deep, name = view.extra, names[view.to_act[0]]
    if not deep.may_pass:
        return _("All others have passed, so the dealer bids %(amount)s.", amount=number(deep.bids[0])) + " (DEEP-5)"
    if deep.bid is None:
        return _("%(highest)s or below, or pass.", highest=number(deep.bids[0]))
    below = _("Below %(bid)s, or pass.", bid=number(deep.bid))
    if not deep.last_call:
        return below
    has_it = _(
        "If %(name)s passes, %(bidder)s has it at %(bid)s.",
        name=name,
        bidder=names[deep.bidder],
        bid=number(deep.bid),
    )
    return f"{below} {has_it}"


def _sink(view: TableView, names: Names) -> Turn:
    line = named(_("%(name)s sinks a suit"), names[view.to_act[0]])
    return Turn(
        line,
        _(
            "The bid stands at %(bid)s. The sunk suit holds no runs, and every other suit beats it.",
            bid=number(view.extra.bid),
        ),
    )


def _exchange(view: TableView, names: Names) -> Turn:
    seat = view.to_act[0]
    name, partner = names[seat], names[partner_of(seat)]
    if view.extra.gave:
        help_ = _("Face down, to %(partner)s. Then everybody melds.", partner=partner)
        return Turn(named(_("%(name)s gives three cards back"), name), f"{help_} (DEEP-8)")
    if view.extra.shown:
        help_ = _("Face down, to %(partner)s, who has laid down an invitation.", partner=partner)
    else:
        help_ = _("Face down, to %(partner)s, who may lay down an invitation first.", partner=partner)
    return Turn(named(_("%(name)s passes three cards"), name), f"{help_} (DEEP-7)")


def _meld(view: TableView, names: Names) -> Turn:
    if len(view.to_act) == 1:
        name = names[view.to_act[0]]
        return Turn(
            named(_("%(name)s melds"), name), _("Tap the cards that %(name)s shows, twice for a pair.", name=name)
        )
    if len(view.to_act) == len(names):
        line = marked(_("Everybody melds"))
    else:
        line = named(_("%(name)s meld"), joined([names[seat] for seat in view.to_act]))
    return Turn(line, _("In any order: tap the cards shown, twice for a pair."))


def _play(view: TableView, names: Names) -> Turn:
    if view.hand.by_tricks:
        return leads_a_trick(view, names)
    name = names[view.to_act[0]]
    if view.led_suit is None:
        return Turn(named(_("%(name)s leads"), name), _("Any card."))
    return Turn(named(_("%(name)s plays"), name), _duty(view, names))


def _duty(view: TableView, names: Names) -> str:
    """Returns the duty of the trick: over the winning card of the led suit, else only to follow (DEEP-13, DEEP-14)."""
    led, introduced = suit_name(view.led_suit or ""), view.extra.introduced
    best = next(seat for seat in view.seats if seat.ahead)
    facts = {"name": names[best.seat], "rank": rank_name(best.card or "")}
    if introduced == view.led_suit:
        return _("Follow %(suit)s if possible, and over %(name)s’s %(rank)s.", suit=led, **facts)
    follow = _("Follow %(suit)s if possible.", suit=led)
    ahead = _("Introduced last: %(suit)s, %(name)s’s %(rank)s is ahead.", suit=suit_name(introduced), **facts)
    return f"{follow} {ahead}"


def _bidding(view: TableView, names: Names) -> Cited:
    said = _(
        "Points are bad: whoever bids lowest may take no more points than the bid, and makes one suit the weakest."
    )
    return Cited(said, "DEEP-4")


def _sinking(view: TableView, names: Names) -> Cited:
    said = _("The sunk suit loses to all others, and no run in it counts: best sink one without a run.")
    return Cited(said, "DEEP-16")


def _exchanging(view: TableView, names: Names) -> Cited:
    seat = view.to_act[0]
    facts = {"name": names[seat], "partner": names[partner_of(seat)]}
    if view.extra.gave:
        said = _("%(name)s keeps runs and pairs, and gives three other cards back. Then tap the key.", **facts)
        return Cited(said, "DEEP-8")
    said = _(
        "%(name)s gives %(partner)s three cards for runs and pairs, which take points away. Then tap the first key.",
        **facts,
    )
    return Cited(said, "DEEP-8")


def _melding(view: TableView, names: Names) -> Cited:
    return Cited(_("What is shown now takes points away: runs, pairs, and one rank in all four suits."), "DEEP-9")


def _over_it(view: TableView, names: Names) -> Cited | None:
    """Explains which suit takes the trick, and what its winner may get."""
    if view.extra.introduced is None:
        said = _("The first card is free. The others follow its suit, with a higher card if they can.")
        return Cited(said, "DEEP-13") if view.last_trick is None else None
    suit = suit_name(view.extra.introduced)
    if view.extra.introduced != view.led_suit:
        said = _("The newest suit, %(suit)s, takes the trick. Each 2 in it costs 20, each 3 costs 10.", suit=suit)
        return Cited(said, "DEEP-15")
    if view.extra.sunk in (None, view.led_suit):
        return Cited(_("Play higher if you can. Without %(suit)s, another suit beats it.", suit=suit), "DEEP-14")
    sunk = suit_name(view.extra.sunk)
    said = _("Play higher if you can. Without %(suit)s, another suit beats it, except %(sunk)s.", suit=suit, sunk=sunk)
    return Cited(said, "DEEP-14")


EXPLAINED = {
    "deal": lambda view, names: each_gets(HAND, "DEEP-3"),
    "auction": _bidding,
    "sink": _sinking,
    "exchange": _exchanging,
    "meld": _melding,
    "play": _over_it,
}
TURNS: Turns = {
    "deal": _deal,
    "auction": lambda view, names: Turn(named(_("%(name)s calls"), names[view.to_act[0]]), _call_help(view, names)),
    "sink": _sink,
    "exchange": _exchange,
    "meld": _meld,
    "play": _play,
    "over": _over,
}


STAGES: Mapping[str, Stage] = {
    "auction": _l("auction"),
    "sink": _l("sunk suit"),
    "exchange": _l("exchange"),
    "meld": _l("melding"),
}
