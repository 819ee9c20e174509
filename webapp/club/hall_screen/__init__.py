"""The screen on the wall of an evening: seats and tables, the standing, the clock, calls. It shows nothing closed."""
