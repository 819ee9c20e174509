"""Limits: how large and how many of what is read, typed, kept, shown and opened.

How often stands in `rate_limits`, how long in `durations`; what a record may hold in `rules_core.record`.
"""

from typing import NamedTuple

# Requests

LARGEST_REQUEST = 64 * 1024
"""Bytes of a request body. No form of the pages sends as much; a record that is uploaded has its own limit."""
MOST_FORM_PARTS = 100
"""Fields of one form: an amendment form has some forty."""
LARGEST_COMPRESSED = 512 * 1024
"""Bytes of an answer that is compressed: longer ones, the pages of long uploads, would take tens of milliseconds."""
UPLOAD_ENVELOPE = 64 * 1024
"""Bytes that a form may send around the record that it uploads."""
LARGEST_HEAD = 32 * 1024
"""Bytes of the header fields of a request: the longest address that is a link of ours and all cookies take a third."""
MOST_HEAD_FIELDS = 100
"""Header fields of a request; a browser behind two proxies sends some thirty."""
LONGEST_CONTENT_LENGTH = 15
"""Digits of the length of a body, far more than any limit of a body has."""
LARGEST_DISCARDED = 16 * 2**20
"""Bytes of an unread body that are received, so that its sender gets the answer."""
LARGEST_INTEGER = 2**53 - 1
"""The highest number in an address: the largest that every browser and JSON reader can hold."""
LARGEST_PAGE_NUMBER = 9_999
"""The highest page, and entry at one place of a draft, that an address may name."""

# The JSON API

LARGEST_EVENT = 32_000
"""Bytes of one event, sent alone or within a record: no form can send more."""
LARGEST_API_INTEGER = 2**63
"""Integers of an event lie between this and its negative: what databases and most readers can hold."""
LONGEST_IDEMPOTENCY_KEY = 255
"""Characters, all of them visible ASCII."""
MOST_TOGETHER = 64
"""Events of one entry of which all are compared where its key comes again."""
KEPT_KEYS = 64
"""Keys of one device at one table or evening that are kept with their answers. An older one is as a new one."""
SHORTEST_SECRET_KEY = 22
"""Characters of an idempotency key that is as good as 128 bits; a UUID has 36."""

# Entries

LONGEST_EVENT_TEXT = 8_000
"""Characters of an event as a button sends it; a whole hand has some 500."""
MOST_EVENT_BRACKETS = 200
"""Brackets in an event as a button sends it: the parser works through them one by one."""
MOST_EVENT_DIGITS = 100
"""Digits in a row in an event as a button sends it: longer numbers take long to read."""
LONGEST_FIELD_TEXT = 200
"""Characters of a text field of an event."""
LONGEST_CARD_CODE = 2
"""Characters of a card as a form names it."""
LARGEST_FIELD_NUMBER = 999
"""The highest number that a form asks for: no option, trick count or die is higher."""
MOST_NUMBER_KEYS = 41
"""Keys of a form that has one for each number: more are slower to look through than a number is to type."""
MOST_CARDS_SENT = 60
"""Cards of a hand that a form sends: more than any game deals."""


class Room(NamedTuple):
    """Limits of a log: entries, those inside amendments included; bytes; entries that amendments fold again."""

    entries: int
    bytes: int
    refolded: int


