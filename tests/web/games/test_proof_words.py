"""Proven breaches in words, where they are not the plain one of a card off the suit that was led."""

from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Flask

from rules_core import replay
from rules_core.games import GAMES
from rules_core.record import Header
from tests.cases import each
from tests.web.support.proven import plays
from webapp.games.common.proofs import between, case_of, proof_text, proof_title

NAMES = ("Ann", "Ben", "Cat", "Dan")


@dataclass(frozen=True)
class Told:
    """A record of a game, and how its first breach is told."""

    game: str
    events: list[dict[str, Any]]
    title: str
    text: str
    between: str | None = "No card came into the hand in between."
    players: int = 3


DEAL = {"type": "deal", "dealer": 0}
CLOSED = [DEAL, {"type": "turn-up", "card": "9H"}, {"type": "close", "seat": 1}]
TOLD = {
    "off the suit": Told(
        "sixes-and-sevens",
        [DEAL, *plays(3, "1: 7C 2H 9C", "0: 3D 4D 5C")],
        "Cat had a club in trick 1",
        "Cat played no club in trick 1 and the five of clubs in trick 2. (ODD-7)",
    ),
    "a Spit": Told(
        "sichere-six",
        [DEAL, *plays(3, "1: 8H TH JH", "0: 6H 6C 6D", "0: 6S 7D TS")],
        "Ben had a heart in trick 2",
        "Ben played no heart in trick 2 and the seven of diamonds (trump) in trick 3. (SIC-6)",
    ),
    "behind a Joker": Told(
        "sichere-six",
        [DEAL, *plays(3, "1: 8H TH JH", "0: X=lose 6C 6D", "1: TS 7C JS")],
        "Cat had a club in trick 2",
        "Cat played no club in trick 2 and the seven of clubs in trick 3. (SIC-6)",
    ),
    "not over": Told(
        "deep-six",
        [
            DEAL,
            {"type": "contract", "seat": 1, "amount": 120, "suit": "H"},
            *({"type": "meld", "seat": seat, "points": 0} for seat in range(4)),
            *plays(4, "1: 6S 2S 7S 3S", "3: 4C 5C 6C 7C", "2: 8S 4S 2S 5S"),
        ],
        "Cat could have played over in trick 1",
        "Cat did not play over in trick 1; the eight of spades came in trick 3. (DEEP-14)",
        players=4,
    ),
    "not higher": Told(
        "sechsundsechzig",
        [*CLOSED, *plays(2, "1: JS 7S", "1: 7C QS")],
        "Ann could have gone higher in trick 1",
        "Ann did not go higher in trick 1; the queen of spades came in trick 2. (SU-12)",
        players=2,
    ),
    "no trump": Told(
        "sechsundsechzig",
        [*CLOSED, *plays(2, "1: AS 8C", "1: 7S 8H")],
        "Ann could have trumped in trick 1",
        "Ann did not trump in trick 1; the eight of hearts came in trick 2. (SU-13)",
        players=2,
    ),
    "an announcement": Told(
        "sechsundsechzig",
        [*CLOSED, *plays(4, "1: QS 9S JS AS", "0: 9C JC AC 9D", "2: QS=marriage")],
        "Cat could have gone higher in trick 1",
        "Cat did not go higher in trick 1; the king of spades was announced in trick 3. (SU-12)",
        players=4,
    ),
    "at once": Told(
        "sixes-and-sevens",
        [
            DEAL,
            {"type": "hand", "seat": 2, "cards": ["2C", *(f"{rank}D" for rank in "23456789TJQKA"), "3H", "4H", "5H"]},
            *plays(3, "1: 7C"),
            {"type": "play", "seat": 2, "card": "3H", "irregular": True},
        ],
        "Cat had a club in trick 1",
        "Cat played no club in trick 1 though the hand held one. (ODD-7)",
        between=None,
    ),
    "from the hand": Told(
        "sixes-and-sevens",
        [
            DEAL,
            *plays(3, "1: 7C 2H 9C"),
            {"type": "hand", "seat": 2, "cards": ["2C", *(f"{rank}D" for rank in "23456789TJQKA"), "3H", "4H"]},
        ],
        "Cat had a club in trick 1",
        "Cat played no club in trick 1 and held the two of clubs. (ODD-7)",
    ),
}


@each("name", [name for name, told in TOLD.items() if told.game in GAMES])
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


def test_a_duty_without_words_is_told_all_the_same(app: Flask) -> None:
    told = TOLD["from the hand"]
    done = replay.replay(Header(told.game, NAMES[: told.players], {}), told.events)
    found = msgspec.structs.replace(done.fold.game.infractions(done.fold.state)[0], code="must-duck")
    with app.test_request_context():
        assert proof_title(done.fold, found, NAMES) == "Cat could have played another card in trick 1"
        assert proof_text(case_of(done.fold, found), NAMES).startswith("Cat broke a duty of play in trick 1; ")
