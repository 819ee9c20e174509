"""What happens in a circle is judged alike, whether it comes by a form or from a program."""

import io
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, select
from sqlalchemy.event import listen, remove
from sqlalchemy.sql.functions import count
from sqlmodel import col

from tests.databases import changing, reading
from tests.web.support.both_ways import Act, Pair, Sent, Twins, Values, by_program, hand, new_key, often
from tests.web.support.circle_tables import circle_matches
from tests.web.support.hall import Hall
from tests.web.support.photos import a_photo
from tests.web.support.read_elsewhere import read_elsewhere
from tests.web.support.site import Site
from webapp.api.endpoints import ENDPOINTS
from webapp.services import services_in
from webapp.store.circle_models import Circle, CircleMeeting
from webapp.store.models import Grant, Invite, Table, utc_now
from webapp.store.roles import Role, Scope
from webapp.table.viewer import Viewer

WHEN = utc_now().replace(microsecond=0, second=0) + timedelta(days=7)
TIMES = (WHEN.isoformat(), "2020-01-01T20:00", "2999-01-01T20:00", "soon", "")
SEASON_BEGAN = date(2026, 1, 1)
ROLES = ("ann", "ben", "nobody", "stranger")
PEOPLE = ("Ann", "Ben", "Cat")
NAMES = ("", " ", "Ann", "Ben", "Cat", " cat ", "Zoe", "x" * 99, "\u202eeoZ")


