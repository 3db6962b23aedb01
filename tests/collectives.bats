#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Every collective against the MPI library's own; eight local ranks look like eight machines behind four switches.
# shellcheck disable=SC2154 # run sets output and stderr
load common

setup_file() {
	build_yield
	generate chain32 "$TOPOLOGIES/chain32.xml"
	build collectives chain32
	build errors chain32
}

# compared N ARGUMENT...: N ranks compare, as the first of the eight; the ring is really used and nothing is warned of.
compared() {
	# shellcheck disable=SC2086
	hosts $EIGHT
	RINGGEN_VERBOSE=1 run --separate-stderr on "$1" collectives-chain32 "${@:2}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	[ "$1" = 1 ] || [[ $stderr == *"on $1 ranks, $1 machines: ring"* ]]
	[ -z "$stderr" ] || run ! grep -v '^ringgen: chain32' <<<"$stderr"
	[ "$1" = 1 ] || run ! grep -v -e 'ring (' -e 'in the order' -e 'there is no data' -e 'does not commute' <<<"$stderr"
}

@test "1 rank, all types, operations, counts and layouts" {
	compared 1
}

@test "2 ranks, all types, operations, counts and layouts" {
	compared 2
}

@test "3 ranks, all types, operations, counts and layouts" {
	compared 3
}

@test "4 ranks, all types, operations and layouts, small counts" {
	compared 4 -n 0,1,P-1,P,P+1,13
}

@test "5, 6 and 7 ranks, counts that do not divide" {
	compared 5 -k long,float,2int -n P-1,P,P+1
	compared 6 -k complex,below -n 1,P+1
	compared 7 -k int,double,matrix -n P-1,13
}

@test "8 ranks behind four switches, shuffled" {
	compared 8 -k int,double,double_int,strided,matrix -n 0,1,P-1,P,P+1
	compared 8 -c allreduce,allgather -n 13
}

@test "1,009 elements on 8 ranks, 100,003 on 3 and 4" {
	compared 8 -k double,strided -n 1009
	compared 3 -k int,double,below -n 100003
	compared 4 -c allreduce -k complex,float -n 100003
}

@test "all ranks get the same bits, whatever the numbers" {
	compared 4 -r -n 1,P,13,1009,100003
	compared 8 -r -n P-1,P+1,1009
}

@test "wrong arguments have MPI's error class, and the user's handler hears of them once" {
	# shellcheck disable=SC2086
	hosts $EIGHT
	run --separate-stderr on 2 errors-chain32
	echo "$output $stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ checks$ ]]
	run on 3 errors-chain32
	[ "$status" = 0 ]
}
