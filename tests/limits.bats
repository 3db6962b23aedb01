#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Limits that a batch system sets, met by all ranks or by one: results are right, what is lost is said once, and nobody
# is ended by a signal or waits for ever.
# shellcheck disable=SC2154,SC2030,SC2031,SC2016 # run sets output and stderr, in each test; a shell of its own expands
load common

setup_file() {
	build_yield
	generate chain32 "$TOPOLOGIES/chain32.xml" --ops all
	build limits chain32
	build_plain limits -ldl
	export RINGGEN_WIRES=0
}

setup() {
	hosts n0 n0 n0
}

# meets LIMIT [RANK]: all is right; what is said stands in $stderr.
meets() {
	run --separate-stderr on 3 limits-chain32 "$@"
	echo "$output"
	stderr=$(grep -v UCX <<<"$stderr") # which says of each socket that it misses one
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$output" = "limits: ok" ]
}

# without_files: MPI's own messages go without files. Over TCP jobs of three ranks may never leave MPICH 4.0.2's
# MPI_Finalize on a busy machine, with ringgen or without (9 of 60 without); System V's shared memory is no file either.
without_files() {
	export UCX_TLS=sysv,self OMPI_MCA_btl=tcp,self OMPI_MCA_btl_tcp_if_include=lo
}

# says N WORDS: so many lines of ringgen's have these words.
says() {
	[ "$(grep -c "^ringgen: .*$2" <<<"$stderr")" = "$1" ]
}

@test "without a limit nothing is said" {
	meets none
	says 0 ""
}

@test "RLIMIT_FSIZE: no windows, no signal" {
	meets fsize
	says 1 "no memory in common.*rank 0: RLIMIT_FSIZE"
	meets fsize 0
	says 1 "no memory in common.*rank 0: RLIMIT_FSIZE"
	meets fsize 1 # which makes no file
	says 0 ""
}

@test "RLIMIT_FSIZE, set before MPI starts, and proofs that are to be kept" {
	without_files
	export RINGGEN_CACHE=$BATS_TEST_TMPDIR/cache
	local blocks=100
	[ "$MPI" = mpich ] || blocks=8000 # which Open MPI itself needs
	BLOCKS=$blocks PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare \
		run --separate-stderr bash -c 'ulimit -f $BLOCKS; source "$ROOT/tests/common.bash"; on 3 limits none'
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$output" = "limits: ok" ]
	says 1 "no memory in common.*RLIMIT_FSIZE"
}

@test "what is kept, and a timeline, under RLIMIT_FSIZE: an error that is said" {
	export RINGGEN_CACHE=$BATS_TEST_TMPDIR/cache RINGGEN_TIMELINE=$BATS_TEST_TMPDIR/line
	meets fsize
	says 1 "RINGGEN_CACHE: .*File too large: what is proved is not kept"
	says 3 "RINGGEN_TIMELINE: .*File too large"
}

@test "RLIMIT_NOFILE: no windows" {
	meets nofile
	says 1 "no memory in common.*RLIMIT_NOFILE"
	meets nofile 1
	says 1 "no memory in common.*rank 1: RLIMIT_NOFILE"
}

@test "RLIMIT_AS: no windows" {
	[ -z "$SAN" ] || skip "a sanitizer takes all of the address space"
	meets as
	says 1 "no memory in common.*RLIMIT_AS"
	meets as 2
	says 1 "no memory in common.*rank 2: .*RLIMIT_AS"
}

@test "no thread can be started: nonblocking collectives are MPI's own" {
	export RINGGEN_PROGRESS=thread RINGGEN_VERBOSE=1
	meets threads
	says 1 "rank 0 cannot start a thread"
	says 1 "chain32_Allreduce on 3 ranks: native: nothing would let it go on"
	meets threads 1
	says 1 "rank 1 cannot start a thread"
	says 1 "chain32_Allreduce on 3 ranks: native: nothing would let it go on"
}

@test "a thread with a small stack" {
	[ -z "$SAN" ] || skip "a sanitizer takes more of the stack"
	meets stack
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare run --separate-stderr on 3 limits stack
	[ "$status" = 0 ]
	[ "$output" = "limits: ok" ]
}

@test "RLIMIT_STACK, RLIMIT_MEMLOCK and RLIMIT_DATA of a batch system" {
	[ -z "$SAN" ] || skip "a sanitizer takes more memory"
	for limit in "-s 256" "-s unlimited" "-l 64" "-d 1000000"; do
		LIMITS=$limit PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare \
			run --separate-stderr bash -c 'ulimit $LIMITS; source "$ROOT/tests/common.bash"; on 3 limits none'
		echo "$limit: $output"
		echo "$stderr"
		[ "$status" = 0 ]
		[ "$output" = "limits: ok" ]
	done
}

@test "/dev/shm that cannot be written" {
	unshare -m true 2>/dev/null || skip "namespaces (unshare) are not allowed"
	without_files
	# (In one that is full MPICH itself ends by a signal.)
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare RINGGEN_VERBOSE=1 \
		run --separate-stderr unshare -m bash -c 'mount -t tmpfs -o ro tmpfs /dev/shm
			source "$ROOT/tests/common.bash"; on 3 limits none'
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$output" = "limits: ok" ]
	says 0 "without windows" # which are in no file system
}
