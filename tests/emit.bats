#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What is emitted: golden files, the same bytes for the same input, and C as strict as ours under both compilers.
# shellcheck disable=SC2154 # stderr is Bats's
bats_require_minimum_version 1.5.0
load rows

ROOT=$(realpath "$BATS_TEST_DIRNAME/..")
GOLDEN=$BATS_TEST_DIRNAME/golden

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$ROOT/.build/ringgen}")
	export RINGGEN
	cd "$BATS_TEST_TMPDIR" || return 1
}

# Include flags of each MPI library that is here, a line each.
mpi_flags() {
	if command -v mpicc.mpich >/dev/null; then
		mpicc.mpich -show | grep -o -- '-I[^ ]*' | tr '\n' ' '
		echo
	fi
	if command -v mpicc.openmpi >/dev/null; then
		mpicc.openmpi --showme:compile
	fi
}

# strict COMPILER FLAG...: compile every golden file that way with each MPI library's header.
strict() {
	flags=$(mpi_flags)
	[ -n "$flags" ] || skip "no MPI library is here"
	while read -r include; do
		for c in "$GOLDEN"/*.c; do
			echo "$* $include $c"
			# shellcheck disable=SC2086
			timeout 60 "$@" -Wall -Wextra -Wpedantic -Werror -I"$ROOT/runtime" $include -O2 -c -o x.o "$c"
		done
	done <<<"$flags"
}

@test "of each number of machines there is a plan" {
	local n
	for n in {1..14} 17 25; do
		echo "<topology name='some'><switch id='s'><node id='n[1-$n]'/></switch></topology>" >some.xml
		timeout 60 "$RINGGEN" generate some.xml --ops allreduce --forms blocking -o some
		grep -q some_Allreduce some.h
	done
}

# empty_arrays FILE: json-c ends an empty one on a line of its own up to 0.16, and on the same since.
empty_arrays() {
	sed -z 's/\[\n *\]/[]/g' "$1"
}

@test "golden files: make golden writes them anew" {
	timeout 60 "$ROOT/tests/golden.sh" new
	for f in "$GOLDEN"/*.[ch] "$GOLDEN"/*.json; do
		diff -u <(empty_arrays "$f") <(empty_arrays "new/${f##*/}")
	done
	[ "$(ls new)" = "$(find "$GOLDEN" '(' -name '*.[ch]' -o -name '*.json' ')' -printf '%f\n' | sort)" ]
}

@test "an algorithm with the parameters that were named, at all sizes" {
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --ops 'allreduce=factored:-7 1 7' -o x
	[ "$(grep -c 'rg_factored_allreduce, ' x.c)" = "$(grep -c 'rg_factored_allreduce, [0-9]*, "-7 1 7", ' x.c)" ]
	grep -q 'rg_factored_allreduce, [0-9]*, "-7 1 7", ' x.c
}

@test "the same bytes again, from another folder, by another path, at another time" {
	mkdir -p there/deep
	cp "$ROOT/topo-files/pair.xml" there/deep/
	printf '%s\n' n5 n1 n6 >there/deep/hosts
	timeout 60 "$RINGGEN" generate there/deep/pair.xml -o open
	timeout 60 "$RINGGEN" generate there/deep/pair.xml --hosts @there/deep/hosts -o fixed
	cd there/deep
	TZ=Asia/Tokyo LC_ALL=C timeout 60 "$RINGGEN" generate pair.xml -o "$PWD/open"
	timeout 60 "$RINGGEN" generate pair.xml --hosts @hosts -o fixed
	for f in open.c open.h fixed.c fixed.h; do
		cmp "$f" "../../$f"
	done
}

