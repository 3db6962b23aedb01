#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Nonblocking and persistent collectives, by generated routines and under MPI's own names.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
	generate pair "$TOPOLOGIES/pair.xml" --ops all
	build requests pair
	build steady pair
	build threads pair
	build dies pair
	build many pair
	build grow pair
	build bottom pair
	build_plain requests
	build_plain progress
	build_plain threads
	build_plain dies
	build_plain wrong
	build_plain grow
	build_plain bottom
}

# ok N PROGRAM ARGUMENT...: it says that all is well.
ok() {
	run --separate-stderr on "$@"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output == *": ok" ]]
}

preloaded() {
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare ok "$@"
}

@test "any of them in progress at a time, begun and ended in any order: ranks that share memory" {
	hosts n0 n0 n0 n0
	for seed in 1 2 3; do
		ok 4 requests-pair "$seed" 4
	done
}

# bats test_tags=long
@test "the same, on machines of one rank each" {
	hosts n5 n0 n4 n1
	for seed in 4 5 6; do
		ok 4 requests-pair "$seed" 4
	done
}

# bats test_tags=long
@test "the same, on machines of several ranks" {
	hosts n0 n5 n0 n5 n0
	for seed in 7 8; do
		ok 5 requests-pair "$seed" 4
	done
}

@test "persistent ones that are MPI's own are started in another order on each rank" {
	has_persistent || skip "MPI 3 has none"
	build starts pair
	build_plain starts
	run on 3 starts
	[ "$status" = 0 ] || skip "the MPI library takes its own for one another"
	hosts x y z
	run -0 on 3 starts-pair
	[[ $output == *"MPI's own collectives are used"* ]]
}

@test "a few, as in a program that knows MPI's names only" {
	preloaded 4 requests 1 2
}

# bats test_tags=long
@test "the same, as in a program that knows MPI's names only" {
	for seed in 1 2 3; do
		preloaded 4 requests "$seed" 4
	done
	RINGGEN_CHECK=1 preloaded 4 requests 5 4
	hosts n0 n5 n0 n5 n0
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=$TOPOLOGIES/pair.xml ok 5 requests 4 4
}

# bottom N PROGRAM: its calls were right.
bottom() {
	run --separate-stderr on "$@"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output == "bottom: ok, "[1-9]*" calls" ]]
}

@test "buffers at MPI_BOTTOM, whose types have absolute addresses" {
	hosts n0 n0 n0
	bottom 3 bottom-pair
	hosts n0 n5 n0 n5
	bottom 4 bottom-pair
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare bottom 3 bottom
}

@test "a look at several requests at a time, which is of MPI 4.1: what is over has its data" {
	# newer.c stands for an MPI library that has that.
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 ${SAN:+-fsanitize=$SAN} -shared -fPIC -o "$BATS_FILE_TMPDIR/libnewer.so" "$ROOT/tests/mpi/newer.c"
	build_plain looks -L"$BATS_FILE_TMPDIR" -lnewer "-Wl,-rpath,$BATS_FILE_TMPDIR"
	preloaded 2 looks
	[[ $stderr == *"newer: asked"* ]] # of what is MPI's
	# Without one, as a program has it that asks the dynamic linker.
	build_plain looks "$LIBBEHIND" "-Wl,-rpath,${LIBBEHIND%/*}"
	preloaded 2 looks
}

# No communicator has one rank only: those are MPI's, and the persistent ones of MPICH 4.0 lose count of types in use.
@test "they are ours, not MPI's" {
	hosts n0 n5 n0 n5
	RINGGEN_VERBOSE=1 ok 4 requests-pair 1 1
	[[ $stderr != *native* ]]
	RINGGEN_VERBOSE=1 RINGGEN_COLLECTIVES=prepare preloaded 4 requests 1 1
	[[ $stderr != *native* ]]
}

@test "they go on while a process is in another call of MPI, or in none" {
	preloaded 2 progress
	preloaded 4 progress
	hosts n0 n5 n0
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=$TOPOLOGIES/pair.xml ok 3 progress
	[ "$MPI" != openmpi ] || RINGGEN_PROGRESS=thread preloaded 3 progress
}

