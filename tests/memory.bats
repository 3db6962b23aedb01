#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# libringgen and generated code under valgrind, and with the address, undefined-behaviour and thread sanitizers. MPI libraries
# leak memory of their own: valgrind's records count when one of our functions is in the stack, so also for what MPI
# allocated for us. Invalid accesses and uninitialised values count wherever they are. The sanitizers' leak checker
# cannot tell the two apart and is off.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

SANITIZED="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"

# runtime NAME: the runtime, compiled with FLAGS: an archive in the folder of the suite, which the programs have with the
# player that the build has made.
runtime() {
	local sources folder=$BATS_FILE_TMPDIR/runtime-$1
	mapfile -t sources < <(find "$ROOT/runtime" -name '*.c' ! -path '*/preload/*')
	mkdir "$folder"
	# shellcheck disable=SC2046,SC2086
	(cd "$folder" && $MPICC $WARN $FLAGS -DRG_SEES_LANES -I"$ROOT/runtime" -I"$ROOT/generator" $(pkg-config --cflags hwloc) -c \
		"${sources[@]}")
	ar rc "$folder.a" "$folder"/*.o
}

# with NAME COMMAND: with FLAGS, and the runtime that was compiled with them.
with() {
	LIBRARY="$BATS_FILE_TMPDIR/runtime-$1.a $OUT/player.o -I$ROOT/generator" "${@:2}"
}

setup_file() {
	# The runtime is compiled here, whatever the build's flags are.
	export SAN=
	build_yield
}

# need KIND NAME: the program KIND-NAME, KIND being plain, sanitized or raceless, and the runtime that it is linked with, are
# built when the first test needs them.
need() {
	local kind=$1 name=$2 program=$2 base=several
	[ ! -e "$BATS_FILE_TMPDIR/$kind-$name" ] || return 0
	case $kind in
	plain) FLAGS="-O1 -g" ;;
	sanitized) FLAGS=$SANITIZED ;;
	raceless) FLAGS="-O1 -g -fsanitize=thread" ;;
	esac
	case $name in
	collectives | errors | communicators) base=chain32 ;;
	recursive_doubling | smp_butterfly | lanes) program=collectives base=$name ;;
	windows | several) program=mixed base=$name ;;
	esac
	[ -e "$BATS_FILE_TMPDIR/runtime-$kind.a" ] || runtime "$kind"
	[ -e "$BATS_FILE_TMPDIR/$base.c" ] || routines "$base"
	with "$kind" build "$program" "$base"
	mv "$BATS_FILE_TMPDIR/$program-$base" "$BATS_FILE_TMPDIR/$kind-$name"
}

# routines BASE: what is generated.
routines() {
	local others=barrier=shared-leaders,scan=recursive-doubling,exscan=chain,alltoall=phases:switch rooted
	case $1 in
	chain32) generate chain32 "$TOPOLOGIES/chain32.xml" --ops all=ring ;;
	# These two have the text of all algorithms that go by name, but SMP-binomial's few lines.
	recursive_doubling | smp_butterfly) generate "$1" "$TOPOLOGIES/chain32.xml" --prefix "$1" --ops "all=ring,allreduce=${1//_/-}" ;;
	lanes)
		generate lanes "$TOPOLOGIES/chain32.xml" --prefix lanes --ops all=ring
		in_lanes lanes 24
		;;
	windows)
		generate windows --auto --prefix windows --ops \
			all=shared,allreduce=shared,allreduce=ring,allgatherv=ring,reduce_scatter=ring
		;;
	several)
		rooted=bcast=shared-leaders,reduce=shared-leaders,gather=ring,scatter=ring,gatherv=ordered,'scatterv=ordered:1 256 256 machine'
		generate several "$TOPOLOGIES/chain32.xml" --prefix several --ops \
			"all=shared-columns,allreduce=shared-leaders,reduce_scatter=shared-factored,$rooted,$others"
		;;
	esac
}

# ours: of valgrind's log, the records that count. Files are told by their folders: a program of tests/mpi may have the name
# of a file of the runtime. KEPT: the library keeps the table of keys (tests/mpi/faults/keyval_kept.c). READ: it reads the
# request that it is to give (request_read.c).
ours() {
	sed 's/^==[0-9]*== \{0,1\}//' |
		awk -v RS= -v kept="${KEPT:-}" -v read="${READ:-}" -v runtime='[(](runtime/[^():]*|[^():]*/(chain32|lanes|windows|several))[.]c:[0-9]+[)]' '
			# Before MPI has started nothing of ours has run (MPICH 5.0.2 reads beyond a block of its own).
			/ PMPI_Init(_thread)? / && $0 !~ runtime { next }
			# glibc keeps the list of scopes that it has lengthened, also in a dlopen of what is loaded (elf/dl-open.c).
			/ loss record .* resize_scopes .* dlopen/ { next }
			kept && / loss record .* opal_hash_table_set_value_.* PMPI_Comm_create_keyval / { next }
			read && /Conditional jump[^\n]*\n[ ]*at 0x[0-9A-F]*: PMPI_(I[a-z]*|[A-Z][a-z_]*_init) [(]in / { next }
			/^[ ]*(Invalid|Mismatched|Conditional|Use of|Jump to|Source and destination)/ { print $0 "\n"; next }
			$0 ~ runtime { print $0 "\n" }'
}

