# Riverbus: targets by intent, `make help` lists them. Everything runs in .venv, made when missing.
BIN = .venv/bin
RUN = $(BIN)/python
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help demo setup test check soak reset format lint types imports proto proto-check pages \
	pages-check manifests licences licences-check web-check lock wheels wheelhouse image-test bench

help:  ## Show this list
	@awk 'BEGIN {FS = ":.*##"} /^## / {printf "\n%s\n", substr($$0, 4)} \
		/^[a-z-]+:.*##/ {printf "  make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

## Play and run
demo: setup  ## Run the whole room on this machine until Ctrl-C
	@$(RUN) -m riverbus.cli up

setup:  ## Only prepare: .venv from the locked requirements
	@tools/setup.sh demo

reset:  ## Clear the demo's data (accounts, balances, tables, secrets)
	@$(RUN) -m riverbus.cli.local.reset

## Test and check
test: .venv/.dev  ## Set up and run every test with real servers and a real browser
	@$(RUN) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m "not soak" --durations=10 \
		--tb native --ignore tests/image $(PYTEST)

check: .venv/.dev lint types imports proto-check pages-check manifests licences-check web-check  ## All that CI checks; ends with the tests
	@$(MAKE) --no-print-directory test

soak: .venv/.dev  ## The long runs: differential play, mutations, many seeds, faults
	@$(RUN) -m pytest -m soak --timeout 3600 $(PYTEST)

lint: .venv/.dev  ## Format and lint, nothing is changed
	@$(BIN)/ruff format --check --quiet . || { echo "run: make format"; exit 1; }
	@$(BIN)/ruff check --quiet .

types: .venv/.dev  ## Strict types
	@$(BIN)/mypy --no-error-summary

imports: .venv/.dev  ## Who may import whom
	@$(BIN)/lint-imports --no-logo >/dev/null || $(BIN)/lint-imports --no-logo

proto-check: .venv/.dev  ## Contracts: lint, compatible with the last release, generated code current
	@$(BIN)/buf lint
	@$(BIN)/buf breaking --against proto/released/0.1.0.binpb
	@$(RUN) tools/generate_proto.py --check
	@$(RUN) tools/generate_frames.py --check

pages-check: .venv/.dev  ## Pages that are made from code are current
	@$(RUN) tools/generate_pages.py --check
	@$(RUN) tools/generate_dashboard.py --check

manifests: .venv/.dev  ## Dockerfile, Kubernetes, alerts
	@$(RUN) -m pytest -q --no-header -m "not slow" tests/deploy -p no:cacheprovider

licences-check: .venv/.dev  ## Unknown licences are refused, THIRD_PARTY.md is current
	@$(RUN) tools/licences.py --check

web-check:  ## Types of the browser client
	@tools/check_web.sh

## Change
format: .venv/.dev  ## Format the code and mend what ruff can
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .

proto: .venv/.dev  ## Generate riverbus/pb and the frames from proto/
	@$(RUN) tools/generate_proto.py
	@$(RUN) tools/generate_frames.py

pages: .venv/.dev  ## Write docs/configuration.md and the other made pages
	@$(RUN) tools/generate_pages.py
	@$(RUN) tools/generate_dashboard.py

licences: .venv/.dev  ## Write THIRD_PARTY.md
	@$(RUN) tools/licences.py

lock: .venv/.dev  ## Lock the requirements anew
	@tools/lock.sh

## Measure and ship
bench: .venv/.dev  ## Engine and wallet beside what they are compared with
	@$(RUN) -m riverbus.cli bench engine
	@$(RUN) -m riverbus.cli bench wallet

wheels: .venv/.dev  ## Prove that every locked package has wheels for all platforms
	@tools/wheels.sh

wheelhouse: .venv/.dev  ## Our wheel and those of its requirements, for the image
	@rm -rf build/wheelhouse && mkdir -p build/wheelhouse
	@$(RUN) -m pip wheel --quiet --disable-pip-version-check --wheel-dir build/wheelhouse \
		--require-hashes -r requirements/runtime.txt
	@$(RUN) -m pip wheel --quiet --disable-pip-version-check --wheel-dir build/wheelhouse --no-deps .

image-test: .venv/.dev wheelhouse  ## Build the image and start it with testcontainers
	@RIVERBUS_IMAGE_TEST=1 $(RUN) -m pytest -q tests/image $(PYTEST)

.venv/.dev: requirements/dev.txt pyproject.toml setup.py
	@tools/setup.sh dev
	@touch $@
