#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The differential tester: some fixed seeds, the same in every run, so that what passes today fails only by a change; and
# one drawn anew, which is printed (SEED=N takes that one), so that runs explore.
# shellcheck disable=SC2154 # run sets output and stderr
load common

setup_file() {
	build_yield
	generate chain32 "$TOPOLOGIES/chain32.xml" --ops all
	build differ chain32
	build_plain differ
	export FRESH=${SEED:-$(date +%s)}
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
	for seed in 1 2 "$FRESH"; do
		differs 3 differ-chain32 --seed "$seed" --steps 120
	done
	differs 4 differ-chain32 --seed 3 --steps 60
}

@test "random calls in a program that knows MPI's names only" {
	for seed in 1 2 "$FRESH"; do
		preloaded 3 differ --seed "$seed" --steps 120
	done
	preloaded 2 differ --seed 4 --steps 60 --threads 2
}
