"""Penalties: the ladder, suggestions and their reasons, the forms of a penalty and of lifting it."""
