# `make run` plays; `make setup`, then `test`, `check` and `bench`, is for development.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN = .venv/bin
# Requirements of the build are pinned as well; which of the two variables pip reads depends on its version.
PIP = PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
	$(BIN)/python -m pip install --quiet
INSTALL_INPUTS = pyproject.toml constraints.txt package-lock.json hatch_build.py
CATALOGUE = --no-location --sort-output
# The date of messages.pot alone does not make a catalogue out of date.
UPDATE = $(BIN)/pybabel -q update -i messages.pot -d webapp/translations --no-fuzzy-matching --ignore-pot-creation-date

.PHONY: run setup assets test check format messages bench clean

run: .venv/installed assets
	@$(BIN)/sixfold serve $(if $(PORT),--port "$(PORT)") $(if $(INSTANCE),--instance "$(INSTANCE)")

setup: .venv/installed-dev assets

assets: .venv/installed
	@$(BIN)/python hatch_build.py

# Two workers: more browsers at once would wait for each other on a small machine. What needs a database runs on both.
test: setup
	@$(BIN)/python tests/browser.py
	@$(BIN)/python -m pytest -n 2 --dist worksteal --database both $(ARGS)

check: setup messages.pot
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/sixfold games >/dev/null || { $(BIN)/sixfold games; exit 1; }
	@$(UPDATE) --check 2>/dev/null || \
		{ echo "The message catalogues are out of date: make messages" >&2; exit 1; }

format: setup
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

# Brings the catalogues up to the texts in the code; a translator fills in what is new.
messages: setup messages.pot
	$(UPDATE) --ignore-obsolete

.PHONY: messages.pot
messages.pot:
	@$(BIN)/pybabel -q extract -F babel.cfg -k _l $(CATALOGUE) --project=Sixfold --version=0.1.0 -o $@ .

# The package schnapsen pins an old Flask for parts of it that nobody needs here: it comes without what it requires.
bench: setup
	@$(BIN)/python -c 'import schnapsen' 2>/dev/null || $(PIP) --no-deps schnapsen==0.0.5
	@$(BIN)/python benchmarks/_table.py $(ARGS)

clean:
	rm -rf .venv build dist node_modules webapp/static messages.pot .mypy_cache .ruff_cache .pytest_cache

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Sixfold needs Python 3.11 or newer." >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/installed: $(INSTALL_INPUTS) | .venv/bin/python
	$(PIP) hatchling rcssmin rjsmin --editable .
	@touch $@

.venv/installed-dev: $(INSTALL_INPUTS) | .venv/bin/python
	$(PIP) rcssmin rjsmin --editable '.[dev]'
	@touch .venv/installed $@
