"""How many cards are read on photos: the real ones of the tests, and made-up ones of packs and tables never trained on.

The made-up ones need what tools/photo_model/README.md installs; without it the real ones alone are read. `--scenes N`:
how many of each set. A card counts whose index is seen whole somewhere. CPU is that of one core.
"""

import csv
import os
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from _ratio import say
from PIL import Image, ImageEnhance, ImageFilter

from webapp.photo.reader import PACKS, read

ROOT = Path(__file__).parents[1]
REAL, MODEL = ROOT / "tests" / "web" / "photo" / "real", ROOT / "tools" / "photo_model"
SEEN, SMALLEST = 0.86, 16
"""How much of an index must be seen, and how many pixels high it must be, for its card to count."""


@dataclass(frozen=True)
class Judged:
    """A photo and what lies on it: cards that must be read, and others that may be."""

    photo: bytes
    cards: Counter[str]
    others: Counter[str] = field(default_factory=Counter)
    pack: str = "52"


@dataclass
class Tally:
    """What a set comes to."""

    photos: int = 0
    cards: int = 0
    read: int = 0
    extra: int = 0
    whole: int = 0
    sure: int = 0
    sure_wrong: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def add(self, judged: Judged, name: str) -> None:
        began = time.process_time()
        reading = read(judged.photo, PACKS[judged.pack])
        self.seconds += time.process_time() - began
        found = Counter(card.card for card in reading.cards if card.certainty >= 0.5)
        extra = found - judged.cards - judged.others
        lacking = judged.cards - found
        self.photos, self.cards = self.photos + 1, self.cards + judged.cards.total()
        self.read += judged.cards.total() - lacking.total()
        self.extra += extra.total()
        self.whole += not extra and not lacking
        sure = Counter(card.card for card in reading.cards if card.is_sure)
        self.sure += sure.total()
        self.sure_wrong += (sure - judged.cards - judged.others).total()
        if extra or lacking:
            self.wrong.append(f"  {name}: lacks {' '.join(lacking) or '-'}, too many {' '.join(extra) or '-'}")

    def row(self, name: str) -> str:
        whole = max(1, self.photos)
        if not self.cards:
            return f"{name:<12} {self.photos:>4} photos without cards: {self.extra} read; {self.sure_wrong} called sure"
        return (
            f"{name:<12} {self.photos:>4}  {self.read:>4} of {self.cards:<4} {self.read / self.cards:>7.1%}  "
            f"{self.extra:>4}  {self.whole / whole:>6.1%}  {self.sure_wrong:>3} of {self.sure:<4}  "
            f"{self.seconds / whole:>5.2f}"
        )


def real() -> Iterator[tuple[str, Judged]]:
    with (REAL / "labels.csv").open() as file:
        for row in csv.DictReader(file):
            cards = Counter(row["cards"].replace("10", "T").split())
            yield row["photo"], Judged((REAL / row["photo"]).read_bytes(), cards)


# Made-up photos

SETS: Mapping[str, Mapping[str, object]] = {
    "lying": {"layout": "lying", "tilt": 0.15},
    "tricks": {"layout": "trick", "tilt": 0.15},
    "fans": {"layout": "fan", "tilt": 0.15},
    "rows": {"layout": "rows", "tilt": 0.15},
    "piles": {"layout": "pile", "tilt": 0.15},
    "doubles": {"layout": "rows", "tilt": 0.15, "doubles": True},
    "German": {"layout": "lying", "tilt": 0.15, "german": True},
    "German fans": {"layout": "fan", "tilt": 0.15, "german": True},
    "harsh light": {"layout": "lying", "tilt": 0.15, "harsh": 1.0},
    "from aside": {"layout": "lying", "tilt": 0.7},
    "no cards": {"layout": "none"},
}


def _small(picture: Image.Image) -> Image.Image:
    return picture.resize((480, round(480 * picture.height / picture.width)), Image.Resampling.BOX)


DEGRADED: Mapping[str, Callable[[Image.Image], Image.Image]] = {
    "dark": lambda picture: ImageEnhance.Brightness(picture).enhance(0.25),
    "blur": lambda picture: picture.filter(ImageFilter.GaussianBlur(picture.width / 800)),
    "small": _small,
    "turned": lambda picture: picture.rotate(137, expand=True),
}


def _file(picture: Image.Image, quality: int = 88) -> bytes:
    file = BytesIO()
    picture.save(file, "JPEG", quality=quality)
    return file.getvalue()


def made_up(count: int) -> Iterator[tuple[str, list[Judged]]]:
    """Yields sets of made-up photos: the same ones at every run."""
    import numpy as np

    sys.path.insert(0, str(MODEL))
    from scenes import Maker, Scene

    def judged(scene: Scene, pack: str, change: Callable[[Image.Image], Image.Image] | None = None) -> Judged:
        picture = scene.picture if change is None else change(scene.picture)
        shrunk = min(1.0, picture.width / scene.picture.width)
        seen = {one.card: one.code for one in scene.seen if one.visible >= SEEN and one.height * shrunk >= SMALLEST}
        whole = Counter(seen.values())
        return Judged(_file(picture), whole, Counter(scene.cards) - whole, pack)

    for name, asked in SETS.items():
        random.seed(name)
        np.random.seed(len(name))
        maker = Maker("judge", fresh=0.5)
        pack = "108" if asked.get("doubles") else "54"
        scenes = [maker.scene(**{"long_side": random.randint(1400, 2200), "harsh": 0.4, **asked}) for _ in range(count)]
        yield name, [judged(scene, pack) for scene in scenes]
        if name == "lying":
            for kind, change in DEGRADED.items():
                yield f"lying, {kind}", [judged(scene, pack, change) for scene in scenes]


def main(arguments: list[str]) -> None:
    count = int(arguments[arguments.index("--scenes") + 1]) if "--scenes" in arguments else 20
    loud, memory = "--wrong" in arguments, _memory()  # first: a process begins with the memory of who starts it
    print(f"{'set':<12} photos       cards read  extra   whole  wrong while sure  CPU s")

    def tell(name: str, photos: Iterable[tuple[str, Judged]]) -> Tally:
        tally = Tally()
        for label, judged in photos:
            tally.add(judged, label)
        print(tally.row(name), *(tally.wrong if loud else ()), sep="\n", flush=True)
        return tally

    every = [tell("real", real())]
    if find_spec("resvg_py") and (MODEL / "node_modules").is_dir():
        every += [tell(name, ((str(n), one) for n, one in enumerate(photos))) for name, photos in made_up(count)]
    print(f"memory for a photo of 12 million pixels: {memory:.0f} MB")
    say("cards read on real photos", every[0].read / every[0].cards, 0.98, at_least=True)


def _memory() -> float:
    """Returns the megabytes that a process of its own has had at most when it has read a large photo."""
    with TemporaryDirectory() as folder:
        large = Path(folder) / "large.jpg"
        Image.open(next(REAL.glob("*.JPG"))).resize((3024, 4032)).save(large)
        subprocess.run(
            [sys.executable, "-m", "webapp", "photo", "read", str(large)], check=True, stdout=subprocess.DEVNULL
        )
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


if __name__ == "__main__":
    main(sys.argv[1:])
