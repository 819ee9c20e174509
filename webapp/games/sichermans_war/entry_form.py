"""Sicherman's War: how its entries are put together field by field; of a card only its rank matters."""

from collections.abc import Iterator
from dataclasses import replace

from msgspec import structs

from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.spoils import RANKS_OF_PACK
from webapp.games.common.entry_questions import Asked, EntryForm, Own, Question, by_type
from webapp.http.language import gettext_noop as _l


def _spoils(asked: Asked) -> Iterator[Question]:
    """Jokers only where this table plays with them."""
    item = asked.field.item
    if item is not None and not asked.fold.state.options.jokers:
        parts = tuple([part for part in item.fields if part.name != "joker"])
        asked = replace(asked, field=structs.replace(asked.field, item=structs.replace(item, fields=parts)))
    yield from by_type(asked)


def _faces(asked: Asked) -> dict[int, list[str]]:
    """Every face that a die may show, with the dice that have none like it."""
    faces = sorted({face for die in FACES.values() for face in die})
    return {face: [die for die in FACES if face not in FACES[die]] for face in faces}


ENTRY_FORM = EntryForm(
    kinds={
        "reveal": _l("Cards turned over"),
        "roll": _l("A die"),
        "reinforce": _l("Reinforcements"),
    },
    fields={
        "die": _l("Which die"),
        "value": _l("What it shows"),
        "low": _l("2 to 9"),
        "ten": _l("Tens"),
        "face": _l("Jack to ace"),
        "joker": _l("Jokers"),
    },
    answers={"d6": _l("Standard"), "low": _l("Low"), "high": _l("High")},
    cards={"reveal.cards": RANKS_OF_PACK, "reinforce.cards": RANKS_OF_PACK},
    begin={"roll.value": 1},
    questions={"tally.spoils": _spoils},
    own={"roll.value": Own("_amended_face", _faces)},
)
