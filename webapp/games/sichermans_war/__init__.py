"""Sicherman's War on the web."""
