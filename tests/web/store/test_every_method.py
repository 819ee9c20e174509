"""Every method of the Store, once, on each database: none is left to the other one's word.

What each of them refuses is tested in the other files of this folder.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import pytest

from rules_core.record import Header
from tests.web.support.circle_tables import circle_matches, tables_of_circle
from webapp.store import Store
from webapp.store.archives import ArchivedEvening, ArrivalEnded, BroughtPlayer, NewResult
from webapp.store.attempts import CodeBudget
from webapp.store.backups.copies import read_snapshot
from webapp.store.chain.links import misfits
from webapp.store.circle_history import MatchFilter
from webapp.store.circle_models import CircleArrival
from webapp.store.evening_models import Admission, EveningChange, NewLine
from webapp.store.forgotten_player import ForgottenNames
from webapp.store.kept_rows import MatchRow, RatingRow
from webapp.store.match_keeping import EndedMatch, KeptMatch
from webapp.store.models import CasePhoto, DeskLine, Table, utc_now
from webapp.store.roles import Role, Scope
from webapp.store.used_keys import question

NAMES = ("Ann", "Ben", "Cat")
FREE = [CodeBudget("home", 100, timedelta(hours=1))]


ENDED = EndedMatch(1, {"sides": [[0], [1], [2]], "places": [1, 2, 3], "winners": [0]})


def rated_alike(
    matches: Sequence[MatchRow], before: Mapping[int, RatingRow], guests: Collection[int]
) -> list[RatingRow]:
    return [
        RatingRow(match.table_id, player, match.circle_id, match.game, match.ended_at, 1, 1, 1, 0)
        for match in matches
        for player in match.players
    ]


class Silent:
    """A remover that finds no name in any text."""

    def __init__(self, names: ForgottenNames) -> None:
        self.names = names

    def text(self, said: str) -> str:
        return said

    event = text

    def line(self, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return dict(body)


class Recorded:
    """A store that knows which of its methods have been called."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.called: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.called.add(name)
        return getattr(self._store, name)


def test_every_method_works(store: Store) -> None:
    recorded: Any = Recorded(store)
    store.rate_players = rated_alike
    recorded.ping()
    recorded.write_probe()
    host, table = _a_table(recorded)
    _its_log(recorded, table, host)
    _its_seats(recorded, table)
    _its_score(recorded, table)
    _invitations(recorded, table)
    _other_phones(recorded, table, host)
    _other_tables(recorded, table, host)
    _evenings(recorded, table, host)
    _photos(recorded, table, host)
    _circles(recorded, table, host)
    _other_processes(recorded, table, host)
    with read_snapshot(store.url) as connection:
        assert list(misfits(connection, store.chain)) == []
    recorded.close()
    methods = {name for name in dir(Store) if callable(getattr(Store, name)) and not name.startswith("_")}
    assert methods - recorded.called == set()


def _line(table: Table, kind: str, **body: Any) -> DeskLine:
    return DeskLine(table_id=table.id, seq=0, kind=kind, body=body)


def _a_table(store: Any) -> tuple[int, Table]:
    host = store.add_device("host").id
    assert store.device("host").id == host
    store.remember_names(host, NAMES)
    assert store.device("host").names == list(NAMES)
    table: Table = store.create_table(game="any-game", players=NAMES, options={"deep": [1, "x"]}, device_id=host)
    read = store.table(table.id)
    assert (read.game, read.players, read.options) == ("any-game", list(NAMES), {"deep": [1, "x"]})
    assert store.device_grant("host", table.id).role == "host"
    return host, table


def _its_log(store: Any, table: Table, host: int) -> None:
    before = store.version(table.id)
    for seq in (1, 2):
        store.append(table.id, seq=seq, op=f"op {seq}", device_id=host, body=f'{{"n":{seq}}}')
    assert store.bodies_of_key(table.id, op="op 2", device_id=host) == ['{"n":2}']
    asked = question("table", host, "op 3", "a digest")
    store.keep_answer(asked, "an answer")
    assert store.kept_answer(asked) == ("a digest", "an answer")
    assert (store.last_seq(table.id), store.event_of_key(table.id, op="op 2", device_id=host).seq) == (2, 2)
    assert [(event.seq, event.body) for event in store.events(table.id, after_seq=1)] == [(2, '{"n":2}')]
    assert store.version(table.id).outside_log == before.outside_log, "nothing but its log"
    store.add_to_desk(_line(table, "dispute", about=1, text="„so“"), store.version(table.id).newest)
    (dispute,) = store.desk(table.id)
    assert (dispute.kind, dispute.body) == ("dispute", {"about": 1, "text": "„so“"})
    newest = before.newest + 3 if store.is_shared else 0
    assert store.version(table.id) == (newest, newest)


