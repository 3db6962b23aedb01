#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# libringgen-preload.so, as a site has it in its module file: loaded into any program, whatever C library it has and
# whether it calls MPI, and which. (What it opens for a program of MPI is tested by all suites that load it.)
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
	build_plain info
}

setup() {
	unset RINGGEN_TOPOLOGY RINGGEN_COLLECTIVES RINGGEN_VERBOSE RINGGEN_HOSTS
	[ -z "$SAN" ] || skip "a sanitizer must be loaded first"
	cd "$BATS_TEST_TMPDIR" || return 1
	ONLY=$BATS_TEST_TMPDIR/only/libringgen-preload.so # with nothing beside it, until a test copies it there
	mkdir only && cp "$LIBPRELOAD" only
}

# loaded FRONT N: info under that library ends well.
loaded() {
	PRELOAD=$1 run --separate-stderr on "$2" info call
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$output" = right ]
}

# said TEXT...: these lines of ringgen, and no others, were said. (Open MPI 5 has words of its own where there is no network.)
said() {
	local text
	[ "$(grep -c 'ringgen' <<<"$stderr")" = $# ]
	for text; do
		grep -qF "ringgen: $text" <<<"$stderr"
	done
}

# behind FLAG...: a library stands behind that is made with these flags.
behind() {
	local soname
	soname=$(readelf -d "$LIBBEHIND" | sed -nE 's/.*soname: \[(.*)\]/\1/p')
	"${CC:-gcc}" -shared -fPIC -o "only/$soname" "$@"
}

# library NAME FLAG...: libNAME.so of the C text on standard input, quick to be missed by those that need it.
library() {
	"${CC:-gcc}" -w -shared -fPIC -o "lib$1.so" "${@:2}" -x c -
}

@test "it needs the C library alone, in a version that is ten years old, and gives none but MPI's names" {
	run readelf -d "$LIBPRELOAD"
	[ "$(grep -c NEEDED <<<"$output")" = 1 ]
	[[ $output == *"[libc.so.6]"* ]]
	# Versions that glibc 2.17 has; other processors began later.
	case $(uname -m) in
	x86_64 | aarch64)
		run -0 readelf -V "$LIBPRELOAD"
		run -0 grep -oE 'GLIBC_[0-9.]+' <<<"$output"
		[ "$(printf '%s\n' "$output" GLIBC_2.17 | sort -V | tail -n 1)" = GLIBC_2.17 ]
		;;
	esac
	nm -D --defined-only --format=posix "$LIBPRELOAD" | cut -d' ' -f1 | sort >has
	run ! grep -vxE '(MPI_|mpi_)[A-Za-z_0-9]*|rg_front_(next|opens|serves)' has
	# All that is taken over behind, for each MPI library that was built.
	local other
	for other in "$OUT"/*/libringgen-preload-*.so; do
		nm -D --defined-only --format=posix "$other" | cut -d' ' -f1 | grep -i '^mpi' | sort >behind
		grep -qx MPI_Allreduce behind
		[ -z "$(comm -13 has behind)" ]
	done
}

@test "a program of MPI is served; without being asked for, nothing is said" {
	loaded "$LIBPRELOAD" 2
	[ -z "$stderr" ]
	RINGGEN_TOPOLOGY=auto loaded "$LIBPRELOAD" 2
	said "on: collectives of 'auto'"
	# By a link to it, and by a name that begins where the program is no more.
	ln -s "$LIBPRELOAD" link.so
	RINGGEN_TOPOLOGY=auto loaded "$PWD/link.so" 2
	said "on: collectives of 'auto'"
	(cd "$OUT" && RINGGEN_TOPOLOGY=auto loaded ./libringgen-preload.so 2 && said "on: collectives of 'auto'")
}

@test "each MPI library that is here, whose programs know it from the start or load it later" {
	local mpi served=0 exec
	"${CC:-gcc}" -o loads "$ROOT/tests/mpi/loads.c" -ldl
	for mpi in mpich openmpi; do
		[ -e "$OUT/$mpi/libringgen-preload-$mpi.so" ] && command -v mpicc.$mpi >/dev/null && command -v mpiexec.$mpi >/dev/null || continue
		exec="mpiexec.$mpi"
		[ $mpi = mpich ] || exec+=" --oversubscribe"
		[ $mpi = mpich ] || [ "$(id -u)" != 0 ] || exec+=" --allow-run-as-root"
		mpicc.$mpi -o average "$ROOT/examples/preload/average.c"
		mpicc.$mpi -shared -fPIC -Dmain=begin -o plugin.so "$ROOT/examples/preload/average.c"
		for program in ./average "./loads ./plugin.so"; do
			# shellcheck disable=SC2086 # words
			RINGGEN_TOPOLOGY=auto run -0 --separate-stderr timeout -k 10 "$LIMIT" $exec -n 2 env LD_PRELOAD="$LIBPRELOAD${YIELD:+:$YIELD}" $program
			echo "$output$stderr"
			[ "$output" = "average of 1 to 2: 1.5" ]
			said "on: collectives of 'auto'"
		done
		served=$((served + 1))
	done
	[ $served -gt 0 ] || skip "what was built is for no library whose mpicc is named after it"
}

@test "linked with the library behind, and the front loaded, too; both loaded: served once" {
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -o "$BATS_FILE_TMPDIR/linked" "$ROOT/tests/mpi/info.c" -Wl,--no-as-needed "$LIBBEHIND" \
		"-Wl,-rpath,${LIBBEHIND%/*}"
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto run -0 --separate-stderr on 2 linked call
	[ "$output" = right ]
	said "on: collectives of 'auto'"
	RINGGEN_TOPOLOGY=auto loaded "$LIBPRELOAD:$LIBBEHIND" 2
	said "on: collectives of 'auto'"
	RINGGEN_TOPOLOGY=auto loaded "$LIBBEHIND:$LIBPRELOAD" 2
	said "on: collectives of 'auto'"
}

@test "nothing stands behind: MPI's own, and one line if it was asked for" {
	loaded "$ONLY" 2
	[ -z "$stderr" ]
	RINGGEN_COLLECTIVES=off loaded "$ONLY" 2
	[ -z "$stderr" ]
	RINGGEN_COLLECTIVES=on loaded "$ONLY" 2
	said "libringgen-preload for "
	[[ $stderr == *": there is no libringgen-preload-$MPI.so."*" beside $ONLY: MPI's own collectives are used" ]]
}

@test "what stands behind needs a library, or a routine of one, that is not there: MPI's own, and one line" {
	library gone <<<'int gone(void) { return 1; }'
	behind -Wl,--no-as-needed -L. -lgone -x c - <<<'int gone(void); int here(void) { return gone(); }'
	rm libgone.so
	RINGGEN_TOPOLOGY=auto loaded "$ONLY" 2
	said "libringgen-preload for "
	[[ $stderr == *"libgone.so: cannot open shared object file"*": MPI's own collectives are used" ]]
	behind -x c - <<<'int hwloc_of_another_version(void); int here(void) { return hwloc_of_another_version(); }'
	RINGGEN_TOPOLOGY=auto loaded "$ONLY" 2
	[[ $stderr == *"undefined symbol: hwloc_of_another_version: MPI's own collectives are used" ]]
	# A file that is no library.
	echo text >"$(echo only/*-"$MPI".so.*)"
	RINGGEN_TOPOLOGY=auto loaded "$ONLY" 2
	[[ $stderr == *"MPI's own collectives are used" ]]
	LD_PRELOAD=$ONLY run -0 env true
	[ -z "$output" ]
}

@test "a program without MPI opens nothing, and its signals are its own" {
	LD_PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_VERBOSE=1 run -0 --separate-stderr cat /proc/self/maps
	[ -z "$stderr" ]
	[[ $output == *"$(realpath "$LIBPRELOAD")"* ]]
	run ! grep -E 'lib(xml2|hwloc|mpi|mpich|ucp|ucs|fabric)\.so|-(mpich|openmpi|abi)\.so' <<<"$output"
	local signal
	for signal in HUP SEGV; do
		LD_PRELOAD=$LIBPRELOAD run --separate-stderr bash -c "kill -$signal \$\$; true"
		[ "$status" = $((128 + $(kill -l $signal))) ]
		[ -z "$stderr" ]
	done
	LD_BIND_NOW=1 LD_PRELOAD=$LIBPRELOAD run -0 env true
	[ -z "$output" ]
}

@test "a program whose library has names like MPI's, without MPI and with it" {
	library own <<<'int mpi_start(int a) { return a + 1; } int begin_own(void) { return mpi_start(4); }'
	"${CC:-gcc}" -w -o own -x c - -L. -lown "-Wl,-rpath,$PWD" <<'END'
int begin_own(void), mpi_start(int);
int main(void) { return begin_own() * 10 + mpi_start(1); }
END
	LD_PRELOAD=$LIBPRELOAD run -52 ./own
	[ -z "$output" ]
	# shellcheck disable=SC2086
	$MPICC -w -o "$BATS_FILE_TMPDIR/both" -x c - -L. -lown "-Wl,-rpath,$PWD" <<'END'
#include <mpi.h>
#include <stdio.h>
int begin_own(void);
int main(void)
{
	int one = 1, sum;
	MPI_Init(NULL, NULL);
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	printf("%d %d\n", sum, begin_own());
	MPI_Finalize();
	return 0;
}
END
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto run -0 --separate-stderr on 2 both
	[ "$(grep -o '2 5' <<<"$output" | wc -l)" = 2 ]
	said "on: collectives of 'auto'"
}

@test "a routine that no library has ends the program as the dynamic linker does" {
	library lacks <<<'int MPI_Allreduce(int, int, int); int call(void) { return MPI_Allreduce(1, 2, 3); }'
	"${CC:-gcc}" -w -o lacks -x c - -L. -llacks "-Wl,-rpath,$PWD" -Wl,--allow-shlib-undefined <<<'int call(void); int main(void) { return call(); }'
	run -127 ./lacks
	LD_PRELOAD=$LIBPRELOAD run -127 --separate-stderr ./lacks
	[ "$stderr" = "libringgen-preload: error: undefined symbol: MPI_Allreduce" ]
}

@test "a program of another C library (musl)" {
	command -v musl-gcc >/dev/null || skip "no musl is here"
	musl-gcc -o other -x c - <<<'#include <stdio.h>
int main(void) { return puts("well") < 0; }'
	run -0 readelf -l other
	[[ $output == *"interpreter: "*"ld-musl"* ]]
	LD_PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto run -0 ./other
	[ "$output" = well ]
}

@test "many threads whose first call of MPI comes at once" {
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -o "$BATS_FILE_TMPDIR/at_once" -pthread -x c - <<'END'
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
enum { THREADS = 16 };
static pthread_barrier_t barrier;
static void *call(void *data)
{
	int flag = 0;
	MPI_Request none = MPI_REQUEST_NULL;

	(void)data;
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < 1000 && !flag; i++)
		if (MPI_Test(&none, &flag, MPI_STATUS_IGNORE))
			return "failed";
	return flag ? NULL : "not done";
}
int main(void)
{
	pthread_t thread[THREADS];
	int provided, ranks, right = 1;
	void *why;

	PMPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, call, NULL);
	for (int i = 0; i < THREADS; i++)
		right = !pthread_join(thread[i], &why) && !why && right;
	PMPI_Barrier(MPI_COMM_WORLD);
	if (provided < MPI_THREAD_MULTIPLE || right)
		printf("right %d\n", ranks);
	PMPI_Finalize();
	return 0;
}
END
	PRELOAD=$LIBPRELOAD run -0 --separate-stderr on 2 at_once
	[ "$(grep -o 'right 2' <<<"$output" | wc -l)" = 2 ]
}
