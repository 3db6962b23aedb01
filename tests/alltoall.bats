#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Alltoall, alltoallv and alltoallw by each of their algorithms, in all forms, against the MPI library's own. (Beside other
# collectives: rooted, requests, edges, differ.)
# shellcheck disable=SC2154 # run sets output and stderr
load common

ALGORITHMS=(pairwise xor linear:1 linear:3 bruck bruck:3 phases:machine phases:switch phases:branch "phases:2 switch" "phases:1 branch")

# base_of ALGORITHM: the name of its file and routines.
base_of() {
	tr -d ': -' <<<"$1"
}

# The program tries what is generated: the other collectives are those of the plan.
setup_file() {
	build_yield
	local by
	for by in "${ALGORITHMS[@]}"; do
		one "$by" "$TOPOLOGIES/chain32.xml"
	done
	one shared --auto
	one lent --auto
	# In slices of a few bytes.
	generate sliced "$TOPOLOGIES/chain32.xml" --prefix sliced --ops "$(others),alltoall=phases:switch"
	sed -i 's/\(, &rg_phases_alltoall\), 0,/\1, 40,/' "$BATS_FILE_TMPDIR/sliced.c"
	grep -q '&rg_phases_alltoall, 40,' "$BATS_FILE_TMPDIR/sliced.c"
	build rooted sliced
	build_plain rooted
	for by in "${UNEQUAL[@]}"; do
		unequal "$by" "$TOPOLOGIES/chain32.xml"
	done
	unequal shared-pairs --auto
	build_plain pairs
}

# Those of them that take blocks of any lengths.
UNEQUAL=(pairwise xor linear:1 linear:3 phases:machine phases:switch phases:branch "phases:1 switch" "phases:2 branch")

# unequal ALGORITHM ARGUMENT...: the program that calls alltoallv and alltoallw, by that.
unequal() {
	local base
	base=v$(base_of "$1")
	generate "$base" "${@:2}" --prefix "$base" --ops "alltoallv=$1,alltoallw=$1"
	build pairs "$base"
}

# pairs_of N ALGORITHM ARGUMENT...: N ranks on the first of HOSTS; it is ours.
pairs_of() {
	# shellcheck disable=SC2086
	hosts ${HOSTS:-$EIGHT n5}
	RINGGEN_VERBOSE=1 run --separate-stderr on "$1" "pairs-v$(base_of "$2")" "${@:3}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	local each
	for each in v w; do
		[ "$1" = 1 ] || grep -q "_Alltoall$each on $1 ranks, .*: ${2%%:*} (" <<<"$stderr"
	done
}

# others: what the program calls beside alltoall.
others() {
	echo bcast=ring,reduce=ring,gather=ring,scatter=ring,gatherv=ordered,scatterv=ordered,scan=chain,exscan=chain,barrier=dissemination
}

# one ALGORITHM ARGUMENT...: the program with alltoall by that.
one() {
	local base
	base=$(base_of "$1")
	generate "$base" "${@:2}" --prefix "$base" --ops "$(others),alltoall=$1"
	build rooted "$base"
}

# compared N ALGORITHM ARGUMENT...: N ranks on the first of HOSTS; it is ours.
compared() {
	# shellcheck disable=SC2086
	hosts ${HOSTS:-$EIGHT n5}
	RINGGEN_VERBOSE=1 run --separate-stderr on "$1" "rooted-$(base_of "$2")" -c alltoall "${@:3}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	local by=${2%%:*}
	[ "$1" = 1 ] || grep -q "_Alltoall on $1 ranks, .*: ${by/sliced/phases} (" <<<"$stderr"
}

@test "1 to 9 ranks behind four switches, by all algorithms: types, none to some elements, in place, all forms" {
	local n by turn=0
	for n in 1 2 3 4 5 6 7 8 9; do
		for by in "${ALGORITHMS[@]}"; do
			# Each number of ranks has half of the algorithms with all types.
			turn=$((turn + 1))
			if [ $((turn % 2)) = 1 ]; then
				compared "$n" "$by" -n 0,3
			else
				compared "$n" "$by" -1 -n 1,70
			fi
		done
		turn=$((turn + 1))
	done
}

@test "machines of several ranks, not one after the other, and one with more than half" {
	local n by
	for by in phases:machine phases:switch phases:branch "phases:2 switch" "phases:1 branch" pairwise xor; do
		HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
		for n in 2 5 8; do
			compared "$n" "$by" -1 -n 1,70
		done
		HOSTS="n9 n9 n9 n9 n9 n17 n9 n2"
		compared 8 "$by" -1 -n 3
	done
}

@test "long blocks, in slices too" {
	local by
	for by in "${ALGORITHMS[@]}"; do
		compared 5 "$by" -1 -n 5003
	done
	compared 5 sliced -n 1,70
	compared 3 sliced -1 -n 5003
}

@test "on one machine, through windows and lent" {
	local n by
	HOSTS="n9 n9 n9 n9 n9 n9"
	for by in shared lent; do
		for n in 1 2 3 5; do
			compared "$n" "$by" -n 0,1,3
		done
		compared 2 "$by" -1 -n 100003
		compared 6 "$by" -1 -n 20011
	done
}

@test "under MPI's own names, on several machines and on one" {
	local places
	for places in "n1 n1 n2 n3 n3" "n1 n1 n1 n1 n1"; do
		# shellcheck disable=SC2086
		hosts $places
		RINGGEN_VERBOSE=1 PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare run --separate-stderr on 5 rooted \
			-c alltoall -n 1,70
		echo "$output"
		echo "$stderr"
		[ "$status" = 0 ]
		[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
		[[ $stderr == *"MPI_Alltoall on 5 ranks"* ]]
	done
}

@test "lengths and types that pairs know: 1 to 9 ranks behind four switches, all forms, in place, blocks of nothing" {
	local n by
	for n in 1 2 3 4 5 6 7 8 9; do
		for by in "${UNEQUAL[@]}"; do
			pairs_of "$n" "$by"
		done
	done
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	for by in phases:machine phases:switch phases:branch "phases:1 switch" "phases:2 branch"; do
		pairs_of 8 "$by" -n 3,5003
	done
	pairs_of 5 linear:3 -n 5003
}

@test "lengths that pairs know, on one machine, through windows" {
	local n
	HOSTS="n9 n9 n9 n9 n9 n9"
	for n in 1 2 3 5; do
		pairs_of "$n" shared-pairs
	done
	pairs_of 2 shared-pairs -n 100003
	pairs_of 6 shared-pairs -n 20011
}

@test "lengths that pairs know, under MPI's own names" {
	local places
	for places in "n1 n1 n2 n3 n3" "n1 n1 n1 n1 n1"; do
		# shellcheck disable=SC2086
		hosts $places
		RINGGEN_VERBOSE=1 PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare run --separate-stderr on 5 pairs
		echo "$output"
		echo "$stderr"
		[ "$status" = 0 ]
		[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
		[[ $stderr == *"MPI_Alltoallv on 5 ranks, "*" machine"*": "* ]]
		[[ $stderr == *"MPI_Alltoallw on 5 ranks, "*" machine"*": "* ]]
	done
}
