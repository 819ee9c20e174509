"""The command line: `python -m rules_core replay FILE` prints what a record comes to (record, section 2)."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules_core import record, result
from rules_core.game import Malformed


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0 all accepted whole, 1 a record stopped or malformed, 2 the file cannot be read."""
    options = _parser().parse_args(arguments)
    try:
        text = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 2
    lined = options.lines or options.file.endswith(".jsonl")
    results = _print_each([line for line in text.splitlines() if line.strip()] if lined else [text])
    return 0 if all(results) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules_core", description="Folds records of card tables.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replay = commands.add_parser("replay", help="print the result of a record, or of each line of a .jsonl file")
    replay.add_argument("file", metavar="FILE", help="- reads standard input")
    replay.add_argument("--lines", action="store_true", help="a record a line, a result a line")
    return parser


def _print_each(records: Iterable[bytes]) -> list[bool]:
    accepted = []
    for text in records:
        answer = _answer(text)
        print(json.dumps(answer, ensure_ascii=False))
        accepted.append(answer["error"] is None)
    return accepted


def _answer(text: bytes) -> dict[str, Any]:
    try:
        return result.answer(record.read(text))
    except Malformed as problem:
        return result.malformed(problem)


if __name__ == "__main__":
    sys.exit(main())
