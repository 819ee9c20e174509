"""The command line: `python -m rules_core replay FILE` prints the result of each record (record, section 2)."""

import argparse
import contextlib
import errno
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from rules_core import record, result
from rules_core.findings import Malformed

_RESULT = """\
Prints one JSON object a record: how many events were accepted, the first refused one and why, the phase, whose turn it
is, the scores, and the breaches that are proven. Exit status: 0 every record was accepted whole, 1 one was stopped or
malformed, or nobody reads the results any more, 2 the file cannot be read.
"""


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0 all accepted whole, 1 a record stopped or malformed, 2 the file cannot be read."""
    options = _parser().parse_args(arguments)
    lined = options.lines or options.file.endswith(".jsonl")
    try:
        with _opened(options.file) as stream:
            return 0 if _print_each(_texts(stream, lined=lined)) else 1
    except BrokenPipeError:
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        print(f"{options.file}: {error.strerror or error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules_core", description="Folds records of card tables.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replay = commands.add_parser(
        "replay", help="print the result of a record, or of each line of a .jsonl file", description=_RESULT
    )
    replay.add_argument("file", metavar="FILE", help="a record, or with .jsonl a record a line; - reads standard input")
    replay.add_argument("--lines", action="store_true", help="a record a line, a result a line, whatever the name")
    return parser


def _opened(file: str) -> contextlib.AbstractContextManager[BinaryIO]:
    if file != "-":
        return Path(file).open("rb")
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return contextlib.nullcontext(sys.stdin.buffer)


def _texts(stream: BinaryIO, *, lined: bool) -> Iterator[bytes]:
    """Yields each record. One beyond the limit is cut just behind it, and no more than that is read at a time."""
    if not lined:
        yield stream.read(record.MAX_BYTES + 1)
        return
    while part := stream.readline(record.MAX_BYTES + 1):
        line = part.rstrip(b"\r\n")
        if line.strip() or len(line) > record.MAX_BYTES:
            yield line
        while part and not part.endswith(b"\n"):
            part = stream.readline(record.MAX_BYTES + 1)


def _print_each(texts: Iterable[bytes]) -> bool:
    """Prints each result at once, in ASCII, which every output can take; returns whether all were accepted."""
    good = True
    for text in texts:
        answer = _answer(text)
        print(json.dumps(answer), flush=True)
        good = good and answer["error"] is None
    return good


def _answer(text: bytes) -> dict[str, Any]:
    try:
        return result.answer(record.read(text))
    except Malformed as problem:
        return result.malformed(problem)


def _drop_output() -> None:
    """Drops unwritten output, so that Python does not write it again at exit."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            with contextlib.suppress(OSError):
                sys.stdout.close()


if __name__ == "__main__":
    sys.exit(main())
