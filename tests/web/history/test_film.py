"""The record as a film: every moment with the board as it was, and who may look at which."""

import random
import re
from typing import Any

import pytest

from rules_core import replay
from rules_core.events import Settle
from tests.web.support.film import CARDS, DEAL, REVOKED, STEPS, TALLY, Filmed, plays
from tests.web.support.german_pages import speaks_german
from tests.web.support.random_matches import TABLES, evening, folds, put
from tests.web.support.score_sheets import read
from tests.web.support.site import NAMES, Site
from webapp.games.common import entries
from webapp.history.film.moments import moments

LEAPS = re.compile(r'<a href="[^"]*/moments/([^"]+)" aria-label="([^"]+)"')


@pytest.fixture
def open_book(site: Site) -> Filmed:
    """A hand under way in an open book: trick 1 is taken, trick 2 has two cards."""
    return Filmed(site, [DEAL, *plays((1, "7C"), (2, "2C"), (0, "9C"), (0, "3D"), (1, "4D"))], book="open")


def keys(page: str) -> dict[str, str]:
    """Returns where the keys lead, by what they are called."""
    return {label: name for name, label in LEAPS.findall(page[page.index('class="steps"') :])}


def test_a_hand_that_was_entered_as_totals_has_no_trick(site: Site) -> None:
    filmed = Filmed(site, [DEAL, TALLY])
    assert [moment.trick for moment in moments(filmed.fold)] == [0, 0, 0]
    assert "trick 1" not in filmed.page("/film").lower()


# Every game


@pytest.mark.parametrize(("game", "players"), dict(TABLES).items(), ids=str)
def test_every_moment_of_every_game_opens(site: Site, game: str, players: int) -> None:
    filmed = Filmed(site, players=NAMES[:players], game=game, book="open")
    chance = random.Random(f"{game} {players}")
    fold = list(folds(evening(game, players, 3, cheats=True), 300))[-1]
    put(site, filmed.table, fold)
    for moment in chance.sample(moments(fold)[1:], 12):
        page = filmed.page(f"/moments/{moment.name}")
        assert moment.node is not None
        if not isinstance(moment.node.event, Settle):  # that one says what it led to
            with site.app.test_request_context():
                assert entries.entry(moment.node.event, NAMES[:players]) in page
    assert filmed.url(f"/moments/{moments(fold)[-1].name}") in filmed.page("/film")


def test_the_board_is_as_it_was(open_book: Filmed) -> None:
    lay = [CARDS.findall(open_book.page(f"/moments/{name}").partition('class="last"')[0]) for name in "1235"]
    assert [len(cards) for cards in lay[:2]] == [1, 2]
    assert lay[1] == ["2 of clubs", "7 of clubs"][::-1]
    assert "3 of diamonds" not in lay[2], "later cards are not there yet"
    assert "1 trick" in read(open_book.page("/moments/3"))
    assert "Ann leads" in read(open_book.page("/moments/3"))


def test_totals_are_as_they_were(site: Site) -> None:
    filmed = Filmed(site, [DEAL, TALLY, {"type": "deal"}, TALLY])
    totals = [read(filmed.page(f"/moments/{name}")) for name in ("0", "1", "3")]
    assert ["Ann 0" in totals[0], "Ann 9" in totals[1], "Ann 18" in totals[2]] == [True] * 3
    assert "Hand 2" in totals[2]


def test_nothing_is_folded_again(open_book: Filmed, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_more: Any) -> None:
        raise AssertionError("folded")

    monkeypatch.setattr(replay, "step", never)
    monkeypatch.setattr(type(open_book.fold.game), "apply", never)
    assert open_book.get("/moments/3").status_code == 200


# Stepping and leaping


def test_steps_go_through_all_moments(open_book: Filmed) -> None:
    seen, path = [], "/moments/start"
    while path:
        page = open_book.page(path)
        seen.append(path.rpartition("/")[2])
        found = {rel: url for url, rel in STEPS.findall(page)}
        assert ("prev" in found) == (len(seen) > 1)
        path = found.get("next", "").removeprefix(open_book.url())
    assert seen == open_book.names == ["start", "0", "1", "2", "3", "4", "5"]


