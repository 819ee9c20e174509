"""One table: its snapshot, the one way to make an entry, permissions, and what is hidden from whom. No Flask."""
