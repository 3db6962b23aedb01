#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# generate --preload: the library is made in one step, for the MPI library of the compiler, or nothing is.
# shellcheck disable=SC2154 # run sets output and stderr
load common

setup() {
	mkdir "$BATS_TEST_TMPDIR/here" && cd "$BATS_TEST_TMPDIR/here" || return 1
	printf '%s\n' '<topology name="duo">' '<switch id="s"><node id="a"/><node id="b"/></switch>' '</topology>' >duo.xml
	# What the library is linked with is sanitized, too.
	export MPICC="$MPICC ${SAN:+-fsanitize=$SAN}"
}

# preload ARGUMENT...: in short: one collective by one algorithm.
preload() {
	run --separate-stderr "$RINGGEN" generate "$@" --preload --ops allreduce=ring
	echo "$output$stderr"
}

# exports LIBRARY NAME...
exports() {
	nm -D --defined-only --format=posix "$1" | cut -d' ' -f1 >exported
	for name in "${@:2}"; do
		grep -qx "$name" exported
	done
}

@test "the files and the library, or the library alone" {
	mkdir dir
	preload duo.xml -o dir/duo
	[ "$status" = 0 ]
	[ "$(echo dir/*)" = "dir/duo.c dir/duo.h dir/libduo-preload.so" ]
	exports dir/libduo-preload.so rg_preload_generated rg_allreduce duo_Allreduce
	grep -q "^ \* mpicc .* --whole-archive\|-Wl,--whole-archive" dir/duo.c
	preload duo.xml -o dir/only.so --hosts b,a
	[ "$status" = 0 ]
	preload --auto --prefix any -o any.so
	[ "$status" = 0 ]
	[ "$(echo dir/*)" = "dir/duo.c dir/duo.h dir/libduo-preload.so dir/only.so" ]
	for library in dir/only.so any.so; do
		exports $library rg_preload_generated
	done
}

@test "without --preload the cluster is not shown, and what is emitted is as before" {
	"$RINGGEN" generate duo.xml -o plain --ops allreduce=ring
	run ! grep preload plain.c
	preload duo.xml -o shown
	[ "$(diff <(grep -v '^ \*' plain.c) <(grep -v '^ \*' shown.c) | grep '^[<>]' | xargs -0)" = \
"> /* What libringgen-preload serves programs by. */
> const struct rg_cluster *const rg_preload_generated = &cluster;
> " ]
}

@test "a program is served by that library's rg_allreduce" {
	preload duo.xml -o made.so
	[ "$status" = 0 ]
	cp "$ROOT"/tests/mpi/from_file.[ch] "$BATS_FILE_TMPDIR"
	generate duo duo.xml --ops all=ring
	build collectives duo
	build_yield
	hosts b a
	PRELOAD=$PWD/made.so RINGGEN_VERBOSE=1 run --separate-stderr on 2 collectives-duo -1 -k int -n 13
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $stderr == *"duo: 2 ranks on 2 machines, in the order 1 0"* ]]
}

@test "no compiler, no library, and what does not compile: a message, and nothing is written" {
	mkdir empty
	MPICC=/no/such/mpicc preload duo.xml -o out
	[ "$status" = 3 ]
	[[ $stderr == *"ringgen: error: --preload: '/no/such/mpicc' is no compiler for MPICH, Open MPI or the standard ABI (set MPICC to one)" ]]
	MPICC="${CC:-gcc}" preload duo.xml -o out
	[ "$status" = 3 ]
	RINGGEN_LIBDIR=$PWD/empty preload duo.xml -o out
	[ "$status" = 3 ]
	[[ $stderr == *"there is no libringgen-preload-$MPI.a with a ringgen.h in RINGGEN_LIBDIR"* ]]
	MPICC="$MPICC -Wl,--no-such-option" preload duo.xml -o out
	[ "$status" = 4 ]
	[[ $stderr == *"no-such-option"*"does not make the library" ]]
	TMPDIR=/no/such preload duo.xml -o out
	[ "$status" = 4 ]
	preload duo.xml -o no/such/out
	[ "$status" = 4 ]
	[ "$(echo .[a-z]* *)" = ".[a-z]* duo.xml empty" ]
}

@test "RINGGEN_LIBDIR and an installed tree" {
	mkdir -p usr/lib usr/include usr/bin else
	cp "$OUT/$MPI/libringgen-preload-$MPI.a" usr/lib
	cp -r "$ROOT/runtime/ringgen.h" "$ROOT/runtime/ringgen" usr/include
	cp "$RINGGEN" usr/bin/ringgen
	RINGGEN=$PWD/usr/bin/ringgen preload duo.xml -o one.so
	[ "$status" = 0 ]
	cp "$RINGGEN" else/ringgen
	RINGGEN=$PWD/else/ringgen RINGGEN_LIBDIR=$PWD/usr/lib preload duo.xml -o two.so
	[ "$status" = 0 ]
	RINGGEN=$PWD/else/ringgen PKG_CONFIG_PATH=$PWD/else PKG_CONFIG_LIBDIR=$PWD/else preload duo.xml -o three.so
	[ "$status" = 3 ]
	sed "s|@PREFIX@|$PWD/usr|; s|@MPI@|$MPI|; s|@VERSION@|1|" "$ROOT/runtime/preload/ringgen-preload.pc.in" \
		>"else/ringgen-preload-$MPI.pc"
	RINGGEN=$PWD/else/ringgen PKG_CONFIG_PATH=$PWD/else preload duo.xml -o three.so
	[ "$status" = 0 ]
	cmp one.so two.so
}
