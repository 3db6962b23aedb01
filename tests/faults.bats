#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Faults of the MPI libraries that other suites step around, each in a small program without ringgen (tests/mpi/faults): is it
# in the library that is installed?
# shellcheck disable=SC2154 # run sets output and stderr
load common

# Each program is one rank's or three ranks', and ends well where there is no such fault.
looked_at() {
	local head
	head=$(sed -nE '2s/^( \*|!) //p' "$ROOT/tests/mpi/faults/$1".*)
	[ -n "$head" ]
	if has_fault "$1"; then
		skip "this library has it: ${head%%. *}"
	fi
}

@test "persistent collectives keep their types" {
	looked_at persistent_types
}

@test "persistent gathers and scatters have the data of each start" {
	looked_at persistent_data
}

@test "gathers and scatters take types without data" {
	looked_at scatter_nothing
}

@test "an allreduce takes elements with data before their address" {
	looked_at allreduce_before
}

@test "ranks of one machine share memory" {
	looked_at split_shared
}

@test "what keys of attributes took is given back" {
	looked_at keyval_kept
}

@test "complex numbers may be at any distance" {
	looked_at complex_stride
}

@test "a request is not read before it is given" {
	looked_at request_read
}

@test "a subarray tells the order that it was made with" {
	looked_at order_told
}

@test "mpi_f08's scatterv takes MPI_BOTTOM" {
	needs_fortran
	looked_at scatterv_bottom
}

@test "mpi_f08's testany says that nothing is over" {
	needs_fortran
	looked_at testany_flag
}

@test "one can look in Fortran whether a request is over" {
	needs_fortran
	looked_at get_status
}

@test "what has no fault is told from what has" {
	mkdir -p "$BATS_TEST_TMPDIR/faults"
	printf '#include <mpi.h>\nint main(int c, char **v)\n{\n\tMPI_Init(&c, &v);\n\tMPI_Finalize();\n\treturn c - 1;\n}\n' \
		>"$BATS_TEST_TMPDIR/faults/none.c"
	FAULTS=$BATS_TEST_TMPDIR/faults run ! has_fault none
	sed -i 's/return c - 1/return c/' "$BATS_TEST_TMPDIR/faults/none.c"
	FAULTS=$BATS_TEST_TMPDIR/faults has_fault none
	for program in "$ROOT"/tests/mpi/faults/*; do
		grep -q "looked_at $(basename "${program%.*}")$" "$BATS_TEST_FILENAME"
	done
}
