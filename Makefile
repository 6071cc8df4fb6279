# make run: the bot (with DISCORD_TOKEN) or the practice page (without). make test: everything that must hold.
# Each sets up what it needs in .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test check bench prove setup

run: $(VENV)/run.done
	@exec $(BIN)/python bot.py

test: $(VENV)/dev.done check
	$(BIN)/pytest -m "not prove"

check: $(VENV)/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/dev.done
	$(BIN)/python -m bench

# Figures and survivors are printed at the end, and what was skipped with its reason.
prove: $(VENV)/dev.done
	$(BIN)/pytest -m prove --timeout=1800 -rsP

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.done: $(VENV)/bin/python requirements.txt requirements-practice.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-practice.txt
	touch $@

$(VENV)/dev.done: $(VENV)/bin/python requirements.txt requirements-practice.txt requirements-dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-dev.txt
	touch $@ $(VENV)/run.done
