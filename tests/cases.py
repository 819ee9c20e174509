"""Many cases in one test: all are run, and each that fails is named."""

import os
from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

Test = Callable[..., None]
MORE = int(os.environ.get("SIXFOLD_EXAMPLES", "1"))
"""How many times as many games, pairs of tables and kills as usual are tried."""
SHOWN, LONGEST = 10, 200
"""How many failures are shown, and how many characters of a case."""


def each(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Runs a test for each of these cases, as `parametrize` does, but as one test: all share what is set up for it.

    For what leaves no trace, such as words. Where one name is given each case is its value, else a tuple.
    """
    wanted = names.replace(",", " ").split()
    rows = [dict(zip(wanted, (case,) if len(wanted) == 1 else case, strict=True)) for case in cases]
    assert rows, "no cases"

    def of(test: Test) -> Test:
        @wraps(test)
        def run(**shared: Any) -> None:
            failed = [(row, error) for row in rows if (error := _failure(test, {**shared, **row})) is not None]
            if failed:
                told = (f"{_named(row)}: {str(error) or repr(error)}" for row, error in failed[:SHOWN])
                raise AssertionError("\n".join((f"{len(failed)} of {len(rows)} cases fail:", *told))) from failed[0][1]

        given = signature(test)
        left = [parameter for name, parameter in given.parameters.items() if name not in wanted]
        run.__signature__ = given.replace(parameters=left)  # type: ignore[attr-defined]
        return run

    return of


def _failure(test: Test, arguments: dict[str, Any]) -> Exception | None:
    try:
        test(**arguments)
    except Exception as error:
        return error
    return None


def _named(row: dict[str, Any]) -> str:
    return ", ".join(repr(value)[:LONGEST] for value in row.values())
