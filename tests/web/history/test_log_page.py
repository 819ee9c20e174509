"""The log: every line once, with who and when; what is closed says when it opens, and nothing else of itself."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.cases import each
from tests.databases import changing
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import REVOKE
from tests.web.support.random_matches import TABLES, evening, folds
from tests.web.support.score_sheets import read
from tests.web.support.site import NAMES, Site
from webapp.http.limits import LOG_LINES_A_PAGE
from webapp.store.models import Table
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.lines.matters import Ruled
from webapp.table.viewer import Viewer

Raw = dict[str, Any]
DEAL: Raw = {"type": "deal", "dealer": 0}
OWN: Raw = {"type": "hand", "seat": 2, "cards": [f"{rank}H" for rank in "23456789TJQKA"] + ["3S", "4S", "5S", "6S"]}
LINE = re.compile(r'(?s)<li id="([ed]\d+)" class="entry.*?</li>')
OPENS = "opens when the hand ends"


def plays(*played: tuple[int, str], **more: Any) -> list[Raw]:
    return [{"type": "play", "seat": seat, "card": card, **more} for seat, card in played]


class Evening:
    """A table of Ann, Ben and Cat, each with a phone of their own, on which anything may be entered."""

    def __init__(self, site: Site, *events: Raw, game: str = "sixes-and-sevens", players: int = 3, **more: Any) -> None:
        self.site, self.host = site, site.phone()
        self.table: Table = site.open_table(self.host, NAMES[:players], game=game, host_seat=0, **more)
        self.phones = [self.host, *(site.seat(self.table, seat) for seat in range(1, players))]
        self.enter(*events)

    @property
    def url(self) -> str:
        return f"/tables/{self.table.id}/log"

    @property
    def log(self) -> list[Raw]:
        return [json.loads(line.body) for line in self.site.store.events(self.table.id)]

    def enter(self, *events: Raw, by: int | None = None, **more: Any) -> None:
        """Enters what the rules take, whatever this phone may do: as a referee's would."""
        for event in events:
            seat = event.get("seat", 0) if by is None else by
            who = Viewer(self.site.device(self.phones[seat]), "player", seat, agreed=True)
            op = f"{self.site.tables.at(self.table.id).fold.seq:016}"
            made = self.site.make(self.table.id, who, event, op=op, seen=None, **more)
            assert isinstance(made, Made), (event, made)

    def note(self, kind: str, seat: int, **body: Any) -> None:
        viewer = Viewer(self.site.device(self.phones[seat]), "host", seat, agreed=True)
        assert isinstance(self.site.tables.add(self.table.id, viewer, line_of(kind, body)), Made)

    def lines(self, phone: FlaskClient | None = None, query: str = "") -> dict[str, str]:
        """Returns the lines of a page by their anchors, the newest first."""
        page = (phone or self.host).get(self.url + query)
        assert page.status_code == 200, page.text
        return {found[1]: " ".join(read(found[0]).split()) for found in LINE.finditer(page.text)}

    def html(self, anchor: str, phone: FlaskClient | None = None) -> str:
        found = re.search(rf'(?s)<li id="{anchor}" class="entry.*?</li>', (phone or self.host).get(self.url).text)
        assert found, anchor
        return found[0]


# Every line


