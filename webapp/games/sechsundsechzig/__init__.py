"""Sechsundsechzig on the web."""

from rules_core.games.sechsundsechzig.marriage import PARTNER
from rules_core.games.sechsundsechzig.packs import PACKS
from webapp.games.look import Look
from webapp.games.sechsundsechzig.cases import (
    CALL_REASONS,
    DUTIES,
    REFUSALS,
    free_play,
    play_said,
    revoke_points,
    shows,
    slips,
)
from webapp.games.sechsundsechzig.entries import ACTS, ENTRIES, ENTRY_FORM
from webapp.games.sechsundsechzig.hands import (
    FIGURES,
    HAND_FACTS,
    LINES,
    augen_said,
    cell,
    counted_hand,
    has_piles,
    head,
    match_said,
    most_augen,
    side_counts,
)
from webapp.games.sechsundsechzig.lesson import GUIDE, LESSON
from webapp.games.sechsundsechzig.rulebook import CHOICES, OPTIONS, RULES, RULES_AT_TABLE
from webapp.games.sechsundsechzig.turns import EXPLAINED, STAGES, TURNS
from webapp.http.language import gettext_noop as _l
from webapp.words.case_kit import TRUMP

LOOK = Look(
    name=_l("Sechsundsechzig"),
    about=_l("2 to 4 players, 32 cards or twice 24"),
    position=50,
    rulebook=RULES,
    rules_at_table=RULES_AT_TABLE,
    options=OPTIONS,
    choices=CHOICES,
    entries=ENTRIES,
    acts=ACTS,
    refusals=REFUSALS,
    duties=DUTIES,
    shows=shows,
    turns=TURNS,
    explained=EXPLAINED,
    stages=STAGES,
    score_lines=LINES,
    cell=cell,
    head=head,
    call_reasons=CALL_REASONS,
    revoke_points=revoke_points,
    suit_in_force=TRUMP,
    play_said=play_said,
    free_play=free_play,
    remembered=lambda extra: extra.augen,
    match_said=match_said,
    figures=FIGURES,
    guide=GUIDE,
    lesson=LESSON,
    entry_form=ENTRY_FORM,
    template_globals={
        "augen_said": augen_said,
        "counted_hand": counted_hand,
        "has_piles": has_piles,
        "packs_of_sechsundsechzig": PACKS,
        "most_augen": most_augen,
        "side_counts": side_counts,
    },
    hand_facts=HAND_FACTS,
    kept_flags={"marriage": PARTNER},
    slips=slips,
)
