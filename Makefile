# `make lab` opens Zermelo, `make test` tests it in four minutes, `make check` tests everything. Each creates .venv and installs
# what it needs.

PYTHON ?= python3
CXX ?= c++
BIN := .venv/bin
, := ,
NATIVE := CMakeLists.txt $(shell find core/zermelo bindings -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.inc')

# Install packages into .venv: with uv, in a tenth of the time, or with pip where uv cannot reach the configured index.
INSTALL = $(BIN)/uv pip install -q --system-certs --python $(BIN)/python $(1) || $(BIN)/pip install -q --disable-pip-version-check $(1)

# Without compiled modules, every process that a test starts would compile the libraries anew.
unexport PYTHONDONTWRITEBYTECODE

PAGES := src/zermelo/lab/static/index.html
MESSAGES := web/src/messages/questions.ts
WEB := $(shell find web -name node_modules -prune -o -path web/src/messages -prune -o -type f -print)

.PHONY: lab test check python-test python-check core-test core-check sanitize web-test lint test-long browser train-othello othello-probcut train-chess train-antichess train-checkers train-go book endgames fuzz fuzz-seam fuzz-seam-threads mutants new-game bench studies docs clean

lab: .venv/installed $(PAGES)
	$(BIN)/zermelo lab

# What one runs while working: at most four minutes on two quiet cores after `make lab`, seven from a fresh clone. The Python tests
# often wait for servers and processes, and the installation for downloads: the others run meanwhile with what is left of the processor.
test:
	$(MAKE) --no-print-directory -j 3 --output-sync=line python-test core-test web-test lint NICE="nice -n 10"

# Everything that must hold, in at most 25 minutes: what `make test` runs, then all Python tests with loops of full length, those that
# tests/conftest.py lists among them, and the core under sanitizers.
check: test
	$(MAKE) --no-print-directory -j 2 --output-sync=line python-check core-check sanitize NICE="nice -n 10"

# Two workers: each imports and collects everything.
python-test: .venv/tested $(PAGES)
	ZERMELO_QUICK=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m "not check"

python-check: .venv/tested $(PAGES) browser
	$(BIN)/python -m pytest -n 4 --dist worksteal

# What takes longer than `make check` may (about an hour): ten times as many random trees, games and positions, other ones in every
# run; a Ray cluster whose workers and nodes are killed; the core tests that search less deeply under a sanitizer; those that take
# long to compile for one; mutants; fuzzing where there is clang.
test-long: core-check
	$(MAKE) --no-print-directory sanitize LONG_TO_COMPILE=none
	ZERMELO_LONG=10 $(BIN)/python -m pytest -n 2 tests/games/chess/test_chess.py tests/games/checkers/test_checkers.py tests/parity tests/textbook tests/exercises/test_why_not_pruned.py tests/arena tests/cli/test_analyse_command.py
	$(call INSTALL,"zermelo[cluster]")
	ZERMELO_LONG=10 $(BIN)/python -m pytest tests/cluster  # with the tables, tournaments and analyses on two nodes
	$(MAKE) --no-print-directory mutants
	$(MAKE) --no-print-directory fuzz-seam REQUESTS=20000
	@if command -v clang++ >/dev/null; then $(MAKE) --no-print-directory fuzz; else echo "No clang++ found, so the parsers are not fuzzed."; fi

lint: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

CORE_BUILD = $(BIN)/cmake -S . -B build/$(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DZERMELO_TESTS=ON $(2) >/dev/null && $(NICE) $(BIN)/cmake --build build/$(1) $(3)

CORE_TESTS := $(basename $(notdir $(shell find core/tests -name 'test_*.cpp')))
# The core tests that wait for `make check`: what they test is tested through Python too, or changes seldom.
CORE_LATER := test_antichess_evaluate test_checkers_proof test_checkers_search test_checkers_tables test_chess_evaluate \
	test_foreign_chance_and_players test_fuzz test_gdl_evaluation test_gdl_interpreter test_go_learning test_learning \
	test_othello_midgame test_pgn test_recorder test_selective test_simultaneous_mcts test_threads
# Build core tests optimised, in a third of the time that the best optimisation takes, and run them. Some search deeper than under a sanitizer.
OPTIMISED = $(call CORE_BUILD,optimised,-DCMAKE_CXX_FLAGS_RELEASE=-O1,-t $(1)) && for test in $(1); do build/optimised/$$test || exit 1; done
core-test: .venv/made
	$(call OPTIMISED,$(filter-out $(CORE_LATER),$(CORE_TESTS)))
core-check: .venv/made
	$(call OPTIMISED,$(CORE_LATER))

THREADED := test_threads test_checkers_search test_mcts
LONG_TO_COMPILE := test_learning
SANITIZED = $(filter-out $(LONG_TO_COMPILE),$(CORE_TESTS))
# Run the core tests under the address and undefined-behaviour sanitizers, and the threaded ones under the thread sanitizer.
sanitize: .venv/made
	$(call CORE_BUILD,asan,-DZERMELO_SANITIZE=address$(,)undefined,-t $(SANITIZED))
	$(NICE) $(BIN)/ctest --test-dir build/asan $(LONG_TO_COMPILE:%=-E %) -j 2 --output-on-failure -Q -O build/asan/ctest.log || { cat build/asan/ctest.log; exit 1; }
	$(call CORE_BUILD,tsan,-DZERMELO_SANITIZE=thread,-t $(THREADED))
	for test in $(THREADED); do setarch -R build/tsan/$$test || exit 1; done

# Check the types of the pages and run their tests.
web-test: $(PAGES)
	cd web && npm run check --silent && npm test --silent

# Install a browser for the tests that drive the pages; without one they are skipped with a message.
browser:
	@command -v chromium-headless-shell >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq chromium-headless-shell >/dev/null; } || command -v chromium >/dev/null || echo "No chromium found, so the pages are not tested in a browser: apt-get install chromium-headless-shell"

# Train the Othello evaluation that ships with the package by self-play (about ten minutes).
train-othello: .venv/tested
	$(BIN)/zermelo train othello --out src/zermelo/games/othello/othello.patterns --generations 5 --games 20000 --seed 1 --threads 2

# Measure the margins of ProbCut, how well shallow searches predict deep ones: the numbers of core/zermelo/games/othello/probcut.hpp.
othello-probcut: .venv/tested
	$(call CORE_BUILD,core,,-t othello_probcut)
	build/core/othello_probcut --weights src/zermelo/games/othello/othello.patterns

# Train the chess evaluation that ships with the package by self-play (about ten minutes on two cores).
train-chess: .venv/tested
	$(BIN)/zermelo train chess --out src/zermelo/games/chess/chess.polynomial --generations 4 --games 5000 --nodes 1200 --match 200 --seed 1 --threads 2

# The same for anti-chess.
train-antichess: .venv/tested
	$(BIN)/zermelo train antichess --out src/zermelo/games/antichess/antichess.polynomial --generations 3 --games 6000 --nodes 1500 --match 200 --seed 1 --threads 2

# The same for checkers (a few minutes).
train-checkers: .venv/tested
	$(BIN)/zermelo train checkers --out src/zermelo/games/checkers/checkers.polynomial --generations 3 --games 2000 --nodes 500 --match 300 --seed 1 --threads 2

# Learn the priors of Go that ship with the package from self-play (about seven minutes on one core).
train-go: .venv/tested
	$(BIN)/zermelo train go --out src/zermelo/games/go/go.gammas --generations 2 --games 300 --nodes 800 --match 0 --seed 1

# Build the opening books that ship with the package by self-play (about ten minutes on one core for chess, one for checkers).
book: .venv/tested
	@mkdir -p build
	$(BIN)/zermelo book self-play --game chess --games 320 --nodes 600000 --seed 1 --plies 10 --lines 5 --margin 25 --out src/zermelo/games/chess/chess.book --pgn build/chess-book.pgn
	$(BIN)/zermelo book self-play --game checkers --games 312 --nodes 60000 --seed 1 --plies 8 --lines 4 --margin 15 --out src/zermelo/games/checkers/checkers.book --pgn build/checkers-book.pdn

# Build the endgame tables that ship with the package (ten seconds).
endgames: .venv/tested
	rm -f src/zermelo/games/chess/tables/* src/zermelo/games/checkers/tables/*
	$(BIN)/zermelo table build KPK --folder src/zermelo/games/chess/tables
	$(BIN)/zermelo table build --game checkers --pieces 4 --threads 2 --folder src/zermelo/games/checkers/tables

# Fuzz the position parsers with libFuzzer for a minute.
fuzz:
	@command -v clang++ >/dev/null || { echo "Fuzzing needs clang with libFuzzer: apt-get install clang libclang-rt-14-dev"; exit 1; }
	@mkdir -p build/fuzz
	clang++ -std=c++20 -O1 -g -march=x86-64-v2 -fsanitize=fuzzer,address,undefined -Icore core/fuzz/positions.cpp -o build/fuzz/positions
	build/fuzz/positions -max_total_time=60 -max_len=200

# Ask the binding a million random requests under the address and undefined-behaviour sanitizers, a tenth of them under the thread
# sanitizer (hours; REQUESTS=1000 for a look). The interpreter is not instrumented: only our code is watched.
REQUESTS ?= 1000000
SEAM := -DZERMELO_TESTS=OFF -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) -DSKBUILD_STATE=editable
PRELOAD = LD_PRELOAD="$$($(CXX) -print-file-name=$(1).so) $$($(CXX) -print-file-name=libstdc++.so)"
fuzz-seam: .venv/tested
	$(call CORE_BUILD,seam-asan,-DZERMELO_SANITIZE=address$(,)undefined $(SEAM))
	$(call PRELOAD,libasan) ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 $(NICE) $(BIN)/python -m tests.seam --core build/seam-asan/_core*.so --requests $(REQUESTS) --seed $(SEED)
	$(MAKE) --no-print-directory fuzz-seam-threads REQUESTS=$$(($(REQUESTS) / 10))
fuzz-seam-threads: .venv/tested
	$(call CORE_BUILD,seam-tsan,-DZERMELO_SANITIZE=thread $(SEAM))
	$(call PRELOAD,libtsan) TSAN_OPTIONS=halt_on_error=1:suppressions=$(CURDIR)/tests/seam/tsan.supp setarch -R $(NICE) $(BIN)/python -m tests.seam --core build/seam-tsan/_core*.so --requests $(REQUESTS) --seed $(SEED)

# Plant mutants, one at a time, and list those that the nearest tests do not catch (half an hour); SEED=2 draws others.
SEED ?= 1
mutants: .venv/tested
	$(BIN)/python -m tests.mutants --seed $(SEED) --count 60

# Write the skeleton of a game, which passes every test as it stands, and name the next step: make new-game NAME=kalah.
new-game: .venv/tested
	$(BIN)/python tools/new_game.py $(NAME)

bench: .venv/tested
	$(call INSTALL,"zermelo[bench]")
	$(BIN)/python -m benchmarks

# Run the studies of the docs again (three minutes); `make docs` writes the page.
studies: .venv/tested
	$(BIN)/python docs/studies.py --jobs 2

docs: .venv/tested $(PAGES) browser
	$(BIN)/python docs/figures.py
	$(BIN)/python docs/notebooks.py
	$(BIN)/python docs/screenshots.py

clean:
	rm -rf .venv build src/zermelo/lab/static web/node_modules dist .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# Build the lab's pages; an editable install finds them in the source tree.
$(PAGES): web/node_modules/.package-lock.json $(MESSAGES) $(WEB)
	cd web && npm run build --silent -- --logLevel error && npm run build:notebook --silent -- --logLevel error
	@touch $@

# The types of what the server and its pages say to each other.
$(MESSAGES): .venv/made $(shell find src/zermelo/lab src/zermelo/events -name '*.py')
	PYTHONPATH=src $(BIN)/python -m zermelo.lab.typescript
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json
	@command -v npm >/dev/null || { echo "The lab's pages are built with Node: apt-get install nodejs npm"; exit 1; }
	cd web && npm ci --no-audit --no-fund --silent
	@touch $@

.venv/made:
	@command -v $(PYTHON) >/dev/null || { echo "Zermelo needs Python 3.11 or later: apt-get install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Zermelo needs Python 3.11 or later, and $(PYTHON) is older: apt-get install python3 python3-venv, or make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --disable-pip-version-check "uv>=0.13"
	$(call INSTALL,"scikit-build-core>=1.1" "nanobind>=3.1" "cmake>=3.26" "ninja>=1.11" "msgspec>=0.19")
	@touch $@

# An editable install uses the Python sources in place and rebuilds the native part when it changes. The build tools are those of
# .venv, always at the same path, so that only what has changed is compiled.
.venv/installed: .venv/made pyproject.toml $(NATIVE)
	@command -v $(CXX) >/dev/null || { echo "Zermelo's native part needs a C++ compiler: apt-get install g++"; exit 1; }
	$(BIN)/pip install -q --disable-pip-version-check --no-build-isolation -e .
	$(BIN)/python -m nanobind.stubgen -q -m zermelo._core -o src/zermelo/_core.pyi
	@touch $@

# Install what the tests need.
.venv/tested: .venv/installed
	$(call INSTALL,"zermelo[test]")
	@touch $@
