# plyground: `make play` opens the page, `make test` runs all tests; both set everything up first.

VENV := .venv
BIN := $(VENV)/bin
# The first Python on the path that is new enough.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
SOURCES := pyproject.toml hatch_build.py $(wildcard src/plyground/locale/*/LC_MESSAGES/*.po)
WORKERS ?= 2
WITHIN ?= inf

# What gettext would say at the head of a catalogue, and the history of the project says better.
UNKEPT := Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By

.PHONY: play test proofs lint docs bench pictures messages clean

play: $(VENV)/.play  ## open the page in the browser
	$(BIN)/plyground

test: $(VENV)/.test  ## run every test
	$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal --durations 40 --durations-min 4
	$(BIN)/pytest -m alone

proofs: $(VENV)/.test  ## run the tests that take minutes; ONLY="name or name" for some, WITHIN=seconds for those that there is time for
	$(BIN)/pytest -m long --exitfirst --numprocesses $(WORKERS) -k "$(ONLY)" --within $(WITHIN)

lint: $(VENV)/.test  ## formatting, style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

docs: $(VENV)/.test  ## the documentation as a site, into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

bench: $(VENV)/.test  ## speed, beside C and other libraries; ARGS=--long for all of it
	$(BIN)/python -m benchmarks $(ARGS)

pictures: $(VENV)/.test  ## take the pictures of the page that the documentation shows
	$(BIN)/python tools/pictures.py

messages: $(VENV)/.test  ## collect the sentences to translate into the catalogues
	$(BIN)/pybabel extract --no-default-keywords -k _ -k _n:1,2 --no-wrap --add-location=file --sort-by-file \
		--project plyground --output plyground.pot src
	for language in pt_BR ro; do \
		$(BIN)/pybabel update --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date \
			--domain plyground --input-file plyground.pot --output-dir src/plyground/locale --locale $$language \
			--init-missing || exit 1; \
		catalogue=src/plyground/locale/$$language/LC_MESSAGES/plyground.po; \
		sed -E '/^"($(UNKEPT)): /d' $$catalogue > $$catalogue.kept && mv $$catalogue.kept $$catalogue || exit 1; \
	done
	rm plyground.pot

clean:  ## remove everything that the commands above made
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Editable, so that an edit needs no new installation; a change of what is needed does.
$(VENV)/.play: $(SOURCES)
	@test -n "$(PYTHON)" || { echo "plyground needs Python 3.11 or newer; no such python3 was found." >&2; exit 1; }
	@echo "Setting up plyground in $(VENV), once ..."
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is needed (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.play
	@echo "Setting up the tests, once ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,lint,docs]'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'aima3==1.0.11'  # asks for an old networkx and all of Jupyter, and its games use neither
	@touch $@
