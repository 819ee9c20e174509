"""Sicherman's War on the web."""

from rules_core.events import Settle
from rules_core.games.sichermans_war.case_evidence import SkirmishEvidence
from rules_core.games.sichermans_war.events import Reinforce, Reveal, Roll
from webapp.games.look import Look
from webapp.games.sichermans_war import battles, cloth
from webapp.games.sichermans_war.battles import (
    FIGURES,
    GOALS,
    HAND_FACTS,
    LINES,
    audit_line,
    cell,
    counted_later,
    head,
    match_said,
)
from webapp.games.sichermans_war.cases import CALL_REASONS, REFUSALS, skirmish_said, slips, state_rows, thinkable
from webapp.games.sichermans_war.entries import ACTS, ENTRIES, ENTRY_FORM, outcome
from webapp.games.sichermans_war.lesson import LESSON
from webapp.games.sichermans_war.rulebook import CHOICES, GUIDE, OPTIONS, RULES
from webapp.games.sichermans_war.turns import EXPLAINED, STAGES, TURNS, under_way
from webapp.http.language import gettext_noop as _l

LOOK = Look(
    name=_l("Sicherman’s War"),
    about=_l("2 or 4 players, one pack or two, three dice each"),
    position=20,
    rulebook=RULES,
    options=OPTIONS,
    book=_l(
        "The last skirmish: what a battle brings is told when it is over, and only what has just been turned is grey "
        "on the pad. All cards: what each has won is counted for everybody, and every rank that is used up is grey."
    ),
    books=(_l("The last skirmish"), _l("All cards")),
    choices=CHOICES,
    entries=ENTRIES,
    acts=ACTS,
    refusals=REFUSALS,
    outcome=outcome,
    in_tricks=(Reveal, Roll, Reinforce, Settle),
    trick_said=_l("skirmish %(number)s"),
    turns=TURNS,
    explained=EXPLAINED,
    unit="battle",
    stages=STAGES,
    under_way=under_way,
    totals_title=_l("Spoils of the whole war"),
    shared_win=_l("stalemate"),
    score_lines=LINES,
    goals=GOALS,
    cell=cell,
    audit_line=audit_line,
    head=head,
    whole_match=_l("The whole war"),
    counted_later=counted_later,
    several=battles.events_of,
    template_globals={
        **cloth.DICE_GLOBALS,
        **cloth.TEMPLATE_GLOBALS,
        **battles.TEMPLATE_GLOBALS,
        **cloth.CLOSING_GLOBALS,
    },
    call_reasons=CALL_REASONS,
    evidence={SkirmishEvidence: skirmish_said},
    most_adjusted=500,
    state_rows=state_rows,
    thinkable=thinkable,
    match_said=match_said,
    figures=FIGURES,
    guide=GUIDE,
    lesson=LESSON,
    entry_form=ENTRY_FORM,
    hand_facts=HAND_FACTS,
    slips=slips,
)
