"""Rule book kit, and the chapters that hold for every game."""