# grinds PROGRAM ARGUMENT...: two ranks of it, or one on each of HOSTS, and nothing of ours is in the logs. What is played at the
# set-up takes fifty times as long there, most of the time of all: it is only if PROVED is true.
grinds() {
	local log=$BATS_TEST_TMPDIR/valgrind
	need plain "$1"
	# shellcheck disable=SC2086
	hosts ${HOSTS:-n17 n2}
	WRAPPER="valgrind --leak-check=full --show-leak-kinds=all --num-callers=40 --fullpath-after=$ROOT/ --log-file=$log.%p"
	[ -n "${PROVED:-}" ] || export RINGGEN_PROVE=off
	WRAPPER=$WRAPPER run on "$(wc -l <"$RINGGEN_HOSTS")" "plain-$1" "${@:2}"
	echo "$output"
	[ "$status" = 0 ]
	[ "$(grep -l 'ERROR SUMMARY' "$log".* | wc -l)" -ge 2 ]
	if has_fault keyval_kept; then
		local KEPT=true
	fi
	if has_fault request_read; then
		local READ=true
	fi
	cat "$log".* | ours >"$BATS_TEST_TMPDIR/ours"
	cat "$BATS_TEST_TMPDIR/ours"
	[ ! -s "$BATS_TEST_TMPDIR/ours" ]
}

# sanitized PROGRAM ARGUMENT...: two ranks of it, or one on each of HOSTS.
sanitized() {
	need sanitized "$1"
	# shellcheck disable=SC2086
	hosts ${HOSTS:-n17 n2}
	# yield.so comes before the sanitizer's library.
	OMPI_MCA_memory=$SANITIZED_MEMORY ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 UBSAN_OPTIONS=print_stacktrace=1 \
		run --separate-stderr on "$(wc -l <"$RINGGEN_HOSTS")" "sanitized-$1" "${@:2}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $stderr != *"runtime error"* ]]
}

