# Each target installs the programs and libraries that it needs, and can be run again. `make help`
# prints the lines that begin with ##.

SWIFT ?= swift
PYTHON ?= python3
VENV := .build/venv
# See Package.swift.
export PAGERD_OPTIMIZED := yes
# If a test hangs, pytest prints the stack of each thread and ends the run.
PYTEST := $(CURDIR)/$(VENV)/bin/python -m pytest -q -rfEs -p no:cacheprovider \
  -o faulthandler_timeout=300 -o faulthandler_exit_on_timeout=true
# The tests of one file run in the same process, one after the other. On one core, all do.
TWO_PROCESSES := -n $(if $(filter 1,$(shell nproc)),1,2) --dist loadfile
BOOK ?= docs/tutorial
# `make test` builds first, so its parts build nothing.
PROGRAM_BUILD = $(if $(BUILT),true,$(SWIFT) build)
TEST_BUILD = $(if $(BUILT),--skip-build)
# `make test` says what its parts need before it begins them.
SAY_NEEDS = $(if $(BUILT),true,$(PYTHON) Tests/needs.py $@)

.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile) test-address test-thread

## print this list
help:
	@awk '/^## / { text = substr($$0, 4); next } \
	  text && /^[a-z%-]+[: ]/ { sub("[: ].*", ""); printf "make %-20s %s\n", $$0, text } \
	  { text = "" }' Makefile

# The libraries that a machine with only Swift does not have.
## install the libraries that the programs need, with apt-get
install-libraries: install-zmq install-yaml install-cmark install-qrencode

# The files or commands that must be there, and the packages that have them. With --or-skip, the
# tests that need them are skipped without them.
NEED_zmq = /usr/include/zmq.h -- libzmq3-dev
# pagerd and pagerctl read books with it.
NEED_yaml = /usr/include/yaml.h -- libyaml-dev
# pagerview parses Markdown and its tables with it.
NEED_cmark = /usr/include/cmark-gfm.h /usr/include/cmark-gfm-core-extensions.h -- \
  libcmark-gfm-dev libcmark-gfm-extensions-dev
# pagerview creates QR codes with it, and the tests read them with zbar.
NEED_qrencode = /usr/include/qrencode.h -- libqrencode-dev
NEED_zbar = --or-skip zbarimg -- --no-install-recommends zbar-tools
NEED_cc = --or-skip cc c++ -- gcc g++ libc6-dev
NEED_hunspell = --or-skip hunspell /usr/share/hunspell/en_GB.dic -- \
  hunspell hunspell-en-us hunspell-en-gb
# The tests run pagerctl watch in it.
NEED_tmux = --or-skip tmux -- tmux
# Each test starts servers of its own.
NEED_mosquitto = --or-skip mosquitto -- --no-install-recommends mosquitto
NEED_nats = nats-server -- --no-install-recommends nats-server
NEED_etcd = etcd -- --no-install-recommends etcd-server
NEED_proxies = nginx caddy ip -- --no-install-recommends nginx caddy iproute2
# The tests of pagerd-ha disconnect a machine and find its daemon with them.
NEED_iproute = ip -- iproute2
NEED_procps = pgrep pkill -- procps
# Its C header is for the programs that it runs.
NEED_valgrind = valgrind /usr/include/valgrind/callgrind.h -- valgrind
# pagerview makes books from PDF with them.
NEED_poppler = --or-skip pdfinfo pdftocairo pdftotext -- --no-install-recommends poppler-utils
# The viewer draws formulas and highlights code with them.
NEED_scripts = --or-skip /usr/share/javascript/katex/katex.min.js \
  /usr/share/javascript/highlight.js/highlight.min.js -- libjs-katex libjs-highlight.js
NEED_help2man = help2man -- help2man
NEED_debhelper = dh lintian -- debhelper lintian
NEED_debootstrap = debootstrap -- debootstrap
## install a library or program by its name in the Makefile, as in make install-tmux
install-%:
	@.ci/install $(or $(NEED_$*),$(error there is no NEED_$*))

# Builds sooner without the optimization, which only tests need.
## build the programs, show the tutorials as a book, turn pages, print the events
run: install-libraries
	@for program in $(PROGRAMS); do \
	  env -u PAGERD_OPTIMIZED $(SWIFT) build --product $$program || exit 1; done
	@.ci/demonstration $(BOOK)

## run every test, and print a line for each part at the end
test: install-libraries
	@BUILT=yes PYTHON=$(PYTHON) .ci/parts lint build-tests -+ types \
	  -- test-samples test-swift -- test-viewer -- test-python

