"""The sheet of a whole battle: its cards, skirmish by skirmish, entered together as the events of the War.

skirmish-2-0=K&skirmish-2-1=10   what seats 0 and 1 turn in the second skirmish, as it is printed
goes-on=yes                      dice are added in the last of them: it is left open
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_core.findings import Goal
from rules_core.games.sichermans_war import skirmish
from rules_core.games.sichermans_war.spoils import PILE, RANKS_OF_PACK
from rules_core.games.sichermans_war.war import War, skirmish_number
from rules_core.view import TableView
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_CARD_CODE
from webapp.words.cards import rank_face
from webapp.words.hand_kit import (
    NOT_YET,
    Audit,
    FigureWords,
    FinishedHand,
    GoalWords,
    HandFacts,
    LineWords,
    Names,
    Told,
    count,
    most_of,
)
from webapp.words.rulebook import Cited
from webapp.words.turn import totals_said

Raw = dict[str, Any]
_SETTLE: Raw = {"type": "settle"}


def skirmishes_left(number: int) -> range:
    return range(number, PILE + 1)


def field_of(number: int, seat: int) -> str:
    return f"skirmish-{number}-{seat}"


def events_of(sent: Mapping[str, str], war: War) -> list[Raw]:
    """Returns the events of the sheet: at least one, so that the rules refuse an empty sheet.

    Each skirmish is settled, but for the last one where its highest cards are tied or dice are added: that goes on at
    the table. One left out among the others turns no cards, so that the rules refuse it in its place.
    """
    first = skirmish_number(war)
    rows = [_turned(sent, number, war.players) for number in skirmishes_left(first)]
    while len(rows) > 1 and not rows[-1]:
        rows.pop()
    events = [event for cards in rows for event in ({"type": "reveal", "cards": cards}, _SETTLE)]
    return events[:-1] if "goes-on" in sent or not rows or _is_open(rows[-1], war.players) else events


def _turned(sent: Mapping[str, str], number: int, players: int) -> list[str]:
    """Returns the cards of a skirmish by their ranks; fewer than there are players where boxes are empty."""
    ranks = printed_ranks()
    typed = [sent.get(field_of(number, seat), "").strip().upper() for seat in range(players)]
    return [ranks.get(text, text[:LONGEST_CARD_CODE]) for text in typed if text]


def printed_ranks() -> Mapping[str, str]:
    """Returns the record's codes of the ranks by what is printed on the cards, where that is another sign."""
    return {rank_face(rank): rank for rank in RANKS_OF_PACK if rank_face(rank) not in RANKS_OF_PACK}


def _is_open(cards: list[str], players: int) -> bool:
    if len(cards) != players or not set(cards) <= set(RANKS_OF_PACK):
        return True
    return len(skirmish.ahead(skirmish.turned(tuple(cards)))) > 1


def battle_title(number: int) -> str:
    return _("Battle %(number)s in one go", number=number)


TEMPLATE_GLOBALS = {
    "battle_title": battle_title,
    "printed_ranks": printed_ranks,
    "skirmish_field": field_of,
    "skirmishes_left": skirmishes_left,
}
"""Globals of the template of the sheet."""


FIGURES = {
    "hands-won": FigureWords(
        _l("Battles won"),
        _l("Battles with the most points. One that is level on top counts for all best, and for nobody if all are."),
    ),
    "points": FigureWords(_l("Points"), _l("What the battles brought, without adjustments.")),
    "highest-hand": FigureWords(_l("Most points in a battle"), _l("The highest score of a single battle.")),
    "lowest-hand": FigureWords(_l("Fewest points in a battle"), _l("The lowest score of a single battle.")),
    "skirmishes": FigureWords(_l("Skirmishes won"), _l("Of all skirmishes in these battles.")),
    "ties-won": FigureWords(
        _l("Ties won"), _l("Of the skirmishes in which this player drew a reinforcement, those won.")
    ),
    "dice": FigureWords(_l("Dice rolled"), _l("Dice that this player added to a skirmish.")),
    "won-with-dice": FigureWords(_l("Won with dice"), _l("Of the skirmishes in which this player rolled, those won.")),
    "cards-won": FigureWords(_l("Cards won"), _l("Cards of the skirmishes won.")),
    "largest-skirmish": FigureWords(_l("Largest skirmish"), _l("The most points won in one skirmish.")),
}


