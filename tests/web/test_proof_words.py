"""Proven breaches in words, where they are not the plain one of a card off the suit that was led."""

from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from rules_core import replay
from rules_core.games import GAMES
from rules_core.record import Header
from webapp.words.proofs import between, case_of, proof_text, proof_title

NAMES = ("Ann", "Ben", "Cat", "Dan")


def dealt(first: int, players: int, *tricks: str, **said: Any) -> list[dict[str, Any]]:
    """Cards trick by trick, each led by the seat written before it: *1: 9C 8H 6C*."""
    events = []
    for trick in tricks:
        leader, cards = trick.split(": ")
        for place, card in enumerate(cards.split()):
            name, _colon, more = card.partition("=")
            play = {"type": "play", "seat": (int(leader) + place) % players, "card": name}
            events.append(play | ({"joker": more} if name == "X" else {"marriage": True} if more else {}))
    return events


@dataclass(frozen=True)
class Told:
    """A record of a game, and how its first breach is told."""

    game: str
    events: list[dict[str, Any]]
    title: str
    text: str
    between: str | None = "No card came into the hand in between."
    players: int = 3


TOLD: dict[str, Told] = {}


@pytest.mark.parametrize("name", [name for name, told in TOLD.items() if told.game in GAMES])
def test_a_proof_is_told(app: Flask, name: str) -> None:
    told = TOLD[name]
    done = replay.replay(Header(told.game, NAMES[: told.players], {}), told.events)
    assert done.refusal is None
    found = done.fold.game.infractions(done.fold.state)[0]
    with app.test_request_context():
        case = case_of(done.fold, found)
        assert proof_title(done.fold, found, NAMES) == told.title
        assert proof_text(case, NAMES) == told.text
        assert between(case) == told.between
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert proof_text(case_of(done.fold, found), NAMES) != told.text
