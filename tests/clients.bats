#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Real programs, as Debian has them, with libringgen-preload and without: examples/preload/clients.sh, on little. They
# are linked with one MPI library each; what is not installed is skipped.
# shellcheck disable=SC2154 # run sets output and stderr
load common

setup() {
	build_yield
	export KEEP=$BATS_TEST_TMPDIR/kept REPEAT=1 STEPS=20 N=200 LIBRARIES=$OUT MPICH_PRELOAD=$YIELD
}

# client NAME: the same results with the library as without. Its row of the table is in $row.
client() {
	[ -z "$SAN" ] || skip "a sanitizer must be in the program"
	run --separate-stderr "$ROOT/examples/preload/clients.sh" "$1"
	echo "$output$stderr"
	[[ $output != *"not installed"* ]] || skip "$1 is not installed"
	[[ $output == *" $MPI "* ]] || skip "$1 is linked with another MPI library"
	[ "$status" = 0 ]
	row=${lines[1]}
	[[ $row == *" same "* ]]
}

# ours [ROUTINE]: some of its collectives were.
ours() {
	grep -q "ringgen: MPI_${1:-.*} on . ranks, 1 machine: " "$KEEP"/*/run/err
	[[ $row =~ \ [1-9][0-9]*$ ]]
}

@test "netpipe: runs, though it calls no collective of ours" {
	client netpipe
}

@test "ScaLAPACK: LU factorisation" {
	client scalapack-xdlu
	ours Allreduce
}

@test "ScaLAPACK: reduction to bidiagonal form" {
	client scalapack-xdbrd
	ours Allreduce
}

@test "NWChem: the energy of a molecule" {
	client nwchem
	ours Allreduce
}

@test "hpcc: all that it verifies" {
	client hpcc
	ours Allreduce
}

@test "LAMMPS: each step's energies, digit by digit" {
	client lammps
	ours Allreduce
}

@test "mpi4py: buffers and objects, on MPI_COMM_WORLD and a duplicate" {
	client mpi4py
	ours Allreduce
	ours Allgather
	ours Allgatherv
	ours Reduce_scatter
}

@test "clients.sh: a name that it does not know" {
	run "$ROOT/examples/preload/clients.sh" nobody
	[ "$status" = 2 ]
	[[ $output == *"no such client: nobody"* ]]
}
