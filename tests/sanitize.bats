#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The command and its unit tests with the address and undefined-behaviour sanitizers, and under valgrind. (libringgen:
# memory.bats.)
bats_require_minimum_version 1.5.0

ROOT=$(realpath "$BATS_TEST_DIRNAME/..")

# What is sanitized is built when the first test needs it.
sanitized() {
	sanitized=$ROOT/.build/san-address-undefined
	# plans.c is long, and does what planner.c does.
	units=$(cd "$ROOT/tests/unit" && printf '%s ' *.c | sed 's/ plans\.c//')
	timeout 300 make -C "$ROOT" -s -j2 CC="${CC:-gcc}" SAN=address,undefined ringgen-and-units
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
}

# bats test_tags=long
@test "the unit tests, sanitized" {
	sanitized
	for unit in $units; do
		run -0 timeout 120 "$sanitized/tests/${unit%.c}"
	done
}

# bats test_tags=long
@test "every command, sanitized" {
	sanitized
	ringgen=$sanitized/ringgen
	for f in "$ROOT"/topo-files/*.xml; do
		timeout 60 "$ringgen" check "$f"
		timeout 60 "$ringgen" certify "$f" --loads >/dev/null
		timeout 60 "$ringgen" order "$f" --format xml -o order.xml
		timeout 60 "$ringgen" certify "$f" --order order.xml >/dev/null
		timeout 60 "$ringgen" plot "$f" -o x.svg
		timeout 60 "$ringgen" generate "$f" --ops all=ring -o x
	done
	timeout 100 "$ringgen" generate "$ROOT/topo-files/smp4x8.xml" --ops allreduce,allgather -o x
	timeout 60 "$ringgen" prove "$ROOT/topo-files/tree3.xml" --ranks-per-node 2
	timeout 60 "$ringgen" generate --auto --ops allgather --prefix x -o x
	timeout 60 "$ringgen" export tuning "$ROOT/topo-files/smp4x8.xml" --ranks-per-node 2 --mpi openmpi -o tuning
	timeout 60 "${RINGGEN:-$ROOT/.build/ringgen}" export tuning "$ROOT/topo-files/smp4x8.xml" --ranks-per-node 2 -o own
	timeout 60 "$ringgen" export tuning "$ROOT/topo-files/smp4x8.xml" --ranks-per-node 2 --from own.json -o tuning
	timeout 60 "$ringgen" plan "$ROOT/topo-files/chain32.xml" --hosts "n0,n9,n4" --mpi mpich --from own.json -o plan.txt
	timeout 60 "$ringgen" probe -o here.xml
	timeout 60 "$ringgen" check here.xml
}

grind() {
	timeout 400 valgrind -q --leak-check=full --errors-for-leak-kinds=definite,indirect,possible \
		--error-exitcode=99 "$@"
}

@test "nothing is lost, says valgrind: of an order, a plan of one algorithm, and errors" {
	ringgen=${RINGGEN:-$ROOT/.build/ringgen}
	[ -z "${SAN:-}" ] || skip "a sanitized command does not run under valgrind"
	grind "$ringgen" certify "$ROOT/topo-files/tree3.xml" --ranks-per-node 2
	grind "$ringgen" generate "$ROOT/topo-files/pair.xml" --ops allreduce=columns -o x
	printf 'n0\nnowhere\n' | run -3 grind "$ringgen" certify "$ROOT/topo-files/chain32.xml" --order -
}

# bats test_tags=long
@test "nothing is lost, says valgrind" {
	ringgen=${RINGGEN:-$ROOT/.build/ringgen}
	[ -z "${SAN:-}" ] || skip "a sanitized command does not run under valgrind"
	grind "$ringgen" certify "$ROOT/topo-files/tree3.xml" --ranks-per-node 2
	grind "$ringgen" generate "$ROOT/topo-files/smp16x8.xml" --hosts 'draco[00-03]' --ranks-per-node 2 -o x
	grind "$ringgen" prove --ranks 1-4
	grind "$ringgen" export tuning "$ROOT/topo-files/smp4x8.xml" --ranks-per-node 2 -o tuning
	printf 'n0\nn9\n' | run -0 grind "$ringgen" certify "$ROOT/topo-files/chain32.xml" --order -
	printf 'n0\nn9\nn1\nn8\n' | run -1 grind "$ringgen" certify "$ROOT/topo-files/chain32.xml" --order -
	printf 'n0\nnowhere\n' | run -3 grind "$ringgen" certify "$ROOT/topo-files/chain32.xml" --order -
	echo '<topology name="x"><switch id="s"><node id="a"/><node id="a" cores="0"/></switch></topology>' >bad.xml
	run -4 grind "$ringgen" check bad.xml
}