class House:
    """A circle of three with a table at which they play; a phone is Ann, one Ben, one nobody, and one a stranger."""

    def __init__(self, site: Site, stage: str) -> None:
        self.site, self.hands = site, {role: hand(site) for role in ROLES}
        self.circle = site.store.open_circle("Tuesdays", device_id=self.hands["nobody"].device)
        self.table = site.store.create_table(
            game="sixes-and-sevens", players=PEOPLE, options={}, device_id=self.hands["nobody"].device
        )
        site.circle_tables.give(self.table.id, self.circle.id)
        for role in ("ann", "ben"):
            site.store.join_circle(self.invite.id, self.hands[role].device, role.capitalize())
        self.fridays = site.store.open_circle("Fridays", device_id=self.hands["nobody"].device)
        of_fridays = site.store.create_table(
            game="sechsundsechzig", players=("Ben", "Dan"), options={}, device_id=self.hands["nobody"].device
        )
        site.circle_tables.give(of_fridays.id, self.fridays.id)
        extra = site.store.create_table(
            game="sechsundsechzig", players=("Eve", "Fay"), options={}, device_id=self.hands["nobody"].device
        )
        site.circle_tables.give(extra.id, self.circle.id)
        if stage == "merged":
            pair = self.players({"gone": "Fay", "into": "Cat"})
            assert site.store.merge_players(self.circle.id, pair["gone"], pair["into"])
        if stage == "joined":
            site.circle_tables.join(self.circle.id, self.fridays.id, self.hands["nobody"].device)
        (self.meeting,) = self._invited(stage)
        self.match = self._played() if stage == "played" else 0
        season = {"name": "Autumn", "game": "", "first_day": SEASON_BEGAN, "last_day": None, "best": 5}
        self.season = site.store.make_season(self.circle.id, season, op=new_key()).id if stage == "season" else 0
        own = site.store.create_table(
            game="sechsundsechzig", players=("Gus", "Hal"), options={}, device_id=self.hands["ben"].device
        )
        self.tables = {"own": own.id, "of circle": self.table.id, "none": 987654321}
        hall = Hall(services_in(site.app), organiser=self.hands["ben"].device)
        hall.admit(self.hands["ann"].device, Role.PLAYER, 1)
        self.evenings = {"own": hall.id, "none": 987654321}
        self.brought = 0
        if stage == "brought":
            text = "2024-10-03;sechsundsechzig;Ann;7;Ben;3\n2024-10-03;sechsundsechzig;Zed;7;Yan;3"
            lines = {"text": text, "names": {"Zed": None, "Yan": None}}
            assert self.hands["ann"].program.post(self.at("/results"), lines).status_code == 200
            self.brought = next(it.table_id for it in circle_matches(site.store, self.circle.id) if it.from_file)
        if stage == "given":
            site.circle_tables.give_evening(self.evenings["own"], self.circle.id)

    @property
    def invite(self) -> Invite:
        return self.site.store.invites(self.circle.id, Scope.CIRCLE)[Role.MEMBER]

    def at(self, path: str) -> str:
        return f"/circles/{self.circle.id}{path}"

    def come_to(self) -> Any:
        """Returns who is what in the circle, and who is at its table."""
        roles = {one.device: role for role, one in self.hands.items()}
        players = self.site.store.circle_players(self.circle.id)
        names = {number: "" if one.forgotten_at else one.name for number, one in players.items()}  # else by its number
        circle = [(roles[it.device_id], names.get(it.player_id)) for it in self.site.store.grants(*self._scope)]
        table = [(roles[it.device_id], it.role, it.seat or 0) for it in self.site.store.grants(self.table.id)]
        meetings = [
            [getattr(it, name) for name in ("place", "word", "game", "sequence", "called_off", "starts_at")]
            for it in self.site.store.meetings_to_come([self.circle.id], utc_now())
        ]
        answers = self.site.store.meeting_answers(self.meeting.id)
        said = [(roles[it.device_id], it.name, it.says, it.guests) for it in answers]
        told = {"meetings": meetings, "said": said}
        told["posts"] = [
            (roles[it.device_id], it.text, it.has_photo)
            for it in self.site.store.posts_of_match(self.circle.id, self.match)
        ]
        evening = self.site.store.evening(self.evenings["own"])
        told["evening"] = evening is not None and evening.circle_id == self.circle.id
        told["guests"] = [one.name for one in players.values() if one.guest]
        told["seasons"] = [
            [getattr(it, name) for name in ("name", "game", "first_day", "last_day", "best")]
            for it in self.site.store.circle_seasons(self.circle.id)
        ]
        told["notes"] = self.site.store.circle_notes(self.circle.id).get(self.match, "")
        told["tables"], told["opened"] = self._counted()
        return {"names": list(names.values()), "circle": circle, "table": sorted(table), **told}

    def _counted(self) -> tuple[list[int], list[tuple[str, int, int]]]:
        """Returns how many tables the two circles have, in how many circles and at how many evenings each phone is."""
        roles = {one.device: role for role, one in self.hands.items()}
        circle, device, until = col(Table.circle_id), col(Grant.device_id), col(Grant.until)
        opened = select(device, count(col(Grant.circle_id)), count(col(Grant.evening_id)))
        with reading(self.site.store) as session:
            tables = dict(session.execute(select(circle, count()).group_by(circle)).all())
            grants = session.execute(opened.where(device.in_(roles), until.is_(None)).group_by(device))
            here = [tables.get(one.id, 0) for one in (self.circle, self.fridays)]
            return here, sorted((roles[who], circles, evenings) for who, circles, evenings in grants)

    def _played(self) -> int:
        """Plays a match of the circle, and has Ann write to it."""
        host, names = self.hands["nobody"].device, ("Ann", "Ben")
        table = self.site.store.create_table(
            game="sechsundsechzig", players=names, options={"target": 1}, device_id=host
        )
        self.site.circle_tables.give(table.id, self.circle.id)
        for event in ({"type": "deal"}, {"type": "tally", "points": [1, 0]}):
            self.site.make(table.id, Viewer(device_id=host, role=Role.HOST), event, op=new_key())
        post = {"device_id": self.hands["ann"].device, "player_id": None, "text": "What a match", "photo": None}
        self.site.store.add_post(self.circle.id, table.id, **post, op=new_key())  # type: ignore[arg-type]
        (written,) = self.site.store.posts_of_match(self.circle.id, table.id)
        self.posts = {"own": written.id, "none": 987654321}
        return table.id

    def _invited(self, stage: str) -> list[CircleMeeting]:
        values = {"starts_at": WHEN, "place": "", "word": "", "game": "", "called_off": stage == "off"}
        return [self.site.store.make_meeting(self.circle.id, values, uid="u", op=new_key())]

    @property
    def invitation(self) -> Invite:
        found = self.site.store.meeting_invite(self.meeting)
        assert found is not None
        return found

    def players(self, typed: Values) -> dict[str, int]:
        """Returns the players of these names by number; for one who is no player a number of nobody."""
        found = {one.name: number for number, one in self.site.store.circle_players(self.circle.id).items()}
        return {field: found.get(name, 987654321) for field, name in typed.items()}

    def results_by_form(self, typed: Values) -> dict[str, Any]:
        who = typed["zoe"] if typed["zoe"] in ("", "new") else str(self.players({"zoe": typed["zoe"]})["zoe"])
        said = {"name": ["Zoe"], "who": [who]} if who else {}
        return {"text": "\n".join(typed["lines"]), **said, **({"good": "yes"} if typed["good_only"] else {})}

    def results_by_program(self, typed: Values) -> dict[str, Any]:
        who = None if typed["zoe"] == "new" else self.players({"zoe": typed["zoe"]})["zoe"]
        names = {"Zoe": who} if typed["zoe"] else {}
        return {"text": "\n".join(typed["lines"]), "names": names, "good_only": typed["good_only"]}

    def merge(self, place: int) -> int:
        """Returns the number of what can be taken back, of nothing where there is not so much."""
        found = [line.id for line in self.site.store.player_merges(self.circle.id)]
        return found[place] if place < len(found) else 987654321

    def number_of(self, name: str) -> int:
        """Returns the number of a circle, or of the line of one that came over; of another name one that is none."""
        lines = [line.id for line in self.site.store.circle_joins(self.circle.id)]
        return {"own": self.circle.id, "fridays": self.fridays.id, "line": max(lines, default=0)}.get(name, 987654321)

    def grant(self, role: str) -> int:
        """Returns the number of the grant of a device; for one that does not belong to the circle a number of none."""
        grants = {one.device_id: one.id for one in self.site.store.grants(*self._scope)}
        return grants.get(self.hands[role].device, 987654321)

    @property
    def _scope(self) -> tuple[int, Scope]:
        return self.circle.id, Scope.CIRCLE


