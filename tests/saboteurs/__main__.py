"""`python -m tests.saboteurs`: lets each saboteur loose, and fails unless the tests catch every one.

Each works in a child process of its own, forked from this one: what it breaks is broken there alone.
"""

import os
import sys
import tempfile

import hypothesis
import pytest

from tests.saboteurs.deeds import SABOTEURS, Saboteur
from tests.web import conftest
from webapp.addresses import blueprints

HASTE = ("-q", "-x", "--assert=plain", "-pno:cacheprovider", "-pno:unraisableexception")


def main() -> int:
    """Prints a line a saboteur."""
    assert conftest  # imported once, here, with all that is served: each child has it already
    assert hypothesis
    assert [*blueprints()]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    caught = [_is_caught(saboteur) for saboteur in SABOTEURS]
    return 0 if all(caught) else 1


def _is_caught(saboteur: Saboteur) -> bool:
    with tempfile.TemporaryFile("w+") as said:
        child = os.fork()
        if child == 0:
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
            saboteur.deed()
            os._exit(pytest.main([*HASTE, saboteur.caught_by]))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        verdict = {pytest.ExitCode.TESTS_FAILED: "caught", pytest.ExitCode.OK: "NOT CAUGHT"}.get(status, "NO VERDICT")
        print(f"{saboteur.name}: {verdict}")
        if status != pytest.ExitCode.TESTS_FAILED:
            said.seek(0)
            print(said.read())
    return status == pytest.ExitCode.TESTS_FAILED


if __name__ == "__main__":
    sys.exit(main())
