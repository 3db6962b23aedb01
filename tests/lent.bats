#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# One copy inside a machine: what ranks lend each other, against the MPI library's own; where it is forbidden; what fails.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

LENT=allreduce=lent,allgather=lent,allgatherv=lent,reduce_scatter=lent,reduce_scatter_block=lent
ROOTED=bcast=lent,reduce=lent,gather=lent,scatter=lent,gatherv=shared,scatterv=shared,scan=shared,exscan=shared,barrier=shared

# What is not generated is not tried: MPICH 4.0's own scatter of MPI_DOUBLE_INT is at fault.
OURS=allreduce,allgather,allgatherv,reduce_scatter,reduce_scatter_block

setup_file() {
	build_yield
	generate lent --auto --prefix lent --ops $LENT
	generate rooted --auto --prefix rooted --ops $ROOTED
	build collectives lent
	build rooted rooted
	build edges lent
}

# compared N PROGRAM BY ARGUMENT...: on one machine, by what is lent.
compared() {
	# shellcheck disable=SC2046
	hosts $(yes x | head -n "$1")
	RINGGEN_VERBOSE=1 run --separate-stderr on "$1" "$2" "${@:3}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	[ "$1" = 1 ] || [[ $stderr == *": lent ("* ]]
}

@test "allreduce, allgather, allgatherv, reduce_scatter: types, counts, in place, all forms" {
	for n in 1 2 3 4 5; do
		compared $n collectives-lent -c $OURS -n 0,1,P-1,P,P+1,1009
	done
	compared 2 collectives-lent -c $OURS -k double,2int,matrix -n 300007
	compared 3 collectives-lent -c $OURS -k double,2int,matrix -n 100003
}

@test "bcast, reduce, gather, scatter: all roots, types, in place, all forms" {
	for n in 1 2 3 4 5; do
		compared $n rooted-rooted -n 0,1,3,1009
	done
	compared 3 rooted-rooted -n 30011
}