# All that the tests need: pagerd and the sample packages share one build.
build-tests: install-libraries
	$(SWIFT) build --build-tests
	@$(EACH_SAMPLE) $(SWIFT) build --build-tests $(SHARED_BUILD)); done

CHECKED := ArchitectureTests|ContainmentTestingTests|PagerBookTests|PagerWireTests|UIKit|PagerClientTests

# Suites that are left out because they take most of the time.
LONG := ObserverTests|KillTests|FuzzTests
## run lint and the tests that fail most often; under 3 minutes after a build
check: install-libraries lint
	$(SWIFT) test --filter '$(CHECKED)' --skip '$(LONG)'

## check the format of the Swift sources
lint:
	@$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

ONLY ?=
## run the tests in Swift, or those whose names match ONLY=REGEX
test-swift: install-libraries install-tmux
	@$(SAY_NEEDS)
	$(SWIFT) test $(TEST_BUILD) $(if $(ONLY),--filter '$(ONLY)')

# Packages that depend on pagerd, as those of other authors do. Their root is another package, but
# the modules of pagerd are the same, so they are compiled once.
SHARED_BUILD := --scratch-path $(CURDIR)/.build
EACH_SAMPLE = set -e; for package in Banner AllProducts; do (cd Tests/SamplePackages/$$package && \
  cp $(CURDIR)/Package.resolved . &&

# pagerd with the kinds of two sample packages, which the clients do not know.
## build daemons with the kinds of the sample packages
samples: install-libraries
	@$(SWIFT) build --product pagerd
	@cd Tests/SamplePackages/AllProducts && for program in carouseld fivepagesd; do \
	  $(SWIFT) build $(SHARED_BUILD) --product $$program || exit 1; done

## test packages that use pagerd as a library
test-samples: install-libraries $(if $(BUILT),,build-tests)
	@$(SAY_NEEDS)
	@$(EACH_SAMPLE) $(SWIFT) test --skip-build $(SHARED_BUILD) $(if $(ONLY),--filter '$(ONLY)')); done

# Builds swift-syntax, which nothing else needs, so it is no part of make test.
## run the tests of the build plugin for iOS sources
test-ios-sources: install-libraries
	cd Tests/UntouchedSources && $(SWIFT) test

# Compares our callbacks with those that the same tests recorded on UIKit; see
# docs/dev/UIKIT-FIDELITY.md.
## compare our callbacks with those of UIKit in TRACE=FILE
uikit-fidelity: install-libraries
	@test -n "$(TRACE)" || { echo "name the trace: make uikit-fidelity TRACE=FILE"; exit 64; }
	@test -r "$(TRACE)" || { echo "$(TRACE): there is no such file to read"; exit 66; }
	UIKIT_FIDELITY_COMPARE=$(abspath $(TRACE)) \
	  $(SWIFT) test --filter 'UIKitFidelity.Fidelity/(Inference|Known)'

# Two parts of `make test` need it at the same time; the second one finds it complete.
$(VENV)/installed: clients/python/pyproject.toml Makefile
	@mkdir -p $(VENV) && exec 9> $(VENV)/lock && flock 9 && \
	  if test $@ -nt Makefile && test $@ -nt clients/python/pyproject.toml; then exit; fi && \
	  { $(PYTHON) -m venv $(VENV) 2>/dev/null || { \
	    SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	    $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq python3-venv && \
	    $(PYTHON) -m venv $(VENV); }; } && \
	  $(VENV)/bin/pip install --quiet --disable-pip-version-check pyzmq pytest pytest-xdist mypy \
	    jsonschema types-jsonschema PyYAML types-PyYAML \
	    aiomqtt aiohttp nats-py openapi-spec-validator prometheus-client \
	    'pyright[nodejs]' build twine && \
	  touch $@

# Needs no build, so `make test` runs it beside the build, with all that the other tests install.
## check the types of the Python client with mypy and pyright
types: $(VENV)/viewer-installed
	cd clients/python && $(CURDIR)/$(VENV)/bin/python -m mypy .
	cd clients/python && $(CURDIR)/$(VENV)/bin/pyright --pythonpath $(CURDIR)/$(VENV)/bin/python

## test the Python client and the documents, or only ONLY=FILE::TEST
test-python: install-libraries install-cc install-hunspell install-mosquitto $(VENV)/installed \
  $(if $(BUILT),,types)
	@$(SAY_NEEDS)
	@for program in pagerd pagerctl pagerview; do \
	  $(PROGRAM_BUILD) --product $$program || exit 1; done
	cd clients/python && PYTHONPATH=. PAGERD=$(CURDIR)/.build/debug/pagerd \
	  $(PYTEST) $(if $(ONLY),'$(ONLY)',$(TWO_PROCESSES))

