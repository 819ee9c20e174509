"""The sheet of a whole battle: its cards, skirmish by skirmish, entered together as the events of the War.

skirmish-2-0=K&skirmish-2-1=10   what seats 0 and 1 turn in the second skirmish, as it is printed
goes-on=yes                      dice are added in the last of them: it is left open
"""

from collections.abc import Mapping
from typing import Any

from rules_core.games.sichermans_war import skirmish
from rules_core.games.sichermans_war.spoils import PILE, RANKS_OF_PACK
from rules_core.games.sichermans_war.war import War, skirmish_number
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_CARD_CODE
from webapp.words.deck import rank_face

Raw = dict[str, Any]
_SETTLE: Raw = {"type": "settle"}


def skirmishes_left(number: int) -> range:
    """Returns the numbers of the skirmishes of a battle from this one on."""
    return range(number, PILE + 1)


def field_of(number: int, seat: int) -> str:
    """Returns the field of what a seat turns in a skirmish."""
    return f"skirmish-{number}-{seat}"


def events_of(sent: Mapping[str, str], war: War) -> list[Raw]:
    """Returns the events that the sheet stands for: at least one, so that the rules refuse an empty sheet.

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
    ranks = {rank_face(rank): rank for rank in RANKS_OF_PACK} | {rank: rank for rank in RANKS_OF_PACK}
    typed = [sent.get(field_of(number, seat), "").strip().upper() for seat in range(players)]
    return [ranks.get(text, text[:LONGEST_CARD_CODE]) for text in typed if text]


def _is_open(cards: list[str], players: int) -> bool:
    """Tells whether the cards leave a skirmish undecided."""
    if len(cards) != players or not set(cards) <= set(RANKS_OF_PACK):
        return True
    return len(skirmish.ahead(skirmish.turned(tuple(cards)))) > 1


def battle_title(number: int) -> str:
    """Returns the title of the sheet."""
    return _("Battle %(number)s in one go", number=number)


TEMPLATE_GLOBALS = {"battle_title": battle_title, "skirmish_field": field_of, "skirmishes_left": skirmishes_left}
"""What the template of the sheet asks for."""
