"""A game learned in 90 seconds by somebody who never played it."""