def _seats(store: Any, table: Table) -> dict[int, tuple[str, int | None]]:
    return {grant.device_id: (grant.role, grant.seat) for grant in store.grants(table.id)}


def _its_seats(store: Any, table: Table) -> None:
    ann, ben, cat, dan = (store.add_device(name).id for name in ("ann", "ben", "cat", "dan"))
    store.admit(table.id, ann, role="player", seat=0)
    store.change_choices(table.id, {"seats": "approved"}, _line(table, "chosen"))
    for device, seat in ((ben, 1), (cat, 2), (dan, 2)):
        store.join(table.id, device, role="player", seat=seat)
    waiting = store.seat_requests(table.id)
    assert [request.device_id for request in waiting] == [ben, cat, dan]
    store.approve_request(table.id, waiting[0].word, _line(table, "let-in"))
    store.refuse_request(table.id, waiting[1].word)
    assert store.seat_request_of(table.id, cat).until is not None
    store.withdraw_request(table.id, dan)
    assert store.seat_request_of(table.id, dan) is None
    assert (_seats(store, table)[ann], _seats(store, table)[ben]) == (("player", 0), ("player", 1))
    store.mark_read(table.id, ann, events=1, lines=0)
    store.leave_seat(table.id, ann)
    store.free_seat(table.id, 1)
    assert {seat for _, seat in _seats(store, table).values()} == {None}
    store.end_grant(table.id, ben, _line(table, "let-out"))
    assert ben not in _seats(store, table)
    assert ben in {grant.device_id for grant in store.all_grants(table.id)}
    assert store.how_place_was_lost(table.id, ben) == "let-out"


def _its_score(store: Any, table: Table) -> None:
    store.admit(table.id, store.device("ann").id, role="player", seat=0)
    assert store.give_score(table.id, 0, _line(table, "scorekeeper")).role == "scorekeeper"
    store.end_scorekeeping(table.id, _line(table, "scorekeeper"))
    assert "scorekeeper" not in {role for role, _ in _seats(store, table).values()}
    assert store.give_score(table.id, 1, _line(table, "scorekeeper")) is None


def _invitations(store: Any, table: Table) -> None:
    invite = store.invites(table.id)["player"]
    assert store.try_code(invite.code, FREE).id == store.invite_of(invite.token).id == invite.id
    assert store.try_code("2222222", FREE) is None
    assert store.fresh_code(table.id, "player").code == invite.code, "its own stands still"
    assert store.invite_with_code(invite.code).has_code
    assert store.has_been_here_since(store.device("ann").id, utc_now()) is True
    assert store.renew_invite(table.id, "player").code != invite.code
    assert store.invite_with_code(store.renew_invite(table.id, "referee").code).is_valid
    eva = store.add_device("eva").id
    asked = store.renew_invite(table.id, "referee")
    assert store.appoint(asked, eva, "Eva").is_referee
    assert not store.invite_with_code(asked.code).is_valid
    store.dismiss(table.id, eva)
    assert eva not in _seats(store, table)


def _other_phones(store: Any, table: Table, host: int) -> None:
    new, lost = store.add_device("new").id, store.add_device("found").id
    store.offer_move(table.id, host)
    store.take_back_move(table.id, host)
    assert store.offered_move(table.id, host) is None
    store.move(store.offer_move(table.id, host), new)
    assert (_seats(store, table)[new][0], store.how_place_was_lost(table.id, host)) == ("host", "moved")
    store.recover(store.invites(table.id)["host"], lost)
    assert (_seats(store, table)[lost][0], store.how_place_was_lost(table.id, new)) == ("host", "recovered")


