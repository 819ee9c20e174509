"""What the web says and shows of each game."""
