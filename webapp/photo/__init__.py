"""Reads playing cards on photos. Needs the extra `sixfold[photo]`; nothing else of the house imports numpy."""

from pathlib import Path

WEIGHTS = Path(__file__).with_name("weights.npz")
"""What the two nets have learned: `tools/photo_model` makes it."""