def _other_tables(store: Any, table: Table, host: int) -> None:
    successor = store.create_successor(table.id, first_dealer=2)
    assert store.create_successor(table.id, first_dealer=2).id == successor.id
    seats = {"game": "any-game", "players": list(reversed(NAMES)), "options": {}, "device_id": host, "host_seat": 0}
    other = store.create_table(**seats)
    store.bring_along(successor.id, other.id)
    store.bring_along(successor.id, table.id)
    assert store.table(successor.id).successor_id == other.id
    header = Header(game="any-game", players=list(NAMES), options={})
    opened = store.open_record(header, ['{"n":1}', '{"n":2}'], device_id=host, note={"entries": 2})
    assert (store.last_seq(opened.id), [line.kind for line in store.desk(opened.id)]) == (2, ["opened"])
    assert store.count_tables() == 4
    store.confirm_key()
    assert [found.id for found in store.newest_tables(2)] == [opened.id, other.id]
    assert [found.id for found in store.tables_of(host)] == [opened.id, other.id]


def _evenings(store: Any, table: Table, host: int) -> None:
    evening = store.open_evening("Tuesday", [NewLine("listed", {"person": 1, "name": "Ann"})], device_id=host, op="one")
    assert store.open_evening("Tuesday", [], device_id=host, op="one").id == evening.id
    before = store.evening_version(evening.id)
    card = EveningChange(joins={table.id: 1}, admit=[Admission(host, Role.ORGANISER, 1)])
    store.add_to_evening(evening.id, [NewLine("away", {"person": 1})], after=1, device_id=host, change=card)
    assert [line.seq for line in store.evening_lines(evening.id, 1)] == [2]
    assert (store.evening(evening.id).title, store.evening_version(evening.id)) == ("Tuesday", before + 1)
    assert [(one.role, one.person) for one in store.grants(evening.id, Scope.EVENING)] == [("organiser", 1)]
    assert store.device_grant("nobody", evening.id, Scope.EVENING) is None
    assert [found.id for found in store.tables_of_evening(evening.id)] == [table.id]
    assert store.tables_of_recent_evenings(evening.created_at) == [table.id]
    assert store.tables_at_evenings({table.id, 987_654}) == {table.id}
    assert store.evenings_left({table.id}) == {}
    assert [found.id for found in store.evenings_of(host, 5)] == [evening.id]
    store.read_evening(evening.id, host, 2)
    archived = ArchivedEvening("From a file", 7, utc_now(), (), lambda ids: [])
    assert store.open_archived(archived, device_id=host, op=None).title == "From a file"
    _invites_of_an_evening(store, evening.id, host)


def _invites_of_an_evening(store: Any, evening_id: int, host: int) -> None:
    assert set(store.invites(evening_id, Scope.EVENING)) == {"player", "watcher", "organiser"}
    store.make_cards(evening_id, (1, 2))
    old = store.table_cards(evening_id)[1]
    store.make_cards(evening_id, (1,), again=True)
    assert not store.invite_of(old.token).is_valid
    deputy = store.renew_invite(evening_id, "deputy", Scope.EVENING)
    assert (deputy.role, store.fresh_code(evening_id, "deputy", Scope.EVENING).code) == ("deputy", deputy.code)
    assert store.offered_move(evening_id, 987_654, Scope.EVENING) is None
    assert store.replaced_cards(evening_id) == {1}
    other = store.add_device("organises").id
    store.move(store.offer_move(evening_id, host, Scope.EVENING), other)
    assert [one.device_id for one in store.grants(evening_id, Scope.EVENING)] == [other]


def _photos(store: Any, table: Table, host: int) -> None:
    photo = CasePhoto(
        table_id=table.id, case_code="dispute-1", device_id=host, photo=b"jpeg", cards=["6S"], seq=1, op="a"
    )
    assert store.keep_photo(photo)
    (kept,) = store.photos_of_table(table.id)
    assert (kept.case_code, kept.cards, kept.doubtful) == ("dispute-1", ["6S"], [])
    assert store.case_photo(table.id, kept.id) == b"jpeg"
    store.drop_photo(table.id, kept.id)
    assert store.photos_of_table(table.id) == []


