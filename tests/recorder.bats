#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The messages that are really sent are those that are proved: the same pairs and bytes, in the same order for each
# pair and lane.
# shellcheck disable=SC2154 # run sets output
load common

setup_file() {
	build_yield
	# shellcheck disable=SC2086
	$MPICC $WARN -O2 -shared -fPIC -o "$BATS_FILE_TMPDIR/record.so" "$ROOT/tests/mpi/record.c" -ldl
}

# need PROGRAM: it is built when the first test needs it.
need() {
	local base=${1#collectives-} list
	list=$(tr ' ' , <<<"$EIGHT")
	[ ! -e "$BATS_FILE_TMPDIR/$1" ] || return 0
	case $base in
	chain32 | fixed | lanes)
		set -- "$TOPOLOGIES/chain32.xml" --prefix "$base" --ops all=ring
		[ "$base" != fixed ] || set -- "$@" --hosts "$list"
		generate "$base" "$@"
		[ "$base" != lanes ] || in_lanes lanes 24
		build collectives "$base"
		;;
	fixed_islands) build_by islands fixed_islands "$TOPOLOGIES/chain32.xml" --hosts "$list" ;;
	fixed_smp) build_by smp_butterfly fixed_smp "$TOPOLOGIES/chain32.xml" --hosts n20,n3,n11 --ranks-per-node 2 ;;
	*) build_by "$base" "$base" "$TOPOLOGIES/chain32.xml" ;;
	esac
}

# Messages of one pair and lane, in their order, one pair after the other.
by_pair() {
	sort -s -k1,1n -k2,2n -k3,3n
}

# recorded PROGRAM N COLLECTIVE COUNT HOST...: what N ranks on these hosts send and receive in one call on doubles
# (PROVE holds the options of prove that say the same; BY the algorithm, unless it is the ring; BYTES=1: in bytes).
recorded() {
	local program=$1 n=$2 collective=$3 count=$4 size=${BYTES:-8}
	shift 4
	need "$program"
	hosts "$@"
	rm -f "$BATS_TEST_TMPDIR"/log.*
	RECORD=$BATS_TEST_TMPDIR/log PRELOAD=$BATS_FILE_TMPDIR/record.so \
		on "$n" "$program" -c "$collective" -k double -n "$count" -1
	cat "$BATS_TEST_TMPDIR"/log.*.sent | by_pair >"$BATS_TEST_TMPDIR/sent"
	cat "$BATS_TEST_TMPDIR"/log.*.received | by_pair >"$BATS_TEST_TMPDIR/received"
	# shellcheck disable=SC2086
	"$RINGGEN" prove "$TOPOLOGIES/chain32.xml" $PROVE --ops "$collective${BY:+=${BY//_/-}}" --count $((count * 8 / size)) --messages |
		awk -v size="$size" '{ print $1, $2, $3, size * $4 }' | by_pair >"$BATS_TEST_TMPDIR/proved"
	[ -s "$BATS_TEST_TMPDIR/proved" ]
	diff "$BATS_TEST_TMPDIR/proved" "$BATS_TEST_TMPDIR/sent"
	diff "$BATS_TEST_TMPDIR/proved" "$BATS_TEST_TMPDIR/received"
}

# each_collective PROGRAM N COUNTS HOST...
each_collective() {
	local program=$1 n=$2 counts=$3 collective count
	shift 3
	for collective in allreduce allgather allgatherv reduce_scatter reduce_scatter_block; do
		for count in $counts; do
			echo "# $program on $n: $collective of $count"
			recorded "$program" "$n" "$collective" "$count" "$@"
		done
	done
}

@test "open form, 2 and 3 ranks, many counts" {
	PROVE="--hosts n9,n0"
	each_collective collectives-chain32 2 "1 2 13 1009" n9 n0
	PROVE="--hosts n9,n30,n0"
	each_collective collectives-chain32 3 "1 2 3 4 13" n9 n30 n0
}

# bats test_tags=long
@test "open form, 8 ranks behind four switches, shuffled" {
	PROVE="--hosts $(tr ' ' , <<<"$EIGHT")"
	# shellcheck disable=SC2086
	each_collective collectives-chain32 8 "7 13" $EIGHT
}