ROOM_TO_PLAY = Room(entries=3_700, bytes=2_400_000, refolded=30_000)
"""Of a table, for all entries: less than an uploaded record may have. The longest matches have some 1,500."""
ROOM_TO_HOST = Room(entries=3_850, bytes=2_500_000, refolded=30_000)
"""The same for what the host brings a table to its end with, also where others have filled it."""
ROOM_TO_RULE = Room(entries=3_950, bytes=2_600_000, refolded=45_000)
"""The same for a referee. What is left until MOST_UPLOADED_EVENTS is for withdrawn secrets, until
`record.MAX_BYTES` for the metadata of a record: times, and a desk full of disputes."""
LONG_LOG = 100
"""Entries of a log, or matches of a circle, from which on its pages are counted: as long as a short match."""
ENTRIES_A_LOOK = 1_000
"""Entries of a log, or matches of a circle, whose page counts as one."""
LOOKS_OF_ONE = 20
"""A page counts as so many at most: the largest circles are seen, too."""
MOST_DESK_LINES = 1_000
"""Lines of a desk: a whole day of quarrels. All are gone through at each of its pages."""
LARGEST_RECORD_DESK = 1_000_000
"""Bytes of a desk in a record: with the largest log and its times it stays within what is read as a record again."""
MOST_OPEN_DISPUTES = 20
"""Disputes that wait for a ruling at one table: more than any evening has."""
MOST_CHANGE_REQUESTS = 12
"""Changes that wait for the referee or for all sides at one table; more would bury what is urgent."""
MOST_SEATS = 6
"""Seats of a table in any game; a side has one at least."""
LONGEST_CHANGE_REQUEST = 20_000
"""Bytes of the entries that one such change asks for: more than a hand of cards put in anew."""
ANSWER_TOLD_FOR = 8
"""Entries for which the table is told that a referee refused something: two rounds of four."""
MOST_SEAT_REQUESTS = 20
"""Devices that wait for a seat at one table: more than any table has seats."""

# Circles

MOST_CIRCLES = 12
"""Circles that a device belongs to: the first page lists them all."""
MOST_IN_PLAY = 20
"""Newest tables of a circle that are looked at for those that are being played: each costs a look at its log."""
MATCHES_A_PAGE = 50
"""Matches of a circle on one page: some evenings."""
MOST_MEETINGS = 20
"""Invitations of a circle to evenings to come: one a week until summer."""
MOST_ANSWERS = 200
"""Answers to one invitation: as many as a hall has seats."""
MOST_GUESTS = 5
"""People whom one brings along."""
LONGEST_PLACE = 100
"""Where an evening is: an address, and which bell."""
MOST_SEASONS = 100
"""Seasons of a circle: all are listed on one page."""
MOST_COUNTED_EVENINGS = 99
"""Evenings of a season that count of each player: two a week for a year."""
MOST_OPENED_EVENINGS = 30
"""Evenings of the first in a standing that stand open before anybody is tapped."""
MOST_MARK_HOLDERS = 12
"""Players of a mark who are links; of more it is told how many they are, and their names unfold."""
RIVALS_SHOWN = 6
"""Players on somebody's page, those played with most; the others are one tap away."""
LOOKS_KEPT = 32
"""Standings of seasons and totals of games that are kept while nothing changes: some megabytes where all are large."""
MATCHES_A_TURN = 50
"""Kept matches that are read or counted before others are answered: some milliseconds."""
WRITTEN_A_TURN = 20
"""Kept matches that are written to a file, or whose ratings are, before others are answered: some milliseconds."""
RATED_A_TURN = 20
"""Kept matches that are rated before others are answered: some milliseconds."""
LINES_A_TURN = 200
"""Lines of a file for spreadsheets that are written before others are answered: some milliseconds."""
POINTS_KEPT = 10_000
"""Points of ratings in words that are kept: they repeat, and a file of a circle has tens of thousands."""
PEOPLE_A_TURN = 20
"""Rows of a standing, each with all evenings of a season, that are made before others are answered."""
DAYS_A_TURN = 500
"""Kept matches whose days are told before others are answered: some milliseconds."""
MOST_OTHER_CURVES = 3
"""Curves of others in the picture of a rating: more cannot be told from each other."""
CURVE_POINTS = 24
"""Points of a curve of ratings: more would lie closer than a line is wide. Of more matches every second, third …"""

# Evenings

