"""What a browser needs to put the pages beside the apps of a phone."""

import json
import re
import struct
from urllib.parse import urljoin

import pytest

from tests.web.support.site import Site
from webapp.store.models import Table


def test_the_manifest_names_icons_of_the_sizes_that_it_says(site: Site) -> None:
    phone = site.phone()
    address = re.findall(r'<link rel="manifest" href="([^"]+)"', phone.get("/").text)[0]
    with phone.get(address) as answer:
        assert answer.content_type == "application/manifest+json"
        manifest = json.loads(answer.data)
    assert (urljoin(address, manifest["start_url"]), manifest["display"]) == ("/", "standalone")
    drawn = {(icon.get("purpose", "any"), icon["sizes"]) for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert drawn == {(purpose, size) for purpose in ("any", "maskable") for size in ("192x192", "512x512")}
    for icon in manifest["icons"]:
        with phone.get(urljoin(address, icon["src"])) as picture:
            assert picture.content_type.startswith(icon["type"])
            if icon["type"] == "image/png":
                assert "{}x{}".format(*struct.unpack(">II", picture.data[16:24])) == icon["sizes"]


@pytest.mark.parametrize(
    ("theme", "colours"), [("auto", ["#E9ECE8", "#121513"]), ("light", ["#E9ECE8"]), ("dark", ["#121513"])]
)
def test_the_browser_is_told_the_colour_of_the_page(site: Site, theme: str, colours: list[str]) -> None:
    phone = site.phone()
    phone.set_cookie("theme", theme)
    page = phone.get("/").text
    assert re.findall(r'name="theme-color" content="([^"]+)"', page) == colours
    assert 'rel="apple-touch-icon"' in page


def test_the_film_that_keeps_a_screen_on_is_tiny_and_comes_in_parts_as_iphones_ask(site: Site, table: Table) -> None:
    page = site.watcher(table).get(f"/tables/{table.id}").text
    film = re.findall(r'<source src="([^"]+)" type="([^"]+)"', page)
    for address, kind in film:
        with site.phone().get(address) as answer, site.phone().get(address, headers={"Range": "bytes=0-1"}) as part:
            assert (answer.status_code, answer.content_type) == (200, kind)
            assert len(answer.data) < 3000
            assert (part.status_code, part.data) == (206, answer.data[:2])
    assert len(film) == 2
