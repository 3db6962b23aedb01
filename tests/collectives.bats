#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Every collective against the MPI library's own; eight local ranks look like eight machines behind four switches, or
# like fewer that hold unlike numbers of ranks.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
}

# Programs of several tests are built when the first one needs them.
need() {
	[ ! -e "$BATS_FILE_TMPDIR/collectives-$1" ] || return 0
	case $1 in
	chain32) generate chain32 "$TOPOLOGIES/chain32.xml" --ops all=ring && build collectives chain32 ;;
	recursive_doubling | butterfly | smp_binomial | smp_butterfly | columns | islands) build_by "$1" "$1" "$TOPOLOGIES/chain32.xml" ;;
	auto) build_by smp_butterfly auto --auto ;;
	shared) generate shared --auto --prefix shared --ops all=shared && build collectives shared ;;
	shared_columns) generate_by shared_columns all=shared-columns ;;
	shared_lanes) lanes_by shared_lanes all=shared-columns false ;;
	lanes) lanes_by lanes all=ring ;;
	esac
}

# generate_by BASE LIST: the program collectives-BASE, by the algorithms of LIST.
generate_by() {
	generate "$1" "$TOPOLOGIES/chain32.xml" --prefix "$1" --ops "$2"
	build collectives "$1"
}

# lanes_by BASE LIST [DRIFT]: the same in lanes, of 24 bytes, that differ unless DRIFT is false.
lanes_by() {
	generate "$1" "$TOPOLOGIES/chain32.xml" --prefix "$1" --ops "$2"
	in_lanes "$1" 24 "${3:-true}"
	build collectives "$1"
}

# compared N ARGUMENT...: N ranks compare, on the first of HOSTS (the eight, unless the test says so; x/0/1: machine x,
# package 0, NUMA node 1, as in RINGGEN_HOSTS); PROGRAM's
# algorithm BY is really used and nothing is warned of.
compared() {
	local program=${PROGRAM:-chain32} by=${BY:-ring} machines
	need "$program"
	# shellcheck disable=SC2086
	hosts ${HOSTS:-$EIGHT}
	sed -i 's|/| |g' "$RINGGEN_HOSTS"
	machines=$(head -n "$1" "$RINGGEN_HOSTS" | cut -d ' ' -f 1 | sort -u | wc -l)
	RINGGEN_VERBOSE=1 run --separate-stderr on "$1" "collectives-$program" "${@:2}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	# Machines here have unlike numbers of ranks on purpose.
	stderr=$(grep -v 'most hosts stand there once$' <<<"$stderr" || [ $? = 1 ])
	[ "$1" = 1 ] || [[ $stderr == *"on $1 ranks, $machines machine"*": $by ("* ]]
	[ -z "$stderr" ] || no_line -v "^ringgen: $program" <<<"$stderr"
	[ "$1" = 1 ] || no_line -v -e "$by (" -e 'in the order' -e 'are proved' -e 'there is no data' -e 'does not commute' -e 'on level' <<<"$stderr"
}