@test "no path, no date, no name of this machine" {
	for f in "$GOLDEN"/*.[ch] "$GOLDEN"/*.json; do
		run ! grep -nE '/(home|root|tmp|usr|work)/|__DATE__|__TIME__|20[0-9][0-9]-[0-9]' "$f"
		run ! grep -nF "$(date +%Y)" "$f"
	done
}

@test "C11 without a warning under gcc, with each MPI library" {
	strict gcc -std=c11
}

@test "C11 without a warning under clang, with each MPI library" {
	command -v clang >/dev/null || skip "no clang is here"
	strict clang -std=c11
}

@test "the header compiles as C++, alone (without the MPI libraries' own, old C++ bindings)" {
	command -v g++ >/dev/null || skip "no g++ is here"
	flags=$(mpi_flags)
	[ -n "$flags" ] || skip "no MPI library is here"
	while read -r include; do
		for h in "$GOLDEN"/*.h; do
			echo "#include \"$h\"" >x.cpp
			# shellcheck disable=SC2086
			timeout 60 g++ -std=c++11 -Wall -Wextra -Werror -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX $include \
				-c -o x.o x.cpp
		done
	done <<<"$flags"
}

@test "formatted like our own sources" {
	command -v clang-format >/dev/null || skip "no clang-format is here"
	[[ $(clang-format --version) == *"version 14."* ]] || skip "the golden files are as clang-format 14 formats them"
	clang-format --style="file:$ROOT/.clang-format" --dry-run -Werror "$GOLDEN"/*.[ch]
}

@test "all of them link into one program" {
	flags=$(mpi_flags | head -n 1)
	[ -n "$flags" ] || skip "no MPI library is here"
	for c in "$GOLDEN"/*.c; do
		# shellcheck disable=SC2086
		timeout 60 gcc -I"$ROOT/runtime" $flags -c -o "$(basename "$c" .c).o" "$c"
	done
	timeout 60 ld -r -o all.o ./*.o
	nm --defined-only --extern-only all.o | sed 's/.* //' | sort >names
	grep -x pair_Allreduce names
	grep -x two_Allgatherv names
	run ! grep -x two_Allgather names
	run ! grep -vE "^(pair|two|chain32|smp|smp_fixed|anywhere|doubling|mixed|smp_butterfly|smp_binomial)_($(collective_entries |
		any_of)(_init)?|I$(collective_names | any_of))(_c)?$|_(Start|Test|Wait|Request_free)$" names
	run ! grep -E 'arrier(_init)?_c$' names
}

@test "a file is not compiled against another minor version of ringgen.h" {
	flags=$(mpi_flags | head -n 1)
	[ -n "$flags" ] || skip "no MPI library is here"
	cp -r "$ROOT/runtime/ringgen.h" "$ROOT/runtime/ringgen" .
	sed 's/^#define RINGGEN_VERSION [0-9]*/#define RINGGEN_VERSION 19900/' \
		"$ROOT/runtime/ringgen/engine.h" >ringgen/engine.h
	# shellcheck disable=SC2086
	run ! timeout 60 gcc -I. $flags -c -o x.o "$GOLDEN/pair.c"
	[[ $output == *"generate this file again"* ]]
}

@test "--ops emits no other routine and no other algorithm" {
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --ops allgather -o x
	grep -q pair_Allgather x.h
	run ! grep -E 'Allreduce|Allgatherv|Reduce_scatter' x.h
	run ! grep -E 'rg_allreduce|rg_reduce_scatter|ring_allreduce' x.c
}

@test "an algorithm by name is emitted in place of the ring, each text once" {
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --ops allreduce=smp-butterfly,reduce_scatter=ring -o x
	grep -q '{0, &rg_smp_butterfly_allreduce, 0, NULL, false, false, false}, *// 1: from 0 B$' x.c
	[[ $(grep -o '&rg_[a-z_]*allreduce,' x.c | sort -u) == '&rg_smp_butterfly_allreduce,' ]]
	for text in '#include "ringgen/parts/fold.h"' 'struct tree {' \
		'struct butterfly {' 'struct smp_butterfly {'; do
		[ "$(grep -cFx "$text" x.c)" = 1 ]
	done
	run ! grep -E 'ring_circulate|ring_allreduce|smp_binomial|recursive_doubling|#pragma|include "[^r]' x.c
}

