#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The differential tester: some fixed seeds, the same in every run, so that what passes today fails only by a change. SEED=N
# takes that one, too. Other seeds are for `make soak`: they meet faults of the MPI libraries that nobody has named yet.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
	generate chain32 "$TOPOLOGIES/chain32.xml" --ops all
	build differ chain32
	build_plain differ
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -shared -fPIC -o "$BATS_FILE_TMPDIR/broken.so" "$ROOT/tests/mpi/broken.c"
	export UCX_HANDLE_ERRORS=none # a crash ends the program, which UCX holds up otherwise
	export MORE=${SEED:-}
}

setup() {
	# Its ranks share what they compare.
	if has_fault split_shared; then
		skip "the library has a fault: see tests/mpi/faults/split_shared.c"
	fi
}

# differs N PROGRAM ARGUMENT...: nothing was wrong.
differs() {
	run --separate-stderr on "$@"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output == *"differ: ok, "[1-9]*" comparisons"* ]]
}

preloaded() {
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare differs "$@"
}

@test "random calls of generated routines" {
	hosts n17 n2 n17 n9
	for seed in 1 2 $MORE; do
		differs 3 differ-chain32 --seed "$seed" --steps 120
	done
	differs 4 differ-chain32 --seed 3 --steps 60
}

@test "random calls in a program that knows MPI's names only" {
	for seed in 1 2 $MORE; do
		preloaded 3 differ --seed "$seed" --steps 120
	done
	preloaded 2 differ --seed 4 --steps 60 --threads 2
}

# finds WAY ARGUMENT...: MPI's own collectives are broken in that way, and the tester says so.
finds() {
	local way=$1
	shift
	BREAK=$way PRELOAD=$BATS_FILE_TMPDIR/broken.so run --separate-stderr on 2 differ --seed 1 --steps 60 "$@"
	echo "$way: $output"
	echo "$stderr"
	[ "$status" != 0 ]
	[[ $output != *": ok"* && $stderr == *" buffer differs from byte "*"again by: "* ]]
}

@test "what is wrong is found: a byte in a gap, one behind the end, the order of elements, blocks, one missing" {
	PRELOAD=$BATS_FILE_TMPDIR/broken.so differs 2 differ --seed 1 --steps 60 --only allreduce,allgather
	for way in gap beyond sent permuted short nonblocking; do
		finds "$way" --only allreduce
	done
	finds blocks --only allgather
	if mpi_4; then finds persistent --only allreduce; fi
}
