"""The list of an evening: typed, pasted, changed; phones that ask."""
