"""Deep Six on the web."""

from rules_core.games.deep_six.case_evidence import MeldEvidence
from rules_core.games.deep_six.events import CardMeld
from webapp.games.deep_six.cases import (
    CALL_REASONS,
    DUTIES,
    REFUSALS,
    SUNK,
    meld_said,
    passed,
    revoke_points,
    state_rows,
    thinkable,
)
from webapp.games.deep_six.cloth import TEMPLATE_GLOBALS
from webapp.games.deep_six.entries import ACTS, ENTRIES, ENTRY_FORM
from webapp.games.deep_six.hands import FIGURES, GOALS, HAND_FACTS, LINES, audit_notes, cell, head, match_said
from webapp.games.deep_six.lesson import GUIDE, LESSON
from webapp.games.deep_six.melds import every_meld, meld_picker, melds_of_hand
from webapp.games.deep_six.rulebook import OPTIONS, RULES, RULES_AT_TABLE
from webapp.games.deep_six.turns import EXPLAINED, STAGES, TURNS
from webapp.games.look import Look
from webapp.http.language import gettext_noop as _l

LOOK = Look(
    name=_l("Deep Six"),
    about=_l("4 players in two sides, 2 to 8 twice"),
    position=30,
    rulebook=RULES,
    rules_at_table=RULES_AT_TABLE,
    options=OPTIONS,
    entries=ENTRIES,
    acts=ACTS,
    refusals=REFUSALS,
    duties=DUTIES,
    turns=TURNS,
    explained=EXPLAINED,
    stages=STAGES,
    score_lines=LINES,
    goals=GOALS,
    cell=cell,
    audit_notes=audit_notes,
    head=head,
    template_globals={**TEMPLATE_GLOBALS, "every_meld": every_meld, "meld_picker": meld_picker},
    call_reasons=CALL_REASONS,
    evidence={MeldEvidence: meld_said},
    revoke_points=revoke_points,
    most_adjusted=500,
    suit_in_force=SUNK,
    state_rows=state_rows,
    remembered=lambda extra: extra.taken,
    passed=passed,
    hand_answers={"meld": melds_of_hand},
    thinkable=thinkable,
    redrawn_parts=frozenset({"melds"}),
    match_said=match_said,
    figures=FIGURES,
    guide=GUIDE,
    lesson=LESSON,
    entry_form=ENTRY_FORM,
    repaired={CardMeld: _l("A meld was forgotten, or is wrong")},
    hand_facts=HAND_FACTS,
)
