# Everything a person types: run, test, bench. Each installs what it lacks and is safe to repeat.

SWIFT ?= swift
PYTHON ?= python3
VENV := .build/venv
BOOK ?= docs

.PHONY: help run test test-swift test-samples test-python simulate lint bench docs install-zmq clean

help:
	@echo "make run      show the project's own documents as a book, turn pages, print the events"
	@echo "make test     every test: Swift, the sample plugin, the Python client"
	@echo "make simulate a million random commands against the reference engine"
	@echo "make bench    the engine and server.ping against bare libzmq, in one run"
	@echo "make docs     write the reference and the output in docs/ideas anew"

# libzmq's header is all that a fresh machine with Swift lacks.
install-zmq:
	@test -e /usr/include/zmq.h || { \
	  echo "libzmq3-dev is missing: installing it"; \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq libzmq3-dev; }

run: install-zmq
	@$(SWIFT) build --product pagerd
	@$(SWIFT) build --product pagerctl
	@.ci/demonstration $(BOOK)

test: install-zmq lint test-swift test-samples test-python

lint:
	@$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

test-swift: install-zmq
	$(SWIFT) test

# Packages that add to pagerd as anybody could; what they build of pagerd is kept apart.
test-samples: install-zmq
	cd Tests/SamplePackages/CarouselPlugin && $(SWIFT) test --scratch-path $(CURDIR)/.build-samples

$(VENV)/installed: clients/python/pyproject.toml
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { \
	  SUDO=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq python3-venv && \
	  $(PYTHON) -m venv $(VENV); }
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check pyzmq pytest
	@touch $@

test-python: $(VENV)/installed
	@$(SWIFT) build --product pagerd
	cd clients/python && PYTHONPATH=. PAGERD=$(CURDIR)/.build/debug/pagerd \
	  $(CURDIR)/$(VENV)/bin/python -m pytest -q

COMMANDS ?= 1000000
SEED ?= 1

simulate: install-zmq
	PAGERD_COMMANDS=$(COMMANDS) PAGERD_SEED=$(SEED) PAGERD_TRIPLES=all \
	  $(SWIFT) test -c release --filter 'ComparisonTests|SmallWorldTests'

bench: install-zmq
	@Tests/Benchmarks/run

docs: install-zmq
	PAGERD_WRITE_DOCS=1 $(SWIFT) test --filter 'ReferenceTests|RuleTests|IdeaTests'

clean:
	rm -rf .build .build-*
