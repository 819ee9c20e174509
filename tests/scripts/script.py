"""What pages compute, asked of their scripts in node, without a page."""

import json
import subprocess
from collections.abc import Iterable
from typing import Any

from hatch_build import node
from tests.paths import ROOT

PROGRAM = """
import {readFileSync} from "node:fs";
%s
const answer = %s;
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
"""
COMPUTED = ROOT / "webapp/assets/computed"


def answers(imports: str, answer: str, cases: Iterable[Any]) -> list[Any]:
    """Returns what a function answers to each case; `imports` are lines like `import {a} from "./a.js"`."""
    program = PROGRAM % (imports.replace('"./', f'"{COMPUTED.as_uri()}/'), answer)
    command = [*node(), "--input-type=module", "-e", program]
    run = subprocess.run(command, input=json.dumps(list(cases)), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return list(json.loads(run.stdout))
