"""openapi.json says what the API does: every address, every event, every answer. Made-up requests hold it to that."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings

from rules_core.events import Amend, Undo
from rules_core.games import GAMES
from tests.cases import MORE
from tests.paths import ROOT
from tests.rules.conformance_cases import CASES
from tests.web.support.api_client import API, ApiClient, host_of
from webapp.access.new_tables import CHOICES
from webapp.api.description import described, path_of
from webapp.evening.lines import KINDS
from webapp.services import services_in

EXAMPLES = 2 * MORE
PLAN = {"kind": "tournament", "game": "sixes-and-sevens", "sizes": [3]}
EVENING = {"title": "Tuesday", "plan": PLAN, "people": ["Ann", "Ben", "Cat"]}
REFUSED = "positive_data_acceptance"
"""The rules refuse most events that are events."""
REPAIRED = ("negative_data_rejection", "ignored_auth")
STREAMS = ("/tables/{id}/stream", "/evenings/{id}/stream")


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return described()


def _validator(description: dict[str, Any], name: str) -> Any:
    return jsonschema_rs.validator_for(
        {"$ref": f"#/components/schemas/{name}", "components": description["components"]}
    )


def test_it_is_served_without_a_token(app: Flask, description: dict[str, Any]) -> None:
    answer = ApiClient(app).client.get(f"{API}/openapi.json")
    assert answer.content_type == "application/json"
    assert answer.json == description
    assert ApiClient(app).client.get(f"{API}/").location == f"{API}/openapi.json"


def test_it_describes_every_address_and_no_other(app: Flask, description: dict[str, Any]) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith(API) and rule.rule != f"{API}/"]
    served = {
        (path_of(rule.rule.removeprefix(API)), method.lower())
        for rule in rules
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    paths = description["paths"]
    assert {(path, method) for path in paths for method in paths[path] if method != "parameters"} == served


def test_each_part_of_a_request_is_named_once(description: dict[str, Any]) -> None:
    for path, calls in description["paths"].items():
        for method in calls.keys() - {"parameters"}:
            of_both = [*calls.get("parameters", []), *calls[method].get("parameters", [])]
            asked = [(it["in"], it["name"]) for it in of_both]
            assert len(asked) == len(set(asked)), path
            assert [name for place, name in asked if place == "path"] == re.findall("{(.+?)}", path)


def test_every_line_that_a_program_adds_has_the_fields_of_its_type(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    shapes = [schemas[name] for name in _named_in(schemas["NewLine"])]
    found = {shape["properties"]["type"]["enum"][0]: {*shape["properties"]} - {"type"} for shape in shapes}
    assert found == {name: {*kind.__struct_fields__} for name, kind in KINDS.items() if kind.alone}


def test_every_line_that_is_read_has_the_fields_of_its_type(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    head, kinds_of = schemas["Line"]["allOf"]
    assert _named_in(head) == {"EveningLine"}
    shapes = [schemas[name]["properties"] for name in _named_in(kinds_of)]
    found = {shape["type"]["enum"][0]: {*shape} - {"type"} for shape in shapes}
    assert found == {name: {*kind.__struct_fields__} for name, kind in KINDS.items()}


def test_every_code_of_a_problem_is_in_it(description: dict[str, Any]) -> None:
    """As the code writes them: a refusal by its code, a problem by its status and code."""
    codes = set(description["components"]["schemas"]["ProblemCode"]["enum"])
    written = re.compile(r"""(?:Refusal\(|Problem\(\d{3}, )"([a-z-]+)\"""")
    texts = [path.read_text("utf-8") for folder in ("webapp", "rules_core") for path in (ROOT / folder).rglob("*.py")]
    found = {code for text in texts for code in written.findall(text)}
    assert len(found) > 100
    assert found - codes == set()


def test_a_new_table_has_the_choices_of_the_host(description: dict[str, Any]) -> None:
    is_new = _validator(description, "NewTable").is_valid
    table = {"format": "sixfold-record/1", "game": "sixes-and-sevens", "players": ["Ann", "Ben", "Cat"]}
    for choice, answers in CHOICES.items():
        assert [answer for answer in (*answers, "ajar") if is_new({**table, choice: answer})] == [*answers]


def _schemas_in(described: Any) -> Iterator[dict[str, Any]]:
    if isinstance(described, dict):
        yield described
    for part in described.values() if isinstance(described, dict) else described if isinstance(described, list) else ():
        yield from _schemas_in(part)


def test_generators_of_clients_find_the_type_of_everything(description: dict[str, Any]) -> None:
    """They name a type by its title, where it has one: two of one title are dropped, and whatever has such a field."""
    for schema in _schemas_in([description["paths"], description["components"]["schemas"]]):
        assert not isinstance(schema.get("title"), str), schema
        if schema.get("type") == "array":
            assert isinstance(schema.get("items", schema.get("prefixItems")), dict | list), schema


@pytest.mark.parametrize("path", ["/tables", "/records", "/join"])
def test_where_names_may_look_alike_the_word_for_it_is_described(description: dict[str, Any], path: str) -> None:
    assert "alike" in [it["name"] for it in description["paths"][path]["post"]["parameters"]]


@pytest.mark.parametrize("name", GAMES)
def test_every_event_of_a_game_is_in_it(description: dict[str, Any], name: str) -> None:
    pascal = "".join(part.capitalize() for part in name.split("-"))
    known = _named_in(description["components"]["schemas"][f"{pascal}Event"])
    assert known == {pascal + struct.__name__ for struct in (*GAMES[name].events.values(), Undo, Amend)}


def _named_in(schema: Any) -> set[str]:
    """Returns the names of the shapes to which a schema refers."""
    return set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(schema)))


