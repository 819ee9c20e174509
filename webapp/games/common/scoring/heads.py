"""What is to be told of a finished hand as a whole, before its points are counted side by side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.cards import card_said, suit_name
from webapp.words.numbers import number
from webapp.words.sides import side_names


@dataclass(frozen=True)
class Told:
    """One sentence about a hand; the rule behind it, if any."""

    text: str
    rule: str | None = None


@dataclass(frozen=True)
class Hand:
    """A finished hand to be told of: its summary, the options of the table, the names of its seats."""

    done: Any
    options: Any
    names: Sequence[str]

    @property
    def sides(self) -> list[str]:
        """The names of the sides that score."""
        return side_names(self.names, len(self.done.points))


def head(game: str, done: Any, options: Any, names: Sequence[str]) -> list[Told]:
    """Returns what is told of a finished hand as a whole: who dealt, bid, closed, called."""
    hand = Hand(done, options, names)
    return [*_dealt(hand), *_HEADS[game](hand)]


def _dealt(hand: Hand) -> Iterator[Told]:
    if hand.done.dealer is not None:
        yield Told(_("%(name)s dealt.", name=hand.names[hand.done.dealer]))


def _nothing(hand: Hand) -> Iterator[Told]:
    yield from ()


def _sichere_six(hand: Hand) -> Iterator[Told]:
    done = hand.done
    if done.chosen is not None:
        yield Told(_("%(name)s was The Chosen.", name=hand.names[done.chosen]), "SIC-14")
    if done.buried is not None:
        yield Told(_("Buried: %(card)s.", card=card_said(done.buried)), "SIC-15")
    if done.mirth:
        yield Told(_("%(name)s captured all four nines: Fate’s Mirth.", name=hand.names[done.chosen]), "SIC-18")


def _deep_six(hand: Hand) -> Iterator[Told]:
    done = hand.done
    bid = _(
        "%(name)s bid %(amount)s and sank %(suit)s.",
        name=hand.names[done.bidder],
        amount=number(done.bid),
        suit=suit_name(done.sunk),
    )
    yield Told(bid, "DEEP-6")
    side = done.bidder % len(done.points)
    said = {"names": hand.sides[side], "net": number(done.net[side])}
    if done.made:
        yield Told(_("%(names)s made it with %(net)s.", **said), "DEEP-19")
    else:
        yield Told(_("%(names)s failed with %(net)s.", **said), "DEEP-20")
        cost = done.points[side]
        if cost < done.bid:
            # As the text has it, a high bid that fails costs less than it was.
            yield Told(_("A failed bid of %(bid)s costs only %(cost)s.", bid=done.bid, cost=cost), "DEEP-20")


def _sechsundsechzig(hand: Hand) -> Iterator[Told]:
    done = hand.done
    if done.trump is not None:
        yield Told(_("Trump: %(suit)s.", suit=suit_name(done.trump)), "SU-3")
    if done.closed_by is not None:
        yield Told(_("%(name)s closed the talon.", name=hand.names[done.closed_by]), "SU-14")
    if done.claimed_by is not None:
        yield _call(hand)
    if told := _WORTH.get(done.outcome):
        yield told(hand)


def _call(hand: Hand) -> Told:
    """Who called with how many Augen; partners count together (SU-16)."""
    done, sides = hand.done, len(hand.done.points)
    said = {
        "name": hand.names[done.claimed_by],
        "at": hand.options.call_at,
        "augen": sum(done.augen[done.claimed_by % sides :: sides]),
    }
    if done.claim_good:
        return Told(_("%(name)s called %(at)s with %(augen)s Augen.", **said), "SU-19")
    return Told(_("%(name)s called %(at)s with only %(augen)s Augen.", **said), "SU-23")


def _right(hand: Hand) -> Told:
    """Why a right call was worth so much."""
    points = max(hand.done.points)
    if points == 3:
        return Told(_("The opponents have no trick: 3 points."), "SU-21")
    if points == 2:
        return Told(_("The opponents have at most 32 Augen: 2 points."), "SU-21")
    return Told(_("The opponents have a trick and more than 32 Augen: 1 point."), "SU-21")


def _wrong(hand: Hand) -> Told:
    worth = ngettext("%(num)s point", "%(num)s points", max(hand.done.points))
    return Told(_("The opponents score what a right call would have won: %(worth)s.", worth=worth), "SU-23")


def _fell_short(hand: Hand) -> Told:
    if max(hand.done.points) == 3:
        return Told(_("The talon was closed in vain, and the opponents had no trick then: 3 points."), "SU-22")
    return Told(_("The talon was closed in vain, and the opponents had a trick then: 2 points."), "SU-22")


_WORTH: Mapping[str, Callable[[Hand], Told]] = {
    "call-right": _right,
    "call-wrong": _wrong,
    "closer-failed": _fell_short,
    "unclaimed": lambda hand: Told(_("Nobody called, so nobody scores."), "SU-24"),
    "last-trick": lambda hand: Told(_("Nobody called: the last trick scores 1 point."), "SU-24"),
    "tally": lambda hand: Told(_("Only the points were entered.")),
}


def _sichermans_war(hand: Hand) -> Iterator[Told]:
    done = hand.done
    if done.thrown_out is None:
        yield Told(_("The whole war was entered as its spoils."))
    elif done.thrown_out:
        text = ngettext(
            "%(num)s card was thrown out: a tie that nobody could break.",
            "%(num)s cards were thrown out: a tie that nobody could break.",
            done.thrown_out,
        )
        yield Told(text, "WAR-10")
    if done.fought:
        won = [sum(fought.winner == seat for fought in done.fought) for seat in range(len(hand.names))]
        each = ", ".join(
            _("%(name)s %(won)s", name=name, won=count) for name, count in zip(hand.names, won, strict=True)
        )
        yield Told(_("Skirmishes won: %(each)s.", each=each), "WAR-6")


_HEADS: Mapping[str, Callable[[Hand], Iterator[Told]]] = {
    "sixes-and-sevens": _nothing,
    "sichere-six": _sichere_six,
    "deep-six": _deep_six,
    "sechsundsechzig": _sechsundsechzig,
    "sichermans-war": _sichermans_war,
}