MOST_PEOPLE = 400
"""People on the list of one evening: a large hall; a seating of so many is made in seconds."""
MOST_SEATING_PLANS = 64
"""Plans of rounds that a process keeps, since each round of an evening asks for the same one."""
MOST_PLANNED_PLACES = 64
"""Places for which rounds are planned ahead: more people meet others round by round as well."""
LARGEST_DRAFT = 8_000
"""Characters of a seating that a form carries: 400 people at tables of two have some 3,000."""
MOST_DRAWS = 100_000
"""How often a seating is drawn anew: more than anybody taps in an evening."""
MOST_LIST_PROBLEMS = 12
"""Sentences about a pasted list, or about a seating, that a page shows: more are read when these are gone."""
MOST_EVENING_REQUESTS = 100
"""Phones that wait to be admitted to one evening: a whole hall that has just sat down."""
MOST_ROUNDS = 20
"""Rounds of one evening: more than a weekend has."""
MOST_ROUND_HANDS = 60
"""Hands of a round; longer ones are matches."""
MOST_ROUND_MINUTES = 600
"""Minutes of a round, and between two: a day."""
MOST_PLAN_POINTS = 100
"""Points for a place, for sitting out, or off for a penalty: they must fit next to the name."""
MOST_EXTRA_MINUTES = 60
"""Minutes that a round is given at once."""
MOST_PROPOSALS = 50
"""Changes of closed rounds that wait for the other signature."""
LARGEST_EVENING_NUMBER = 100_000
"""Largest absolute value of a number in a line of an evening: points, extra seconds."""
MOST_ANNOUNCED = 200
"""Characters of an announcement: it must be read at a glance, on a wall too."""

MOST_LIST_MATCHES = 8
"""People of the list that are offered for a typed name: more is read by typing another letter."""
HIGHEST_CARD = 999
"""The number of a table on its card: three digits fill the width of an A6."""
FIRST_GUEST_TABLE = 901
"""First number of tables that join a tournament: no round seats so many, so every number is unique."""
MOST_TABLES_OFFERED = 3
"""Tables that are offered to join an evening; a host of more of them means one of the newest."""
EVENINGS_OFFERED = 20
"""Newest evenings of a phone that are looked at for those that it may give to a circle."""
MOST_CARDS = 100
"""Cards of tables that are printed at once: 25 sheets, every table of the largest evening."""

# Typed texts, in characters

MOST_MARKS = 4
"""Marks above and below one letter of a typed text, as in pointed Hebrew: more would cover the lines around."""
LONGEST_NAME = 24
"""A player's or referee's name: it must fit next to the points at a width of 360 px."""
LONGEST_NAME_INPUT = 60
"""Length of the field for a name, so that a name that is too long can be reported."""
LONGEST_TITLE = 40
"""The title of a table: a line of the first page on a wide screen, cut on a narrow one."""
LONGEST_NOTE = 300
"""A note of a circle on a match: some sentences."""
MOST_POSTS, MOST_MATCH_PHOTOS = 50, 6
"""Comments to a match, and those of them with a photo."""
MOST_CASE_PHOTOS, MOST_TABLE_PHOTOS = 4, 24
"""Photos that are kept with a case, and with all cases of a table: a few MB."""
PHOTO_SIDE_KEPT = 1_280
"""Pixels of the longer side of a photo that is kept: it fills a phone, and takes about 200 kB."""
LONGEST_REASON = 200
"""Why an entry is amended or points are adjusted."""
LONGEST_DISPUTE_TEXT = 200
"""The text of a call for the referee."""
LONGEST_RULING_TEXT = 300
"""The text of a ruling."""
MOST_ADJUSTED = 99
"""Points that are added or taken at once, where a game does not say another number."""
LONGEST_RULING_CODE = 20
"""The code of a remedy and the number of a rule, as the form of a ruling sends them."""
LONGEST_SEARCH = 100
"""A search over the rules; nobody types more."""
LONGEST_JOIN_INPUT = 200
"""A code or a pasted link on the first page."""
LONGEST_CODE_INPUT = 40
"""A typed code with its blanks and dashes, and the part of a wrong one that an answer repeats."""
LONGEST_DEVICE_TOKEN = 64
"""The token of a device as a cookie or a bearer carries it; ours have 43."""

# Records and amendments

MOST_UPLOADED_EVENTS = 4_000
"""Those inside amendments included, but none that takes one back: several times the longest match."""
MOST_UPLOADED_REFOLDED = 50_000
"""Entries that the amendments of a record may fold again: up to a second's work, and again when the server restarts."""


class ArchiveRoom(NamedTuple):
    """Limits of an archive of an evening: bytes once unpacked; lines; tables; entries of all tables together."""

    bytes: int
    lines: int
    tables: int
    entries: int


