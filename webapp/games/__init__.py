"""Games on the web: words, cloths, pads, guides and rule books."""
