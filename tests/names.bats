#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The names of MPI: each that the installed mpi.h declares is taken over, or was found to be harmless, or is known to pass
# the preloaded library by. What passes it by makes persistent collectives MPI's own.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

KNOWN=$ROOT/runtime/preload/names/sight.c
TAKEN=$ROOT/runtime/preload/front/taken.def

setup_file() {
	build_yield
}

# declared: the routines that mpi.h declares, without MPI_, and X_ for MPIX_. _c and _x are forms of one routine. Types that
# stand before a bracket are none.
declared() {
	local header=$BATS_TEST_TMPDIR/header.c
	echo '#include <mpi.h>' >"$header"
	[ "$MPI" != openmpi ] || echo '#include <mpi-ext.h>' >>"$header"
	$MPICC -E -P "$header" | tr '\n' ' ' | grep -oE '\bMPIX?_[A-Z]\w*[a-z]\w* *\( *[^* ]' | sed 's, *(.*,,' | sed -E 's/^MPI_//; s/^MPIX_/X_/; s/_[cx]$//' | grep -vxE 'Aint|Comm|Datatype|Errhandler|File|Fint|Group|Info|Message|Op|Request|Session|Status|Win' | sort -u
}

# listed ARRAY...: its names.
listed() {
	local array
	for array; do
		case $array in
		completes | begins | followed) sed -n "/^#define RG_${array^^}(/,/^\$/p" "$TAKEN" | sed -nE 's/^\tTAKEN\((\w+),.*/\1/p' ;;
		*) sed -n "/ $array\[\] = {/,/}/p" "$KNOWN" | grep -oE '"\w+"' | tr -d '"' ;;
		esac
	done
}

# served: the names of the collectives that are rows here, in all forms.
served() {
	local routine
	for routine in $(collective_entries); do
		printf '%s\n' "$routine" "I${routine,}" "${routine}_init" "X_${routine}_init"
	done
}

# by_kind: what is harmless by its kind: handles in other languages, the interface for tools, sizes in Fortran.
by_kind() {
	local endings beginnings
	endings=$(sed -n '/ endings\[\] = {/,/}/p' "$KNOWN" | grep -oE '"\w+"' | tr -d '"' | paste -sd '|')
	beginnings=$(listed beginnings | paste -sd '|')
	grep -vE "($endings)\$|^($beginnings)|^($(collective_entries | any_of))\$"
}

@test "each routine that the installed mpi.h declares is in the table once" {
	declared >"$BATS_TEST_TMPDIR/declared"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/declared")" -gt 400 ]
	{ served; listed completes begins followed unseen harmless; } | sort >"$BATS_TEST_TMPDIR/listed"
	[ -z "$(uniq -d "$BATS_TEST_TMPDIR/listed")" ]
	run -0 comm -23 <(by_kind <"$BATS_TEST_TMPDIR/declared" | sort) "$BATS_TEST_TMPDIR/listed"
	echo "not in sight.c: $output"
	[ -z "$output" ]
}

# The library that it is built for may lack some.
@test "what the table says is taken over is, and what is taken over is in the table" {
	nm -D --defined-only --format=posix "$LIBBEHIND" | sed -nE 's/^MPI_(\w*[a-z]\w*) .*/\1/p' | sed 's/_c$//' | sort -u >"$BATS_TEST_TMPDIR/exported"
	{ served; listed completes begins followed; } | sort >"$BATS_TEST_TMPDIR/listed"
	run -0 comm -23 "$BATS_TEST_TMPDIR/exported" "$BATS_TEST_TMPDIR/listed"
	echo "taken over, not in sight.c: $output"
	[ -z "$output" ]
	declared | sort | comm -12 - "$BATS_TEST_TMPDIR/listed" | grep -v '^X_' >"$BATS_TEST_TMPDIR/wanted"
	run -0 comm -23 "$BATS_TEST_TMPDIR/wanted" "$BATS_TEST_TMPDIR/exported"
	echo "in sight.c, not taken over: $output"
	[ -z "$output" ]
}

