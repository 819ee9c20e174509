"""Sechsundsechzig on the web."""
