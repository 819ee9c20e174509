"""The log as people read it: every line, with before and after, as far as the reader may see it."""
