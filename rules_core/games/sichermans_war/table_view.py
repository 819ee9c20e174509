"""The battlefield: the prospects of its dice (WAR-2), and its view."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from rules_core.cards import Card
from rules_core.findings import Malformed, Observer
from rules_core.forecast import Contest
from rules_core.games.sichermans_war import odds, spoils
from rules_core.games.sichermans_war.dice import DICE
from rules_core.games.sichermans_war.skirmish import Fought, Rolled, Skirmish, ahead, best_of_others, left_after_dice
from rules_core.games.sichermans_war.spoils import PILE, PILES, Kind, Laid
from rules_core.games.sichermans_war.war import BATTLES, War, dice_left, lying, phase, pot, to_act
from rules_core.view import HandView, SeatView, TableView

# Prospects of dice


def chances(skirmish: Skirmish, seat: int, dice: Sequence[str]) -> odds.Odds:
    """Returns the exact chances of this seat's total after rolling these dice, if no other seat rolls.

    A seat whose others are all out of the skirmish wins. The seat must be in it.
    """
    return odds.against(skirmish.totals[seat], best_of_others(skirmish, seat), dice)


def answer(war: War, query: Mapping[str, Any]) -> dict[str, Any]:
    """Answers a query for chances: `seat` is in the skirmish that lies, `dice` are some of a player's three.

    It is a question about numbers (record, section 2): also asked of dice that are spent, and before a tie is drawn
    for. Raises `Malformed` where there is no answer.
    """
    seat, dice = query.get("seat"), query["dice"]
    skirmish = lying(war)
    if skirmish is None:
        raise Malformed("no skirmish lies")
    if type(seat) is not int or seat not in range(war.players) or seat in skirmish.out:
        raise Malformed("seat: no seat that is in the skirmish")
    if not isinstance(dice, list) or not all(die in DICE and dice.count(die) == 1 for die in dice):
        raise Malformed("dice: not some of a player's three")
    found = chances(skirmish, seat, dice)
    return {"odds": {"win": str(found.win), "tie": str(found.tie), "lose": str(found.lose)}}


class Prospect(Struct, frozen=True):
    """The prospects of a fighter's dice: each one alone, and those that together get ahead most likely."""

    dice: tuple[tuple[str, odds.Odds], ...]
    best: odds.Choice


def prospects(fighters: "tuple[Fighter, ...]") -> tuple[Prospect | None, ...]:
    """Returns for each fighter the prospects of the dice left; None for a seat that is out or has no die."""
    return tuple(_prospect(fighters, seat) for seat in range(len(fighters)))


def _prospect(fighters: "tuple[Fighter, ...]", seat: int) -> Prospect | None:
    own = fighters[seat]
    if own.out or not own.dice:
        return None
    best = max((other.total for at, other in enumerate(fighters) if at != seat and not other.out), default=0)
    alone = tuple((die, odds.against(own.total, best, (die,))) for die in own.dice)
    return Prospect(alone, odds.best_choice(own.dice, best + 1 - own.total))


# The view


class Fighter(Struct, frozen=True):
    """One seat on the battlefield. `due` is what it lacks to be ahead of all others; 0: it is ahead, or out."""

    cards: tuple[Card, ...]
    rolls: tuple[Rolled, ...]
    total: int
    out: bool
    due: int
    dice: tuple[str, ...]
    reserve: int


class Field(Struct, frozen=True):
    """The battlefield: battle and skirmish by their numbers from 1, 0: none; the fighters; the last skirmish.

    `ahead` are the seats with the highest total, several: tied; `lead` is what they have more than the next best.
    `left`: who is left if nobody adds a die now; one takes the skirmish, several draw, nobody: it is thrown out.
    `tie` says which tie must be drawn for. `spoils_closed`: the pots lie face down, so that the scores are each
    player's own memory (GEN-5). `stalemate`: the war is over and nobody won it alone (WAR-12). `kinds` are what the
    cards won count, for who enters them all at once; `MOST` is how many cards a player has in all.
    """

    MOST: ClassVar[int] = PILES * PILE

    battle: int
    skirmish: int
    fighters: tuple[Fighter, ...]
    ahead: tuple[int, ...]
    lead: int
    left: tuple[int, ...]
    tie: str | None
    last: Fought | None
    spoils_closed: bool
    stalemate: bool
    kinds: tuple[Kind, ...]


