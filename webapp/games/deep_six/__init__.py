"""Deep Six on the web."""
