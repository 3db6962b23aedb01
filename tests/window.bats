#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The windows of a machine, which no proof of an algorithm sees: their protocol in a model (model/window.pml), and the
# runtime's own sources with ranks as threads (double/) under sanitizers. The thread sanitizer judges by what orders two
# accesses, not by what this processor happens to do. Faults that are seeded here must be found.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output, in each test
bats_require_minimum_version 1.5.0

ROOT=$(realpath "${BATS_TEST_DIRNAME:-.}/..")
OUT=$(realpath "${OUT:-$ROOT/.build}")
RINGGEN=${RINGGEN:-$OUT/ringgen}
CC=${CC:-gcc}
WARN="-std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror"
FLAGS="-g -fno-omit-frame-pointer -fno-sanitize-recover=all -fPIC"
MOST=4 # ranks

setup_file() {
	"$RINGGEN" generate --auto --prefix windows --ops all=shared,allgatherv=ring -o "$BATS_FILE_TMPDIR/windows"
	"$RINGGEN" generate "$ROOT/topo-files/chain32.xml" --prefix windows \
		--ops all=shared-columns,allreduce=shared-leaders,bcast=shared-leaders,gather=tree,allgatherv=ring -o "$BATS_FILE_TMPDIR/several"
	"$RINGGEN" generate --auto --prefix windows --ops all=shared-tiers:numa,bcast=shared,gather=shared,allgatherv=ring -o "$BATS_FILE_TMPDIR/tiers"
	printf '%s\n' n9 n9 n9 n9 >"$BATS_FILE_TMPDIR/one-machine"
	printf '%s\n' "n9 0 0" "n9 0 1" "n9 0 0" "n9 0 1" >"$BATS_FILE_TMPDIR/two-nodes"
	printf '%s\n' n9 n2 n9 n2 >"$BATS_FILE_TMPDIR/two-machines"
	build_double thread &
	# clang's sees more of what is undefined, such as arithmetic with null pointers, and takes long to optimise that.
	OPTIMISE=-O0 CC=$(command -v clang || echo "$CC") build_double address,undefined
	wait $!
}

# compile SANITIZER RUNTIME OBJECT SOURCE. No algorithm is played at set-up (RINGGEN_UNPLAYED), by the generator's sources.
compile() {
	# shellcheck disable=SC2086
	$CC $WARN $FLAGS "${OPTIMISE:--O1}" -fsanitize="$1" -DRINGGEN_UNPLAYED -DNAME=windows -DHEADER='"windows.h"' -I"$ROOT/tests/double" -I"$2" \
		-I"$BATS_FILE_TMPDIR" -c -o "$3" "$4"
}

# Sources of the runtime, by their names below it.
runtime_sources() {
	(cd "$ROOT/runtime" && find . -name '*.c' ! -path './preload/*' -printf '%P\n')
}