def _circles(store: Any, table: Table, host: int) -> None:
    circle = store.open_circle("Tuesdays", device_id=host, op="one")
    assert store.open_circle("Tuesdays", device_id=host, op="one").id == circle.id
    assert (store.circle(circle.id).name, [found.id for found in store.circles_of(host)]) == (
        "Tuesdays",
        [circle.id],
    )
    assert [found.id for found in store.all_circles()] == [circle.id]
    other = store.add_device("other circle").id
    member, kept = (store.invites(circle.id, Scope.CIRCLE)[role] for role in ("member", "recovery"))
    assert store.try_code(member.code, FREE).id == member.id
    for invite in (member, kept):
        store.join_circle(invite.id, other)
    assert [grant.device_id for grant in store.grants(circle.id, Scope.CIRCLE)] == [host, other]
    assert store.device_grant("other circle", circle.id, Scope.CIRCLE).role == "member"
    assert not store.invite_of(kept.token).is_valid
    assert [store.invite_with_code(invite.code).is_valid for invite in (member, kept)] == [True, False]
    assert store.fresh_code(circle.id, Role.MEMBER, Scope.CIRCLE).code == member.code, "its own stands still"
    assert store.renew_invite(circle.id, "member", Scope.CIRCLE).code != member.code
    joining = store.invites(circle.id, Scope.CIRCLE)["member"]
    store.put_out(circle.id, other)
    assert not store.invite_of(joining.token).is_valid
    store.join_circle(store.invites(circle.id, Scope.CIRCLE)["member"].id, other)
    store.leave_circle(circle.id, other)
    assert store.device_grant("other circle", circle.id, Scope.CIRCLE).role is None
    _matches_of_a_circle(store, circle.id, table)


