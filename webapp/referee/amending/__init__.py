"""Amending the past: a draft of changes, what it would come to, and the pages on which it is put together."""
