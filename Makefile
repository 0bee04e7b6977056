# Needs Python 3.11 or newer and nothing else. Everything is installed into .venv; a stamp there remembers
# from which lock it was filled, so that it is filled again when the lock changes.

PY := .venv/bin/python
# Bytecode is written as modules are loaded, most of which never are: --no-compile saves a third of the time.
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --no-compile
# It is written even where writing is switched off: each process would compile what another has compiled already.
unexport PYTHONDONTWRITEBYTECODE
# A process that has run its share of the tests takes from another's: the slow ones stand together.
SIDE_BY_SIDE := --numprocesses auto --dist worksteal
UV := uv==0.13.8
AUDIT := pip-audit==2.10.1
COMPILE := .venv-lock/bin/uv pip compile --quiet pyproject.toml - --extra postgres --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-package idle-year \
	--custom-compile-command "make lock"
BUILD_TOOLS := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")

.DELETE_ON_ERROR:
.PHONY: help run install test check night .style .kernels messages day page weather libraries fuzz coverage mutation licences audit wheel release lock clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: .venv/.run  ## play: in Discord if .env holds a token, otherwise in the browser
	@.venv/bin/idleyear run

install: .venv/.run  ## install what the bot needs into .venv, or what an upgrade has changed, without starting it

test: .venv/.run  ## run the tests of all that people notice of the bot, in some minutes
	@$(MAKE) --no-print-directory --jobs 2 .kernels .venv/.loaded
	@$(PY) -m pytest $(SIDE_BY_SIDE) -m "not slow and not night" tests

check: .venv/.run  ## everything that must pass before a commit: style, types, layers, all tests but those of the night
	@$(MAKE) --no-print-directory --jobs 2 .kernels .style .venv/.loaded
	$(PY) -m pytest $(SIDE_BY_SIDE) -m "not night"

# It needs the network: what a new host does begins with installing.
night: .venv/.dev  ## an hour: documented paths word for word, garbled input, a day in rough weather, wheels, clusters, measurements
	$(PY) -m pytest -m night tests/night
	FUZZ=30 $(PY) -m pytest $(SIDE_BY_SIDE) tests/fuzz
	$(PY) -m pytest $(SIDE_BY_SIDE) -m night --ignore tests/night

.style: .venv/.dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo
	@cd small-discord && ../.venv/bin/python -m mypy && ../.venv/bin/lint-imports --no-logo
	@$(MAKE) --no-print-directory page

# The solvers are compiled on the cores that installing and checking leave idle.
.kernels: .venv/.run
	@$(PY) -m tests.kernels

# All that tests load is loaded once beforehand, for its bytecode: their processes begin together, and each would write it.
.venv/.loaded: .venv/.dev
	@$(PY) -m pytest --collect-only --quiet >/dev/null 2>&1 || true
	@touch $@

messages: .venv/.dev  ## bring the catalogues of all languages up to date with the code, and compile them
	@$(PY) -m tests.messages

day: .venv/.dev  ## play the recorded day anew, in all languages, and show what looks different: some two minutes
	@KEEP=1 $(PY) -m pytest $(SIDE_BY_SIDE) tests/day
	@git diff --stat -- tests/day

# The page needs no Node.js, and neither do the bot and its tests.
page:  ## check the types and the style of the page's JavaScript, where Node.js is installed
	@if ! command -v npm >/dev/null; then \
		echo "The page's JavaScript is not checked: Node.js is not installed."; \
	elif ! $(MAKE) --silent --no-print-directory node_modules/.page 2>/dev/null; then \
		echo "The page's JavaScript is not checked: its tools could not be installed."; \
	else node_modules/.bin/tsc && node_modules/.bin/biome lint --error-on-warnings; fi

node_modules/.page: package.json
	@npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

weather: .venv/.dev  ## sixty days of play in rough weather, and sixty times three, which take hours
	@WEATHER_DAYS=60 $(PY) -m pytest tests/weather

libraries: .venv/.dev  ## try the small Discord with six other libraries, each installed into an environment of its own
	@$(PY) small-discord/libraries/story.py $(OF)

fuzz: .venv/.dev  ## over a million garbled texts, buttons and requests, which take half an hour
	@FUZZ=100 $(PY) -m pytest $(SIDE_BY_SIDE) tests/fuzz

