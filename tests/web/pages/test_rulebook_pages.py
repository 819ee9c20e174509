"""The rule book: found by what it says, linked by number, and shown with what a table has agreed on."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.cases import each
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone
from tests.web.support.random_matches import VARIANTS
from tests.web.support.score_sheets import at_table, read
from tests.web.support.site import NAMES, Site
from webapp.games.common.rulebook import EVERY_TABLE, chapters, game_of, in_full, rule_url
from webapp.games.registry import look_of, looks

NUMBERS = [rule.number for rules in (*chapters().values(), EVERY_TABLE) for rule in rules]
PLAYERS = {game: max(module.players) for game, module in GAMES.items()}
OTHERWISE: dict[str, dict[str, Any]] = {
    **VARIANTS,
    "sechsundsechzig": {**VARIANTS["sechsundsechzig"], "target": 5, "partners": False},
}
USUAL: dict[str, dict[str, Any]] = {game: {} for game in VARIANTS}


def shown(page: str) -> list[str]:
    """The numbers of the rules that a page shows."""
    return re.findall(r'<div id="([A-Z]+-V?\d+)">', page)


def rule_on(page: str, number: str) -> str:
    """What a page shows of one rule."""
    found = re.search(rf'(?s)<div id="{number}">(.*?)</div>', page)
    assert found, number
    return read(found[1])


# Numbers as addresses


def test_every_number_leads_to_its_rule(site: Site) -> None:
    phone = site.phone()
    books = {game: shown(phone.get(f"/rules/{game}" if game else "/rules").text) for game in (*GAMES, None)}
    for number in NUMBERS:
        game = game_of(number)
        place = f"/rules/{game}#{number}" if game else f"/rules#{number}"
        assert number in books[game]
        for written in (number, number.lower()):
            answer = phone.get(f"/rules/{written}")
            assert (answer.status_code, answer.location) == (302, place)


@pytest.mark.parametrize(("name", "text"), [("SIC-99", "no rule of this number"), ("chess", "no rule book")])
def test_what_is_no_number_is_not_there(site: Site, name: str, text: str) -> None:
    answer = site.phone().get(f"/rules/{name}")
    assert answer.status_code == 404
    assert text in answer.text


def test_the_index_leads_to_every_game_and_back(site: Site) -> None:
    phone = site.phone()
    assert 'href="/rules"' in phone.get("/").text
    page = phone.get("/rules").text
    assert shown(page) == [rule.number for rule in EVERY_TABLE]
    for game in GAMES:
        assert f'href="/rules/{game}"' in page
        assert 'href="/rules"' in phone.get(f"/rules/{game}").text


def test_a_rule_says_where_it_comes_from(site: Site) -> None:
    page = site.phone().get("/rules/sixes-and-sevens").text
    assert "from the game’s text" in rule_on(page, "ODD-1")
    assert "decided here" in rule_on(page, "ODD-12")
    assert "option" in rule_on(page, "ODD-V1")


# Search


@each(
    "language, query, numbers",
    [
        ("en", "Spit", ["SIC-9"]),
        ("en", "sPiT printed", ["SIC-9"]),
        ("en", "SIC-6", ["SIC-6"]),
        ("en", "sic 6", ["SIC-6"]),
        ("en", "sic6", ["SIC-6"]),
        ("en", "fate's MERCY deal", ["SIC-3"]),
        ("en", "−9", ["SIC-22"]),
        ("en", "-9", ["SIC-22"]),
        ("de", "auserwählt", ["SIC-14", "SIC-18"]),
        ("de", "AUSERWÄHLT", ["SIC-14", "SIC-18"]),
        ("de", "auserwahlt", ["SIC-14", "SIC-18"]),
        ("de", "auserwaehlt", ["SIC-14", "SIC-18"]),
        ("de", "ungerade", []),
    ],
)
def test_rules_are_found_by_what_they_say(site: Site, language: str, query: str, numbers: list[str]) -> None:
    page = site.phone(language).get("/rules/sichere-six", query_string={"q": query}).text
    assert [number for number in shown(page) if number.startswith("SIC")] == numbers
    assert ("<mark>" in page) == bool(numbers)


def test_every_word_must_be_there_and_each_is_marked(site: Site) -> None:
    page = site.phone().get("/rules/sechsundsechzig?q=talon+trump").text
    assert "SU-3" in shown(page)
    assert "SU-6" not in shown(page)
    marks = {text.lower() for text in re.findall(r"<mark>(.*?)</mark>", page)}
    assert {"talon", "trump"} <= marks


def test_a_number_is_not_the_beginning_of_another(site: Site) -> None:
    assert shown(site.phone().get("/rules/sixes-and-sevens?q=odd-1").text) == ["ODD-1"]
    assert len(shown(site.phone().get("/rules/sixes-and-sevens?q=odd").text)) == len(chapters()["sixes-and-sevens"])


def test_all_games_are_searched_at_once(site: Site) -> None:
    page = site.phone().get("/rules?q=joker").text
    assert {"SIC-10", "WAR-1"} <= set(shown(page))
    assert "Sicherman’s War</h2>" in page
    assert "Deep Six</h2>" not in page
    assert 'href="/rules/sichere-six#SIC-10"' in page
    said = re.search(r"“joker” stands in (\d+) rules\.", page)
    assert said
    assert int(said[1]) == len(shown(page))


def test_nothing_found_shows_ways_out(site: Site) -> None:
    page = site.phone().get("/rules/deep-six?q=xylophone").text
    assert shown(page) == []
    assert "“xylophone” stands in no rule here." in page
    assert 'href="/rules/deep-six">Show all rules' in page
    assert 'href="/rules?q=xylophone">Search all games' in page
    german = site.phone("de").get("/rules/deep-six?q=xylophon").text
    speaks_german(german, "„xylophon“ steht hier in keiner Regel.", "Alle Regeln zeigen", "In allen Spielen suchen")


def test_the_search_works_without_the_script(site: Site) -> None:
    page = site.phone().get("/rules?q=joker").text
    assert 'role="search" action="/rules"' in page
    assert 'name="q" value="joker"' in page


@each("query", ["<b>x</b>", "%(words)s", "x" * 5000, "\0", "\ud800", " ", "ß", "ﬁ", "’", "ae" * 60])
def test_whatever_is_searched_is_only_text(site: Site, query: str) -> None:
    for path in ("/rules", "/rules/sichere-six"):
        answer = site.phone().get(path, query_string={"q": query.encode("utf-8", "surrogatepass")})
        assert answer.status_code == 200
        assert "<b>x</b>" not in answer.text


# The options of a table


@each("game, option", [(game, option) for game, look in looks().items() for option in look.options])
def test_each_option_of_a_table_is_said_where_it_matters(site: Site, app: Flask, game: str, option: str) -> None:
    words = look_of(game).options[option]
    touched = [*words.rules, *words.also]
    heard = []
    for options in (USUAL[game], OTHERWISE[game]):
        host = site.phone()
        table = site.open_table(host, NAMES[: PLAYERS[game]], game=game, options=options)
        page = host.get(f"/rules/{game}?table={table.id}").text
        assert "As agreed at the table of Ann, Ben" in page
        heard.append(tuple(rule_on(page, number) for number in touched if game_of(number) == game))
        assert all("At this table" in said for said in heard[-1]), heard[-1]
        with app.test_request_context():
            read_out = in_full(touched[0], site.tables.at(table.id).fold.state.options, PLAYERS[game])
        assert read_out.chosen is not None
        assert read_out.chosen in heard[-1][0]
    assert heard[0] != heard[1]
    assert "At this table" not in site.phone().get(f"/rules/{game}").text


@pytest.mark.rule("SU-16")
def test_four_are_partners_unless_they_have_agreed_otherwise(site: Site) -> None:
    said = []
    for players, options in ((4, {}), (4, {"partners": False}), (3, {})):
        host = site.phone()
        table = site.open_table(host, NAMES[:players], game="sechsundsechzig", options=options)
        said.append(rule_on(host.get(f"/rules/sechsundsechzig?table={table.id}").text, "SU-16"))
    assert said[0].strip().endswith("At this table the four are partners across.")
    assert said[1].strip().endswith("At this table all four play for themselves.")
    assert "At this table" not in said[2]


@each(
    "game, options, number, text",
    [
        ("sichere-six", {"rounds": 5}, "SIC-20", "5 rounds decided here"),
        ("sichere-six", {"rounds": 1}, "SIC-20", "A match is 1 round."),
        ("sichere-six", {"threshold": 12}, "SIC-22", "A score of 12 or −12 ends the match early"),
        ("deep-six", {"target": 300}, "DEEP-2", "the side that reaches 300 loses"),
        ("deep-six", {"target_by": "exceeding"}, "DEEP-2", "the side that has more than 500 loses"),
        ("deep-six", {"target": 300, "target_by": "exceeding"}, "DEEP-22", "it takes more than 300 to end the match"),
        ("sechsundsechzig", {"call_at": 101}, "SU-15", "promises to reach 101"),
        ("sechsundsechzig", {"call_at": 101}, "SU-19", "Calling 101"),
        ("sechsundsechzig", {"target": 3}, "SU-25", "here 3 points win the match"),
    ],
)
def test_a_number_in_a_rule_is_the_tables_own(
    site: Site, game: str, options: dict[str, Any], number: str, text: str
) -> None:
    host = site.phone()
    table = site.open_table(host, NAMES[: min(GAMES[game].players)], game=game, options=options)
    told = rule_on(host.get(f"/rules/{game}?table={table.id}").text, number)
    assert text.split()[0] in told
    assert text.replace(" decided here", "") in told
    assert text.replace(" decided here", "") not in rule_on(host.get(f"/rules/{game}").text, number)


def test_what_a_table_has_agreed_on_is_found_too(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, game="sichere-six", options={"threshold": 37})
    assert shown(host.get(f"/rules/sichere-six?table={table.id}&q=37").text) == ["SIC-22"]
    found = host.get(f"/rules?table={table.id}&q=37").text
    assert shown(found) == ["SIC-22"]
    assert f'href="/rules/sichere-six?table={table.id}#SIC-22"' in found
    assert shown(host.get("/rules/sichere-six?q=37").text) == []


def test_strangers_learn_nothing_of_a_table(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, game="sichere-six", options={"rounds": 5})
    stranger = site.phone()
    for path in ("/rules/sichere-six", "/rules", "/rules/sichere-six?q=rounds"):
        plain, sign = stranger.get(path).text, "&" if "?" in path else "?"
        for number in (table.id, 999, 2**53, 2**80, "x", "-1", ""):
            assert stranger.get(f"{path}{sign}table={number}").text == plain
    assert "5 rounds" in site.watcher(table).get(f"/rules/sichere-six?table={table.id}").text


def test_another_games_table_is_left_out(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, game="sichere-six")
    assert host.get(f"/rules/deep-six?table={table.id}").text == host.get("/rules/deep-six").text


# Ways in, and back


def test_a_refusal_cites_its_rule_as_it_holds_there(site: Site, host: FlaskClient) -> None:
    phone = Phone(host, site.open_table(host, game="sichere-six", options={"joker_lead": "no-suit"}))
    phone.enter({"type": "deal", "dealer": 0})
    assert phone.enter({"type": "play", "seat": 0, "card": "6H"}) == 422
    link = re.search(r'id="refusal-text">.*?class="rule" href="([^"]+)"', phone.page)
    assert link
    assert link[1].startswith(f"/rules/sichere-six?table={phone.table.id}#SIC-")
    assert f'href="{phone.url}" aria-label="Back"' in host.get(link[1]).text


def test_a_score_leads_into_the_book_and_back(site: Site) -> None:
    host, table = at_table(
        site, "sixes-and-sevens", 3, {"type": "deal", "dealer": 0}, {"type": "tally", "tricks": [9, 4, 4]}
    )
    why = f"/tables/{table.id}/scores/1"
    link = f"/rules/sixes-and-sevens?table={table.id}&amp;back={why}#ODD-11"
    assert f'href="{link}"' in host.get(why).text
    page = host.get(link.replace("&amp;", "&")).text
    assert f'href="{why}" aria-label="Back"' in page
    found = host.get(link.replace("&amp;", "&").replace("#", "&q=trick#")).text
    assert f'href="{why}" aria-label="Back"' in found, "a search keeps the way back"


@pytest.mark.parametrize(
    ("sent", "page"),
    [
        ("/tables/7/stream?seen=3", "/tables/7"),
        ("/evenings/2/desk/stream", "/evenings/2/desk"),
        ("/tables/7?x=1", "/tables/7?x%3D1"),
    ],
)
def test_from_a_rule_the_way_back_leads_to_a_page_also_where_a_stream_has_sent_it(
    app: Flask, sent: str, page: str
) -> None:
    with app.test_request_context(sent):
        assert rule_url("sichere-six", "SIC-8") == f"/rules/sichere-six?back={page}#SIC-8"


def test_from_the_table_by_the_guide_to_its_rules(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, game="sichere-six", options={"rounds": 5})
    for start in (f"/rules/sichere-six?table={table.id}", f"/rules/sichere-six?back=/tables/{table.id}"):
        guide = re.search(r'href="(/games/sichere-six/entering[^"]*)"', host.get(start).text)
        assert guide
        assert f'href="/tables/{table.id}" aria-label="Back"' in host.get(guide[1]).text
        rules = re.search(r'href="(/rules/sichere-six[^"]*)"', host.get(guide[1]).text)
        assert rules
        assert "A match is 5 rounds." in host.get(rules[1]).text


def test_back_leads_nowhere_else(site: Site) -> None:
    page = site.phone().get("/rules/sichere-six?back=//evil.example").text
    assert "evil" not in page


def test_the_form_of_a_new_table_opens_the_rules_as_they_are_chosen(site: Site, host: FlaskClient) -> None:
    form = host.get("/tables/new/sichere-six").text
    assert 'formaction="/rules/sichere-six" formmethod="get" formtarget="_blank"' in form
    assert 'href="/rules/sichere-six#SIC-22" target="_blank"' in form
    chosen = {"name": ["Ann", "Ben", "Cat"], "option-rounds": "4", "option-joker_lead": "no-suit", "op": "abcdefgh"}
    page = host.get("/rules/sichere-six", query_string=chosen).text
    assert "With what is chosen for the new table so far." in page
    assert "A match is 4 rounds." in rule_on(page, "SIC-20")
    assert "nobody has to follow a led Joker" in rule_on(page, "SIC-11")
    assert "abcdefgh" not in page
    found = host.get("/rules/sichere-six", query_string={**chosen, "q": "rounds"}).text
    assert 'name="option-rounds" value="4"' in found, "a further search keeps what is chosen"
    odd = host.get("/rules/sichere-six", query_string={**chosen, "option-rounds": "many"})
    assert (odd.status_code, "At this table" in odd.text) == (200, False)
