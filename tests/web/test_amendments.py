"""Amending the past: every kind of entry of every game, repairs, before and after, and who may do it."""

import html
import json
import re
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core import replay, result
from rules_core.events import encode
from rules_core.games import GAMES
from tests.rules.test_conformance import BUILT
from tests.web import deep_six as deep
from tests.web.evenings import NAMES
from tests.web.forms import Form
from tests.web.house import House
from tests.web.phone import Phone
from webapp.amending.draft import LONGEST, MOST_ENTRIES, Draft, Garbled, TooLong, unpacked
from webapp.models import Table
from webapp.play import Made

Raw = dict[str, Any]
DEAL: Raw = {"type": "deal", "dealer": 0}


def play(seat: int, card: str, **more: Any) -> Raw:
    return {"type": "play", "seat": seat, "card": card, **more}


def laid(*cards: str, first: int = 1) -> list[Raw]:
    """Returns plays of Ann, Ben and Cat, clockwise from this seat."""
    return [play((first + n) % 3, card) for n, card in enumerate(cards)]


def table_of(house: House, client: FlaskClient, events: list[Raw], **more: Any) -> Phone:
    table = house.open_table(client, **more)
    for number, event in enumerate(events):
        made = house.play.make(table.id, house.store.grants(table.id)[0], event, op=f"set-{number:08}", seen=None)
        assert isinstance(made, Made), made
    return Phone(client, table)


def get(phone: Phone, path: str, status: int = 200) -> str:
    answer = phone.client.get(path if path.startswith("/tables") else phone.url + path)
    assert answer.status_code == status, answer.text
    return answer.get_data(as_text=True)


def drafted(address: str) -> Draft:
    found = re.search(r"draft=([\w-]+)", address)
    assert found, address
    return unpacked(found[1])


def preview(phone: Phone, draft: Draft, status: int = 200) -> str:
    return get(phone, f"/amendments/draft?draft={draft.packed}", status)


def link(page: str, label: str) -> str:
    found = re.search(rf'href="([^"]+)"[^>]*>(?:<svg.*?</svg>)?{re.escape(label)}<', page)
    assert found, f"{label}: {page}"
    return html.unescape(found[1])


def commit(phone: Phone, draft: Draft, reason: str = "entered wrongly", **stamps: str) -> Any:
    sent = stamps or {"op": secrets.token_hex(8), "seen": "99999"}
    return phone.client.post(f"{phone.url}/amendments", data={"draft": draft.packed, "reason": reason, **sent})