def view(war: War, observer: Observer, won: tuple[int, ...]) -> TableView:
    """Returns the table as this observer may see it. `won` are the skirmishes that each seat has won in this battle.

    Of a battle under way only the skirmish that lies and the one before it are seen.
    """
    field = _field(war, observer)
    return TableView(
        phase=phase(war),
        to_act=to_act(war),
        hand=HandView(field.battle, BATTLES, None, field.skirmish, PILE, _aside(war)),
        seats=tuple(_seat_view(war, field, seat, won[seat]) for seat in range(war.players)),
        winners=war.winners,
        finished=war.finished,
        infractions=(),
        extra=field,
        totals=tuple(_score(war, field, seat) for seat in range(war.players)),
        dimmed=_dimmed(war, field, observer),
        may_tally=war.hand is not None and not war.laid.ranks,
    )


def _field(war: War, observer: Observer) -> Field:
    battle, skirmish = war.hand, lying(war)
    best = ahead(skirmish) if skirmish else ()
    return Field(
        battle=len(war.finished) + (battle is not None),
        skirmish=len(battle.fought) + 1 if battle else 0,
        fighters=tuple(_fighter(war, skirmish, seat) for seat in range(war.players)),
        ahead=best,
        lead=skirmish.totals[best[0]] - best_of_others(skirmish, best[0]) if skirmish else 0,
        left=left_after_dice(skirmish, war.reserve) if skirmish else (),
        tie=skirmish.tie if skirmish and skirmish.drawing else None,
        last=_last(war),
        spoils_closed=battle is not None and not _sees_all(observer),
        stalemate=len(war.winners) > 1,
        kinds=spoils.kinds(war.players, jokers=war.options.jokers),
    )


def standing(view: TableView) -> Contest | None:
    """Returns where the war stands by an observer's view of it; None after the end."""
    field: Field = view.extra
    if view.phase == "over":
        return None
    fighters = field.fighters
    return Contest(
        view.phase,
        field.battle,
        field.skirmish,
        cards=tuple("".join(card[0] for card in fighter.cards) for fighter in fighters),
        totals=tuple(fighter.total for fighter in fighters),
        dice=tuple(fighter.dice for fighter in fighters),
        reserve=tuple(fighter.reserve for fighter in fighters),
        taken=tuple(seat.tricks for seat in view.seats),
        out=tuple(seat for seat, fighter in enumerate(fighters) if fighter.out),
        drawing=view.to_act if view.phase == "reinforce" else (),
        tie=field.tie,
    )


def on_table(view: TableView) -> tuple[tuple[int, Card], ...]:
    """Returns the cards of the skirmish that lies, those turned over first."""
    field: Field = view.extra
    dealt = [(at, seat, card) for seat, own in enumerate(field.fighters) for at, card in enumerate(own.cards)]
    return tuple([(seat, card) for _at, seat, card in sorted(dealt)])


def _last(war: War) -> Fought | None:
    fought: tuple[Fought, ...] = war.hand.fought if war.hand else ()
    if not fought and war.finished:
        fought = war.finished[-1].fought
    return fought[-1] if fought else None


def _sees_all(observer: Observer) -> bool:
    return observer.open_book or observer.role == "referee"


def _fighter(war: War, skirmish: Skirmish | None, seat: int) -> Fighter:
    dice, reserve = dice_left(war)[seat], war.reserve[seat]
    if skirmish is None:
        return Fighter((), (), 0, False, 0, dice, reserve)
    total, out = skirmish.totals[seat], seat in skirmish.out
    due = 0 if out else max(0, best_of_others(skirmish, seat) + 1 - total)
    return Fighter(skirmish.cards[seat], skirmish.rolls[seat], total, out, due, dice, reserve)


def _seat_view(war: War, field: Field, seat: int, won: int) -> SeatView:
    cards = field.fighters[seat].cards
    return SeatView(
        seat,
        score=_score(war, field, seat),
        tricks=won,
        turn=0,  # all turn at the same time
        card=cards[-1] if cards else None,
        ahead=seat in field.ahead,
        next=seat in to_act(war),
    )


def _score(war: War, field: Field, seat: int) -> int:
    """Returns a seat's points, those of a closed pot left out: they are the player's own memory (GEN-5)."""
    return war.totals[seat] - (pot(war, seat) if field.spoils_closed else 0)


def _aside(war: War) -> int:
    """Returns how many cards are left over once all piles are made (WAR-3)."""
    kinds = [kind for kind in spoils.COPIES if kind != "joker" or war.options.jokers]
    return spoils.packs(war.players) * sum(spoils.COPIES[kind] for kind in kinds) - war.players * PILES * PILE


def _dimmed(war: War, field: Field, observer: Observer) -> frozenset[Card]:
    """Returns the cards and bare ranks that the pad shows as gone: those lying, those that lay last, or all turned.

    More would be the memory of what went into the pots (GEN-5).
    """
    laid = war.laid
    if not _sees_all(observer):
        last = field.last.cards if field.last else ()
        laid = spoils.laid_with(Laid(), (*last, *(card for fighter in field.fighters for card in fighter.cards)))
    return spoils.all_out(laid, spoils.packs(war.players))
