# The commands of the project. `make run` and `make test` need nothing but make and any Python from 3.11 to 3.14.

PYTHON ?= python3
VENV   := .venv
READY  := $(VENV)/.ready
SCOUT  := $(VENV)/bin/scout

# Compiled modules are kept (git ignores them): without them each process compiles some 500 modules of ours again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help run test check ui bench eval snapshot constraints clean

help:            ## list the commands
	@grep -hE '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/' | expand -t 20

run: $(READY)    ## carry three drugs from their names to evidence reports, offline
	$(SCOUT) demo
	@echo 'To ask its papers: $(SCOUT) -w demo ask "What is the effect of sildenafil compared with placebo on Raynaud attacks?" --drug sildenafil'

test: $(READY)   ## the test suite, on all cores
	$(VENV)/bin/pytest -n auto --dist loadfile

check: $(READY)  ## formatting, lint, types, import rules, dependencies, definitions
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-cache
	$(VENV)/bin/pip check
	$(VENV)/bin/python -m indication_scout_tests.dependency_audit
	DAGSTER_HOME= $(VENV)/bin/dagster definitions validate -w workspace.yaml --log-level warning

ui: $(READY)     ## the Dagster UI and the web application, with the demonstration workspace
	$(SCOUT) --workspace demo ui

eval: $(READY)   ## how well articles are read, on the judged sets: today against the last release
	$(SCOUT) eval readings

bench: $(READY)  ## measure speed; asserts nothing
	$(VENV)/bin/python -m indication_scout_tests.bench

snapshot: $(READY)  ## write the demonstration snapshot anew from the authored records
	$(VENV)/bin/python -m indication_scout_tests.wire.record

constraints: $(READY)  ## pin what is installed now
	@{ sed -n 1p constraints.txt; $(VENV)/bin/pip freeze --exclude-editable | sed 's/+cpu//'; } > constraints.new
	mv constraints.new constraints.txt

clean:           ## remove the virtual environment and all state; reports stay
	rm -rf $(VENV) .scout

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null || { \
	    for python in python3.13 python3.12 python3.14 python3.11; do $$python -c '' 2>/dev/null && break; python=python3.X; done; \
	    echo "`$(PYTHON) --version 2>&1 || echo $(PYTHON)` cannot run IndicationScout, which needs Python 3.11 to 3.14; type: make $(or $(firstword $(MAKECMDGOALS)),run) PYTHON=$$python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $(READY)