def test_leaps_go_by_trick_hand_and_to_the_ends(site: Site) -> None:
    filmed = Filmed(site, [*REVOKED[:4], {"type": "void-hand"}, DEAL, *plays((1, "7C"))], book="open")
    assert keys(filmed.page("/moments/2")) == {
        "First moment": "start",
        "One back": "1",
        "One forward": "3",
        "Last moment": "6",
        "Previous hand": "start",
        "Previous trick": "1",
        "Next trick": "4",
    }
    filmed.enter({"type": "undo"})
    filmed.enter(TALLY)
    filmed.enter({"type": "deal"})
    assert keys(filmed.page("/moments/2"))["Next hand"] == "9"
    assert keys(filmed.page("/moments/9"))["Previous hand"] == "start"


def test_the_list_leads_to_each_trick(open_book: Filmed) -> None:
    page = open_book.page("/film")
    jumps = re.findall(r'/moments/(\S+)"[^>]* title="([^"]+)"', page)
    assert jumps == [("start", "Before the first trick"), ("1", "Ann took trick 1"), ("4", "Trick 2")]
    here = open_book.page("/moments/4")
    assert re.search(r'/moments/4" aria-current="true" aria-label="Trick 2"', here)


@pytest.mark.rule("SIC-14", "SU-20")
def test_what_follows_a_trick_belongs_to_it(site: Site) -> None:
    """The Mercy is taken while the trick lies on; a call after the last trick is made over it."""
    mercy = [DEAL, *plays((1, "TD"), (2, "9D"), (0, "6D")), {"type": "mercy", "seat": 1}, *plays((1, "8S"))]
    filmed = Filmed(site, mercy, game="sichere-six", book="open")
    assert 'moments/1" aria-current="true" title="Ben took trick 1"' in filmed.page("/moments/4")
    up = {"type": "turn-up", "card": "7H"}
    tricks = [{"type": "trick", "winner": 0, "augen": 1} for _ in range(16)]
    filmed = Filmed(site, [DEAL, up, *tricks, {"type": "settle"}], game="sechsundsechzig", players=NAMES[:2])
    assert 'aria-current="true" title="Ann took trick 16"' in filmed.page("/moments/18")


def test_skirmishes_are_leapt_over_in_a_war(site: Site) -> None:
    war = [{"type": "reveal", "cards": ["K", "9"]}, {"type": "settle"}, {"type": "reveal", "cards": ["2", "9"]}]
    filmed = Filmed(site, war, game="sichermans-war", players=("Ann", "Ben"), book="open")
    assert "Ann took skirmish 1" in filmed.page("/film")
    assert keys(filmed.page("/moments/0"))["Next skirmish"] == "2"


# Who may look


def test_the_hand_under_way_is_closed(site: Site) -> None:
    filmed = Filmed(site, [DEAL, TALLY, {"type": "deal"}, *plays((2, "7C"), (0, "2C"))])
    player, watcher = site.seat(filmed.table, 1), site.watcher(filmed.table)
    for phone in (filmed.host, player, watcher):
        assert filmed.get("/moments/1", phone).status_code == 200
        answer = filmed.get("/moments/3", phone)
        assert answer.status_code == 403
        assert "Hand 2 is under way: it opens when the hand ends." in answer.text
        assert f'href="{filmed.url("/moments/1")}"' in answer.text, "the nearest one that is open"
        assert "7 of clubs" not in answer.text
        contents = filmed.page("/film", phone)
        assert "it opens when the hand ends" in contents
        assert "/moments/3" not in contents
        assert "Next" not in "".join(keys(filmed.page("/moments/1", phone)))


def test_a_referee_looks_at_it_and_is_told_that_it_is_closed(site: Site) -> None:
    filmed = Filmed(site, [DEAL, *plays((1, "7C"))])
    referee = site.referee(filmed.table)
    page = filmed.page("/moments/1", referee)
    assert "Closed to players" in page
    assert "7 of clubs" in page
    assert "Closed to players" in filmed.page("/film", referee)
    filmed.enter({"type": "undo"})
    filmed.enter(TALLY)
    assert "Closed to players" not in filmed.page("/moments/0", referee)


