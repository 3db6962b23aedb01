#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The collectives with a root, the prefixes, alltoall and the barrier, in all forms, against the MPI library's own; local ranks look
# like machines behind four switches, or like fewer that hold several of them.
# shellcheck disable=SC2154 # run sets output and stderr
load common

OPS=bcast=ring,reduce=ring,gather=ring,scatter=ring,gatherv=ordered,scatterv=ordered,scan=recursive-doubling,exscan=recursive-doubling,alltoall=pairwise,barrier=dissemination

TREES="bcast=tree:binary,reduce=tree:binomial machine,gather=tree:binomial,scatter=tree:binary,gatherv=carried:1 64 switch,scatterv=ordered:1 16 64 switch,scan=chain,exscan=chain,alltoall=bruck:3,barrier=tree:binary"
SHARED=bcast=shared,reduce=shared,gather=shared,scatter=shared,gatherv=shared,scatterv=shared,scan=shared,exscan=shared,alltoall=shared,barrier=shared
ORDERED="bcast=scatter-ring,reduce=in-order,gather=ordered:1 0 40,scatter=ordered:3 machine,gatherv=ordered,scatterv=ordered,scan=recursive-doubling,exscan=recursive-doubling,alltoall=linear:2,barrier=tree:binomial"
LEADERS="bcast=shared-leaders,reduce=shared-leaders,gather=ordered:2 switch,scatter=ordered:7,gatherv=ordered:3 32 256 machine,scatterv=ordered:2 0 100 machine,scan=chain,exscan=chain,alltoall=phases:switch,barrier=shared-leaders"

# sliced BASE BYTES: all choices of the generated BASE.c cut into slices of so many bytes.
sliced() {
	sed -i "s/^\(\t{[0-9]*, &rg_[a-z_]*\), [0-9]*,/\1, $2,/" "$BATS_FILE_TMPDIR/$1.c"
	grep -q "&rg_[a-z_]*_bcast, $2," "$BATS_FILE_TMPDIR/$1.c"
}

setup_file() {
	build_yield
	for base in chain32 sliced segments; do
		generate $base "$TOPOLOGIES/chain32.xml" --prefix $base --ops "$OPS"
	done
	generate trees "$TOPOLOGIES/chain32.xml" --prefix trees --ops "$TREES"
	generate shared "$TOPOLOGIES/chain32.xml" --prefix shared --ops "$SHARED"
	generate ordered "$TOPOLOGIES/chain32.xml" --prefix ordered --ops "$ORDERED"
	generate leaders "$TOPOLOGIES/chain32.xml" --prefix leaders --ops "$LEADERS"
	generate planned "$TOPOLOGIES/chain32.xml" --prefix planned --ops bcast,reduce,gather,scatter,gatherv,scatterv,scan,exscan,alltoall,barrier
	sliced sliced 40
	sliced trees 100
	sliced ordered 60
	sliced segments 1024
	for base in chain32 sliced segments trees shared ordered leaders planned; do
		build rooted $base
	done
	build_plain rooted
}

# compared N PROGRAM ARGUMENT...: N ranks compare, on the first of HOSTS (eight and one more behind four switches, unless
# the test says so), and each collective is ours.
compared() {
	local program=rooted-$2 each
	# shellcheck disable=SC2086
	hosts ${HOSTS:-$EIGHT n5}
	RINGGEN_VERBOSE=1 run --separate-stderr on "$1" "$program" "${@:3}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	for each in ${NAMES:-Bcast Reduce Gather Scatter Gatherv Scatterv Scan Exscan Alltoall Barrier}; do
		[ "$1" = 1 ] || grep -q "_$each on $1 ranks, .*: [a-z-]* (" <<<"$stderr"
	done
}

@test "1 to 4 ranks: all roots, pairs of types and forms" {
	for n in 1 2 3 4; do
		compared "$n" chain32
	done
}

@test "5 to 9 ranks: all roots, pairs of types and forms" {
	for n in 5 6 7; do
		compared "$n" chain32 -n 0,1,3
	done
	compared 8 chain32 -n 2
	compared 9 chain32 -n 1
}

# bats test_tags=long
@test "each pair of types with all roots" {
	for n in 2 3 5; do
		compared "$n" chain32 -a -n 0,1,3
	done
	compared 8 chain32 -a -n 1
	compared 5 trees -a -n 1
}

@test "in slices of a few bytes" {
	for n in 2 3 5 8; do
		compared "$n" sliced -n 1,70
	done
}

@test "machines of several ranks" {
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	for n in 2 5 8; do
		compared "$n" chain32 -n 1,3
		compared "$n" sliced -n 70 -f blocking,persistent
	done
}

@test "by trees" {
	for n in 2 5 8; do
		compared "$n" trees -n 1,70
	done
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	compared 7 trees -n 1,70
}

@test "in the order of the ranks, and a user's operation that does not commute" {
	for n in 2 5 7; do
		compared "$n" ordered -n 1,70
		no_line 'does not commute' <<<"$stderr"
	done
}

@test "in shared memory, on one machine and on several" {
	HOSTS="n9 n9 n9 n9 n9 n9"
	for n in 2 3 6; do
		compared "$n" shared -n 1,70
	done
	compared 4 shared -1 -n 5000
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	compared 7 leaders -n 1,70
	compared 7 leaders -1 -n 5000
}

@test "by what is planned" {
	NAMES="Bcast Barrier"
	compared 6 planned -n 1,70
	compared 6 planned -1 -n 5000
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	compared 8 planned -n 1,70 -f blocking,persistent
}

@test "long vectors in thousands of segments, of which some are under way at a time" {
	NAMES="Bcast Reduce Scan Exscan"
	compared 3 segments -1 -n 1048576 -c bcast,reduce,scan,exscan -f blocking,nonblocking
	NAMES="Gather Scatter Gatherv Scatterv"
	compared 3 segments -1 -n 100003 -c gather,scatter,gatherv,scatterv
}

@test "the same bits everywhere: what combines in the order of the ranks is ours" {
	export RINGGEN_REPRODUCIBLE=1
	NAMES="Scan Exscan Bcast"
	compared 5 sliced -n 1,70
}

@test "under MPI's own names" {
	hosts n1 n1 n2 n3 n3
	RINGGEN_VERBOSE=1 PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare run --separate-stderr on 5 rooted -n 1,70
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	for each in Bcast Reduce Gather Scatter Gatherv Scatterv Scan Exscan Alltoall; do
		[[ $stderr == *"MPI_$each on 5 ranks"* ]]
	done
}
