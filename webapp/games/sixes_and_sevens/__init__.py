"""Sixes and Sevens on the web."""

from rules_core.games.sixes_and_sevens.events import Ace
from webapp.games.look import Look
from webapp.games.sixes_and_sevens.cases import ACTS, CALL_REASONS, ENTRIES, ENTRY_FORM, revoke_points, thinkable
from webapp.games.sixes_and_sevens.lesson import LESSON
from webapp.games.sixes_and_sevens.rulebook import GUIDE, OPTIONS, RULES
from webapp.games.sixes_and_sevens.turns import EXPLAINED, FIGURES, TURNS, card_tag, facts, match_said
from webapp.http.language import gettext_noop as _l

LOOK = Look(
    name=_l("Sixes and Sevens"),
    about=_l("3 to 6 players, 52 cards"),
    position=40,
    rulebook=RULES,
    options=OPTIONS,
    entries=ENTRIES,
    acts=ACTS,
    in_tricks=(Ace,),
    turns=TURNS,
    explained=EXPLAINED,
    call_reasons=CALL_REASONS,
    revoke_points=revoke_points,
    thinkable=thinkable,
    match_said=match_said,
    figures=FIGURES,
    guide=GUIDE,
    lesson=LESSON,
    entry_form=ENTRY_FORM,
    facts=facts,
    card_tag=card_tag,
    rank_rows=("3579JK", "2468TQA"),
    pad_note=_l("Top row odd / bottom row even"),
)
