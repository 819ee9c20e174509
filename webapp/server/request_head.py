"""Reads and checks the head of a request more strictly than gevent does.

What a proxy before this server might take for the beginning of another request is refused, and the connection closed.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from webapp.http.limits import LARGEST_HEAD, LONGEST_CONTENT_LENGTH, MOST_HEAD_FIELDS

REQUEST_LINE = re.compile(r"[A-Z]{1,20} [!-~\x80-\xff]+ HTTP/1\.[01]\r?\n")
FIELD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n\0]*\r?\n")
LENGTH = re.compile(rf"[0-9]{{1,{LONGEST_CONTENT_LENGTH}}}", re.ASCII)
LINE_ENDS = (b"\r\n", b"\n")


class Refusal(NamedTuple):
    """The status of an answer to what is no request, and the whole answer."""

    status: str
    answer: bytes


def _refusal(status: str) -> Refusal:
    return Refusal(
        status.partition(" ")[0], f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode()
    )


BAD_REQUEST = _refusal("400 Bad Request")
REQUEST_TIMEOUT = _refusal("408 Request Timeout")
LENGTH_REQUIRED = _refusal("411 Length Required")
HEAD_TOO_LARGE = _refusal("431 Request Header Fields Too Large")


class BadHead(ValueError):
    """What has come is no request that is answered."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.status)
        self.refusal = refusal


class Fields:
    """The header fields of a request, by any case of their names; of those named twice `get` returns the first.

    What gevent makes of them is the reader of mails, which takes a tenth of the time of a whole request.
    """

    status = ""
    """gevent asks whether something was wrong with them."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        """`lines` are what FIELD matches."""
        self.headers = [line.decode("latin-1") for line in lines]
        parted = [line.partition(":") for line in self.headers]
        self._values = [(name.lower(), value.strip("\t\r\n ")) for name, _colon, value in parted]

    def get(self, name: str, default: str | None = None) -> str | None:
        """Returns the value of the first field of this name."""
        wanted = name.lower()
        return next((value for known, value in self._values if known == wanted), default)

    getheader = get

    @property
    def typeheader(self) -> str | None:
        """The type of the body."""
        return self.get("content-type")

    def get_all(self, name: str) -> list[str]:
        """Returns the values of all fields of this name."""
        wanted = name.lower()
        return [value for known, value in self._values if known == wanted]


class Lines(Protocol):
    """A file that is read line by line."""

    def readline(self, size: int = -1, /) -> bytes: ...


def check_line(line: str) -> None:
    """Raises BadHead where the first line of a request is none of HTTP/1."""
    if not REQUEST_LINE.fullmatch(line):
        raise BadHead(BAD_REQUEST)


def read_fields(file: Lines) -> Fields:
    """Returns the header fields, up to the empty line that ends them. Raises BadHead."""
    read: list[bytes] = []
    size = 0
    for _ in range(MOST_HEAD_FIELDS + 1):
        line = file.readline(LARGEST_HEAD - size + 1)
        size += len(line)
        if size > LARGEST_HEAD:
            break
        if line in LINE_ENDS:
            return Fields(read)
        if not FIELD.fullmatch(line):
            raise BadHead(BAD_REQUEST)
        read.append(line)
    raise BadHead(HEAD_TOO_LARGE)


def check_length(fields: Fields) -> None:
    """Raises BadHead where it is not quite clear where the body ends.

    A body in chunks is refused as well: no browser sends one, and a chunk of one byte costs as much as a large one.
    """
    lengths, codings = fields.get_all("Content-Length"), fields.get_all("Transfer-Encoding")
    if codings:
        alone = not lengths and [coding.strip().lower() for coding in codings] == ["chunked"]
        raise BadHead(LENGTH_REQUIRED if alone else BAD_REQUEST)
    if len(lengths) > 1 or not all(LENGTH.fullmatch(length) for length in lengths):
        raise BadHead(BAD_REQUEST)
