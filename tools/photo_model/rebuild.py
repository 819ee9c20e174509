"""Makes the weights anew, from nothing: `python tools/photo_model/rebuild.py`. Where it was interrupted it goes on."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BUILT = HERE / "build"
SCENES, CUTOUTS, BLOCKS, MINED = 2_200, 3_000, 4, 360
FINDER_STEPS, READER_STEPS = 2_400, 6_400
CALIBRATING = 100


def run(*command: object) -> None:
    told = [str(one) for one in command]
    print("$", *told, flush=True)
    subprocess.run(told, cwd=HERE, check=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})


def main() -> None:
    scenes, cuts, finder, reader = BUILT / "scenes", BUILT / "cutouts", BUILT / "finder.pt", BUILT / "reader.pt"
    cuts.mkdir(parents=True, exist_ok=True)
    if not (HERE / "node_modules").is_dir():
        run("npm", "install", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
    run("node", "letele.mjs", BUILT / "letele")
    run(sys.executable, "data.py", scenes, 0, SCENES)
    for block in range(1, BLOCKS + 1):
        if not (file := cuts / f"{block}.npz").exists():
            run(sys.executable, "cutouts.py", file, CUTOUTS, block)
    run(sys.executable, "train.py", "finder", scenes, FINDER_STEPS, finder)
    if not (mined := cuts / "mined.npz").exists():
        run(sys.executable, "mine.py", finder, scenes, mined, 0, MINED)
    run(sys.executable, "train.py", "reader", cuts, READER_STEPS, reader)
    run(sys.executable, "calibrate.py", finder, reader, CALIBRATING)


if __name__ == "__main__":
    main()
