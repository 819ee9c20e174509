"""`sixfold` with other limits, as the variable HASTY names them: a test need not wait for those that people have.

It may have so many open files as the variable FILES says, where there is one.
"""

import json
import os
import sys

from webapp.http import durations, limits, rate_limits


def apply() -> None:
    """Changes the limits where they stand, and wherever they have been imported already."""
    for name, value in json.loads(os.environ["HASTY"]).items():
        assert any(hasattr(home, name) for home in (durations, limits, rate_limits)), name
        for module in [module for of, module in sys.modules.items() if of.startswith("webapp.")]:
            if hasattr(module, name):
                setattr(module, name, value)


if __name__ == "__main__":
    apply()
    if "FILES" in os.environ:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (int(os.environ["FILES"]),) * 2)
    from webapp.cli import main

    main()
