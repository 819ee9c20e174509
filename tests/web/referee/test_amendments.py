"""Amending the past: every kind of entry of every game, and before and after."""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core.findings import Refusal
from rules_core.games import GAMES
from tests.rules.conformance_cases import BUILT
from tests.web.games.deep_six import tables as deep
from tests.web.support.amending import (
    DEAL,
    Raw,
    commit,
    drafted,
    get,
    laid,
    link,
    play,
    preview,
    read,
    ruled_table,
)
from tests.web.support.html_forms import Form
from tests.web.support.phone import Phone, at_table
from tests.web.support.random_matches import evening, folds, put
from tests.web.support.samples import SAMPLES
from tests.web.support.site import NAMES, Site
from webapp.referee.amending import entries_page
from webapp.referee.amending.draft import Draft
from webapp.table import permissions
from webapp.table.entry import Entry
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

KIND = re.compile(r'class="ent" href="([^"]+?kind=([\w-]+)[^"]*)"')
"""The address of a form for another entry, and of which kind that is."""


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
    sample = SAMPLES[game]
    usual = {"game": game, "players": NAMES[: sample.players]}
    yield from ({**usual, **record} for record in sample.records)
    rest: list[list[Raw]] = [
        [{"type": "adjust", "points": [1] * (sample.scores or sample.players), "reason": "so it was"}]
    ]
    if sample.held:
        hand = {"type": "hand", "seat": 1, "cards": list(GAMES[game].cards[sample.players][: sample.held])}
        rest += [[hand, {"type": "void-hand", "reason": "misdeal"}], [{"type": "void-hand"}]]
    yield from ({**usual, "events": [*sample.dealt, *events]} for events in rest)


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


def _sent_as_it_is(phone: Phone, page: str) -> Draft:
    """Returns the draft that the fields of a page make where nobody has touched them."""
    form = Form(page, "fields")
    answer = phone.client.post(form.action, data=form.filled())
    assert answer.status_code == 303, answer.text
    return drafted(answer.location)


@pytest.mark.parametrize("game", GAMES)
def test_a_form_holds_every_kind_as_it_stands_which_is_deleted_and_what_fits_is_put_in(site: Site, game: str) -> None:
    """Sent as it is shown, the form changes nothing: each field of each kind is asked for, and read again."""
    offered: dict[str, set[str]] = {"before": set(), "after": set()}
    sides, changed = list(offered.items()), set(GAMES[game].events) - {"ruling"}
    wanted, seen = changed - {"swap"}, set()
    for number, (record, at, raw) in enumerate(_kinds_of(game)):
        phone = ruled_table(site, record, at + 1)
        page = get(phone, f"/entries/{at}/amend?part=fields")
        draft = _sent_as_it_is(phone, page)
        assert [_same(put) for put in draft.changes[at]] == [_same(raw)]
        assert "Nothing is different here." in preview(phone, draft)
        seen.add(raw["type"])
        assert "The changes" in get(phone, link(page, "Delete it"))
        # Both sides until every kind was put in, then one.
        for side, known in sides if wanted - set().union(*offered.values()) else [sides[number % 2]]:
            links = {kind: link for link, kind in KIND.findall(get(phone, f"/entries/{at}/amend?side={side}"))}
            for kind in [kind for kind in links if kind not in known] or list(links)[:1]:
                draft = _sent_as_it_is(phone, get(phone, html.unescape(links[kind])))
                assert draft.changes[at][0 if side == "before" else -1]["type"] == kind
                known.add(kind)
                assert "put in" in preview(phone, draft)
    assert seen == changed, "a ruling is changed by nobody"
    assert set().union(*offered.values()) >= wanted


# Before and after


def test_what_would_be_as_it_was_is_no_correction(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL, play(1, "7C"), play(2, "2C"))
    key = '<button class="btn main grow" form="amend"'
    same, other = Draft({1: (play(1, "7C"),)}), Draft({1: (play(1, "9C"),)})
    assert f"{key} disabled" in preview(phone, same)
    assert f"{key}>" in preview(phone, other)
    assert f"{key}>" in preview(phone, other.put(2, [play(2, "2C")])), "one of them is another"


def test_entries_at_one_place_that_change_their_order_are_different(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL, play(1, "7C"))
    first, second = play(1, "7C"), play(2, "8C")
    assert commit(phone, Draft({1: (first, second)})).status_code == 303
    assert "Nothing is different here." in preview(phone, Draft({1: (first, second)}))
    page = read(preview(phone, Draft({1: (second, first)})))
    assert "Nothing is different here." not in page


