"""Makes the weights anew, from nothing: `python tools/photo_model/rebuild.py`. Where it was interrupted it goes on."""

import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
BUILT = HERE / "build"
SCENES, JOKER_SCENES = 4_000, 500
CUTOUTS, BLOCKS, MINED = 3_000, 7, 500
FINDER_STEPS, READER_STEPS = 4_000, 10_000
CALIBRATING = 300


def run(*command: object) -> None:
    told = [str(one) for one in command]
    print("$", *told, flush=True)
    began = time.monotonic()
    subprocess.run(told, cwd=HERE, check=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    print(f"took {time.monotonic() - began:.0f} s", flush=True)


def main() -> None:
    scenes, cuts, finder, reader = BUILT / "scenes", BUILT / "cutouts", BUILT / "finder.pt", BUILT / "reader.pt"
    cuts.mkdir(parents=True, exist_ok=True)
    if not (HERE / "node_modules").is_dir():
        run("npm", "install", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
    run("node", "letele.mjs", BUILT / "letele")
    run(sys.executable, "data.py", scenes, 0, SCENES)
    run(sys.executable, "data.py", scenes, SCENES, SCENES + JOKER_SCENES, "jokers")
    run(sys.executable, "train.py", "finder", scenes, FINDER_STEPS, finder)
    for block in range(1, BLOCKS + 1):
        make_cutouts(cuts / f"{block}.npz", block)
    for seed, kind in enumerate(("jokers", "small"), BLOCKS + 1):
        make_cutouts(cuts / f"{kind}.npz", seed, kind)
    if not (mined := cuts / "mined.npz").exists():
        run(sys.executable, "mine.py", finder, scenes, mined, SCENES - MINED, SCENES + JOKER_SCENES)
    run(sys.executable, "train.py", "reader", cuts, READER_STEPS, reader)
    run(sys.executable, "calibrate.py", finder, reader, CALIBRATING)


def make_cutouts(file: Path, seed: int, *kind: str) -> None:
    if not file.exists():
        run(sys.executable, "cutouts.py", file, CUTOUTS, seed, *kind)


if __name__ == "__main__":
    main()
