# plyground: `make play` opens the page, `make test` runs the tests; both set everything up first. `make help` lists all.

VENV := .venv
BIN := $(VENV)/bin
# The first Python on the path that is new enough.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
SOURCES := pyproject.toml hatch_build.py $(wildcard src/plyground/locale/*/LC_MESSAGES/*.po)
# Processes that run tests, by default two more than there are processors: tests wait for browsers, servers and engines.
# Proofs wait less.
WORKERS ?=
TEST_WORKERS = $(or $(WORKERS),$(shell expr 2 + $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)))
PROOF_WORKERS = $(or $(WORKERS),$(shell expr 1 + $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)))
RUN_PROOFS = --numprocesses $(PROOF_WORKERS) --dist load --maxschedchunk 1 --durations 20 --durations-min 20
# The part of the nightly proofs to run: 2/8 is the second of eight.
PART ?= 1/1

# What gettext would say at the head of a catalogue, and the history of the project says better.
UNKEPT := Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By

.PHONY: help play test proofs nightly installed lint javascript docs site bench pictures messages requirements clean
.DEFAULT_GOAL := help

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18

play: $(VENV)/.play  ## open the page in the browser
	$(BIN)/plyground

test: $(VENV)/.test  ## run every test but the proofs; ORDER=random, SEED=
	$(BIN)/pytest --numprocesses $(TEST_WORKERS) --dist worksteal --durations 40 --durations-min 4 $(if $(filter random,$(ORDER)),-p randomly $(if $(SEED),--randomly-seed=$(SEED))) $(if $(EXAMPLES),-m "hypothesis and not proof and not nightly" --hypothesis-profile $(EXAMPLES))

proofs: $(VENV)/.test  ## run the proofs, of each one case, drawn by the week; SEED=, ONLY="name or name"
	$(BIN)/pytest --proofs change $(if $(SEED),--proof-seed $(SEED)) $(RUN_PROOFS) -k "$(ONLY)"

nightly: $(VENV)/.test node_modules/.done  ## run all proofs, the nightly ones, too; PART=2/8, SEED=
	$(BIN)/pytest --proofs all --part $(PART) $(if $(SEED),--proof-seed $(SEED)) $(RUN_PROOFS)

installed: $(VENV)/.test node_modules/.done  ## install the wheel on each Python that is here, with the oldest libraries, and in Pyodide; try it
	$(BIN)/pytest -m installed --numprocesses 2 --dist loadgroup

requirements:  ## write the versions and hashes of the container's packages; needs uv
	uv pip compile pyproject.toml --extra postgresql --universal --python-version 3.12 --generate-hashes \
	  --custom-compile-command "make requirements" --no-annotate --output-file container-requirements.txt

lint: $(VENV)/.test  ## formatting, style, words and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python tools/lint_words.py
	$(BIN)/mypy
	@$(MAKE) --no-print-directory javascript

javascript:  ## format and types of the JavaScript, where Node is installed
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules/.done && npm run --silent format && npm run --silent types; \
	elif test -n "$$CI"; then echo "The JavaScript cannot be checked: install nodejs and npm." >&2; exit 1; \
	else echo "The JavaScript is not checked: that needs nodejs and npm."; fi

docs: $(VENV)/.test  ## the documentation as a site, into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

site: $(VENV)/.play node_modules/.done  ## the page as static files for any web host, into build/site/
	$(BIN)/plyground export-site build/site

bench: $(VENV)/.test  ## speed, beside C and other libraries; ARGS=--long for all of it
	$(BIN)/python -m benchmarks $(ARGS)

pictures: $(VENV)/.test  ## take the pictures of the page that the documentation shows
	$(BIN)/python tools/pictures.py

messages: $(VENV)/.test  ## collect the sentences to translate into the catalogues
	$(BIN)/pybabel extract --mapping babel.cfg --no-default-keywords -k _ -k _n:1,2 --no-wrap --add-location=file --sort-by-file \
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
	rm -rf $(VENV) node_modules build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis

node_modules/.done: package.json
	@npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

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
