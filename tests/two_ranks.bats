#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The smallest jobs, of two ranks: all collectives, generated and under MPI's own names, by messages and through windows, and
# persistent ones. It is for processors that are emulated, and for systems on which little else is run.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
}

# pair PROGRAM ARGUMENT...: two ranks, which end well.
pair() {
	RINGGEN_VERBOSE=1 run --separate-stderr on 2 "$@"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
}

# compared WHO BY: what they compared with MPI's own was right, and WHO_Allreduce was by that algorithm.
compared() {
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	[[ $stderr == *"$1_Allreduce on 2 ranks, "*": $2 ("* ]]
}

@test "two ranks: reductions of all types have the bits of MPI_Reduce_local" {
	build_kernels
	run -0 --separate-stderr on 1 kernels
	echo "$output"
	[ "${output%% *}" -gt 0 ]
}

@test "two ranks: by messages, two machines" {
	generate ring "$TOPOLOGIES/chain32.xml" --prefix ring --ops all=ring
	build collectives ring
	hosts n17 n2
	pair collectives-ring
	compared ring ring
}

@test "two ranks: through windows, one machine" {
	generate shared --auto --prefix shared --ops all=shared
	build collectives shared
	hosts n9 n9
	pair collectives-shared
	compared shared shared
}

@test "two ranks: persistent collectives, started again and again" {
	generate pair "$TOPOLOGIES/pair.xml" --ops all
	build steady pair
	hosts n0 n1
	pair steady-pair
	[[ $output == *": ok" ]]
}

@test "two ranks: MPI's own names, preloaded" {
	build_plain collectives
	hosts n17 n2
	RINGGEN_TOPOLOGY=$TOPOLOGIES/chain32.xml PRELOAD=$LIBPRELOAD pair collectives
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	[[ $stderr == *"MPI_Allreduce on 2 ranks, 2 machines: "*"("* ]]
}
