#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# MPI 5's standard ABI: what was compiled once runs with each library that has it, and each preload library leaves programs
# of another kind alone.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	[ "$MPI" = abi ] || return 0
	build_yield
	build_plain collectives
	generate ring "$TOPOLOGIES/chain32.xml" --prefix ring --ops all=ring
	build collectives ring
	cat >"$BATS_FILE_TMPDIR/which.c" <<'END'
#include <mpi.h>
#include <stdio.h>

int main(void)
{
	char text[MPI_MAX_LIBRARY_VERSION_STRING];
	int length, one = 1, all = 0;

	MPI_Init(NULL, NULL);
	MPI_Get_library_version(text, &length);
	MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	printf("%.8s %d\n", text, all);
	return MPI_Finalize();
}
END
	$MPICC -o "$BATS_FILE_TMPDIR/which" "$BATS_FILE_TMPDIR/which.c"
}

setup() {
	[ "$MPI" = abi ] || skip "MPI=abi is not under test"
}

# with LIBRARY: MPIEXEC and LD_LIBRARY_PATH, of the caller, are for that one's libmpi_abi.
with() {
	MPIEXEC=mpiexec.$1
	[ "$1" = mpich ] || MPIEXEC+=" --oversubscribe"
	[ "$1" = mpich ] || [ "$(id -u)" != 0 ] || MPIEXEC+=" --allow-run-as-root"
	LD_LIBRARY_PATH=$(abi_of "$1")
	export LD_LIBRARY_PATH OMPI_MCA_btl=^tcp
}

# by LIBRARY N PROGRAM ARGUMENT...: run with it.
by() {
	local MPIEXEC=$MPIEXEC LD_LIBRARY_PATH
	with "$1"
	on "${@:2}"
}

# by_fault LIBRARY NAME: has_fault, of that one.
by_fault() {
	local MPIEXEC=$MPIEXEC LD_LIBRARY_PATH
	with "$1"
	has_fault "$2"
}

# The libraries that are here with their libmpi_abi.
libraries() {
	local name
	for name in mpich openmpi; do
		if command -v mpiexec.$name >/dev/null && [ -n "$(abi_of $name)" ]; then
			echo $name
		fi
	done
}

@test "nothing that is built needs more than libmpi_abi" {
	local file
	for file in "$LIBBEHIND" "$OUT/abi/libringgen-abi.so" "$OUT/abi/ringbench-abi"; do
		run -0 readelf -d "$file"
		[[ $output == *"[libmpi_abi.so."* ]]
		[[ ! $output =~ \[lib(mpi|mpich|open_mpi|open-pal)\.so ]]
		run nm -D --undefined-only --format=posix "$file"
		[[ ! $output =~ (^|$'\n')(MPIX_|PMPIX_|MPIR_|MPID|ompi_|opal_) ]]
	done
}

@test "one program, one libringgen, one preload library: each library that has the ABI runs them" {
	local library skipped=
	[ -n "$(libraries)" ]
	for library in $(libraries); do
		echo "$library"
		run -0 --separate-stderr by "$library" 2 which
		if [ "$library" = openmpi ]; then [[ $output == "Open MPI 2"* ]]; else [[ $output == "MPICH "*" 2"* ]]; fi
		PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_VERBOSE=1 run --separate-stderr by "$library" 3 which
		echo "$output$stderr"
		[ "$status" = 0 ]
		[[ $stderr == *"MPI_Allreduce on 3 ranks, "*" machine"* && $stderr != *"native"* ]]
		# These compare with MPI's own MPI_Allreduce.
		if by_fault "$library" allreduce_before; then
			skipped+=" $library"
			continue
		fi
		hosts n0 n9 n17
		run -0 by "$library" 3 collectives-ring
		PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto run -0 by "$library" 3 collectives
	done
	[ -z "$skipped" ] || skip "the last two programs do not run with$skipped, whose own MPI_Allreduce has a fault: allreduce_before"
}

@test "a preload library leaves a program of another kind alone, and says which to load" {
	local library native=$BATS_TEST_TMPDIR/native
	cd "$BATS_FILE_TMPDIR"
	for library in $(libraries); do
		"mpicc.$library" -o "$native" which.c
		RINGGEN_TOPOLOGY=auto LD_PRELOAD=$LIBBEHIND run -0 --separate-stderr "$native"
		echo "$output$stderr"
		[[ $stderr == *"and $LIBBEHIND"*" is for the standard ABI of MPI 5: load libringgen-preload-$library.so."* ]]
		[[ $output == *" 1" ]]
		[ -e "$OUT/$library/libringgen-preload-$library.so" ] || continue
		LD_LIBRARY_PATH=$(abi_of "$library") RINGGEN_TOPOLOGY=auto \
			LD_PRELOAD=$OUT/$library/libringgen-preload-$library.so run -0 --separate-stderr ./which
		echo "$output$stderr"
		[[ $stderr == *"is linked to the standard ABI of MPI 5, and "*": load libringgen-preload-abi.so."* ]]
		[[ $output == *" 1" ]]
	done
}

@test "a program without MPI runs" {
	LD_PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto run -0 sh -c 'echo well'
	[ "$output" = well ]
}
