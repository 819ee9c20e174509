"""Rate limits: how often a device or a network may do something. Sizes stand in `limits`, times in `durations`.

Numbers are seconds where the name or the type does not say otherwise.
"""

from datetime import timedelta

# Typed codes. docs/security.md computes the chances of an attacker; a test computes them again.

WRONG_CODES_A_DEVICE = 10
"""Wrong codes of one device at one network that need no wait; devices that are not known yet count as one."""
WRONG_CODES_COUNT_FOR = timedelta(minutes=10)
"""How long they count."""
WRONG_CODES_A_NETWORK = 60
"""Wrong codes of all devices at one network that need no wait: without its cookie a device is a new one each time."""
WRONG_CODES_A_SITE = 120
"""The same of the IPv6 networks of one /48, the largest that one customer gets. Telephones of a city share one, too."""
WRONG_CODES_OF_NETWORKS_COUNT_FOR = timedelta(hours=1)
"""How long they count. One network alone must not use up the budget of the whole server within it."""
WRONG_CODES_OF_STRANGERS = 200
"""Wrong codes of all devices together that have no place at a table yet, within WRONG_CODES_OF_THE_HOUSE_COUNT_FOR.

A hall of 2,000 people that comes in within an hour makes about half as many. No more are tried then, right ones either.
"""
WRONG_CODES_OF_KNOWN_DEVICES = 100
"""The same of those that have had a place at some table for KNOWN_AFTER: strangers cannot use up theirs."""
WRONG_CODES_A_KNOWN_DEVICE = 10
"""Wrong codes of one known device, from any network."""
WRONG_CODES_OF_THE_HOUSE_COUNT_FOR = timedelta(hours=1)
KNOWN_AFTER = timedelta(days=1)
"""Age of a device's first grant from which it counts as known: an attacker cannot get there within a day."""
FIRST_CODE_WAIT = 5
"""The first wait after a wrong code too many; doubled with each further one."""
LONGEST_CODE_WAIT = 300

# Questions about closed tricks: entries whose refusal told something of them, at one table

CLOSED_QUESTIONS_COUNT_FOR = timedelta(minutes=10)
CLOSED_QUESTIONS_FREE = 3
"""Such questions of one device that need no wait: people mistype."""
FIRST_QUESTION_WAIT = 5
"""How long the device then enters nothing; doubled with each further question."""
LONGEST_QUESTION_WAIT = 60

# New devices and tables

NEW_DEVICES_A_NETWORK = 2_000
"""New devices of an IPv4 address or IPv6 /48 within NEW_DEVICES_COUNT_FOR: a hall full of devices behind one router."""
NEW_DEVICES_COUNT_FOR = 3600.0
OPENINGS_COUNT_FOR = timedelta(days=1)
"""How long a table, evening or circle counts that was opened."""
TABLES_A_DEVICE = 100
"""Tables of one device within OPENINGS_COUNT_FOR: far more than anybody plays, and no more than a disk can bear."""
TABLES_A_NETWORK = 1_000
"""The same of all devices at one network, as of NEW_DEVICES_A_NETWORK: a hall full of tables, several rounds long."""
EVENINGS_A_DEVICE = 10
"""Evenings of one device: each may open a hundred tables, or bring as many in an archive."""
EVENINGS_A_NETWORK = 30
"""The same of a network: a club house with several rooms."""
CIRCLES_A_DEVICE = 10
"""Circles of one device: more than anybody belongs to."""
CIRCLES_A_NETWORK = 50
"""The same of a network: a club whose people open one each."""

# Entries: of one device at one table

ENTRIES_AT_ONCE = 150
"""Entries that need no wait: two whole hands that a phone has kept while it had no network."""
ENTRY_EVERY = 0.5
"""Seconds until one more is allowed: nobody plays cards or rolls dice faster for long."""
PROGRAM_ENTRIES_AT_ONCE = 600
"""The same of a program that keeps a table of its own: a whole match, entered from a file."""
PROGRAM_ENTRY_EVERY = 0.1

# Pages of a long log: one of ENTRIES_A_LOOK entries counts as one, of twice as many as two

LOOKS_AT_ONCE = 60
"""Pages of one device that need no wait."""
LOOK_EVERY = 1.0
"""Seconds until one more is allowed; such a page takes some 50 ms, during which no other request is answered."""
NETWORK_LOOKS_AT_ONCE = 240
"""The same of all devices at one network."""
NETWORK_LOOK_EVERY = 0.25

# Files, forgetting, comments

UPLOAD_REST = 30.0
"""After the longest record, before the next one of its device or network; less after a shorter one. Thousands
of entries go into the database in one transaction, for which entries of others wait."""
FORGETS_AT_ONCE = 10
"""Players of circles that one device can have forgotten in a row: the whole database is rewritten each time."""
FORGET_EVERY = 60.0
"""Seconds after which it may have one more forgotten."""
POSTS_AT_ONCE, POST_EVERY = 20, 60.0
"""Comments of one device without waiting, and the seconds after which it may put one more."""

# Whoever was too fast

TOO_FAST_PAUSE = 0.25
"""How long an answer *too fast* is held back, so that retries cost other clients nothing."""