def read(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


# Every kind of entry


def _kinds_of(game: str) -> Iterator[tuple[Mapping[str, Any], int, Raw]]:
    """Yields for each kind of entry of a game a record which holds one, and where."""
    known = set()
    for record in sorted(_records(game), key=lambda record: len(record["events"])):
        for at, raw in enumerate(record["events"]):
            shape = (raw["type"], *sorted(raw.keys() - {"irregular"}))
            if shape not in known and raw["type"] not in ("undo", "amend"):
                known.add(shape)
                yield record, at, raw


def _records(game: str) -> Iterator[Mapping[str, Any]]:
    """Yields the records of the conformance that fold, and of each game one with what is rare."""
    for case in BUILT:
        if case["record"].get("game") == game and not case["expect"].get("error"):
            yield case["record"]
    players, dealt = RARE[game]
    beside = [
        {"type": "adjust", "points": [1] * (2 if game == "deep-six" else players), "reason": "so it was"},
        {"type": "ruling", "event": 0, "text": "it stands"},
    ]
    yield {"game": game, "players": NAMES[:players], "events": [*dealt, *beside]}
    if game == "sichermans-war":
        return
    if game == "sechsundsechzig":
        trick = {"type": "trick", "winner": 1, "augen": 10}
        events = [*dealt, trick, {"type": "meld", "seat": 1, "points": 20}]
        yield {"game": game, "players": NAMES[:2], "events": events}
        swap = [*dealt, {"type": "swap", "seat": 1}]
        yield {"game": game, "players": NAMES[:2], "events": swap, "options": {"trump_swap": True}}
    hand = {"type": "hand", "seat": 1, "cards": list(GAMES[game].CARDS[players][: HELD[game]])}
    void = {"type": "void-hand", "reason": "misdeal"}
    yield {"game": game, "players": NAMES[:players], "events": [*dealt, hand, void]}
    yield {"game": game, "players": NAMES[:players], "events": [*dealt, {"type": "void-hand"}]}


HELD = {"sixes-and-sevens": 17, "sichere-six": 8, "deep-six": 14, "sechsundsechzig": 6}
CONTRACT = {"type": "contract", "seat": 1, "amount": 80, "suit": "D"}
RARE: Mapping[str, tuple[int, list[Raw]]] = {
    "sixes-and-sevens": (3, [DEAL]),
    "sichere-six": (3, [DEAL]),
    "deep-six": (4, [DEAL, CONTRACT]),
    "sechsundsechzig": (2, [DEAL, {"type": "turn-up", "card": "9S"}]),
    "sichermans-war": (2, []),
}


def _sat_down(house: House, record: Mapping[str, Any], at: int) -> Phone:
    """Opens the table of a record, with its entries until there, for a referee, who may amend everything."""
    game, players = record["game"], record["players"]
    opened = house.open_table(house.phone(), players, game=game, options=record.get("options", {}))
    phone = house.referee(opened)
    eva = next(grant for grant in house.store.grants(opened.id) if grant.is_referee)
    for number, raw in enumerate(record["events"][: at + 1]):
        made = house.play.make(opened.id, eva, raw, op=f"set-{number:08}", seen=None)
        assert isinstance(made, Made), made
    return Phone(phone, opened)


@pytest.mark.parametrize("game", GAMES)
def test_a_form_holds_every_kind_of_entry_as_it_stands(house: House, game: str) -> None:
    """Sent as it is shown, the form changes nothing: each field of each kind is asked for, and read again."""
    seen = set()
    for record, at, raw in _kinds_of(game):
        phone = _sat_down(house, record, at)
        form = Form(get(phone, f"/entries/{at}/form"), "fields")
        answer = phone.client.post(form.action, data=form.filled())
        assert answer.status_code == 303, answer.text
        draft = drafted(answer.location)
        assert [_same(put) for put in draft.changes[at]] == [_same(raw)]
        assert "Nothing is different here." in preview(phone, draft)
        seen.add(raw["type"])
    assert seen == set(GAMES[game].EVENTS)


def _same(raw: Raw) -> Raw:
    """An entry less what it says by leaving it out."""
    usual: tuple[Any, ...] = (False, "", 0)
    kept = {name: value for name, value in raw.items() if name in ("seat", "dealer", "winner") or value not in usual}
    if raw["type"] == "meld" and "melds" in raw:
        kept["melds"] = sorted(sorted(meld) for meld in raw["melds"])
    if "spoils" in raw:
        kept["spoils"] = [{kind: count for kind, count in won.items() if count} for won in raw["spoils"]]
    if raw["type"] in ("hand", "show", "exchange") and "cards" in raw:
        kept["cards"] = sorted(raw["cards"])
    return kept


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_is_deleted_and_what_fits_is_put_in(house: House, game: str) -> None:
    offered = set()
    for record, at, _raw in _kinds_of(game):
        phone = _sat_down(house, record, at)
        page = get(phone, f"/entries/{at}/form")
        assert "The changes" in get(phone, link(page, "Delete it"))
        for side in ("before", "after"):
            kinds = get(phone, f"/entries/{at}/beside?side={side}")
            for address in re.findall(r'class="ent" href="([^"]+)"', kinds):
                form = Form(get(phone, html.unescape(address)), "fields")
                answer = phone.client.post(form.action, data=form.filled())
                assert answer.status_code == 303, answer.text
                draft = drafted(answer.location)
                new = draft.changes[at][0 if side == "before" else -1]
                offered.add(new["type"])
                assert "put in" in preview(phone, draft)
    assert offered >= set(GAMES[game].EVENTS) - {"ruling", "swap"}


# Before and after


def test_another_winner_moves_the_lead_and_the_scores(house: House, host: FlaskClient) -> None:
    tricks = [{"type": "trick", "winner": n % 3} for n in range(17)]
    phone = table_of(house, host, [DEAL, *tricks, {"type": "deal", "dealer": 1}])
    form = Form(get(phone, "/entries/3/form"), "fields")
    answer = phone.client.post(form.action, data=form.filled(winner="0"))
    page = read(preview(phone, drafted(answer.location)))
    assert "Cat took the trick" in page
    assert "Trick 3 goes to Cat changes to Ann" in page
    assert "Ann scores 6 changes to 7" in page
    assert "Ben scores 6 same 6" in page, "the scores of a hand stand together"
    assert "Cat in all 5 changes to 4" in page
    assert "Trick 4" not in page, "what stays is not told"
    assert commit(phone, drafted(answer.location)).status_code == 303
    assert house.play.at(phone.table.id).fold.state.totals == (7, 6, 4)


def test_the_deal_of_sichere_six_tells_trump_the_chosen_and_stones(house: House, host: FlaskClient) -> None:
    plays = laid("8S", "9S", "TS")
    phone = table_of(house, host, [DEAL, *plays, {"type": "mercy", "seat": 0}], game="sichere-six")
    page = read(preview(phone, Draft({1: (play(1, "6S"),)})))
    assert "Trump spades changes to –" in page
    tallies = [{"type": "tally", "tricks": [8, 0, 0], "nines": [0, 0, 4]}]
    phone = table_of(
        house, house.phone(), [DEAL, {"type": "tally", "tricks": [3, 3, 2], "nines": [0, 2, 2]}], game="sichere-six"
    )
    draft = Draft({1: ({"type": "tally", "tricks": [2, 3, 3], "nines": [2, 1, 1]},)})
    page = read(preview(phone, draft))
    assert "Nines of Ann 0 changes to 2" in page
    assert "Ann in all 3: 3 light stones changes to −2: 2 dark stones" in page
    assert tallies


def test_a_match_that_goes_on_after_all(house: House, host: FlaskClient) -> None:
    phone = deep.table(house, host, deep.STATES["over"])
    draft = Draft({5: ({"type": "tally", "taken": [100, 150], "meld": [0, 0]},)})
    page = read(preview(phone, draft))
    assert "The match won by Ben and Dan changes to goes on" in page
    assert commit(phone, draft).status_code == 303


# Repairs


WRONG = [DEAL, *laid("9C", "3C", "5C"), *laid("2D", "4D", "5D"), *laid("7S", "9S", "JS", first=1)]
"""Ben takes the first trick with the nine of clubs, and leads the next; with more even cards the lowest takes it."""


def test_what_no_longer_fits_is_repaired_one_by_one_and_made_at_once(house: House, host: FlaskClient) -> None:
    phone = table_of(house, host, WRONG, book="open")
    page = get(phone, "/entries/2/amend?card=KC")
    assert "does not fit: Cat would have led the next trick" in page
    page = get(phone, link(page, "Repair what no longer fits"))
    assert "It would be the turn of Cat" in page
    assert "disabled" in page
    assert "As things stand, these do not fit either" in page
    first = get(phone, link(page, "The same by the seats that then follow: this trick"))
    assert "Everything fits" not in first
    whole = get(phone, link(first, "The same by the seats that then follow: 3 entries"))
    assert "Everything fits" in whole
    draft = drafted(Form(whole, "amend").filled()["draft"][0].join(("draft=", "")))
    assert len(draft.changes) == 7
    before = len(house.store.events(phone.table.id))
    form = Form(whole, "amend")
    answer = phone.client.post(form.action, data=form.filled(reason="Cat played the king"))
    assert answer.status_code == 303
    lines = house.store.events(phone.table.id)
    assert len(lines) == before + 1
    assert json.loads(lines[-1].body)["reason"] == "Cat played the king"
    _stands_as_if_played(house, phone)


def _stands_as_if_played(house: House, phone: Phone) -> None:
    fold = house.play.at(phone.table.id).fold
    afresh = replay.replay(fold.header, [encode(event) for _place, event in replay.standing(fold)])
    assert result.table(fold) | {"accepted": 0} == result.table(afresh.fold) | {"accepted": 0}


def test_a_repair_is_taken_back(house: House, host: FlaskClient) -> None:
    phone = table_of(house, host, WRONG, book="open")
    draft = Draft({2: (play(2, "KC"),), 4: (play(2, "2D"),)})
    page = preview(phone, draft)
    backs = [html.unescape(url) for url in re.findall(r'class="btn back" href="([^"]+)"', page)]
    assert [drafted(url).changes.keys() for url in backs] == [{4}, {2}]
    assert phone.client.get(link(preview(phone, Draft({4: (play(2, "2D"),)})), "Leave it as it was")).status_code == 303


def test_a_misfit_is_changed_within_the_draft(house: House, host: FlaskClient) -> None:
    """The picker tries each card together with the other changes, and leads back to them."""
    phone = table_of(house, host, [DEAL, *laid("9C", "3C", "5C"), *laid("2D", "4D")], book="open")
    page = preview(phone, Draft({4: (play(1, "5C"),)}))
    assert "is already played" in page
    picker = get(phone, link(page, "Change it"))
    page = get(phone, html.unescape(re.search(r'href="([^"]*suit=D[^"]*)"', picker)[1]))  # type: ignore[index]
    assert "Ten of diamonds: fits" in page
    picked = get(phone, html.unescape(re.search(r'href="([^"]*card=TD[^"]*)"', page)[1]))  # type: ignore[index]
    draft = drafted(link(picked, "Take it into the changes"))
    assert draft.changes[4][0]["card"] == "TD"


def test_a_duty_may_really_have_been_broken(house: House, host: FlaskClient) -> None:
    melds = [
        {"type": "meld", "seat": 1, "melds": [["8C", "8C"]]},
        *({"type": "meld", "seat": s, "points": 0} for s in (0, 2, 3)),
    ]
    contract = {"type": "contract", "seat": 0, "amount": 80, "suit": "D"}
    events = [DEAL, contract, *melds, play(0, "2H"), play(1, "3H")]
    phone = deep.table(house, host, events, book="open")
    page = preview(phone, Draft({6: (play(0, "2C"),)}))
    assert "Ben has to follow clubs" in page
    after = get(phone, link(page, "It really happened"))
    assert "Everything fits" in after
    assert "Ben had a club in trick 1 not proven changes to proven" in read(after)


def test_a_dealer_follows(house: House, host: FlaskClient) -> None:
    hands = [{"type": "deal", "dealer": 0}, {"type": "tally", "tricks": [9, 4, 4]}, {"type": "deal", "dealer": 1}]
    phone = table_of(house, host, hands)
    page = preview(phone, Draft({0: ({"type": "deal", "dealer": 1},)}))
    assert "Cat would deal this hand" in page
    assert "Everything fits" in get(phone, link(page, "The same by the seat that then follows: 1 entry"))


def test_the_table_has_moved_on(house: House, host: FlaskClient) -> None:
    phone = table_of(house, host, WRONG[:4])
    draft = Draft({3: (play(0, "6C"),)})
    phone.look()
    stamps = phone.stamps()
    assert phone.play(1, "2D") == 303
    answer = commit(phone, draft, **stamps)
    assert answer.status_code == 409
    assert "The table has moved on meanwhile" in answer.text
    assert drafted("draft=" + Form(answer.text, "amend").filled()["draft"][0]) == draft
    form = Form(answer.text, "amend")
    assert phone.client.post(form.action, data=form.filled()).status_code == 303
    assert phone.client.post(form.action, data=form.filled()).status_code == 303, "sent twice it is made once"
    assert len(house.store.events(phone.table.id)) == 6


def test_what_was_taken_back_meanwhile_is_left_out(house: House, host: FlaskClient) -> None:
    phone = table_of(house, host, WRONG[:4])
    draft = Draft({2: (play(2, "4C"),), 3: (play(0, "6C"),)})
    assert phone.enter({"type": "undo"}) == 303
    page = preview(phone, draft)
    assert "That change is left out." in page
    assert drafted("draft=" + Form(page, "amend").filled()["draft"][0]).changes.keys() == {2}


# Who may


@pytest.fixture
def past(house: House, host: FlaskClient) -> Phone:
    """A table in its second hand; the first one was entered as totals."""
    return table_of(
        house, host, [DEAL, {"type": "tally", "tricks": [9, 4, 4]}, {"type": "deal", "dealer": 1}, play(2, "2C")]
    )


OLD = Draft({1: ({"type": "tally", "tricks": [4, 9, 4]},)})
NEW = Draft({3: (play(2, "3C"),)})


def _referee(house: House, table: Table) -> Phone:
    return Phone(house.referee(table), table)


@pytest.mark.rule("GEN-2")
def test_a_player_amends_the_hand_under_way_and_no_older_one(house: House, past: Phone) -> None:
    ben = Phone(house.seat(past.table, 1), past.table)
    assert "the host or the referee" in preview(ben, OLD, 403)
    assert commit(ben, OLD).status_code == 403
    page = get(ben, "/amendments?hand=1")
    assert "Entries of earlier hands are changed by the host or the referee." in page
    assert f"{ben.url}/disputes/new?hand=1" in page
    assert "/entries/1/" not in page
    assert commit(ben, NEW).status_code == 303


@pytest.mark.rule("GEN-2")
def test_the_host_amends_older_hands_with_a_reason(house: House, past: Phone) -> None:
    assert "required" in preview(past, OLD)
    answer = commit(past, OLD, reason=" ")
    assert answer.status_code == 422
    assert "Say why an earlier hand is changed" in answer.text
    assert "required" not in preview(past, NEW)
    assert commit(past, OLD).status_code == 303


def test_a_referee_amends_all(house: House, past: Phone) -> None:
    eva = _referee(house, past.table)
    assert commit(eva, Draft(OLD.changes | NEW.changes), reason="").status_code == 303
    rules = next(grant for grant in house.store.grants(past.table.id) if grant.is_referee)
    house.play.make(past.table.id, rules, {"type": "ruling", "event": 3, "text": "it stands"}, op="ruled-it", seen=None)
    ruling = house.play.at(past.table.id).fold.seq - 1
    assert "A ruling" in get(eva, f"/entries/{ruling}/form")
    assert "not taken back" in get(past, f"/entries/{ruling}/form", 403)


@pytest.mark.parametrize(
    "path", ["/entries/3/amend", "/entries/3/form", "/entries/3/beside?side=after", "/amendments/draft"]
)
def test_watchers_and_strangers_amend_nothing(house: House, past: Phone, path: str) -> None:
    watcher = Phone(house.watcher(past.table), past.table)
    assert "/entries/" not in get(watcher, "/amendments")
    get(watcher, path, 403)
    stranger = house.phone()
    for address in (path, "/amendments"):
        assert stranger.get(past.url + address).status_code == 403
    assert stranger.post(f"{past.url}/amendments", data={"draft": NEW.packed}).status_code == 403
    assert watcher.client.post(f"{past.url}/amendments", data={"draft": NEW.packed}).status_code == 403


def test_another_table_has_its_own_entries(house: House, past: Phone) -> None:
    other = house.open_table(house.phone())
    assert past.client.get(f"/tables/{other.id}/amendments").status_code == 403
    assert past.client.post(f"/tables/{other.id}/amendments", data={"draft": NEW.packed}).status_code == 403


# What is garbled, and what is closed


@pytest.mark.parametrize("draft", ["x", "AAAA", "a" * (LONGEST + 1), "ä", "eJwDAAAAAAE"])
def test_what_is_no_draft(past: Phone, draft: str) -> None:
    get(past, f"/amendments/draft?draft={draft}", 400)
    assert past.client.post(f"{past.url}/amendments", data={**past.stamps(), "draft": draft}).status_code == 400
    assert past.client.post(f"{past.url}/amendments", data=past.stamps()).status_code == 400


@pytest.mark.parametrize("path", ["/entries/99/form", "/entries/3/form?nth=4", "/entries/3/form?side=left&kind=play"])
def test_what_is_not_there(past: Phone, path: str) -> None:
    get(past, path, 404)
    get(past, "/entries/3/form?side=before&kind=meld", 404)


@pytest.mark.parametrize("answers", [{"card": "x" * 300}, {"seat": "1" * 9}, {"nonsense": "1"}, {"seat": "two"}])
def test_answers_that_cannot_be_read_are_kept(past: Phone, answers: dict[str, str]) -> None:
    form = Form(get(past, "/entries/3/form"), "fields")
    answer = past.client.post(form.action, data=form.filled(**answers))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_an_entry_that_names_nothing_real_is_only_refused(past: Phone) -> None:
    for raw in (play(9, "2C"), play(2, "QQ"), {"type": "nonsense"}, {"type": "play"}, {}, {"type": "meld", "seat": 1}):
        assert "Does not fit any more" in preview(past, Draft({3: (raw,)}))


def test_a_draft_has_an_end() -> None:
    draft = Draft({place: (play(place % 3, f"{place:02}"),) for place in range(MOST_ENTRIES // 2)})
    assert unpacked(draft.packed) == draft
    with pytest.raises(TooLong):
        draft.put(MOST_ENTRIES, [])
    with pytest.raises(Garbled):
        unpacked(Draft(dict.fromkeys(range(MOST_ENTRIES + 1), ())).packed)


CLOSED = [DEAL, *laid("9C", "3C", "5C"), *laid("2D", "4D", "6D"), *laid("8S")]


@pytest.mark.rule("GEN-5")
def test_closed_tricks_are_neither_shown_nor_tried(house: House, host: FlaskClient) -> None:
    phone = table_of(house, host, CLOSED)
    page = get(phone, "/amendments")
    assert "Older tricks open when the hand ends." in page
    assert "Nine of clubs" not in page
    assert "Two of diamonds" in page
    for path in ("/entries/1/form", "/entries/1/beside?side=after", f"/amendments/draft?draft={Draft({1: ()}).packed}"):
        assert "Older tricks open when the hand ends." in get(phone, path, 403)
    page = preview(phone, Draft({4: (play(1, "5C"),)}))
    assert "The five of clubs is already played" in page
    eva = _referee(house, phone.table)
    assert "Nine of clubs" in get(eva, "/amendments")
    assert "Ben played" in read(get(eva, "/entries/1/form"))


@pytest.mark.rule("GEN-5")
def test_an_end_of_the_hand_is_not_tried_out(house: House, host: FlaskClient) -> None:
    """Whoever puts in a call would else read the count of a hand that is still being played."""
    events = [DEAL, {"type": "turn-up", "card": "9H"}, *({"type": "trick", "winner": 1, "augen": 20} for _ in range(3))]
    phone = table_of(house, host, events, players=NAMES[:2], game="sechsundsechzig")
    page = read(preview(phone, Draft({4: (events[4], {"type": "claim", "seat": 1})})))
    assert "Augen of" not in page
    assert "scores" not in page
    eva = _referee(house, phone.table)
    assert "Augen of Ben" in read(preview(eva, Draft({4: (events[4], {"type": "claim", "seat": 1})})))


@pytest.mark.rule("GEN-5")
def test_while_a_hand_is_closed_an_older_one_is_amended(house: House, host: FlaskClient) -> None:
    hand = [{"type": "deal", "dealer": 0}, {"type": "tally", "tricks": [9, 4, 4]}, {"type": "deal", "dealer": 1}]
    phone = table_of(house, host, [*hand, *laid("9C", "3C", "5C", first=2), *laid("2D", "4D", "6D", first=2)])
    assert commit(phone, OLD).status_code == 303
    assert house.play.at(phone.table.id).fold.state.totals == (4, 9, 4)