@pytest.mark.parametrize(("game", "players"), dict(TABLES).items(), ids=str)
def test_every_line_of_an_evening_is_there_once_and_in_order(site: Site, game: str, players: int) -> None:
    match = evening(game, players, 2, cheats=True)
    list(folds(match, 130))
    table = Evening(site, *match.log, game=game, players=players, options=dict(match.fold.header.options))
    for event in ({"type": "undo"}, {"type": "undo"}):
        table.enter(event, by=0)
    pages = -(-len(table.log) // LOG_LINES_A_PAGE)
    anchors = [anchor for page in range(1, pages + 1) for anchor in table.lines(query=f"?page={page}")]
    assert anchors == [f"e{place}" for place in reversed(range(len(table.log)))]
    assert table.host.get(f"{table.url}?page={pages + 1}").status_code == 404
    german = site.watcher(table.table)
    german.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    speaks_german(german.get(table.url).text, "Logbuch", "Zurückgenommen:")


def test_the_lines_of_each_hand_are_all_lines(site: Site) -> None:
    match = evening("sichere-six", 3, 4)
    list(folds(match, 150))
    table = Evening(site, *match.log, game="sichere-six", options=dict(match.fold.header.options))
    hands = re.findall(r'href="[^"]*\?hand=(\d+)"', table.host.get(table.url).text)
    assert len(hands) > 2
    found = [anchor for hand in hands for anchor in table.lines(query=f"?hand={hand}")]
    assert sorted(found) == sorted(f"e{place}" for place in range(len(table.log)))


def test_a_line_says_who_when_and_on_which_phone(site: Site) -> None:
    table = Evening(site, DEAL, *plays((1, "7C")))
    line = table.html("e1")
    assert re.search(r'<time datetime="20\d\d-\d\d-\d\dT[^"]+\+00:00">\d\d:\d\d</time>', line)
    assert "Ben</b> played" in line
    assert "Ben’s phone" in line


def test_an_entry_taken_back_is_crossed_out_and_leads_to_who_did_it(site: Site) -> None:
    table = Evening(site, DEAL, *plays((1, "7C")))
    table.enter({"type": "undo"}, by=2)
    assert "<s><b>Ben</b> played" in table.html("e1")
    assert re.search(r'href="[^"]*/log#e2">taken back at \d\d:\d\d<', table.html("e1"))
    assert re.match(r"\d\d:\d\d Taken back: Ben played 7 Cat’s phone", table.lines()["e2"])
    assert "<s><b>Ben</b> played" in table.html("e2")


def test_a_correction_shows_before_and_after_and_why(site: Site) -> None:
    table = Evening(site, DEAL, *plays((1, "7C"), (2, "2H")))
    change = {"target": 2, "with": plays((2, "2C"))}
    table.enter({"type": "amend", "changes": [change], "reason": "Tapped <wrongly>"}, by=0)
    line = table.lines()["e3"]
    assert "Corrected: Hand 1, trick 1: Cat played 2 → Cat played 2 Tapped &lt;wrongly&gt; Ann’s phone" in line
    assert re.search(r"<s>.*2 of hearts.*</s> → <b>.*2 of clubs.*</b>", table.html("e3"))
    assert "corrected at" in table.html("e2")


def test_what_was_put_in_or_deleted_says_so(site: Site) -> None:
    table = Evening(site, DEAL, *plays((1, "7C"), (2, "2C"), (0, "9C")))
    table.enter({"type": "amend", "changes": [{"target": 3, "with": []}]}, by=0)
    assert "→ nothing stands here now" in table.lines()["e4"]
    table.enter(*plays((0, "9C")))
    table.enter({"type": "amend", "changes": [{"target": 0, "with": [DEAL, {"type": "void-hand"}, DEAL]}]}, by=0)
    assert "Corrected: Hand 1: nothing stood here → The hand was void Ann’s phone" in table.lines()["e6"]
    assert "<s>" not in table.html("e0"), "the deal still stands beside what was put in"


def test_points_rulings_and_the_desk_are_in_the_log(site: Site) -> None:
    table = Evening(site, DEAL, *plays((1, "7C"), (2, "2H")))
    table.note("dispute", 1, why="revoke", text="Cat had <clubs>", by="Ben", about=2, pause=True)
    table.note("resume", 0)
    table.note("referee", 0, name="Eva")
    ruling = {"type": "ruling", "event": 2, "text": "So be it.", "rule": "ODD-7", "remedy": "stands", "by": "Eva"}
    table.enter(ruling, by=0, desk=[Ruled(1)])
    table.note("reopen", 0, ruling=3)
    table.enter({"type": "adjust", "points": [0, 1, -1], "reason": "Coffee"}, by=0)
    table.note("dismissed", 0, name="Eva")
    lines = table.lines()
    assert list(lines) == ["d5", "e4", "d4", "d3", "e3", "d2", "d1", "d0", "e2", "e1", "e0"]
    assert "Ben asks for a ruling (dispute 1): " in lines["d0"]
    assert "Cat had &lt;clubs&gt;. Play pauses. Ben’s phone · about the entry of" in lines["d0"]
    assert "Play goes on." in lines["d1"]
    assert "Eva came as referee" in lines["d2"]
    assert "It stands as it was played. So be it. ODD-7 Ann’s phone" in lines["e3"]
    assert f'href="/rules/sixes-and-sevens?table={table.table.id}' in table.html("e3")
    assert "Dispute 1 was settled by a ruling" in lines["d3"]
    assert "A ruling was reopened" in lines["d4"]
    assert "Coffee Ann 0, Ben +1 and Cat −1" in lines["e4"]
    assert "Eva rules no longer" in lines["d5"]


def test_a_table_that_was_opened_from_a_record_says_so(site: Site) -> None:
    first = Evening(site, DEAL, *plays((1, "7C")))
    bodies = [line.body for line in site.store.events(first.table.id)]
    note = {"fingerprint": "a1b2c3d4e5f60718" + "0" * 48, "events": 2}
    header = site.tables.at(first.table.id).fold.header
    opened = site.store.open_record(header, bodies, device_id=site.device(first.host), note=note)
    page = first.host.get(f"/tables/{opened.id}/log").text
    assert "The table was opened from a record of 2 entries. Fingerprint a1b2 c3d4 e5f6 0718" in page
    assert "Ben</b> played" in page


def test_names_are_only_text(site: Site) -> None:
    table = Evening(site)
    table.table.players[1] = "<i>%(x)s"
    with changing(site.store) as session:
        session.merge(table.table)
    site.tables.rewrite(table.table.id, lambda: None)
    table.enter(DEAL, *plays((1, "7C")), {"type": "adjust", "points": [0, 1, 0], "reason": "%(y)s"})
    page = table.host.get(table.url).text
    assert "<i>" not in page
    assert "&lt;i&gt;%(x)s" in page


# What is closed


@pytest.mark.rule("GEN-5")
def test_a_declared_hand_opens_to_nobody_before_the_hand_is_over(site: Site) -> None:
    table = Evening(site, DEAL, OWN, *plays((1, "7C")))
    watcher, referee = site.watcher(table.table), site.referee(table.table)
    for phone in (*table.phones, watcher):
        line = table.lines(phone)["e1"]
        assert f"Cat’s own hand was entered Cat’s phone · {OPENS}" in line
        assert "hearts" not in table.html("e1", phone)
    assert "Ace of hearts" in table.html("e1", referee)
    assert "Closed to players" in table.html("e1", referee)
    table.enter({"type": "undo"}, {"type": "undo"}, by=2)
    assert "hearts" not in table.host.get(table.url).text, "nor once it was taken back"
    assert f"Taken back: Cat’s own hand was entered Cat’s phone · {OPENS}" in table.lines()["e4"]
    table.enter({"type": "undo"}, DEAL, {"type": "tally", "tricks": [9, 4, 4]}, by=0)
    assert "Ace of hearts" in table.html("e1", watcher), "the hand is over"
    assert "Ace of hearts" in table.html("e4", watcher)


@pytest.mark.rule("GEN-5", "DEEP-8")
def test_passed_cards_read_the_same_whether_they_were_said_or_not(site: Site) -> None:
    start: list[Raw] = [DEAL, {"type": "bid", "seat": 1, "amount": 120}]
    start += [*({"type": "pass", "seat": seat} for seat in (2, 3, 0)), {"type": "sink", "seat": 1, "suit": "H"}]
    passed: Raw = {"type": "exchange", "seat": 3}
    said, unsaid = (
        Evening(site, *start, passed | cards, game="deep-six", players=4)
        for cards in ({"cards": ["2C", "3C", "4C"]}, {})
    )
    assert said.lines()["e6"] == unsaid.lines()["e6"]
    assert OPENS in said.lines()["e6"]
    assert "2 of clubs" in said.html("e6", site.referee(said.table))


@pytest.mark.rule("GEN-5")
def test_older_tricks_open_when_the_hand_is_over(site: Site) -> None:
    first, second, third = ((1, "7C"), (2, "2C"), (0, "9C")), ((0, "3D"), (1, "4D"), (2, "6D")), ((0, "3S"), (1, "4S"))
    table = Evening(site, DEAL, *plays(*first, *second[:2]))
    assert OPENS not in table.host.get(table.url).text
    table.enter(*plays(second[2], *third))
    lines = table.lines()
    assert [place for place in range(len(lines)) if OPENS in lines[f"e{place}"]] == [1, 2, 3]
    assert "Hand 1, trick 1 Ben’s phone" in lines["e1"]
    assert "7 of clubs" in table.html("e1", site.referee(table.table))
    table.enter({"type": "amend", "changes": [{"target": 2, "with": plays((2, "5C"))}], "reason": "It was the 5"}, by=0)
    assert "Corrected: Hand 1, trick 1 Ann’s phone · " + OPENS in table.lines()["e9"]
    assert "It was the 5" not in table.host.get(table.url).text
    open_book = Evening(site, *table.log, book="open")
    assert OPENS not in open_book.host.get(open_book.url).text


def test_a_breach_that_only_one_seat_knows_of_is_not_told_by_the_log(site: Site) -> None:
    table = Evening(site, DEAL, OWN | {"cards": [*OWN["cards"][:-1], "8C"]}, *plays((1, "7C")))
    table.enter(*plays((2, "2H"), irregular=True))
    really = "It really happened"
    assert really not in table.host.get(table.url).text
    assert really in table.html("e3", site.referee(table.table))
    table.enter(*plays((0, "9C")), *[{"type": "trick", "winner": 0}] * 16, by=0)
    assert really in table.html("e3")


# Who may look, and where


@each("query", ["?page=0", "?page=2", "?page=x", "?hand=9", "?hand=", "?hand=-1", f"?page={2**70}"])
def test_there_is_no_such_page(site: Site, query: str) -> None:
    table = Evening(site, DEAL)
    assert table.host.get(table.url + query).status_code == 404


def test_an_empty_log_says_so(site: Site) -> None:
    table = Evening(site)
    assert "Nothing entered yet" in table.host.get(table.url).text


def test_a_line_leads_to_its_moment_where_it_may_be_looked_at(site: Site) -> None:
    table = Evening(
        site, DEAL, {"type": "tally", "tricks": [9, 4, 4]}, {"type": "deal", "dealer": 1}, *plays((2, "7C"))
    )
    moment = f'href="/tables/{table.table.id}/moments/'
    assert moment + "1" in table.html("e1")
    assert moment not in table.html("e3"), "this hand is under way"
    assert moment + "3" in table.html("e3", site.referee(table.table))
    for place in (0, 1):
        assert table.host.get(f"/tables/{table.table.id}/moments/{place}").status_code == 200
    table.enter({"type": "undo"}, by=0)
    assert moment not in table.html("e3", site.referee(table.table)), "nothing stands there any more"


def test_the_desk_leads_to_the_log(site: Site) -> None:
    table = Evening(site, DEAL)
    assert f'href="{table.url}"' in table.host.get(f"/tables/{table.table.id}/desk").text


def test_a_card_says_its_trick(site: Site) -> None:
    table = Evening(site, DEAL, *plays(*REVOKE))
    page = table.host.get(table.url).text
    assert re.findall(r">trick (\d) · ", page) == list("222111")  # the newest first
