#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# run.sh OUT: the main job on a topology file and on this machine as hwloc sees it. Everything is written to OUT.
set -eu

out=$1
mkdir -p "$out"
LIMIT=120 # seconds for a program on 4 ranks

# short COMMAND...: show the command and the first lines that it prints.
short() {
	echo
	echo "\$ ringgen $*"
	timeout 60 "$RINGGEN" "$@" >"$out/said"
	head -n 7 "$out/said" | sed 's/^/  /'
	lines=$(wc -l <"$out/said")
	[ "$lines" -le 7 ] || echo "  ... $((lines - 7)) more lines"
}

# job FILE NAME RANKS: the stages for one topology file, RANKS on each machine, then its routines on 4 ranks.
job() {
	short check "$1"
	short order "$1" --ranks-per-node "$3" --format mpich
	short certify "$1" --ranks-per-node "$3"
	short plot "$1" --ranks-per-node "$3" -o "$out/$2.svg"
	short prove "$1" --ranks-per-node "$3"
	short generate "$1" --prefix "$2" -o "$out/$2"
	# shellcheck disable=SC2086
	$MPICC -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -Iruntime -I"$out" -DNAME="$2" -DHEADER="\"$2.h\"" \
		${SAN:+-fsanitize=$SAN} -o "$out/$2" tests/run/main.c "$out/$2.c" "$LIBRINGGEN" -lhwloc -pthread
	echo
	echo "$2_* on 4 ranks, each result compared with MPI's:"
	# shellcheck disable=SC2086
	RINGGEN_VERBOSE=1 timeout $LIMIT $MPIEXEC -n 4 env ${YIELD:+LD_PRELOAD="$YIELD"} "$out/$2" 2>"$out/$2.log" </dev/null || {
		status=$?
		cat "$out/$2.log" >&2
		exit $status
	}
	grep -e ' in the order ' -e _Allreduce "$out/$2.log" | sed 's/^/  /'
}

echo "== 32 machines behind four switches; the ranks act as one machine behind each"
printf '%s\n' n24 n0 n16 n8 >"$out/hosts"
export RINGGEN_HOSTS="$out/hosts"
job topo-files/chain32.xml chain32 1

echo
echo "== This machine, and the ranks where they are"
unset RINGGEN_HOSTS
short probe -o "$out/here.xml"
# The ranks that this machine has cores for, of the four that will run: the file describes no more.
cores=$("$RINGGEN" check "$out/here.xml" | sed -n 's/^cores *//p')
job "$out/here.xml" here $((cores < 4 ? cores : 4))

echo
echo "Four ranks on $(nproc) cores of one machine: the times show that machine's scheduler and memory, not a network."
echo "The pictures and the generated code are in $out."
