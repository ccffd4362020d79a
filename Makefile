# Two commands: `make run` opens the card room, `make test` proves that everything holds.
# Each sets up what it needs on a machine with Python 3.11 or newer and make.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Without the compiler: what proves the rules, not what counts with them.
RULE_TESTS := tests/test_cards.py tests/test_poker.py tests/test_shoe.py tests/games \
  --ignore-glob='*odds*' --ignore-glob='*agreement*' --ignore-glob='*analysis*' --ignore-glob='*exact*'

.PHONY: run play test test-web test-rest check soak mutants clean

run: .venv/run
	@$(BIN)/houseway room --browser

play: .venv/run
	@$(BIN)/houseway play $(or $(GAME),super-pan-9)

# Two halves side by side, which need about as long: the room in the browser, and all else.
test: .venv/test check
	@$(MAKE) --no-print-directory -j2 test-web test-rest

test-web: .venv/test
	HOUSEWAY_CACHE=.cache/checked NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q tests/web

test-rest: .venv/test
	HOUSEWAY_CACHE=.cache/checked NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q --ignore=tests/web
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q $(RULE_TESTS) -m "not compiled" --cov --cov-report=
	$(BIN)/python -m coverage report

check: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/deno fmt --quiet --check
	$(BIN)/deno lint --quiet

# The long form of the reliability tests, hours rather than minutes: docs/card-room.md tells what each number is.
soak: .venv/test
	HOUSEWAY_KILLS=1000 HOUSEWAY_IMAGES=5000 HOUSEWAY_COMMANDS=1000000 HOUSEWAY_ACTIONS=100000 \
	HOUSEWAY_ACCRUALS=10000000 HOUSEWAY_JACKPOT_ROUNDS=20000 HOUSEWAY_WORLDS=10000 HOUSEWAY_FUZZ=1000000 HOUSEWAY_REQUESTS=100000 \
	HOUSEWAY_HALF_SENT=1100 HOUSEWAY_CASES=2000 HOUSEWAY_ALL_ROWS=1 $(BIN)/python -m pytest -q tests/room tests/web/test_bad_requests.py \
	  tests/web/test_openapi.py tests/web/test_flood.py
	HOUSEWAY_OFFICE=1 $(BIN)/python -m pytest -q tests/lab/test_office.py tests/room/test_books_office.py  # needs LibreOffice
	HOUSEWAY_AGREEING=100000 $(BIN)/python -m pytest -q tests/simulate tests/games/super_pairs/test_simulation_agreement.py
	HOUSEWAY_EXAMPLES=20000 $(BIN)/python -m pytest -q tests/round/test_planted_faults.py
	HOUSEWAY_QUESTIONS=10000 $(BIN)/python -m pytest -q tests/academy/test_questions.py
	$(BIN)/python tools/oracle_rounds.py 100000

# Do the tests have teeth? Changes the code a little, thousands of times: CONTRIBUTING.md tells what has survived.
# One part alone:  make mutants PARTS=money
mutants: .venv/mutants
	$(BIN)/python tools/mutants.py $(PARTS)

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "houseway needs Python 3.11 or newer; name one with  make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/run: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) -e '.[lab,web]'
	@touch $@

.venv/test: .venv/bin/python pyproject.toml constraints.txt tools/test_needs.sh
	sh tools/test_needs.sh
	$(PIP) -e '.[lab,web,postgres,notebook,reports,design,mcp,cluster,docs,dev]'
	@touch $@

.venv/mutants: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) -e '.[lab,web,postgres,notebook,reports,design,mcp,dev,mutants]'
	@touch $@

clean:
	rm -rf .venv .cache build dist src/*.egg-info
