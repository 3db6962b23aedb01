#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# examples/preload/mpich-tests.sh: MPICH's own tests, each algorithm in turn; and what it says of tests that fail.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup() {
	[ -z "$SAN" ] || skip "a sanitizer must be in the program"
	[ "$MPI" = mpich ] || skip "they are MPICH's"
	build_yield
	export BUILD=$BATS_TEST_TMPDIR/build LIBRARY=$LIBPRELOAD MPICH_PRELOAD=$YIELD LIMIT
}

mpich_tests() {
	run --separate-stderr "$ROOT/examples/preload/mpich-tests.sh" "$@"
	echo "$output$stderr"
}

# source_tree: two tests in the shape of MPICH's source: a sum, and one that wants nothing to be preloaded of ours.
source_tree() {
	mkdir -p source/test/mpi/coll
	cat >source/test/mpi/configure <<-'SH'
		#!/bin/sh
		mkdir -p coll
		touch Makefile
		printf '%s\n' 'all: sum picky' '%: ../../source/test/mpi/coll/%.c' '	../mpich/bin/mpicc -o $@ $<' >coll/Makefile
	SH
	chmod +x source/test/mpi/configure
	printf '%s\n' 'sum 4 arg=6' 'picky 2' '# none 3' 'sum 5 arg=10' 'missing 2' >source/test/mpi/coll/testlist
	cat >source/test/mpi/coll/sum.c <<-'C'
		#include <mpi.h>
		#include <stdio.h>
		#include <stdlib.h>
		int main(int argc, char **argv)
		{
			int rank, sum;
			MPI_Init(&argc, &argv);
			MPI_Comm_rank(MPI_COMM_WORLD, &rank);
			MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
			if (!rank)
				puts(sum == (argc > 1 ? atoi(argv[1]) : 1) ? " No Errors" : "wrong");
			MPI_Finalize();
			return 0;
		}
	C
	cat >source/test/mpi/coll/picky.c <<-'C'
		#include <mpi.h>
		#include <stdio.h>
		#include <stdlib.h>
		#include <string.h>
		int main(int argc, char **argv)
		{
			MPI_Init(&argc, &argv);
			puts(strstr(getenv("LD_PRELOAD"), "-preload") ? "wrong" : "No Errors");
			MPI_Finalize();
			return 0;
		}
	C
}

@test "what passes natively and fails with the library is told, and is a failure" {
	cd "$BATS_TEST_TMPDIR"
	source_tree
	mpich_tests source coll
	[ "$status" = 1 ]
	[ "${lines[0]}" = "coll/picky on 2 ranks : passes natively, fails with the library" ]
	[ "${lines[1]}" = "3 tests: 2 pass natively and with the library, 1 natively only, 0 with the library only" ]
	TESTS='su* none' mpich_tests source coll
	[ "$status" = 0 ]
	[ "$output" = "2 tests: 2 pass natively and with the library, 0 natively only, 0 with the library only" ]
}

@test "each algorithm has served in the tests of its collectives" {
	cd "$BATS_TEST_TMPDIR"
	source_tree
	TESTS=sum ALGORITHMS="ring smp-butterfly tree:2 phases:branch" mpich_tests source coll
	[ "$status" = 2 ]
	[[ $stderr == *"'tree' is not an algorithm"* ]]
	RINGGEN=false TESTS=sum ALGORITHMS=all mpich_tests source coll
	[ "$status" = 2 ]
	[[ $stderr == *"does not say which algorithms there are" ]]
	TESTS=sum ALGORITHMS="ring smp-butterfly pairwise phases:branch" mpich_tests source coll
	[ "$status" = 0 ]
	[ "${#lines[@]}" = 4 ]
	[ "$(grep -c ': 2 tests: 2 pass natively and with the library, 0 natively only, 0 with .*; it served in 2$' <<<"$output")" = 2 ]
	[ "$(grep -c ': 2 tests: 2 pass natively and with the library, 0 natively only, 0 with .*; it served in 0$' <<<"$output")" = 2 ]
}

# served N ALGORITHM...: MPICH's tests of some collectives, with each of N algorithms.
served() {
	[ -d "${MPICH_SOURCE:-}" ] || skip "MPICH_SOURCE does not name the source of MPICH (apt-get source mpich)"
	ALGORITHMS=${*:2} mpich_tests "$MPICH_SOURCE" coll
	[ "$status" = 0 ]
	[ "${#lines[@]}" = "$1" ]
	run ! grep 'it served in 0' <<<"$output"
}

@test "MPICH's tests of the three reductions and of allgather, by each algorithm" {
	TESTS='allred allred2 allred3 allgather2 red_scat_block redscat2' served 15 ring columns islands factored shared shared-columns \
		shared-factored recursive-doubling butterfly smp-binomial smp-butterfly gather shared-leaders pairwise recursive-halving
}

# bats test_tags=long
@test "MPICH's tests of alltoall, alltoallv and alltoallw, by each algorithm" {
	TESTS='*alltoall*' served 12 bruck:2 lent linear:4 linear:16 pairwise phases:machine phases:switch phases:branch phases:2 shared \
		shared-pairs xor
}