def cell(done: Any, side: int) -> list[str]:
    """Returns how many cards; of which kinds stands behind it."""
    won = done.spoils[side]
    return [ngettext("%(num)s card", "%(num)s cards", won.low + won.ten + won.face + won.joker)]


def counted_later(view: TableView) -> str | None:
    """Returns that the pots of the battle under way lie face down, where they do (GEN-5)."""
    return _("What a battle brings is counted here when it is over.") if view.extra.spoils_closed else None


def head(hand: FinishedHand) -> Iterator[Cited]:
    """Yields the cards thrown out, and the numbers of skirmishes won."""
    done = hand.done
    if done.thrown_out is None:
        yield Cited(_("The whole war was entered as its spoils."))
    elif done.thrown_out:
        text = ngettext(
            "%(num)s card was thrown out: a tie that nobody could break.",
            "%(num)s cards were thrown out: a tie that nobody could break.",
            done.thrown_out,
        )
        yield Cited(text, "WAR-10")
    if done.fought:
        won = [sum(fought.winner == seat for fought in done.fought) for seat in range(len(hand.names))]
        each = ", ".join(
            _("%(name)s %(won)s", name=name, won=count) for name, count in zip(hand.names, won, strict=True)
        )
        yield Cited(_("Skirmishes won: %(each)s.", each=each), "WAR-6")


def audit_line(audit: Audit) -> str | None:
    """Returns how far a battle is known: without hands, its cards need only be those of the packs."""
    if audit.entered == "totals":
        return _("Entered as its spoils: nothing can be said about play.")
    if audit.players > 2:
        return ngettext(
            "%(num)s skirmish, everything consistent: two packs hold these cards.",
            "%(num)s skirmishes, everything consistent: two packs hold these cards.",
            audit.tricks,
        )
    return ngettext(
        "%(num)s skirmish, everything consistent: one pack holds these cards.",
        "%(num)s skirmishes, everything consistent: one pack holds these cards.",
        audit.tricks,
    )


def match_said(state: War, names: Sequence[str]) -> str:
    """Returns in words who won most skirmishes of a match; empty where none were entered."""
    fought = [fought.winner for done in state.finished for fought in done.fought]
    won = [fought.count(seat) for seat in range(len(names))]
    if not any(won):
        return ""
    said = {**most_of(won, names), "all": len(fought)}  # a tie that nobody could break was won by nobody
    return _("Most skirmishes: %(names)s with %(most)s of %(all)s.", **said)


def _outcome(done: Any, names: Names) -> Told:
    yield _("Cards thrown out"), NOT_YET if done.thrown_out is None else str(done.thrown_out)


def _skirmishes(hand: Any, done: Any, names: Names) -> Told:
    battle = done or hand
    fought = [each.skirmish for each in battle.fought] if battle else []
    if done is None and hand is not None and hand.skirmish is not None:
        fought.append(hand.skirmish)
    for number, each in enumerate(fought, 1):
        yield _("Skirmish %(number)s", number=number), totals_said(names, each.totals)


HAND_FACTS = HandFacts(settled=_skirmishes, outcome=_outcome, taken_by=_l("Skirmish %(number)s goes to"))


LINES: Mapping[str, LineWords] = {
    "low": lambda line: ngettext("%(num)s card from 2 to 9", "%(num)s cards from 2 to 9", count(line)),
    "ten": lambda line: ngettext("%(num)s ten", "%(num)s tens", count(line)),
    "face": lambda line: ngettext("%(num)s card from jack to ace", "%(num)s cards from jack to ace", count(line)),
    "joker": lambda line: ngettext("%(num)s Joker", "%(num)s Jokers", count(line)),
    "thrown-out": lambda line: ngettext("%(num)s card thrown out", "%(num)s cards thrown out", count(line)),
}


def _battles(goal: Goal, sides: Sequence[str]) -> str:
    return ngettext("%(at)s of %(num)s battle fought", "%(at)s of %(num)s battles fought", goal.of, at=goal.at)


GOALS: Mapping[str, GoalWords] = {"battles": _battles}
