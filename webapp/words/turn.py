"""A turn line, and those that every game has: who deals, who leads a hand entered by tricks, who has won."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rules_core.view import TableView
from webapp.http.language import gettext as _
from webapp.words.lists import joined
from webapp.words.marked import bold, marked
from webapp.words.sides import side_names


@dataclass(frozen=True)
class Turn:
    """The turn line: `line` has the name in bold, `help` is plain text."""

    line: Markup
    help: str = ""


Turns = Mapping[str, Callable[[TableView, Sequence[str]], Turn]]
"""What is said in each phase of a game."""


def named(sentence: str, name: str) -> Markup:
    """Returns the sentence with the name in bold."""
    return marked(sentence, name=bold(name))


def deal(view: TableView, names: Sequence[str]) -> Turn:
    """Returns who deals; the first time the table says it."""
    if view.hand.dealer is None:
        return Turn(
            marked(_("Who deals first?")), _("Everybody cuts; the highest card deals, ace high. Equals cut again.")
        )
    return Turn(named(_("%(name)s deals"), names[view.hand.dealer]), "")


def leads_a_trick(view: TableView, names: Sequence[str]) -> Turn:
    """Returns who leads where only the winners of tricks are entered."""
    line = named(_("%(name)s leads"), names[view.to_act[0]])
    return Turn(line, _("This hand is entered by tricks: who took it?"))


def over(view: TableView, names: Sequence[str], shared: str) -> Turn:
    """Returns who has won; `shared` is the help where several have."""
    sides = side_names(names, len(view.totals))
    who = joined([sides[side] for side in view.winners])
    if len(view.winners) > 1:
        return Turn(named(_("%(name)s share the win"), who), shared)
    return Turn(named(_("%(name)s wins") if len(sides) == len(names) else _("%(name)s win"), who))