ROOM_OF_ARCHIVES = ArchiveRoom(bytes=48 * 2**20, lines=10_000, tables=1_000, entries=60_000)
"""A hundred tables in each of ten rounds. On SQLite nobody else writes while it is stored: two seconds at most."""
ROOM_OF_UNKNOWN_ARCHIVES = ArchiveRoom(bytes=8 * 2**20, lines=2_000, tables=60, entries=6_000)
"""Of a device that has no table here: a club of fifteen tables over four rounds."""
MOST_LINES_A_KIND = 4_000
"""Lines of one kind of an evening: results of a thousand tables, each corrected."""
BYTES_AN_ENTRY, BYTES_A_POST = 100, 200
"""Bytes of an archive that an entry takes, as so many of which photos count; and a comment in addition to its text."""
LARGEST_ARCHIVE = 8 * 2**20
"""Bytes of an archive of an evening: a record takes some 10 kB in it."""
MOST_ARCHIVE_FILES = ROOM_OF_ARCHIVES.tables + 24
"""Files of an archive: the records, the evening, and readable copies for people."""
MOST_ARCHIVE_REFOLDED = 200_000
"""Lines that an archive may fold again for those that were taken back: a second's work."""
LARGEST_FILE_ANSWER = 32 * 2**20
"""Bytes that the reader of a file returns to be stored: they stay in the memory of the server until then."""
LARGEST_PHOTO = 16 * 2**20
"""Bytes of a photo: the best that phones take have half as many."""
MOST_TAUGHT_PACKS, LARGEST_TRAITS = 4, 256 * 1024
"""Packs that a phone or the operator may teach; bytes of one: of 52 cards with four indices up to 165 kB."""
LARGEST_FILE_ASKED = LARGEST_PHOTO + UPLOAD_ENVELOPE + LARGEST_REQUEST + 3 * MOST_TAUGHT_PACKS * LARGEST_TRAITS
"""Bytes sent to the process that reads files, for one file: the largest file, its form, the request."""
READER_MEMORY = 480 * 2**20
"""Bytes of memory that the system gives to that process: it has 60 MB to begin with, takes 100 MB more for a record
of 4 MB, and some 300 MB to read cards on a photo. What needs more is no file of people."""
MOST_LIST_LINES = 1_000
"""Lines of a list that is pasted: more than an evening has people, blank ones and those that are told to be wrong."""
MOST_LIST_CELLS = 64
"""Cells of a line: the seats of the largest table, with room for extra columns of a spreadsheet."""
LONGEST_PROGRESS_KEY = 32
"""Characters of the key for the progress of a seating: twice what the page makes."""
TABLES_A_TURN = 10
"""Tables that a round opens before readers have a turn: 35 ms of work."""
ROWS_A_TURN = 200
"""Rows that are read or written before other greenlets have a turn: some milliseconds."""
MOVED_A_TURN = 2_000
"""Rows that a transaction renumbers before readers have a turn: some 10 ms."""
LOGS_A_TURN = 20
"""Tables in whose logs a name is looked for before others have a turn: some milliseconds where 200 entries are long."""
LARGEST_UNKNOWN_UPLOAD = 256 * 1024
"""Bytes of a record from a device that has no table here: eight times a match of cards, whose record has some 30 kB."""
MOST_UNKNOWN_EVENTS = 1_500
"""Entries of such a record: the longest matches. All go into the database in one transaction, for which others wait."""
MOST_UNKNOWN_REFOLDED = 10_000
"""Entries that the amendments of such a record may fold again: ten corrections in the first hand of a long match."""
LONGEST_DRAFT = 5_000
"""Characters of a packed draft: with the rest of its address it stays within a line that servers read."""
LARGEST_UNPACKED_DRAFT = 24_000
"""Bytes of a draft once it is unpacked, so that a small one cannot unfold without end."""
MOST_DRAFT_ENTRIES = 150
"""Entries in all changes of a draft together: more than the entries of a hand."""
MOST_CANDIDATES_TRIED = 400
"""Entries of one kind that are tried against the rules to begin a form with; at some moments there are thousands."""
MOST_AUDITED_HANDS = 100
"""Hands that a protocol says something of; no match that people play has as many."""

