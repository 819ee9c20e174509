"""Evenings: their lines, how these fold to a state, who may add which, and what is seen of it."""
