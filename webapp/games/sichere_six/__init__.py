"""Sichere Six on the web."""

from typing import get_args

from rules_core.games.sichere_six.ranking import JOKER, Said
from webapp.games.look import Look
from webapp.games.sichere_six import cloth
from webapp.games.sichere_six import cloth as stones
from webapp.games.sichere_six.cases import CALL_REASONS, REFUSALS, doubt, play_said, revoke_points
from webapp.games.sichere_six.cloth import steps, total_said
from webapp.games.sichere_six.entries import ACTS, BRINGS, ENTRIES, ENTRY_FORM
from webapp.games.sichere_six.hands import FIGURES, GOALS, HAND_FACTS, LINES, cell, head, match_said
from webapp.games.sichere_six.lesson import LESSON
from webapp.games.sichere_six.rulebook import GUIDE, OPTIONS, RULES, RULES_AT_TABLE
from webapp.games.sichere_six.turns import EXPLAINED, STAGES, TURNS
from webapp.http.language import gettext_noop as _l
from webapp.words.case_kit import TRUMP
from webapp.words.phrases import signed

LOOK = Look(
    name=_l("Sichere Six"),
    about=_l("3 players, 6 to jack and a Joker"),
    position=10,
    rulebook=RULES,
    rules_at_table=RULES_AT_TABLE,
    options=OPTIONS,
    entries=ENTRIES,
    acts=ACTS,
    refusals=REFUSALS,
    brings=BRINGS,
    turns=TURNS,
    explained=EXPLAINED,
    unit="round",
    stages=STAGES,
    totals_title=_l("Tricks and nines of round %(number)s"),
    score_lines=LINES,
    goals=GOALS,
    points_said=signed,
    total_said=total_said,
    cell=cell,
    head=head,
    total_steps=steps,
    template_globals={**stones.STONE_GLOBALS, **cloth.TEMPLATE_GLOBALS},
    call_reasons=CALL_REASONS,
    revoke_points=revoke_points,
    suit_in_force=TRUMP,
    play_said=play_said,
    doubt=doubt,
    remembered=lambda extra: extra.nines,
    match_said=match_said,
    figures=FIGURES,
    guide=GUIDE,
    lesson=LESSON,
    entry_form=ENTRY_FORM,
    hand_facts=HAND_FACTS,
    card_answers={JOKER: get_args(Said)},
)
