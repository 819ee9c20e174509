"""The screen on the wall: head, tables, standing, calls; the same for everybody."""
