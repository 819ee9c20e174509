"""Runs every benchmark, one after the other, and ends with the table of their ratios: `make bench`."""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LINE = re.compile(r"(?P<name>.+): (?P<value>[\d.]+) \((?P<limit>at \w+ [\d.]+)\) (?P<held>ok|MISSED)")


def run(file: Path) -> tuple[list[re.Match[str]], bool]:
    """Runs one, says what it says, and returns its ratios and whether it came to its end with all of them held."""
    print(f"== {file.name}", flush=True)
    found = []
    with subprocess.Popen([sys.executable, str(file)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if match := LINE.fullmatch(line.rstrip()):
                found.append(match)
    return found, process.returncode == 0


def main() -> int:
    named = [HERE / f"{name.removesuffix('.py')}.py" for name in sys.argv[1:]]
    rows, held = [], True
    for file in named or sorted(HERE.glob("[!_]*.py")):
        found, well = run(file)
        held = held and well
        rows += [(match["name"], match["value"], match["limit"], match["held"]) for match in found]
        if not found:
            rows.append((file.name, "-", "", "FAILED"))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    print()
    for name, value, limit, verdict in rows:
        print(f"{name:<{widths[0]}}  {value:>{widths[1]}}  {limit:<{widths[2]}}  {verdict}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
