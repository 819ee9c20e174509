"""Who sits where in a round of an evening: by draw, everybody with everybody, by standing, or fixed."""
