# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Shared by the suites that start MPI programs. The Makefile tells where things are and which MPI library is under test;
# by default it is MPICH, and what `make` built.
bats_require_minimum_version 1.5.0

ROOT=$(realpath "${BATS_TEST_DIRNAME:-.}/..")
# shellcheck source=tests/rows.bash disable=SC1091
. "${BASH_SOURCE[0]%/*}/rows.bash"
TOPOLOGIES=$ROOT/topo-files
MPI=${MPI:-mpich}
OUT=$(realpath "${OUT:-$ROOT/.build}")
RINGGEN=${RINGGEN:-$OUT/ringgen}
LIBRINGGEN=${LIBRINGGEN:-$OUT/$MPI/libringgen-$MPI.a}
RINGBENCH_LIB=$OUT/$MPI/libringbench-$MPI.a # all of ringbench but what is linked into it
# What is loaded into programs, and the library for this MPI that it opens.
LIBPRELOAD=$OUT/libringgen-preload.so
LIBBEHIND=$OUT/$MPI/libringgen-preload-$MPI.so
SAN=${SAN:-}
# shellcheck source=tests/library.bash disable=SC1091
. "${BASH_SOURCE[0]%/*}/library.bash"
# As build_yield has MPICH do.
export OMPI_MCA_mpi_yield_when_idle=1
WARN="-std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror"
# As the Makefile has it for libringgen.
# shellcheck disable=SC2086 # a compiler and its options
if $MPICC -E -include mpi.h -xc - </dev/null 2>/dev/null | grep -qw MPI_Allreduce_init; then
	WARN+=" -DRG_MPI_HAS_INIT"
fi
# Open MPI writes a jump over munmap, to hear of it. In gcc 16's sanitizers that is a jump itself, a shorter one, and that of
# mprotect is right behind: half of it is overwritten, and programs end by SIGILL. Nobody needs to hear of it here.
export SANITIZED_MEMORY=^patcher
LIMIT=${LIMIT:-120} # seconds, of one MPI program
# The tests run ringgen's routines, also where MPI's own are as good (native.bats).
export RINGGEN_NATIVE=0
# What serves a call is what the plan says, not what is fastest just now (trial.bats).
export RINGGEN_TRIAL=off
# The proofs at set-up are played once for all suites.
export RINGGEN_CACHE=${RINGGEN_CACHE:-$OUT/cache}
export ROOT TOPOLOGIES MPI OUT RINGGEN LIBRINGGEN RINGBENCH_LIB LIBPRELOAD LIBBEHIND SAN MPICC MPIEXEC WARN

# build_yield: the helper that makes MPICH give its core away while it waits, unless the Makefile built it.
build_yield() {
	if [ -z "${YIELD:-}" ] && [ -z "$SAN" ]; then
		YIELD=$BATS_FILE_TMPDIR/yield.so
		# shellcheck disable=SC2086
		${CC:-gcc} $WARN -O2 -shared -fPIC -o "$YIELD" "$ROOT/tests/mpi/yield.c" -ldl
	fi
	export YIELD=${YIELD:-}
}

