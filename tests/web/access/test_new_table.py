"""Opening a table, with plain form posts as a browser without scripts sends them."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from rules_core.games import GAMES
from rules_core.record import options_of
from tests.cases import each
from tests.web.support.german_pages import speaks_german
from tests.web.support.new_tables import USUAL
from tests.web.support.score_sheets import read
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.games.common.questions import questions
from webapp.games.registry import look_of
from webapp.table.snapshot import header_of

FORM = "/tables/new/sixes-and-sevens"


def _post(phone: FlaskClient, **fields: Any) -> TestResponse:
    return phone.post("/tables", data=USUAL | fields)


def _names(page: str) -> list[str]:
    return re.findall(r'name="name" value="([^"]*)"', page)


def _checked(page: str) -> set[tuple[str, str]]:
    return set(re.findall(r'name="([\w-]+)" value="([\w-]+)" checked', page))


def test_the_form_asks_what_the_rules_leave_open(site: Site) -> None:
    phone = site.phone()
    answer = phone.get(FORM)
    assert answer.status_code == 200
    assert _names(answer.text) == ["", "", ""]
    assert _checked(answer.text) == {
        ("option-ace_wild", "no"),
        ("option-ties_low", "no"),
        ("option-fewest_wins", "no"),
        ("option-final_tie", "shared"),
        ("book", "closed"),
        ("entry", "everyone"),
        ("seats", "free"),
        ("door", "open"),
    }
    assert all(rule in answer.text for rule in ("ODD-V1", "ODD-8", "ODD-V2", "ODD-12", "ODD-V3", "GEN-1", "GEN-6"))
    assert "Matters only with four or six players." in answer.text
    assert "7 more points settled for you" in answer.text
    assert phone.get_cookie(COOKIE) is None


@each("game", sorted(GAMES))
def test_every_option_of_every_game_has_its_words(game: str) -> None:
    options = GAMES[game].options
    assert [q.option for q in questions(game, options)] == list(options.__struct_fields__)
    assert set(look_of(game).options) == set(options.__struct_fields__)
    for question in questions(game, options):
        assert sum(choice.usual for choice in question.choices) == bool(question.choices)
        assert question.title
        assert question.rules


def test_the_book_is_explained_in_the_words_of_the_game(site: Site) -> None:
    tricks, spoils = "this trick and the one before", "what a battle brings is told when it is over"
    for game in GAMES:
        page = site.phone().get(f"/tables/new/{game}").text
        assert (spoils in page, tricks in page) == (game == "sichermans-war", game != "sichermans-war")


def test_a_table_is_opened(site: Site) -> None:
    phone = site.phone()
    answer = _post(phone)
    table = site.store.tables_of(site.device(phone))[0]
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
    assert (table.players, table.book, table.entry) == (["Ann", "Ben", "Cat"], "closed", "everyone")
    assert [grant.role for grant in site.store.grants(table.id)] == ["host"]
    assert set(site.store.invites(table.id)) == {"player", "watcher", "host"}


def test_the_answers_are_the_options_of_the_game(site: Site) -> None:
    phone = site.phone()
    answers = {"option-ace_wild": "yes", "option-ties_low": "yes", "option-final_tie": "extra-hand"}
    _post(phone, book="open", entry="keeper", seats="approved", door="closed", **answers)
    table = site.store.tables_of(site.device(phone))[0]
    options = options_of(header_of(table))
    assert (options.ace_wild, options.ties_low, options.fewest_wins) == (True, True, False)
    assert options.final_tie == "extra-hand"
    assert (table.book, table.entry, table.seats, table.door) == ("open", "keeper", "approved", "closed")


def test_the_names_of_the_last_table_are_there_next_time(site: Site) -> None:
    phone = site.phone()
    _post(phone, name=["Ann", "Ben", "Cat", "Dan"])
    assert _names(phone.get(FORM).text) == ["Ann", "Ben", "Cat", "Dan"]
    assert _names(site.phone().get(FORM).text) == ["", "", ""]


def test_names_of_a_game_of_another_size_stand_there_as_far_as_they_fit(site: Site) -> None:
    phone = site.phone()
    _post(phone, name=["Ann", "Ben", "Cat", "Dan", "Eva"])
    war = phone.get("/tables/new/sichermans-war").text
    assert _names(war) == ["Ann", "Ben", "Cat", "Dan"]
    assert "At the last table there were also Eva: so many do not play this game." in war
    _post(phone)
    war = phone.get("/tables/new/sichermans-war").text
    assert (_names(war), "there were also Cat" in war) == (["Ann", "Ben"], True)
    four = phone.get("/tables/new/deep-six").text
    assert "1 and 3 play together" in four
    assert (_names(four), "there were also" in four) == (["Ann", "Ben", "Cat", ""], False)


def test_a_number_that_cannot_play_is_told_how_many_can(site: Site) -> None:
    phone = site.phone()
    for pressed, status in (({}, 422), ({"look": "1"}, 200)):
        answer = _post(phone, game="sichermans-war", **pressed)
        assert answer.status_code == status
        assert "This game is for 2 or 4 players, and here are 3." in answer.text
    two = _post(phone, game="sichermans-war", name=["Ann", "Ben"], look="1").text
    assert "2 more players" in two
    assert _names(_post(phone, game="sichermans-war", name=["Ann", "Ben"], add="1").text) == ["Ann", "Ben", "", ""]
    assert "This game is for" not in two
    speaks_german(_post(site.phone("de"), game="sichermans-war").text, "Dieses Spiel ist für 2 oder 4 Personen")


def test_the_host_says_whose_phone_it_is(site: Site) -> None:
    phone = site.phone()
    assert 'name="seat" value="" checked' in phone.get(FORM).text, "it lies in the middle"
    for pressed, row in (({"move": "up:1"}, 0), ({"remove": "0"}, 0), ({"remove": "1"}, None), ({"add": "1"}, 1)):
        page = _post(phone, seat="1", name=["Ann", "Ben", "Cat", "Dan"], **pressed).text
        chosen = "" if row is None else row
        assert re.findall(r'name="seat" value="(\d?)" checked', page) == [str(chosen)]
    opened = _post(phone, seat="1")
    table = site.store.tables_of(site.device(phone))[0]
    assert {grant.seat for grant in site.store.grants(table.id)} == {1}
    assert "this phone" in phone.get(f"{opened.location}/share").text


@pytest.mark.parametrize("game", GAMES)
def test_what_the_two_keys_of_the_book_mean_is_said_in_their_words(site: Site, game: str) -> None:
    for language in ("en", "de"):
        page = site.phone(language).get(f"/tables/new/{game}").text
        keys = re.findall(r'name="book" value="[a-z]+"[^>]*>([^<]+)</label>', page)
        assert len(keys) == len([key for key in keys if f"{key}:" in page]) == 2, keys


def test_what_is_folded_says_what_holds(site: Site) -> None:
    phone = site.phone()
    usual = read(phone.get(FORM).text)
    assert "Usual rules" in usual
    assert "Who enters the cards: Every player, and the host" in usual
    other = read(_post(phone, look="1", **{"option-final_tie": "extra-hand", "entry": "keeper"}).text)
    assert "Rules as chosen" in other
    assert "Who enters the cards: The scorekeeper" in other
    assert phone.get_cookie(COOKIE) is None


def test_what_only_four_are_asked_comes_and_goes_with_them(site: Site) -> None:
    phone, game = site.phone(), {"game": "sechsundsechzig"}
    three = _post(phone, **game, look="1")
    assert 'name="option-partners"' not in three.text
    assert 'name="option-partners"' in _post(phone, **game, add="1").text


def test_a_double_tap_opens_one_table(site: Site) -> None:
    phone = site.phone()
    assert _post(phone).location == _post(phone).location
    assert len(site.store.tables_of(site.device(phone))) == 1


def test_a_double_tap_on_the_first_visit_comes_twice_without_a_cookie(site: Site) -> None:
    first, second = site.phone(), site.phone()
    assert _post(first).location == _post(second).location
    assert site.device(first) == site.device(second)
    assert len(site.store.tables_of(site.device(second))) == 1


def test_another_phone_with_the_same_key_does_not_get_in(site: Site, host: FlaskClient) -> None:
    opened = _post(site.phone())
    host_device = site.device(host)
    assert _post(host).location == opened.location
    assert site.device(host) == host_device
    assert host.get(f"{opened.location}/share").status_code == 404


def test_each_form_opens_its_own_table(site: Site) -> None:
    phone = site.phone()
    keys = {re.search(r'name="op" value="([^"]+)"', phone.get(FORM).text)[1] for _ in range(2)}  # type: ignore[index]
    assert len({_post(phone, op=key).location for key in keys}) == 2


@each(
    "names, row, why",
    [
        (["Ann", "", "Cat"], 1, "A name is missing here."),
        (["Ann", "Ben", "  "], 2, "A name is missing here."),
        (["Ann", "Ben", "ann"], 2, "ann sits at this table already. Add a letter."),
        (["J\u00f6rg", "JO\u0308RG", "Cat"], 1, "sits at this table already"),
        (["Ann", "x" * 10_000, "Cat"], 1, "At most 24 characters."),
        (["Ann\x00", "Ben", "Cat"], 0, "signs that cannot be read"),
        (["Ann", "\u202enaB", "Cat"], 1, "signs that cannot be read"),
    ],
)
def test_a_bad_name_is_refused_beside_its_field(site: Site, names: list[str], row: int, why: str) -> None:
    phone = site.phone()
    answer = _post(phone, name=names, book="open", **{"option-ace_wild": "yes"})
    assert answer.status_code == 422
    field, fault = answer.text.index(f'aria-describedby="fault-{row}"'), answer.text.index(f'id="fault-{row}"')
    assert field < fault < answer.text.index(why) < fault + 100
    assert answer.text.count('aria-invalid="true"') == answer.text.count(" autofocus") == 1
    assert {("book", "open"), ("option-ace_wild", "yes")} <= _checked(answer.text)
    assert [kept for kept in _names(answer.text) if kept in ("Ann", "Cat")] == [n for n in names if n in ("Ann", "Cat")]
    assert phone.get_cookie(COOKIE) is None


def test_a_name_that_looks_like_another_is_asked_about(site: Site) -> None:
    phone, names = site.phone(), ["Anna", "Ben", "\u0410nna"]
    answer = _post(phone, name=names)
    assert answer.status_code == 422
    assert "There is Anna already: \u0410nna is written differently, but looks alike." in answer.text
    assert 'name="alike" value="\u0410nna">' in answer.text
    assert _post(phone, name=names, alike=["Ben"]).status_code == 422, "another name was agreed to"
    again = _post(phone, name=[*names[:2], "x" * 25], alike=["\u0410nna"])
    assert (again.status_code, 'name="alike"' in again.text) == (422, False)
    again = _post(phone, name=["", *names], alike=["\u0410nna"])
    assert 'name="alike" value="\u0410nna" checked>' in again.text, "what was ticked is kept"
    assert _post(phone, name=names, alike=["\u0410nna"]).status_code == 303
    speaks_german(_post(site.phone("de"), name=names).text, "sieht aber gleich aus")


def test_markup_in_a_name_is_only_text(site: Site) -> None:
    phone = site.phone()
    name = '"><script>1</script>'
    assert "<script>1" not in _post(phone, name=["Ann", name, name]).text
    opened = _post(phone, name=["Ann", name, "Cat"])
    for path in (opened.location, f"{opened.location}/share", f"{opened.location}/scores", "/", FORM):
        answer = phone.get(path)
        assert answer.status_code == 200
        assert "<script>1" not in answer.text


@pytest.mark.parametrize(
    ("pressed", "names"),
    [
        ({"move": "up:2"}, ["Ann", "Cat", "Ben"]),
        ({"move": "down:0"}, ["Ben", "Ann", "Cat"]),
        ({"move": "up:0"}, ["Ben", "Cat", "Ann"]),
        ({"move": "down:2"}, ["Cat", "Ann", "Ben"]),
        ({"add": "1"}, ["Ann", "Ben", "Cat", ""]),
    ],
)
def test_the_keys_beside_the_names_keep_all_that_was_typed(
    site: Site, pressed: dict[str, str], names: list[str]
) -> None:
    phone = site.phone()
    answer = _post(phone, **pressed, book="open", **{"option-final_tie": "extra-hand"})
    assert answer.status_code == 200
    assert _names(answer.text) == names
    assert {("book", "open"), ("option-final_tie", "extra-hand")} <= _checked(answer.text)
    assert f'name="op" value="{USUAL["op"]}"' in answer.text
    assert phone.get_cookie(COOKIE) is None


def test_from_three_to_six_can_play(site: Site) -> None:
    phone = site.phone()
    four = _post(phone, add="1", name=["Ann", "Ben", "Cat"]).text
    assert 'name="remove"' in four
    assert _names(_post(phone, remove="1", name=["Ann", "Ben", "Cat", "Dan"]).text) == ["Ann", "Cat", "Dan"]
    assert 'name="remove"' not in _post(phone, remove="1", name=["Ann", "Ben", "Cat"]).text
    six = _post(phone, add="1", name=list("abcde")).text
    assert len(_names(six)) == 6
    assert 'name="add"' not in six
    assert _post(phone, name=list("abcdef")).status_code == 303


@each(
    "fields",
    [
        {"op": ""},
        {"op": "short"},
        {"op": "x" * 65},
        {"book": "ajar"},
        {"entry": "nobody"},
        {"seats": "sold"},
        {"door": "ajar"},
        {"option-ace_wild": "perhaps"},
        {"option-final_tie": "True"},
        {"move": "sideways:1"},
        {"move": "up:7"},
        {"move": "up:٢"},
        {"move": "up"},
        {"seat": "3"},
        {"seat": "x"},
        {"name": list("abcd"), "remove": "9" * 99},
        {"name": list("abcdefg")},
    ],
)
def test_what_no_field_can_send_is_refused(site: Site, fields: dict[str, Any]) -> None:
    phone = site.phone()
    assert _post(phone, **fields).status_code == 400
    assert phone.get_cookie(COOKIE) is None


@pytest.mark.parametrize("names", [[], ["Ann"], ["Ann", "Ben"]])
def test_too_few_open_no_table(site: Site, names: list[str]) -> None:
    assert _post(site.phone(), name=names).status_code == 422


@each("game", ["", "deep-seven", "%00", "..", "<b>"])
def test_an_unknown_game_is_a_page(site: Site, game: str) -> None:
    assert site.phone().get(f"/tables/new/{game}").status_code in (404, 308)
    answer = _post(site.phone(), game=game)
    assert answer.status_code == 404
    assert "There is no game of this name here." in answer.text


def test_a_title_is_kept_and_one_that_cannot_be_read_is_refused_beside_its_field(site: Site) -> None:
    phone = site.phone()
    refused = _post(phone, title="x" * 41)
    assert (refused.status_code, 'aria-describedby="title-fault" autofocus' in refused.text) == (422, True)
    assert _post(phone, title=" Table  7 ").status_code == 303
    assert [table.title for table in site.store.newest_tables(9)] == ["Table 7"]
