"""The turn lines of Sicherman’s War."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_core.view import TableView
from webapp.games.common.names import hand_number
from webapp.games.look import Stage
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.phrases import bold, joined, marked, named
from webapp.words.rulebook import Cited
from webapp.words.turn import Turn, Turns, over, totals_said


def _reveal(view: TableView, names: Sequence[str]) -> Turn:
    line = marked(_("%(everybody)s turns a card"), everybody=bold(_("Everybody")))
    return Turn(line, _sentences(*_before(view, names), _("One phone enters all the ranks. Suits do not matter here.")))


def _sentences(*told: str) -> str:
    return " ".join(sentence for sentence in told if sentence)


def _before(view: TableView, names: Sequence[str]) -> tuple[str, ...]:
    if view.may_tally:
        return (_("Each has five piles of five: four battles, and the reinforcements."),)
    return _battle_over(view, names) if view.finished and view.hand.trick == 1 else ()


def _battle_over(view: TableView, names: Sequence[str]) -> tuple[str, ...]:
    battle = view.finished[-1]
    points, lost = totals_said(names, battle.points), battle.thrown_out
    told = f"{hand_number('sichermans-war', len(view.finished))}: {points}."
    return (told, ngettext("%(num)s card was thrown out.", "%(num)s cards were thrown out.", lost) if lost else "")


def _dice(view: TableView, names: Sequence[str]) -> Turn:
    field = view.extra
    if len(field.ahead) > 1:
        return _forced_tie(view, names)
    standing = _behind(field, names), _out(field, names)
    if not view.to_act:
        line = named(_("%(name)s is ahead"), names[field.ahead[0]])
        return Turn(line, _sentences(*standing, _("Nobody has a die left.")))
    line = marked(_("%(anyone)s may add a die"), anyone=bold(_("Anyone")))
    first = view.hand.number == view.hand.trick == 1
    return Turn(line, _sentences(*standing, _("The skirmish ends once nobody wants to roll.") if first else ""))


def _behind(field: Any, names: Sequence[str]) -> str:
    """Returns in words who leads and by how much; of two players how far the other one is behind."""
    others = [seat for seat, fighter in enumerate(field.fighters) if fighter.due]
    if len(others) == 1:
        return _("%(name)s is %(points)s behind.", name=names[others[0]], points=field.lead)
    return _("%(name)s leads by %(points)s.", name=names[field.ahead[0]], points=field.lead) if others else ""


def _out(field: Any, names: Sequence[str]) -> str:
    out = joined([names[seat] for seat, fighter in enumerate(field.fighters) if fighter.out])
    return _("Out of it, tied without reinforcements: %(names)s. (%(rule)s)", names=out, rule="WAR-17") if out else ""


def _forced_tie(view: TableView, names: Sequence[str]) -> Turn:
    field = view.extra
    facts = {"names": joined([names[seat] for seat in field.ahead]), "total": field.fighters[field.ahead[0]].total}
    tied = _("%(names)s are tied at %(total)s.", **facts)
    line = marked(_("Another die, %(anybody)s?"), anybody=bold(_("anybody")))
    return Turn(line if view.to_act else marked(_("No dice are left")), f"{tied} {_else(field, names)}")


def _else(field: Any, names: Sequence[str]) -> str:
    left = [names[seat] for seat in field.left]
    if not left:
        return _(
            "Without another die these cards are thrown out: no reinforcements are left. (%(rule)s)", rule="WAR-10"
        )
    if len(left) == 1:
        return _(
            "Without another die %(name)s takes it: nobody else has reinforcements. (%(rule)s)",
            name=left[0],
            rule="WAR-17",
        )
    return _("Without another die %(names)s draw reinforcements. (%(rule)s)", names=joined(left), rule="WAR-9")


def _reinforce(view: TableView, names: Sequence[str]) -> Turn:
    field = view.extra
    at = field.fighters[view.to_act[0]].total
    line = marked(_("%(names)s draw"), names=bold(joined([names[seat] for seat in view.to_act])))
    if field.tie == "forced":
        return Turn(
            line, _("Nobody broke the tie at %(total)s: one more card each. (%(rule)s)", total=at, rule="WAR-9")
        )
    help_ = _("Tied at %(total)s by cards: first one more card each, then dice. (%(rule)s)", total=at, rule="WAR-8")
    return Turn(line, help_)


def _over(view: TableView, names: Sequence[str]) -> Turn:
    if not view.extra.stalemate:
        told = _battle_over(view, names) if view.extra.last else ()  # a tally is the whole war
        return Turn(over(view, names, "").line, _sentences(*told))
    who = joined([names[seat] for seat in view.winners])
    return Turn(marked(_("A stalemate")), _("%(names)s have the same points. (%(rule)s)", names=who, rule="WAR-12"))


def _won(view: TableView, names: Sequence[str]) -> Cited:
    last = view.extra.last
    if last is None:
        return Cited(_("Jack to ace count 11 to 14. The highest total takes every card."), "WAR-6")
    if last.winner is None:
        return Cited(_("Nobody broke the tie, and no reinforcements were left: nobody gets the cards."), "WAR-10")
    return Cited(_("%(name)s had the highest total and took the cards.", name=names[last.winner]), "WAR-6")


def _added(view: TableView, names: Sequence[str]) -> Cited:
    if not view.to_act:
        return Cited(_("Every die is spent. With the next battle all dice come back."), "WAR-7")
    return Cited(_("A die may be added by anyone, ahead or behind. It is spent until the next battle."), "WAR-7")


def _drawn(view: TableView, names: Sequence[str]) -> Cited:
    rule = "WAR-9" if view.extra.tie == "forced" else "WAR-8"
    return Cited(_("The card drawn is added to the total. Another tie: one more card each."), rule)


EXPLAINED = {"reveal": _won, "dice": _added, "reinforce": _drawn}
TURNS: Turns = {"reveal": _reveal, "dice": _dice, "reinforce": _reinforce, "over": _over}


def _skirmish(view: TableView) -> str:
    return _("skirmish %(number)s of %(of)s", number=view.hand.trick, of=view.hand.tricks)


def under_way(view: TableView) -> str:
    """Returns where the battle under way stands, for the score sheet."""
    return _("Skirmish %(number)s of %(of)s is being fought", number=view.hand.trick, of=view.hand.tricks)


STAGES: Mapping[str, Stage] = dict.fromkeys(("reveal", "dice", "reinforce"), _skirmish)
