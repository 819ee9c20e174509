"""What the film tells of a record beside its cards: what was taken back, corrected, proven, disputed and ruled."""

import re

import pytest

from rules_core.events import Hand
from tests.web.games.sichermans_war.tables import BATTLE, GAME, TWO, reveal
from tests.web.support.film import CARDS, DEAL, REVOKED, STEPS, Filmed, plays
from tests.web.support.score_sheets import read
from tests.web.support.site import Site
from webapp.history.film.moments import marks
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer


@pytest.fixture
def open_book(site: Site) -> Filmed:
    """A hand under way in an open book: trick 1 is taken, trick 2 has two cards."""
    return Filmed(site, [DEAL, *plays((1, "7C"), (2, "2C"), (0, "9C"), (0, "3D"), (1, "4D"))], book="open")


def test_a_moment_that_no_longer_stands_says_so(open_book: Filmed) -> None:
    open_book.enter({"type": "undo"})
    for name in ("5", "88"):
        answer = open_book.get(f"/moments/{name}")
        assert answer.status_code == 404
        assert "This moment no longer stands" in answer.text
        assert f'href="{open_book.url("/moments/4")}"' in answer.text
        assert f'href="{open_book.url("/film")}"' in answer.text


def test_links_stay_right_when_entries_are_put_in_and_corrected(open_book: Filmed) -> None:
    before = open_book.page("/moments/4")
    ruling = {"type": "ruling", "event": 1, "text": "Noted."}
    open_book.amend(2, plays((2, "3C"))[0], ruling)
    assert open_book.names == ["start", "0", "1", "2", "2.1", "3", "4", "5"]
    after = open_book.page("/moments/4")
    assert "Ann</b> played" in before
    assert CARDS.findall(before)[0] == CARDS.findall(after)[0] == "3 of diamonds"
    assert "Noted." in open_book.page("/moments/2.1")
    assert STEPS.findall(open_book.page("/moments/2"))[1][0] == open_book.url("/moments/2.1")


def test_what_stood_before_is_told(open_book: Filmed) -> None:
    open_book.amend(2, plays((2, "3C"))[0], reason="wrong key")
    page = read(open_book.page("/moments/2"))
    assert "Corrected" in page
    assert re.search(r"Cat played 2 .*Corrected on the host’s phone\. Reason: wrong key", page)
    assert "Corrected on" not in open_book.page("/moments/1")
    assert "Corrected" in read(open_book.page("/film"))
    open_book.amend(2, plays((2, "4C"))[0])
    again = open_book.page("/moments/2")
    assert "3 of clubs" in again, "what stood last"
    assert "2 of clubs" not in again
    open_book.amend(1, plays((1, "7C"))[0], {"type": "ruling", "event": 0, "text": "x"})
    assert "Corrected on" not in open_book.page("/moments/1"), "it is the same card"


def test_a_corrected_hand_does_not_name_its_cards(site: Site) -> None:
    hand = [f"{rank}D" for rank in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]
    other = [*hand[:-1], "6C"]
    filmed = Filmed(site, [DEAL, {"type": "hand", "seat": 1, "cards": hand}], book="open")
    filmed.amend(1, {"type": "hand", "seat": 1, "cards": other})
    assert isinstance(filmed.fold.top.event, Hand)
    page = filmed.page("/moments/1")
    assert "Ben ’s own hand was entered" in read(page)
    assert "2 of diamonds" not in page


def test_proofs_disputes_and_rulings_are_on_the_list(site: Site) -> None:
    filmed = Filmed(site, REVOKED, book="open")
    filmed.enter({"type": "ruling", "event": 2, "text": "It stands."})
    viewer = Viewer.of(filmed.site.tables.at(filmed.table.id).people.grants[0])
    body = {"about": 4, "hand": None, "why": "other", "text": "Really?", "by": "Ben", "pause": False}
    site.tables.add(filmed.table.id, viewer, line_of("dispute", body))
    contents = read(filmed.page("/film"))
    for text in ("Cat had a club in trick 1", "Proven here: Cat had", "Dispute 1, opened by Ben", "It stands."):
        assert text in contents, text
    assert filmed.url("/revokes/2") in filmed.page("/moments/2")
    assert filmed.url("/disputes/1") in filmed.page("/moments/4")
    assert "It stands." in read(filmed.page("/moments/2")), "where the play is that it was about"
    assert "Proven here" in filmed.page("/moments/6")


@pytest.mark.rule("GEN-4")
def test_a_contradiction_is_on_the_list_until_it_is_proven(site: Site) -> None:
    filmed = Filmed(site, [DEAL, *plays((1, "2H"), (2, "3C"), (0, "4C"))], book="open")
    assert "entered wrongly" not in filmed.page("/film")
    for card in [rank + suit for suit in "SD" for rank in "23456789TJQK"][:21]:
        filmed.enter(plays((filmed.fold.game.to_act(filmed.fold.state)[0], card))[0])
    text = "In hearts a card was entered wrongly, or somebody revoked"
    assert text in filmed.page("/film")
    assert text in filmed.page("/moments/3"), "the newest play that it concerns"
    out = {played.card for trick in filmed.fold.state.hand.tricks for played in trick.cards}
    left = [rank + suit for suit in "SDCH" for rank in "23456789TJQKA" if rank + suit not in out]
    for card in left[:27]:
        filmed.enter(plays((filmed.fold.game.to_act(filmed.fold.state)[0], card))[0])
    assert filmed.fold.state.finished
    assert text not in filmed.page("/moments/3"), "now it is proven who it was"
    assert "had a heart in trick 1" in filmed.page("/moments/3")


@pytest.mark.rule("GEN-4", "SIC-15")
def test_a_contradiction_that_no_card_proved_outlives_the_round(site: Site) -> None:
    """Cat denies clubs and spades and is then The Chosen: not both cards can have been the Mercy."""
    filmed = Filmed(site, [DEAL], game="sichere-six")
    for card in [
        "TC",
        "6D",
        "7C",
        "TS",
        "7D",
        "6S",
        "9D",
        "JD",
        "TD",
        "mercy",
        "JC",
        "6C",
        "9C",
        "JS",
        "7S",
        "9S",
        "7H",
        "JH",
        "TH",
        "X",
        "8D",
        "8H",
        "8C",
        "8S",
        "9H",
    ]:
        seat = filmed.fold.game.to_act(filmed.fold.state)[0]
        said = {"joker": "win"} if card == "X" else {}
        filmed.enter({"type": "mercy", "seat": 2} if card == "mercy" else plays((seat, card))[0] | said)
    filmed.enter({"type": "deal"})
    assert filmed.page("/film").count("A card was entered wrongly, or somebody revoked") == 1
    assert "A card was entered wrongly" in filmed.page("/moments/5")


def test_a_dispute_about_a_battle_stands_where_that_begins(site: Site) -> None:
    table = site.open_table(site.phone(), TWO, game=GAME)
    host = Viewer.of(site.store.grants(table.id)[0])
    for number, event in enumerate([*BATTLE, reveal("23")]):
        site.make(table.id, host, event, op=f"{number:016x}", seen=None)
    body = {"hand": 2, "why": "other", "text": "Who led?", "pause": False, "by": "Ann"}
    site.tables.add(table.id, host, line_of("dispute", body))
    now = site.tables.at(table.id)
    with site.app.test_request_context():
        places = [mark.place for mark in marks(now, host) if mark.kind == "dispute"]
    assert places == [len(BATTLE)]
