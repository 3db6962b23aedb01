#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# RINGGEN_CHECK: ranks whose calls do not match are told, and get an error instead of waiting for ever; of generated
# routines and of MPI's own names.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
	generate chain32 "$TOPOLOGIES/chain32.xml"
	build mismatch chain32
	build collectives chain32
	build raised chain32
	build threads chain32
	build_plain threads
	build_plain raised
	build_plain mismatch
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -shared -fPIC -o "$BATS_FILE_TMPDIR/sends.so" "$ROOT/tests/mpi/sends.c" -ldl
}

setup() {
	hosts n9 n2 n9 n30
	export RINGGEN_CHECK=1
}

# found CLASS TEXT KIND...: four ranks whose calls do not match get an error of that class, and are told, in the words of
# both kinds of routines; at their first call and at a later one.
found() {
	local class=$1 text=$2 name expected
	shift 2
	for again in "" again; do
		for name in chain32 MPI; do
			local program=mismatch-chain32 preload=
			[ $name != MPI ] || program=mismatch preload=$LIBPRELOAD
			PRELOAD=$preload RINGGEN_COLLECTIVES=${preload:+on} LIMIT=30 run --separate-stderr on 4 $program "$@" $again
			echo "$output $stderr"
			[ "$status" = 0 ]
			[ "$output" = "$class" ]
			grep . <<<"$stderr" | grep -v 'ringgen: on:' >"$BATS_TEST_TMPDIR/said" || :
			if [ -z "$text" ]; then
				[ ! -s "$BATS_TEST_TMPDIR/said" ]
			else
				expected="ringgen: calls that do not match on 4 ranks of pairs: ${text//NAME/$name}"
				[ $name != MPI ] || mpi_4 || expected=${expected//_init/}
				[ "$(cat "$BATS_TEST_TMPDIR/said")" = "$expected" ]
			fi
		done
	done
}

@test "the count" {
	found count "ranks 0, 2-3: NAME_Allreduce, 16 bytes, MPI_SUM; rank 1: NAME_Allreduce, 20 bytes, MPI_SUM" count
}

@test "the type, as far as it means other bytes" {
	found count "rank 0: NAME_Allreduce, 32 bytes, MPI_SUM; ranks 1-3: NAME_Allreduce, 16 bytes, MPI_SUM" "type"
	found none "" signature
}

@test "no data on one rank" {
	found count "rank 0: NAME_Allreduce, 0 bytes, MPI_SUM; ranks 1-3: NAME_Allreduce, 16 bytes, MPI_SUM" empty
}

@test "the operation" {
	found op "rank 0: NAME_Allreduce, 16 bytes, MPI_MAX; ranks 1-3: NAME_Allreduce, 16 bytes, MPI_SUM" op
	found op "ranks 0, 2-3: NAME_Allreduce, 16 bytes, a user's operation that commutes; rank 1: NAME_Allreduce, 16 bytes, a user's operation that does not commute" users-op
}

@test "arguments that are wrong on one rank" {
	found arg "rank 0: NAME_Allreduce with wrong arguments; ranks 1-3: NAME_Allreduce, 16 bytes, MPI_SUM" wrong
}

@test "the collective" {
	found other "ranks 0, 2-3: NAME_Allreduce, 16 bytes, MPI_SUM; rank 1: NAME_Allgather, 16 bytes for each block" collective
}

@test "blocks: of other lengths, in another order, and not what is sent for them" {
	found count "rank 0: NAME_Allgather, 24 bytes for each block, but 16 sent for its own; ranks 1-3: NAME_Allgather, 16 bytes for each block" block
	found count "rank 0: NAME_Allgather, 16 bytes for each block, but 12 sent for its own; ranks 1-3: NAME_Allgather, 16 bytes for each block" sent
	found count "ranks 0-1, 3: NAME_Allgatherv, 60 bytes; rank 2: NAME_Allgatherv, 64 bytes (rank 1's block: 12 bytes on rank 0, 16 on rank 2)" blocks
	found count "rank 0: NAME_Reduce_scatter, 68 bytes, MPI_SUM; ranks 1-3: NAME_Reduce_scatter, 64 bytes, MPI_SUM (rank 1's block: 20 bytes on rank 0, 16 on rank 1)" scatter
	found count "ranks 0, 2-3: NAME_Reduce_scatter, 68 bytes, MPI_SUM; rank 1: NAME_Reduce_scatter, 68 bytes, MPI_SUM (rank 0's block: 20 bytes on rank 0, 16 on rank 1)" swapped
}

# bats test_tags=long
@test "the root, and what it has for the others" {
	found root "ranks 0, 2-3: NAME_Bcast, 16 bytes, root 0; rank 1: NAME_Bcast, 16 bytes, root 3" root
	found root "ranks 0, 2-3: NAME_Bcast, 16 bytes, root 0; rank 1: NAME_Bcast with wrong arguments, root -5" no-root
	found count "ranks 0, 2-3: NAME_Bcast, 16 bytes, root 2; rank 1: NAME_Bcast, 20 bytes, root 2" bcast
	found count "ranks 0, 2-3: NAME_Gather, 16 bytes for each block, root 2; rank 1: NAME_Gather, 20 bytes for each block, root 2" gather
	found count "ranks 0-1, 3: NAME_Gather, 16 bytes for each block, root 2; rank 2: NAME_Gather, 16 bytes for each block, but 12 sent for its own, root 2" gather-own
	found count "ranks 0-1, 3: NAME_Scatter, 16 bytes for each block, root 2; rank 2: NAME_Scatter, 16 bytes for each block, but 12 received for its own, root 2" scatter-own
	found op "rank 0: NAME_Reduce, 16 bytes, MPI_MAX, root 3; ranks 1-3: NAME_Reduce, 16 bytes, MPI_SUM, root 3" reduce
}

# bats test_tags=long
@test "the lengths that the root has for the others' blocks, who have no others" {
	found none "" gatherv
	found none "" scatterv
	found count "rank 0: NAME_Gatherv, 16 bytes for its own block, root 2; rank 1: NAME_Gatherv, 12 bytes for its own block, root 2; rank 2: NAME_Gatherv, 60 bytes in all, root 2; rank 3: NAME_Gatherv, 20 bytes for its own block, root 2 (rank 3's block: 16 bytes on the root, 20 on rank 3)" gatherv-sent
	found count "ranks 0, 3: NAME_Gatherv, 16 bytes for its own block, root 2; rank 1: NAME_Gatherv, 12 bytes for its own block, root 2; rank 2: NAME_Gatherv, 60 bytes in all, but 20 sent for its own, root 2" gatherv-own
	found root "rank 0: NAME_Gatherv, 60 bytes in all, root 0; rank 1: NAME_Gatherv, 12 bytes for its own block, root 0; rank 2: NAME_Gatherv, 16 bytes for its own block, root 0; rank 3: NAME_Gatherv, 16 bytes for its own block, root 1" gatherv-root
	found arg "rank 0: NAME_Gatherv, 60 bytes in all, root 0; rank 1: NAME_Gatherv, 12 bytes for its own block, root 0; rank 2: NAME_Gatherv, 16 bytes for its own block, root 0; rank 3: NAME_Gatherv with wrong arguments, root 0" gatherv-wrong
	found count "rank 0: NAME_Igatherv, 60 bytes in all, root 0; rank 1: NAME_Igatherv, 12 bytes for its own block, root 0; rank 2: NAME_Igatherv, 16 bytes for its own block, root 0; rank 3: NAME_Igatherv, 20 bytes for its own block, root 0" gatherv-begun
	found count "rank 0: NAME_Scatterv, 60 bytes in all, root 0; ranks 1-3: NAME_Scatterv, 16 bytes for its own block, root 0 (rank 1's block: 12 bytes on the root, 16 on rank 1)" scatterv-received
}

@test "prefixes and barriers, and blocks for each" {
	found other "rank 0: NAME_Exscan, 16 bytes, MPI_SUM; ranks 1-3: NAME_Scan, 16 bytes, MPI_SUM" scan
	found other "rank 0: NAME_Allreduce, 16 bytes, MPI_SUM; ranks 1-3: NAME_Barrier" barrier
	found none "" barriers
	found count "ranks 0, 2-3: NAME_Alltoall, 16 bytes for each block; rank 1: NAME_Alltoall, 12 bytes for each block" each
	found count "ranks 0-1, 3: NAME_Alltoall, 12 bytes for each block; rank 2: NAME_Alltoall, 12 bytes for each block, but 8 sent to each" each-sent
}

@test "blocks whose lengths their two ends alone know" {
	found none "" pairs
	found count "ranks 0-3: NAME_Alltoallv (rank 1 sends 8 bytes to rank 2, which receives 4)" pairs-sent
	found count "ranks 0-3: NAME_Alltoallw (rank 2 sends 4 bytes to rank 3, which receives 0)" pairs-received
	found arg "ranks 0-2: NAME_Alltoallv; rank 3: NAME_Alltoallv with wrong arguments" pairs-wrong
	found count "ranks 0-3: NAME_Ialltoallv (a block is not as long at both of its ends)" pairs-begun
}

@test "a persistent collective, and a nonblocking one while it goes on" {
	found count "ranks 0, 2-3: NAME_Allreduce_init, 16 bytes, MPI_SUM; rank 1: NAME_Allreduce_init, 20 bytes, MPI_SUM" persistent
	found count "ranks 0, 2-3: NAME_Iallreduce, 16 bytes, MPI_SUM; rank 1: NAME_Iallreduce, 20 bytes, MPI_SUM" nonblocking
}

# bats test_tags=long
@test "many that are outstanding: one of them, in the first message and in a later one" {
	found none "" many
	for number in 0 1 33 59; do
		found count "ranks 0, 2-3: NAME_Iallreduce, 16 bytes, MPI_SUM; rank 1: NAME_Iallreduce, 20 bytes, MPI_SUM" many-$number
	done
}

# What costs is how often a rank waits for messages.
@test "many that are outstanding are compared by a few messages" {
	local tag
	tag=$(sed -nE 's/^enum \{ RG_SLOTS = ([0-9]+) \};/\1/p' "$ROOT/runtime/communicator/context.h")
	tag=$((tag * $(sed -nE 's/^enum \{ RG_LANES_MOST = ([0-9]+),.*/\1/p' "$ROOT/runtime/ringgen/engine.h")))
	# Nothing goes on before somebody waits, so that it is the same in every run.
	TAG=$tag PRELOAD=$BATS_FILE_TMPDIR/sends.so RINGGEN_PROGRESS=none LIMIT=30 run --separate-stderr on 4 mismatch-chain32 many
	echo "$output $stderr"
	[ "$output" = none ]
	local sends=0 all=0 each
	while read -r each; do
		all=$((all + each))
		sends=$((sends + 1))
	done < <(sed -n 's/^sends: //p' <<<"$stderr")
	[ "$sends" = 4 ]
	[ "$all" -ge 9 ]
	[ "$all" -lt 64 ] # 61 calls of four ranks: by one record and one answer each they were 366
}

@test "a call that blocks on one rank and does not on the others" {
	found other "ranks 0, 2-3: NAME_Iallreduce, 16 bytes, MPI_SUM; rank 1: NAME_Allreduce, 16 bytes, MPI_SUM" form
}

@test "MPI_IN_PLACE on some ranks is no difference" {
	found none "" in-place
}

# UCX would warn of messages that nobody has received, in "finalize-alone", by lines that get mixed up.
export UCX_LOG_LEVEL=error

# raised KIND...: the error is raised once, by who completes the request; generated routines and MPI's own names.
raised() {
	local kind
	for kind; do
		LIMIT=30 run --separate-stderr on 4 raised-chain32 "$kind"
		is_ok
		raised_by_name "$kind"
	done
}

is_ok() {
	echo "$kind: $output $stderr"
	[ "$status" = 0 ]
	[ "$output" = "raised: ok" ]
}

raised_by_name() {
	local kind
	for kind; do
		PRELOAD=$LIBPRELOAD RINGGEN_COLLECTIVES=prepare LIMIT=30 run --separate-stderr on 4 raised "$kind"
		is_ok
	done
}

@test "an error handler is called once, by who completes the request, and may call anything" {
	raised test wait call start again free
}

@test "the error of what MPI serves, and of a communicator that is freed" {
	raised users-op comm-free
}

@test "the error of one request among several" {
	raised_by_name waitall testall waitany testany waitsome testsome
}

@test "comparisons that are left behind at MPI_Finalize" {
	# More than once: a thread that is still in MPICH when it ends is met now and then only.
	for _ in 1 2 3; do
		raised finalize free-and-finalize finalize-alone
	done
}

@test "an error that no call has heard of is raised by MPI_Finalize" {
	RINGGEN_PROGRESS=none raised_by_name unheard
}

@test "a rank that does not come: who is waited for" {
	LIMIT=40 run --separate-stderr on 4 mismatch-chain32 late again
	echo "$output $stderr"
	[ "$output" = none ]
	[ "$stderr" = "ringgen: chain32_Allreduce on 4 ranks: rank 0 waits for rank 1" ]
	LIMIT=40 run --separate-stderr on 4 mismatch-chain32 late-0 again
	[ "$output" = none ]
	[ "$stderr" = "ringgen: chain32_Allreduce on 4 ranks: rank 1 waits for rank 0" ]
	LIMIT=40 run --separate-stderr on 4 mismatch-chain32 late
	[ "$output" = none ]
	[ "$stderr" = "ringgen: rank 0 of 4 waits in its first collective on this communicator: some ranks have not come" ]
}

# bats test_tags=long
@test "the same of one that does not block" {
	LIMIT=40 run --separate-stderr on 4 mismatch-chain32 late-nonblocking again
	echo "$output $stderr"
	[ "$output" = none ]
	[ "$stderr" = "ringgen: chain32_Iallreduce on 4 ranks: rank 0 waits for rank 1" ]
	LIMIT=40 run --separate-stderr on 4 mismatch-chain32 late-0-nonblocking again
	[ "$output" = none ]
	[ "$stderr" = "ringgen: chain32_Iallreduce on 4 ranks: rank 1 waits for rank 0" ]
	PRELOAD=$LIBPRELOAD RINGGEN_COLLECTIVES=on LIMIT=40 run --separate-stderr on 4 mismatch late-nonblocking again
	echo "$output $stderr"
	[ "$output" = none ]
	[[ $stderr == *"ringgen: MPI_Iallreduce on 4 ranks: rank 0 waits for rank 1" ]]
}

@test "calls that match are right, and errors are MPI's" {
	run --separate-stderr on 3 collectives-chain32 -k int,strided,matrix -n 0,1,P,13
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	[ -z "$stderr" ]
	found op "" all-wrong
}

# threads_are_ok PROGRAM LINES [mismatch]: with so many lines about calls that do not match.
threads_are_ok() {
	LIMIT=100 run --separate-stderr on 3 "$1" "${@:3}"
	echo "$output $stderr"
	[ "$status" = 0 ]
	[ "$output" = "threads: ok" ]
	[ "$(grep -c 'calls that do not match' <<<"$stderr")" = "$2" ]
}

# What threads play at the set-ups of their communicators would take most of the time.
@test "threads that each have a communicator, a few rounds" {
	export ROUNDS=20 RINGGEN_PROVE=off
	threads_are_ok threads-chain32 0
	PRELOAD=$LIBPRELOAD RINGGEN_COLLECTIVES=prepare threads_are_ok threads 2 mismatch
}

# bats test_tags=long
@test "threads that each have a communicator: calls that match, and two on one of them that do not" {
	threads_are_ok threads-chain32 0
	RINGGEN_PROVE=off threads_are_ok threads-chain32 2 mismatch
	export PRELOAD=$LIBPRELOAD RINGGEN_COLLECTIVES=prepare
	threads_are_ok threads 0
	RINGGEN_PROVE=off threads_are_ok threads 2 mismatch
}

@test "one rank that asks for it is enough once a communicator is set up" {
	cat >"$BATS_TEST_TMPDIR/one" <<'END'
#!/bin/sh
[ "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" = 2 ] || unset RINGGEN_CHECK
exec "$@"
END
	chmod +x "$BATS_TEST_TMPDIR/one"
	WRAPPER=$BATS_TEST_TMPDIR/one LIMIT=30 run --separate-stderr on 4 mismatch-chain32 op again
	echo "$output $stderr"
	[ "$output" = op ]
	[[ $stderr == *"calls that do not match"* ]]
}
