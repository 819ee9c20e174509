"""Amending the past: who may, what is garbled, and what stays closed."""

import pytest
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.amending import DEAL, commit, get, laid, play, preview, read, referee
from tests.web.support.html_forms import Form
from tests.web.support.phone import Phone, at_table
from tests.web.support.site import NAMES, Site
from webapp.http.limits import LONGEST_DRAFT, MOST_DRAFT_ENTRIES
from webapp.referee.amending.draft import Draft, Garbled, TooLong, unpacked


@pytest.fixture
def past(site: Site, host: FlaskClient) -> Phone:
    """A table in its second hand; the first one was entered as totals."""
    return at_table(
        site, host, DEAL, {"type": "tally", "tricks": [9, 4, 4]}, {"type": "deal", "dealer": 1}, play(2, "2C")
    )


TALLY = {"type": "tally", "tricks": [9, 4, 4]}
OLD = Draft({1: ({"type": "tally", "tricks": [4, 9, 4]},)})
NEW = Draft({3: (play(2, "3C"),)})


def adjusted(points: int) -> dict[str, object]:
    return {"type": "adjust", "points": [points, 0, 0], "reason": "agreed"}


@pytest.mark.rule("GEN-2")
def test_a_player_amends_the_hand_under_way_and_no_older_one(site: Site, past: Phone) -> None:
    ben = Phone(site.seat(past.table, 1), past.table)
    assert "the host or the referee" in preview(ben, OLD, 403)
    assert commit(ben, OLD).status_code == 403
    page = get(ben, "/amendments?hand=1")
    assert "Entries of earlier hands are changed by the host or the referee." in page
    assert f"{ben.url}/disputes/new?hand=1" in page
    assert "/entries/1/" not in page
    assert commit(ben, NEW).status_code == 303


@pytest.mark.rule("GEN-2")
def test_the_host_amends_older_hands_with_a_reason(site: Site, past: Phone) -> None:
    assert "required" in preview(past, OLD)
    answer = commit(past, OLD, reason=" ")
    assert answer.status_code == 422
    assert "Say why an earlier hand is changed" in answer.text
    assert "required" not in preview(past, NEW)
    assert commit(past, OLD).status_code == 303


@pytest.mark.rule("GEN-2")
def test_a_match_that_is_over_is_the_hosts(site: Site, host: FlaskClient) -> None:
    deals = [event for dealer in range(3) for event in ({"type": "deal", "dealer": dealer}, TALLY)]
    phone = at_table(site, host, *deals, adjusted(1), adjusted(2))
    ben = Phone(site.seat(phone.table, 1), phone.table)
    earlier = Draft({6: (adjusted(3),)})
    assert commit(ben, earlier).status_code == 403
    assert commit(phone, earlier, reason="").status_code == 422
    assert commit(phone, earlier).status_code == 303


def test_a_referee_amends_all(site: Site, past: Phone) -> None:
    eva = referee(site, past.table)
    assert commit(eva, Draft(OLD.changes | NEW.changes), reason="").status_code == 303
    assert "<b>Eva</b> corrected an earlier entry" in past.look()
    ruling = {"type": "ruling", "event": 2, "text": "Cat is right"}
    assert commit(past, NEW.put(3, [play(2, "3C"), ruling])).status_code == 422, "that is for the referee"
    rules = next(grant for grant in site.store.grants(past.table.id) if grant.is_referee)
    site.make(past.table.id, rules, {"type": "ruling", "event": 3, "text": "it stands"}, op="ruled-it", seen=None)
    ruling = site.tables.at(past.table.id).fold.seq - 1
    for phone in (eva, past):
        assert "not taken back" in get(phone, f"/entries/{ruling}/amend?part=fields", 403)
        assert f"/entries/{ruling}/" not in get(phone, "/amendments")
    assert commit(eva, Draft({ruling: ()}), reason="better so").status_code == 403


def test_a_watcher_is_offered_no_entry_to_amend(site: Site, past: Phone) -> None:
    watcher = Phone(site.watcher(past.table), past.table)
    for page in (get(watcher, "/amendments"), get(watcher, "/amendments?hand=1")):
        assert "/entries/" not in page
        assert "/disputes/new" not in page, "nor may it call"


# What is garbled, and what is closed


