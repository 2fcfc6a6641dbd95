# Two commands do everything: `make lab` shows Zermelo, `make test` tests it. Each makes .venv and installs what it needs.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: lab test lint bench docs clean

lab: .venv/installed
	$(BIN)/zermelo watch classroom --play

test: .venv/tested lint
	$(BIN)/python -m pytest -n 2

lint: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/tested
	$(BIN)/pip install -q --disable-pip-version-check ".[bench]"
	$(BIN)/python -m benchmarks

docs: .venv/tested
	$(BIN)/python docs/figures.py

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.venv/made:
	@command -v $(PYTHON) >/dev/null || { echo "Zermelo needs Python 3.11 or later: apt-get install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Zermelo needs Python 3.11 or later, and $(PYTHON) is older: apt-get install python3 python3-venv, or make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

# An editable install: the sources are used where they are, so only a change of pyproject.toml installs again.
.venv/installed: .venv/made pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check -e .
	@touch $@

.venv/tested: .venv/made pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check -e ".[test]"
	@touch $@ .venv/installed
