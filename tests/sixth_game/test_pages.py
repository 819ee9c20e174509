"""Every page about the sixth game, in both languages, without a browser."""

import csv
import io
import re
from typing import Any

import pytest

from tests.sixth_game.support import GAME
from tests.web.support import phone as phones
from tests.web.support.amending import DEAL, commit, get, laid, play, preview, read, referee
from tests.web.support.api_client import ApiClient
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import REVOKE, Phone
from tests.web.support.records import a_record
from tests.web.support.ruling import call
from tests.web.support.site import Site
from webapp.referee.amending.draft import Draft

TALLY = {"type": "tally", "tricks": [9, 4, 4], "knaves": [1, 2, 1]}
CHEATED = [DEAL, *(play(seat, card) for seat, card in REVOKE)]
PAGES = ("", "/scores", "/scores/1", "/log", "/film", "/desk", "/share", "/record", "/protocol", "/amendments")


def at_table(site: Site, *events: Any, **options: Any) -> Phone:
    """Returns the host's phone at a new table on which these events have been entered."""
    return phones.at_table(site, site.phone(), *events, game=GAME, options=options)


def test_the_first_page_and_a_new_table_offer_it(site: Site) -> None:
    for language, name, players in (("en", "Knaves", "3 or 4 players"), ("de", "Buben", "3 oder 4 Spieler")):
        page = read(site.phone(language).get("/").text)
        assert f"{name} {players}" in page
    page = read(site.phone("de").get(f"/tables/new/{GAME}").text)
    assert "Was ein Bube kostet" in page
    assert "Dann kosten die vier Buben acht." in page


def test_its_rule_book_is_there_in_both_languages(site: Site) -> None:
    for language, title, text in (
        ("en", "Dear knaves", "Each trick is a point. Each knave in it costs one."),
        ("de", "Teure Buben", "Jeder Stich ist ein Punkt. Jeder Bube darin kostet einen."),
    ):
        page = site.phone(language).get(f"/rules/{GAME}").text
        assert title in page
        assert text in page
    speaks_german(page, "aus dem Spieltext")


def test_it_is_learned_by_a_lesson_made_from_its_data(site: Site) -> None:
    phone = site.phone()
    said = read(phone.get(f"/learn/{GAME}").text)
    assert "Each of 3 players gets 17 cards. Each trick is a point. Each knave in it costs one." in said
    assert "The highest card of the led suit takes it." in said
    assert "has to follow" not in said, "the sample itself is honest"
    assert re.search(r"Wrong with another hand \w+ holds the [\w ]+, so \w+ must be followed", said)
    assert re.search(r"Ann \d+ tricks? [+]\d+", said)
    assert set(re.findall(r"KNV-\d", said)) >= {"KNV-3", "KNV-4", "KNV-5", "KNV-6", "KNV-7", "KNV-8"}
    assert f'href="/learn/{GAME}"' in phone.get("/learn").text
    speaks_german(site.phone("de").get(f"/learn/{GAME}").text)


def test_its_option_is_told_where_the_rules_of_the_table_are_read(site: Site) -> None:
    phone = at_table(site, knave_costs=2)
    page = read(phone.client.get(f"/rules/{GAME}?table={phone.table.id}").text)
    assert "At this table each knave costs two points." in page


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_of_a_table_can_be_opened(site: Site, language: str) -> None:
    phone = at_table(site, DEAL, TALLY, {"type": "deal", "dealer": 1}, *laid("7C", "2D", "9C", first=2))
    for path in PAGES:
        answer = phone.client.get(phone.url + path, headers={"Accept-Language": language})
        assert answer.status_code == 200, path
        if language == "de":
            speaks_german(answer.text)


def test_a_score_says_where_it_comes_from(site: Site) -> None:
    phone = at_table(site, DEAL, TALLY, knave_costs=2)
    assert re.search(r"9 tricks \+9 .* 1 knave −2 ", read(get(phone, "/scores/1")))
    german = phone.client.get(f"{phone.url}/scores/1", headers={"Accept-Language": "de"}).text
    assert re.search(r"9 Stiche \+9 .* 1 Bube −2 ", read(german))


def test_its_score_sheet_is_a_table_for_other_programs(site: Site) -> None:
    phone = at_table(site, DEAL, TALLY)
    header, first, *_more = csv.reader(io.StringIO(get(phone, "/scores.csv").lstrip("\ufeff"), newline=""))
    row = dict(zip(header, first, strict=True))
    assert [row[name] for name in ("Ann", "Ben", "Cat")] == ["8", "2", "3"]


def test_a_card_that_was_entered_wrongly_is_amended(site: Site) -> None:
    phone = at_table(site, *CHEATED)
    assert "Cat had a club in trick 1" in read(phone.page)
    draft = Draft({2: (play(2, "2C"),)})
    assert "2 of clubs" in preview(phone, draft)
    assert commit(phone, draft).status_code == 303
    assert "Cat had a club in trick 1" not in read(phone.look())


def test_a_case_shows_the_cards_and_the_rule(site: Site) -> None:
    phone = at_table(site, *CHEATED)
    page = get(referee(site, phone.table), "/revokes/2")
    said = read(page)
    assert "Cat had a club in trick 1" in said
    assert "Follow the led suit if you can" in said
    # Side by side, and in whole tricks.
    assert (page.count('class="k h hit"'), page.count('class="k c hit"')) == (2, 2)


def test_an_entry_is_asked_for_field_by_field(site: Site) -> None:
    phone = at_table(site, DEAL, {"type": "trick", "winner": 1, "knaves": 1})
    page = read(get(phone, "/entries/1/amend?part=fields"))
    assert "Knaves" in page
    assert "Who took it" in page


def test_programs_open_a_table_enter_and_read_its_record(site: Site) -> None:
    program = ApiClient(site.app)
    opened = program.post("/tables", a_record(game=GAME, options={"knave_costs": 2}))
    assert opened.status_code == 201, opened.text
    table = ApiClient(site.app, opened.json["id"], opened.json["token"])  # type: ignore[index]
    for event in (DEAL, TALLY):
        answer = table.enter(event, key=f"entry-{event['type']}")
        assert answer.status_code == 201, answer.text
    assert table.result()["scores"] == [7, 0, 2]
    record = table.get("/record").json
    assert record is not None
    assert (record["game"], record["events"][1]) == (GAME, TALLY)
    wrong = table.enter({"type": "deal", "dealer": 9}, key="entry-wrong")
    assert wrong.status_code == 422


def test_the_description_of_the_api_has_its_events(site: Site) -> None:
    described = site.phone().get("/api/v1/openapi.json").json
    assert described is not None
    assert "Knaves" in str(sorted(described["components"]["schemas"]))


def test_a_claim_has_the_tricks_with_their_knaves_as_evidence(site: Site) -> None:
    phone = at_table(site, DEAL, *(play(seat, card) for seat, card in ((1, "7C"), (2, "JC"), (0, "9C"))))
    page = read(site.referee(phone.table).get(call(site, phone.table, phone.client, "score", hand=1)).text)
    assert "Trick by trick: Tricks · Knaves" in page
    assert "Together 0 · 0 0 · 0 1 · 1" in page