# The wheel and the source archive of the Python client, in .build/dist.
## build the wheel and the source archive of the Python client
dist-python: $(VENV)/installed
	@rm -rf .build/dist clients/python/build
	@cd clients/python && $(CURDIR)/$(VENV)/bin/python -m build --outdir $(CURDIR)/.build/dist .
	@$(VENV)/bin/twine check --strict .build/dist/*

# Home Assistant requires particular versions of libraries, so it is in a separate folder.
$(VENV)-homeassistant/installed: $(VENV)/installed
	@$(PYTHON) -m venv $(VENV)-homeassistant
	@$(VENV)-homeassistant/bin/pip install --quiet --disable-pip-version-check homeassistant \
	  'paho-mqtt<2'
	@touch $@

# The tests of the bridges with systems that take too long to install for `make test`.
## test the bridges with Home Assistant's schemas, NATS and etcd
test-bridges: install-libraries install-cc install-nats install-etcd install-iproute install-procps \
  $(VENV)/installed $(VENV)-homeassistant/installed
	@$(SAY_NEEDS)
	@for program in pagerd pagerctl; do \
	  $(SWIFT) build --product $$program || exit 1; done
	cd clients/python && PYTHONPATH=. PAGERD=$(CURDIR)/.build/debug/pagerd \
	  HOMEASSISTANT=$(CURDIR)/$(VENV)-homeassistant/bin/python \
	  $(PYTEST) tests/full

# Very short runs of the benchmarks. They test that each one measures, not how fast pagerd is.
## test that each benchmark runs, with very short measurements
test-bench: install-libraries install-cc install-tmux install-etcd install-nats $(VENV)/installed
	@for program in pagerd pagerctl; do \
	  $(SWIFT) build --product $$program || exit 1; done
	@cd Tests/Benchmarks && $(SWIFT) build --scratch-path $(CURDIR)/.build-bench
	cd Tests/Benchmarks && $(CURDIR)/$(VENV)/bin/python -m mypy
	cd Tests/Benchmarks && $(PYTEST)

# Debian's Chromium. Playwright controls it, and does not install another browser. CHROMIUM is the
# path of another one, or empty for none.
## install Chromium, unless CHROMIUM names another browser
install-chromium:
	@test -n "$${CHROMIUM+given}" || .ci/install --or-skip chromium-headless-shell -- --no-install-recommends \
	  chromium-headless-shell fonts-dejavu

$(VENV)/viewer-installed: $(VENV)/installed Tests/ViewerTests/requirements.txt
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check \
	  -r Tests/ViewerTests/requirements.txt
	@touch $@

## test the viewer in Chromium, or only ONLY=FILE::TEST
test-viewer: install-libraries install-chromium install-zbar install-poppler install-scripts \
  $(if $(BUILT),,samples) $(VENV)/viewer-installed
	@$(SAY_NEEDS)
	@$(PROGRAM_BUILD) --product pagerd
	@$(PROGRAM_BUILD) --product pagerview
	cd Tests/ViewerTests && PAGERD_PROGRAMS=$(CURDIR)/.build/debug $(PYTEST) $(if $(ONLY),'$(ONLY)', \
	  $(TWO_PROCESSES) --ignore test_proxies.py --ignore test_outages.py)

# Four outages of 75 seconds: the server ends or stops responding, with and without a reload.
## test the viewer during outages of 75 seconds
test-outages: install-libraries install-chromium $(VENV)/viewer-installed
	@$(SWIFT) build --product pagerd
	@$(SWIFT) build --product pagerview
	cd Tests/ViewerTests && PAGERD_PROGRAMS=$(CURDIR)/.build/debug \
	  $(PYTEST) test_outages.py

# Browser, proxy and pagerview run in network namespaces, which need root.
## test the viewer behind nginx and Caddy, as configured in docs/reference/VIEWER.md
test-proxies: install-libraries install-chromium install-proxies $(VENV)/viewer-installed
	@$(SAY_NEEDS)
	@$(SWIFT) build --product pagerd
	@$(SWIFT) build --product pagerview
	cd Tests/ViewerTests && $$(test "$$(id -u)" = 0 || echo sudo) env PYTHONDONTWRITEBYTECODE=1 \
	  PAGERD_PROGRAMS=$(CURDIR)/.build/debug $(PYTEST) test_proxies.py

# The pictures of the viewer in docs/pictures.
## draw the pictures of the viewer in docs/pictures
pictures: install-libraries install-chromium samples $(VENV)/viewer-installed
	@$(SWIFT) build --product pagerd
	@$(SWIFT) build --product pagerview
	cd Tests/ViewerTests && PAGERD_PROGRAMS=$(CURDIR)/.build/debug \
	  $(CURDIR)/$(VENV)/bin/python document_pictures.py

## measure the viewer in Chromium
bench-viewer: install-libraries install-chromium $(VENV)/viewer-installed
	@$(SWIFT) build -c release --product pagerd
	@$(SWIFT) build -c release --product pagerview
	@PAGERD_PROGRAMS=$(CURDIR)/.build/release $(VENV)/bin/python Tests/Benchmarks/viewer.py

COMMANDS ?= 10000000
SEED ?= 1

# The walk with all oracles is much slower than the engine, so it executes only a part of the
# commands: each seed has about 240. One build contains the tests and `simulate`.
## send COMMANDS=10000000 random commands to the engine, and a part of them to all oracles
simulate: install-libraries
	PAGERD_SEEDS=$$(($(COMMANDS) / 10000)) PAGERD_SEED=$(SEED) PAGERD_TRIPLES=all \
	  $(SWIFT) test -c release --no-parallel --filter 'WalkTests|SmallWorldTests'
	PAGERD_SOAK=$$(($(COMMANDS) / 100)) PAGERD_SEED=$(SEED) \
	  $(SWIFT) test -c release --no-parallel --skip-build --filter SoakTests
	$$($(SWIFT) build -c release --show-bin-path)/simulate $(COMMANDS) $(SEED)

BASE ?=
COMPARED := .build-compare/source
# Both builds are sent the same commands, so this shows whether a change without a new behaviour
# number publishes other bytes.
## compare the replies and events of this source with those of BASE=COMMIT
compare: install-libraries
	@test -n "$(BASE)" || { echo "name the commit: make compare BASE=COMMIT"; exit 64; }
	@git rev-parse --quiet --verify '$(BASE)^{commit}' > /dev/null || { \
	  echo "BASE=$(BASE) is no commit of this repository"; exit 64; }
	@test -e $(COMPARED)/.git || { git worktree prune && git worktree add --detach $(COMPARED) $(BASE); }
	@git -C $(COMPARED) checkout --quiet --detach $(BASE)
	@$(SWIFT) build --package-path $(COMPARED) --scratch-path .build-compare/build --product pagerd
	@$(SWIFT) build --product pagerd && $(SWIFT) build --product simulate
	@.build/debug/simulate compare .build-compare/build/debug/pagerd .build/debug/pagerd \
	  $(if $(filter file,$(origin COMMANDS)),10000,$(COMMANDS)) $(SEED)

FULL := test-ios-sources test-bench instructions mutants fuzz test-proxies test-outages test-bridges \
  test-address test-thread test-memory test-long simulate reliability test-packages \
  dist-python bench-viewer
# Goes on after an interruption with the parts that have not passed at this commit. The results of
# uncommitted changes are not kept.
## run the tests that take hours, an hour at most for each part
test-full: install-libraries
	@commit=$$(git rev-parse HEAD)$$(git diff --quiet HEAD || echo -changed); \
	  case $$commit in *-changed) rm -rf .build/full/$$commit;; esac; \
	  RESULTS=.build/full/$$commit LONGEST=3600 .ci/parts $(FULL)

NEW_SEED = PAGERD_SEED=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
# The tests of `make test` whose size depends on environment variables, at full size, without those
# of `simulate` and `reliability`. `make test` has the same seeds each time; this has others.
## run the random tests of make test at full size
test-long: install-libraries $(VENV)/installed
	$(NEW_SEED) PAGERD_INPUTS=1000000 $(SWIFT) test --filter FuzzTests
	$(NEW_SEED) PAGERD_SEEDS=10000 $(SWIFT) test --skip-build --filter 'DumpOfAny|BookOverState'
	$(NEW_SEED) PAGERD_SEEDS=1000 $(SWIFT) test --skip-build --filter WalkTests
	cd clients/python && PAGERD_SNIPPETS=both PYTHONPATH=. PAGERD=$(CURDIR)/.build/debug/pagerd \
	  $(PYTEST) $(TWO_PROCESSES) tests/test_documents.py

# Coverage-guided, with AddressSanitizer. Inputs that fail are written to .build-fuzz/findings, and
# inputs that reach new code to .build-fuzz/corpus. Each run begins with Tests/Fuzz/Corpus.
FUZZ_SECONDS ?= 360
FUZZ_TARGETS ?= json request journal yaml talk folder plugins
FUZZ := .build-fuzz

# If --sanitize is given twice, the compiler uses only the last one, so both are named again
# together. The leak checker is off: Swift stores bits in pointers, so it does not find all of them.
## fuzz each decoder for FUZZ_SECONDS=360, guided by coverage
fuzz: install-libraries
	PAGERD_FUZZ=1 $(SWIFT) build -c release --product fuzz --scratch-path $(FUZZ) \
	  --sanitize fuzzer --sanitize address -Xswiftc -sanitize=fuzzer,address \
	  -Xswiftc -enable-testing
	@$(FUZZ)/release/fuzz json -runs=0 2>&1 | grep -q 'inline 8-bit counters' || { \
	  echo "$(FUZZ)/release/fuzz is built without coverage: it would change inputs blindly"; \
	  exit 1; }
	@set -e; for target in $(FUZZ_TARGETS); do \
	  echo "fuzzing $$target for $(FUZZ_SECONDS) seconds"; \
	  mkdir -p $(FUZZ)/findings $(FUZZ)/corpus/$$target; \
	  ASAN_OPTIONS=detect_leaks=0 $(FUZZ)/release/fuzz $$target -max_total_time=$(FUZZ_SECONDS) \
	    -max_len=16384 -timeout=20 -rss_limit_mb=3000 -verbosity=0 -print_final_stats=1 \
	    -artifact_prefix=$(FUZZ)/findings/$$target- \
	    $(FUZZ)/corpus/$$target Tests/Fuzz/Corpus/$$target; \
	done

# The tests and all programs that they start are built with the sanitizer. The test that measures
# memory is left out, because the sanitizer needs memory too. The exit status of a killed program
# cannot show a report of the sanitizer, so each report is a file, and any such file is a failure.
SANITIZED ?= ConformanceTests|FuzzTests|KillTests|EndToEndTests|PagerViewerTests|JournalTests
SANITIZED_KILLS ?= 100
REPORTS = $(CURDIR)/.build-$(1)/reports

test-address: SANITIZER_OPTIONS = ASAN_OPTIONS=detect_leaks=0:log_path=$(call REPORTS,address)/report
## run the tests with ThreadSanitizer
test-thread: SANITIZER_OPTIONS = TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Sanitizers/thread.txt:log_path=$(call REPORTS,thread)/report
## run the tests with AddressSanitizer
test-address test-thread: test-%: install-libraries install-tmux install-chromium \
  $(VENV)/viewer-installed
	@rm -rf $(call REPORTS,$*) && mkdir -p $(call REPORTS,$*)
	$(SWIFT) build --build-tests --sanitize=$* --scratch-path .build-$*
	$(SANITIZER_OPTIONS) PAGERD_KILLS=$(SANITIZED_KILLS) $(SWIFT) test --skip-build \
	  --sanitize=$* --scratch-path .build-$* --filter '$(SANITIZED)'
	cd Tests/SamplePackages/AllProducts && $(SANITIZER_OPTIONS) $(SWIFT) test --sanitize=$* \
	  --scratch-path $(CURDIR)/.build-$* --filter HandleMisuseTests
	cd Tests/ViewerTests && $(SANITIZER_OPTIONS) PAGERD_PROGRAMS=$(CURDIR)/.build-$*/debug \
	  $(PYTEST) -k 'not little_memory' \
	  test_files.py test_safety.py test_many_browsers.py test_together.py
	@! ls $(call REPORTS,$*)/* 2>/dev/null || { cat $(call REPORTS,$*)/*; exit 1; }

# A debug build of another package compiles the engine without optimization, and then the compiler
# may use values after it has freed them, which no sanitizer reports. Valgrind's errors about
# uninitialized values come from Swift's own library.
## run random commands without optimization under valgrind
test-memory: install-libraries install-valgrind
	env -u PAGERD_OPTIMIZED $(SWIFT) build --product simulate --scratch-path .build-memory
	valgrind --quiet --error-exitcode=1 --undef-value-errors=no \
	  .build-memory/debug/simulate 5000 $(SEED)

KILLS ?= 1000
CONNECTS ?= 10000
EVENTS ?= 1000000

# A thousand kills of a plugin reach every point of a transition.
## test 1,000 kills of a daemon and of a plugin, 10,000 connections and mirrors of a million events
reliability: install-libraries bench-programs $(VENV)/installed
	@$(BENCH) measure --only journal --json .build/reliability.json
	$(NEW_SEED) PAGERD_KILLS=$(KILLS) PAGERD_CONNECTS=$(CONNECTS) \
	  $(SWIFT) test --filter 'KillTests|PeerTests'
	@$(SWIFT) build -c release --product pagerd
	PAGERD_EVENTS=$(EVENTS) $(SWIFT) test -c release --filter 'ObserverTests/.An observer follows a daemon'
	cd clients/python && PAGERD_EVENTS=$(EVENTS) PYTHONPATH=. \
	  PAGERD=$(CURDIR)/.build/release/pagerd \
	  $(PYTEST) -s tests/test_observers.py -k test_a_mirror_is_exact_after_three_restarts

# docs/dev/TESTING.md describes the faults.
## compile small faults into a copy, and tell which of them no test finds; FAULTS='7 21' for some
mutants: install-libraries install-procps $(VENV)/viewer-installed
	@$(VENV)/bin/python Tests/Mutants/mutants.py $(FAULTS)

# Measures the programs that `make install` installs, with the flags of `programs`.
BENCH := PYTHONPATH=Tests/Benchmarks $(PYTHON) -m bench
RUN ?=

## build the programs that bench measures
bench-programs: install-libraries install-cc
	@for program in pagerd pagerctl; do \
	  $(SWIFT) build $(STATIC) --product $$program || exit 1; done
	@cd Tests/Benchmarks && $(SWIFT) build -c release --scratch-path $(CURDIR)/.build-bench

## measure pagerd, libzmq and tmux; print a table and save it as JSON
bench: bench-programs install-tmux install-etcd install-nats $(VENV)/installed
	@$(BENCH) measure $(if $(RUN),--json $(RUN)) $(if $(ONLY),--only $(ONLY))

## compare the saved run BEFORE=FILE with the latest run or AFTER=FILE
bench-compare:
	@test -n "$(BEFORE)" || { echo "name the run: make bench-compare BEFORE=FILE"; exit 64; }
	@$(BENCH) compare $(BEFORE) $(AFTER)

## measure cost by size, and memory
bench-scale: bench-programs
	@$(BENCH) scale $(if $(RUN),--json $(RUN)) $(if $(ONLY),--only $(ONLY))

# Fails if a count has grown by more than 3 %. instructions-accept saves the current counts.
## count the instructions of frequent commands; 3 % more are allowed
instructions: install-libraries install-cc install-valgrind $(VENV)/installed
	cd Tests/Benchmarks && $(CURDIR)/$(VENV)/bin/python -m mypy --strict instructions.py \
	  test_instructions.py
	cd Tests/Benchmarks && $(PYTEST) test_instructions.py
	@export SWIFT="$(SWIFT)" ACCEPT=$(ACCEPT); $(COUNT_INSTRUCTIONS) || { test $$? = 3; exit; }; \
	  $(SWIFT) build $(OPTIMIZED) --product pagerd && (cd Tests/Benchmarks && \
	    for program in engine classes; do $(SWIFT) build $(OPTIMIZED) \
	      --scratch-path $(CURDIR)/.build-bench --product $$program || exit; done) && \
	  $(COUNT_INSTRUCTIONS) .build/release/pagerd .build-bench/release/engine .build-bench/release/classes

COUNT_INSTRUCTIONS = $(VENV)/bin/python Tests/Benchmarks/instructions.py

instructions-accept:
	@$(MAKE) --no-print-directory instructions ACCEPT=1

## generate the documents and the Python methods
docs: install-libraries $(VENV)/installed
	PAGERD_WRITE_DOCS=1 $(SWIFT) test --filter 'ReferenceTests|RuleTests|IdeaTests|SchemaTests|FrozenProtocolTests'
	@for program in pagerd pagerctl pagerview; do $(SWIFT) build --product $$program || exit 1; done
	cd clients/python && $(CURDIR)/$(VENV)/bin/python generate.py $(CURDIR)/.build/debug/pagerd
	cd clients/python && $(CURDIR)/$(VENV)/bin/python -m generator.command_line \
	  $(CURDIR)/.build/debug > ../../docs/reference/CLI.md
	cd clients/python && $(CURDIR)/$(VENV)/bin/python -m generator.figures \
	  $(CURDIR)/.build/debug/pagerd ../../docs/pictures

# Each installed program contains Swift's libraries: it starts sooner, and needs no Swift on its
# machine. These programs are built in a separate folder. `sudo make install` after `make programs`
# builds nothing, so root needs no Swift.
PREFIX ?= /usr/local
DESTDIR ?=
PROGRAMS := pagerd pagerctl pagerview
# Each has a man page: a program, or a program and its subcommand.
MANUALS := pagerd pagerd:relay pagerd:recover pagerd:up pagerd:validate pagerctl pagerview \
  pagerview:make-certificate pagerview:make-book pagerview:export-pdf
RELEASE := .build-install
# These options save a third of an idle daemon's memory and shorten the start: the programs export no
# symbols; packed relocations, which C libraries support since 2.36, have a tenth of the size; and the
# functions that an idle daemon has called are placed together, because the kernel loads 64 KiB around
# each of them.
PACKED := $(shell printf '2.36\n%s\n' "$$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" | sort -VC \
  && echo '-Xlinker -z -Xlinker pack-relative-relocs')
# SwiftPM does not list this option in its help, so a toolchain may not have it.
OPTIMIZED = -c release $(if $(shell $(SWIFT) build --help-hidden | grep -o -e --experimental-lto-mode), \
  --experimental-lto-mode=full --omit-frame-pointers, \
  $(warning $(SWIFT) has no link-time optimization: the programs need about 20 % more instructions))
STATIC = $(OPTIMIZED) --static-swift-stdlib --disable-local-rpath -Xlinker -s \
  -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic $(PACKED) \
  -Xlinker --symbol-ordering-file=$(CURDIR)/.ci/pagerd.order -Xlinker --no-warn-symbol-ordering \
  --scratch-path $(RELEASE)
WEB := $(shell cd clients/web && find . -type f)
DOCUMENTS := $(shell cd docs && find . -type f -not -path './systemd/*' -not -path './schema/*' \
  -not -path './packaging/*')
# The licence of Swift's libraries, which are linked into the programs.
SWIFT_LICENCE = $(wildcard $(dir $(realpath $(shell command -v $(SWIFT))))../share/swift/LICENSE.txt)
SHARED := $(DESTDIR)$(PREFIX)/share
UNITS := $(DESTDIR)$(PREFIX)/lib/systemd
SYSTEM_UNITS := $(notdir $(wildcard docs/systemd/*.service))
USER_UNITS := $(notdir $(wildcard docs/systemd/user/*.service))
BASH_COMPLETIONS := $(SHARED)/bash-completion/completions
ZSH_COMPLETIONS := $(SHARED)/zsh/site-functions
FISH_COMPLETIONS := $(SHARED)/fish/vendor_completions.d
COMPLETED := pagerd pagerctl pagerview

## build the programs that make install installs
programs: $(RELEASE)/built

$(RELEASE)/built: Package.swift .ci/manual .ci/pagerd.order $(shell find Sources Modules -type f) \
  | install-libraries install-help2man
	@for program in $(PROGRAMS); do \
	  $(SWIFT) build $(STATIC) --product $$program || exit 1; done
	@rm -rf $(RELEASE)/manuals && mkdir -p $(RELEASE)/manuals
	@set -e; for page in $(MANUALS); do \
	  .ci/manual $(RELEASE)/release $$(echo $$page | tr ':' ' ') \
	    > $(RELEASE)/manuals/$$(echo $$page | tr ':' '-').1; done
	@touch $@

# Renew the list if `make bench` says that an idle daemon takes more memory.
## list the functions that an idle daemon has called, for the linker
order: programs install-valgrind
	@$(SWIFT) build $(subst -Xlinker -s ,,$(STATIC)) -Xlinker -Map=$(CURDIR)/$(RELEASE)/map \
	  --product pagerd
	@.ci/order $(RELEASE)/release $(RELEASE)/map > $(RELEASE)/order
	@mv $(RELEASE)/order .ci/pagerd.order

## install under PREFIX=/usr/local; DESTDIR for packages
install: $(RELEASE)/built
	@set -e; for program in $(PROGRAMS); do \
	  install -D -m 755 $(RELEASE)/release/$$program $(DESTDIR)$(PREFIX)/bin/$$program; done
	@set -e; for file in $(WEB); do \
	  install -D -m 644 clients/web/$$file $(SHARED)/pagerd/web/$$file; done
	@set -e; for file in docs/schema/*.json; do \
	  install -D -m 644 $$file $(SHARED)/pagerd/schema/$$(basename $$file); done
	@set -e; for file in $(DOCUMENTS); do \
	  install -D -m 644 docs/$$file $(SHARED)/doc/pagerd/$$file; done
	@set -e; for page in $(RELEASE)/manuals/*; do \
	  install -D -m 644 $$page $(SHARED)/man/man1/$$(basename $$page); done
	@set -e; for file in $(RELEASE)/checkouts/*/LICENSE* $(RELEASE)/checkouts/*/NOTICE* \
	    $(RELEASE)/checkouts/swift-nio/Sources/CNIOLLHTTP/LICENSE $(SWIFT_LICENCE); do \
	  name=$$(basename $$(dirname $$file))-$$(basename $$file .txt); \
	  install -D -m 644 $$file $(SHARED)/pagerd/licences/$$name.txt; done
	@install -d $(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS)
	@set -e; for program in $(COMPLETED); do \
	  case $$program in pagerctl) ask=completions;; *) ask=--generate-completion-script;; esac; \
	  $(RELEASE)/release/$$program $$ask bash | sed '1{/^#!/d}' > $(BASH_COMPLETIONS)/$$program; \
	  $(RELEASE)/release/$$program $$ask zsh > $(ZSH_COMPLETIONS)/_$$program; \
	  $(RELEASE)/release/$$program $$ask fish > $(FISH_COMPLETIONS)/$$program.fish; done
	@install -d $(UNITS)/system $(UNITS)/user
	@set -e; for unit in $(SYSTEM_UNITS); do \
	  sed 's|@PREFIX@|$(PREFIX)|' docs/systemd/$$unit > $(UNITS)/system/$$unit; done
	@set -e; for unit in $(USER_UNITS); do \
	  sed 's|@PREFIX@|$(PREFIX)|' docs/systemd/user/$$unit > $(UNITS)/user/$$unit; done
	@install -D -m 644 docs/systemd/sysusers.conf $(DESTDIR)$(PREFIX)/lib/sysusers.d/pagerd.conf
	@echo "installed under $(DESTDIR)$(PREFIX); docs/how-to/systemd.md has the next steps"

# Keeps journals, books and options, because they belong to the user.
## remove what make install has installed
uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(PROGRAMS))
	rm -rf $(SHARED)/pagerd $(SHARED)/doc/pagerd
	rm -f $(addprefix $(BASH_COMPLETIONS)/,$(COMPLETED)) \
	  $(addprefix $(ZSH_COMPLETIONS)/_,$(COMPLETED)) \
	  $(patsubst %,$(FISH_COMPLETIONS)/%.fish,$(COMPLETED))
	rm -f $(addprefix $(UNITS)/system/,$(SYSTEM_UNITS)) $(addprefix $(UNITS)/user/,$(USER_UNITS))
	rm -f $(patsubst %,$(SHARED)/man/man1/%.1,$(subst :,-,$(MANUALS)))
	rm -f $(DESTDIR)$(PREFIX)/lib/sysusers.d/pagerd.conf

# Debian packages of pagerd, pagerview and the documents, in .build-deb.
DEB := $(CURDIR)/.build-deb
VERSION := $(shell sed -n 's/.*version = "\(.*\)"/\1/p' Sources/PagerModel/Product.swift)
## build the Debian packages in .build-deb
deb: $(RELEASE)/built install-debhelper
	@rm -rf $(DEB) && mkdir -p $(DEB)/pagerd
	@cp -R docs/packaging/debian $(DEB)/pagerd/debian
	@sed -e '1,2d' -e 's/^$$/./' -e 's/^/ /' LICENSE | sed -e '/@LICENSE@/ {' -e 'r /dev/stdin' \
	  -e 'd' -e '}' docs/packaging/debian/copyright > $(DEB)/pagerd/debian/copyright
	@printf 'pagerd (%s) unstable; urgency=medium\n\n  * CHANGELOG.md lists the changes.\n\n -- %s  %s\n' \
	  '$(VERSION)' "$$(sed -n 's/^Maintainer: //p' docs/packaging/debian/control)" \
	  "$$(git log -1 --format=%cD 2>/dev/null || date -R)" > $(DEB)/pagerd/debian/changelog
	@cd $(DEB)/pagerd && SOURCE=$(CURDIR) dpkg-buildpackage --build=binary --no-sign -d
	@cd $(DEB) && lintian --fail-on error,warning --tag-display-limit 0 *.changes
	@ls $(DEB)/*.deb

## build the Debian packages and the Python package
dist: deb dist-python

# Installs the packages of an older commit in a fresh Debian and upgrades them. The journal is kept.
OLDER ?= fe296ec
OLDER_PACKAGE := $(CURDIR)/.build-older/pagerd-$(OLDER).deb
## install, upgrade and remove the packages in a chroot
test-packages: deb $(OLDER_PACKAGE) install-debootstrap
	Tests/Packages/in-chroot $(DEB) $(OLDER_PACKAGE)

$(OLDER_PACKAGE):
	@rm -rf .build-older && mkdir -p .build-older/source .build-older/tree/DEBIAN
	@git archive $(OLDER) | tar -x -C .build-older/source
	@$(MAKE) -C .build-older/source install PREFIX=/usr DESTDIR=$(CURDIR)/.build-older/tree
	@printf '%s\n' 'Package: pagerd' 'Version: 0.0.1' 'Maintainer: the pagerd authors' \
	  "Architecture: $$(dpkg --print-architecture)" 'Depends: libzmq5' \
	  'Description: pagerd of commit $(OLDER), to upgrade from' > .build-older/tree/DEBIAN/control
	@dpkg-deb --build --root-owner-group .build-older/tree $@

# Use this only with a new version of the wire contract, because removals break programs.
## freeze a new version of the wire contract
freeze: install-libraries
	PAGERD_FREEZE=1 $(SWIFT) test --filter FrozenProtocolTests

## remove everything that was built
clean:
	rm -rf .build .build-*