def _matches_of_a_circle(store: Any, circle_id: int, table: Table) -> None:
    evening = store.table(table.id).evening_id
    assert [store.change_circle(evening, before, circle_id) for before in (circle_id, None)] == [False, True]
    assert store.change_circle(evening, circle_id, None)
    seq = store.last_seq(table.id)
    store.give_table(circle_id, table.id, KeptMatch(ENDED), seq=seq)
    assert [found.id for found in tables_of_circle(store, circle_id)] == [table.id]
    assert [player.name for player in store.circle_players(circle_id).values()] == list(NAMES)
    (match,), rated = circle_matches(store, circle_id), store.circle_ratings(circle_id)
    assert store.match_numbers(circle_id) == [match.table_id]
    assert store.circle_ratings(circle_id, [match.table_id]) == rated
    assert (match.table_id, match.summary, len(rated)) == (table.id, {**ENDED.summary, "seconds": 0}, len(NAMES))
    assert {row.player_id for row in store.newest_ratings(circle_id, "any-game")} == set(match.players)
    steps = store.rating_steps(circle_id, "any-game")
    assert ([step.after for step in steps], [step.before for step in steps]) == (rated, [None] * len(rated))
    assert store.games_played(circle_id) == {"any-game": 1}
    assert store.count_from_files(circle_id, "any-game") == 0
    assert store.days_only(circle_id) == store.own_tables(circle_id) == set()
    store.count_files(circle_id, counted=False)
    store.keep_again(circle_id, table.id, KeptMatch(ENDED))
    assert store.circle(circle_id).without_files
    wanted = MatchFilter(circle_id, ["any-game"], match.players[:2])
    assert (store.count_matches(wanted), store.find_matches(wanted, limit=5)) == (1, [match])
    ann, ben, cat = match.players
    (played,) = store.matches_of_player(circle_id, ann, ["any-game"], other=ben)
    assert (played.table_id, played.ended_at, played.strength) == (table.id, match.ended_at, 1)
    (text,) = store.matches_of_game(circle_id, "any-game", limit=5, offset=0)
    assert (text.table_id, text.began_at) == (table.id, match.began_at)
    assert (played.corrected, store.circle_player(circle_id, ann).id) == (False, ann)
    host = store.device("host").id
    store.hold_player(circle_id, host, ann)
    assert (store.held_players(circle_id), store.seated_players(circle_id, host)) == ({ann: host}, [])
    assert store.players_called(circle_id, ["ANN", "Zoe"]) == [ann]
    assert [circle.id for circle in store.circles_with(host, ["Ann", "Cat"])] == [circle_id]
    assert store.tables_in_play([circle_id], utc_now() - timedelta(hours=1)) == []
    assert not store.is_still_counting(circle_id)
    store.hold_named(circle_id, host, "BEN")
    assert store.held_players(circle_id) == {ben: host}
    store.let_player_go(circle_id, host)
    assert store.held_players(circle_id) == {}
    assert (
        store.merge_players(circle_id, ann, ben),
        store.rename_player(circle_id, ann, "Anne"),
    ) == (
        False,
        True,
    )
    assert store.player_merges(circle_id) == []
    _results(store, circle_id, host)
    for guest in (True, False):
        store.set_guest(circle_id, ben, guest=guest)
        assert store.guests(circle_id) == ({ben} if guest else set())
    with suppress(LookupError):
        store.part_players(circle_id, 1)
    _meetings(store, circle_id, host)
    other = store.open_circle("Fridays", device_id=host)
    assert (store.same_names(circle_id, other.id), store.circle_joins(circle_id)) == ({}, [])
    line = store.join_circles(circle_id, other.id, host)
    assert store.part_circles(circle_id, line.id, host) == other.id
    assert store.rebuild_circle(circle_id, lambda table: ENDED) == []
    store.rate_anew()
    store.rate_due(circle_id)
    assert (store.circles_due(), store.tables_without_match(circle_id)) == ([], [])
    assert store.rebuild_circle(circle_id, lambda table: ENDED) == []
    _seasons(store, circle_id, table)
    assert store.circle_state(circle_id).names.keys() == store.circle_players(circle_id).keys()
    assert [played.table_id for played in store.played_matches(circle_id, limit=5)] == [table.id]
    assert (store.circle_titles(circle_id), store.names_of_player(match.players[0])) == ({}, ["ann", "anne"])
    assert store.find_named(circle_id, "Cat".__eq__).players == [match.players[2]]
    (known,) = store.known_tables(circle_id)
    assert (known.table_id, known.players) == (table.id, match.players)
    assert store.lengths_of_matches(circle_id) == [(table.id, seq)]
    assert (store.names_of_circle(circle_id)[cat], store.leads_of_circle(circle_id)["cat"]) == (["Cat"], cat)
    arrival = CircleArrival(circle_id=circle_id, digits="d", device_id=host, body=b"some")
    store.bring_players(circle_id, [], device_id=host, network="n", counts=False, arrival=arrival)
    with store.arriving(circle_id, "d"):
        store.end_arrival(circle_id, "d")
        with pytest.raises(ArrivalEnded):
            store.end_arrival(circle_id, "d")
    arrival = CircleArrival(circle_id=circle_id, digits="d", device_id=host, body=b"some")
    store.bring_players(circle_id, [], device_id=host, network="n", counts=False, arrival=arrival)
    assert [one.body for one in store.arrivals()] == [b"some"]
    store.end_arrival(circle_id, "d")
    assert store.arrivals() == []
    brought = [BroughtPlayer(7, ["CAT"], None)]
    assert store.bring_players(circle_id, brought, device_id=host, network="n", counts=False) == {7: cat}
    assert store.write_note(circle_id, table.id, "At last", before="")
    assert (store.circle_match(circle_id, table.id), store.circle_notes(circle_id)) == (match, {table.id: "At last"})
    _posts(store, circle_id, table.id, host)
    _packs(store, table.id, host)
    evening = store.table(table.id).evening_id
    store.add_to_evening(evening, [NewLine("closed", {})], after=len(store.evening_lines(evening)), device_id=host)
    assert store.names_kept(circle_id, cat, host) == ([], [])
    begun, kept = store.begin_forgetting(circle_id, cat, Silent, device_id=host)
    assert (store.forgettings(), table.id in begun.tables, kept) == ([begun], True, ([], []))
    silent = Silent(ForgottenNames(**begun.names))
    assert store.names_left(cat, silent) == ([table.id], [])
    store.forget_at_evening(evening, silent)
    store.forget_at_table(table.id, silent)
    assert store.names_left(cat, silent) == ([], [])
    store.end_forgetting(cat)
    assert (store.forgettings()[0].names, store.quiet_for >= 0) == ({}, True)
    store.erase_freed()
    assert store.forgettings() == []
    assert store.table(table.id).players == ["Ann", "Ben", f"#{cat}"]
    going_on = KeptMatch(None)
    store.append(table.id, seq=seq + 1, op="again", device_id=None, body='{"n":3}', match=going_on)
    assert (circle_matches(store, circle_id), store.circle_ratings(circle_id)) == ([], [])
    assert store.tables_of_strangers(circle_id, [store.table(table.id)]) == set()
    assert [store.take_table_back(circle_id, table.id) for _ in range(2)] == [True, False]