# Open MPI's routines for Fortran call PMPI. Persistent collectives are its own there.
@test "each name in Fortran that Open MPI has for what is served is taken over" {
	[ "$MPI" = openmpi ] || skip "MPICH's routines call MPI's in C"
	needs_fortran
	local routines
	printf 'use mpi_f08\ncall MPI_Init()\nend\n' >"$BATS_TEST_TMPDIR/program.f90"
	"$MPIFC" -o "$BATS_TEST_TMPDIR/program" "$BATS_TEST_TMPDIR/program.f90"
	routines=$(collective_names | any_of)
	ldd "$BATS_TEST_TMPDIR/program" | awk '/libmpi/ { print $3 }' | xargs nm -D --defined-only --format=posix | cut -d' ' -f1 | grep -iE "^mpi_i?($routines)(_c)?(_f08|_f08ts)?_*\$" | grep -v '[[:upper:]][[:lower:]]' | sort -u >"$BATS_TEST_TMPDIR/theirs"
	grep -qx mpi_iallreduce_ "$BATS_TEST_TMPDIR/theirs"
	grep -qxE 'mpi_bcast_f08(ts)?_' "$BATS_TEST_TMPDIR/theirs"
	nm -D --defined-only --format=posix "$LIBPRELOAD" | cut -d' ' -f1 | sort -u >"$BATS_TEST_TMPDIR/ours"
	run -0 comm -23 "$BATS_TEST_TMPDIR/theirs" "$BATS_TEST_TMPDIR/ours"
	echo "not taken over: $output"
	[ -z "$output" ]
}

# ---- What passes by

# awaiting NAME WAIT FLAG...: the program that awaits its request by WAIT(request), with the library that has newer names.
awaiting() {
	local folder=$BATS_TEST_TMPDIR/$1
	mkdir "$folder"
	# shellcheck disable=SC2086
	$MPICC $WARN -DNEWER "${@:3}" -shared -fPIC -o "$folder/libnewer.so" "$ROOT/tests/mpi/unseen.c" -ldl
	build_plain unseen "-DWAIT(r)=$2" -L"$folder" -lnewer "-Wl,-rpath,$folder"
	RINGGEN_VERBOSE=1 PRELOAD=${ABOVE:+$ABOVE:}${PRELOADED:-$LIBPRELOAD} RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare run --separate-stderr on 3 unseen
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$output" = "unseen: ok" ]
}

# ours: the persistent collective was; theirs WORDS: it was MPI's, and one line says why.
ours() {
	[[ $stderr == *"MPI_Allreduce on 3 ranks, 1 machine: "* && $stderr != *"does not come by here"* ]]
}
theirs() {
	[ "$(grep -c "$1, which could see a persistent collective of ours and does not come by here: persistent collectives are MPI's own" <<<"$stderr")" = 1 ]
	[[ $stderr != *"MPI_Allreduce on 3 ranks, 1 machine: "* ]]
}

@test "a routine that no table knows makes persistent collectives MPI's own, with one warning" {
	[[ $WARN == *RG_MPI_HAS_INIT* ]] || skip "this library has no persistent collectives"
	awaiting newer 'MPI_Request_watch(r)'
	theirs "the program calls MPI_Request_watch"
}

@test "so does a call beneath, by the program or by a library of it" {
	[[ $WARN == *RG_MPI_HAS_INIT* ]] || skip "this library has no persistent collectives"
	awaiting program 'PMPI_Wait(r, MPI_STATUS_IGNORE)'
	theirs "the program calls PMPI_Wait"
	awaiting library 'user_wait(r)' -DBENEATH
	theirs "libnewer.so calls PMPI_Wait"
}

@test "a routine of somebody else's that is called like one of MPI does not" {
	[[ $WARN == *RG_MPI_HAS_INIT* ]] || skip "this library has no persistent collectives"
	awaiting known 'MPI_Wait(r, MPI_STATUS_IGNORE)'
	ours
	awaiting user 'mpi_user_wait_(r)'
	ours
}

@test "so does a tool that is loaded before, and completes requests beneath" {
	[[ $WARN == *RG_MPI_HAS_INIT* ]] || skip "this library has no persistent collectives"
	local tool=$BATS_TEST_TMPDIR/tool.so
	# shellcheck disable=SC2086
	$MPICC $WARN -shared -fPIC -o "$tool" -x c - <<<'#include <mpi.h>
int MPI_Wait(MPI_Request *request, MPI_Status *status) { return PMPI_Wait(request, status); }'
	for PRELOADED in "$LIBPRELOAD" "$LIBBEHIND"; do
		ABOVE=$tool awaiting "above${PRELOADED//\//-}" 'MPI_Wait(r, MPI_STATUS_IGNORE)'
		[[ $stderr != *"MPI_Allreduce on 3 ranks, 1 machine: "* ]]
	done
}
