"""Photos are read within limits, whatever a file holds."""

import csv
import json
import math
from collections import Counter
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image, ImageDraw, ImageFont

from tests.web.support.photos import a_png_that_says
from webapp.cli import sixfold
from webapp.http.limits import LARGEST_PHOTO, MOST_PHOTO_PIXELS
from webapp.photo import reader
from webapp.photo.corners import Corner, read_corners, traits_of, with_jokers
from webapp.photo.nets import weights
from webapp.photo.picture import NoPhoto, opened, spoiled_by
from webapp.photo.reader import PACKS, read
from webapp.photo.reading import Reading

PDF = b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n"


def _file(picture: Image.Image, form: str = "PNG", **more: object) -> bytes:
    file = BytesIO()
    picture.save(file, form, **more)
    return file.getvalue()


def test_what_is_no_photo_is_not_looked_at() -> None:
    cases = [
        (PDF, "no-picture"),
        (b"", "no-picture"),
        (_file(Image.new("RGB", (600, 400)), "JPEG")[:300], "no-picture"),
        (_file(Image.new("RGB", (60, 40)), "GIF"), "no-picture"),
        (_file(Image.new("RGB", (20, 20))), "no-picture"),
        (bytes(LARGEST_PHOTO + 1), "too-large"),
        (a_png_that_says(MOST_PHOTO_PIXELS // 100 + 1, 100), "too-large"),
        (a_png_that_says(50_000, 50_000), "too-large"),
    ]
    for file, problem in cases:
        with pytest.raises(NoPhoto) as said:
            opened(file)
        assert said.value.problem == problem


def test_a_photo_lies_as_it_was_taken() -> None:
    """A phone notes how it was held; places are told in pixels of the picture as people see it."""
    turned = Image.Exif()
    turned[0x0112] = 6
    seen = opened(_file(Image.new("RGB", (2800, 2100), "white"), "JPEG", exif=turned))
    assert (seen.width, seen.height) == (2100, 2800)
    assert seen.picture.height == 2560
    assert seen.picture.width == 1920
    assert seen.shrunk == pytest.approx(1920 / 2100)


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


# What lies on real photos

REAL = Path(__file__).parent / "real"
LABELS = {
    row["photo"]: Counter(row["cards"].replace("10", "T").split())
    for row in csv.DictReader((REAL / "labels.csv").read_text("utf-8").splitlines())
}
ACES = "images__test__cam_image8.jpg"
SOME = (ACES, *(f"images__train__IMG_{number}.JPG" for number in (2558, 2566, 2577, 2587)))
"""Those that are read here, of two packs which nothing was trained with; benchmarks/photo.py reads all of them."""


@pytest.fixture(scope="module")
def readings() -> Mapping[str, Reading]:
    return {photo: read((REAL / photo).read_bytes(), PACKS["52"]) for photo in SOME}


def test_cards_on_real_photos_are_read(readings: Mapping[str, Reading]) -> None:
    found = {photo: Counter(card.card for card in reading.cards) for photo, reading in readings.items()}
    assert found == {photo: LABELS[photo] for photo in SOME}


def test_most_cards_are_called_sure(readings: Mapping[str, Reading]) -> None:
    assert sum(card.is_sure for reading in readings.values() for card in reading.cards) > 18


def test_each_card_has_its_place(readings: Mapping[str, Reading]) -> None:
    """The aces lie in a square: hearts and diamonds above, spades and clubs below."""
    reading = readings[ACES]
    assert (reading.width, reading.height) == (960, 540)
    places = {card.card: card.centre for card in reading.cards}
    for card in reading.cards:
        assert [card.card, card.certainty] == [card.likeliest[0].card, card.likeliest[0].certainty]
        assert all(0 <= x <= 960 and 0 <= y <= 540 for x, y in (card.centre, *card.outline))
    assert {name for name, (_, y) in places.items() if y < 270} == {"AH", "AD"}


def test_cards_of_a_double_pack_are_told_apart_by_their_place() -> None:
    """The same four cards twice beside each other are eight of a double pack, and four of a single one."""
    name = "images__train__IMG_2587.JPG"
    with Image.open(REAL / name) as one:
        both = Image.new("RGB", (one.width * 2, one.height))
        both.paste(one, (0, 0))
        both.paste(one, (one.width, 0))
    seen = {pack: Counter(card.card for card in read(_file(both), PACKS[pack]).cards) for pack in ("52", "104")}
    assert seen["52"] == LABELS[name]
    assert seen["104"] == LABELS[name] + LABELS[name]


def test_only_cards_of_the_pack_are_read() -> None:
    photo = (REAL / "images__train__IMG_2587.JPG").read_bytes()
    pack = {card: 1 for card in PACKS["52"] if card != "KS"}
    told = read(photo, pack).cards
    assert {guess.card for card in told for guess in card.likeliest} <= pack.keys()
    assert {card.card for card in told if card.is_sure} <= LABELS["images__train__IMG_2587.JPG"].keys()


def test_where_no_card_is_none_is_read() -> None:
    noise = Image.merge("RGB", [Image.effect_noise((320, 240), 90) for _ in range(3)])
    black = read(_file(Image.new("RGB", (320, 240))), PACKS["52"])
    assert (black.cards, black.problems) == ((), ("nothing-seen", "too-dark"))
    assert read(_file(noise), PACKS["52"]).cards == ()


def test_without_the_extra_it_is_said_how_photos_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "find_spec", lambda name: None)
    photo = str(REAL / "images__train__IMG_2587.JPG")
    said = CliRunner().invoke(sixfold, ["photo", "read", photo])
    assert (said.exit_code, "pip install 'sixfold[photo]'" in said.output) == (1, True)


def test_of_a_joker_of_whose_word_a_part_was_found_the_whole_is_read() -> None:
    picture, kept = Image.new("RGB", (300, 400), (40, 90, 60)), weights()
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((60, 40, 260, 360), 10, fill="white")
    for row, letter in enumerate("JOKER"):
        draw.text((84, 60 + 20 * row), letter, (20, 20, 20), ImageFont.load_default(20), anchor="mt")
    part, whole = (Corner(84, y, tall, -math.pi / 2, 0.9) for y, tall in ((95, 70), (110, 100)))

    def jokers(*found: Corner) -> list[float]:
        seen = with_jokers(picture, list(found), traits_of(picture, list(found), kept), kept)
        return [one.corner.height for one in read_corners(*seen, ("X",), kept) if one.none < 0.5]

    assert jokers(part) == [pytest.approx(147, abs=1)]
    assert jokers(part, whole) == [100]
