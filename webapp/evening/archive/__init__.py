"""An evening as one file: its lines, the records of its tables, its standing; out and in."""