coverage: .venv/.dev  ## which branches of rules, service and store no test takes; fails below 95 % of one of them
	@.venv/bin/coverage erase
	@.venv/bin/coverage run -m pytest $(SIDE_BY_SIDE) -m "not night"
	@.venv/bin/coverage combine --quiet
	@for part in idle-year/idle_year bot/pure bot/service bot/store; do \
		.venv/bin/coverage report --include "$$part/*" --skip-covered --fail-under 95 || exit 1; done

# What is broken lies in mutants/; `.venv/bin/mutmut show NAME` tells how. A run that was stopped goes on.
mutation: .venv/.dev  ## break rules, play and store in thousands of small ways: does a test notice? It takes hours
	@ln -sfn idle-year/idle_year idle_year
	@.venv/bin/mutmut run $(OF); ended=$$?; rm idle_year; exit $$ended
	@.venv/bin/mutmut results

licences: .venv/.dev  ## list the licences of all dependencies
	@$(PY) -m tests.licences

# It asks a service about each version. Without an answer about all of them nothing has been checked: that fails, too.
audit: .venv/bin/python  ## look for known vulnerabilities in the dependencies, which needs the network
	@$(PY) -m venv .venv-audit
	@.venv-audit/bin/python -m pip install --quiet --disable-pip-version-check $(AUDIT) 2>/dev/null \
		|| { echo "$(AUDIT) cannot be installed: the audit needs the network." >&2; exit 1; }
	@.venv-audit/bin/pip-audit --strict --disable-pip --require-hashes --progress-spinner off \
		--requirement requirements-dev.txt 2>.venv-audit/told || { \
		if grep -q "could not be audited\|Error: \|Errno" .venv-audit/told; \
		then echo "Nothing was audited: the service that knows of vulnerabilities cannot be reached." >&2; \
		else cat .venv-audit/told >&2; fi; exit 1; }

wheel: .venv/.run  ## build the wheels of library, bot and small Discord in dist/
	@rm -rf build */build dist/*.whl
	@$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist ./idle-year . ./small-discord
	@rm -rf build */build
	@ls dist/*.whl

# It needs the network, pipx, and more than an hour.
release: .venv/.dev  ## check all that a release needs, and print the commands that publish it
	@$(PY) -m lab.release

lock: .venv/bin/python  ## update the requirements files from pyproject.toml
	@$(PY) -m venv .venv-lock && .venv-lock/bin/python -m pip install --quiet --disable-pip-version-check $(UV)
	@$(PY) -c '$(BUILD_TOOLS)' | $(COMPILE) --output-file requirements.txt >/dev/null
	@$(PY) -c '$(BUILD_TOOLS)' | $(COMPILE) --output-file requirements-cluster.txt --extra cluster \
		--constraint requirements.txt >/dev/null
	@$(PY) -c '$(BUILD_TOOLS)' | $(COMPILE) --output-file requirements-dev.txt --extra dev \
		--constraint requirements-cluster.txt >/dev/null
	@echo "The requirements files are up to date."

clean:  ## remove everything installed or built; games (var/) and .env stay
	@rm -rf .venv .venv-lock .venv-audit small-discord/.venv-libraries node_modules mutants .coverage* dist .hypothesis
	@rm -rf $(foreach place,. idle-year small-discord,$(addprefix $(place)/,build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache))
	@find idle-year bot cogs lab tests small-discord -name __pycache__ -prune -exec rm -rf {} +

# The locks hold what idle-year and small-discord need as well, and the build tool, so that installing the two downloads nothing.
CATALOGUES := $(wildcard bot/render/languages/*.po)

# The library comes first, by itself: it takes the name that the bot had before it, and with it removes the bot of that name.
.venv/.run: requirements.txt pyproject.toml idle-year/pyproject.toml small-discord/pyproject.toml setup.py $(CATALOGUES) | .venv/bin/python
	@echo "Installing what the bot needs into .venv (once; under a minute) …"
	@$(INSTALL) --require-hashes -r requirements.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable ./idle-year
	@$(INSTALL) --no-deps --no-build-isolation --editable . --editable ./small-discord
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.run
	@echo "Installing the tools for tests and checks into .venv (once; about a minute) …"
	@$(INSTALL) --require-hashes -r requirements-dev.txt
	@touch $@

# `ensurepip` is what Debian and Ubuntu keep in a package of its own; a name may also be there without working.
.venv/bin/python:
	@for python in python3 python3.14 python3.13 python3.12 python3.11; do \
		if $$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			exec $$python -m venv --clear .venv; \
		fi; \
	done; \
	echo "Idle Year needs Python 3.11 or newer with venv (Debian, Ubuntu: apt install python3-venv)." >&2; exit 1