# build_double SANITIZER: the folder of its name has the command `double`, and all objects of a rank.
build_double() {
	local to=$BATS_FILE_TMPDIR/$1 source
	mkdir -p "$to"
	# shellcheck disable=SC2086
	$CC $WARN $FLAGS -fsanitize="$1" -I"$ROOT/tests/double" -rdynamic -o "$to/double" \
		"$ROOT"/tests/double/{main,message,comm,memory}.c -pthread -ldl
	compile "$1" "$ROOT/runtime" "$to/ranks.o" "$ROOT/tests/double/ranks.c"
	for source in $(runtime_sources); do
		compile "$1" "$ROOT/runtime" "$to/${source//\//-}.o" "$ROOT/runtime/$source"
	done
	for source in windows several tiers; do
		mkdir -p "$to/$source"
		compile "$1" "$ROOT/runtime" "$to/$source/routines.o" "$BATS_FILE_TMPDIR/$source.c"
		link_ranks "$1" "$to/$source" "$to"/*.o "$to/$source/routines.o"
	done
}

# link_ranks SANITIZER FOLDER OBJECT...: the shared object of each rank. They are copies, as one file would be loaded once.
link_ranks() {
	local san=$1 to=$2 rank
	shift 2
	$CC -fsanitize="$san" -shared -Wl,--wrap=getpid,--wrap=open,--wrap=readlink,--wrap=mmap,--wrap=munmap \
		-o "$to/0.so" "$@" -lhwloc -lm -pthread
	for ((rank = 1; rank < MOST; rank++)); do
		cp "$to/0.so" "$to/$rank.so"
	done
}

# on RANKS SANITIZER FOLDER: what they print, and how they end. They are on HOSTS.
on() {
	local rank files=()
	for ((rank = 0; rank < $1; rank++)); do
		files+=("$3/$rank.so")
	done
	RINGGEN_HOSTS=$BATS_FILE_TMPDIR/${HOSTS:-one-machine} TSAN_OPTIONS=halt_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 \
		ASAN_OPTIONS=detect_odr_violation=0 timeout -k 10 60 "$BATS_FILE_TMPDIR/$2/double" "${files[@]}" 2>&1
}

# works RANKS SANITIZER [ROUTINES]: nothing is reported.
works() {
	run on "$1" "$2" "$BATS_FILE_TMPDIR/$2/${3:-windows}"
	echo "$output"
	[[ $output != *"unexpected memory mapping"* ]] || skip "the thread sanitizer does not know how this system places memory"
	[ "$status" = 0 ]
	[ "$output" = "no rank failed" ]
}

# faulty SOURCE... FILE SED: the ranks with that change of FILE, for which these sources of the runtime are compiled again.
faulty() {
	local san=thread to=$BATS_TEST_TMPDIR/faulty source objects=() object
	local change=${*: -1} file=${*: -2:1}
	rm -rf "$to"
	mkdir "$to"
	cp -r "$ROOT/runtime" "$to/runtime"
	sed -i -E "$change" "$to/runtime/$file"
	run ! cmp -s "$ROOT/runtime/$file" "$to/runtime/$file"
	for source in "${@:1:$#-2}"; do
		compile $san "$to/runtime" "$to/${source//\//-}.o" "$to/runtime/$source"
	done
	for object in "$BATS_FILE_TMPDIR/$san"/*.o; do
		source=$to/${object##*/}
		[ -e "$source" ] || source=$object
		objects+=("$source")
	done
	link_ranks $san "$to" "${objects[@]}" "$BATS_FILE_TMPDIR/$san/windows/routines.o"
}

# is_found TIMES WHAT: one of so many runs of what `faulty` built is refused: the sanitizer reports a race, or the ranks
# find wrong numbers first.
is_found() {
	local time
	for ((time = 0; time < $1; time++)); do
		run on $((2 + time % 2)) thread "$BATS_TEST_TMPDIR/faulty"
		[[ $output != *"unexpected memory mapping"* ]] || skip "the thread sanitizer does not know how this system places memory"
		[[ ! $output =~ $2 ]] || return 0
	done
	echo "$output"
	return 1
}

# ---- The model

# spin_on DEFINITION...: the model with these; what the search prints.
spin_on() {
	local to
	to=$(mktemp -d "$BATS_TEST_TMPDIR/spin.XXXXXX")
	(cd "$to" && spin "${@/#/-D}" -a "$ROOT/tests/model/window.pml" &&
		gcc -w "${SEARCH:--O0}" -DSAFETY -DCOLLAPSE -DVECTORSZ=4096 -o pan pan.c &&
		./pan -n -m20000) >"$to/log" 2>&1 || :
	cat "$to/log"
}

# holds DEFINITION...: all states were seen, and all are right.
holds() {
	SEARCH=-O1 run spin_on "$@"
	echo "$output"
	[[ $output == *"errors: 0"* ]]
	[[ $output != *"error: "* ]]
	[[ $output != *"Search not completed"* ]]
}

# refuted WORDS DEFINITION...: the search finds that.
refuted() {
	local words=$1
	run spin_on "${@:2}"
	echo "$output"
	[[ $output == *"$words"* ]]
	[[ $output == *"errors: 1"* ]]
}

@test "model: calls that block, of 2 and of 3 ranks" {
	command -v spin >/dev/null || skip "no spin is here"
	holds RANKS=2 CALLS=6
	holds RANKS=3 CALLS=3
}

@test "model: calls that are left early, and rounds in a ring of slots" {
	command -v spin >/dev/null || skip "no spin is here"
	local fault
	holds EARLY RANKS=2 CALLS=4
	for fault in LEFT_RELAXED LEFT_UNASKED ASKS_ONE_LESS KNOWN_BY_EARLY KNOWN_ONE_MORE; do
		refuted "assertion violated" EARLY CALLS=4 $fault
	done
	refuted "errors: 1" EARLY CALLS=4 MET_BY_AWAITING
	holds RING RANKS=3
	holds RING RANKS=3 SLOTS_OF_RING=3
	for fault in CREDIT_UNASKED CREDIT_TOO_EARLY; do
		refuted "assertion violated" RING $fault
	done
	refuted "invalid end state" RING ONE_CREDIT_LESS
}

