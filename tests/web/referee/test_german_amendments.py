"""The pages on which the past is amended, in German."""

from tests.web.games.deep_six import tables as deep
from tests.web.support.amending import DEAL, laid, play
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone, at_table
from tests.web.support.site import Site
from webapp.referee.amending.draft import Draft


def shows(phone: Phone, path: str, *texts: str) -> None:
    speaks_german(phone.client.get(phone.url + path).text, *texts)


def test_entries_and_their_forms(site: Site) -> None:
    phone = deep.table(site, site.phone("de"), deep.STATES["second trick"], book="open")
    shows(phone, "/amendments", "Eingabe korrigieren", "Stich 1")
    phone = at_table(site, site.phone("de"), DEAL, *laid("9C", "3C"), book="open")
    shows(phone, "/entries/2/amend", "Oder", "Ändern, wer gespielt hat, und mehr")
    shows(phone, "/entries/2/amend?part=fields", "Wer", "Welche Karte", "Folgen ansehen")
    shows(phone, "/entries/2/amend?side=before", "Was fehlt?", "Ein ganzes Blatt")


def test_a_preview_with_what_no_longer_fits(site: Site) -> None:
    phone = at_table(site, site.phone("de"), DEAL, *laid("9C", "3C", "5C"), *laid("2D"), book="open")
    draft = Draft({1: (), 3: (play(0, "6C"),)})
    shows(
        phone,
        f"/amendments/draft?draft={draft.packed}",
        "Dran wäre Ben",
        "Die Änderungen",
        "Doch nicht ändern: Spiel 1, Stich 1 · Eingabe 2",
    )
    draft = Draft({3: (play(0, "KC"),)})
    shows(phone, f"/amendments/draft?draft={draft.packed}", "Dran wäre Ann", "Stich 1 geht an", "Streichen")


def test_a_preview_of_scores(site: Site) -> None:
    events = [*deep.STATES["between"]]
    phone = deep.table(site, site.phone("de"), events)
    tally = {"type": "tally", "taken": [160, 90], "meld": [-20, -60]}
    shows(phone, f"/amendments/draft?draft={Draft({2: (tally,)}).packed}", "Ann und Cat gesamt", "Das Gebot ist")
    phone = at_table(site, site.phone("de"), DEAL, {"type": "tally", "tricks": [9, 4, 4]})
    shows(phone, f"/amendments/draft?draft={Draft({1: ()}).packed}", "Die Partie")