# Photos

MOST_PHOTO_PIXELS = 64_000_000
"""Pixels of a photo: a picture of PNG takes three bytes of memory for each while it is opened."""
PHOTO_SIDE_READ = 2_560
"""Pixels of its longer side with which a photo is read: corners of a whole pack on a table are large enough then."""

# Shown at once

LOG_LINES_A_PAGE = 50
ENTRIES_A_PAGE = 100
"""Entries of a hand to pick from; for each the rights are asked. No hand that people play has as many."""
MOST_OWN_TABLES = 50
"""Tables of a device on its first page, the newest."""
MOST_LISTED_TABLES = 30
"""Tables that `sixfold host-link` lists, the newest."""
MOST_CASE_ENTRIES = 6
"""Entries that a case about nothing in particular tells, the newest."""
NEWEST_ENTRIES_OFFERED = 4
"""Newest entries that are offered for correction in one step: slips are noticed a card or two later."""
MOST_MISFITS_SHOWN = 6
"""Entries that no longer fit a draft; each is looked at as if those before it were deleted."""
MOST_PROOFS_SHOWN = 12
"""Proven breaches that the page of an uploaded record lists."""
LONGEST_SHOWN_EVENT = 300
"""Characters of an uploaded event that was not taken."""
LONGEST_QUOTE = 60
"""Characters of an uploaded file, or of a dispute's own words, that a sentence quotes."""

# Caches: how many of each are kept, the least recently used given up first

TABLES_KEPT = 256
"""Folded tables: as many as are played at once in a large hall."""
EVENINGS_KEPT = 16
"""Folded evenings: more than one house has at once."""
SUMMARIES_KEPT = 4096
"""Tables as evenings show them, half a kilobyte each: all of ten large evenings."""
EVENINGS_TOLD = 1024
"""Evenings of which it is kept how many lines their tables were told of."""
MATTERS_KEPT = 4096
"""Tables whose waiting matters are kept for referees, by phone and language: a large evening with some of them."""
PROGRESS_KEPT = 100
"""Seatings that are being drawn or published: more organisers do not wait for one at once."""
FRAGMENTS_KEPT = 512
"""Rendered tables: one a table, kind of viewer, language and number of devices."""
VERSIONS_KEPT = 2048
"""Page versions that phones were sent: a phone with a kept version gets the difference, others the whole page."""
ACCEPTED_KEPT = 64
"""Headers that name the languages of a browser, with the best of ours: dozens are in use in a house."""
TEXTS_KEPT = 4096
"""Texts of templates as they stand in pages: all of them, in every language, a hundred bytes each."""
PARTS_KEPT = 16_384
"""Rendered keys, cards and counts, a few hundred bytes each."""
KEY_PADS_KEPT = 256
"""Rendered pads, for a game, its players, a language and a deck: 16 kB each."""
KEY_STATES_KEPT = 4096
"""Sets of played cards that dim keys, one string each: 2 kB."""
PHASES_KNOWN = 1024
"""ETags of the phases of hands, one a table, device and language: a hundred bytes each."""
CHANGES_KEPT = 16_384
"""Differences between two versions of a block: the same cards and counts come again, half a kilobyte each."""
FORECASTS_KEPT = 256
"""How tricks go: one a game, number of players and set of options, 2 kB each."""
FINGERPRINTS_KEPT = 256
"""Fingerprints of records, one a table."""
PAST_PROOFS_KEPT = 64
"""Breaches proven when a ruling was made, one a ruling, with the table as it stood then."""
TABLE_LINKS_KEPT = 1024
"""Tables whose addresses are kept."""
PICTURES_KEPT = 32
"""Pictures of results, of about 100 kB each: a table asks for the same one a few times, and then no more."""
FEED_KEY_LENGTH = 32
"""Characters of the key in the address of a circle's calendar: 128 bits, which cannot be guessed."""
STANDING_PICTURED = 12
"""Rows of a standing in its picture: more would be too small to read on a phone."""
PICTURE_FONTS_KEPT = 64
"""Fonts for pictures by their size and weight."""
QR_CODES_KEPT = 256
"""QR codes as SVG paths."""
FOLDED_RULES_KEPT = 2048
"""Texts of rules without case and accents: all rules of the book in every language."""
MOST_CANDIDATES = 500
"""Candidate entries that the page of what may be played tries; more are never offered as keys."""
RATES_KEPT = 10_000
"""Devices and networks whose entries of late are counted."""
NETWORKS_KEPT = 10_000
"""Network addresses whose new devices are counted, and addresses whose network is kept."""

