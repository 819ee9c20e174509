"""A circle: people who meet again, what their matches came to, and how strong they are."""
