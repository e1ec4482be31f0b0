# Everything a person types: run, test, bench. Each installs what it lacks and is safe to repeat.

SWIFT ?= swift
PYTHON ?= python3
VENV := .build/venv
BOOK ?= docs

.PHONY: help run test test-swift test-samples samples pictures test-python test-bench test-viewer simulate \
  test-full test-long fuzz test-address test-thread \
  kill-plugins reliability lint bench bench-programs bench-compare bench-scale bench-viewer docs \
  install-zmq install-cc install-chromium install-nginx install-tmux install-valgrind \
  install-mosquitto install-nats install-etcd test-bridges dist-python \
  instructions instructions-accept uikit-fidelity test-nginx \
  clean programs install uninstall freeze

help:
	@echo "make run      show the project's own documents as a book, turn pages, print the events"
	@echo "make test     every test: Swift, the sample plugin, the Python client, the viewer"
	@echo "make test-full    what takes hours: fuzzing, sanitizers, simulation, kills"
	@echo "make simulate random commands: the engine at scale, the shell while things fail, the reference"
	@echo "make kill-plugins  a plugin is killed 1,000 times, at every point of a transition"
	@echo "make reliability   1,000 kills, 10,000 connections, mirrors of a million events"
	@echo "make uikit-fidelity TRACE=FILE  our callbacks beside those that UIKit recorded"
	@echo "make bench    every figure beside bare libzmq and tmux, in one table; kept as JSON"
	@echo "make bench-compare BEFORE=FILE  the run of this commit, or AFTER=FILE, beside a saved one"
	@echo "make bench-scale   cost against size, and memory, drawn into docs/pictures"
	@echo "make instructions  instructions of the hot commands, which may grow by 5 %"
	@echo "make bench-viewer  the viewer in Chromium"
	@echo "make test-bridges  the bridges with Home Assistant's schemas, NATS and etcd"
	@echo "make test-nginx  the viewer behind nginx, by the configuration in docs/VIEWER.md"
	@echo "make dist-python  the wheel and the source archive of the Python client"
	@echo "make docs     write the reference, the output in docs/ideas and the Python methods anew"
	@echo "make install  build in release and install under PREFIX=/usr/local; DESTDIR for packages"

# libzmq's header is all that a fresh machine with Swift lacks.
install-zmq:
	@test -e /usr/include/zmq.h || { \
	  echo "libzmq3-dev is missing: installing it"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq libzmq3-dev; }

# What the tests of the C client compile it with.
install-cc:
	@command -v cc >/dev/null && command -v c++ >/dev/null || { \
	  echo "cc or c++ is missing: installing gcc and g++"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq gcc g++ libc6-dev; }

# What the tests of pagerctl watch run it in.
install-tmux:
	@command -v tmux >/dev/null || { \
	  echo "tmux is missing: installing it"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq tmux; }

# The broker of the MQTT bridge's tests. A start by systemd is not wanted: each test has its own.
install-mosquitto:
	@command -v mosquitto >/dev/null || test -x /usr/sbin/mosquitto || { \
	  echo "mosquitto is missing: installing it"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && \
	  $$SUDO apt-get install -y -qq --no-install-recommends mosquitto >/dev/null; }

# The server of the NATS bridge's tests.
install-nats:
	@command -v nats-server >/dev/null || test -x /usr/sbin/nats-server || { \
	  echo "nats-server is missing: installing it"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && \
	  $$SUDO apt-get install -y -qq --no-install-recommends nats-server >/dev/null; }

# What the tests of pagerd-ha keep a lease in.
install-etcd:
	@command -v etcd >/dev/null || { \
	  echo "etcd is missing: installing it"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && \
	  $$SUDO apt-get install -y -qq --no-install-recommends etcd-server >/dev/null; }

# What counts instructions, with the C header that a counted program speaks to it by.
install-valgrind:
	@command -v valgrind >/dev/null && test -e /usr/include/valgrind/callgrind.h || { \
	  echo "valgrind is missing: installing it"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq valgrind; }

run: install-zmq
	@$(SWIFT) build --product pagerd
	@$(SWIFT) build --product pagerctl
	@.ci/demonstration $(BOOK)

test: install-zmq lint test-swift test-samples test-python test-bench test-viewer instructions

lint:
	@$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

test-swift: install-zmq install-tmux
	$(SWIFT) test

