"""Eight ways to break what the house promises. Each must be caught by the tests; nothing of it is ever shipped."""