def test_another_winner_moves_the_lead_and_the_scores(site: Site, host: FlaskClient) -> None:
    tricks = [{"type": "trick", "winner": n % 3} for n in range(17)]
    phone = at_table(site, host, DEAL, *tricks, {"type": "deal", "dealer": 1})
    form = Form(get(phone, "/entries/3/amend?part=fields"), "fields")
    answer = phone.client.post(form.action, data=form.filled(winner="0"))
    page = read(preview(phone, drafted(answer.location)))
    assert "Cat took the trick" in page
    assert "Trick 3 goes to Cat changes to Ann" in page
    assert "Ann: points 6 changes to 7" in page
    assert "Ben: points 6 same 6" in page, "the scores of a hand stand together"
    assert "Cat in all 5 changes to 4" in page
    assert "Trick 4" not in page, "what stays is not told"
    assert commit(phone, drafted(answer.location)).status_code == 303
    assert site.tables.at(phone.table.id).fold.state.totals == (7, 6, 4)


def test_the_deal_of_sichere_six_tells_trump_the_chosen_and_stones(site: Site, host: FlaskClient) -> None:
    plays = laid("8S", "9S", "TS")
    phone = at_table(site, host, DEAL, *plays, {"type": "mercy", "seat": 0}, game="sichere-six")
    page = read(preview(phone, Draft({1: (play(1, "6S"),)})))
    assert "Trump spades changes to –" in page
    tallies = [{"type": "tally", "tricks": [8, 0, 0], "nines": [0, 0, 4]}]
    phone = at_table(
        site, site.phone(), DEAL, {"type": "tally", "tricks": [3, 3, 2], "nines": [0, 2, 2]}, game="sichere-six"
    )
    draft = Draft({1: ({"type": "tally", "tricks": [2, 3, 3], "nines": [2, 1, 1]},)})
    page = read(preview(phone, draft))
    assert "Nines of Ann 0 changes to 2" in page
    assert "Ann in all 3: 3 light stones changes to −2: 2 dark stones" in page
    assert tallies


def test_a_match_that_goes_on_after_all(site: Site, host: FlaskClient) -> None:
    phone = deep.table(site, host, deep.STATES["over"])
    draft = Draft({5: ({"type": "tally", "taken": [100, 150], "meld": [0, 0]},)})
    page = read(preview(phone, draft))
    assert "The match won by Ben and Dan changes to goes on" in page
    assert commit(phone, draft).status_code == 303


def test_a_very_long_hand_is_shown_in_pages(host: FlaskClient, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.referee.amending.entries_page.ENTRIES_A_PAGE", 4)
    adjust = {"type": "adjust", "points": [1, 0, 0], "reason": "Agreed"}
    phone = at_table(site, host, DEAL, *[adjust] * 9)
    page, found = get(phone, "/amendments"), []
    for _page in range(3):
        found.append([int(place) for place in re.findall(r"/entries/(\d+)/amend", page)])
        page = get(phone, link(page, "Older")) if "Older<" in page else page
    assert found == [[6, 7, 8, 9], [2, 3, 4, 5], [0, 1]]
    assert "Older<" not in page
    assert "/entries/5/" in get(phone, link(page, "Newer"))
    assert "Nothing entered yet" in get(phone, "/amendments?page=9")


def test_the_rights_are_asked_once_for_a_page_of_entries(
    host: FlaskClient, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    adjust = {"type": "adjust", "points": [1, 0, 0], "reason": "Agreed"}
    phone = at_table(site, host, DEAL, *[adjust] * 40)
    asked: list[int] = []
    first, *others = permissions.GUARDS

    def counted(now: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
        asked.append(len(entry.targets))
        return first(now, who, entry)

    monkeypatch.setattr(permissions, "GUARDS", (counted, *others))
    page = get(phone, "/amendments")
    assert len(set(re.findall(r"/entries/(\d+)/amend", page))) == 41
    assert asked == [41]


@pytest.mark.parametrize("game", GAMES)
def test_asked_together_the_rights_are_the_same_as_one_by_one(
    game: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any moment of a match, for whoever looks."""
    match = evening(game, GAMES[game].players[0], 1)
    table = site.store.create_table(
        game=game, players=list(NAMES[: GAMES[game].players[0]]), options={}, device_id=site.device(site.phone())
    )
    phones = [site.seat(table, 0), site.seat(table, 1), site.watcher(table)]
    for at, fold in enumerate(folds(match, 120)):
        if at % 40:
            continue
        put(site, table, fold)
        for phone in phones:
            together = phone.get(f"/tables/{table.id}/amendments").text
            with monkeypatch.context() as alone:
                alone.setattr(entries_page, "may_amend_freely", lambda *_asked: False)
                assert phone.get(f"/tables/{table.id}/amendments").text == together


@pytest.mark.parametrize(("asked", "chosen"), [("part=fields", 1), ("side=before&kind=play", 0)])
def test_of_the_keys_for_a_card_only_the_one_that_stands_there_is_chosen(phone: Phone, asked: str, chosen: int) -> None:
    for entry in (DEAL, *laid("7H")):
        phone.enter(entry)
    page = get(phone, f"/entries/1/amend?{asked}")
    keys = re.findall(r'<input[^>]* name="card"[^>]*>', page)
    assert len(keys) == 52
    assert all('type="radio"' in key for key in keys)
    assert sum(" checked" in key for key in keys) == chosen
