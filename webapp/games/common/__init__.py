"""What the games share on the web: the defaults of a LOOK, and what asks the LOOK of a game."""
