"""Turn lines that most games have, and the names of sides."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rules_core.view import TableView
from webapp.http.language import gettext as _
from webapp.words.cards import rank_name, suit_name
from webapp.words.phrases import isolated, joined, marked, named, number, signed
from webapp.words.rulebook import Cited


def side_names(names: Sequence[str], sides: int) -> list[str]:
    """Returns a name for each side: *Ann*, or *Ann and Cat* where partners score together."""
    return [joined(names[side::sides]) for side in range(sides)]


def sides_said(sides: Sequence[str]) -> str:
    """Returns several sides: *Ann and Ben*; sides that are two already are parted by commas."""
    both = joined(("", ""))
    return ", ".join(sides) if any(both in side for side in sides) else joined(sides)


def totals_said(sides: Sequence[str], totals: Sequence[int]) -> str:
    """Returns a number for each side: *Ann 3, Ben −1*."""
    return _numbered(zip(sides, map(number, totals), strict=True))


def changes_said(sides: Sequence[str], points: Sequence[int]) -> str:
    """Returns the changes of totals, zeros left out: *Ann −2, Ben +1*."""
    return _numbered((name, signed(each)) for name, each in zip(sides, points, strict=True) if each)


def _numbered(sides: Iterable[tuple[str, str]]) -> str:
    return ", ".join(_("%(name)s %(number)s", name=isolated(name), number=told) for name, told in sides)


def ranked(totals: Sequence[int], low_wins: bool = False) -> list[int]:
    """Returns the places of these totals, the best one first; equal ones as they sit."""
    return sorted(range(len(totals)), key=lambda at: totals[at] if low_wins else -totals[at])


@dataclass(frozen=True)
class Turn:
    """The turn line: `line` has the name in bold, `help` is plain text."""

    line: Markup
    help: str = ""


Turns = Mapping[str, Callable[[TableView, Sequence[str]], Turn]]
"""Turn lines of a game by phase."""


def deal(view: TableView, names: Sequence[str]) -> Turn:
    """Returns whose turn it is to deal, in words; the first time the question who deals."""
    if view.hand.dealer is None:
        return Turn(marked(_("Who deals first?")), _("Everybody cuts; the highest card deals. Equals cut again."))
    return Turn(named(_("%(name)s deals"), names[view.hand.dealer]), "")


def each_gets(cards: int, rule: str) -> Cited:
    """Returns how the first hand is dealt, for those who do not know the game."""
    return Cited(_("Everybody gets %(num)s cards. Then tap who dealt; the cards are not entered.", num=cards), rule)


def leads_a_trick(view: TableView, names: Sequence[str]) -> Turn:
    line = named(_("%(name)s leads"), names[view.to_act[0]])
    return Turn(line, _("This hand is entered by tricks: who took it?"))


def over(view: TableView, names: Sequence[str], shared: str) -> Turn:
    """Returns the winners in words; `shared` is the help where several have won."""
    sides = side_names(names, len(view.totals))
    who = joined([sides[side] for side in view.winners])
    if len(view.winners) > 1:
        return Turn(named(_("%(name)s share the win"), who), shared)
    return Turn(named(_("%(name)s wins") if len(sides) == len(names) else _("%(name)s win"), who))


def plays(view: TableView, names: Sequence[str]) -> Turn:
    """Returns who leads or plays to a trick, in words: the suit asked for, and the card ahead."""
    if view.hand.by_tricks:
        return leads_a_trick(view, names)
    name, ahead = names[view.to_act[0]], next((seat for seat in view.seats if seat.ahead and seat.card), None)
    if ahead is None:
        return Turn(named(_("%(name)s leads"), name), _("Any card."))
    follow = _("Follow %(suit)s if possible.", suit=suit_name(view.led_suit)) if view.led_suit else ""
    best = _("%(name)s’s %(rank)s is ahead", name=names[ahead.seat], rank=rank_name(ahead.card or ""))
    return Turn(named(_("%(name)s plays"), name), f"{follow} {best}.".strip())


def waits(view: TableView, names: Sequence[str]) -> Turn:
    """Returns in words whom the table waits for, in any phase."""
    if not view.to_act:
        return Turn(marked(_("The table waits")))
    return Turn(named(_("It is the turn of %(name)s"), joined([names[seat] for seat in view.to_act])))


PLAIN: Turns = {"deal": deal, "play": plays, "over": lambda view, names: over(view, names, "")}
"""Turn lines of a plain trick game by phase."""
