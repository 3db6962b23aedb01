# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# The MPI library under test: MPI, and OUT, where what is built is. It sets MPICC, MPIEXEC (a command and its options), RUNS,
# which is the library that runs, and LD_LIBRARY_PATH, if more than one has the standard ABI.
if [ -z "${MPICC:-}" ]; then
	MPICC=$(command -v "mpicc.$MPI" || echo mpicc)
fi
[ "$MPI" != abi ] || [ -n "${MPIEXEC:-}" ] || MPIEXEC=$(command -v mpiexec.mpich || echo mpiexec)
if [ -z "${MPIEXEC:-}" ]; then
	MPIEXEC=$(command -v "mpiexec.$MPI" || echo mpiexec)
	if [ "$MPI" = openmpi ]; then
		MPIEXEC="$MPIEXEC --oversubscribe"
		[ "$(id -u)" != 0 ] || MPIEXEC="$MPIEXEC --allow-run-as-root"
	fi
fi
# The compiler for Fortran is beside it. The standard ABI has none.
MPIFC=${MPICC/mpicc/mpif90}

# In a test: it is left out where Fortran cannot be compiled for this library.
needs_fortran() {
	command -v gfortran >/dev/null || skip "no gfortran is here"
	command -v "$MPIFC" >/dev/null || skip "this MPI library has no Fortran compiler here"
}

# abi_of LIBRARY: a folder with its libmpi_abi, alone: all have the same soname, so that LD_LIBRARY_PATH chooses. Debian
# names the files after the library; elsewhere it is beside its mpiexec (or the user has set LD_LIBRARY_PATH).
abi_of() {
	local folder=$OUT/abi/of-$1 file soname
	for file in /usr/lib/*/libmpi_abi_"$1".so.* "$(dirname "$(command -v "${MPIEXEC%% *}")")"/../lib/libmpi_abi.so.*; do
		[ -f "$file" ] || continue
		soname=$(readelf -d "$file" | sed -nE 's/.*soname: \[(.*)\]/\1/p')
		mkdir -p "$folder"
		ln -sfn "$file" "$folder/$soname"
		echo "$folder"
		return
	done
}
# The library that runs: MPI, or with the standard ABI the one whose mpiexec it is.
RUNS=$MPI
if [ "$MPI" = abi ]; then
	RUNS=mpich
	[[ $($MPIEXEC --version 2>&1) != *"Open MPI"* ]] || RUNS=openmpi
	folder=$(abi_of $RUNS)
	[ -z "$folder" ] || export LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
fi
export RUNS
# All processes are on this machine. Where it has no other network than loopback, Open MPI 5 says so of each pair of them.
if [ "$RUNS" = openmpi ] && [[ $($MPIEXEC --version 2>&1) =~ \(Open\ MPI\)\ ([5-9]|[1-9][0-9]) ]]; then
	export OMPI_MCA_btl=${OMPI_MCA_btl:-^tcp}
fi
