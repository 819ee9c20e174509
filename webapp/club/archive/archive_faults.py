"""Why an archive was not read, in words."""

from webapp.club.archive.archive_reader import BadArchive
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_ARCHIVE, LARGEST_UNKNOWN_UPLOAD, LARGEST_UNPACKED_ARCHIVE

MEGABYTE = 2**20


def fault_said(fault: BadArchive) -> str:
    """Returns why this archive is not taken."""
    if fault.code == "large":
        return _("Unpacked it is longer than %(most)s MB.", most=LARGEST_UNPACKED_ARCHIVE // MEGABYTE)
    if fault.code == "missing":
        return _("The file %(file)s is not in it.", file=fault.file)
    if fault.code == "lines":
        return _("Line %(number)s is none that an evening could have.", number=fault.file)
    if fault.code == "record":
        return _("The record %(file)s is not taken. %(why)s", file=fault.file, why=fault.said)
    return _("This is no archive of an evening as it is saved here.")


def archive_too_long(*, is_known: bool) -> str:
    """Returns that an archive is longer than what this device may send."""
    if is_known:
        return _("It is longer than %(most)s MB.", most=LARGEST_ARCHIVE // MEGABYTE)
    return _(
        "It is longer than %(most)s kB. A phone that has a table here may send more: open or join one, then send it "
        "again.",
        most=LARGEST_UNKNOWN_UPLOAD // 1024,
    )