# pagerd with the kinds of two sample packages, which no client knows.
samples: install-zmq
	@cd Tests/SamplePackages/CarouselPlugin && \
	  $(SWIFT) build --scratch-path $(CURDIR)/.build-samples --product carouseld
	@cd Tests/SamplePackages/FivePages && \
	  $(SWIFT) build --scratch-path $(CURDIR)/.build-samples --product fivepagesd

# Packages that use pagerd as anybody could. They share one build of it, kept apart from its own.
test-samples: install-zmq
	@set -e; for package in CarouselPlugin FivePages HandleMisuse LibraryProducts; do \
	  (cd Tests/SamplePackages/$$package && \
	  $(SWIFT) test --scratch-path $(CURDIR)/.build-samples); done

# Our callbacks beside those that the same tests recorded on UIKit: docs/TESTING.md says how.
uikit-fidelity: install-zmq
	@test -n "$(TRACE)" || { echo "say which trace: make uikit-fidelity TRACE=FILE"; exit 64; }
	@test -r "$(TRACE)" || { echo "$(TRACE): there is no such file to read"; exit 66; }
	UIKIT_FIDELITY_COMPARE=$(abspath $(TRACE)) \
	  $(SWIFT) test --filter 'UIKitFidelity.Fidelity/(Inference|Known)'

$(VENV)/installed: clients/python/pyproject.toml Makefile
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq python3-venv && \
	  $(PYTHON) -m venv $(VENV); }
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check pyzmq pytest mypy \
	  jsonschema types-jsonschema PyYAML types-PyYAML \
	  aiomqtt aiohttp nats-py openapi-spec-validator prometheus-client \
	  'pyright[nodejs]' build twine
	@touch $@

test-python: install-zmq install-cc install-mosquitto $(VENV)/installed
	@$(SWIFT) build --product pagerd
	@$(SWIFT) build --product pagerctl
	cd clients/python && $(CURDIR)/$(VENV)/bin/python -m mypy .
	cd clients/python && $(CURDIR)/$(VENV)/bin/pyright --pythonpath $(CURDIR)/$(VENV)/bin/python
	cd clients/python && PYTHONPATH=. PAGERD=$(CURDIR)/.build/debug/pagerd \
	  $(CURDIR)/$(VENV)/bin/python -m pytest -q

