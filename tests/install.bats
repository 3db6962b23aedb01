#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# An installed ringgen: each example is built and run against it, alone; then nothing is left.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
bats_require_minimum_version 1.5.0
load rows

ROOT=$(realpath "$BATS_TEST_DIRNAME/..")

in_root() {
	timeout 300 make -C "$ROOT" --no-print-directory CC="${CC:-gcc}" SAN= "$@"
}

# Both libraries if both MPI libraries are here; the one under test at least.
setup_file() {
	export RINGGEN_TRIAL=off # as in common.bash
	MPI=${MPI:-mpich}
	# Of the tests of both libraries each is a long one.
	both=
	if [ "${LEVEL:-}" != quick ] && command -v mpicc.mpich >/dev/null && command -v mpicc.openmpi >/dev/null; then
		both="mpich openmpi"
	fi
	for mpi in ${both:-$MPI}; do
		(
			[ "$mpi" = "$MPI" ] || unset MPICC MPIEXEC # they are of the other
			in_root -s -j2 MPI="$mpi" all
		)
	done
	in_root install PREFIX="$BATS_FILE_TMPDIR/usr" >/dev/null
	export MPI both PREFIX="$BATS_FILE_TMPDIR/usr"
	export PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig PATH=$PREFIX/bin:$PATH
	OUT=${OUT:-$ROOT/.build}
	# shellcheck source=tests/library.bash disable=SC1091
	. "$ROOT/tests/library.bash"
	export MPICC MPIEXEC MPIFC
	export -f needs_fortran
	# Ranks on machines that the examples' cluster has.
	export RINGGEN_HOSTS=$BATS_FILE_TMPDIR/hosts
	printf '%s\n' n0 n4 n1 n5 >"$RINGGEN_HOSTS"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	cp -r "$PREFIX/share/ringgen/examples" .
	# What CMake finds by itself is no compiler for the standard ABI.
	cmake_mpi=("-DRINGGEN_MPI=$MPI")
	[ "$MPI" != abi ] || cmake_mpi+=("-DMPI_C_COMPILER=$MPICC")
}

# on4 PROGRAM: run it on four ranks, verbose; it must not fall back, whatever the plan takes.
on4() {
	# shellcheck disable=SC2086
	RINGGEN_VERBOSE=1 run --separate-stderr timeout 60 $MPIEXEC -n 4 env ${YIELD:+LD_PRELOAD="$YIELD"} "$1"
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[[ $stderr == *"4 ranks on 4 machines"* ]]
	[[ $stderr == *"cluster_Allreduce on 4 ranks, 4 machines: "* ]]
	[[ $stderr != *"native"* ]]
}

@test "bash finds the completion" {
	cmp "$ROOT/generator/cli/completion.bash" "$PREFIX/share/bash-completion/completions/ringgen"
}

@test "example direct" {
	timeout 60 make -C examples/direct MPI="$MPI" MPICC="$MPICC"
	on4 examples/direct/average
	[ "$output" = "average of 1 to 4: 2.5" ]
}

@test "find_package(ringgen), of a moved installation in a folder with a blank and a quote" {
	command -v cmake >/dev/null || skip "no cmake is here"
	mkdir "it's here"
	cp -a "$PREFIX" "it's here/usr"
	cp -r examples/cmake "it's here/source"
	cd "it's here"
	timeout 120 cmake -S source -B build "${cmake_mpi[@]}" -DCMAKE_PREFIX_PATH="$PWD/usr"
	timeout 120 cmake --build build
	on4 "$PWD/build/solve"
}

