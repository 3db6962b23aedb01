#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Programs at the edge of what MPI allows, and beyond: what is wrong is told, and nothing hangs or crashes.
# shellcheck disable=SC2154 # run sets output and stderr
load common

setup_file() {
	build_yield
	generate chain32 "$TOPOLOGIES/chain32.xml" --ops all=ring
	generate star32 "$TOPOLOGIES/star32.xml" --ops all=ring
	build edges chain32
	for cluster in chain32 star32; do
		# shellcheck disable=SC2086
		$MPICC $WARN ${SAN:+-fsanitize=$SAN} -fPIC -shared -I"$ROOT/runtime" -o "$BATS_FILE_TMPDIR/$cluster.so" \
			"$BATS_FILE_TMPDIR/$cluster.c" "$LIBRINGGEN" -lhwloc -pthread
	done
	export LIMIT=40
}

setup() {
	hosts n0 n9 n17
}

@test "ranks that disagree on the count: an error, and no rank waits for ever" {
	on 3 edges-chain32 counts
	generate lanes "$TOPOLOGIES/chain32.xml" --prefix lanes --ops all=ring
	# Both counts take two lanes, and a rank may have more than one message at a time that fails.
	in_lanes lanes 12000
	build edges lanes
	on 3 edges-lanes counts
}

@test "ranks that disagree on the count, through windows: the next call is right again" {
	generate shared --auto --prefix shared --ops all=shared
	build edges shared
	hosts x x x
	RINGGEN_VERBOSE=1 run --separate-stderr on 3 edges-shared counts-in-windows
	echo "$output$stderr"
	[ "$status" = 0 ]
	[[ $stderr == *"shared_Allreduce on 3 ranks, 1 machine: shared"* ]]
}

@test "an allgather whose send buffer is too long for its block, or too short" {
	on 3 edges-chain32 too-much
	on 3 edges-chain32 too-little
}

@test "generated code is unloaded before the communicators are freed, and other code comes in its place" {
	RINGGEN_VERBOSE=1 run --separate-stderr on 2 edges-chain32 plugins "$BATS_FILE_TMPDIR/chain32.so" \
		chain32_Allreduce "$BATS_FILE_TMPDIR/star32.so" star32_Allreduce
	echo "$output$stderr"
	[ "$status" = 0 ]
	[[ $stderr == *"chain32_Allreduce on 2 ranks, 2 machines: ring"* ]]
	[[ $stderr == *"star32_Allreduce on 2 ranks, 2 machines: ring"* ]]
}

@test "MPI sessions alone: native" {
	$MPICC -E -include mpi.h -xc - </dev/null | grep -qw MPI_Session_init || skip "this MPI library has no sessions"
	on 2 edges-chain32 session
}
