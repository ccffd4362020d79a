# Two commands: `make run` opens the card room, `make test` proves that everything holds.
# Each sets up what it needs on a machine with Python 3.11 or newer and make.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Without the compiler: what proves the rules, not what counts with them.
RULE_TESTS := tests/test_cards.py tests/test_poker.py tests/test_shoe.py tests/games tests/simulate/test_plain.py \
  --ignore-glob='*odds*' --ignore-glob='*agreement*' --ignore-glob='*analysis*' --ignore-glob='*exact*'

# Byte code is kept, whatever the machine says: the tests start hundreds of processes, each of which would compile the sources again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run play test test-web test-rest test-rules check soak mutants site clean

run: .venv/run
	@trap : INT; $(BIN)/houseway room --browser $(if $(PORT),--port $(PORT)) || [ $$? -eq 130 ]  # Ctrl-C is how a room is closed, no error

play: .venv/run
	@$(BIN)/houseway play $(or $(GAME),super-pan-9)

# Parts side by side, two at a time, the longest first: the room in the browser with what compiles much, beside all else,
# then the checks, and the rules without the compiler.
BESIDE_WEB := tests/envs tests/oracle
test: .venv/test
	@$(MAKE) --no-print-directory -j2 test-web test-rest check test-rules

test-web: .venv/test
	HOUSEWAY_CACHE=.cache/checked NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q $(BESIDE_WEB) tests/web

test-rest: .venv/test
	HOUSEWAY_CACHE=.cache/checked NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q $(addprefix --ignore=,tests/web $(BESIDE_WEB))

test-rules: .venv/test
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q $(RULE_TESTS) -m "not compiled" --cov --cov-report=
	$(BIN)/python -m coverage report

check: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/deno fmt --quiet --check
	$(BIN)/deno lint --quiet

# The long form of the reliability tests, hours on two cores: tools/soak.py lists what is tried how often, in parts side by side.
# A hundredth of it, some of it, or elsewhere:  make soak SOAK="--share 0.01 kills images --jobs 16"
soak: .venv/test
	$(BIN)/python tools/soak.py $(SOAK)

# Do the tests have teeth? Changes the code a little, thousands of times: CONTRIBUTING.md tells what has survived.
# One part alone:  make mutants PARTS=money
mutants: .venv/mutants
	$(BIN)/python tools/mutants.py $(PARTS)

# The documentation as pages: build/site/index.html. Nothing is fetched, and a warning is an error.
site: .venv/site
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --builder html docs build/site
	@echo "open build/site/index.html"

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "houseway needs Python 3.11 or newer; name one with  make PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Setting up Python in .venv."
	$(PYTHON) -m venv .venv

.venv/run: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing what the card room needs into .venv, some hundred megabytes: a minute or two, longer on a slow line."
	$(PIP) -e '.[lab,web,reports,design]'
	@touch $@

.venv/test: .venv/bin/python pyproject.toml constraints.txt tools/test_needs.sh
	sh tools/test_needs.sh
	$(PIP) -e '.[lab,web,postgres,notebook,reports,design,mcp,cluster,envs,docs,dev]'
	@touch $@

.venv/site: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) -e '.[docs]'
	@touch $@

.venv/mutants: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) -e '.[lab,web,postgres,notebook,reports,design,mcp,dev,mutants]'
	@touch $@

clean:
	rm -rf .venv .cache build dist src/*.egg-info
