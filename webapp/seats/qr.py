"""QR codes: as one SVG path, since the policy of the pages allows no inline style, and for the terminal."""

from functools import lru_cache
from typing import NamedTuple, TextIO

import qrcode
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathImage

from webapp.http.limits import QR_CODES_KEPT

QUIET_ZONE = 4  # modules; scanners may refuse less


class Qr(NamedTuple):
    """A QR code ready to be drawn: its side in modules, quiet zone included, and its path."""

    side: int
    path: str


@lru_cache(QR_CODES_KEPT)
def qr(text: str) -> Qr:
    """Returns the QR code of a text. Cached, since every device at a table asks for the same one."""
    code = qrcode.QRCode(border=QUIET_ZONE, error_correction=ERROR_CORRECT_M)
    code.add_data(text)
    image = code.make_image(image_factory=SvgPathImage)
    path = image.path
    assert path is not None  # make_image() has drawn it
    return Qr(code.modules_count + 2 * QUIET_ZONE, path.get("d") or "")


def print_qr(text: str, out: TextIO) -> None:
    """Prints the QR code of a text, or that this terminal cannot show one."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    try:
        code.print_ascii(out=out, invert=True)
    except UnicodeEncodeError:
        print("This terminal cannot show the QR code.", file=out)
