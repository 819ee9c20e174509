"""Whoever breaks one of the promises is caught by the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.saboteurs.deeds import SABOTEURS


@pytest.mark.sqlite
def test_every_saboteur_is_caught(fresh_database: Path) -> None:
    assert fresh_database.exists(), "each of them begins with a copy"
    ran = subprocess.run(
        [sys.executable, "-m", "tests.saboteurs"], cwd=ROOT, capture_output=True, text=True, timeout=1200
    )
    assert ran.stdout.splitlines() == [f"{saboteur.name}: caught" for saboteur in SABOTEURS]
    assert ran.returncode == 0
