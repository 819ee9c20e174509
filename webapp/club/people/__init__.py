"""The list of an evening as whoever runs it works on it: typed and pasted people, their rows, requests of phones."""