# Database

SQLITE_READERS = 4
"""Connections to a file that only read; one more writes."""
POSTGRESQL_CONNECTIONS = 8
"""Connections of a pool, and as many again at a rush. Devices wait for each other at their own table only."""
ROWS_AT_ONCE = 500
"""Rows that a backup copies and a check reads at a time, so that a large database need not fit into memory."""
TABLE_LOCKS = 64
"""Locks that the tables of a process share, so that two entries at one table wait for each other."""
MISFITS_SHOWN = 5
"""Tables whose first line that does not fit is named; one is reason enough to look closer."""
MERGE_ATTEMPTS = 5
"""Attempts to merge two players while other changes of the circle intervene."""
ENTRY_ATTEMPTS = 50
"""Attempts to append an entry while other processes append first."""
KEPT_UPGRADE_BACKUPS = 3
HEALTH_BYTES = 64 * 1024
"""Bytes that the check of health writes to the disk: more than any entry needs."""
LEAST_FREE_DISK = 100 * 2**20
"""Bytes; they hold a great many evenings. With less `sixfold doctor` complains."""

ACCESS_LOG_BYTES = 2**20
"""Bytes of the file that requests are noted in: some 6,000, a busy evening. Then a new one is begun."""
ACCESS_LOGS_KEPT = 2
"""The number of earlier files that are kept."""

# Processes and sockets

MOST_OPEN_FILES = 65_536
"""Open files that a process asks the system for; each live device is one."""
FILES_KEPT_FREE = 256
"""Open files for requests, apart from streams, the database and files read from the disk."""
FILES_OF_NO_CONNECTION = 128
"""Of these, open files for the database, its log and files read from the disk."""
CONNECTIONS_KEPT_FREE = 64
"""With fewer left, waiting connections are closed: the one silent longest first, without any the one idle longest."""
ACCEPTED_A_TURN = 32
"""Connections that are taken before any of them has its turn: fewer than are kept free."""
MOST_SILENT_A_NETWORK = 512
"""Connections of one network that have not yet sent a whole request: a hall of 400 devices that open a page at once."""
MOST_IDLE_A_NETWORK = 2048
"""Connections of one network that have had their answer: a browser in that hall keeps five and its stream."""
READ_BUFFER = 8 * 1024
"""Bytes of a connection that are read at once."""
STREAMS_A_DEVICE = 8
"""Streams that one device may have open at a process. A browser opens six at most where it speaks HTTP/1.1."""
MOST_WORKERS = 64
"""Processes that `sixfold serve --workers` starts."""
LISTEN_BACKLOG = 512
"""Connections that wait to be taken: a hall that scans one QR at the same moment."""
SEND_BUFFER = 64 * 1024
"""Bytes of a socket's buffer in the system, a few tables: more would be out of date when a slow device gets them."""
SOCKETS_A_TURN = 256
"""Devices that a broadcast writes to before other greenlets have a turn."""
EVENTS_A_TURN = 200
"""Events of a log that are folded before other greenlets have a turn: some milliseconds."""
DRAWN_A_TURN = 64 * 1024
"""Characters of a page that are drawn before other greenlets have a turn: some milliseconds; most pages are shorter."""
PIECES_JOINED = 100
"""Texts of a page that are joined before its length is checked."""
PIECES_A_TURN = 2_000
"""Pieces of a record, about one for each event and each time, that are written: some milliseconds."""
ACTS_A_TURN = 20
"""Disputes, penalties or hands that are looked into for the protocol: some milliseconds."""
LOOKED_BACK_A_TURN = 50
"""Entries of which it is found out whether they lie open, each by a look at all that came after: some milliseconds."""
SENTENCES_KEPT = 512
"""Sentences whose rule numbers are keys: a turn line comes again at every device."""
