"""Why an archive was not read, in words."""

from webapp.http.language import gettext as _


class BadArchive(Exception):
    """An archive that is not taken: a code, and the file in it that is the matter, with a sentence about that one."""

    def __init__(self, code: str, file: str = "", said: str = "") -> None:
        super().__init__(f"{code} {file}")
        self.code, self.file, self.said = code, file, said


def fault_said(fault: BadArchive) -> str:
    """Returns why this archive is not taken."""
    if fault.code == "large":
        return _("Unpacked it is longer than what may be sent here.")
    if fault.code == "missing":
        return _("The file %(file)s is not in it.", file=fault.file)
    if fault.code == "many":
        return _("It has more lines, tables or entries than any evening has.")
    if fault.code == "lines":
        return _("Line %(number)s is none that an evening could have.", number=fault.file)
    if fault.code == "record":
        return _("The record %(file)s is not taken. %(why)s", file=fault.file, why=fault.said)
    return _("This is no archive of an evening as it is saved here.")
