"""The processes that the reader of uploaded files starts."""

import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.support.processes import Process


@pytest.fixture(scope="module")
def processes() -> Iterator[list[Process]]:
    """All processes that were started, the newest last."""
    found, honest = list[Process](), subprocess.Popen

    def start(*given: Any, **more: Any) -> Process:
        found.append(honest(*given, **more))
        return found[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess, "Popen", start)
        yield found
