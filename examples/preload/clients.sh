#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# clients.sh [CLIENT...]: real programs, as Debian has them, without libringgen-preload and with it; those that are not
# installed are left out. Prints a table: the seconds of both (the least of $REPEAT runs that take turns), whether the
# results are the same, and how many collectives of its communicators were ringgen's, as RINGGEN_VERBOSE tells.
# Exit status 1: a program failed, or had other results.
#
# LIBRARIES: the folder of libringgen-preload.so
# (default: pkg-config's). RANKS=4. STEPS=100: LAMMPS's. N=1000: the order of hpcc's matrix. MPICH_PRELOAD: to be loaded
# after it, with MPICH. KEEP=DIR: where to leave what the programs wrote.
set -eu

here=$(realpath "$(dirname "$0")")
ranks=${RANKS:-4} repeat=${REPEAT:-3}
testers=/usr/lib/$(uname -m)-linux-gnu/scalapack/mpich-tests
work=${KEEP:-$(mktemp -d)}
mkdir -p "$work"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
bad=0

# ---- The clients: where each is, the MPI library, its command in an empty folder, and what of its output is the result

every="netpipe scalapack-xdlu scalapack-xclu scalapack-xdbrd scalapack-xdgsep nwchem hpcc lammps mpi4py"

# settle CLIENT: program, mpi, n and command[] of it; false if there is no such client.
settle() {
	mpi=mpich n=$ranks
	case $1 in
	netpipe) program=NPmpich2 n=2 command=(NPmpich2 -u 65536 -n 20) ;;
	scalapack-x*) program=$testers/${1#scalapack-} command=("$program") ;;
	nwchem) n=2 program=nwchem.mpich command=(nwchem.mpich "$here/water.nw") ;;
	hpcc) mpi=openmpi program=hpcc command=(hpcc) ;;
	lammps) mpi=openmpi program=lmp command=(lmp -in "$here/melt.in" -var steps "${STEPS:-100}") ;;
	mpi4py) mpi=openmpi program=/usr/bin/python3 command=(/usr/bin/python3 "$here/collectives.py") ;;
	*) return 1 ;;
	esac
}

# installed CLIENT, which is settled: is it there, with the starter of its MPI library?
installed() {
	command -v "$program" >/dev/null && command -v "$(starter | cut -d' ' -f1)" >/dev/null || return 1
	[ "$1" != mpi4py ] || $program -c 'import mpi4py' 2>/dev/null
}

# files CLIENT: what it reads, into this folder.
files() {
	case $1 in
	scalapack-*) cp "$testers"/*.dat . ;;
	hpcc) sed "s/^1000 /${N:-1000} /" /usr/share/doc/hpcc/examples/_hpccinf.txt >hpccinf.txt ;;
	esac
}

# results CLIENT: of what it wrote, without times.
results() {
	case $1 in
	netpipe) awk '{ print $1 }' np.out ;;
	scalapack-*) grep -E 'tests? (completed|skipped)|^Finished' out ;;
	nwchem) awk '/Total DFT energy/ { printf "%.6f\n", $NF }' out ;; # its ranks add up as they come
	# Its lines of CPU time are there only where that is not 0.
	hpcc) sed -nE 's/^WALL( .*)  [0-9.]+ (PASSED|FAILED).*/\1 \2/p; /\|\|Ax-b/p; /^(Success|.*_Errors)=/p' hpccoutf.txt ;;
	lammps) sed -n '/^ *Step/,/^Loop/{ /^Loop/!p }' out ;;
	mpi4py) cat out ;;
	esac
}

# right CLIENT: what it says of itself, where it checks its results.
right() {
	case $1 in
	scalapack-*) ! grep -qE ' [1-9][0-9]* tests? completed and failed' out ;;
	hpcc) grep -q '^Success=1' hpccoutf.txt && ! grep -q 'FAILED' hpccoutf.txt ;;
	*) [ -s found ] ;;
	esac
}

# ---- Running them

starter() {
	if [ "$mpi" = mpich ]; then
		command -v mpiexec.mpich || echo mpiexec
	else
		echo "$(command -v mpirun.openmpi || echo mpirun) --oversubscribe$([ "$(id -u)" != 0 ] || echo ' --allow-run-as-root')"
	fi
}

library() {
	echo "${LIBRARIES:-$(pkg-config --variable=libdir "ringgen-preload-$mpi")}/libringgen-preload.so"
}

# once CLIENT PRELOAD: run it in an empty folder; the seconds it took are in $took. False: it failed.
once() {
	local also begin status=0
	also=$([ "$mpi" = openmpi ] || echo "${MPICH_PRELOAD:-}")
	rm -rf run && mkdir run && cd run && files "$1" || return 1
	begin=$(date +%s.%N)
	# shellcheck disable=SC2046 # words
	timeout -k 5 "${LIMIT:-300}" $(starter) -n "$n" env LD_PRELOAD="$2${also:+:$also}" RINGGEN_VERBOSE=1 \
		RINGGEN_COLLECTIVES="${RINGGEN_COLLECTIVES:-on}" OMP_NUM_THREADS=1 "${command[@]}" >out 2>err || status=$?
	took=$(awk "BEGIN { print $(date +%s.%N) - $begin }")
	results "$1" >found || status=1
	right "$1" || status=1
	cd ..
	return $status
}

least() {
	printf '%s\n' "$@" | sort -g | head -1
}

# compare CLIENT: its line of the table.
compare() {
	local native=1e9 loaded=1e9 verdict=same ours i
	mkdir -p "$work/$1" && cd "$work/$1" || exit
	for ((i = 0; i < repeat; i++)); do
		once "$1" "" || verdict="fails natively"
		native=$(least "$native" "$took")
		rm -rf native && mv run native
		once "$1" "$(library)" || verdict=failed
		loaded=$(least "$loaded" "$took")
		cmp -s native/found run/found || [ "$verdict" != same ] || verdict=different
	done
	ours=$(grep -c 'ringgen: MPI_.* machines\?: ' run/err || :)
	grep -q '^ringgen: on' run/err || ours="off"
	if [ "$verdict" != same ]; then
		bad=1
		diff native/found run/found >&2 || :
	fi
	printf '%-18s %-8s %5d %9.2f %11.2f  %-10s %s\n' "$1" "$mpi" "$n" "$native" "$loaded" "$verdict" "$ours"
}

printf '%-18s %-8s %5s %9s %11s  %-10s %s\n' client MPI ranks "native s" "preloaded s" results "collectives ours"
# shellcheck disable=SC2086 # words
[ $# -gt 0 ] || set -- $every
for client; do
	if ! settle "$client"; then
		echo "clients.sh: no such client: $client; there are: $every" >&2
		exit 2
	elif ! installed "$client"; then
		printf '%-18s not installed\n' "$client"
	else
		compare "$client"
	fi
done
exit $bad
