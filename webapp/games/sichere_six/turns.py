"""The turn lines of Sichere Six."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules_core.findings import Goal
from rules_core.games.sichere_six.ranking import JOKER
from rules_core.games.sichere_six.score import PER_NINE
from rules_core.tricks import Played
from rules_core.view import TableView
from webapp.games.look import Stage
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.cards import card_said, rank_name, suit_name
from webapp.words.phrases import joined, named, number, signed
from webapp.words.rulebook import Cited
from webapp.words.turn import Turn, Turns, deal, over

Names = Sequence[str]


# Between rounds


def _deal(view: TableView, names: Names) -> Turn:
    asked = deal(view, names)
    if view.hand.dealer is None:
        return Turn(asked.line, _("Cards go round one by one; whoever gets a nine deals. (%(rule)s)", rule="SIC-2"))
    to_come = _still_to_come(view.extra.ending, view, names)
    return Turn(asked.line, _sentences(*_last_round(view, names), to_come))


def _last_round(view: TableView, names: Names) -> Iterator[str]:
    """Yields the rest of the last round's summary, after what each seat took: Fate's Mirth, the buried card."""
    if not view.finished:
        return
    done = view.finished[-1]
    if done.mirth:
        keeps = _("%(name)s has all four nines and keeps the tricks, the others lose 6.", name=names[done.chosen])
        yield f"{_('Fate’s Mirth')}: {keeps} (SIC-18)"
    if done.buried:
        yield _("Buried: %(card)s.", card=card_said(done.buried))


def _still_to_come(goals: dict[str, Goal], view: TableView, names: Names) -> str:
    if tie := goals.get("play-off"):
        who = joined([names[side] for side in tie.sides])
        return _("%(names)s are level: play goes on until one leads alone. (%(rule)s)", names=who, rule=tie.rule)
    mark = goals["threshold"]
    if 2 * mark.at < mark.of:
        return ""
    far = ", ".join(f"{names[side]} {signed(view.totals[side])}" for side in mark.sides)
    return _("Near the end: %(far)s. %(of)s up or down ends the match. (%(rule)s)", far=far, of=mark.of, rule=mark.rule)


def _over(view: TableView, names: Names) -> Turn:
    won = over(view, names, "")
    goals = view.extra.ending
    rounds, mark = goals["rounds"], goals["threshold"]
    if view.finished and view.finished[-1].play_off:
        return Turn(won.line, _("The play-off has settled the tie. (%(rule)s)", rule="SIC-21"))
    if mark.at >= mark.of:
        who = joined([f"{names[side]} {signed(view.totals[side])}" for side in mark.sides])
        help_ = _("%(of)s up or down ends the match: %(names)s. The highest score wins. (%(rule)s)")
        return Turn(won.line, help_ % {"of": mark.of, "names": who, "rule": mark.rule})
    return Turn(won.line, _("All rounds are played; the highest score wins. (%(rule)s)", rule=rounds.rule))


# Fate's Mercy


def _mercy(view: TableView, names: Names) -> Turn:
    name = names[view.to_act[0]]
    line = named(_("%(name)s is The Chosen"), name)
    if view.hand.trick > view.hand.tricks:
        return Turn(line, _("First to capture a nine, in the last trick: Fate’s Mercy goes to the captured cards."))
    return Turn(
        line,
        _(
            "First to capture a nine. %(name)s takes Fate’s Mercy and lays one card, any card, face down to the "
            "captured ones.",
            name=name,
        ),
    )


# A card


def _play(view: TableView, names: Names) -> Turn:
    name, lies = names[view.to_act[0]], any(seat.card for seat in view.seats)
    line = named(_("%(name)s plays") if lies else _("%(name)s leads"), name)
    if view.hand.by_tricks:
        return Turn(line, _("This round is entered by tricks: who took it, and how many nines were in it?"))
    if not lies:
        return Turn(line, _sentences(_made_trump(view, names), _lead(view)))
    return Turn(line, _sentences(_makes_trump(view, names), *_following(view, names)))


def _sentences(*said: str) -> str:
    return " ".join(filter(None, said))


def _lead(view: TableView) -> str:
    if view.extra.trump is None:
        return _("Any card. The first 8 makes its suit trump. (%(rule)s)", rule="SIC-8")
    return _("Any card.")


def _makes_trump(view: TableView, names: Names) -> str:
    seat = next((seat.seat for seat in view.seats if seat.card and seat.card == _trump_maker(view)), None)
    if seat is None:
        return ""
    suit = suit_name(view.extra.trump)
    return _("%(name)s’s 8 makes %(suit)s trump. (%(rule)s)", name=names[seat], suit=suit, rule="SIC-8")


def _made_trump(view: TableView, names: Names) -> str:
    cards: Iterable[Played] = view.last_trick.cards if view.last_trick else ()
    seat = next((played.seat for played in cards if played.card == _trump_maker(view)), None)
    if seat is None:
        return ""
    return _("%(name)s’s 8 made %(suit)s trump.", name=names[seat], suit=suit_name(view.extra.trump))


def _trump_maker(view: TableView) -> str:
    """Returns the 8 of trumps, which has set them."""
    return "8" + (view.extra.trump or "")


def _following(view: TableView, names: Names) -> tuple[str, ...]:
    ahead = _ahead(view, names)
    if view.extra.free:
        return ahead, _("The Joker was led: nobody has to follow. (%(rule)s)", rule="SIC-11")
    if view.led_suit is None:
        return ahead, _("The next card sets the suit. (%(rule)s)", rule="SIC-11")
    return _follow(view), ahead


def _follow(view: TableView) -> str:
    suit = suit_name(view.led_suit or "")
    if view.extra.little_spit in view.extra.follow:
        return _("Follow %(suit)s or the Little Spit if possible.", suit=suit)
    return _("Follow %(suit)s if possible.", suit=suit)


def _ahead(view: TableView, names: Names) -> str:
    """Returns the seat ahead, and the nines in the trick: *Ben’s jack is ahead, with a nine in it (−2).*"""
    best = next((seat for seat in view.seats if seat.ahead), None)
    if best is None:
        loses = _("%(name)s’s Joker loses", name=names[view.extra.joker.seat])
        return f"{loses}."
    card, name = best.card or "", names[best.seat]
    lying = [seat.card for seat in view.seats if seat.card]
    nines = sum(other[0] == "9" for other in lying)
    cost = number(PER_NINE * nines)
    who = _card_ahead(view, card, name)
    if not nines:
        return f"{who}."
    if nines == 1 and card[0] == "9":
        return f"{who} ({cost})."
    inside = ngettext("with a nine in it (%(cost)s)", "with %(num)s nines in it (%(cost)s)", nines, cost=cost)
    return f"{who}, {inside}."


def _card_ahead(view: TableView, card: str, name: str) -> str:
    fate = view.extra
    if card == JOKER:
        return _("%(name)s’s Joker wins", name=name)
    if card == fate.big_spit:
        return _("%(name)s’s Big Spit is ahead", name=name)
    if card == fate.little_spit:
        return _("%(name)s’s Little Spit is ahead", name=name)
    if card in fate.trumps and view.led_suit != fate.trump:
        return _("%(name)s’s %(rank)s of trumps is ahead", name=name, rank=rank_name(card))
    return _("%(name)s’s %(rank)s is ahead", name=name, rank=rank_name(card))


def _worth(view: TableView, names: Names) -> Cited | None:
    """Explains the value of the trick for the seat that is ahead."""
    lies = next((seat for seat in view.seats if seat.card), None)
    if lies is None:
        return None
    ahead = next((seat for seat in view.seats if seat.ahead), None)
    if ahead is None:
        name = names[lies.seat]
        said = _("%(name)s’s Joker lies below every other card: somebody else takes the trick.", name=name)
        return Cited(said, "SIC-10")
    nines = sum((seat.card or "").startswith("9") for seat in view.seats)
    name, cost = names[ahead.seat], number(nines * PER_NINE)
    if not nines:
        return Cited(_("%(name)s is ahead: 1 for the trick, and no nine in it so far.", name=name), "SIC-17")
    if view.extra.chosen is None:
        said = _("%(name)s is ahead: 1 for the trick, %(cost)s for nines, and %(name)s would be The Chosen.")
        return Cited(said % {"name": name, "cost": cost}, "SIC-14")
    return Cited(_("%(name)s is ahead: 1 for the trick, %(cost)s for nines.", name=name, cost=cost), "SIC-17")


def _chosen(view: TableView, names: Names) -> Cited:
    return Cited(_("A card for a card: the hand keeps its size, and the buried one counts as captured."), "SIC-15")


def _dealing(view: TableView, names: Names) -> Cited:
    said = _(
        "Everybody gets %(num)s cards, and the last card stays face down. Then tap who dealt.", num=view.hand.tricks
    )
    return Cited(said, "SIC-3")


EXPLAINED = {"deal": _dealing, "play": _worth, "mercy": _chosen}
TURNS: Turns = {"deal": _deal, "mercy": _mercy, "play": _play, "over": _over}


def _stages_mercy(view: TableView) -> str:
    # The trick that was just taken lies on (SIC-14).
    return _("trick %(trick)s of %(tricks)s", trick=view.hand.trick - 1, tricks=view.hand.tricks)


STAGES: Mapping[str, Stage] = {"mercy": _stages_mercy}