# parts_of PROGRAM: the other sources it is made of.
parts_of() {
	case $1 in
	collectives) echo "$ROOT/tests/mpi/kinds.c $ROOT/tests/mpi/image.c" ;;
	differ) echo "$ROOT"/tests/mpi/differ/*.c ;;
	agreed) echo "$ROOT/tests/mpi/agreed_calls.c" ;;
	esac
}

# compiled BASE: the object of the generated BASE.c, which is compiled once for all programs that have it as it is.
compiled() {
	local source=$BATS_FILE_TMPDIR/$1.c flags="${FLAGS:--O1 -g} ${SAN:+-fsanitize=$SAN}" object
	object=$BATS_FILE_TMPDIR/$1-$(cat - "$source" "$BATS_FILE_TMPDIR/$1.h" <<<"$flags" | cksum | tr -s ' ' -).o
	# shellcheck disable=SC2086
	[ -e "$object" ] || $MPICC $WARN $flags -I"$BATS_FILE_TMPDIR" -I"$ROOT/runtime" -c -o "$object" "$source" || return
	echo "$object"
}

# build PROGRAM BASE: tests/mpi/PROGRAM.c with the generated BASE.c, in the folder of the suite. PREFIX is the routines'
# prefix if it is not BASE; FLAGS and LIBRARY replace optimisation and libringgen.
build() {
	local with without='' header name object
	with=$(parts_of "$1")
	object=$(compiled "$2") || return
	header=$($MPICC -E -I"$ROOT/runtime" "$BATS_FILE_TMPDIR/$2.h")
	# Without any routine of that prefix, MPI's own would be tested alone.
	grep -q "[^A-Za-z_]${PREFIX:-$2}_[A-Z][a-z_]*(" <<<"$header" ||
		{ echo "$2.h has no routine of the prefix ${PREFIX:-$2}" >&2 && return 1; }
	for name in $(collective_names); do
		grep -q "[^A-Za-z_]${PREFIX:-$2}_${name^}(" <<<"$header" || without+=" RG_REST(${name^^})"
	done
	# shellcheck disable=SC2086
	$MPICC $WARN ${FLAGS:--O1 -g} ${SAN:+-fsanitize=$SAN} -DNAME="${PREFIX:-$2}" "-DHEADER=\"$2.h\"" ${without:+"-DWITHOUT=$without"} \
		-I"$BATS_FILE_TMPDIR" -I"$ROOT/runtime" -o "$BATS_FILE_TMPDIR/$1-$2" "$ROOT/tests/mpi/$1.c" $with \
		"$object" ${LIBRARY:-$LIBRINGGEN} -lhwloc -lm -pthread
}

# build_plain PROGRAM [FLAG...]: tests/mpi/PROGRAM.c against MPI's own names, which LIBPRELOAD takes over when it is loaded.
build_plain() {
	local program=$1 with
	shift
	with=$(parts_of "$program")
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -g ${SAN:+-fsanitize=$SAN} -I"$ROOT/runtime" -o "$BATS_FILE_TMPDIR/$program" \
		"$ROOT/tests/mpi/$program.c" $with "$@" -lm -pthread
}

# build_kernels: the program `kernels`, which compares each with MPI_Reduce_local.
build_kernels() {
	# shellcheck disable=SC2086
	$MPICC $WARN -O3 ${SAN:+-fsanitize=$SAN} -I"$ROOT/runtime" -o "$BATS_FILE_TMPDIR/kernels" \
		"$ROOT"/tests/mpi/kernels.c "$ROOT"/runtime/{transport/kernel,mpi/library}.c -lm
}

# has_fault NAME: the program of that name in tests/mpi/faults, without ringgen, does not end well on three ranks: the MPI
# library has that fault. The program is in C, or in Fortran.
has_fault() {
	local program=$BATS_FILE_TMPDIR/fault-$1 source=${FAULTS:-$ROOT/tests/mpi/faults}/$1
	local status=0
	# What cannot be compiled, or takes too long, says nothing of the library: the test fails.
	# shellcheck disable=SC2086
	if [ -e "$source.F90" ]; then
		"$MPIFC" -O1 -w -ffree-line-length-none -o "$program" "$source.F90" || exit 1
	else
		$MPICC $WARN -O1 -o "$program" "$source.c" || exit 1
	fi
	# shellcheck disable=SC2086
	timeout 60 $MPIEXEC -n 3 "$program" >"$program.log" 2>&1 || status=$?
	if [ $status = 124 ]; then
		cat "$program.log"
		exit 1
	fi
	[ $status != 0 ]
}

# generate BASE ARGUMENT...: BASE.c and BASE.h in the folder of the suite.
generate() {
	local base=$1
	shift
	"$RINGGEN" generate "$@" -o "$BATS_FILE_TMPDIR/$base"
}

# The allreduce algorithms beside the ring.
export OTHERS="recursive_doubling butterfly smp_binomial smp_butterfly"

# build_by ALGORITHM BASE ARGUMENT...: the program collectives-BASE, whose allreduce is that one of OTHERS and the rest
# the ring; or whose collectives are all by columns or islands.
build_by() {
	local by=${1//_/-} base=$2 others=ring
	shift 2
	[[ ! $by =~ ^(columns|islands)$ ]] || others=$by
	generate "$base" "$@" --prefix "$base" --ops "all=$others,allreduce=$by"
	build collectives "$base"
}

# in_lanes BASE BYTES [DRIFT]: all choices of the generated BASE.c are run in lanes, which cut blocks into about so many
# bytes; that differ, if DRIFT is true.
in_lanes() {
	sed -i "s/\(, &rg_[a-z_]*\), [0-9]*, \(.*\), false, false, false}/\1, $2, \2, ${3:-false}, false, false}/" "$BATS_FILE_TMPDIR/$1.c"
	grep -q "&rg_[a-z_]*_allreduce, $2, [^,]*, ${3:-false}, false, false}" "$BATS_FILE_TMPDIR/$1.c"
}

# on N PROGRAM ARGUMENT...: that many ranks, within the time limit. PROGRAM is one that was built; PRELOAD is loaded
# first, and WRAPPER is a command that runs it. A sanitized build does not look for leaks, MPI libraries have their own.
on() {
	local n=$1 program=$2
	shift 2
	local preload=${PRELOAD:+$PRELOAD:}${YIELD:-}
	# shellcheck disable=SC2086
	timeout -k 10 "$LIMIT" $MPIEXEC -n "$n" env ${preload:+"LD_PRELOAD=$preload"} \
		${SAN:+OMPI_MCA_memory=$SANITIZED_MEMORY ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:quarantine_size_mb=16} ${WRAPPER:-} "$BATS_FILE_TMPDIR/$program" "$@"
}

# mpi_4: does the MPI library's mpi.h say that it is of MPI 4? Programs of tests ask it, as others do.
mpi_4() {
	printf '#include <mpi.h>\nMPI_VERSION\n' >"$BATS_TEST_TMPDIR/version.c"
	[ "$($MPICC -E -P "$BATS_TEST_TMPDIR/version.c" | tail -n 1)" -ge 4 ]
}

# has_persistent: does it have persistent collectives? Open MPI 5 says MPI 3.1, and has them.
has_persistent() {
	[[ $WARN == *RG_MPI_HAS_INIT* ]]
}

# hosts NAME...: a line for each rank; RINGGEN_HOSTS is told.
hosts() {
	export RINGGEN_HOSTS=$BATS_TEST_TMPDIR/hosts
	printf '%s\n' "$@" >"$RINGGEN_HOSTS"
}

# Eight ranks behind the four switches of chain32.xml, shuffled: neighbours in rank are apart.
export EIGHT="n17 n2 n30 n9 n0 n25 n8 n16"
