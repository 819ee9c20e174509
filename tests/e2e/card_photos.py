"""Photos of cards as a test needs them, drawn by the browser."""

from playwright.sync_api import Browser, FilePayload

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
STYLE = """
body{margin:0;padding:60px;background:#2c5440}
.row{display:flex;gap:40px;margin-bottom:60px}
.card{position:relative;flex:none;width:250px;height:350px;border-radius:16px;background:#e9e6dd;color:#141414;
  font:bold 46px "DejaVu Sans",Arial,sans-serif}
.red{color:#b81c1c}
.index{position:absolute;left:8px;top:8px;width:52px;line-height:50px;text-align:center}
.foot{left:auto;top:auto;right:8px;bottom:8px;rotate:180deg}
.middle{position:absolute;inset:0;display:grid;place-items:center;font-size:110px}
.smeared .index{filter:blur(6px)}
"""


def photo_of(browser: Browser, cards: str, smeared: str = "") -> FilePayload:
    """Returns a photo on which these cards lie in a row, *6S 7S*; one of them is hard to read."""
    codes = cards.split()
    page = browser.new_page(viewport={"width": 290 * len(codes) + 120, "height": 490})
    page.set_content(f'<style>{STYLE}</style><div class="row">{"".join(_card(one, one == smeared) for one in codes)}')
    picture = page.screenshot(type="jpeg", quality=88)
    page.close()
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": picture}


def _card(card: str, is_smeared: bool) -> str:
    looks = f"card{' red' if card[1] in 'HD' else ''}{' smeared' if is_smeared else ''}"
    index, sign = f"{'10' if card[0] == 'T' else card[0]}<br>{SIGNS[card[1]]}", SIGNS[card[1]]
    return (
        f'<div class="{looks}"><span class="index">{index}</span><span class="middle">{sign}</span>'
        f'<span class="index foot">{index}</span></div>'
    )
