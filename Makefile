# One target a habit. `make run` and `make test` are all a newcomer needs: each installs the Debian
# packages it needs (scripts/setup.sh says which and why), builds, and does its job.

CARGO ?= cargo
TARGET := $(or $(CARGO_TARGET_DIR),target)
RETHREAD := $(TARGET)/release/rethread
# As part of the workspace, so that nothing else is built again for it.
MUTANTS := rethread-oracle/mutants

.PHONY: run test replay-all csmith terms oracle oracle-pairs mutants fuzz bench paper-programs bench-change bench-report native-states jobs lint fmt doc build setup setup-test clean

## Builds rethread and runs it on the bundled examples.
run: build
	@scripts/run-examples.sh $(RETHREAD)
	@printf '\nA queue, commit by commit (examples/queue-history)\n'
	@scripts/queue-history.sh $(RETHREAD)

## Runs all tests.
test: setup-test
	$(CARGO) test --release --locked --workspace
	$(CARGO) test --release --locked --workspace --features $(MUTANTS) --test mutants --test carried
	crates/engine/models/check.sh

## Replays up to TESTS tests of every program with threads natively, and each bug TIMES times.
replay-all: setup-test
	REPLAY_EVERY=1 REPLAY_TESTS=$(or $(TESTS),200) REPLAY_TIMES=$(or $(TIMES),100) \
	$(CARGO) test --release --locked -p rethread --test replay -- --test-threads $(or $(JOBS),2)

## Compares N random programs of csmith with their native binaries, from seed SEED on.
csmith: setup-test
	CSMITH_N=$(or $(N),10000) CSMITH_SEED=$(or $(SEED),1) CSMITH_JOBS=$(or $(JOBS),2) \
	$(CARGO) test --release --locked -p rethread --test csmith

## Compares evaluation and both back ends on N random terms, from seed SEED on.
terms: setup
	RETHREAD_TERMS=$(or $(N),100000) RETHREAD_SEED=$(or $(SEED),0) \
	$(CARGO) test --release --locked -p rethread-solver --test terms -- --nocapture

## Compares every setting of the loop with plain exploration on N random programs, from seed SEED on.
oracle: setup
	$(CARGO) build --release --locked --workspace --bin rethread-oracle
	$(TARGET)/release/rethread-oracle --programs $(or $(N),20000) --seed $(or $(SEED),1) --jobs $(or $(JOBS),2)

## Compares what is said about N random edits with plain exploration of both versions, from seed SEED on.
oracle-pairs: setup
	$(CARGO) build --release --locked --workspace --bin rethread-oracle
	$(TARGET)/release/rethread-oracle --pairs $(or $(N),20000) --seed $(or $(SEED),1) --jobs $(or $(JOBS),2)

## Looks for the first seed of the oracle that finds each deliberate defect of the reduction.
mutants: setup
	$(CARGO) build --release --locked --workspace --features $(MUTANTS) --bin rethread-oracle
	$(TARGET)/release/rethread-oracle --mutants --programs $(or $(N),2000)

## Runs each fuzz target for SECONDS; fuzz/run.sh says how.
fuzz: setup-test
	@fuzz/run.sh $(or $(SECONDS),300)

## Measures; benches/README.md says what.
bench: build
	@benches/run.sh $(RETHREAD)

## Measures the tree of the report in Chromium.
bench-report: build setup-test
	@scripts/bench-report.py $(RETHREAD)

## Compares the final states of RUNS native runs of every program with threads with those rethread reaches.
native-states: setup-test
	NATIVE_RUNS=$(or $(RUNS),1000) NATIVE_EVERY=1 \
	$(CARGO) test --release --locked -p rethread --test native_states -- --test-threads $(or $(JOBS),2)

## Compares --jobs 2 with --jobs 1 on every program with threads that one core finishes in SECONDS.
jobs: setup-test
	JOBS_SECONDS=$(or $(SECONDS),60) JOBS_EVERY=1 \
	$(CARGO) test --release --locked -p rethread --test jobs -- --test-threads 1

## Measures the programs of the papers and writes docs/paper-programs.md.
paper-programs: build
	@scripts/paper-programs.py $(RETHREAD) $(or $(SECONDS),60)

## Measures the edited programs of benches/change and writes docs/change-figures.md; SECONDS is the limit of a run.
bench-change: build
	@scripts/bench-change.py $(RETHREAD) --seconds $(or $(SECONDS),1800)

## Formatting and lints, without changing anything.
lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --locked --workspace --all-targets -- -D warnings
	@if $(CARGO) deny --version >/dev/null 2>&1; then $(CARGO) deny check; \
	else echo "cargo deny is not installed; skipped (cargo install cargo-deny)"; fi

fmt:
	$(CARGO) fmt --all

## The crates' documentation, in $(TARGET)/doc.
doc: setup
	$(CARGO) doc --release --locked --workspace --no-deps

build: setup
	$(CARGO) build --release --locked -p rethread

setup:
	@scripts/setup.sh

setup-test:
	@scripts/setup.sh --with-tests

clean:
	$(CARGO) clean
	rm -rf rethread-out rethread-out.*