def _values(**each: Sequence[Any]) -> st.SearchStrategy[Values]:
    return st.fixed_dictionaries({name: st.sampled_from(some) for name, some in each.items()})


def _joins_by_form(house: House, _role: str, typed: Values) -> Sent:
    said = {"new": typed["name"]} if typed["new"] else {"who": typed["name"]}
    return Sent("/accept", {"way": house.invite.token, "as": "member", **said})


def _posts(path: str) -> Callable[[House, str, Values], Sent]:
    return lambda house, role, typed: Sent(house.at(path), typed)


def _to_meeting(path: str) -> Callable[[House, str, Values], Sent]:
    return lambda house, role, typed: Sent(house.at(f"/meetings/{house.meeting.id}{path}"), typed)


def _alike(path: str) -> tuple[Any, Any]:
    """Returns how both send the same to the same address."""
    return _posts(path), _posts(path)


def _to_player(act: str) -> Callable[[House, str, Values], Sent]:
    def sent(house: House, _role: str, typed: Values) -> Sent:
        number = house.players({"player": typed["player"]})["player"]
        return Sent(house.at(f"/players/{number}/{act}"), {name: it for name, it in typed.items() if name != "player"})

    return sent


def _by_number(path: str) -> Callable[[House, str, Values], Sent]:
    return lambda house, role, typed: Sent(house.at(path), {**typed, **house.players({"player": typed["player"]})})


def _of_season(path: str) -> Callable[[House, str, Values], Sent]:
    return lambda house, role, typed: Sent(house.at(f"/seasons/{house.season}{path}"), typed)


def _gives(path: str) -> Callable[[House, str, Values], Sent]:
    return lambda house, role, typed: Sent(house.at(path), {"table": house.tables[typed["table"]]})


def _gives_evening(path: str) -> Callable[[House, str, Values], Sent]:
    return lambda house, role, typed: Sent(house.at(path), {"evening": house.evenings[typed["evening"]]})


def _stands_for(house: House, _role: str, typed: Values) -> dict[str, Any]:
    return {"new": typed["new"]} if typed["new"] else house.players({"player": typed["player"]})


SEASON = {"name": " Spring ", "game": "", "first_day": "2026-03-01", "last_day": "2026-05-31", "best": 3}
SEASONS = _values(
    name=("", " Spring ", "x" * 99, "\u202egnirpS"),
    game=("", "chess", "deep-six"),
    first_day=("2026-03-01", "soon", ""),
    last_day=("2026-05-31", "2026-02-01", "", "never"),
    best=(3, 0, 10**6),
)
EVENINGS = _values(evening=("own", "none"))
TABLES = _values(table=("own", "of circle", "none"))


def _joined(typed: Values) -> Values:
    return {**typed, "guests": ", ".join(typed["guests"])}


def _writes_by_form(house: House, _role: str, typed: Values) -> Sent:
    photo = {} if typed["photo"] is None else {"file": (io.BytesIO(typed["photo"]), "photo.jpg")}
    return Sent(house.at(f"/matches/{house.match}/posts"), {"text": typed["text"], **photo})


