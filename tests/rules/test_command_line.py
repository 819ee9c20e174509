"""`python -m rules_core replay`: what it prints, and its exit status."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules_core import record
from rules_core.__main__ import main
from rules_core.games import GAMES
from rules_core.trick_game import TrickGame
from tests.paths import ROOT

GAME: TrickGame[Any] = next(game for game in GAMES.values() if isinstance(game, TrickGame))
GOOD: dict[str, Any] = {
    "format": "sixfold-record/1",
    "game": GAME.name,
    "players": ["Ann", "Ben", "Cat"],
    "options": {},
    "events": [{"type": "deal"}, {"type": "play", "seat": 1, "card": "7C"}],
}


def run(tmp_path: Path, text: bytes, *more: str, name: str = "match.json") -> int:
    file = tmp_path / name
    file.write_bytes(text)
    return main(["replay", str(file), *more])


def replaying(*arguments: str, env: dict[str, str] | None = None, **streams: Any) -> "subprocess.Popen[bytes]":
    """Starts the program itself, its output buffered as usual, with warnings about what it leaves open."""
    command = [sys.executable, "-X", "dev", "-m", "rules_core", "replay", *arguments]
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | (env or {})
    return subprocess.Popen(command, cwd=ROOT, env=settings, **streams)


def test_a_record_that_is_accepted_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, json.dumps(GOOD).encode()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {
        "accepted": 2,
        "error": None,
        "phase": "play",
        "to_act": [2],
        "scores": [0, 0, 0],
        "hands": [],
        "infractions": [],
        "contradiction": None,
        "finished": False,
        "winners": [],
    }


def test_a_record_that_is_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stopped = GOOD | {"events": [*GOOD["events"], {"type": "play", "seat": 2, "card": "7C"}, {"type": "undo"}]}
    assert run(tmp_path, json.dumps(stopped).encode()) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["accepted"], answer["to_act"]) == (2, [2])
    assert (answer["error"]["index"], answer["error"]["code"], answer["error"]["rule"]) == (
        2,
        "card-already-played",
        GAME.rules.pack,
    )


def test_each_line_of_a_file_is_a_record_with_its_own_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps(GOOD).encode()
    assert run(tmp_path, line + b"\n\n \r\n" + b"nonsense\n" + line + b"\r\n" + line, name="many.jsonl") == 1
    answers = [json.loads(answer) for answer in capsys.readouterr().out.splitlines()]
    assert [answer["error"] and answer["error"]["code"] for answer in answers] == [None, "malformed", None, None]
    assert run(tmp_path, line + b"\n" + line, "--lines") == 0
    assert run(tmp_path, b"", "--lines") == 0


def test_a_line_too_long_is_answered_and_the_others_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = json.dumps(GOOD).encode()
    longest = line.ljust(record.MAX_BYTES)
    texts = [longest, longest + b" ", b" " * (record.MAX_BYTES + 1), b"[" * (3 * record.MAX_BYTES), line]
    assert run(tmp_path, b"\n".join(texts), "--lines") == 1
    answers = [json.loads(answer) for answer in capsys.readouterr().out.splitlines()]
    assert [answer["error"] and answer["error"]["message"][:11] for answer in answers] == [
        None,
        *["longer than"] * 3,
        None,
    ]


class Measured(io.BytesIO):
    """A stream that knows the most that it was asked for at once."""

    most = 0

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self._asked(size))

    def readline(self, size: int | None = -1, /) -> bytes:
        return super().readline(self._asked(size))

    def _asked(self, size: int | None) -> int:
        assert size is not None
        assert size >= 0, "all of it"
        self.most = max(self.most, size)
        return size


@pytest.mark.parametrize("more", [[], ["--lines"]])
@pytest.mark.parametrize("written", [b" " * (3 * record.MAX_BYTES), b"{}\n" * 9, b""], ids=["long", "lines", "empty"])
def test_no_more_is_read_at_once_than_a_record_may_have(
    monkeypatch: pytest.MonkeyPatch, written: bytes, more: list[str]
) -> None:
    stream = Measured(written)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    main(["replay", "-", *more])
    assert stream.most == record.MAX_BYTES + 1


def test_each_line_is_answered_before_the_next_is_read() -> None:
    with replaying("--lines", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        for _line in range(3):
            program.stdin.write(json.dumps(GOOD).encode() + b"\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["accepted"] == 2
        program.stdin.close()
        assert program.wait() == 0


def test_a_record_is_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode())))
    assert main(["replay", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["accepted"] == 2


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.json")]) == 2
    assert main(["replay", str(tmp_path), "--lines"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"{tmp_path / 'none.json'}: No such file or directory",
        f"{tmp_path}: Is a directory",
    ]


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["replay", "-"]) == 2
    assert capsys.readouterr().err == "-: standard input is closed\n"


def test_output_that_is_closed_hides_no_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert run(tmp_path, json.dumps(GOOD).encode()) == 0
    assert main(["replay", str(tmp_path / "none.json")]) == 2


def test_an_output_that_takes_only_ascii(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(GOOD | {"events": [{"type": "é♠"}]}, ensure_ascii=False), encoding="utf-8")
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with replaying(str(file), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=plain) as program:
        out, err = program.communicate()
    assert (program.returncode, err) == (1, b"")
    assert json.loads(out)["error"]["message"] == "unknown-event: type é♠"


@pytest.mark.parametrize("lines", [1, 2000])
def test_nobody_reads_the_results(tmp_path: Path, lines: int) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text((json.dumps(GOOD) + "\n") * lines)
    reader, writer = os.pipe()
    os.close(reader)
    with replaying(str(file), stdout=writer, stderr=subprocess.PIPE) as program:
        os.close(writer)
        _out, err = program.communicate()
    assert (program.returncode, err) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_an_output_that_is_full(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(GOOD))
    with (
        Path("/dev/full").open("wb") as full,
        replaying(str(file), stdout=full, stderr=subprocess.PIPE) as program,
    ):
        _out, err = program.communicate()
    assert (program.returncode, err) == (2, f"{file}: No space left on device\n".encode())


def test_help_says_what_the_exit_status_means(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay", "--help"])
    assert ended.value.code == 0
    assert "Exit status: 0 every record was accepted whole" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"[" * 200_000,
        b"1" * 10_000,
        b"[]",
        json.dumps(GOOD | {"edition": 2}).encode(),
        json.dumps(GOOD | {"players": ["\ud800", "Ben", "Cat"]}).encode(),
        json.dumps(GOOD | {"query": {"best_meld": []}}).encode(),
        b" " * (record.MAX_BYTES + 1),
    ],
    ids=["empty", "not utf-8", "deep", "number", "list", "edition", "surrogate", "query", "too long"],
)
def test_what_is_no_record_is_malformed(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes) -> None:
    assert run(tmp_path, text) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["accepted"], answer["error"]["index"], answer["error"]["code"]) == (0, None, "malformed")
    assert answer["error"]["message"]


def test_huge_numbers_in_events_are_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    huge = GOOD | {"events": [{"type": "deal", "dealer": 10**40}]}
    assert run(tmp_path, json.dumps(huge).encode()) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "bad-seat"


def test_the_query_for_legal_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = GOOD | {"query": {"seat": 2, "hand": ["2C", "2C", "AC", "7C", "KH"]}}
    assert run(tmp_path, json.dumps(asked).encode()) == 0
    assert json.loads(capsys.readouterr().out)["legal"] == ["2C", "AC"]
    asked["query"]["seat"] = 0
    assert run(tmp_path, json.dumps(asked).encode()) == 0
    assert json.loads(capsys.readouterr().out)["legal"] == [], "not this seat's turn"
