"""Records as texts: what is written, what is read back, and what is refused before any event is folded."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core import record, replay, result
from rules_core.findings import Malformed
from rules_core.record import Header
from tests.cases import each
from tests.rules.tables import Table
from tests.rules.written_records import DEAL, GOOD, problem, text

pytestmark = pytest.mark.usefixtures("plain")


def with_value(written: bytes) -> bytes:
    """A record whose only event has this JSON text in a key that nobody reads."""
    return text(events=[DEAL | {"note": "@"}]).replace(b'"@"', written)


# Writing

CHARACTERS = st.characters(exclude_categories=("Cs",))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(CHARACTERS, max_size=5), inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.text(CHARACTERS, max_size=8), VALUES | st.text(CHARACTERS), max_size=5)
HEADERS = st.builds(Header, st.text(CHARACTERS), st.lists(st.text(CHARACTERS)).map(tuple), OBJECTS)


@settings(max_examples=50)
@given(HEADERS, st.lists(OBJECTS, max_size=5))
def test_what_is_written_is_read_back(header: Header, events: list[Mapping[str, Any]]) -> None:
    written = record.write(header, events)
    read = record.read(written)
    assert (read.header, list(read.events)) == (header, events)
    assert record.write(read.header, read.events) == written


def test_the_canonical_record() -> None:
    """Byte for byte: another edition or another order would be another record."""
    header = Header("plain", ("Zoë", "Ann", "B♠"), {"so": True, "else": False})
    assert record.write(header, [{"type": "play", "seat": 1, "card": "7H"}]).decode() == (
        '{"edition":1,"events":[{"card":"7H","seat":1,"type":"play"}],"format":"sixfold-record/1",'
        '"game":"plain","options":{"else":false,"so":true},"players":["Zoë","Ann","B♠"]}\n'
    )


def test_the_header_is_written_whole_and_nothing_that_was_left_out_is_null() -> None:
    written = json.loads(record.write(Header("plain", ("Ann", "Ben", "Cat")), [DEAL]))
    assert written == GOOD | {"edition": 1, "options": {}, "events": [DEAL]}


def test_a_header_of_another_edition_is_not_written_as_this_one() -> None:
    assert json.loads(record.write(Header("plain", (), {}, 2), []))["edition"] == 2


def test_what_no_reader_takes_is_not_written() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        record.write(Header("plain", ()), [{"note": float("nan")}])


# The edition


def test_a_record_without_an_edition_is_of_the_first() -> None:
    assert record.read(text()).header == record.read(text(edition=1)).header
    assert record.read(text()).edition == 1


@pytest.mark.parametrize("edition", [0, 2, -1, 10**30])
def test_another_edition_is_told(edition: int) -> None:
    told = f"edition {edition} of the rules is not known here; this is edition 1"
    assert problem(text(edition=edition)) == told
    with pytest.raises(Malformed, match="edition"):
        record.read(text(edition=edition))
    with pytest.raises(Malformed, match="edition"):
        replay.begin(Header("plain", ("Ann", "Ben", "Cat"), {}, edition))


@each("edition", [True, 1.0, "1", None, [1]])
def test_an_edition_is_a_whole_number(edition: object) -> None:
    assert problem(text(edition=edition)).endswith("at `$.edition`")


# No record at all


@each(
    "written told",
    [
        (b"", "no JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"\x00" * 10, "no JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"[]", "Expected `object`, got `array`"),
        (b'"record"', "Expected `object`, got `str`"),
        (b"null", "Expected `object`, got `null`"),
        (b"7", "Expected `object`, got `int`"),
        (b"{}", "Object missing required field `format`"),
        (text()[:-1], "no JSON: "),
        (text() + b"{}", f"no JSON: Extra data: line 1 column {len(text()) + 1}"),
        (b"\xff\xfe", "no UTF-8: invalid start byte (byte 0)"),
        (text().replace(b"Ann", b"\xc4nn"), "no UTF-8: invalid continuation byte (byte "),
        (text().decode().encode("utf-16"), "no UTF-8: invalid start byte (byte 0)"),
        (text().decode().encode("utf-16-le"), "no JSON: Expecting property name enclosed in double quotes"),
        (text().decode().encode("utf-8-sig"), "no JSON: Unexpected UTF-8 BOM"),
        (text().replace(b"Ann", b"A\x00n"), "no JSON: Invalid control character at"),
        (text(players=["\ud800", "Ben", "Cat"]), "a text holds half of a surrogate pair, which is no character"),
        (text(game="\udc00\ud800"), "a text holds half of a surrogate pair, which is no character"),
        (b'"\\ud800"', "a text holds half of a surrogate pair, which is no character"),
        (json.dumps(GOOD, ensure_ascii=False).replace("Ann", "\ud800"), "no UTF-8: surrogates not allowed (byte "),
    ],
)
def test_what_is_no_record_at_all(written: bytes | str, told: str) -> None:
    assert problem(written).startswith(told)


@each(
    "fields told",
    [
        ({"format": "sixfold-record/2"}, "Invalid enum value 'sixfold-record/2' - at `$.format`"),
        ({"game": "bridge"}, "no game is called 'bridge'"),
        ({"game": None}, "Expected `str`, got `null` - at `$.game`"),
        ({"players": "Ann"}, "Expected `array`, got `str` - at `$.players`"),
        ({"players": ["Ann", "Ben", 3]}, "Expected `str`, got `int` - at `$.players[2]`"),
        ({"players": []}, "0 players cannot play plain"),
        ({"players": [str(seat) for seat in range(10_000)]}, "10000 players cannot play plain"),
        ({"players": ["Ann", "Ben", "Ann"]}, "seats 0 and 2 have the same name"),
        ({"players": ["Ann", "Ben", "x" * 201]}, "the name of seat 2 has 201 characters; at most 200 are read"),
        ({"options": {"aces_low": True}}, "options: Object contains unknown field `aces_low`"),
        ({"options": {"final_tie": 1}}, "options: Expected `str`, got `int` - at `$.final_tie`"),
        ({"options": None}, "Expected `object`, got `null` - at `$.options`"),
        ({"events": {}}, "Expected `array`, got `object` - at `$.events`"),
        ({"events": ["deal"]}, "Expected `object`, got `str` - at `$.events[0]`"),
        ({"query": []}, "Expected `object | null`, got `array` - at `$.query`"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(fields: dict[str, Any], told: str) -> None:
    assert problem(text(**fields)) == told


@each("name", ["", " ", "\t\n", "\xa0", "\u3000\u2003", "\u200b", "\ufeff", "\u2800", "\u3164", "\x00"])
def test_a_name_shows_something(name: str) -> None:
    assert problem(text(players=["Ann", name, "Cat"])) == "the name of seat 1 is blank"


@each("name", ["é", "日本", "👩\u200d🌾", "-", "x" * 200])
def test_names_of_all_kinds(name: str) -> None:
    assert record.read(text(players=["Ann", name, "Cat"])).players[1] == name
    assert replay.begin(Header("plain", ("Ann", name, "Cat"))).seq == 0


# JSON that readers could read differently, and numbers


@pytest.mark.parametrize(
    "written",
    [
        text()[:-1] + b', "game": "bridge"}',
        text(events=[DEAL | {"x": 1}]).replace(b'"x": 1', b'"x": 1, "x": 1'),
        with_value(b'{"a": {"b": [{"c": 1, "d": 2, "c": 3}]}}'),
        with_value(b'{"\\u0061": 1, "a": 2}'),
    ],
)
def test_a_key_stands_once(written: bytes) -> None:
    assert problem(written).endswith("twice")


@each(
    "number told",
    [
        (b"1e400", "the number 1e400 is too large"),
        (b"-1e400", "the number -1e400 is too large"),
        (b"1" * 101, "the number 111111111111… has 101 digits; at most 100 are read"),
        (b"1" + b"0" * 5000, "the number 100000000000… has 5001 digits; at most 100 are read"),
        (b"1." + b"0" * 200, "the number 1.0000000000… has 202 digits; at most 100 are read"),
        (b"NaN", "NaN is no number of JSON"),
        (b"-Infinity", "-Infinity is no number of JSON"),
        (b"01", "no JSON: "),
    ],
)
def test_numbers_that_are_not_read(number: bytes, told: str) -> None:
    assert problem(with_value(number)).startswith(told)
    assert problem(text(edition=7).replace(b"7", number)).startswith(told[:30])


@each("number", [b"9" * 100, b"-" + b"9" * 99, b"1e308", b"-0", b"1.5"])
def test_numbers_that_are_read(number: bytes) -> None:
    assert result.answer(record.read(with_value(number)))["accepted"] == 1


@each(
    "seat code",
    [
        ("-0", "not-your-turn"),
        ("1.0", "bad-value"),
        ("1e0", "bad-value"),
        ("-0.0", "bad-value"),
        ("true", "bad-value"),
        ('"1"', "bad-value"),
        ("null", "bad-value"),
        ("9" * 100, "bad-seat"),
        ("-1", "bad-seat"),
    ],
)
def test_a_seat_is_a_whole_number(seat: str, code: str) -> None:
    written = text(events=[DEAL, {"type": "play", "seat": "@", "card": "7C"}]).replace(b'"@"', seat.encode())
    assert result.answer(record.read(written))["error"]["code"] == code


# Limits


def test_a_record_as_long_as_can_be_and_one_byte_more() -> None:
    longest = text().ljust(record.MAX_BYTES)
    assert record.read(longest).game == "plain"
    assert problem(longest + b" ") == "longer than the 4194304 bytes of the longest record"


def nested(depth: int) -> list[bytes]:
    """Objects and lists so deep, the three of the record around them included."""
    inner = depth - 3
    return [
        with_value(b"[" * inner + b"]" * inner),
        with_value(b'{"a":' * inner + b"1" + b"}" * inner),
        with_value(b'[{"[":' * (inner // 2) + b"[" * (inner % 2) + b"]" * (inner % 2) + b"}]" * (inner // 2)).replace(
            b":}", b":0}"
        ),
    ]


@pytest.mark.parametrize("written", nested(record.MAX_DEPTH), ids=["lists", "objects", "both"])
def test_nested_as_deep_as_can_be(written: bytes) -> None:
    assert result.answer(record.read(written))["accepted"] == 1


IN_AN_AMENDMENT = text(events=[DEAL, {"type": "amend", "changes": [{"target": 0, "with": [{"x": "@"}]}]}])


@pytest.mark.parametrize(
    "written",
    [
        *nested(record.MAX_DEPTH + 1),
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 100_000,
        with_value(b"[" * 100_000 + b"]" * 100_000),
        IN_AN_AMENDMENT.replace(b'"@"', b"[" * 100_000 + b"]" * 100_000),
        text(players=["Ann", "Ben", "@"]).replace(b'"@"', b"[" * 200 + b"]" * 200),
    ],
    ids=["lists", "objects", "both", "open", "closed", "open objects", "ignored key", "amendment", "players"],
)
def test_nested_too_deep(written: bytes) -> None:
    assert problem(written) == "lists and objects nested more than 100 deep"


def test_brackets_in_texts_are_no_nesting() -> None:
    assert result.answer(record.read(text(events=[DEAL | {"note": '[{"\\' * 500}])))["accepted"] == 1


@pytest.mark.parametrize("written", [b'"' * 99_999, b'"' + b'\\"' * 99_999, b"\\" * 99_999, b'"' + b"\\" * 99_999])
def test_texts_that_do_not_end(written: bytes) -> None:
    assert problem(written).startswith("no JSON")


def test_as_many_events_as_can_be_and_one_more() -> None:
    most = [DEAL] + [{"type": "ruling", "event": 0, "text": ""}] * (record.MAX_EVENTS - 1)
    assert result.answer(record.read(text(events=most)))["accepted"] == record.MAX_EVENTS
    told = problem(text(events=[*most, DEAL]))
    assert told == "10001 events, those inside amendments included; a record has at most 10000"


def test_events_inside_amendments_count() -> None:
    inside = [
        {"type": "amend", "changes": [{"target": 0, "with": [DEAL] * 3000}, {"target": 1, "with": [DEAL] * 3000}]}
    ]
    assert problem(text(events=[DEAL, *inside, *inside])).startswith("12003 events")
    assert len(record.read(text(events=[DEAL, *inside])).events) == 2
    nothing = [{"type": "amend"}, {"type": "amend", "changes": 7}, {"type": "amend", "changes": [7, {"with": 7}]}]
    assert len(record.read(text(events=nothing)).events) == 3


# What amendments cost


def amended(entries: int, amendments: int, target: int) -> dict[str, Any]:
    """Rulings, one of which is amended again and again."""
    ruling = {"type": "ruling", "event": 0, "text": "it stands"}
    again = {"type": "amend", "changes": [{"target": target, "with": [ruling]}]}
    return {"events": [DEAL, *[ruling] * (entries - 1), *[again] * amendments]}


def test_amendments_that_fold_too_much_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MAX_REFOLDED", 1000)
    # Each goes through the nine events from the target on, and the one that it puts there.
    assert result.answer(record.read(text(**amended(10, 100, 1))))["accepted"] == 110
    assert problem(text(**amended(10, 101, 1))) == "up to event 110 amendments fold more than 1000 events again"
    assert result.answer(record.read(text(**amended(10, 500, 9))))["accepted"] == 510, "the newest alone: cheap"


def test_an_amendment_goes_no_further_back_than_its_first_target() -> None:
    table = Table("plain", 3)
    table.deal()
    for _ruling in range(50):
        table.enter("ruling", event=0, text="it stands")
    assert table.fold.refolded == 0
    table.enter("amend", changes=[{"target": 48, "with": []}, {"target": 50, "with": [DEAL]}])
    assert table.fold.refolded == 0, "refused"
    table.enter("amend", changes=[{"target": 48, "with": []}])
    assert table.fold.refolded == 3
    table.enter("undo")
    assert table.fold.refolded == 3
