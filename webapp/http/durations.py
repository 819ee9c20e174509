"""Lifetimes, waits and periods. How often somebody may do something stands in `rate_limits`, sizes in `limits`.

Numbers are seconds where the name or the type does not say otherwise.
"""

from datetime import timedelta

# Lifetimes

CODE_LASTS = timedelta(days=1)
"""How long a code can be typed after it was made, or last opened something: an evening. Its link and QR stay."""
KEYS_KEPT_FOR = timedelta(days=1)
"""How long a key is kept with its answer. A later request with it counts as a new one."""
DEVICE_COOKIE_LASTS = 365 * 24 * 60 * 60
"""Also of the settings of a device."""
LINK_COOKIE_LASTS = 15 * 60
"""How long a device remembers the link that it has read."""
SAME_FORM_WITHIN = timedelta(minutes=1)
"""Two taps on the form of a first visit within this make one device, not two."""
SEAT_REQUEST_LASTS = timedelta(minutes=30)
"""A seat request ends after this; the device may ask again."""
MOVE_LASTS = timedelta(minutes=10)
"""How long the link works that moves a place to another device."""
FILES_LAST = 365 * 24 * 60 * 60
"""How long a browser keeps a built file whose address names its content, and knows that the server speaks https."""

# Times of entries

LONGEST_PAUSE = 60 * 60
"""The longest time between two entries of a match that counts as played: a hand entered by its totals takes long."""
AHEAD_OF_US = timedelta(days=1)
"""How far the times in a file may be ahead: clocks of houses differ, and some are set to another zone."""
CLOCK_SKEW = timedelta(minutes=1)
"""Largest difference between the clocks of two machines. Times further ahead were noted before a clock was set back."""
TAPPED_AT_ONCE = timedelta(seconds=1)
"""From the entry of a card on another device that taps it, too: nobody reads of the one and taps the next as fast."""

# Retry-After

RETRY_SOON = 5
"""Where nothing closer is known: too many at once, or no room."""
RETRY_BUSY_DATABASE = 2
RETRY_UPLOAD = 5

# Waits

UPLOAD_WAIT = 5
"""How long an upload waits for the previous one of its device and network, and then, once sent, for that of all."""
PHOTO_WAIT = 25
"""How long a photo waits for its device and its network before it is sent: mostly its device sends several."""
UPLOAD_LASTS = 15.0
"""Seconds of a processor that the reading of a file may take; the longest takes some on a slow machine."""
UPLOAD_GIVEN_UP = 60.0
"""How long it may take on the clock, where others use the processor meanwhile: they go first."""
READER_STARTS = 60.0
"""How long the process that reads files may take to start, which is nothing that a file can do about."""
READER_KEPT = 300.0
"""After its last file the process that reads them ends: it has some 100 MB."""
FOLD_PAUSE = 0.001
"""Pause of folding a long log, in which other greenlets run."""
WRITTEN_AT_ONCE = 0.01
"""Seconds that one step of long work writes for: an entry waits for one step at most."""
DATABASE_WAIT_MS = 5_000
"""Milliseconds until a database that is locked by another writer counts as busy."""
IDLE_TRANSACTION_MS = 60_000
"""Milliseconds until PostgreSQL ends a transaction that does nothing."""
DATABASE_CONNECT_WAIT = 10
OUTAGE_LOGGED_AGAIN = 60.0
"""A database that cannot be used has one line of the log within this, however many requests need it."""
SLOW_SOCKET_WAIT = 30.0
"""A device has to read some of its pending data within this time, or its stream is closed."""
HEAD_WAIT = 15
"""From the connection, or the first byte of a further request, to the end of the head of that request."""
IDLE_WAIT = 75
"""From an answer to the next request; proxies commonly give up their connections after 60."""
BODY_WAIT = 20
"""From the head of a request to the end of its body, extended by LEAST_RATE for a long one."""
LEAST_RATE = 8 * 1024
"""Bytes a second that come or are taken over a bad Wi-Fi: with the wait above 64 KiB have 28 s, 4 MiB nine minutes."""
START_PAUSE = 1e-6
"""Between two requests that a process begins to answer: long enough to poll for others."""
DISCARD_WAIT = 30
"""From the answer to the end of an unread body."""
HERE_ALREADY_WAIT = 0.001
"""After its deadline, for data that has arrived: the process itself may have been busy until now."""
FINISH_WAIT = 1.0
"""For the requests under way when the server stops; after it only streams are left."""
WORKER_FINISH_WAIT = 2
"""The same at gunicorn, which counts whole seconds."""
WORKER_SILENCE = 30
"""A process of gunicorn that says nothing for so long is replaced."""