@test "of the parts an algorithm has what it uses: the compiler finds no function that is unused" {
	local include f name family n=0
	include=$(mpi_flags | head -n 1)
	[ -n "$include" ] || skip "no MPI library is here"
	while IFS=: read -r f name; do
		family=${f%/*}
		case $name in
		shared-tiers) name+=:numa ;;
		leaders) name+=:machine ;;
		esac
		timeout 60 "$RINGGEN" generate --auto --ops "${family##*/}=$name" --forms blocking --prefix x -o x
		echo "$f"
		# shellcheck disable=SC2086
		timeout 60 gcc -std=c11 -Wall -Wextra -Werror -I"$ROOT/runtime" $include -c -o x.o x.c
		n=$((n + 1))
	done < <(cd "$ROOT/templates" && grep -oE '\.name = "[a-z-]*"' ./*/*.c | sed 's/\.name = "//; s/"$//')
	[ $n -gt 70 ]
}

@test "what is not proved is not claimed: loads are the ring's" {
	load=", ring load 1 on 18 link directions"
	for ops in all=ring allreduce=butterfly,allgather=ring allreduce=butterfly; do
		timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --ops "$ops" -o x
		tr '\n' ' ' <x.c | sed 's/ \* / /g' | tr -s ' ' >one
		case $ops in
		all=ring)
			grep -q "Proved: 8 machines, 2 switches$load, and so" one
			grep -q "allreduce *ring (1) .* (1) messages to the next of the ring only" one
			run ! grep "partners change" one
			;;
		*allgather=ring)
			grep -q "Proved: 8 machines, 2 switches$load, and so" one
			grep -q "allreduce *butterfly *allgather *ring (1) (1) .* others: partners change: no claim on the load of links" one
			;;
		*)
			grep -q "For 8 machines, 2 switches. Algorithms, .* allreduce *butterfly *others: partners change" one
			run ! grep -E "load [0-9]|Proved" one
			;;
		esac
	done
	# What is for one machine is played on one, and uses no link; one process is one.
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --hosts n0 --ranks-per-node 2 --ops allreduce=shared -o x
	tr '\n' ' ' <x.c | sed 's/ \* / /g' | tr -s ' ' >one
	grep -q "For 1 machine, 2 switches. Algorithms, each played back in memory for 2 processes in this order: every .* allreduce *shared (2) (2) on one machine: it takes no link" one
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --ops allreduce=shared -o x
	tr '\n' ' ' <x.c | sed 's/ \* / /g' | tr -s ' ' >one
	grep -q "64 and 257 processes, in rank order and shuffled, on one machine: every" one
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --hosts n0 --ops allreduce=ring -o x
	grep -q "played back in memory for 1 process in this order" x.c
	# A half-duplex link is the ring's matter, too.
	sed 's/latency="25us"/& duplex="half"/' "$ROOT/topo-files/pair.xml" >half.xml
	run -0 timeout 60 "$RINGGEN" generate half.xml --ops allreduce=butterfly -o x
	[ -z "$output" ]
	run -0 timeout 60 "$RINGGEN" generate half.xml --ops all=ring -o x
	[[ $output == *"not proved to be contention free"* ]]
}

@test "all, but one collective by another algorithm" {
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --ops all=ring,allreduce=butterfly --prefix mixed -o mixed
	[[ $(grep -o '&rg_[a-z_]*,' mixed.c | grep -v '&rg_library,' | sort -u | tr -d '\n') == '&rg_butterfly_allreduce,&rg_ring_allgather,&rg_ring_bcast,&rg_ring_gather,&rg_ring_reduce,&rg_ring_reduce_scatter,&rg_ring_scatter,' ]]
}

@test "of several named algorithms the plan has those that win somewhere" {
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/chain32.xml" --hosts 'n[0-31]' \
		--ops allreduce=ring,allreduce=recursive-doubling,allreduce=smp-butterfly -o x
	[[ $(grep -o '&rg_[a-z_]*allreduce,' x.c | uniq | tr -d '\n') == '&rg_recursive_doubling_allreduce,&rg_smp_butterfly_allreduce,&rg_ring_allreduce,&rg_recursive_doubling_allreduce,' ]]
	[ "$(grep -c '^	{0, &' x.c)" = 2 ]
	grep -q '^	{32, 1, false, {{1}, {[1-9][0-9]*}, {0}}}, // 32 ranks$' x.c
}

@test "the open form has plans for several shapes of a job, each list of choices once" {
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --ops allreduce -o x
	for shape in '1, 16' '4, 1' '8, 1'; do
		grep -q "^	{$shape, " x.c
	done
	[ "$(grep -c '^	{[0-9]*, [0-9]*, true, ' x.c)" -gt 0 ]
	awk '/^static const struct rg_choice/ { inside = 1 }
		inside && (/^\t\{0,/ || /^};/) { if (list != "" && seen[list]++) exit 1; list = "" }
		inside && /&rg_/ { sub(/ *\/\/.*/, ""); list = list $0 } /^};/ { inside = 0 }' x.c
}

