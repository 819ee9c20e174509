"""Photos are read within limits, whatever a file holds."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from webapp.cli import sixfold
from webapp.http.limits import LARGEST_PHOTO, MOST_PHOTO_PIXELS
from webapp.photo.packs import PACKS
from webapp.photo.picture import NoPhoto, opened, spoiled_by

PDF = b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n"


def _file(picture: Image.Image, form: str = "PNG", **more: object) -> bytes:
    file = BytesIO()
    picture.save(file, form, **more)
    return file.getvalue()


def test_what_is_no_photo_is_not_looked_at() -> None:
    wide = Image.new("1", (MOST_PHOTO_PIXELS // 100 + 1, 100))
    cases = [
        (PDF, "no-picture"),
        (b"", "no-picture"),
        (_file(Image.new("RGB", (600, 400)), "JPEG")[:300], "no-picture"),
        (_file(Image.new("RGB", (60, 40)), "GIF"), "no-picture"),
        (_file(Image.new("RGB", (20, 20))), "no-picture"),
        (bytes(LARGEST_PHOTO + 1), "too-large"),
        (_file(wide), "too-large"),
    ]
    for file, problem in cases:
        with pytest.raises(NoPhoto) as said:
            opened(file)
        assert said.value.problem == problem


def test_a_photo_lies_as_it_was_taken() -> None:
    """A phone notes how it was held; places are told in pixels of the picture as people see it."""
    turned = Image.Exif()
    turned[0x0112] = 6
    seen = opened(_file(Image.new("RGB", (5200, 3900), "white"), "JPEG", exif=turned))
    assert (seen.width, seen.height) == (3900, 5200)
    assert seen.picture.height == 2560
    assert seen.picture.width == 1920
    assert seen.shrunk == pytest.approx(1920 / 3900)


def test_light_that_spoils_a_photo_is_said() -> None:
    assert spoiled_by(Image.new("RGB", (300, 200), (12, 12, 14))) == ["too-dark"]
    assert spoiled_by(Image.new("RGB", (300, 200), "white")) == ["glare"]
    assert spoiled_by(Image.effect_noise((300, 200), 40).convert("RGB")) == []


def test_the_command_says_of_each_file_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(PDF)
    files = [str(tmp_path / "a.pdf"), str(tmp_path / "none.jpg")]
    said = CliRunner().invoke(sixfold, ["photo", "read", *files, "--json"])
    told = [json.loads(line) for line in said.output.splitlines()]
    assert [(one["file"], one["problems"], one["cards"]) for one in told] == [
        (files[0], ["no-picture"], []),
        (files[1], ["not-there"], []),
    ]
    assert said.exit_code == 1
    unknown = CliRunner().invoke(sixfold, ["photo", "read", files[0], "--pack", "tarot"])
    assert (unknown.exit_code, unknown.output.partition(".")[0]) == (1, "There is no pack tarot")


def test_packs_have_as_many_cards_as_they_are_called() -> None:
    assert {name: sum(pack.values()) for name, pack in PACKS.items()} == {name: int(name) for name in PACKS}