@test "model: rooms and slots, and a call that blocks beside them" {
	command -v spin >/dev/null || skip "no spin is here"
	holds NONBLOCKING RANKS=2 CALLS=6
	holds NONBLOCKING RANKS=3 CALLS=2
	holds NONBLOCKING BETWEEN RANKS=2 CALLS=3
}

@test "model: a release or an acquire that is taken away is found" {
	command -v spin >/dev/null || skip "no spin is here"
	local fault
	for fault in RELEASE_RELAXED ACQUIRE_RELAXED; do
		refuted "assertion violated" $fault
		refuted "assertion violated" NONBLOCKING $fault
	done
	refuted "assertion violated" READS_LATE
}

@test "model: each other rule of the protocol is needed" {
	command -v spin >/dev/null || skip "no spin is here"
	local fault
	for fault in NEVER_TURNS ALWAYS_TURNS COUNTERS_ANEW; do
		refuted "assertion violated" $fault
	done
	refuted "invalid end state" RANKS=3 CALLS=3 NOT_NOTIFIED
	refuted "assertion violated" NONBLOCKING ROOM_TOO_EARLY
	refuted "assertion violated" NONBLOCKING SLOT_TOO_EARLY
	refuted "assertion violated" NONBLOCKING BETWEEN ONE_ROOM
}

# ---- The sources

@test "thread sanitizer: ranks as threads, through windows" {
	works 2 thread
	works 3 thread
	works 4 thread
}

@test "thread sanitizer: and calls that are compared; two machines; two NUMA nodes" {
	RINGGEN_CHECK=1 works 3 thread
	HOSTS=two-machines works 4 thread several
	HOSTS=two-nodes works 4 thread tiers
}

@test "address and undefined-behaviour sanitizers: ranks as threads, and nothing is left behind" {
	works 2 address,undefined
	works 4 address,undefined
	HOSTS=two-machines works 4 address,undefined several
	HOSTS=two-nodes works 4 address,undefined tiers
}

# Nowhere else than in transport.c is what is inline used.
@test "thread sanitizer: each release or acquire of the windows that is made relaxed is reported" {
	local file line sites=0
	for file in transport/window.h transport/window.c; do
		# shellcheck disable=SC2013 # numbers of lines
		for line in $(sed -nE '/memory_order_(release|acquire)/=' "$ROOT/runtime/$file"); do
			echo "$file:$line"
			faulty transport/transport.c transport/window.c "$file" \
				"${line}s/memory_order_(release|acquire)/memory_order_relaxed/"
			is_found 2 "ThreadSanitizer: data race"
			sites=$((sites + 1))
		done
	done
	[ "$sites" = 4 ]
}

# It takes that another thread has the lock just then.
@test "thread sanitizer: so is that of an operation that is over" {
	faulty call/operation.c call/operation.c 's/(o->over, true, memory_order_)release/\1relaxed/'
	is_found 20 "ThreadSanitizer: data race"
	faulty call/operation.c entry/requests.c call/operation.h 's/(o->over, memory_order_)acquire/\1relaxed/'
	is_found 20 "ThreadSanitizer: data race"
}

@test "thread sanitizer: windows that are taken too early or lie on one another are found" {
	local wrong="ThreadSanitizer: data race|instead of"
	faulty transport/window.c transport/window.c 's/w->turn\[w->near\] = next_turn\(w\);//; s/(w->doubt = w->used).*/w->doubt = false;/'
	is_found 3 "$wrong"
	faulty transport/window.c transport/window.c 's/RG_WINDOW_NEARS \* stride_of/1 * stride_of/'
	is_found 3 "$wrong"
	faulty transport/window.c transport/window.c 's/if \(w->met\)$/if (true)/'
	is_found 9 "$wrong"
	faulty transport/window.c transport/window.c 's/w->file \+= \(size_t\)room/w->file += (size_t)(room \/ 2)/'
	is_found 3 "$wrong"
	faulty transport/window.c transport/window.c 's/(w->front - w->counters) \+ counted\(w\)/\1/'
	is_found 3 "$wrong"
	faulty call/operation.c call/operation.c 's/o->x->emptied\[o->room\] == o->room_turn/true/'
	is_found 3 "$wrong"
}
