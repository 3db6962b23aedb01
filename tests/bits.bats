#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Reproducible mode: the same bits wherever the ranks are, whatever their order, the number of elements and the algorithm.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

# Several placements of eight ranks, for which other rings and other numbers of machines follow.
PLACES=(
	"$EIGHT"
	"n0 n1 n2 n3 n4 n5 n6 n7"
	"n9 n2 n9 n9 n0 n2 n9 n31"
	"n31 n31 n31 n31 n31 n31 n31 n31"
)
COUNTS=(1 13 1009 30011)

setup_file() {
	build_yield
	for by in ring recursive-doubling butterfly; do
		generate "${by/-/_}" "$TOPOLOGIES/chain32.xml" --prefix "${by/-/_}" --ops "all=ring,allreduce=$by"
		build bits "${by/-/_}"
	done
	generate planned "$TOPOLOGIES/chain32.xml" --prefix planned --reproducible
	build bits planned
}

# bits N PROGRAM ARGUMENT...
bits() {
	run --separate-stderr on "$1" "bits-$2" "${@:3}"
	echo "$output"
	head -n 20 <<<"$stderr"
}

# the_same N PROGRAM ARGUMENT...: N ranks have the right bits, and nothing is warned of.
the_same() {
	bits "$@"
	[ "$status" = 0 ]
	[ "${output% checks}" -gt 0 ]
	[ -z "$stderr" ]
}

# bats test_tags=long
@test "recursive doubling and butterfly: the same bits, on 2 to 8 ranks in any place" {
	local n place by
	export RINGGEN_REPRODUCIBLE=1
	for n in 2 3 4 5 6 7 8; do
		# shellcheck disable=SC2086
		hosts ${PLACES[n % 4]}
		for by in recursive_doubling butterfly; do
			the_same $n $by -c allreduce "${COUNTS[@]}"
		done
	done
	for place in "${PLACES[@]}"; do
		# shellcheck disable=SC2086
		hosts $place
		the_same 7 butterfly -c allreduce "${COUNTS[@]}"
	done
}

@test "generate --reproducible: the same bits in all three reductions, across the plan's cut-overs" {
	local n
	for n in 2 3 4 5 6 7 8; do
		# shellcheck disable=SC2086
		hosts ${PLACES[n % 4]}
		the_same $n planned "${COUNTS[@]}"
	done
}

@test "without being asked for, other bits" {
	# shellcheck disable=SC2086
	hosts $EIGHT
	# mpiexec may lose what a rank wrote just before it aborted: the status is certain, the text is asked for thrice.
	for _ in 1 2 3; do
		bits 5 ring -c allreduce 1009
		[ "$status" != 0 ]
		[[ $stderr != *"has other bits"* ]] || break
	done
	[[ $stderr == *"has other bits"* ]]
	RINGGEN_REPRODUCIBLE=0 bits 5 ring -c allreduce 1009
	[ "$status" != 0 ]
}

@test "set on some ranks: it holds for all, one warning" {
	# shellcheck disable=SC2086
	hosts $EIGHT
	bits 5 butterfly -m -c allreduce 13
	[ "$status" = 0 ]
	[ "$stderr" = "ringgen: 'butterfly': RINGGEN_REPRODUCIBLE is set on 2 of 5 ranks: it holds for all of this communicator" ]
}

@test "no algorithm for it: native, one warning for each collective" {
	# shellcheck disable=SC2086
	hosts $EIGHT
	RINGGEN_REPRODUCIBLE=1 bits 2 ring 1 13
	[ "$status" = 0 ]
	[ "$(grep -c . <<<"$stderr")" = 3 ]
	for routine in Allreduce Reduce_scatter Reduce_scatter_block; do
		[[ $stderr == *"ringgen: ring_$routine: the bits of its result may depend on where the ranks are: native: no algorithm in the file combines in the order of the ranks"* ]]
	done
	hosts here there
	RINGGEN_REPRODUCIBLE=1 bits 2 butterfly -c allreduce 13
	[ "$status" = 0 ]
	[[ $stderr == *"is not in topology"* ]]
	[[ $stderr == *"ringgen: butterfly_Allreduce: the bits of its result may depend on where the ranks are: native: a host is not in the topology"* ]]
}

@test "generate --reproducible: only what keeps the order, or nothing" {
	cd "$BATS_TEST_TMPDIR"
	"$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --reproducible --ops allreduce,allgather -o some
	[ "$(grep -c 'reproducible = true' some.c)" = 1 ]
	grep -q '{0, &rg_recursive_doubling_allreduce' some.c
	grep -q 'in the order of the ranks: the same bits' some.c
	run --separate-stderr "$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --reproducible --ops allreduce=ring -o ring
	[ "$status" = 2 ]
	[[ $stderr == *"allreduce"*"order of the ranks"* ]]
	[ ! -e ring.c ]
}
