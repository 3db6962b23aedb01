#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Sizes for which MPI's own routine is predicted to be as good are left to it: by libringgen-preload, for the ranks of a
# communicator as they are placed; by `generate --mpi`, whatever their order.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
	for program in collectives rooted info differ; do
		build_plain "$program"
	done
	generate left "$TOPOLOGIES/chain32.xml" --mpi "$RUNS" --prefix left
	build collectives left
	build rooted left
	generate ours "$TOPOLOGIES/chain32.xml" --prefix left
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	unset RINGGEN_NATIVE
}

# preloaded N PROGRAM ARGUMENT...: on eight machines of chain32, all communicators set up at once.
preloaded() {
	# shellcheck disable=SC2086 # words
	hosts $EIGHT
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=$TOPOLOGIES/chain32.xml RINGGEN_COLLECTIVES=prepare RINGGEN_VERBOSE=1 \
		run --separate-stderr on "$@"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
}

# left_to_mpi: how many collectives somebody was told of that the plan leaves to MPI.
left_to_mpi() {
	grep -c "^ringgen: MPI_[A-Z].* on . ranks: native: the plan has it for so many bytes$" <<<"$stderr" || true
}

@test "preloaded: short vectors between machines are MPI's own, and RINGGEN_NATIVE=0 has them ours" {
	preloaded 8 rooted -n 1,13
	[ "$(left_to_mpi)" -ge 2 ]
	grep -q "^ringgen: MPI_.* on 8 ranks, 8 machines: [a-z]" <<<"$stderr" # not all are
	RINGGEN_NATIVE=0 preloaded 8 rooted -n 1,13
	[ "$(left_to_mpi)" = 0 ]
	RINGGEN_NATIVE=off preloaded 8 rooted -n 1,13
	[ "$(left_to_mpi)" = 0 ]
	RINGGEN_NATIVE=never preloaded 8 info call
	grep -q "^ringgen: RINGGEN_NATIVE: 'never' is not 1 or 0: it is ignored$" <<<"$stderr"
}

@test "preloaded: nothing is left to a library of which it is unknown what it takes" {
	printf '#include <string.h>\nint PMPI_Get_library_version(char *text, int *n)\n{\n\t*n = (int)strlen(strcpy(text, "MPICH Version:\\t9.9.9\\nx"));\n\treturn 0;\n}\n' |
		${CC:-gcc} -shared -fPIC -o unknown.so -x c -
	local forms=blocking,nonblocking,persistent
	# Under another name nobody keeps types for it.
	if has_fault persistent_types; then
		forms=blocking,nonblocking
	fi
	LIBPRELOAD="$PWD/unknown.so $LIBPRELOAD" preloaded 8 rooted -n 1,13 -f $forms
	[ "$(left_to_mpi)" = 0 ]
	[ "$(grep -c "^ringgen: which algorithms this MPI library takes by itself is unknown, so no plan leaves a size to it: MPICH Version:" <<<"$stderr")" = 1 ]
	preloaded 8 rooted -n 1,13
	no_line "is unknown" <<<"$stderr"
}

@test "preloaded: what is one process's setting is no other's" {
	cat >unlike <<-'SH'
		#!/bin/sh
		[ "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" != "$RANK" ] || export RINGGEN_NATIVE=0
		exec "$@"
	SH
	chmod +x unlike
	RANK=3 WRAPPER=$PWD/unlike preloaded 8 rooted -n 1,13
	[ "$(left_to_mpi)" -ge 2 ]
	RANK=0 WRAPPER=$PWD/unlike preloaded 8 rooted -n 1,13
	[ "$(left_to_mpi)" = 0 ]
}

@test "preloaded: calls that do not block, and those with a user's operation, are ours" {
	preloaded 8 rooted -n 1 -f nonblocking,persistent
	[ "$(left_to_mpi)" = 0 ]
	preloaded 8 collectives -k matrix -n 1,2
	[ "$(grep -c "MPI_\(Allreduce\|Reduce_scatter\|Reduce_scatter_block\) .*native: the plan" <<<"$stderr" || true)" = 0 ]
}

@test "preloaded: on one machine all is ours, but an alltoall of a length for which the two are predicted to be near" {
	hosts a a a a
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare RINGGEN_VERBOSE=1 \
		run --separate-stderr on 4 rooted -1 -n 1,13,10000
	[ "$status" = 0 ]
	echo "$stderr"
	no_line "native: the plan has it" < <(grep -v "^ringgen: MPI_Alltoall " <<<"$stderr")
}