@test "the module file leads to what is installed" {
	local of=/usr/lib/x86_64-linux-gnu/modulecmd.tcl
	[ -e $of ] || of=$(command -v modulecmd.tcl || true)
	[ -n "$of" ] || skip "no environment-modules are here"
	mkdir -p modules/ringgen
	sed "s|^set prefix .*|set prefix $PREFIX|" examples/packaging/module/ringgen >modules/ringgen/here
	(
		PATH=${PATH#"$PREFIX/bin:"}
		unset PKG_CONFIG_PATH
		[ "$MPI" = abi ] || unset LD_LIBRARY_PATH # there it says which library runs
		MODULEPATH=$PWD/modules
		export MODULEPATH
		eval "$($of bash load ringgen/here)"
		[ "$(command -v ringgen)" = "$PREFIX/bin/ringgen" ]
		[ "$(pkg-config --variable=libdir "ringgen-$MPI")" = "$PREFIX/lib" ]
		[ "$LD_PRELOAD" = "$PREFIX/lib/libringgen-preload.so" ]
		sh -c true 2>&1 | cmp - /dev/null
		# All jobs have it then, and those that ask for it are served.
		"$MPICC" -o average examples/preload/average.c
		# shellcheck disable=SC2086
		run -0 --separate-stderr timeout 60 $MPIEXEC -n 2 ./average
		[ -z "$stderr" ]
		# shellcheck disable=SC2086
		RINGGEN_TOPOLOGY=auto run -0 --separate-stderr timeout 60 $MPIEXEC -n 2 ./average
		[[ $stderr == "ringgen: on: collectives of 'auto'"* ]]
	)
}

# bats test_tags=long
@test "ringgen as a subdirectory of a project that CMake builds" {
	command -v cmake >/dev/null || skip "no cmake is here"
	[ -z "$SAN" ] || skip "the Makefile builds it without a sanitizer"
	# What is built already, so that make has nothing to do.
	timeout 120 cmake -S examples/cmake -B build "${cmake_mpi[@]}" -DRINGGEN_SOURCE="$ROOT"
	timeout 300 cmake --build build
	on4 "$PWD/build/solve"
	[ "$output" = "500 unknowns in 250 steps, x[250] = 31375.000" ]
}

@test "example make, with the generated routines and without" {
	timeout 60 make -C examples/make MPI="$MPI" MPICC="$MPICC"
	on4 examples/make/solve
	[[ $stderr == *"cluster_Allgatherv on 4 ranks, 4 machines: "* ]]
	[ "$output" = "500 unknowns in 250 steps, x[250] = 31375.000" ]

	make -C examples/make clean
	timeout 60 make -C examples/make RINGGEN= MPICC="$MPICC"
	run ! grep -c cluster_ examples/make/solve
	# shellcheck disable=SC2086
	run --separate-stderr timeout 60 $MPIEXEC -n 4 env ${YIELD:+LD_PRELOAD="$YIELD"} examples/make/solve
	[ "$output" = "500 unknowns in 250 steps, x[250] = 31375.000" ]
}

@test "example cmake, which has the sources of example make" {
	for f in main.c matrix.c matrix.h collectives.h cluster.xml; do
		cmp "examples/make/$f" "examples/cmake/$f"
	done
	timeout 120 cmake -S examples/cmake -B build "${cmake_mpi[@]}" -DMPI_C_COMPILER="$MPICC"
	timeout 60 cmake --build build
	on4 build/solve
	[ "$output" = "500 unknowns in 250 steps, x[250] = 31375.000" ]
}

@test "the Debian packages have the version of the shared libraries" {
	local so debian=$ROOT/examples/packaging/debian
	so=$(sed -n 's/^SOVERSION := //p' "$ROOT/Makefile")
	for mpi in mpich openmpi; do
		grep -qx "Package: libringgen-$mpi$so" "$debian/control"
		grep -q "libringgen-$mpi$so (= " "$debian/control"
		[ -e "$debian/libringgen-$mpi$so.install" ]
	done
	grep -qx "Package: libringgen-preload$so" "$debian/control"
	grep -q 'libringgen-preload.so' "$debian/libringgen-preload$so.install"
	for part in cmake pkgconfig; do
		find "$PREFIX/lib/$part" -name '*ringgen*' | grep -q .
		grep -q "/$part$" "$debian/libringgen-dev.install"
	done
}

@test "example hostfile" {
	run timeout 30 examples/hostfile/reorder.sh examples/hostfile/hosts
	echo "$output"
	[ "$status" = 0 ]
	[[ $output == *"refuted"*"the new order:"*"proved"* ]]
	[ "$(cut -d: -f1 ordered | tr '\n' ' ')" = "n0 n1 n2 n4 n5 n6 " ]
}

@test "example preload: loaded, with the cluster in it, linked, in Fortran" {
	local library=$PREFIX/lib/libringgen-preload.so how
	timeout 100 make -C examples/preload all linked library MPI="$MPI" MPICC="$MPICC"
	export RINGGEN_VERBOSE=1 RINGGEN_NATIVE=0
	for how in "$library average topology" "examples/preload/libcluster-preload.so average collectives" "- average-linked topology"; do
		# shellcheck disable=SC2086 # words
		set -- $how
		# shellcheck disable=SC2086
		run --separate-stderr timeout 60 $MPIEXEC -n 4 env LD_PRELOAD="${1#-}:$YIELD" \
			RINGGEN_"${3^^}"="$([ "$3" = topology ] && echo examples/preload/cluster.xml || echo on)" "examples/preload/$2"
		printf '%s\n%s\n' "$output" "$stderr"
		[ "$output" = "average of 1 to 4: 2.5" ]
		[[ $stderr == *"ringgen: on: collectives of 'cluster' (8 machines, "* ]]
		[[ $stderr == *"MPI_Allreduce on 4 ranks, 4 machines: "* ]]
	done
	needs_fortran
	timeout 60 make -C examples/preload fortran MPI="$MPI" MPIFC="$MPIFC"
	# shellcheck disable=SC2086
	RINGGEN_TOPOLOGY=auto run --separate-stderr timeout 60 $MPIEXEC -n 4 env LD_PRELOAD="$library:$YIELD" \
		examples/preload/average-fortran
	[ "$output" = "average of 1 to 4: 2.5" ]
	[[ $stderr == *"MPI_Allreduce on 4 ranks, "* ]]
}

@test "example gather: a job's machines in one file, which then serves the job" {
	timeout 60 make -C examples/gather MPICC="$MPICC"
	# shellcheck disable=SC2086
	timeout 60 $MPIEXEC -n 4 env ${YIELD:+LD_PRELOAD="$YIELD"} examples/gather/.build/gather -o job.xml \
		--name cluster --bandwidth 10Gbps
	run -0 ringgen check job.xml
	[[ $output =~ machines\ +4 ]]
	run -0 ringgen certify job.xml --hosts n5,n0,n4,n1
	[[ $output == "proved contention free: 4 ranks on 4 machines, load 1 on all 8 link directions"* ]]
	ringgen generate job.xml -o cluster
	# shellcheck disable=SC2046
	timeout 60 "$MPICC" $(pkg-config --cflags --libs "ringgen-$MPI") -I. -o average examples/direct/main.c cluster.c \
		$(pkg-config --libs "ringgen-$MPI")
	on4 ./average
}

@test "example ringbench" {
	timeout 120 make -C examples/ringbench ALGORITHMS="ring butterfly" MPI="$MPI" MPICC="$MPICC"
	# shellcheck disable=SC2086
	run --separate-stderr timeout 60 $MPIEXEC -n 4 env ${YIELD:+LD_PRELOAD="$YIELD"} examples/ringbench/.build/ringbench \
		--sizes 1K --repeat 3 --csv out.csv
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(cut -d, -f3,7,14 out.csv | xargs)" = "algorithm,repetitions,verified native,3,yes ring,3,yes butterfly,3,yes" ]
	# The command, with a shared object as its manual page has it.
	ringgen generate examples/ringbench/cluster.xml --prefix planned -o planned
	# shellcheck disable=SC2046
	"$MPICC" -shared -fPIC -o planned.so planned.c $(pkg-config --cflags --libs "ringgen-$MPI")
	# shellcheck disable=SC2086
	run --separate-stderr timeout 60 $MPIEXEC -n 4 env ${YIELD:+LD_PRELOAD="$YIELD"} "ringbench-$MPI" \
		--routines planned=./planned.so --sizes 1K --repeat 3 --csv out.csv
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(cut -d, -f3,7,14 out.csv | xargs)" = "algorithm,repetitions,verified native,3,yes planned,3,yes" ]
	man -l "$PREFIX/share/man/man1/ringbench-$MPI.1" | grep -q -- "--routines NAME=FILE"
}

@test "the shared library exports the entries and nothing else" {
	run nm -D --defined-only --format=posix "$PREFIX/lib/libringgen-$MPI.so"
	[ "$status" = 0 ]
	[ -n "$output" ]
	any=$(collective_names | any_of)
	while read -r name _; do
		[[ $name =~ ^rg_(begin_)?$any(_c)?$ || $name =~ ^rg_(request_(start|test|wait|free)|counted)$ || $name = rg_libringgen_for_$MPI ]]
	done <<<"$output"
	run readelf -d "$PREFIX/lib/libringgen-$MPI.so"
	[[ $output == *"soname: [libringgen-$MPI.so."* ]]
}

@test "README's line, from an own prefix: what it links starts, and a folder that is searched gets no rpath" {
	ringgen generate examples/direct/cluster.xml -o cluster
	# shellcheck disable=SC2046
	timeout 60 "$MPICC" -I. examples/direct/main.c cluster.c $(pkg-config --cflags --libs "ringgen-$MPI") -o average
	on4 ./average
	# shellcheck disable=SC2046
	timeout 60 "$MPICC" "$ROOT/examples/preload/average.c" -Wl,--no-as-needed $(pkg-config --libs "ringgen-preload-$MPI") -o preloaded
	run readelf -d preloaded
	[[ $output == *"$PREFIX/lib"* ]]
	in_root install MPI="$MPI" DESTDIR="$PWD/staged" PREFIX=/usr/local >made 2>&1 || cat made
	run grep -h '^Libs:' staged/usr/local/lib/pkgconfig/*.pc
	echo "$output"
	[[ $output == *"-lringgen-$MPI"* && $output != *rpath* ]]
}

@test "advise names the preload library by its path in an own prefix" {
	run -0 ringgen advise "$ROOT/topo-files/chain32.xml" --mpi "$RUNS"
	[[ $output == *"export LD_PRELOAD=$PREFIX/lib/libringgen-preload.so RINGGEN_TOPOLOGY=$ROOT/topo-files/chain32.xml"$'\n    mpiexec'* ]]
}

@test "the archive links, too, with the private libraries" {
	ringgen generate examples/direct/cluster.xml -o cluster
	# shellcheck disable=SC2046
	timeout 60 "$MPICC" $(pkg-config --cflags "ringgen-$MPI") -I. -o average examples/direct/main.c cluster.c \
		"$PREFIX/lib/libringgen-$MPI.a" $(pkg-config --static --libs "ringgen-$MPI")
	on4 ./average
}

@test "generate --preload finds what is installed" {
	ringgen generate examples/direct/cluster.xml --preload --ops allreduce=ring -o cluster
	run nm -D --defined-only libcluster-preload.so
	[[ $output == *" rg_preload_generated"* ]]
	run pkg-config --libs --static "ringgen-preload-$MPI"
	[[ $output == *"-lringgen-preload-$MPI"*"-lxml2"* ]]
	[ -e "$PREFIX/lib/libringgen-preload-$MPI.so" ]
}

# bats test_tags=long
@test "libraries for MPICH and for Open MPI side by side" {
	[ -n "$both" ] || skip "only one MPI library is here"
	for mpi in mpich openmpi; do
		[ -e "$PREFIX/lib/libringgen-$mpi.a" ]
		MPICC="mpicc.$mpi" ringgen generate examples/direct/cluster.xml --preload --ops allreduce=ring -o "$mpi.so"
		run ldd "$mpi.so"
		[[ $output == *"lib$([ "$mpi" = mpich ] && echo mpich || echo mpi).so."* ]]
		[ "$(pkg-config --modversion "ringgen-$mpi")" = "$(ringgen --version | cut -d' ' -f2)" ]
		timeout 60 make -C examples/direct clean average MPI="$mpi" MPICC="mpicc.$mpi"
		run ldd examples/direct/average
		[[ $output == *"$PREFIX/lib/libringgen-$mpi.so."* ]]
	done
}

# ---- Two MPI libraries are here, and what is for the one meets the other

# other MPI: the other library's name.
other() {
	[ "$1" = mpich ] && echo openmpi || echo mpich
}

# start MPI N COMMAND...: by that library's mpiexec. What MPICH's ranks share a core with is loaded, too.
start() {
	local mpi=$1 n=$2 options=
	shift 2
	if [ "$mpi" = openmpi ]; then
		options=--oversubscribe
		[ "$(id -u)" != 0 ] || options="$options --allow-run-as-root"
	fi
	# shellcheck disable=SC2086
	run --separate-stderr timeout 60 "mpiexec.$mpi" $options -n "$n" "$@"
	printf '%s\n%s\n' "$output" "$stderr"
}

# said TEXT: libringgen has said one line, which begins so.
said() {
	[ "$(grep -c '^ringgen: ' <<<"$stderr")" = 1 ]
	grep -qF "ringgen: $1" <<<"$stderr"
}

# named MPI: as messages have it.
named() {
	[ "$1" = mpich ] && echo MPICH || echo "Open MPI"
}

# bats test_tags=long
@test "mpi.h of another library than libringgen's: an error of the compiler, or of the linker" {
	[ -n "$both" ] || skip "only one MPI library is here"
	local mpi wrong
	ringgen generate examples/direct/cluster.xml --ops all=ring -o cluster
	for mpi in mpich openmpi; do
		wrong=mpicc.$(other $mpi)
		# shellcheck disable=SC2046
		run timeout 60 "$wrong" $(pkg-config --cflags "ringgen-$mpi") -I. -c -o cluster.o cluster.c
		echo "$output"
		[ "$status" != 0 ]
		[[ $output == *"this libringgen is for $(named $mpi), mpi.h is $(named "$(other $mpi)")'s: mpicc.$mpi, or pkg-config ringgen-$(other $mpi)"* ]]
		for library in "-L$PREFIX/lib -lringgen-$mpi" "$PREFIX/lib/libringgen-$mpi.a -lhwloc -pthread"; do
			# shellcheck disable=SC2086 # words
			run timeout 60 "$wrong" -I"$PREFIX/include" -I. -o average examples/direct/main.c cluster.c $library
			[ "$status" != 0 ]
			[[ $output == *"undefined reference to \`rg_libringgen_for_$(other $mpi)'"* ]]
		done
		"mpicc.$mpi" -I"$PREFIX/include" -I. -shared -fPIC -o "libcluster-$mpi.so" cluster.c
		run nm -D --undefined-only "libcluster-$mpi.so"
		[[ $output == *" rg_libringgen_for_$mpi"* ]]
	done
}

# bats test_tags=long
@test "an example takes the compiler of its MPI library by itself" {
	[ -n "$both" ] || skip "only one MPI library is here"
	unset MPICC
	local mpi
	for mpi in mpich openmpi; do
		for example in direct make preload ringbench; do
			make -C examples/$example clean
			timeout 120 make -C examples/$example MPI=$mpi ALGORITHMS=ring
		done
		timeout 120 cmake -S examples/cmake -B "build-$mpi" -DRINGGEN_MPI=$mpi
		timeout 60 cmake --build "build-$mpi"
		for program in examples/{direct/average,make/solve,preload/average,ringbench/.build/ringbench} "build-$mpi/solve"; do
			run ldd "$program"
			echo "$program: $output"
			[[ $output == *"lib$([ $mpi = mpich ] && echo mpich || echo mpi).so."* ]]
			[[ $output != *"lib$([ $mpi = mpich ] && echo mpi || echo mpich).so."* ]]
		done
	done
}

# bats test_tags=long
@test "a program of the other library runs without the preload library, which says so if it was asked" {
	[ -n "$both" ] || skip "only one MPI library is here"
	local mpi library
	for mpi in mpich openmpi; do
		"mpicc.$mpi" -o average examples/preload/average.c
		library=libringgen-preload-$(other $mpi).so
		start $mpi 2 env LD_PRELOAD="$PREFIX/lib/$library:$YIELD" RINGGEN_TOPOLOGY=auto ./average
		[ "$status" = 0 ]
		[ "$output" = "average of 1 to 2: 1.5" ]
		said "this program is linked to $(named $mpi), and $PREFIX/lib/$library is for $(named "$(other $mpi)"): load libringgen-preload-$mpi.so. MPI's own collectives are used"
		start $mpi 2 env LD_PRELOAD="$YIELD:$PREFIX/lib/$library" ./average
		[ "$status" = 0 ]
		[ "$output" = "average of 1 to 2: 1.5" ]
		no_line ringgen: <<<"$stderr"
	done
}

# bats test_tags=long
@test "what is executed anew has its arguments, its name and the other libraries" {
	[ -n "$both" ] || skip "only one MPI library is here"
	cat >shows.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		printf("[%s]", argv[i]);
	printf("[%s]", getenv("LD_PRELOAD"));
	fflush(stdout);
	return system("cat /proc/$PPID/comm");
}
END
	cc -shared -o other.so -x c - <<<'int nothing;'
	local mpi
	for mpi in mpich openmpi; do
		"mpicc.$mpi" -o shows -Wl,--no-as-needed shows.c
		run --separate-stderr env "LD_PRELOAD=$PWD/other.so $PREFIX/lib/libringgen-preload-$(other $mpi).so:libm.so.6" ./shows "a b" "" c
		[ "$output" = "[./shows][a b][][c][$PWD/other.so:libm.so.6]shows" ]
		[ -z "$stderr" ]
	done
}

# bats test_tags=long
@test "where the preload library cannot get out of the way, the program ends with a word" {
	[ -n "$both" ] || skip "only one MPI library is here"
	local mpi wrong
	"${CC:-gcc}" -o loads "$ROOT/tests/mpi/loads.c" -ldl
	for mpi in mpich openmpi; do
		wrong=$(other $mpi)
		"mpicc.$mpi" -o linked examples/preload/average.c -Wl,--no-as-needed -L"$PREFIX/lib" "-lringgen-preload-$wrong" \
			-Wl,-rpath,"$PREFIX/lib"
		start $mpi 2 ./linked
		[ "$status" != 0 ]
		said "this program is linked to $(named $mpi), and "
		[[ $stderr == *"It is linked into the program"* ]]

		"mpicc.$mpi" -shared -fPIC -Dmain=begin -o plugin.so examples/preload/average.c
		start $mpi 2 env LD_PRELOAD="$PREFIX/lib/libringgen-preload-$wrong.so" ./loads ./plugin.so
		[ "$status" != 0 ]
		said "this program is linked to $(named $mpi), and "
		[[ $stderr == *"It has been loaded too late"* ]]
		start $mpi 2 env LD_PRELOAD="$PREFIX/lib/libringgen-preload-$mpi.so:$YIELD" RINGGEN_TOPOLOGY=auto ./loads ./plugin.so
		[ "$status" = 0 ]
		[ "$output" = "average of 1 to 2: 1.5" ]
		said "on: collectives of 'auto'"
	done
}

@test "programs that know nothing of MPI are not touched by the preload library" {
	for library in "$PREFIX"/lib/libringgen-preload*.so; do
		# shellcheck disable=SC2016 # the other shell expands that
		run --separate-stderr env LD_PRELOAD="$library" RINGGEN_TOPOLOGY=auto RINGGEN_VERBOSE=1 \
			bash -c 'echo "$LD_PRELOAD $1" && exec ls -d /' - 'a b'
		[ "$output" = "$library a b
/" ]
		[ -z "$stderr" ]
	done
}

# bats test_tags=long
@test "the other library's mpiexec: one line says that these are jobs of one rank each" {
	[ -n "$both" ] || skip "only one MPI library is here"
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 # also for a job of one
	local mpi by
	# Jobs of Open MPI that begin at a time, each of one rank, are in each other's way in its folder in /tmp.
	printf '%s\n' '#!/bin/sh' "TMPDIR=\$(mktemp -d -p '$BATS_TEST_TMPDIR') exec \"\$@\"" >apart
	chmod +x apart
	ringgen generate examples/direct/cluster.xml --ops all=ring -o cluster
	for mpi in mpich openmpi; do
		by=$([ $mpi = mpich ] && echo "Open MPI's mpiexec" || echo "a launcher for MPICH")
		# shellcheck disable=SC2046
		"mpicc.$mpi" $(pkg-config --cflags "ringgen-$mpi") -I. -o generated examples/direct/main.c cluster.c \
			$(pkg-config --libs "ringgen-$mpi")
		"mpicc.$mpi" -o average examples/preload/average.c
		for program in "env ./generated" "env LD_PRELOAD=$PREFIX/lib/libringgen-preload.so RINGGEN_TOPOLOGY=auto ./average"; do
			# shellcheck disable=SC2086 # words
			start "$(other $mpi)" 3 ./apart $program
			[ "$status" = 0 ]
			[[ $(sort -u <<<"$output") =~ ^average\ of\ 1\ to\ 1:\ 1(\.0)?$ ]]
			said "this program is linked to $(named $mpi), but $by started it: 3 jobs of one rank each. Start it by $(named $mpi)'s own mpiexec (mpiexec.$mpi"
		done
		start "$(other $mpi)" 2 ./apart env LD_PRELOAD="$PREFIX/lib/libringgen-preload.so" ./average
		no_line ringgen: <<<"$stderr"
		start $mpi 1 ./generated
		no_line ringgen: <<<"$stderr"
	done
}

@test "DESTDIR is not in what is installed; the manual pages are" {
	in_root install PREFIX=/opt/ringgen DESTDIR="$PWD/dest"
	run ! grep -rIl "$PWD/dest" dest
	grep -x 'prefix=/opt/ringgen' "dest/opt/ringgen/lib/pkgconfig/ringgen-$MPI.pc"
	for page in 1/ringgen.1 5/ringgen-topology.5 7/ringgen.7 7/ringgen-jobs.7; do
		run timeout 30 man --warnings -l "dest/opt/ringgen/share/man/man$page"
		[ "$status" = 0 ]
		[[ $output != *"warning:"* ]]
	done
	for command in check order certify plot prove generate probe; do
		zgrep -q "^.B ringgen $command" dest/opt/ringgen/share/man/man1/ringgen.1
	done
}

@test "installing builds nothing, and what was removed is what was installed" {
	touch sentinel
	in_root install PREFIX="$PWD/usr"
	# Another suite may build sanitized programs meanwhile, and prove algorithms.
	run find "$ROOT/.build" -newer sentinel -type f -not -path '*/log/*' -not -path '*/san-*' -not -path '*/cache/*'
	[ -z "$output" ]
	[ -s usr/share/ringgen/topology.rng ]
	touch usr/lib/mine usr/share/ringgen/topo-files/mine.xml
	in_root uninstall PREFIX="$PWD/usr"
	run find usr -not -type d
	[ "$(sort <<<"$output")" = "usr/lib/mine
usr/share/ringgen/topo-files/mine.xml" ]
	rm usr/lib/mine
	rm -r usr/share/ringgen
	in_root install PREFIX="$PWD/usr"
	in_root uninstall PREFIX="$PWD/usr"
	[ ! -e usr/share/ringgen ]
	[ -z "$(find usr -not -type d)" ]
}
