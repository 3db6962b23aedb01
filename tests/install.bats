#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# An installed ringgen: each example is built and run against it, alone; then nothing is left.
# shellcheck disable=SC2154 # stderr is Bats's
bats_require_minimum_version 1.5.0

ROOT=$(realpath "$BATS_TEST_DIRNAME/..")

in_root() {
	timeout 300 make -C "$ROOT" --no-print-directory CC="${CC:-gcc}" SAN= "$@"
}

# Both libraries if both MPI libraries are here; the one under test at least.
setup_file() {
	MPI=${MPI:-mpich}
	both=
	command -v mpicc.mpich >/dev/null && command -v mpicc.openmpi >/dev/null && both="mpich openmpi"
	for mpi in ${both:-$MPI}; do
		in_root -s -j2 MPI="$mpi" all
	done
	in_root install PREFIX="$BATS_FILE_TMPDIR/usr" >/dev/null
	export MPI both PREFIX="$BATS_FILE_TMPDIR/usr"
	export PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig PATH=$PREFIX/bin:$PATH
	export MPICC=${MPICC:-mpicc}
	# Ranks on machines that the examples' cluster has.
	export RINGGEN_HOSTS=$BATS_FILE_TMPDIR/hosts
	printf '%s\n' n0 n4 n1 n5 >"$RINGGEN_HOSTS"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	cp -r "$PREFIX/share/ringgen/examples" .
	if [ -z "${MPIEXEC:-}" ]; then
		MPIEXEC=mpiexec
	fi
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

@test "example direct" {
	timeout 60 make -C examples/direct MPI="$MPI" MPICC="$MPICC"
	on4 examples/direct/average
	[ "$output" = "average of 1 to 4: 2.5" ]
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
	timeout 120 cmake -S examples/cmake -B build -DRINGGEN_MPI="$MPI" -DMPI_C_COMPILER="$MPICC"
	timeout 60 cmake --build build
	on4 build/solve
	[ "$output" = "500 unknowns in 250 steps, x[250] = 31375.000" ]
}

@test "example hostfile" {
	run timeout 30 examples/hostfile/reorder.sh examples/hostfile/hosts
	echo "$output"
	[ "$status" = 0 ]
	[[ $output == *"refuted"*"the new order:"*"proved"* ]]
	[ "$(cut -d: -f1 ordered | tr '\n' ' ')" = "n0 n1 n2 n4 n5 n6 " ]
}

@test "example preload: loaded, with the cluster in it, linked, in Fortran" {
	local library=$PREFIX/lib/libringgen-preload-$MPI.so how
	timeout 100 make -C examples/preload all linked library MPI="$MPI" MPICC="$MPICC"
	export RINGGEN_VERBOSE=1
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
	command -v gfortran >/dev/null || skip "no gfortran is here"
	timeout 60 make -C examples/preload fortran MPI="$MPI" MPIFC="${MPICC/mpicc/mpif90}"
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
	[[ $output == "proved: 4 ranks on 4 machines, load 1 on all 8 link directions"* ]]
	ringgen generate job.xml -o cluster
	# shellcheck disable=SC2046
	timeout 60 "$MPICC" $(pkg-config --cflags --libs "ringgen-$MPI") -I. -o average examples/direct/main.c cluster.c \
		$(pkg-config --libs "ringgen-$MPI") -Wl,-rpath,"$PREFIX/lib"
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
}

@test "the shared library exports the entries and nothing else" {
	run nm -D --defined-only --format=posix "$PREFIX/lib/libringgen-$MPI.so"
	[ "$status" = 0 ]
	[ -n "$output" ]
	while read -r name _; do
		[[ $name =~ ^rg_(begin_)?(allreduce|allgatherv?|reduce_scatter(_block)?)(_c)?$ || $name =~ ^rg_request_(start|test|wait|free)$ ]]
	done <<<"$output"
	run readelf -d "$PREFIX/lib/libringgen-$MPI.so"
	[[ $output == *"soname: [libringgen-$MPI.so."* ]]
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

@test "DESTDIR is not in what is installed; the manual pages are" {
	in_root install PREFIX=/opt/ringgen DESTDIR="$PWD/dest"
	run ! grep -rIl "$PWD/dest" dest
	grep -x 'prefix=/opt/ringgen' "dest/opt/ringgen/lib/pkgconfig/ringgen-$MPI.pc"
	for page in 1/ringgen.1 5/ringgen-topology.5; do
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
	run find "$ROOT/.build" -newer sentinel -type f -not -path '*/log/*'
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