def _writes_by_program(house: House, _role: str, typed: Values) -> Sent:
    photo = None if typed["photo"] is None else b64encode(typed["photo"]).decode()
    return Sent(house.at(f"/matches/{house.match}/posts"), {"text": typed["text"], "photo": photo})


INVITED = {"starts_at": WHEN.isoformat(), "place": " At Ann’s ", "word": "", "game": ""}
MADE = _values(starts_at=TIMES, place=("", " Here ", "x" * 101), word=("", "Cake"), game=("", "chess", "deep-six"))
ANSWERED = _values(
    says=("yes", "no", "perhaps"), name=NAMES, guests=([], ["Zoe"], [" Zoe ", ""], ["x" * 99], ["a"] * 6)
)

ACTS: Mapping[str, Act] = {
    "joinCircle": Act(
        "",
        "stranger",
        {"name": "Cat", "new": False},
        _values(name=NAMES, new=(False, True)),
        _joins_by_form,
        lambda house, role, typed: Sent("/circles/join", {"code": house.invite.code, **typed}),
        roles=("stranger",),
    ),
    "joinInPlay": Act(
        "",
        "ben",
        {"as": "sit"},
        _values(**{"as": ("sit", "watch", "rule")}),
        lambda house, role, typed: Sent(house.at(f"/tables/{house.table.id}/join"), typed),
        lambda house, role, typed: Sent(house.at(f"/tables/{house.table.id}/join"), typed),
    ),
    "inviteToMeeting": Act("", "ann", INVITED, MADE, _posts("/meetings"), _posts("/meetings")),
    "changeMeeting": Act("", "ben", {**INVITED, "place": "Here"}, MADE, _to_meeting(""), _to_meeting("")),
    "callMeetingOff": Act(
        "",
        "nobody",
        {"off": True},
        _values(off=(True, False)),
        lambda house, role, typed: Sent(
            house.at(f"/meetings/{house.meeting.id}/off"), {"off": "yes" if typed["off"] else "no"}
        ),
        _to_meeting("/off"),
    ),
    "answerMeeting": Act(
        "",
        "ann",
        {"says": "yes", "name": "", "guests": ["Zoe"]},
        ANSWERED,
        lambda house, role, typed: Sent(house.at(f"/meetings/{house.meeting.id}/answer"), _joined(typed)),
        _to_meeting("/answer"),
    ),
    "answerInvitation": Act(
        "",
        "stranger",
        {"says": "maybe", "name": "Zoe", "guests": []},
        ANSWERED,
        lambda house, role, typed: Sent("/accept", {"way": house.invitation.token, **_joined(typed)}),
        lambda house, role, typed: Sent("/circles/invited", {"code": house.invitation.code, **typed}),
    ),
    "mergePlayers": Act(
        "",
        "ben",
        {"gone": "Fay", "into": "Cat"},
        _values(gone=("Ann", "Cat", "Zoe", "Fay"), into=("Ben", "Cat", "Fay")),
        lambda house, role, typed: Sent(house.at("/players/merge"), house.players(typed)),
        lambda house, role, typed: Sent(house.at("/players/merge"), house.players(typed)),
    ),
    "setGuest": Act(
        "",
        "ann",
        {"player": "Cat", "guest": True},
        _values(player=("Cat", "Zoe", "Ann"), guest=(True, False)),
        lambda house, role, typed: Sent(
            house.at("/players/guest"),
            {**house.players({"player": typed["player"]}), "guest": "yes" if typed["guest"] else "no"},
        ),
        lambda house, role, typed: Sent(
            house.at(f"/players/{house.players({'player': typed['player']})['player']}/guest"),
            {"guest": typed["guest"]},
        ),
    ),
    "bringResults": Act(
        "",
        "ben",
        {"lines": ["2024-10-03;sechsundsechzig;Ann;7;Zoe;3"], "zoe": "new", "good_only": False},
        _values(
            lines=(
                ["2024-10-03;sechsundsechzig;Ann;7;Zoe;3"],
                ["3.10.2024;sechsundsechzig;Ann;7;Zoe;3", "2999-01-01;sechsundsechzig;Ann;7;Ben;3"],
                ["2024-10-04;sechsundsechzig;Ann;7;Ben;3"],
                [],
            ),
            zoe=("new", "Ann", "Nobody", ""),
            good_only=(True, False),
        ),
        lambda house, role, typed: Sent(house.at("/results/bring"), house.results_by_form(typed)),
        lambda house, role, typed: Sent(house.at("/results"), house.results_by_program(typed)),
    ),
    "writePost": Act(
        "played",
        "ben",
        {"text": "Again!", "photo": a_photo(32, 32)},
        _values(text=("", " ", "Rain", "x" * 2000, "\u202eniaR"), photo=(None, a_photo(64, 32), b"no picture")),
        _writes_by_form,
        _writes_by_program,
    ),
    "removePost": Act(
        "played",
        "ann",
        {"post": "own"},
        _values(post=("own", "none")),
        lambda house, role, typed: Sent(
            house.at(f"/matches/{house.match}/posts/{house.posts[typed['post']]}/remove"), {}
        ),
        lambda house, role, typed: Sent(house.at(f"/posts/{house.posts[typed['post']]}/remove"), {}),
    ),
    "undoMerge": Act(
        "merged",
        "ann",
        {"merge": 0},
        _values(merge=(0, 1)),
        lambda house, role, typed: Sent(house.at(f"/players/merged/{house.merge(typed['merge'])}/undo"), {}),
        lambda house, role, typed: Sent(house.at(f"/players/merged/{house.merge(typed['merge'])}/undo"), {}),
    ),
    "bringCircleIn": Act(
        "",
        "nobody",
        {"circle": "fridays", "same": ["ben"]},
        _values(circle=("fridays", "own", "none"), same=(["Ben"], [], ["Dan", "ben "])),
        lambda house, role, typed: Sent(
            house.at("/joined"), {"circle": str(house.number_of(typed["circle"])), "same": typed["same"]}
        ),
        lambda house, role, typed: Sent(
            house.at("/joined"), {"circle": house.number_of(typed["circle"]), "same": typed["same"]}
        ),
    ),
    "openCircle": Act(
        "",
        "ben",
        {"name": " Mondays ", "table": "own"},
        _values(name=("Mondays", "", "x" * 99, "M\u202e"), table=("own", "of circle", "none")),
        lambda house, role, typed: Sent("/circles", {**typed, "table": house.tables[typed["table"]]}),
        lambda house, role, typed: Sent("/circles/open", {**typed, "table": house.tables[typed["table"]]}),
    ),
    "giveTable": Act("", "ben", {"table": "own"}, TABLES, _gives("/tables"), _gives("/tables")),
    "giveEvening": Act("", "ben", {"evening": "own"}, EVENINGS, _gives_evening("/tables"), _gives_evening("/evenings")),
    "takeEveningBack": Act(
        "given", "ben", {"evening": "own"}, EVENINGS, _gives_evening("/tables/back"), _gives_evening("/evenings/back")
    ),
    "takeTableBack": Act("", "nobody", {"table": "of circle"}, TABLES, _gives("/tables/back"), _gives("/tables/back")),
    "countFiles": Act(
        "",
        "ann",
        {"count": False},
        _values(count=(True, False)),
        lambda house, role, typed: Sent(house.at("/from-files"), {"count": "yes" if typed["count"] else "no"}),
        _posts("/from-files"),
    ),
    "putDeviceOut": Act(
        "",
        "ann",
        {"who": "ben"},
        _values(who=("ben", "nobody", "ann", "stranger")),
        lambda house, role, typed: Sent(house.at(f"/phones/{house.grant(typed['who'])}/out"), {}),
        lambda house, role, typed: Sent(house.at(f"/devices/{house.grant(typed['who'])}/out"), {}),
    ),
    "leaveCircle": Act("", "ben", {}, st.just({}), *_alike("/leave")),
    "standFor": Act(
        "",
        "nobody",
        {"player": "Cat", "new": ""},
        _values(player=("Cat", "Ann", "Zoe"), new=("", " ", "Zoe", "Ann", "x" * 99)),
        lambda house, role, typed: Sent(house.at("/phone"), _stands_for(house, role, typed)),
        lambda house, role, typed: Sent(house.at("/player"), _stands_for(house, role, typed)),
    ),
    "renewCircleCode": Act(
        "", "ben", {"role": "member"}, _values(role=("member", "recovery", "host")), *_alike("/codes")
    ),
    "freshCircleCode": Act(
        "", "ben", {"role": "member"}, _values(role=("member", "recovery", "host")), *_alike("/codes/fresh")
    ),
    "makeSeason": Act("", "ann", SEASON, SEASONS, *_alike("/seasons")),
    "changeSeason": Act("season", "ann", SEASON, SEASONS, _of_season(""), _of_season("")),
    "endSeason": Act("season", "ben", {}, st.just({}), _of_season("/end"), _of_season("/end")),
    "removeSeason": Act("season", "ben", {}, st.just({}), _of_season("/remove"), _of_season("/remove")),
    "renamePlayer": Act(
        "",
        "ann",
        {"player": "Cat", "name": " Kat "},
        _values(player=("Cat", "Zoe"), name=NAMES),
        _by_number("/players/rename"),
        _to_player("rename"),
    ),
    "forgetPlayer": Act(
        "brought",
        "nobody",
        {"player": "Zed"},
        _values(player=("Zed", "Cat", "Zoe")),
        _by_number("/players/forget"),
        _to_player("forget"),
    ),
    "writeNote": Act(
        "played",
        "ann",
        {"note": " Rain ", "before": ""},
        _values(note=("", "Rain", "x" * 2000, "\u202eniaR"), before=("", "Rain", "Sun")),
        lambda house, role, typed: Sent(house.at(f"/matches/{house.match}/note"), typed),
        lambda house, role, typed: Sent(house.at(f"/matches/{house.match}/note"), typed),
    ),
    "removeResult": Act(
        "brought",
        "ann",
        {},
        st.just({}),
        lambda house, role, typed: Sent(house.at(f"/matches/{house.brought}/remove"), {}),
        lambda house, role, typed: Sent(house.at(f"/matches/{house.brought}/remove"), {}),
    ),
    "openEveningOf": Act(
        "",
        "ann",
        {"game": "deep-six"},
        _values(game=("", "deep-six", "chess")),
        _to_meeting("/evening"),
        _to_meeting("/evening"),
    ),
    "takeCircleBack": Act(
        "joined",
        "nobody",
        {"join": "line"},
        _values(join=("line", "none")),
        lambda house, role, typed: Sent(house.at(f"/joined/{house.number_of(typed['join'])}/undo"), {}),
        lambda house, role, typed: Sent(house.at(f"/joined/{house.number_of(typed['join'])}/undo"), {}),
    ),
}
"""Every act in a circle that a program has, and the form that does the same."""
NO_PAIR = {"bringCircle", "lookAtResults"}
"""A form sends the one as a file (tests/web/circle/test_circle_archive.py); the other changes nothing."""


