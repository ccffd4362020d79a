# Two commands: `make run` sits you down at a table, `make test` proves that everything holds.
# Each sets up what it needs on a machine with Python 3.11 or newer and make.

PYTHON ?= python3
BIN := .venv/bin
GAME ?= super-pan-9

.PHONY: run test check clean

run: .venv/run
	@$(BIN)/houseway play $(GAME)

test: .venv/test check
	HOUSEWAY_CACHE=.cache/checked NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -m "not compiled" --cov --cov-report=
	$(BIN)/python -m coverage report

check: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "houseway needs Python 3.11 or newer; name one with  make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/run: .venv/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[lab]'
	@touch $@

.venv/test: .venv/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[lab,dev]'
	@touch $@

clean:
	rm -rf .venv .cache build dist src/*.egg-info
