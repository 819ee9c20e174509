"""Penalties: the ladder, what it suggests and why, the forms of a penalty and of lifting it."""
