"""The next seating of an evening while it is worked on: nothing of it is stored before it is published."""