def _packs(store: Any, table_id: int, host: int) -> None:
    pack = {"name": "Own", "ranks": "AK"}
    number = store.teach(host, suits="C", traits=b"1", **pack)
    assert store.teach(host, suits="CS", traits=b"2", pack_id=number, **pack) == number
    assert store.teach(host, suits="CS", traits=b"2", **pack) == number
    with suppress(LookupError):
        raise AssertionError(store.teach(host, suits="CS", traits=b"3", pack_id=number, **pack))
    (own,) = store.taught_packs(host)
    assert (own.id, own.device_id, own.name, own.ranks, own.suits) == (number, host, "Own", "AK", "CS")
    assert (store.traits_of_pack(number, host), store.traits_of_pack(number, None)) == (b"2", None)
    house = store.teach(None, suits="C", traits=b"3", **pack)
    assert store.taught_packs_at(table_id) == (b"3",), "its host has moved to another phone"
    assert (store.remove_pack(number, None), store.remove_pack(number, host)) == (False, True)
    assert store.remove_pack(house, None)


def _posts(store: Any, circle_id: int, table_id: int, host: int) -> None:
    for _again in range(2):
        assert store.add_post(circle_id, table_id, device_id=host, player_id=None, text="", photo=b"jpg", op="post")
    (post,) = store.posts_of_match(circle_id, table_id)
    assert store.post_photo(circle_id, table_id, post.id) == b"jpg"
    assert store.match_of_post(circle_id, post.id) == table_id
    assert store.post_sizes(circle_id) == {table_id: (1, 1, 3, 0)}
    assert store.remove_post(circle_id, table_id, post.id, host)
    assert store.posts_of_match(circle_id, table_id) == []


def _results(store: Any, circle_id: int, host: int) -> None:
    header, told = Header("any-game", NAMES, {}), {"events": 0, "fingerprint": "f" * 64, "result": {}}
    other = store.open_circle("Results", device_id=host)
    names = [BroughtPlayer(place, [name], None) for place, name in enumerate(NAMES)]
    store.bring_players(other.id, names, device_id=host, network="n", counts=False)
    ended = EndedMatch(0, ENDED.summary, utc_now())
    for _again in range(2):
        store.open_results(other.id, [NewResult(header, told, "one", ended)], device_id=host)
    assert list(store.results_of_circle(other.id).values()) == [told]
    assert len(circle_matches(store, other.id)) == 1


def _meetings(store: Any, circle_id: int, host: int) -> None:
    values = {"starts_at": utc_now() + timedelta(days=1), "place": "Here", "word": "", "game": ""}
    meeting = store.make_meeting(circle_id, values, uid="u", op="meeting")
    assert store.make_meeting(circle_id, values, uid="u", op="meeting").id == meeting.id
    assert store.change_meeting(circle_id, meeting.id, {"place": "There"}).sequence == 1
    assert store.meeting(circle_id, meeting.id).place == "There"
    assert [one.id for one in store.meetings_to_come([circle_id], utc_now())] == [meeting.id]
    assert store.meeting_invite(meeting).number == meeting.id
    store.answer_meeting(meeting, host, "Ann", "yes", ["Zoe"])
    store.answer_meeting(meeting, host, "ann", "no", [])
    assert [(one.name, one.says) for one in store.meeting_answers(meeting.id)] == [("ann", "no")]
    assert "ann" in store.player_keys(circle_id)


def _seasons(store: Any, circle_id: int, table: Table) -> None:
    values = {"name": "Autumn", "game": "", "first_day": date(2026, 9, 1), "last_day": None, "best": 5}
    season = store.make_season(circle_id, values, op="season")
    assert store.make_season(circle_id, values, op="season").id == season.id
    store.change_season(circle_id, season.id, {**values, "best": 3})
    assert (store.circle_season(circle_id, season.id).best, store.count_seasons(circle_id)) == (3, 1)
    assert set(store.match_places(circle_id, [table.id])) == {table.id}
    store.remove_season(circle_id, season.id)
    assert store.circle_seasons(circle_id) == []


def _other_processes(store: Any, table: Table, host: int) -> None:
    store.publish_presence("one", {table.id: Counter({host: 2})})
    store.renew_presence("one")
    assert (store.presence_elsewhere("other"), store.presence_elsewhere("one")) == ({table.id: Counter({host: 2})}, {})
    count, newest = store.grant_versions([table.id])[table.id]
    assert (count, newest) == (len(store.grants(table.id)), max(grant.id for grant in store.grants(table.id)))
