"""Numbers within a sentence, with a real minus sign."""


def number(points: int) -> str:
    """Returns a number: *120*, *−45*."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Returns a change with its sign: *+3*, *−4*, *0*."""
    return f"{points:+d}".replace("-", "−") if points else "0"