@pytest.mark.parametrize("name", GAMES)
def test_shapes_of_a_game_bear_its_name_so_that_another_game_renames_none(
    description: dict[str, Any], name: str
) -> None:
    pascal, schemas = "".join(part.capitalize() for part in name.split("-")), description["components"]["schemas"]
    reached, ahead = set[str](), {f"{pascal}Event", f"{pascal}Table"}
    while ahead:
        reached |= ahead
        ahead = {it for one in ahead for it in _named_in(schemas[one])} - reached
    assert len(reached) > len(GAMES[name].events)
    assert [one for one in reached if not one.startswith(pascal)] == []


def test_every_answer_says_what_is_in_it(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    assert all(re.fullmatch("[A-Za-z0-9]+", name) for name in schemas), "no name comes from a module"
    bare = {
        f"{name}.{it}" for name, one in schemas.items() for it, said in one.get("properties", {}).items() if not said
    }
    own = {it for game in GAMES.values() for it in game.summary(game.start(min(game.players), game.options()))}
    assert bare <= {f"Result.{it}" for it in own}


def test_the_records_of_the_contract_are_records_by_it(description: dict[str, Any]) -> None:
    is_record = _validator(description, "Record").is_valid
    honest = [case["record"] for case in CASES if case["expect"]["error"] is None]
    assert len(honest) > 50
    assert all(is_record(raw) for raw in honest)
    assert not is_record({**honest[0], "options": {"no such": 1}})
    assert not is_record({**honest[0], "players": ["Ann"]})


def test_answers_are_what_it_says(app: Flask, description: dict[str, Any]) -> None:
    """For the games that made-up requests do not reach the end of."""
    is_table, schemas = _validator(description, "Table").validate, description["components"]["schemas"]
    for game in GAMES:
        cases = (case["record"] for case in CASES if case["expect"].get("finished") and case["record"]["game"] == game)
        raw = min(cases, key=lambda raw: len(raw["events"]))
        answer = ApiClient(app).post("/records", {name: part for name, part in raw.items() if name != "query"})
        opened: Any = answer.json
        table: Any = ApiClient(app, opened["id"], opened["token"]).get().json
        is_table(table)
        name = "".join(part.capitalize() for part in game.split("-")) + "FinishedHand"
        is_hand = _validator(description, name).validate
        for hand in table["result"]["hands"]:
            is_hand(hand)
            assert hand.keys() == schemas[name]["properties"].keys(), name


def test_made_up_requests_get_the_answers_that_it_describes(app: Flask) -> None:
    from schemathesis import GenerationMode, openapi  # not above: each worker of a run would wait for it
    from schemathesis.config import SchemathesisConfig

    host = host_of(app)
    assert host.post("/evenings", EVENING).status_code == 201
    store = services_in(app).store
    store.open_circle("Tuesdays", device_id=store.grants(host.table_id)[0].device_id)
    # To read all of the code for texts that may be sent takes longer than the few of them that are sent are worth.
    config = SchemathesisConfig.from_dict({"analysis": {"constants": {"enabled": False}}})
    schema = openapi.from_wsgi(f"{API}/openapi.json", app, config=config)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 6
    for operation in operations:
        if operation.path not in STREAMS:  # they have no end; tests/web/api/test_stream.py reads one
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                _held_to(operation.as_strategy(generation_mode=mode), host)


def _held_to(strategy: Any, host: ApiClient) -> None:
    from schemathesis.checks import CHECKS

    asked = 0

    def ask(case: Any) -> None:
        nonlocal asked
        asked += 1
        if asked % 2:
            case.call_and_validate(excluded_checks=CHECKS.get_by_names([REFUSED]))
            return
        # Every second one finds its table and has a token: what was made wrong on purpose may be right by that.
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = host.table_id  # the only evening and circle have the number of the only table
        case.call_and_validate(headers=host.headers, excluded_checks=CHECKS.get_by_names([REFUSED, *REPAIRED]))

    quiet = settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run: Callable[[], None] = quiet(given(strategy)(ask))
    run()