# Periods

TICK_PERIOD = 1.5
"""Between two turns of a process's clock: a grant whose end was not heard of still ends its streams within two."""
TICKS_A_HEARTBEAT = 10
"""Turns of the clock between two heartbeats of all streams."""
STREAM_HEARTBEAT = TICK_PERIOD * TICKS_A_HEARTBEAT
"""Between two heartbeats of a stream; a browser takes 40 seconds of silence for a lost connection."""
PRESENCE_LASTS = timedelta(seconds=45)
"""A process that has said nothing for so long is gone, and its devices with it."""
READS_ON = 120.0
"""So long a phone still counts as at the table after it has opened another page of it: a case takes a while."""
AWAY_AFTER = 30.0
"""So long a phone for which the table waits is away before the table says so: a reload is no news."""
AWAY_TOLD_FOR = 3600.0
"""So long the minutes are counted on."""
EVENING_GATHERED = 0.5
"""Seconds after which an evening looks at tables that have changed: many changes are looked at once."""
ANNOUNCED_IN_HALL = timedelta(minutes=3)
"""So long an announcement stands in the place of the head of a hall screen: it is read there, and then in the way."""
EVENING_FOLLOWED = timedelta(days=3)
"""Evenings opened so long ago are looked at when a process starts: results may have been corrected meanwhile."""
ANNOUNCED_FOR = 300
"""Seconds for which a phone that stands for a table, and for no person, shows an announcement of its evening."""
JOIN_UNDONE_WITHIN = timedelta(days=1)
"""How long bringing another circle in can be undone: until people have seen the result."""
MEETING_LASTS = timedelta(hours=3)
"""From the beginning of an evening of a circle: invitations have no end."""
IN_PLAY = timedelta(hours=3)
"""From the last entry at a table, for which its circle says that it is being played: people eat in between."""
FORGET_QUIET = timedelta(days=1)
"""A table or evening without entries for this long counts as left, and does not block forgetting a player."""
ERASES_AFTER, ERASES_WITHIN = 2.0, 600.0
"""Seconds without a change of the database after which it is rewritten, and after which it is in any case."""
ARRIVALS_GATHERED = 0.2
"""Devices that come or go within this are told to the others together."""
CHANGE_FEED_POLL = 1.0
"""How long it takes at most until the listener of a process notices that it is to end."""
CHANGE_FEED_RECONNECT = 1.0
"""How long a listener waits before it connects again."""
LESSON_FRESH = 3600
"""Seconds for which a browser shows a lesson again without asking."""
LESSON_STALE = 30 * 24 * 3600
"""And for which it may be shown offline, or while it is fetched."""
HEALTH_LASTS = 10.0
"""How long the answer of `/healthz` holds whether entries can be written: it takes a write to the disk."""
PAGES_LAST = 60.0
"""How long it holds at least that every page of a SQLite file can be read."""
PAGES_SHARE = 200
"""And this many times as long as reading them took: at most half a per cent of a processor."""
BACKUP_PAUSE = 60.0
"""Between two backups: hands of any table that end meanwhile are in the next one together."""
BACKUP_OVERDUE = timedelta(days=7)
"""With a newest backup older than this, and play since, `sixfold doctor` complains."""

# Certificates of the house's own

ROOT_LASTS = timedelta(days=3650)
"""How long phones may trust the root: nobody repeats that every year."""
CERTIFICATE_LASTS = timedelta(days=397)
"""The server's certificate; iPhones refuse one that lasts longer than 825 days, other browsers 398."""
CERTIFICATE_RENEWED_BEFORE = timedelta(days=30)
"""How long before its end a new one is made."""
CERTIFICATE_LOOK = 3600
"""After so long it is looked again whether it ends, or whether this machine has got another address."""

# Calendars

CALENDAR_ASKED = timedelta(hours=6)
"""How often a calendar that subscribes to a circle shall ask for its invitations."""
CALENDAR_BACK = timedelta(days=365)
"""How long invitations of the past stay in it."""
MEETING_AHEAD = timedelta(days=730)
"""How far ahead an evening is planned; further ahead lies a year that was mistyped."""

# Start

COMPILED_AFTER = 5.0
"""Seconds after the start at which the unused templates are compiled: first pages have the processor until then."""
