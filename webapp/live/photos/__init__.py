"""Cards entered by a photo: read, confirmed card by card, entered by the same act as taps."""
