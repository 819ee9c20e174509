"""Finished battles of Sicherman's War on the score sheet."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules_core.view import TableView
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.audit_kit import Audit
from webapp.words.cited import Cited
from webapp.words.score_kit import FinishedHand
from webapp.words.sides import sides_said


def cell(done: Any, side: int) -> list[str]:
    """Returns how many cards; of which kinds stands behind it."""
    won = done.spoils[side]
    return [ngettext("%(num)s card", "%(num)s cards", won.low + won.ten + won.face + won.joker)]


def counted_later(view: TableView) -> str | None:
    """Returns that the pots of the battle under way lie face down, where they do (GEN-5)."""
    return _("What a battle brings is counted here when it is over.") if view.beside.spoils_closed else None


def head(hand: FinishedHand) -> Iterator[Cited]:
    """Yields what was thrown out, and who won how many skirmishes."""
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
    """Returns how far a battle is known: nobody plays from a hand, its cards need only be those of the packs."""
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


def match_said(hands: Sequence[Any], names: Sequence[str]) -> str:
    """Returns who won most skirmishes of a match; empty where none were entered."""
    fought = [fought.winner for done in hands for fought in done.fought]
    won = [fought.count(seat) for seat in range(len(names))]
    if not any(won):
        return ""
    who = sides_said([name for name, times in zip(names, won, strict=True) if times == max(won)])
    return _("Most skirmishes: %(names)s with %(most)s of %(all)s.", names=who, most=max(won), all=len(fought))
