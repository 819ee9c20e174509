"""Entries in words: every kind of event that a log can hold, in both languages, and nothing that is secret."""

from typing import Literal

import pytest
from flask import Flask
from msgspec import UNSET, UnsetType

from rules_core import events
from rules_core.events import Event, Hand, Play, Tally
from rules_core.games.deep_six.events import (
    Bid,
    CardMeld,
    Contract,
    Exchange,
    Pass,
    PointsTrick,
    Show,
    SidesTally,
    Sink,
)
from rules_core.games.sechsundsechzig.events import (
    AugenTrick,
    Call,
    Close,
    MarriageMeld,
    MarriagePlay,
    PointsTally,
    Swap,
    TurnUp,
)
from rules_core.games.sichere_six.events import JokerPlay, Mercy, NinesTally, NinesTrick
from rules_core.games.sichermans_war.events import Reinforce, Reveal, Roll, Spoils, SpoilsTally
from rules_core.games.sixes_and_sevens.events import Ace
from tests.cases import each
from tests.web.support.site import PLAYERS
from webapp.games.common.entries import SHARED, entry, spoken
from webapp.games.registry import looks

NEVER_NEWEST = {events.Undo, events.Amend}
"""They change what stands, and stand nowhere themselves."""
EXAMPLES: tuple[Event, ...] = (
    events.Deal(),
    events.Deal(1),
    Hand(0, ("2C", "3C")),
    events.VoidHand(),
    events.Adjust((1, 0, 0), "coffee"),
    events.Ruling(3, "it stands"),
    events.Settle(),
    Play(0, "7S"),
    events.Trick(1),
    Ace(0, "odd"),
    Ace(0, "even"),
    events.TrickTally((9, 4, 4)),
    JokerPlay(0, "9C"),
    JokerPlay(0, "X", joker="win"),
    JokerPlay(0, "X", joker="lose"),
    Mercy(2),
    NinesTrick(1),
    NinesTrick(1, 2),
    NinesTally((3, 3, 2), (2, 1, 1)),
    Bid(0, -20),
    Pass(0),
    Contract(0, 80, "H"),
    Sink(0, "S"),
    Show(0, ("7D", "7H")),
    Show(0, ()),
    Exchange(0, ("2C", "3C", "4C")),
    Exchange(0),
    CardMeld(0, (("6S", "7S", "8S"), ("8H", "8H"))),
    CardMeld(0, ()),
    CardMeld(0, points=-45),
    CardMeld(0, points=0),
    PointsTrick(1, 30),
    SidesTally((200, 50)),
    SidesTally((200, 50), (-30, 0)),
    TurnUp("9H"),
    MarriagePlay(0, "KH"),
    MarriagePlay(0, "KH", marriage=True),
    Close(1),
    Swap(1),
    Call(1),
    MarriageMeld(1, 20),
    AugenTrick(1, 14),
    PointsTally((0, 2)),
    Reveal(("K", "TS", "X")),
    Roll(0, "d6", 6),
    Roll(0, "low", 4),
    Roll(0, "high", 8),
    Reinforce({"0": "4", "2": "T"}),
    SpoilsTally((Spoils(1, 2, 3, 0),) * 3),
)


def _kinds(kind: type[Event]) -> set[type[Event]]:
    return {kind, *(deeper for child in kind.__subclasses__() for deeper in _kinds(child))}


def said(app: Flask, event: Event, language: str = "en") -> str:
    with app.test_request_context(headers={"Accept-Language": language}):
        return spoken(event, PLAYERS)


def test_every_event_that_stands_in_a_log_has_words() -> None:
    # Those of the games that are found: other tests make up events of their own.
    places = ("rules_core.events", *(f"rules_core.games.{game.replace('-', '_')}" for game in looks()))
    known = {kind for kind in _kinds(Event) if kind.__module__.startswith(places)}
    standing = known - {Event, Tally} - NEVER_NEWEST
    assert standing == {*SHARED, *(kind for look in looks().values() for kind in look.entries)}
    assert {type(event) for event in EXAMPLES} == standing