@test "which of valgrind's records count" {
	local ours
	cat >"$BATS_TEST_TMPDIR/log" <<'END'
==7== Memcheck, a memory error detector
==7==
==7== 40 bytes in 1 blocks are definitely lost in loss record 1 of 2
==7==    at 0x484: malloc (vg_replace_malloc.c:381)
==7==    by 0x4A1: ??? (in /usr/lib/libmpich.so)
==7==    by 0x109: main (tests/mpi/requests.c:300)
==7==
==7== 41 bytes in 1 blocks are still reachable in loss record 2 of 2
==7==    at 0x484: malloc (vg_replace_malloc.c:381)
==7==    by 0x4A1: PMPI_Comm_create (in /usr/lib/libmpich.so)
==7==    by 0x111: create (runtime/mpi/own_comm.c:17)
==7==
==7== 42 bytes in 1 blocks are definitely lost in loss record 3 of 3
==7==    at 0x484: malloc (vg_replace_malloc.c:381)
==7==    by 0x113: several_Allreduce (/tmp/bats/file/several.c:17)
==7==
==7== 43 bytes in 1 blocks are still reachable in loss record 4 of 4
==7==    at 0x484: calloc (vg_replace_malloc.c:1616)
==7==    by 0x4A1: opal_hash_table_set_value_uint32 (in /usr/lib/libopen-pal.so)
==7==    by 0x4A2: PMPI_Comm_create_keyval (in /usr/lib/libmpi.so)
==7==    by 0x111: make_keyvals (runtime/communicator/context.c:234)
==7==
==7== 44 bytes in 1 blocks are possibly lost in loss record 5 of 5
==7==    at 0x484: malloc (vg_replace_malloc.c:446)
==7==    by 0x402: resize_scopes (dl-open.c:295)
==7==    by 0x402: dl_open_worker_begin (dl-open.c:707)
==7==    by 0x4A2: dlopen@@GLIBC_2.34 (dlopen.c:81)
==7==    by 0x111: open_loaded (runtime/mpi/device.c:42)
==7==
==7== 45 bytes in 1 blocks are definitely lost in loss record 5 of 5
==7==    at 0x484: malloc (vg_replace_malloc.c:446)
==7==    by 0x4A2: dlopen@@GLIBC_2.34 (dlopen.c:81)
==7==    by 0x111: open_loaded (runtime/mpi/device.c:42)
==7==
==7== Invalid read of size 4
==7==    at 0x4A1: ??? (in /usr/lib/libmpich.so)
==7==
==7== Invalid read of size 1
==7==    at 0x4A1: ??? (in /usr/lib/libmpich.so)
==7==    by 0x4A2: PMPI_Init (in /usr/lib/libmpich.so)
==7==    by 0x109: main (tests/mpi/requests.c:300)
==7==
==7== Invalid read of size 2
==7==    at 0x111: look (runtime/mpi/device.c:17)
==7==    by 0x4A2: PMPI_Init (in /usr/lib/libmpich.so)
==7==    by 0x109: main (tests/mpi/requests.c:300)
==7==
==7== Conditional jump or move depends on uninitialised value(s)
==7==    at 0x4B1: PMPI_Isend (in /usr/lib/libmpi_abi_openmpi.so.1.0.0)
==7==    by 0x111: post_span (runtime/transport/post.c:70)
==7==
==7== Conditional jump or move depends on uninitialised value(s)
==7==    at 0x4B1: start (in /usr/lib/libmpi.so.40)
==7==    by 0x4B2: PMPI_Isend (in /usr/lib/libmpi.so.40)
==7==    by 0x111: post_span (runtime/transport/post.c:70)
==7==
==7== LEAK SUMMARY:
==7==    definitely lost: 40 bytes in 1 blocks
END
	ours=$(KEPT='' READ='' ours <"$BATS_TEST_TMPDIR/log")
	[ "$(grep -c '^[^ ]' <<<"$ours")" = 8 ]
	[[ $ours == "41 bytes"*"42 bytes"*"43 bytes"*"45 bytes"*"Invalid read of size 4"*"Invalid read of size 2"*"abi"*"start"* ]]
	ours=$(KEPT=true READ='' ours <"$BATS_TEST_TMPDIR/log")
	[ "$(grep -c '^[^ ]' <<<"$ours")" = 7 ]
	[[ $ours != *"43 bytes"* ]]
	ours=$(KEPT='' READ=true ours <"$BATS_TEST_TMPDIR/log")
	[ "$(grep -c '^[^ ]' <<<"$ours")" = 7 ]
	[[ $ours != *"abi"* ]]
}