@test "--forms emits entries of these forms only" {
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --ops allreduce=ring --forms blocking -o x
	grep -q 'int pair_Allreduce(' x.h
	run ! grep -E 'Iallreduce|_init|Request|Start' x.h x.c
	[ "$(grep -c '^RG_' x.c)" = 1 ]
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --ops allreduce=ring --forms persistent,nonblocking -o x
	run ! grep 'int pair_Allreduce(' x.h
	[ "$(grep -cE 'int pair_(Iallreduce|Allreduce_init|Start|Test|Wait|Request_free)\(' x.h)" = 6 ]
	[ "$(grep '^RG_' x.c)" = "RG_ONE_FORM(NONBLOCKING, ALLREDUCE, pair)
RG_ONE_FORM(PERSISTENT, ALLREDUCE, pair)
RG_REQUESTS(pair)" ]
	for wrong in "" "blocking," slow; do
		run -2 timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --forms "$wrong" -o x
		[[ $output == *"is no list of blocking, nonblocking, persistent"* ]]
	done
}

# algorithms_in FILE: how many the banner of FILE has.
algorithms_in() {
	sed -nE '/^ \*\/$/q; s/^ \*  (allreduce|allgather|reduce_scatter)? +([a-z-]+( \([0-9]\))?(, |,$|$))/\2/p' "$1" | tr ',' '\n' | grep -c '[a-z]'
}

@test "--budget: fewer algorithms or more; one at least serves each job that can be served" {
	local all usual few three=allreduce,allgather,reduce_scatter
	for budget in all 300; do
		timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --hosts 'n[0-7]' --ops $three --budget "$budget" \
			-o "x$budget"
	done
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --hosts 'n[0-7]' --ops $three -o x
	all=$(algorithms_in xall.c)
	usual=$(algorithms_in x.c)
	few=$(algorithms_in x300.c)
	[ "$all" -ge "$usual" ]
	[ "$usual" -gt "$few" ]
	[ "$few" -ge 3 ]
	[ "$(wc -l <x300.c)" -lt 700 ] # with the rings, which stay
	run ! grep -E '^	\{[0-9]+, 1, [a-z]*, \{0|\{0\}\}' x300.c
	run -2 timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" --budget none -o x
}

@test "comments of a generated file name no file that is not there" {
	timeout 60 "$RINGGEN" generate "$ROOT/topo-files/pair.xml" -o x
	run ! grep -nE 'as above|see above|see [a-z_]*\.c' x.c
	while read -r header; do
		[ -e "$ROOT/runtime/$header" ]
	done < <(grep -o 'ringgen/[a-z/_]*\.h' x.c)
}
