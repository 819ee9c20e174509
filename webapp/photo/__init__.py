"""Reads playing cards on photos. Needs the extra `sixfold[photo]`; nothing else of the house imports numpy."""

import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Before numpy is imported: its threads wait for each other longer than they work on nets as small as these."""

WEIGHTS = Path(__file__).with_name("weights.npz")
"""Weights of the two nets, trained by `tools/photo_model`."""
