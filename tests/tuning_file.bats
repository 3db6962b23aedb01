#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Tuning files for MPI libraries: the installed library reads them, takes the algorithm that is said, and another from
# the size on that is said; what is wrong is told, and nothing is written.
# shellcheck disable=SC2154 # run sets output and stderr
load common

HOSTS=n0,n8,n16,n24

setup_file() {
	[ -z "$SAN" ] || return 0
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -g -rdynamic -o "$BATS_FILE_TMPDIR/natives" "$ROOT/tests/mpi/natives.c" -ldl
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
}

# tuning OPTION...: on chain32, for the library under test.
tuning() {
	"$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi "$MPI" "$@"
}

# choices COLLECTIVE <TABLE: a line for each range of sizes: the bytes it begins with, the algorithm, its segment's bytes.
choices() {
	awk -v collective="$1" '
		function bytes(n, unit) { return n * (unit == "KiB" ? 1024 : unit == "MiB" ? 1048576 : 1) }
		NF == 1 { here = $1 == collective; next }
		here && NF && $1 != "from" { print bytes($1, $2), $3, $4 == "-" ? 0 : bytes($4, $5) }'
}

# messages ALGORITHM: as many as four ranks send in all, one on each machine.
messages() {
	case $1 in
	recursive_doubling | recursive_halving) echo 8 ;;
	ring | pairwise) echo 12 ;;
	binomial) echo 3 ;;
	reduce_scatter_allgather) echo 16 ;;
	scatter_ring_allgather) echo 15 ;;
	scatter_recursive_doubling_allgather) echo 11 ;;
	reduce_scatter_gather) echo 11 ;;
	esac
}

# function_of COLLECTIVE ALGORITHM: of Open MPI's coll/base.
function_of() {
	case $2 in
	recursive_doubling) echo "$1_intra_recursivedoubling" ;;
	recursive_halving) echo "$1_intra_recursivehalving" ;;
	rabenseifner) [ "$1" = reduce ] && echo reduce_intra_redscat_gather || echo "$1_intra_redscat_allgather" ;;
	binary_tree) echo bcast_intra_bintree ;;
	linear) echo reduce_intra_basic_linear ;;
	*) echo "$1_intra_$2" ;;
	esac
}

# expected COLLECTIVE ALGORITHM SEGMENT
expected() {
	if [ "$MPI" = mpich ]; then messages "$2"; else echo "$(function_of "$1" "$2") $3"; fi
}

# seen COLLECTIVE BYTES...: what the library does, with the file that BASE.sh tells of. All ranks are taken to be on
# machines of their own.
seen() {
	# shellcheck disable=SC1091,SC2086
	(. ./base.sh && MPIR_CVAR_NOLOCAL=1 timeout -k 10 "$LIMIT" $MPIEXEC -n 4 "$BATS_FILE_TMPDIR/natives" "$@")
}

@test "the library takes what the file says, and changes at the very size" {
	[ -z "$SAN" ] || skip "the recorder stands where a sanitizer would"
	tuning --hosts $HOSTS -o base >table
	cat table base.sh
	local collective from by segment last_by last_segment changes=0
	for collective in allreduce allgather reduce_scatter_block bcast reduce; do
		sizes=() want=()
		last_by='' last_segment=''
		while read -r from by segment; do
			if [ -n "$last_by" ] && [ "$by $segment" != "$last_by $last_segment" ]; then
				sizes+=($((from - 16)))
				want+=("$((from - 16)) $(expected $collective "$last_by" "$last_segment")")
				changes=$((changes + 1))
			fi
			[ "$from" != 0 ] || from=16
			sizes+=("$from")
			want+=("$from $(expected $collective "$by" "$segment")")
			last_by=$by last_segment=$segment
		done < <(choices $collective <table)
		[ ${#sizes[@]} -gt 0 ]
		seen $collective "${sizes[@]}" >seen.txt
		echo "$collective"
		diff seen.txt <(printf '%s\n' "${want[@]}")
	done
	[ "$changes" -ge 3 ]
}

@test "other sizes of communicators are left to the library" {
	[ "$MPI" = mpich ] || skip "MPICH's file has them, Open MPI's says none"
	tuning --hosts $HOSTS -o base >table
	tuning --hosts n0,n8 -o two >table
	# What the library has built in, read back from what was made of it, and from the library.
	"$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --hosts $HOSTS --from two.json -o again >other
	"$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --hosts $HOSTS -o base >table
	diff table other
}

@test "the file holds for the ranks as they are placed" {
	tuning --hosts $HOSTS >spread
	tuning --hosts n0,n1,n2,n3 >near
	run ! cmp -s spread near
	if [ "$MPI" = mpich ]; then
		grep -q '"comm_size<=4":{' spread
	else
		grep -q '^4 # ranks$' spread
		grep -q '^5 # ranks and more: its own choice$' spread
	fi
}

@test "several ranks on a machine: choices by machine are among those of MPICH" {
	[ "$MPI" = mpich ] || skip "Open MPI's coll/tuned has none"
	"$RINGGEN" export tuning "$TOPOLOGIES/smp4x8.xml" --hosts m0,m1,m2 --ranks-per-node 5 -o base >table
	cat table
	grep -q "^  .* smp  " table
	grep -q '"comm_hierarchy=parent":{' base.json
	grep -q 'MPIR_Allreduce_intra_smp' base.json
}

@test "what is wrong is told, and nothing is written" {
	run -2 tuning --mpi lam -o base
	[ "${lines[0]}" = "ringgen: error: --mpi: 'lam' is neither mpich nor openmpi" ]
	run -2 tuning -o base.json
	[ "${lines[0]}" = "ringgen: error: -o: give DIR/BASE, ends are added to it: 'base.json'" ]
	run -2 "$RINGGEN" export tune "$TOPOLOGIES/chain32.xml"
	[ "${lines[0]}" = "ringgen: error: not a format that ringgen exports (simgrid, tuning): 'tune'" ]
	run -4 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi mpich --from "$TOPOLOGIES/chain32.xml" -o base
	[ "${lines[0]}" = "$TOPOLOGIES/chain32.xml: error: this is neither a library of MPICH 4 nor its choice of algorithms in JSON" ]
	echo '{"collective=bcast":' >broken.json
	run -4 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi mpich --from broken.json -o base
	[[ ${lines[0]} == "broken.json: error: "* ]]
	run -4 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi mpich --from none.json -o base
	[[ ${lines[0]} == "none.json: error: cannot open: "* ]]
	run -3 "$RINGGEN" export tuning "$TOPOLOGIES/tree10000.xml" --mpi mpich --ranks-per-node 8 -o base
	[[ ${lines[0]} == *"80000 ranks are too many to plan for"* ]]
	run -2 tuning --root 32 -o base
	[[ ${lines[0]} == *"--root: rank 32 is none of 32" ]]
	run compgen -G "base*"
	[ "$status" != 0 ]
}
