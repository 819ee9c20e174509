"""Commands whose output nobody takes."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.running import MODULE
from webapp.config import file_url
from webapp.store import open_store

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_output_that_is_full_is_told_in_a_sentence(tmp_path: Path, unbuffered: str) -> None:
    store = open_store(file_url(tmp_path / "sixfold.sqlite"))
    device = store.add_device("hash")
    store.create_table(game="sechsundsechzig", players=("Ann", "Ben"), options={}, device_id=device.id)
    store.close()
    environment = {**os.environ, "SIXFOLD_INSTANCE": str(tmp_path), "PYTHONUNBUFFERED": unbuffered}
    with FULL.open("wb") as full:
        ran = subprocess.run(
            [*MODULE, "host-link"], stdout=full, stderr=subprocess.PIPE, text=True, env=environment, check=False
        )
    assert (ran.returncode, ran.stderr) == (1, "The output cannot be written: No space left on device.\n")


def test_an_output_whose_reader_is_gone_ends_it_without_a_word() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run([*MODULE, "games"], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (1, "")