def test_every_act_in_a_circle_has_its_form_or_a_reason(app: Flask) -> None:
    acts = {call.name for call in ENDPOINTS if call.method != "GET" and call.path.startswith("/circles")}
    assert acts == set(ACTS) | NO_PAIR


@pytest.mark.parametrize("name", ACTS)
def test_whatever_is_typed_comes_to_the_same(site: Site, twins: Twins, name: str) -> None:
    act = ACTS[name]
    pair = Pair(lambda: twins.at(site, act.at, lambda: House(site, act.at)))
    assert pair.takes(act) == 200

    @often(5)
    @given(sent=st.lists(st.tuples(st.sampled_from(act.roles or ROLES), act.values), min_size=2, max_size=5))
    def both(sent: Sequence[tuple[str, Values]]) -> None:
        pair.send(act, sent)

    both()
    read_elsewhere(site, circles=[house.circle.id for house in pair.newest])


ADD = {"inviteToMeeting", "makeSeason", "openCircle", "openEveningOf"}
"""Acts that change nothing that is there."""
OF_TABLES = {"joinInPlay", "giveEvening", "takeEveningBack"}
"""Acts that change a table or an evening, for which others wait."""


@pytest.mark.postgresql
@pytest.mark.parametrize("stage", sorted({act.at for act in ACTS.values()} - {"given"}))
def test_who_changes_a_circle_waits_for_another_process_that_does(site: Site, stage: str) -> None:
    """Else each would judge, and write, by what the other one is about to change."""

    def impatient(connection: Connection) -> None:
        connection.exec_driver_sql("SET LOCAL lock_timeout = 1")

    house = House(site, stage)
    acts = {name: act for name, act in ACTS.items() if act.at == stage and name not in ADD | OF_TABLES}
    with changing(site.store) as other:
        other.execute(select(Circle).where(Circle.id == house.circle.id).with_for_update())
        listen(Engine, "begin", impatient)
        try:
            sent = {name: (house.hands[act.by], act.program(house, act.by, act.good)) for name, act in acts.items()}
            answers = {name: by_program(*said, new_key()).status_code for name, said in sent.items()}
        finally:
            remove(Engine, "begin", impatient)
    assert answers == dict.fromkeys(acts, 503)
