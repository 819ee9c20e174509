"""QR codes."""

from webapp.access.join_links import QUIET_ZONE, qr


def test_a_code_is_one_path_inside_its_quiet_zone() -> None:
    drawn = qr("http://192.168.1.7:8066/join/KQ7-M3XP")
    assert drawn.side >= 21 + 2 * QUIET_ZONE
    assert drawn.path.startswith(f"M{QUIET_ZONE},{QUIET_ZONE}")
    assert set(drawn.path) <= set("MHVhvzZL0123456789,. ")


def test_the_path_says_what_the_address_is() -> None:
    assert qr("http://a/join/AAA-AAAA").path != qr("http://a/join/AAA-AAAB").path