@test "open form, several ranks on a machine" {
	PROVE="--hosts n20,n3,n11 --ranks-per-node 2"
	each_collective collectives-chain32 6 "5 13" n20 n20 n3 n3 n11 n11
}

# bats test_tags=long
@test "fixed form, 8 ranks behind four switches, shuffled" {
	PROVE="--hosts $(tr ' ' , <<<"$EIGHT")"
	# shellcheck disable=SC2086
	each_collective collectives-fixed 8 "9 1009" $EIGHT
}

# bats test_tags=long
@test "each allreduce algorithm, a rank on each machine" {
	for BY in $OTHERS; do
		for count in 1 13; do
			echo "# $BY of $count"
			PROVE="--hosts n9,n30,n0"
			recorded "collectives-$BY" 3 allreduce $count n9 n30 n0
			PROVE="--hosts $(tr ' ' , <<<"$EIGHT")"
			# shellcheck disable=SC2086
			recorded "collectives-$BY" 8 allreduce $count $EIGHT
		done
	done
}

@test "each allreduce algorithm, several ranks on a machine, and in the fixed form" {
	PROVE="--hosts n20,n3,n11 --ranks-per-node 2"
	for BY in $OTHERS; do
		echo "# $BY"
		recorded "collectives-$BY" 6 allreduce 13 n20 n20 n3 n3 n11 n11
	done
	BY=smp_butterfly
	recorded collectives-fixed_smp 6 allreduce 13 n20 n20 n3 n3 n11 n11
}

# bats test_tags=long
@test "columns, one rank and several on a machine" {
	BY=columns
	PROVE="--hosts n20,n3,n11 --ranks-per-node 2"
	each_collective collectives-columns 6 "5 13" n20 n20 n3 n3 n11 n11
	PROVE="--hosts n9,n30,n0"
	each_collective collectives-columns 3 "1 13" n9 n30 n0
}

# bats test_tags=long
@test "islands, one machine of each and several, several ranks on a machine; fixed form" {
	BY=islands
	PROVE="--hosts $(tr ' ' , <<<"$EIGHT")"
	# shellcheck disable=SC2086
	each_collective collectives-islands 8 "13" $EIGHT
	# Two on each of four islands: each sends to the other one there, and on to the next island.
	[ "$(awk '{ print $1, $2 }' "$BATS_TEST_TMPDIR/sent" | sort -u | wc -l)" = 16 ]
	# shellcheck disable=SC2086
	each_collective collectives-fixed_islands 8 "13" $EIGHT
	PROVE="--hosts n9,n2,n10,n31,n0,n3"
	each_collective collectives-islands 6 "5" n9 n2 n10 n31 n0 n3
	PROVE="--hosts n20,n3,n21 --ranks-per-node 2"
	each_collective collectives-islands 6 "13" n20 n20 n3 n3 n21 n21
}

# An allgather is cut in bytes, so it is proved in bytes.
@test "in lanes" {
	for lanes in 2 6; do
		PROVE="--hosts n9,n30,n0 --lanes $lanes"
		recorded collectives-lanes 3 allreduce $((9 * lanes - 4)) n9 n30 n0
		for collective in reduce_scatter reduce_scatter_block; do
			recorded collectives-lanes 3 $collective $((3 * lanes - 1)) n9 n30 n0
		done
		for collective in allgather allgatherv; do
			BYTES=1 recorded collectives-lanes 3 $collective $((3 * lanes - 1)) n9 n30 n0
		done
		PROVE="--hosts $(tr ' ' , <<<"$EIGHT") --lanes $lanes"
		# shellcheck disable=SC2086
		recorded collectives-lanes 8 allreduce $((24 * lanes - 7)) $EIGHT
	done
}

@test "the other way round is told apart" {
	PROVE="--hosts n30,n9,n0"
	run recorded collectives-chain32 3 allreduce 13 n9 n30 n0
	[ "$status" = 1 ]
	[[ $output == *"1 comparisons"*"< 0 2 0 "*"> 0 1 0 "* ]]
}
