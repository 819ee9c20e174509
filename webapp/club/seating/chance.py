"""The one source of chance of a seating: from the same values comes the same chance, in every process."""

from random import Random


def chance_from(*values: object) -> Random:
    """Returns a source of chance that depends on these values alone."""
    return Random(" ".join(map(str, values)))  # noqa: S311  # nothing is kept secret by it