# The wheel and the source archive of the Python client, in .build/dist.
dist-python: $(VENV)/installed
	@rm -rf .build/dist clients/python/build
	@cd clients/python && $(CURDIR)/$(VENV)/bin/python -m build --outdir $(CURDIR)/.build/dist .
	@$(VENV)/bin/twine check --strict .build/dist/*

# Home Assistant has releases of libraries of its own, so it has a folder of its own.
$(VENV)-homeassistant/installed: $(VENV)/installed
	@$(PYTHON) -m venv $(VENV)-homeassistant
	@$(VENV)-homeassistant/bin/pip install --quiet --disable-pip-version-check homeassistant \
	  'paho-mqtt<2'
	@touch $@

# The bridges with systems that take longer to install than `make test` should.
test-bridges: install-zmq install-nats install-etcd $(VENV)/installed $(VENV)-homeassistant/installed
	@for program in pagerd pagerctl pagerctl-document; do \
	  $(SWIFT) build --product $$program || exit 1; done
	cd clients/python && PYTHONPATH=. PAGERD=$(CURDIR)/.build/debug/pagerd \
	  HOMEASSISTANT=$(CURDIR)/$(VENV)-homeassistant/bin/python \
	  $(CURDIR)/$(VENV)/bin/python -m pytest -q tests/full

# The benchmarks with hardly any effort: whether they measure, not how fast.
test-bench: install-zmq install-cc install-tmux $(VENV)/installed
	@for program in pagerd pagerctl; do $(SWIFT) build --product $$program || exit 1; done
	@cd Tests/Benchmarks && $(SWIFT) build --scratch-path $(CURDIR)/.build-bench
	cd Tests/Benchmarks && $(CURDIR)/$(VENV)/bin/python -m mypy
	cd Tests/Benchmarks && $(CURDIR)/$(VENV)/bin/python -m pytest -q -p no:cacheprovider

# Chromium as Debian has it; Playwright brings no browser, it only drives this one.
install-chromium:
	@command -v chromium >/dev/null || { \
	  echo "chromium is missing: installing it"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && \
	  $$SUDO apt-get install -y -qq --no-install-recommends chromium fonts-dejavu >/dev/null; }

$(VENV)/viewer-installed: $(VENV)/installed Tests/ViewerTests/requirements.txt
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check \
	  -r Tests/ViewerTests/requirements.txt
	@touch $@

test-viewer: install-zmq install-chromium samples $(VENV)/viewer-installed
	@$(SWIFT) build --product pagerd
	@$(SWIFT) build --product pagerview
	cd Tests/ViewerTests && PAGERD_PROGRAMS=$(CURDIR)/.build/debug \
	  $(CURDIR)/$(VENV)/bin/python -m pytest -q -p no:cacheprovider --ignore test_nginx.py

install-nginx:
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || { \
	  echo "nginx is missing: installing it"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && \
	  $$SUDO apt-get install -y -qq --no-install-recommends nginx >/dev/null; }

# The viewer behind nginx, with the configuration that docs/VIEWER.md has.
test-nginx: install-zmq install-chromium install-nginx $(VENV)/viewer-installed
	@$(SWIFT) build --product pagerd
	@$(SWIFT) build --product pagerview
	cd Tests/ViewerTests && PAGERD_PROGRAMS=$(CURDIR)/.build/debug \
	  $(CURDIR)/$(VENV)/bin/python -m pytest -q -p no:cacheprovider test_nginx.py

# Those of the viewer in docs/pictures.
pictures: install-zmq install-chromium samples $(VENV)/viewer-installed
	@$(SWIFT) build --product pagerd
	@$(SWIFT) build --product pagerview
	cd Tests/ViewerTests && PAGERD_PROGRAMS=$(CURDIR)/.build/debug \
	  $(CURDIR)/$(VENV)/bin/python document_pictures.py

bench-viewer: install-zmq install-chromium $(VENV)/viewer-installed
	@$(SWIFT) build -c release --product pagerd
	@$(SWIFT) build -c release --product pagerview
	@PAGERD_PROGRAMS=$(CURDIR)/.build/release $(VENV)/bin/python Tests/Benchmarks/viewer.py

COMMANDS ?= 10000000
SEED ?= 1

# The reference engine and the shell are slower by far and get a share of the commands. All of it is
# built once, so that `simulate` is there when the tests are.
simulate: install-zmq
	PAGERD_COMMANDS=$$(($(COMMANDS) / 10)) PAGERD_SEED=$(SEED) PAGERD_TRIPLES=all \
	  $(SWIFT) test -c release --no-parallel --filter 'ComparisonTests|SmallWorldTests'
	PAGERD_COMMANDS=$$(($(COMMANDS) / 50)) PAGERD_SEED=$(SEED) \
	  $(SWIFT) test -c release --no-parallel --skip-build --filter ShellSimulationTests
	PAGERD_SOAK=$$(($(COMMANDS) / 100)) PAGERD_SEED=$(SEED) \
	  $(SWIFT) test -c release --no-parallel --skip-build --filter SoakTests
	$$($(SWIFT) build -c release --show-bin-path)/simulate $(COMMANDS) $(SEED)

# What takes hours. Each part can be run alone; docs/TESTING.md says what each one shows.
test-full: fuzz test-nginx test-bridges test-address test-thread test-long simulate kill-plugins reliability

# Tests of `make test` that take their size from the environment, at full size: a line for each.
test-long: install-zmq
	PAGERD_INPUTS=1000000 $(SWIFT) test --filter FuzzTests
	PAGERD_COMMANDS=1000000 $(SWIFT) test --skip-build --filter PublishedBytesTests
	PAGERD_KILLS=2000 $(SWIFT) test --skip-build --filter 'KillTests/killedAnywhere'

# Coverage-guided, with AddressSanitizer. What is found lies in .build-fuzz/findings, what was
# learned in .build-fuzz/corpus; Tests/Fuzz/Corpus has the inputs that each run begins with.
FUZZ_SECONDS ?= 600
FUZZ_TARGETS ?= json request journal yaml plugins
FUZZ := .build-fuzz

# Of two --sanitize the compiler hears the last alone, so both are named once more together. Swift
# keeps bits of its own in pointers, so the leak checker misses what they point to.
fuzz: install-zmq
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

# All programs are built with the sanitizer, and so are the daemons, pagerctl and pagerview that
# the tests start. What a sanitizer adds is no memory of theirs, so the test that measures it is
# left out. A program that is killed cannot say what it saw by its status: each report is a
# file, and a file is a failure.
SANITIZED ?= ConformanceTests|FuzzTests|KillTests|EndToEndTests|PagerViewerTests|JournalTests
SANITIZED_KILLS ?= 100
REPORTS = $(CURDIR)/.build-$(1)/reports

test-address: SANITIZER_OPTIONS = ASAN_OPTIONS=detect_leaks=0:log_path=$(call REPORTS,address)/report
test-thread: SANITIZER_OPTIONS = TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Sanitizers/thread.txt:log_path=$(call REPORTS,thread)/report
test-address test-thread: test-%: install-zmq install-tmux install-chromium \
  $(VENV)/viewer-installed
	@rm -rf $(call REPORTS,$*) && mkdir -p $(call REPORTS,$*)
	$(SWIFT) build --build-tests --sanitize=$* --scratch-path .build-$*
	$(SANITIZER_OPTIONS) PAGERD_KILLS=$(SANITIZED_KILLS) $(SWIFT) test --skip-build \
	  --sanitize=$* --scratch-path .build-$* --filter '$(SANITIZED)'
	cd Tests/SamplePackages/HandleMisuse && $(SANITIZER_OPTIONS) $(SWIFT) test --sanitize=$* \
	  --scratch-path $(CURDIR)/.build-samples-$*
	cd Tests/ViewerTests && $(SANITIZER_OPTIONS) PAGERD_PROGRAMS=$(CURDIR)/.build-$*/debug \
	  $(CURDIR)/$(VENV)/bin/python -m pytest -q -p no:cacheprovider -k 'not little_memory' \
	  test_files.py test_safety.py test_crowds.py test_together.py
	@! ls $(call REPORTS,$*)/* 2>/dev/null || { cat $(call REPORTS,$*)/*; exit 1; }

KILLS ?= 1000

kill-plugins: install-zmq
	PAGERD_KILLS=$(KILLS) $(SWIFT) test --filter KillTests

CONNECTS ?= 10000
EVENTS ?= 1000000

reliability: install-zmq bench-programs $(VENV)/installed
	@$(BENCH) measure --only journal --json .build/reliability.json
	PAGERD_KILLS=$(KILLS) PAGERD_CONNECTS=$(CONNECTS) \
	  $(SWIFT) test --filter 'KillTests/killedAnywhere|PeerTests'
	@$(SWIFT) build -c release --product pagerd
	PAGERD_EVENTS=$(EVENTS) $(SWIFT) test -c release --filter 'ObserverTests/restarts'
	cd clients/python && PAGERD_EVENTS=$(EVENTS) PYTHONPATH=. \
	  PAGERD=$(CURDIR)/.build/release/pagerd \
	  $(CURDIR)/$(VENV)/bin/python -m pytest -q -s tests/test_observers.py -k test_three_restarts

# Measured is what `make install` installs; the flags are those of `programs`.
BENCH := PYTHONPATH=Tests/Benchmarks $(PYTHON) -m bench
RUN ?=

bench-programs: install-zmq install-cc
	@for program in pagerd pagerctl; do \
	  $(SWIFT) build $(STATIC) --product $$program || exit 1; done
	@cd Tests/Benchmarks && $(SWIFT) build -c release --scratch-path $(CURDIR)/.build-bench

bench: bench-programs install-tmux $(VENV)/installed
	@$(BENCH) measure $(if $(RUN),--json $(RUN)) $(if $(ONLY),--only $(ONLY))

bench-compare:
	@test -n "$(BEFORE)" || { echo "say which run: make bench-compare BEFORE=FILE"; exit 64; }
	@$(BENCH) compare $(BEFORE) $(AFTER)

bench-scale: bench-programs
	@$(BENCH) scale --pictures docs/pictures $(if $(RUN),--json $(RUN)) $(if $(ONLY),--only $(ONLY))

# A count that grew by more than 5 % fails; instructions-accept saves the counts of now.
instructions: install-zmq install-cc install-valgrind $(VENV)/installed
	@$(SWIFT) build -c release --product pagerd
	@cd Tests/Benchmarks && $(SWIFT) build -c release --scratch-path $(CURDIR)/.build-bench \
	  --product engine
	cd Tests/Benchmarks && $(CURDIR)/$(VENV)/bin/python -m mypy --strict instructions.py \
	  test_instructions.py
	cd Tests/Benchmarks && $(CURDIR)/$(VENV)/bin/python -m pytest -q -p no:cacheprovider \
	  test_instructions.py
	@SWIFT="$(SWIFT)" ACCEPT=$(ACCEPT) $(VENV)/bin/python Tests/Benchmarks/instructions.py \
	  .build/release/pagerd .build-bench/release/engine

instructions-accept:
	@$(MAKE) --no-print-directory instructions ACCEPT=1

docs: install-zmq $(VENV)/installed
	PAGERD_WRITE_DOCS=1 $(SWIFT) test --filter 'ReferenceTests|RuleTests|IdeaTests|SchemaTests|FrozenProtocolTests'
	@$(SWIFT) build --product pagerd
	cd clients/python && $(CURDIR)/$(VENV)/bin/python generate.py $(CURDIR)/.build/debug/pagerd

# Swift's own libraries are part of each installed program: it needs no Swift where it runs, and
# starts sooner. What is built for that is kept apart; without a change nothing is built, so that
# `make programs` and then `sudo make install` needs no Swift as root.
PREFIX ?= /usr/local
DESTDIR ?=
PROGRAMS := pagerd pagerctl pagerctl-document pagerview
RELEASE := .build-install
# A seventh less memory and a sooner start: nothing is exported, and where the C library can read
# them packed (2.36), the relocations are a tenth.
PACKED := $(shell printf '2.36\n%s\n' "$$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" | sort -VC \
  && echo '-Xlinker -z -Xlinker pack-relative-relocs')
STATIC := -c release --static-swift-stdlib --disable-local-rpath -Xlinker -s \
  -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic $(PACKED) --scratch-path $(RELEASE)
WEB := $(shell cd clients/web && find . -type f)
SHARED := $(DESTDIR)$(PREFIX)/share
UNITS := $(DESTDIR)$(PREFIX)/lib/systemd
BASH_COMPLETION := $(SHARED)/bash-completion/completions/pagerctl
ZSH_COMPLETION := $(SHARED)/zsh/site-functions/_pagerctl
FISH_COMPLETION := $(SHARED)/fish/vendor_completions.d/pagerctl.fish

programs: $(RELEASE)/built

$(RELEASE)/built: Package.swift $(shell find Sources Modules -type f) | install-zmq
	@for program in $(PROGRAMS); do \
	  $(SWIFT) build $(STATIC) --product $$program || exit 1; done
	@touch $@

install: $(RELEASE)/built
	@set -e; for program in $(PROGRAMS); do \
	  install -D -m 755 $(RELEASE)/release/$$program $(DESTDIR)$(PREFIX)/bin/$$program; done
	@set -e; for file in $(WEB); do \
	  install -D -m 644 clients/web/$$file $(SHARED)/pagerd/web/$$file; done
	@set -e; for file in docs/schema/*.json; do \
	  install -D -m 644 $$file $(SHARED)/pagerd/schema/$$(basename $$file); done
	@set -e; for file in docs/*.md; do \
	  install -D -m 644 $$file $(SHARED)/doc/pagerd/$$(basename $$file); done
	@install -d $(dir $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION))
	@$(RELEASE)/release/pagerctl completions bash > $(BASH_COMPLETION)
	@$(RELEASE)/release/pagerctl completions zsh > $(ZSH_COMPLETION)
	@$(RELEASE)/release/pagerctl completions fish > $(FISH_COMPLETION)
	@install -d $(UNITS)/system $(UNITS)/user
	@set -e; for unit in docs/systemd/*.service; do \
	  sed 's|@PREFIX@|$(PREFIX)|' $$unit > $(UNITS)/system/$$(basename $$unit); done
	@sed 's|@PREFIX@|$(PREFIX)|' docs/systemd/user/pagerd@.service > $(UNITS)/user/pagerd@.service
	@install -D -m 644 docs/systemd/sysusers.conf $(DESTDIR)$(PREFIX)/lib/sysusers.d/pagerd.conf
	@echo "installed under $(DESTDIR)$(PREFIX); docs/OPERATION.md tells how to go on"

# Journals, books and options are the user's and stay.
uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(PROGRAMS))
	rm -rf $(SHARED)/pagerd $(SHARED)/doc/pagerd
	rm -f $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)
	rm -f $(addprefix $(UNITS)/system/,$(notdir $(wildcard docs/systemd/*.service)))
	rm -f $(UNITS)/user/pagerd@.service
	rm -f $(DESTDIR)$(PREFIX)/lib/sysusers.d/pagerd.conf

# Only together with a new version of the wire contract: what is gone breaks programs.
freeze: install-zmq
	PAGERD_FREEZE=1 $(SWIFT) test --filter FrozenProtocolTests

clean:
	rm -rf .build .build-*