def test_entered_hands_open_when_the_hand_is_over(site: Site) -> None:
    hand = [f"{rank}D" for rank in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]
    filmed = Filmed(site, [DEAL], book="open")
    seats = [site.seat(filmed.table, seat) for seat in (1, 2)]
    filmed.enter({"type": "hand", "seat": 1, "cards": hand})
    shown = ["Hands that were entered" in filmed.page("/moments/1", phone) for phone in (*seats, filmed.host)]
    assert shown == [True, False, False], "an open book opens no hand"
    filmed.enter(TALLY)
    assert all("Hands that were entered" in filmed.page("/moments/1", phone) for phone in (*seats, filmed.host))
    assert "Hands that were entered" not in filmed.page("/moments/0")


def test_passed_cards_open_when_the_hand_is_over(site: Site) -> None:
    events = [
        DEAL,
        *({"type": "pass", "seat": seat} for seat in (1, 2, 3)),
        {"type": "bid", "seat": 0, "amount": 120},
        {"type": "sink", "seat": 0, "suit": "H"},
        {"type": "exchange", "seat": 2, "cards": ["2C", "3C", "4C"]},
    ]
    filmed = Filmed(site, events, game="deep-six", players=NAMES[:4], book="open")
    assert "Cat passed" not in filmed.page("/moments/6")
    filmed.enter({"type": "exchange", "seat": 0})
    filmed.enter({"type": "tally", "taken": [120, 130], "meld": [0, 0]})
    assert "Cat passed" in filmed.page("/moments/6")
    assert "2 of clubs" in filmed.page("/moments/6")


def test_a_voided_hand_stays_closed_until_the_next_one_ends(site: Site) -> None:
    filmed = Filmed(site, [*REVOKED[:3], {"type": "void-hand"}, DEAL])
    assert filmed.get("/moments/1").status_code == 403
    filmed.enter(TALLY)
    assert "7 of clubs" in filmed.page("/moments/1")


def test_what_names_no_moment_is_not_found(open_book: Filmed) -> None:
    for name in ("x", "-1", "1.0", "01", "1.x", "9" * 12, "1.99999"):
        assert open_book.get(f"/moments/{name}").status_code == 404


# Ways in, sharing, German


def test_the_score_sheet_leads_to_the_hand(site: Site) -> None:
    filmed = Filmed(site, [DEAL, TALLY, {"type": "deal"}, TALLY])
    for number, name in ((1, "0"), (2, "2")):
        assert filmed.url(f"/moments/{name}") in filmed.page(f"/scores/{number}")


def test_the_shelf_leads_to_the_film_of_a_match_that_is_over(site: Site) -> None:
    filmed = Filmed(site, [DEAL, TALLY, {"type": "deal"}, TALLY])
    assert filmed.url("/film") not in filmed.host.get("/").text
    filmed.enter({"type": "deal"})
    filmed.enter(TALLY)
    assert filmed.url("/film") in filmed.host.get("/").text


def test_a_moment_leads_to_the_referee_for_those_who_enter(site: Site, open_book: Filmed) -> None:
    call = open_book.url("/disputes/new?event=2")
    assert call in open_book.page("/moments/2")
    assert call not in open_book.page("/moments/2", site.watcher(open_book.table))


def test_a_moment_can_be_shared(open_book: Filmed) -> None:
    page = open_book.page("/moments/2")
    assert f'data-share="http://localhost{open_book.url("/moments/2")}"' in page
    assert f'data-copy="http://localhost{open_book.url("/moments/2")}"' in page


def test_the_film_speaks_german(site: Site) -> None:
    filmed = Filmed(site, REVOKED, language="de", book="open")
    filmed.enter({"type": "ruling", "event": 2, "text": "Es gilt."})
    speaks_german(filmed.page("/film"), "Film der Partie", "Von Anfang an", "Ann hat Stich 1 gewonnen")
    speaks_german(filmed.page("/moments/2"), "Film", "Stich", "Was hier gespielt werden darf, und warum")
    speaks_german(filmed.get("/moments/99").text, "Diesen Moment gibt es nicht mehr")
