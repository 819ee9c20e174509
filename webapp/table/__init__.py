"""One table: its snapshot, making an entry, permissions, hidden information. No Flask."""