# bats test_tags=long
@test "valgrind: collectives" {
	export RINGGEN_CACHE=$BATS_TEST_TMPDIR/cache
	PROVED=true grinds collectives -n 0,P-1,P+1,13
}

# bats test_tags=long
@test "valgrind: in lanes" {
	grinds lanes -k double,strided,below -n 1,13,101
}

# bats test_tags=long
@test "valgrind: through windows" {
	HOSTS="x x x"
	grinds windows 60 1
}

@test "valgrind: through windows on several machines" {
	HOSTS="n9 n2 n9"
	grinds several 60 1
}

# bats test_tags=long
@test "valgrind: nonblocking and persistent" {
	HOSTS="n9 n2 n9 n2"
	grinds requests 1 1
}

# bats test_tags=long
@test "valgrind: communicators of all sorts" {
	grinds communicators splits duplicates groups self in_flight
}

# bats test_tags=long
@test "valgrind: wrong arguments" {
	grinds errors
}

@test "sanitizers: collectives" {
	sanitized collectives -n 0,1,P-1,P,P+1,13
	[[ $output == *" comparisons" ]]
}

# bats test_tags=long
@test "sanitizers: in lanes" {
	HOSTS="n9 n2 n0"
	sanitized lanes -k double,strided,below,matrix -n 0,1,P+1,13,101
}

# bats test_tags=long
@test "sanitizers: through windows" {
	HOSTS="x x x"
	sanitized windows 300 1 2
	[ "$output" = "600 calls" ]
}

# bats test_tags=long
@test "sanitizers: through windows on several machines" {
	HOSTS="n9 n2 n9 n9 n0 n2"
	sanitized several 300 1 2
	[ "$output" = "600 calls" ]
}

# bats test_tags=long
@test "sanitizers: allreduce by other algorithms, on machines with unlike numbers of ranks" {
	HOSTS="n9 n2 n9 n9 n0 n2"
	sanitized recursive_doubling -c allreduce -k double,below,matrix -n 0,1,P+1,13
	sanitized smp_butterfly -c allreduce -k double,below,matrix -n 0,1,P+1,13
}

# bats test_tags=long
@test "sanitizers: communicators of all sorts, threads" {
	sanitized communicators
}

# bats test_tags=long
@test "sanitizers: wrong arguments" {
	sanitized errors
}

@test "sanitizers: nonblocking and persistent" {
	HOSTS="n9 n2 n9 n2"
	sanitized requests 1 2
}

# bats test_tags=long
@test "sanitizers: threads" {
	HOSTS="n9 n2 n9 n2"
	sanitized threads
}

# bats test_tags=long
@test "sanitizers: what ranks compare, their errors, and what is left behind at MPI_Finalize" {
	# What is played at the set-up took most of the time; other tests here have it.
	export RINGGEN_CHECK=1 RINGGEN_PROVE=off
	HOSTS="n9 n2 n9 n2"
	for kind in call again free users-op comm-free finalize; do
		sanitized raised "$kind"
	done
	sanitized threads mismatch
}

# raceless ARGUMENT...: the thread sanitizer finds nothing in the program threads. It does not see what MPI does to memory;
# that MPI's own locks order what threads do, it sees. (Requests under MPI's own names are over when MPI says so, which goes
# by more than locks: it takes that for a race.) UCX's hooks in malloc, which it has, too, crash.
raceless() {
	need raceless threads
	hosts n9 n9
	UCX_MEM_EVENTS=no TSAN_OPTIONS=ignore_noninstrumented_modules=1 run --separate-stderr on 2 raceless-threads "$@"
	echo "$output"
	echo "$stderr"
	[[ $stderr != *"unexpected memory mapping"* ]] || skip "the thread sanitizer does not know how this system places memory"
	[[ $stderr != *WARNING* ]]
	[ "$status" = 0 ]
	[ "$output" = "threads: ok" ]
}

# bats test_tags=long
@test "thread sanitizer: threads at a time, and with calls that are compared" {
	raceless
	RINGGEN_PROVE=off RINGGEN_CHECK=1 raceless mismatch
}
