"""Cards played, tricks, and whole hands entered by what they came to."""

from collections.abc import Mapping

from markupsafe import Markup

from rules_core.events import Event, Play, Trick, TrickTally
from webapp.http.language import gettext as _
from webapp.words.entry_kit import Entry, Names, Say, numbers_said, played, took
from webapp.words.marked import marked


def _tricks_of(event: TrickTally, names: Names, say: Say) -> Markup:
    return marked(_("The hand was entered as %(tricks)s tricks"), tricks=numbers_said(event.tricks))


SAID: Mapping[type[Event], Entry] = {Play: played, Trick: took, TrickTally: _tricks_of}
