"""A seating while it is worked on: drawn, pasted, changed by hand, published."""