# compared_by ALGORITHM: 1 to 8 ranks on machines with 1 to 4 of them, shuffled, then each on its own machine.
compared_by() {
	PROGRAM=$1
	BY=${1//_/-}
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	for n in 1 2 3; do
		compared $n -c allreduce -n 0,1,P-1,P,P+1,13
	done
	compared 4 -c allreduce -k int,double_int,strided,below,matrix -n 1,P-1,13
	compared 5 -c allreduce -k long,complex,matrix -n 1,P,P+1
	compared 6 -c allreduce -k double,below,matrix -n P-1,13
	compared 7 -c allreduce -k int,2int,matrix -n 1,P-1,P+1
	compared 8 -c allreduce -k float,strided,matrix -n P-1,P,1009
	compared 7 -r -n 1,P,1009
	HOSTS=$EIGHT
	compared 8 -c allreduce -k double,double_int,matrix -n 1,P+1
	compared 3 -c allreduce -k double,below,matrix -n 100003
}

# The last run: operations that do not commute were ours.
ordered_too() {
	no_line 'does not commute' <<<"$stderr"
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

# bats test_tags=long
@test "1,009 elements on 8 ranks, 100,003 on 3 and 4" {
	compared 8 -k double,strided -n 1009
	compared 3 -k int,double,below -n 100003
	compared 4 -c allreduce -k complex,float -n 100003
}

# With 24 bytes to a lane: one lane, lanes of which some have nothing in some blocks, and as many as there may be.
# bats test_tags=long
@test "in lanes: 2 to 8 ranks, all layouts, blocks that do not divide" {
	PROGRAM=lanes
	compared 2 -k int,double,strided,matrix -n 0,1,P-1,13,101
	compared 3 -k float,2int,below -n 1,P+1,29,1009
	compared 4 -k int,double_int,matrix -n P-1,P,53
	compared 5 -k long,strided -n 13,1009
	compared 7 -k complex,below -n 13,101
	compared 8 -k int,strided -n 7,29
	compared 3 -k double,int -n 100003
	HOSTS="n9 n2 n9 n9 n0 n2" compared 6 -k double,strided -n 29
	compared 4 -r -n 13,1009,100003
}

@test "all ranks get the same bits, whatever the numbers" {
	compared 4 -r -n 1,P,13,1009,100003
	compared 8 -r -n P-1,P+1,1009
}

# fewest LIST EXPECTED...: the algorithms of LIST, on the fewest ranks on which some machines have one and some more, a fold
# is needed, and blocks do not divide; each of EXPECTED has been used. What is longer has all types, counts and numbers of ranks.
fewest() {
	local base by
	base=fewest$(cksum <<<"$1" | cut -d ' ' -f 1)
	generate_by "$base" "all=ring,$1"
	hosts n9 n2 n9 n9 n2 n0
	RINGGEN_VERBOSE=1 run --separate-stderr on 6 "collectives-$base" \
		-c allreduce,allgather,allgatherv,reduce_scatter,reduce_scatter_block -k double,below,matrix -n 1,P+1
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	for by in "${@:2}"; do
		grep -q "^ringgen: ${base}_.*: $by (" <<<"$stderr"
	done
}

@test "every algorithm, on six ranks" {
	fewest allreduce=recursive-doubling,allgather=neighbour,allgatherv=neighbour,reduce_scatter=pairwise,reduce_scatter_block=pairwise \
		recursive-doubling neighbour pairwise
	ordered_too
	fewest allreduce=butterfly,allgather=bine,allgatherv=bine,reduce_scatter=circulant,reduce_scatter_block=recursive-halving \
		butterfly bine circulant recursive-halving
	fewest allreduce=gather,allgather=recursive-doubling,allgatherv=recursive-doubling,reduce_scatter=bine,reduce_scatter_block=bine \
		gather recursive-doubling bine
	fewest allreduce=smp-binomial,allgather=columns,allgatherv=columns,reduce_scatter=columns,reduce_scatter_block=columns \
		smp-binomial columns
	fewest allreduce=smp-butterfly,allgather=islands,allgatherv=islands,reduce_scatter=islands,reduce_scatter_block=islands \
		smp-butterfly islands
	fewest allreduce=bine-doubling,allgather=factored,allgatherv=factored,reduce_scatter=factored,reduce_scatter_block=factored \
		bine-doubling factored
	fewest allreduce=circulant,allgather=shared-columns,allgatherv=shared-columns,reduce_scatter=shared-columns,reduce_scatter_block=shared-columns \
		circulant shared-columns
	fewest allreduce=shared-leaders,allgather=shared-factored,allgatherv=shared-factored,reduce_scatter=shared-factored,reduce_scatter_block=shared-factored \
		shared-leaders shared-factored
}

@test "in lanes, on three ranks" {
	PROGRAM=lanes compared 3 -k double,below -n 0,1,P+1,29
}

@test "one machine through windows, on three ranks" {
	PROGRAM=shared BY=shared HOSTS="x x x"
	compared 3 -k double,2int,matrix -n 1,P+1,1009
	ordered_too
}

# bats test_tags=long
@test "allreduce by recursive doubling, also of operations that do not commute" {
	compared_by recursive_doubling
	ordered_too
}

# bats test_tags=long
@test "allreduce by the butterfly, also of operations that do not commute" {
	compared_by butterfly
	ordered_too
}

# bats test_tags=long
@test "allreduce by SMP-binomial" {
	compared_by smp_binomial
	grep -q 'smp_binomial_Allreduce on 3 ranks: native: the operation does not commute' <<<"$stderr"
}

# bats test_tags=long
@test "allreduce by SMP-butterfly" {
	compared_by smp_butterfly
	grep -q 'smp_butterfly_Allreduce on 3 ranks: native: the operation does not commute' <<<"$stderr"
}

# bats test_tags=long
@test "factored exchange: all collectives" {
	generate_by factored all=factored
	PROGRAM=factored BY=factored
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	for n in 1 2 3; do
		compared $n -n 0,1,P-1,P,P+1,13
	done
	compared 4 -k int,double_int,strided,below,matrix -n 1,P-1,13
	compared 5 -k long,complex,matrix -n 1,P+1
	compared 6 -k double,below -n P-1,13
	compared 7 -k int,2int,strided -n 1,P+1
	compared 8 -k float,strided,matrix -n P-1,P,109
	compared 7 -r -n 1,P,1009
	grep -q 'factored_Allreduce on 7 ranks' <<<"$stderr"
}

# bats test_tags=long
@test "neighbour exchange: allgather of equal and unequal blocks, also in lanes" {
	generate_by neighbour all=ring,allgather=neighbour,allgatherv=neighbour
	lanes_by neighbour_lanes all=ring,allgather=neighbour,allgatherv=neighbour
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	for n in 1 2 3 4 5 7 8; do
		for PROGRAM in neighbour neighbour_lanes; do
			BY=neighbour compared $n -c allgather,allgatherv -k int,double_int,strided,below,matrix -n 0,1,P-1,P,13
		done
	done
	grep -q 'neighbour_lanes_Allgather on 8 ranks' <<<"$stderr"
}

# bats test_tags=long
@test "allreduce by gathering, reduce-scatter by pairwise exchange and recursive halving, in order too" {
	generate_by pairs all=ring,allreduce=gather,reduce_scatter=pairwise,reduce_scatter_block=pairwise
	generate_by halves all=ring,reduce_scatter=recursive-halving,reduce_scatter_block=recursive-halving
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	for n in 1 2 3 5 6 8; do
		PROGRAM=pairs BY=gather compared $n -c allreduce -k double,strided,matrix -n 0,1,P-1,13
		ordered_too
		PROGRAM=pairs BY=pairwise compared $n -c reduce_scatter,reduce_scatter_block -k int,below,matrix -n 0,1,P-1,13
		ordered_too
		PROGRAM=halves BY=recursive-halving compared $n -c reduce_scatter,reduce_scatter_block \
			-k double,strided,matrix -n 0,1,P-1,13
		ordered_too
	done
	PROGRAM=pairs BY=gather compared 7 -c allreduce -r -n 1,P,109
}

# bats test_tags=long
@test "circulant and bine, also in lanes; recursive doubling of blocks, which keeps the order" {
	local lanes=allreduce=circulant,reduce_scatter=circulant,reduce_scatter_block=circulant
	generate_by circulant "all=ring,$lanes"
	lanes_by slices "all=ring,$lanes"
	generate_by bine all=bine
	lanes_by bine_lanes all=bine
	generate_by bine_doubling all=ring,allreduce=bine-doubling
	generate_by doubling_blocks all=recursive-doubling
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	for n in 1 2 3 4 5 7 8; do
		PROGRAM=circulant BY=circulant compared $n -c allreduce,reduce_scatter,reduce_scatter_block \
			-k int,double,strided,below -n 0,1,P-1,P+1,13
		PROGRAM=bine BY=bine compared $n -k int,double,strided,below -n 0,1,P-1,P+1,13
		PROGRAM=bine_doubling BY=bine-doubling compared $n -c allreduce -k int,double -n 0,1,13
		PROGRAM=doubling_blocks BY=recursive-doubling compared $n -c allgather,allgatherv,reduce_scatter,reduce_scatter_block \
			-k int,double,strided,matrix -n 0,1,P-1,P+1,13
		ordered_too
	done
	for n in 2 3 5 8; do
		PROGRAM=slices BY=circulant compared $n -c allreduce,reduce_scatter,reduce_scatter_block \
			-k int,double,strided,below -n 0,1,P-1,13,101
		PROGRAM=bine_lanes BY=bine compared $n -k int,double,strided,below -n 0,1,P-1,13,101
	done
	PROGRAM=circulant BY=circulant compared 7 -c allreduce -r -n 1,P,1009
	PROGRAM=bine BY=bine compared 7 -c allreduce -r -n 1,P,1009
	PROGRAM=bine_doubling BY=bine-doubling compared 8 -c allreduce -r -n 1,P,1009
}

# bats test_tags=long
@test "columns: all collectives, on machines alike and unlike" {
	PROGRAM=columns BY=columns
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31" # as many as 4, 2, 1 and 1
	for n in 1 2 3; do
		compared $n -n 0,1,P-1,P,P+1,13
	done
	compared 4 -k int,double_int,strided,below,matrix -n 1,P-1,13
	compared 6 -k double,below,matrix -n P-1,13
	compared 8 -k float,strided,matrix -n P-1,P,109
	HOSTS="n9 n2 n2 n9 n0 n2 n0 n9" # 3, 3 and 2
	compared 7 -k int,2int -n 1,P-1,P+1
	compared 8 -k double,complex -n 1,13
	compared 8 -c allreduce -k double,below -n 10007
	compared 8 -r -n 1,P,1009
	HOSTS="n9 n2 n9 n2 n9 n2 n2 n9"
	compared 8 -k long,matrix -n 1,P+1
	HOSTS="n9 n9 n9 n9 n9 n9 n9 n9"
	compared 5 -k double,strided -n 0,1,P+1,1009
	HOSTS=$EIGHT
	compared 8 -k double,matrix -n 1,P+1
	grep -q 'columns_Allreduce on 8 ranks: native: the operation does not commute' <<<"$stderr"
}

# bats test_tags=long
@test "islands: all collectives, on islands alike and unlike" {
	PROGRAM=islands BY=islands # two on each of four switches; unlike numbers, several on a machine
	compared 8 -k double,matrix -n 1,P+1,109
	compared 8 -r -n 1,P,1009
	HOSTS="n9 n2 n10 n31 n0 n3 n8 n9"
	compared 6 -k int,double_int -n 0,1,P-1,13
	compared 8 -k long,strided -n 1,P+1
}

# bats test_tags=long
@test "gateways: slow machines hand their vectors to a fast one, which there may be none of" {
	local hosts n=0
	for hosts in "c10 d0 d1 a3 d2 d3 c11 a0" "d0 c11 d1 d0 d3 c11 d1 d0" "d1 c11 d0 a0 d1 b7 d0 c0"; do
		PROGRAM=gateways$((++n)) BY=gateways HOSTS=$hosts
		generate $PROGRAM "$TOPOLOGIES/tree3.xml" --hosts "${hosts// /,}" --prefix $PROGRAM --ops all=ring,allreduce=gateways
		build collectives $PROGRAM
		compared 8 -c allreduce -k int,double,strided,matrix -n 0,1,P-1,P,13
		compared 8 -c allreduce -k float -n 100003
		in_lanes $PROGRAM 24
		build collectives $PROGRAM
		compared 8 -c allreduce -k double,below -n P+1,1009
	done
	# The open form; with c11, and without it, when each of these machines is on its own.
	generate gateways "$TOPOLOGIES/tree3.xml" --prefix gateways --ops all=ring,allreduce=gateways
	build collectives gateways
	for hosts in "d0 c11 d1 d0 d3 c11 d1 d0" "d0 d1 a0 d2 d3 d0 b1 c0"; do
		PROGRAM=gateways BY=gateways HOSTS=$hosts compared 8 -c allreduce -k double,matrix -n 1,P,1009
	done
}

@test "machines told apart by host name: their ranks are together" {
	PROGRAM=auto BY=smp-butterfly HOSTS="x y x z y x x z"
	compared 5 -c allreduce -k double,below -n 1,P,13
	compared 8 -c allreduce -k int,strided -n P-1,13
	[[ $stderr == *"8 ranks on 3 machines told apart by host name, in the order 0 2 5 6 1 4 3 7"* ]]
}

# inside_machines: the program, in all collectives, with windows inside machines and messages between them. A rank that is
# alone on its machine has no window.
inside_machines() {
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31" # as many as 4, 2, 1 and 1
	compared 3 -k int,2int,matrix -n 0,1,P-1,P,13
	compared 8 -k float -n P-1,P,109
	HOSTS="n9 n2 n2 n9 n0 n2 n0 n9" # 3, 3 and 2
	compared 8 -k complex -n 1,13
	compared 7 -r -n 1,1009
	HOSTS="n9 n2 n9 n2 n9 n2 n2 n9"
	compared 4 -k double -n 100003 # several rounds
}

# bats test_tags=long
@test "several machines through windows: columns" {
	PROGRAM=shared_columns BY=shared-columns inside_machines
}

# bats test_tags=long
@test "several machines through windows: columns in lanes" {
	PROGRAM=shared_lanes BY=shared-columns inside_machines
}

# bats test_tags=long
@test "several machines through windows: exchanges" {
	generate_by shared_factored all=shared-factored
	PROGRAM=shared_factored BY=shared-factored inside_machines
}

# bats test_tags=long
@test "several machines through windows: allreduce by leaders" {
	generate_by shared_leaders all=ring,allreduce=shared-leaders
	PROGRAM=shared_leaders BY=shared-leaders
	HOSTS="n9 n2 n9 n9 n0 n2 n9 n31"
	compared 3 -c allreduce -k int,2int,matrix -n 0,1,P-1,P,13
	compared 7 -c allreduce -k 2int,matrix -n P-1,13
	compared 8 -c allreduce -r -n 1,1009
	HOSTS="n9 n2 n2 n9 n0 n0" # a fold between machines
	compared 6 -c allreduce -k double,complex -n 1,13
	HOSTS="n9 n2 n9 n2 n9 n2 n2 n9"
	compared 4 -c allreduce -k double -n 100003
}

# Which windows a call takes has to follow from what was called before on all ranks of a machine, those of the ring, which
# hear of few others, too.
# bats test_tags=long
@test "several machines: calls through windows and without in random sequences, ranks that pause" {
	local shape
	generate mixed_several "$TOPOLOGIES/chain32.xml" --prefix mixed_several --ops \
		allreduce=ring,allreduce=shared-leaders,allgather=shared-columns,allgatherv=ring,reduce_scatter=columns,reduce_scatter_block=shared-factored
	build mixed mixed_several
	for shape in "n9 n2 n9 n9 n2 n9" "n9 n2 n2 n9 n2 n0"; do
		# shellcheck disable=SC2086 # words
		hosts $shape
		RINGGEN_VERBOSE=1 run --separate-stderr on 6 mixed-mixed_several 700 3 11
		echo "$output$stderr"
		[ "$status" = 0 ]
		[ "$output" = "1400 calls" ]
		grep -q "mixed_several_Allgather on 6 ranks, . machines: shared-columns" <<<"$stderr"
		no_line -e 'native: its' -e 'native: there is no algorithm' <<<"$stderr"
	done
}

# bats test_tags=long
@test "one machine: through windows, also of operations that do not commute" {
	PROGRAM=shared BY=shared HOSTS="x x x x x"
	compared 2 -k int,double,complex,2int,matrix
	ordered_too
	compared 3 -k int,float,matrix -n 0,1,P-1,P,P+1,13,1009
	compared 4 -k long,matrix -n 1,P-1,13,1009
	compared 5 -k double,matrix -n 1,P,P+1
	compared 2 -c allgather,allreduce -k double,matrix -n 100003
	compared 3 -k int -n 100003
	compared 5 -r -n 1,P+1,13,1009
	no_line 'without windows' <<<"$stderr"
}

# runs LEVEL N: the last program was told so many of a level.
runs() {
	grep -qE ": $2 runs? on level $1\$" <<<"$stderr"
}

# bats test_tags=long
@test "one machine: NUMA nodes and caches, each of whose ranks add up before they go to the others" {
	PROGRAM=shared_numa BY=shared-tiers
	generate shared_numa --auto --prefix shared_numa --ops all=shared-tiers:numa
	build collectives shared_numa
	HOSTS="x/0/0 x/1/1 x/0/0 x/1/1 x/1/1 x/0/0 x/0/0 x/1/1" # shuffled: 4 and 4
	compared 2 -k int,double,2int
	compared 4 -k int,float -n 0,1,P-1,P,P+1,13,1009
	runs numa 2
	compared 7 -k double -n 1,P,P+1
	compared 8 -k long,complex -n 1,P-1,13,1009
	compared 8 -k double -n 100003
	runs numa 2
	compared 8 -r -n 1,P+1,13
	HOSTS="x/0/0 x/0/3 x/0/0 x/1/7 x/0/3 x/0/0" # 3, 2 and 1
	compared 6 -k double,below -n 0,1,P,1009,100003
	runs numa 3
	HOSTS="x x x x x" # nothing is known
	compared 5 -k double -n 1,13,1009
	runs numa 1
	PROGRAM=shared_cache
	generate shared_cache --auto --prefix shared_cache --ops all=shared-tiers:cache
	build collectives shared_cache
	HOSTS="x/0/0/0/0 x/0/0/1/4 x/0/0/2/4 x/0/1/3/4 x/0/0/0/0 x/0/1/5/4" # of different NUMA nodes: not the same cache
	compared 6 -k double -n 1,P,1009
	runs cache 3
}

# The fixed form has its order, whose ranks may be anywhere in the machine: it asks where only for such a level.
@test "one machine, the fixed form: runs of its order are on a NUMA node" {
	generate fixed_numa "$TOPOLOGIES/chain32.xml" --hosts n9 --ranks-per-node 4 --prefix fixed_numa --ops all=shared-tiers:numa
	build collectives fixed_numa
	PROGRAM=fixed_numa BY=shared-tiers
	HOSTS="n9/0/0 n9/0/0 n9/1/1 n9/1/1" compared 4 -k double -n 0,1,P,1009
	runs numa 2
	HOSTS="n9/0/0 n9/1/1 n9/0/0 n9/1/1" compared 4 -k double -n 0,1,P,1009
	runs numa 4
}

# bats test_tags=long
@test "several machines: leaders and columns of NUMA nodes" {
	HOSTS="n9/0/0 n2/0/1 n9/1/1 n9/0/0 n0 n2/1/2 n9/1/1 n2/0/1"
	for by in leaders columns; do
		generate numa_$by "$TOPOLOGIES/chain32.xml" --prefix numa_$by --ops all=columns,allreduce=$by:numa
		build collectives numa_$by
		PROGRAM=numa_$by BY=$by compared 8 -c allreduce -k double,matrix -n 1,P,1009
		runs numa 5
	done
}

# The kernel knows two processing units, which hwloc is told to be two NUMA nodes: ranks are bound to one of these, to
# both, or to none that it knows of.
# bats test_tags=long
@test "one machine: where ranks are in it by hwloc, which may not tell" {
	[ "$(nproc)" -ge 2 ] || skip "needs two processing units"
	local bind=$BATS_TEST_TMPDIR/bind first second
	IFS=', -' read -r first second < <(taskset -cp $$ | sed 's/.*: //')
	local PROGRAM=by_numa LEVEL=numa
	for level in numa cache; do
		generate by_$level --auto --prefix by_$level --ops all=shared-tiers:$level
		build collectives by_$level
	done
	unset RINGGEN_HOSTS
	cat >"$bind" <<-'EOF'
		#!/bin/bash
		rank=${PMI_RANK:-$OMPI_COMM_WORLD_RANK}
		read -ra cpus <<<"$CPUS"
		HWLOC_SYNTHETIC=$MACHINE HWLOC_THISSYSTEM=1 exec taskset -c "${cpus[rank]}" "$@"
	EOF
	chmod +x "$bind"
	# bound CPU... EXPECTED: the runs of ranks that are bound so.
	bound() {
		CPUS="${*:1:4}" MACHINE=${MACHINE-numa:2 core:1 pu:1} WRAPPER=$bind RINGGEN_VERBOSE=1 			run --separate-stderr on 4 "collectives-$PROGRAM" -c allreduce -k double -n 1,13,1009
		echo "$output$stderr"
		[ "$status" = 0 ]
		[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
		runs "$LEVEL" "$5"
	}
	[ "$first $second" = "0 1" ] || skip "needs the processing units 0 and 1"
	bound 0 1 0 1 2
	bound 0 1 0,1 1 1                    # one is bound to both
	MACHINE="numa:1 core:2 pu:1" bound 0 1 0 1 1
	MACHINE="numa:2 core:2 pu:1" bound 0 1 0 1 1 # two are not used
	MACHINE="core:1 pu:1" bound 0 1 0 1 1        # hwloc does not know of the second
	MACHINE='' bound 0 1 0 1 1                   # what there is here
	PROGRAM=by_cache LEVEL=cache
	MACHINE="numa:1 l3:2 l2:1 core:1 pu:1" bound 1 0 0 1 2
	MACHINE="numa:1 l3:1 l2:2 core:1 pu:1" bound 1 0 0 1 1
	MACHINE="numa:2 core:1 pu:1" bound 1 0 0 1 2 # no cache: as NUMA nodes
}

# A ring with one block lets ranks go that have heard of nobody: they must not take a window that others still read.
# bats test_tags=long
@test "one machine: calls through windows and without in random sequences, ranks that pause" {
	generate mixed --auto --prefix mixed --ops all=shared,allreduce=shared,allreduce=ring,allgatherv=ring,reduce_scatter=ring
	build mixed mixed
	hosts x x x x x
	for n in 2 3 5; do
		RINGGEN_VERBOSE=1 run --separate-stderr on $n mixed-mixed 700 $n 11
		echo "$output$stderr"
		[ "$status" = 0 ]
		[ "$output" = "1400 calls" ]
		grep -q "mixed_Allgather on $n ranks, 1 machine: shared" <<<"$stderr"
		grep -q "mixed_Reduce_scatter on $n ranks, 1 machine: ring" <<<"$stderr"
		no_line -e 'native: its' -e 'native: there is no algorithm' <<<"$stderr"
	done
}

# A short call leaves behind what the next one like it needs.
# bats test_tags=long
@test "calls like earlier ones but for one argument, while types, operations and communicators come and go" {
	generate again --auto --prefix again
	build again again
	for machines in "x x x x" "x y z x"; do
		# shellcheck disable=SC2086 # words
		hosts $machines
		for n in 2 3 4; do
			run --separate-stderr on $n again-again 6000 $n
			echo "$output$stderr"
			[ "$status" = 0 ]
			[ "$output" = "6000 calls" ]
		done
	done
}

@test "what windows do not hold is native, and so is all where there are none" {
	need shared
	hosts x x x
	RINGGEN_VERBOSE=1 run --separate-stderr on 2 collectives-shared -k double_int,double -n 13
	[ "$status" = 0 ]
	grep -q 'shared_Allreduce on 2 ranks: native: its algorithm needs shared memory' <<<"$stderr"
	grep -q 'shared_Allreduce on 2 ranks, 1 machine: shared (' <<<"$stderr"
	# By an operation of the program's own elements with gaps are reduced there, too: windows hold them packed.
	RINGGEN_VERBOSE=1 run --separate-stderr on 3 collectives-shared -k strided,below -n 13,109
	[ "$status" = 0 ]
	grep -q 'shared_Allreduce on 3 ranks, 1 machine: shared (' <<<"$stderr"
	no_line 'shared_Allreduce .* native' <<<"$stderr"
	RINGGEN_WINDOWS=0 RINGGEN_VERBOSE=1 run --separate-stderr on 3 collectives-shared -k double -n 13
	[ "$status" = 0 ]
	grep -q '3 ranks on 1 machine told apart by host name without windows' <<<"$stderr"
	no_line ': shared (' <<<"$stderr"
	hosts x y y
	RINGGEN_VERBOSE=1 run --separate-stderr on 3 collectives-shared -k double -n 13
	[ "$status" = 0 ]
	grep -q 'shared_Allreduce on 3 ranks: native: its algorithm is for one machine' <<<"$stderr"
}

@test "a rank that is killed leaves no windows behind" {
	need shared
	build killed shared
	hosts x x
	run --separate-stderr on 2 killed-shared
	[ "$status" != 0 ]
	[[ $output == windows* ]]
	generate killed_several "$TOPOLOGIES/chain32.xml" --prefix killed_several --ops all=shared-columns
	build killed killed_several
	hosts n9 n2 n9 n2
	run --separate-stderr on 4 killed-killed_several
	[ "$status" != 0 ]
	[[ $output == windows* ]]
	ls /dev/shm >"$BATS_TEST_TMPDIR/left"
	run ! grep ringgen "$BATS_TEST_TMPDIR/left"
}

@test "wrong arguments have MPI's error class, and the user's handler hears of them once" {
	# shellcheck disable=SC2086
	hosts $EIGHT
	need chain32
	build errors chain32
	run --separate-stderr on 2 errors-chain32
	echo "$output $stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ checks$ ]]
	run on 3 errors-chain32
	[ "$status" = 0 ]
}
