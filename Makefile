# Every command of this project. `make run` and `make test` need only Python 3.11+ and make.
#
#   PYTHON=python3.12   the Python that .venv is made from
#   PORT=8502           the port of `make run`; otherwise the first free one from 8501 on
#   STUDENTS=8600       the port of `make run-class` on the network; otherwise a free one from there
#   STUDENTS_ADDRESS=127.0.0.1   the interface of `make run-class`; otherwise all
#   WORKERS=4           how many tests run at once
#   BENCH="name ..."    the benchmarks of `make bench`; otherwise all
#   PAPERS="name ..."   the results of `make papers`; otherwise all
#   PAGES="key ..."     the pages of `make screenshots` and `make fuzz-links`; otherwise all
#   N=100000            how many damaged files `make fuzz` reads

PYTHON ?= python3
WORKERS ?= 2
BIN := .venv/bin

export PYTHON
unexport PYTHONDONTWRITEBYTECODE # compiled tests are kept: collecting them takes half as long

.PHONY: help run run-class test test-slow lint format kernels unit browser coverage fuzz fuzz-links chromium bench \
        papers oldest screenshots health clean environment dev-environment

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile

# A first start compiles what the first run needs; the app has the rest compiled beside it.
run: environment ## start the app on http://localhost:8501
	@$(BIN)/python -m belieflab.kernels mixture > /dev/null
	@$(BIN)/streamlit run app.py $(if $(PORT),--server.port $(PORT))

# The app stays on localhost; only class sessions are served on the network (belieflab/classroom).
run-class: environment ## the app, and sessions in which a class on the network labels points
	@$(BIN)/python -m belieflab.classroom $(if $(STUDENTS),--students-port $(STUDENTS)) $(if $(PORT),--server.port $(PORT)) $(if $(STUDENTS_ADDRESS),--students-address $(STUDENTS_ADDRESS))

# Types are checked on one core while the kernels are compiled on another.
test: dev-environment ## every check before a commit: lint, import rules, types, unit, page and browser tests
	@$(MAKE) --no-print-directory -j2 lint kernels
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory browser

# What takes long and promises a user nothing of its own: fresh environments, wheels, the peers of
# the benchmarks, many more random examples, every page in more windows and themes, every lesson in a
# browser, the oldest versions of all requirements.
test-slow: dev-environment kernels chromium ## fresh environments, wheels, long fuzzing, more in a browser, oldest versions
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not browser and (slow or hypothesis)" --hypothesis-profile=thorough
	$(BIN)/python -m pytest -n $(WORKERS) -m slow tests/browser
	@$(BIN)/python tests/oldest.py

lint: dev-environment ## style, import rules and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

format: dev-environment ## let ruff fix what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# In two processes; the last call compiles what neither of them named.
kernels: environment ## compile the Numba kernels into their cache on disk
	@$(BIN)/python -m belieflab.kernels mixture bayes > /dev/null & \
		$(BIN)/python -m belieflab.kernels clustering neighbors belief crowd > /dev/null; wait
	@$(BIN)/python -m belieflab.kernels > /dev/null

# The kernels are compiled once, before several workers would each do it.
unit: dev-environment kernels ## all quick tests but those in a browser
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not browser and not slow" --ignore=tests/browser

browser: dev-environment kernels chromium ## the tests in a real Chromium
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "not slow" tests/browser

coverage: dev-environment kernels ## which lines unit and page tests run, and the ten least covered modules
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not browser and not slow" --ignore=tests/browser \
		--cov --cov-report=
	@$(BIN)/python tests/coverage_report.py

fuzz: dev-environment ## read N damaged files, other ones each time; each must give a result or a sentence
	PYTHONPATH=.:tests $(BIN)/python -m fuzz.fuzzing $(or $(N),100000)

fuzz-links: dev-environment kernels ## open every page, or PAGES="key ...", with heavy and hostile links
	PYTHONPATH=.:tests $(BIN)/python -m fuzz.openings $(PAGES)

chromium: dev-environment
	@$(BIN)/python tests/chromium.py

bench: environment ## ratios against the tools a user would pick instead
	@.ci/environment requirements.txt benchmarks/requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r benchmarks/peers.txt
	$(BIN)/python -m benchmarks $(BENCH)

papers: environment kernels ## the papers' tables and figures, or PAPERS="name ..."; into results/
	@for name in $(or $(PAPERS),$$($(BIN)/python -m belieflab.experiments list | grep -v 'only with --data' | cut -d ' ' -f 1)); do \
		$(BIN)/python -m belieflab.experiments run $$name || exit 1; \
	done

# Kernels are compiled once more there, so it takes some minutes; nothing is left behind.
oldest: environment ## a smoke test with the oldest versions that pyproject.toml allows
	@$(BIN)/python tests/oldest.py

screenshots: dev-environment kernels chromium ## every page, or PAGES="key ...", in four widths, light and dark, into screenshots/
	$(BIN)/python tests/screenshots.py $(PAGES)

health: environment
	@$(BIN)/python -c "from urllib.request import urlopen; print(urlopen('http://localhost:$(or $(PORT),8501)/_stcore/health', timeout=5).read().decode())"

clean: ## remove .venv and everything that was built
	rm -rf .venv build dist screenshots fuzz-failures .coverage *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find belieflab tests benchmarks pages -name __pycache__ -type d -prune -exec rm -rf {} +

environment:
	@.ci/environment requirements.txt

dev-environment: environment
	@.ci/environment requirements.txt requirements-dev.txt