def test_an_event_without_words_is_called_by_its_name(app: Flask) -> None:
    class Knock(Event, frozen=True, tag="knock-twice"):
        seat: int

    class Cheat(Play, frozen=True, tag="play"):
        pass

    assert said(app, Knock(1)) == "Ben: Knock twice"
    assert said(app, Cheat(1, "7S")) == "Ben played the seven of spades"


def test_what_an_event_has_beside_those_that_it_extends_is_said_behind_them(app: Flask) -> None:
    class Counted(events.Trick, frozen=True, tag="trick"):
        red_knaves: int
        said: Literal["high", "low-card"] | UnsetType = UNSET

    class Tally(events.TrickTally, frozen=True, tag="tally"):
        knaves: tuple[int, ...]

    assert said(app, Counted(1, 2)) == "Ben took the trick (Red knaves: 2)"
    assert said(app, Counted(1, 0, "low-card")) == "Ben took the trick (Red knaves: 0, Said: Low card)"
    assert said(app, Tally((9, 4, 4), (1, 0, 3))) == "The hand was entered as 9, 4, 4 tricks (Knaves: 1, 0, 3)"


@each("event", EXAMPLES)
def test_an_entry_speaks_both_languages(app: Flask, event: Event) -> None:
    english, german = said(app, event), said(app, event, "de")
    assert english != german
    for text in (english, german):
        assert "%(" not in text
        assert "<" not in text
        assert text[0].isupper()
        assert text == " ".join(text.split())
        assert text[-1] != "."


@each("event", EXAMPLES)
def test_a_name_is_only_ever_text(app: Flask, event: Event) -> None:
    with app.test_request_context():
        assert "<i>" not in entry(event, ("<i>", "<i>", "<i>"))


@pytest.mark.rule("DEEP-8", "GEN-5", "LOG-5")
@each("event", [Hand(0, ("2C", "3C")), Exchange(0, ("2C", "3C", "4C"))])
def test_what_is_face_down_is_not_named(app: Flask, event: Event) -> None:
    with app.test_request_context():
        line = entry(event, PLAYERS) + spoken(event, PLAYERS)
    assert "club" not in line.lower()
    assert "#i-c" not in line


@each(
    "event, text",
    [
        (JokerPlay(0, "X", joker="win"), "Ann played the Joker: it wins"),
        (JokerPlay(0, "X", joker="lose"), "Ann played the Joker: it loses"),
        (NinesTrick(1, 1), "Ben took the trick with 1 nine"),
        (NinesTrick(1), "Ben took the trick"),
        (PointsTrick(1, 0), "Ben took the trick with 0 points"),
        (Bid(0, -20), "Ann bid −20"),
        (Contract(0, 80, "H"), "Ann bid 80 and sank hearts"),
        (
            CardMeld(0, (("6S", "7S"), ("8H", "8H"))),
            "Ann melded the six of spades, the seven of spades; the eight of hearts, the eight of hearts",
        ),
        (CardMeld(0, points=-45), "Ann melded −45"),
        (CardMeld(0, points=0), "Ann melded nothing"),
        (MarriagePlay(0, "KH", marriage=True), "Ann played the king of hearts and announced the marriage"),
        (Reveal(("K", "TS", "X")), "Turned up: Ann the king, Ben the ten of spades, Cat the Joker"),
        (Reinforce({"2": "T", "0": "4"}), "Drawn: Ann the four, Cat the ten"),
        (Roll(0, "low", 4), "Ann rolled 4 with the low die"),
        (Roll(0, "d6", 4), "Ann rolled 4 with the standard die"),
        (SidesTally((200, 50), (-30, 0)), "The hand was entered as 200, 50 points, melded −30, 0"),
    ],
)
def test_an_entry_in_words(app: Flask, event: Event, text: str) -> None:
    assert said(app, event) == text


def test_cards_in_a_line_are_signs_with_their_names(app: Flask) -> None:
    with app.test_request_context():
        line = entry(Reveal(("K", "TS", "X")), PLAYERS)
    assert line.striptags() == "Turned up: Ann K, Ben 10, Cat Joker"
    assert [f'aria-label="{name}"' in line for name in ("King", "10 of spades", "Joker")] == [True] * 3
    assert line.count("#i-s") == 1
