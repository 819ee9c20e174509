"""Games are found in their folders; what is wrong with one is said in a line and concerns no other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_core import games
from rules_core.codes import CODES, SHARED
from tests.sixth_game.support import GAME, HERE, installed

WHOLE = (HERE / "rules_core/games" / GAME / "__init__.py").read_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one game in it, whose web lies nowhere."""
    (tmp_path / "rules_core/games" / GAME).mkdir(parents=True)
    return tmp_path


def offered(folder: Path, text: str) -> Iterator[str | None]:
    """Yields what is said of the game with this text, None where it is found, for as long as it lies there."""
    (folder / "rules_core/games" / GAME / "__init__.py").write_text(text)
    with installed(folder):
        assert (GAME in games.GAMES) != (GAME in games.INCOMPLETE)
        yield games.INCOMPLETE.get(GAME)


def without(name: str) -> str:
    """Returns the game less one of its methods or class variables."""
    assert f"    def {name}(" in WHOLE or f"    {name} = " in WHOLE
    return WHOLE.replace(f"    def {name}(", f"    def _{name}(").replace(f"    {name} = ", f"    _{name} = ")


def test_each_game_is_found_by_the_name_of_its_folder() -> None:
    folders = {path.name for path in Path(games.__file__).parent.iterdir() if (path / "__init__.py").exists()}
    assert {name.replace("-", "_") for name in games.GAMES} == folders
    assert all(game.name == name for name, game in games.GAMES.items())
    assert not games.INCOMPLETE


def test_a_whole_game_in_another_folder_is_found_beside_them(folder: Path) -> None:
    before = dict(games.GAMES)
    for said in offered(folder, WHOLE):
        assert said is None
        assert {**before, GAME: games.GAMES[GAME]} == {**games.GAMES}
    assert before == games.GAMES


@pytest.mark.parametrize("name", ["name", "prefix", "players", "pack", "rules", "owed", "ahead", "points", "ended"])
def test_a_game_that_lacks_a_part_is_left_out_by_that_name(folder: Path, name: str) -> None:
    before = dict(games.GAMES)
    for said in offered(folder, without(name)):
        assert said is not None
        assert name in said
        assert "\n" not in said
        assert before == games.GAMES


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("GAME: TrickGame[Any] = Knaves()", "", "has no attribute 'GAME'"),
        ("GAME: TrickGame[Any] = Knaves()", "GAME = Knaves", "no Game"),
        ("class Knaves(", "class Knaves)", "SyntaxError"),
        ("from rules_core.counts", "from rules_core.nowhere", "No module named 'rules_core.nowhere'"),
        ('name = "knaves"', 'name = "hearts"', "'hearts'"),
        ('prefix = "KNV"', f'prefix = "{next(iter(games.GAMES.values())).prefix}"', "another game"),
        ("trick_events(KnavesTrick, ", "trick_events(Trick, ", "Trick has the fields ['winner']"),
        ("KnavesTrick, KnavesTally", "KnavesTrick, KnavesTrick", "no 'tally'"),
        ("GAME: TrickGame", "Knaves.view = None\nGAME: TrickGame", "'NoneType' object is not callable"),
    ],
)
def test_a_game_that_is_wrong_is_left_out_with_a_line_that_says_so(folder: Path, old: str, new: str, what: str) -> None:
    assert old in WHOLE
    for said in offered(folder, WHOLE.replace(old, new)):
        assert said is not None
        assert what in said
        assert "\n" not in said


def test_the_codes_are_those_of_all_and_those_of_each_game_found(folder: Path) -> None:
    assert set(SHARED) < set(CODES)
    assert set(CODES) == set(SHARED).union(*(game.codes for game in games.GAMES.values()))
    own = 'counts: Mapping[str, Mapping[Card, int]] = {"knaves"'
    text = WHOLE.replace(own, f'codes: Mapping[str, str] = {{"late-knave": "KNV-1"}}\n    {own}')
    before = len(CODES)
    for said in offered(folder, text):
        assert said is None
        assert CODES["late-knave"] == "KNV-1"
        assert len(CODES) == before + 1
    assert "late-knave" not in CODES


def test_a_game_does_not_change() -> None:
    game = next(iter(games.GAMES.values()))
    with pytest.raises(AttributeError, match="does not change"):
        game.codes = {}
