"""An evening as one file: its lines, the records of its tables, its standing; written here and read back elsewhere."""
