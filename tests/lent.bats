#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# One copy inside a machine: what ranks lend each other, against the MPI library's own; where it is forbidden; what fails.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

LENT=allreduce=lent,allgather=lent,allgatherv=lent,reduce_scatter=lent,reduce_scatter_block=lent
ROOTED=bcast=lent,reduce=lent,gather=lent,scatter=lent,gatherv=shared,scatterv=shared,scan=shared,exscan=shared,alltoall=lent,barrier=shared

# What is not generated is not tried: MPICH 4.0's own scatter of MPI_DOUBLE_INT is at fault.
OURS=allreduce,allgather,allgatherv,reduce_scatter,reduce_scatter_block

setup_file() {
	build_yield
	generate lent --auto --prefix lent --ops $LENT
	generate rooted --auto --prefix rooted --ops $ROOTED
	build collectives lent
	build rooted rooted
	build edges lent
	# shellcheck disable=SC2086
	${CC:-gcc} $WARN -D_GNU_SOURCE -O1 -shared -fPIC -o "$BATS_FILE_TMPDIR/one_copy.so" "$ROOT/tests/mpi/one_copy.c" -ldl
	# shellcheck disable=SC2086
	${CC:-gcc} $WARN -D_GNU_SOURCE -O1 -shared -fPIC -pthread -o "$BATS_FILE_TMPDIR/libxpmem.so.0" "$ROOT/tests/mpi/xpmem.c"
}

# compared N PROGRAM ARGUMENT...: on one machine, by what is lent.
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
	compared 3 rooted-rooted -n 10007
}

# faulty FAULT COMMAND...: with copies between processes that fail so. The MPI library makes none of its own (UCX; Open MPI 4.1;
# 5 and newer). BEFORE is loaded before them.
faulty() {
	UCX_TLS=posix,self OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_smsc=^cma \
		PRELOAD=${BEFORE:+$BEFORE:}$BATS_FILE_TMPDIR/one_copy.so ONE_COPY=$1 "${@:2}"
}

@test "memory that cannot be lent is lent as a copy; a copy that stops halfway goes on" {
	faulty unreadable compared 3 collectives-lent -c $OURS -n 1,1009
	faulty unreadable compared 3 rooted-rooted -n 1,1009
	faulty partial compared 3 collectives-lent -c $OURS -n 5003
	faulty partial compared 2 rooted-rooted -n 5003
}

@test "where ranks may not use each other's memory: said, and another algorithm or MPI's own" {
	hosts x x x
	export RINGGEN_VERBOSE=1
	faulty forbidden run -0 --separate-stderr on 3 collectives-lent -c $OURS -k double -n 1009
	[[ $stderr == *"copied twice: they may not read each other's memory (kernel.yama.ptrace_scope"* ]]
	[[ $stderr == *"lent_Allreduce on 3 ranks: native: its algorithm needs ranks that may read each other's memory"* ]]
	no_line ': lent (' <<<"$stderr"
	generate both --auto --prefix both --ops all=shared,allreduce=lent,allreduce=shared
	build collectives both
	RINGGEN_LEND=0 run -0 --separate-stderr on 3 collectives-both -c allreduce -n 1009,100003
	[[ $stderr == *"copied twice: RINGGEN_LEND=0"* ]]
	[[ $stderr == *"both_Allreduce on 3 ranks, 1 machine: shared ("* ]]
	no_line ': lent (' <<<"$stderr"
}

# attaching COMMAND...: with XPMEM, as far as it can be had without its module. XPMEM says what of it fails. Sanitizers have a
# malloc of their own.
attaching() {
	[ -z "$SAN" ] || skip "the heap is the sanitizer's"
	LD_LIBRARY_PATH=$BATS_FILE_TMPDIR${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} PRELOAD=$BATS_FILE_TMPDIR/libxpmem.so.0 \
		BEFORE=$BATS_FILE_TMPDIR/libxpmem.so.0 "$@"
}

@test "XPMEM: types, counts, roots, in place, all forms, where others' memory is attached" {
	for n in 2 3; do
		attaching compared $n collectives-lent -c $OURS -n 0,1,P-1,P+1,1009
		[[ $stderr == *"lent: ranks of a machine attach each other's memory, by XPMEM"* ]]
		attaching compared $n rooted-rooted -n 0,1,3,1009
		[[ $stderr == *"rooted: ranks of a machine attach each other's memory, by XPMEM"* ]]
	done
}

@test "XPMEM: copies between processes are not asked for; what was attached is detached" {
	XPMEM=count attaching faulty forbidden compared 4 collectives-lent -c $OURS -k double,2int,matrix -n 1,1009,30011
	[[ $stderr == *"by XPMEM"* ]]
	[ "$(grep -c '^xpmem: got' <<<"$stderr")" = 4 ]
	no_line 'got 0,' <<<"$stderr"
	no_line 'attached 0,' <<<"$stderr"
	awk -F'[ ,]+' '/^xpmem: got/ { bad += $3 != $5 || $7 != $9 } END { exit bad != 0 }' <<<"$stderr"
}

@test "XPMEM that cannot be had, or lies, or stops halfway: copies between processes, or both" {
	for what in refused wrong; do
		XPMEM=$what attaching compared 3 collectives-lent -c $OURS -n 1009
		[[ $stderr != *"by XPMEM"* ]]
	done
	XPMEM=small attaching compared 3 collectives-lent -c $OURS -k double,matrix -n 1,30011
	[[ $stderr == *"by XPMEM"* ]]
	RINGGEN_LEND=copy attaching compared 3 collectives-lent -c $OURS -n 1009
	[[ $stderr != *"by XPMEM"* ]]
}

@test "a copy that fails is an error of the call, and nobody waits for ever" {
	hosts x x x
	faulty broken run on 3 collectives-lent -c allgather -n 1009
	echo "$output"
	[ "$status" != 0 ]
	[ "$status" -lt 124 ]
	[[ $output == *"cannot use the memory that rank "*" of its machine has lent it: Bad address"* ]]
}

@test "a rank that is killed while others have its loan: the call ends, by an error or with the job" {
	hosts x x x
	faulty killed run on 3 collectives-lent -c allgather,allreduce -n 1009
	echo "$output"
	[ "$status" != 0 ]
	[ "$status" != 124 ]
}

@test "a loan that is shorter than what is asked for: MPI_ERR_TRUNCATE, and nothing beyond it is touched" {
	for n in 2 3 4; do
		# shellcheck disable=SC2046
		hosts $(yes x | head -n $n)
		RINGGEN_VERBOSE=1 run --separate-stderr on $n edges-lent short-loan
		echo "$output$stderr"
		[ "$status" = 0 ]
		[[ $stderr == *"lent_Allreduce on $n ranks, 1 machine: lent"* ]]
	done
}

@test "ranks that disagree on the count: the next call is right again" {
	hosts x x x
	RINGGEN_VERBOSE=1 run --separate-stderr on 3 edges-lent counts-in-windows
	echo "$output$stderr"
	[ "$status" = 0 ]
	[[ $stderr == *"lent_Allreduce on 3 ranks, 1 machine: lent"* ]]
}