# Who waits in Open MPI gives its CPU away, who waits in MPICH keeps it.
@test "preloaded: on one machine with more ranks than CPUs whatever may go through windows does" {
	[ "$(nproc)" -ge 2 ] || skip "needs two CPUs"
	local cpu=$(($(taskset -cp $BASHPID | sed 's/.*: \([0-9]*\).*/\1/')))
	alone() {
		hosts a a
		PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare RINGGEN_VERBOSE=1 RINGGEN_TRIAL=off \
			run --separate-stderr on 2 rooted -1 -n 1,13,10000
		echo "$stderr"
		[ "$status" = 0 ]
	}
	alone
	[ "$(left_to_mpi)" -ge 1 ]
	taskset -cp "$cpu" $BASHPID
	alone
	if [ "$MPI" = openmpi ]; then
		[ "$(left_to_mpi)" -ge 1 ]
	else
		[ "$(left_to_mpi)" = 0 ]
		no_line "sequential" < <(grep "^ringgen: MPI_Gather " <<<"$stderr")
	fi
}

@test "preloaded: right results, whoever's they are, in all forms" {
	preloaded 8 collectives -k int,strided,matrix -n 0,1,P,100
	[[ $output == *" comparisons"* ]]
	preloaded 8 rooted -1 -n 0,1,13,1000
	RINGGEN_CHECK=1 preloaded 5 collectives -k int,matrix -n 1,100
	RINGGEN_REPRODUCIBLE=1 preloaded 8 collectives -k int,matrix -n 1,13
	[ "$(grep -c "MPI_\(Allreduce\|Reduce_scatter\).*native: the plan" <<<"$stderr" || true)" = 0 ]
}

@test "preloaded: random calls" {
	if has_fault split_shared; then
		skip "the library has a fault: see tests/mpi/faults/split_shared.c"
	fi
	preloaded 5 differ --seed 1 --steps 100
	[[ $output == *"differ: ok, "[1-9]*" comparisons"* ]]
	[ "$(left_to_mpi)" -ge 3 ]
}

@test "generated: --mpi leaves sizes to MPI, and without it none is" {
	cd "$BATS_FILE_TMPDIR"
	[ "$(grep -c "false, true, false}, *// .*MPI's own, from" ours.c || true)" = 0 ]
	[ "$(grep -c "false, true, false}, *// .*MPI's own, from" left.c)" -ge 5 ]
	run ! cmp -s ours.c left.c
}

@test "generated: right results, whoever's they are, in any order of the ranks" {
	for order in "n0 n1 n2 n3 n8 n9 n16 n24" "$EIGHT"; do
		# shellcheck disable=SC2086 # words
		hosts $order
		RINGGEN_VERBOSE=1 run --separate-stderr on 8 rooted-left -1 -n 0,1,13,1000
		echo "$output" "$stderr"
		[ "$status" = 0 ]
		grep -q "native: the plan has it for so many bytes" <<<"$stderr"
		run --separate-stderr on 8 collectives-left -k int,strided -n 0,1,P,1000
		[ "$status" = 0 ]
	done
}

@test "generated: what is named is not left to MPI" {
	"$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --mpi "$RUNS" --ops bcast=binomial,reduce -o named
	awk '/_bcast/ && /from/ { ours++ } /MPI.s own/ { own++ } END { exit !(ours && own) }' named.c
	"$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --mpi "$RUNS" --ops bcast=binomial -o alone
	run ! grep -q "MPI's own" alone.c
}

@test "generated: the fixed form" {
	"$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --mpi "$RUNS" --hosts "${EIGHT// /,}" -o fixed
	grep -q "MPI's own, from 0 B" fixed.c
}

@test "generated: long vectors that MPI's own sends over a link many times are ours" {
	"$RINGGEN" plan "$TOPOLOGIES/chain32.xml" --mpi "$RUNS" --collective allreduce,bcast >planned
	cat planned
	# The last row of each plan.
	awk '/^  (from|by itself) / { list = $1 } list == "from" && /^  [0-9.]+ [KMG]?i?B +/ { row = $3 }
		list == "by" && row != "" { print row; row = "" }' planned >last
	diff last <(printf '%s\n' ring ring)
}

@test "what is wrong is told" {
	run -2 "$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --mpi lam -o base
	[ "${lines[0]}" = "ringgen: error: --mpi: 'lam' is neither mpich nor openmpi" ]
	run -2 "$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --mpi mpich --reproducible -o base
	[[ ${lines[0]} == "ringgen: error: --mpi: MPI's own routines keep no order: not with --reproducible" ]]
	run -2 "$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --from none.so -o base
	[ "${lines[0]}" = "ringgen: error: --from goes with --mpi mpich" ]
	run -2 "$RINGGEN" plan "$TOPOLOGIES/chain32.xml" --mpi openmpi --from none.so
	[ "${lines[0]}" = "ringgen: error: --from goes with --mpi mpich" ]
	run -2 "$RINGGEN" export simgrid "$TOPOLOGIES/chain32.xml" --mpi mpich
	[ "${lines[0]}" = "ringgen: error: --mpi, --from and --assume are for 'export tuning'" ]
	run -2 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --latency 1us
	[ "${lines[0]}" = "ringgen: error: --latency is for 'export simgrid'" ]
	run -4 "$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --mpi mpich --from none.so -o base
	[ ! -e base.c ]
}