@test "what cannot go on by itself is MPI's" {
	RINGGEN_PROGRESS=none RINGGEN_VERBOSE=1 preloaded 2 progress
	[[ $stderr == *"MPI_Allreduce on 2 ranks: native: nothing would let it go on within other calls of MPI"* ]]
}

@test "a persistent collective allocates nothing once it is set up" {
	[ -z "$SAN" ] || skip "sanitizers allocate"
	hosts n0 n0
	ok 2 steady-pair
}

@test "wrong arguments are what they are to MPI, and requests too" {
	preloaded 3 wrong
}

@test "several threads at a time" {
	hosts n0 n0
	ok 2 threads-pair
	hosts n0 n5 n0
	ok 3 threads-pair
	preloaded 4 threads
	[ "$MPI" != openmpi ] || RINGGEN_PROGRESS=thread preloaded 3 threads
}

# ends N PROGRAM ARGUMENT...: the job ends before its time is over. Now and then launchers lose their own text of an abort,
# and MPICH 4.2's even the status of a process that was killed: one of three does not.
ends() {
	for _ in 1 2 3; do
		LIMIT=30 run on "$@"
		echo "$status: $output"
		[ "$status" != 124 ] || return 1
		[[ $output != *"all went well"* ]] || return 1
		[ "$status" != 0 ] || continue
		[ "$3" != kill ] || [[ ${output,,} == *killed* || $output == *TERMINATION* ]] || continue
		return 0
	done
	return 1
}

# dies N PROGRAM ARGUMENT...: the job ends with an error, and leaves nothing behind.
dies() {
	ends "$@"
	for _ in 1 2 3 4 5; do
		pgrep -f "^$BATS_FILE_TMPDIR/$2 " || break
		sleep 1
	done
	run ! pgrep -f "^$BATS_FILE_TMPDIR/$2 "
	ls /dev/shm >"$BATS_TEST_TMPDIR/left"
	run ! grep ringgen "$BATS_TEST_TMPDIR/left"
}

@test "a rank that dies in a collective: the job ends, and nothing is left" {
	local forms="blocking nonblocking persistent"
	hosts n0 n5 n0
	for how in kill abort; do
		for form in $forms; do
			dies 3 dies-pair "$how" "$form"
		done
	done
	[ "$MPI" = mpich ] || forms="blocking nonblocking" # MPI 3 has no others
	unset RINGGEN_HOSTS
	for how in kill abort; do
		for form in $forms; do
			PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto dies 2 dies "$how" "$form"
		done
	done
}

@test "any number of persistent collectives, one after the other, are ours" {
	hosts n0 n0
	RINGGEN_VERBOSE=1 ok 2 many-pair
	[[ $stderr != *native* ]]
}

# grows PROGRAM KIND TIMES...: resident memory stays as it is, but for some sixty bytes that MPICH keeps of each type that
# is committed. What we allocate for a call is more.
grows() {
	local program=$1
	shift
	while [ $# -gt 0 ]; do
		run --separate-stderr on 2 "$program" "$1" "$2"
		echo "$program $1: $output $stderr"
		[ "$status" = 0 ]
		[ "${output% KiB}" -lt 300 ]
		shift 2
	done
}

@test "memory does not grow with a few calls of generated routines, and types" {
	[ -z "$SAN" ] || skip "sanitizers keep what is freed"
	hosts n0 n0
	grows grow-pair nonblocking 2000 types 500 persistent 4000
}

# bats test_tags=long
@test "memory does not grow with calls, types and communicators that come and go" {
	[ -z "$SAN" ] || skip "sanitizers keep what is freed"
	local kinds="nonblocking 2000 types 500 communicators 200" persistent="persistent 4000" by_name
	by_name=$persistent
	[ "$MPI" = mpich ] || by_name= # MPI 3 has none
	for check in "" 1; do
		export RINGGEN_CHECK=$check
		# shellcheck disable=SC2086
		RINGGEN_HOSTS='' PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare grows grow $kinds $by_name
		hosts n0 n0
		# shellcheck disable=SC2086
		grows grow-pair $kinds $persistent
	done
	hosts n0 n5
	# shellcheck disable=SC2086
	grows grow-pair $kinds $persistent
}
