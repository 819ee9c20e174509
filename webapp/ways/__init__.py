"""The ways to a table: the link of an invitation, a typed code, another phone's place, the code that the host kept."""