@each("draft", ["x", "AAAA", "a" * (LONGEST_DRAFT + 1), "ä", "eJwDAAAAAAE"])
def test_what_is_no_draft(past: Phone, draft: str) -> None:
    get(past, f"/amendments/draft?draft={draft}", 400)
    assert past.client.post(f"{past.url}/amendments", data={**past.stamps(), "draft": draft}).status_code == 400
    assert past.client.post(f"{past.url}/amendments", data=past.stamps()).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/entries/99/amend?part=fields",
        "/entries/3/amend?part=fields&nth=4",
        "/entries/3/amend?side=left&kind=play",
    ],
)
def test_there_is_no_page_of_an_entry_that_is_not_there(past: Phone, path: str) -> None:
    get(past, path, 404)
    get(past, "/entries/3/amend?side=before&kind=meld", 404)
    get(past, "/entries/3/amend?side=before&kind=ruling", 404)


@pytest.mark.parametrize("answers", [{"card": "x" * 300}, {"seat": "1" * 9}, {"nonsense": "1"}, {"seat": "two"}])
def test_answers_that_cannot_be_read_are_kept(past: Phone, answers: dict[str, str]) -> None:
    form = Form(get(past, "/entries/3/amend?part=fields"), "fields")
    answer = past.client.post(form.action, data=form.filled(**answers))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_an_entry_that_names_nothing_real_is_only_refused(past: Phone) -> None:
    for raw in (play(9, "2C"), play(2, "QQ"), {"type": "nonsense"}, {"type": "play"}, {}, {"type": "meld", "seat": 1}):
        assert "Does not fit any more" in preview(past, Draft({3: (raw,)}))


def test_a_draft_has_an_end() -> None:
    draft = Draft({place: (play(place % 3, f"{place:02}"),) for place in range(MOST_DRAFT_ENTRIES // 2)})
    assert unpacked(draft.packed) == draft
    with pytest.raises(TooLong):
        draft.put(MOST_DRAFT_ENTRIES, [])
    with pytest.raises(Garbled):
        unpacked(Draft(dict.fromkeys(range(MOST_DRAFT_ENTRIES + 1), ())).packed)


CLOSED = [DEAL, *laid("9C", "3C", "5C"), *laid("2D", "4D", "6D"), *laid("8S")]


@pytest.mark.rule("GEN-5")
def test_closed_tricks_are_neither_shown_nor_tried(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *CLOSED)
    page = get(phone, "/amendments")
    assert "Older tricks open when the hand ends." in page
    assert "9 of clubs" not in page
    assert "2 of diamonds" in page
    for path in (
        "/entries/1/amend?part=fields",
        "/entries/1/amend?side=after",
        f"/amendments/draft?draft={Draft({1: ()}).packed}",
    ):
        assert "Older tricks open when the hand ends." in get(phone, path, 403)
    page = preview(phone, Draft({4: (play(1, "5C"),)}))
    assert "already played" not in page
    assert "Whether it fits is said once it is corrected" in page
    eva = referee(site, phone.table)
    assert "9 of clubs" in get(eva, "/amendments")
    assert "Ben played" in read(get(eva, "/entries/1/amend?part=fields"))


@pytest.mark.rule("GEN-5")
def test_an_end_of_the_hand_is_not_tried_out(site: Site, host: FlaskClient) -> None:
    """Whoever puts in a call would else read the count of a hand that is still being played."""
    events = [DEAL, {"type": "turn-up", "card": "9H"}, *({"type": "trick", "winner": 1, "augen": 20} for _ in range(3))]
    phone = at_table(site, host, *events, players=NAMES[:2], game="sechsundsechzig")
    page = read(preview(phone, Draft({4: (events[4], {"type": "claim", "seat": 1})})))
    assert "Augen of" not in page
    assert "scores" not in page
    eva = referee(site, phone.table)
    assert "Augen of Ben" in read(preview(eva, Draft({4: (events[4], {"type": "claim", "seat": 1})})))


@pytest.mark.rule("GEN-5")
def test_while_a_hand_is_closed_an_older_one_is_amended(site: Site, host: FlaskClient) -> None:
    hand = [{"type": "deal", "dealer": 0}, {"type": "tally", "tricks": [9, 4, 4]}, {"type": "deal", "dealer": 1}]
    phone = at_table(site, host, *hand, *laid("9C", "3C", "5C", first=2), *laid("2D", "4D", "6D", first=2))
    assert commit(phone, OLD).status_code == 303
    assert site.tables.at(phone.table.id).fold.state.totals == (4, 9, 4)
