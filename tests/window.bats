#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The windows of a machine, which no proof of an algorithm sees: their protocol in a model (model/window.pml), and the
# runtime's own sources (double/): with ranks as threads under sanitizers, and call by call in one thread (turns.c). The
# thread sanitizer judges by what orders two accesses, not by what this processor happens to do; the games by what stands
# in the windows. Faults that are seeded here must be found: the table below has all of them, of the model and of the
# sources.
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
	export RINGGEN_TRIAL=off # as in common.bash
	"$RINGGEN" generate --auto --prefix windows --ops all=shared,allgatherv=ring,alltoallv=shared-pairs -o "$BATS_FILE_TMPDIR/windows"
	"$RINGGEN" generate "$ROOT/topo-files/chain32.xml" --prefix windows \
		--ops all=shared-columns,allreduce=shared-leaders,bcast=shared-leaders,gather=tree,allgatherv=ring,alltoallv=phases -o "$BATS_FILE_TMPDIR/several"
	"$RINGGEN" generate --auto --prefix windows --ops all=shared-tiers:numa,bcast=shared,gather=shared,allgatherv=ring,alltoallv=shared-pairs -o "$BATS_FILE_TMPDIR/tiers"
	"$RINGGEN" generate --auto --prefix windows --ops all=ring,alltoallv=pairwise -o "$BATS_FILE_TMPDIR/messages"
	printf '%s\n' n9 n9 n9 n9 >"$BATS_FILE_TMPDIR/one-machine"
	printf '%s\n' "n9 0 0" "n9 0 1" "n9 0 0" "n9 0 1" >"$BATS_FILE_TMPDIR/two-nodes"
	printf '%s\n' n9 n2 n9 n2 >"$BATS_FILE_TMPDIR/two-machines"
}

# need SANITIZER: the ranks are built when the first test needs them.
need() {
	[ ! -e "$BATS_FILE_TMPDIR/$1/double" ] || return 0
	case $1 in
	# clang's sees more of what is undefined, such as arithmetic with null pointers, and takes long to optimise that.
	address,undefined) OPTIMISE=-O0 CC=$(command -v clang || echo "$CC") build_double "$1" ;;
	*) build_double "$1" ;;
	esac
}

# compile SANITIZER RUNTIME OBJECT SOURCE. No algorithm is played at set-up (RINGGEN_UNPLAYED), by the generator's sources.
compile() {
	# shellcheck disable=SC2086
	$CC $WARN $FLAGS "${OPTIMISE:--O1}" -fsanitize="$1" -DRINGGEN_UNPLAYED -DRG_SEES_LANES -DNAME=windows -DHEADER='"windows.h"' -I"$ROOT/tests/double" -I"$2" \
		-I"$BATS_FILE_TMPDIR" -c -o "$3" "$4"
}

# Sources of the runtime, by their names below it.
runtime_sources() {
	(cd "$ROOT/runtime" && find . -name '*.c' ! -path './preload/*' ! -path './ringbench/*' -printf '%P\n')
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
	for source in windows several tiers messages; do
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

# build_turns RUNTIME PROGRAM: the games of one thread, with that window.c.
build_turns() {
	# shellcheck disable=SC2086
	$CC $WARN -Wno-unused -g -O1 -I"$ROOT/tests/double" -I"$1" -Wl,--wrap=sysconf -o "$2" "$ROOT/tests/double/turns.c" "$1/transport/window.c" "$1/transport/reach.c" "$1/transport/attach.c" "$1/mpi/file_limit.c"
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
	need "$2"
	run on "$1" "$2" "$BATS_FILE_TMPDIR/$2/${3:-windows}"
	echo "$output"
	[[ $output != *"unexpected memory mapping"* ]] || skip "the thread sanitizer does not know how this system places memory"
	[ "$status" = 0 ]
	[ "$output" = "no rank failed" ]
}

# changed FILE SED: ./faulty has the runtime and the templates with that change of FILE.
changed() {
	local to=$BATS_TEST_TMPDIR/faulty
	rm -rf "$to"
	mkdir "$to"
	cp -r "$ROOT/runtime" "$ROOT/templates" "$to"
	sed -i -E "$2" "$to/$1"
	run ! cmp -s "$ROOT/$1" "$to/$1"
}

# faulty FILE SED: the ranks with that change of FILE, and the routines of ROUTINES (windows). What it is part of is compiled again: of what is inline in the
# windows that is transport.c, too.
faulty() {
	local san=thread to=$BATS_TEST_TMPDIR/faulty source=${1#runtime/} objects=() object
	need $san
	changed "$@"
	case $source in
	transport/window.?) set -- transport/transport.c transport/window.c ;;
	call/operation.h) set -- call/operation.c entry/requests.c ;;
	*) set -- "$source" ;;
	esac
	for source; do
		compile $san "$to/runtime" "$to/${source//\//-}.o" "$to/runtime/$source"
	done
	for object in "$BATS_FILE_TMPDIR/$san"/*.o; do
		source=$to/${object##*/}
		[ -e "$source" ] || source=$object
		objects+=("$source")
	done
	link_ranks $san "$to" "${objects[@]}" "$BATS_FILE_TMPDIR/$san/${ROUTINES:-windows}/routines.o"
}

# races TIMES WHAT: one of so many runs of what `faulty` built is refused: the sanitizer reports a race, or the ranks
# find wrong numbers first.
races() {
	local time
	for ((time = 0; time < $1; time++)); do
		run on $((2 + time % 2)) thread "$BATS_TEST_TMPDIR/faulty"
		[[ $output != *"unexpected memory mapping"* ]] || skip "the thread sanitizer does not know how this system places memory"
		[[ ! $output =~ $2 ]] || return 0
	done
	echo "$output"
	return 1
}

# goes_wrong WORDS FILE SED: a game with that change of the windows ends with them.
goes_wrong() {
	local words=$1
	changed "${@:2}"
	build_turns "$BATS_TEST_TMPDIR/faulty/runtime" "$BATS_TEST_TMPDIR/faulty/turns"
	run timeout -k 5 60 "$BATS_TEST_TMPDIR/faulty/turns" "$GAMES"
	echo "$output"
	[ "$status" != 0 ]
	[[ $status -gt 1 || $output == *"$words"* ]] # or it has crashed
}

# is_disproved COLLECTIVE WORDS FILE SED: the proof refutes the collective's `shared` with that change.
is_disproved() {
	local of=$1 words=$2 to=$BATS_TEST_TMPDIR/faulty
	changed "${@:3}"
	(cd "$to" && $CC -std=c11 -O1 -DRINGGEN_PROOF -Itemplates -Iruntime -c -o shared.o "templates/$of/shared.c")
	# Its object comes before the archive that has the sound one.
	# shellcheck disable=SC2046
	$CC -o "$to/ringgen" "$OUT/generator/cli/main.o" "$to/shared.o" "$OUT/generator.a" \
		$(pkg-config --libs libxml-2.0 hwloc json-c yaml-0.1) -lm
	run timeout 120 "$to/ringgen" prove --ranks 1-9 --ops "$of=shared"
	echo "$output"
	[ "$status" = 1 ]
	[[ $output == *" refuted: "*"$words"* ]]
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

@test "model: three calls of 2 ranks" {
	command -v spin >/dev/null || skip "no spin is here"
	holds RANKS=2 CALLS=3
}

# bats test_tags=long
@test "model: calls that block, of 2 and of 3 ranks" {
	command -v spin >/dev/null || skip "no spin is here"
	holds RANKS=2 CALLS=6
	holds RANKS=3 CALLS=3
}

# bats test_tags=long
@test "model: calls that are left early, and rounds in a ring of slots" {
	command -v spin >/dev/null || skip "no spin is here"
	holds EARLY RANKS=2 CALLS=4
	holds RING RANKS=3
	holds RING RANKS=3 SLOTS_OF_RING=3
}

# bats test_tags=long
@test "model: rooms and slots, and a call that blocks beside them" {
	command -v spin >/dev/null || skip "no spin is here"
	holds NONBLOCKING RANKS=2 CALLS=6
	holds NONBLOCKING RANKS=3 CALLS=2
	holds NONBLOCKING BETWEEN RANKS=2 CALLS=3
}

# ---- ARM's rules, by which loads and stores pass one another unless an instruction says that they do not

# The instructions of tests/model/arm are those that the sources are compiled to: a function, and what it must have.
ordering() {
	cat <<-END
		notify stlr
		arrived ldar
		rg_window_leave stlr
		rg_window_all_left ldar
	END
}

# arm_code RUNTIME: its windows compiled for that architecture.
arm_code() {
	local to=$BATS_TEST_TMPDIR/arm arm=aarch64-linux-gnu-
	mkdir -p "$to"
	cat >"$to/inline.c" <<-END
		#include "transport/window.h"
		void notify(struct rg_window *w) { rg_window_notify(w, 0, 1); }
		bool arrived(struct rg_window *w) { return rg_window_arrived(w, 0); }
	END
	# shellcheck disable=SC2086
	for source in "$to/inline.c" "$1/transport/window.c"; do
		${arm}gcc $WARN -O2 -fPIC -I"$ROOT/tests/double" -I"$1" -c -o "$to/$(basename "$source").o" "$source"
	done
	${arm}objdump -d --no-show-raw-insn "$to"/*.o >"$to/code"
}

# has FUNCTION INSTRUCTION, in what arm_code made.
has() {
	awk -v name="<$1>:" -v wanted="$2" '/^[0-9a-f]+ </ { in_it = $2 == name } in_it && $2 == wanted { found = 1 } END { exit !found }' \
		"$BATS_TEST_TMPDIR/arm/code"
}

@test "ARM: notifications, and what is said of calls that are left, are compiled to releases and acquires" {
	command -v aarch64-linux-gnu-gcc >/dev/null || skip "no aarch64-linux-gnu-gcc is here"
	arm_code "$ROOT/runtime"
	while read -r name instruction; do
		has "$name" "$instruction" || { echo "$name has no $instruction" && return 1; }
	done < <(ordering)
	cp -r "$ROOT/runtime" "$BATS_TEST_TMPDIR/relaxed"
	sed -i -E 's/memory_order_(acquire|release)/memory_order_relaxed/' "$BATS_TEST_TMPDIR"/relaxed/transport/window.[ch]
	arm_code "$BATS_TEST_TMPDIR/relaxed"
	while read -r name instruction; do
		run ! has "$name" "$instruction"
	done < <(ordering)
}

# herd TEST: what ARM's model says of it: No, never; Ok, the bad end may come.
arm_says() {
	herd7 "$1" | sed -nE 's/^(No|Ok|Sometimes|Never).*/\1/p' | head -n 1
}

@test "ARM: no order of its loads and stores gives old data, and without releases, or without acquires, one does" {
	command -v herd7 >/dev/null || skip "no herd7 is here: package herdtools7, which Debian sid has"
	local test weaker said
	for test in "$ROOT"/tests/model/arm/*.litmus; do
		said=$(arm_says "$test")
		[ "$said" = No ] || { echo "$test: $said" && return 1; }
		for weaker in s/STLR/STR/ s/LDAR/LDR/; do
			sed "$weaker" "$test" >"$BATS_TEST_TMPDIR/weaker.litmus"
			said=$(arm_says "$BATS_TEST_TMPDIR/weaker.litmus")
			[ "$said" = Ok ] || { echo "$test with $weaker: $said" && return 1; }
		done
	done
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

@test "thread sanitizer: messages alone" {
	RINGGEN_WINDOWS=0 works 3 thread messages
}

# bats test_tags=long
@test "address and undefined-behaviour sanitizers: ranks as threads, and nothing is left behind" {
	works 2 address,undefined
	works 4 address,undefined
	RINGGEN_CHECK=1 works 3 address,undefined
	HOSTS=two-machines works 4 address,undefined several
	HOSTS=two-nodes works 4 address,undefined tiers
}

@test "windows call by call, in a hundred orders that chance chooses" {
	build_turns "$ROOT/runtime" "$BATS_FILE_TMPDIR/turns"
	run -0 "$BATS_FILE_TMPDIR/turns" 100
	[ "$output" = "all games are right" ]
	run -0 "$BATS_FILE_TMPDIR/turns" 20 1 65536
	[ "$output" = "all games are right" ]
}

# bats test_tags=long
@test "windows call by call, in orders that chance chooses" {
	build_turns "$ROOT/runtime" "$BATS_FILE_TMPDIR/turns"
	run -0 "$BATS_FILE_TMPDIR/turns" 1000
	[ "$output" = "all games are right" ]
	run -0 "$BATS_FILE_TMPDIR/turns" 300 "$RANDOM$RANDOM"
	[ "$output" = "all games are right" ]
}

# ---- Faults
#
# A line is one fault: its name in the model; what the model is played with besides, and what its search finds; what
# refutes the sources, and with which words; the file, and the change of it (extended regular expressions). A fault may have several lines. "-":
# the model has no word for it, and the line before says why.
#   race TIMES  the ranks under the thread sanitizer, in one of so many runs; WRONG: or they find wrong numbers first
#               `without`: without windows, by messages alone
#   turns       the games of one thread
#   COLLECTIVE  the proof of its `shared`
RACE="ThreadSanitizer: data race"
WRONG="$RACE|instead of"
OLD="another number is in the window"
STUCK="nobody can go on"
GAMES=200

faults() {
	cat <<-END
		# What is stored and read in which order.
		RELEASE_RELAXED ; - ; assertion violated ; race 2 ; $RACE ; runtime/transport/window.h ; s/(given \+ 1, memory_order_)release/\1relaxed/
		RELEASE_RELAXED ; NONBLOCKING ; assertion violated ; race 2 ; $RACE ; runtime/transport/window.h ; s/(given \+ 1, memory_order_)release/\1relaxed/
		ACQUIRE_RELAXED ; - ; assertion violated ; race 2 ; $RACE ; runtime/transport/window.h ; s/(given, memory_order_)acquire/\1relaxed/
		ACQUIRE_RELAXED ; NONBLOCKING ; assertion violated ; race 2 ; $RACE ; runtime/transport/window.h ; s/(given, memory_order_)acquire/\1relaxed/
		READS_LATE ; - ; assertion violated ; allreduce ; race: ; templates/allreduce/shared.c ; s/^\t\tshared_add_vectors/\t\tif (shared_adds_all(r))\n&/; s/^\t\t\tshared_meet.*/&\nshared_add_vectors(r, \&all, s);/
		LEFT_RELAXED ; EARLY CALLS=4 ; assertion violated ; race 2 ; $RACE ; runtime/transport/window.c ; s/(w->calls \+ 1, memory_order_)release/\1relaxed/
		LEFT_RELAXED ; EARLY CALLS=4 ; assertion violated ; race 2 ; $RACE ; runtime/transport/window.c ; s/(left_of\(w, i\), memory_order_)acquire/\1relaxed/

		# Which window a call has.
		NEVER_TURNS ; - ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/w->turn\[w->near\] = next_turn\(w\);//; s/(w->doubt = w->used).*/w->doubt = false;/
		NEVER_TURNS ; - ; assertion violated ; race 3 ; $WRONG ; runtime/transport/window.c ; s/w->turn\[w->near\] = next_turn\(w\);//; s/(w->doubt = w->used).*/w->doubt = false;/
		ALWAYS_TURNS ; - ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/if \(w->met\)$/if (true)/
		ALWAYS_TURNS ; - ; assertion violated ; race 9 ; $WRONG ; runtime/transport/window.c ; s/if \(w->met\)$/if (true)/
		ALWAYS_TURNS ; - ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/w->met = (w->gave = false;)/\1/
		OTHER_KIND_TURNS ; EARLY CALLS=4 ; invalid end state ; turns ; $STUCK ; runtime/transport/window.c ; s/w->turn\[w->near\] = next/w->turn[!w->near] = next/
		MET_BY_AWAITING ; EARLY CALLS=4 ; errors: 1 ; turns ; $OLD ; runtime/transport/window.h ; s/w->met = (w->gave = true)/\1/
		MET_BY_NOTIFYING ; EARLY CALLS=4 ; invalid end state ; turns ; $STUCK ; runtime/transport/window.h ; s/^\tw->met = true;//
		MET_BY_NOTIFYING ; EARLY CALLS=4 ; invalid end state ; turns ; $OLD ; runtime/transport/window.c ; s/if \(w->met\)$/if (w->gave)/

		# What is awaited.
		COUNTERS_ANEW ; - ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/(w->counts = w->awaited.*)/\1 memset(w->counts, 0, (size_t)w->n * sizeof *w->counts);/
		COUNTERS_ANEW ; - ; assertion violated ; turns ; $OLD ; runtime/transport/window.h ; s/\[w->seat\[peer\]\]\+\+/[w->seat[peer]] = 1/
		NOT_NOTIFIED ; RANKS=3 CALLS=3 ; invalid end state ; allreduce ; deadlock: the notification from ; runtime/ringgen/parts/shared.h ; 0,/i != g->me/s//i > g->me/
		# More or less than it is: in the model a counter is what was given, and no arithmetic.
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/given \+ 1, memory/given + 2, memory/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.h ; s/given \+ 1, memory/1, memory/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.h ; s/\[w->seat\[peer\]\]\+\+/[w->seat[peer]] += 2/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/_acquire\) >= wanted/_acquire) + 1 >= wanted/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.h ; s/_acquire\) >= wanted/_acquire) > wanted/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/_acquire\) >= wanted\[i\]/_acquire) >= wanted[w->me]/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/for \(int i = 0; i < w->n; /for (int i = 1; i < w->n; /
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/for \(int i = 0; i < w->n; /for (int i = 0; i < w->n - 1; /

		# Whether all have left the call that had the window.
		LEFT_UNASKED ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.h ; s/return !w->doubt \|\|/return true ||/
		LEFT_UNASKED ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.h ; s/return !w->doubt \|\|/return w->doubt ||/
		LEFT_UNASKED ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/return !w->doubt;/return true;/
		ASKS_ONE_LESS ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/(used\[number_of\(w\)\] = w->calls) \+ 1/\1/
		ASKS_ONE_LESS ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/(w->doubt = w->used\[number_of\(w\)\]) > w->left/\1 > w->left + 1/
		KNOWN_BY_EARLY ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/if \(!w->early\)/if (true)/
		KNOWN_BY_EARLY ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/w->early = early;//
		KNOWN_ONE_MORE ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/w->left = w->calls;/w->left = w->calls + 1;/
		KNOWN_NEVER ; EARLY CALLS=4 ; invalid end state ; turns ; $STUCK ; runtime/transport/window.c ; s/if \(!w->early\)/if (false)/
		USED_UNMARKED ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/if \(w->gave\)$/if (false)/
		USED_UNMARKED ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.h ; s/w->met = w->gave = true/w->met = true/
		LEFT_ONE_MORE ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/w->calls \+ 1, memory/w->calls + 2, memory/
		LEFT_UNMET ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/w->met && w->early\)/w->early)/
		ONE_HAS_LEFT ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/least = left < least \?/least = left > least ?/
		ONE_HAS_LEFT ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/i == w->me$/i <= w->me/
		ONE_HAS_LEFT ; EARLY CALLS=4 ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/(rg_window_all_left.*)/\1/; s/for \(int i = 0; (i < w->n; i\+\+\) \{$)/for (int i = 1; \1/
		# Who gives is taken for who awaits, or calls are not counted: the model has one count of both.
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/w->met && w->early\)/w->gave \&\& w->early)/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/w->calls\+\+;//
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/(used\[number_of\(w\)\] = w->calls) \+ 1/\1 + 2/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/(w->doubt = w->used\[number_of\(w\)\]) > w->left/\1 >= w->left/

		# Rooms and slots of calls that do not block.
		ROOM_TOO_EARLY ; NONBLOCKING ; assertion violated ; race 3 ; $WRONG ; runtime/call/operation.c ; s/o->x->emptied\[o->room\] == o->room_turn/true/
		SLOT_TOO_EARLY ; NONBLOCKING ; assertion violated ; race 6 without ; $WRONG ; runtime/call/operation.c ; s/o->x->left\[o->slot\] == o->slot_turn/true/
		ONE_ROOM ; NONBLOCKING BETWEEN ; assertion violated ; race 3 ; $WRONG ; runtime/call/operation.c ; s/x->room\[o->room\] = rg_window_room.*/x->room[o->room] = x->window;/
		ONE_ROOM ; NONBLOCKING BETWEEN ; assertion violated ; race 3 ; $WRONG ; runtime/transport/window.c ; s/w->file \+= \(size_t\)room/w->file += (size_t)(room \/ 2)/
		ONE_ROOM ; NONBLOCKING BETWEEN ; assertion violated ; turns ; $OLD ; runtime/transport/window.c ; s/w->file \+= \(size_t\)room/w->file += (size_t)(room \/ 2)/
		# A room begins with what another one has counted: in the model all begin with nothing.
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/w->calls = w->left = 0;/w->calls = 0;/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/memset\(w->used, 0, sizeof w->used\);//

		# Rounds in a ring of slots.
		CREDIT_UNASKED ; RING ; assertion violated ; bcast ; race: writes ; runtime/ringgen/parts/shared.h ; s/ && !shared_ring_again\(&p->ring, k\)\)\)/))/
		CREDIT_UNASKED ; RING ; assertion violated ; bcast ; race: writes ; runtime/ringgen/parts/shared.h ; s/k >= p->slots && k </k > p->slots \&\& k </
		CREDIT_TOO_EARLY ; RING ; assertion violated ; bcast ; race: writes ; templates/bcast/shared.c ; s/^\t\trg_wait\(r, s\);/&\nif (r->rank != r->root)\nshared_pipe_after(r, \&s->pipe, s->k);/; s/^\t\tshared_pipe_after/\t\tif (r->rank == r->root)\n&/
		ONE_CREDIT_LESS ; RING ; invalid end state ; bcast ; deadlock ; runtime/ringgen/parts/shared.h ; s/k \+ p->ring.slots\)\)/k + p->ring.slots + 1))/

		# Where in the file windows, lanes, counters and data are: the model's are cells, which cannot lie on one another.
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/RG_WINDOW_NEARS \* stride_of/1 * stride_of/
		- ; - ; - ; race 3 ; $WRONG ; runtime/transport/window.c ; s/RG_WINDOW_NEARS \* stride_of/1 * stride_of/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/near \? RG_WINDOW_LINE : round/near ? 0 : round/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/RG_WINDOW_NEAR : RG_WINDOW_BYTES\)/RG_WINDOW_NEAR : RG_WINDOW_BYTES \/ 2)/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/RG_WINDOW_NEAR : RG_WINDOW_BYTES\)/RG_WINDOW_NEAR \/ 2 : RG_WINDOW_BYTES)/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/RG_WINDOW_FARS \* stride_of\(w, false\), w->page/1 * stride_of(w, false), w->page/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/\(near \? 1 : RG_LANES_MOST\) \* w->counters/1 * w->counters/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/\(size_t\)\(n - 1\) \* sizeof\(rg_counter\), RG/(size_t)1 * sizeof(rg_counter), RG/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/w->size = w->rank \* \(size_t\)n/w->size = w->rank * (size_t)(n - 1)/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/w->file = w->map \+ w->page/w->file = w->map/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/w->file \+= \(size_t\)room \* w->size/w->file += (size_t)room * w->rank/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/(w->front - w->counters) \+ counted\(w\)/\1/
		- ; - ; - ; race 3 ; $WRONG ; runtime/transport/window.c ; s/(w->front - w->counters) \+ counted\(w\)/\1/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/\(w->n - 1\) \* sizeof\(rg_counter\), _Al/(w->n - 2) * sizeof(rg_counter), _Al/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/w->lane = \(size_t\)rg_window_size\(lanes\)/w->lane = (size_t)RG_WINDOW_LINE/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/BYTES \/ lanes \/ LONGEST_LINE \*/BYTES \/ lanes +/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/\(size_t\)w->turn\[near\] \* stride_of/(size_t)w->turn[!near] * stride_of/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/w->near = near;//
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/RG_WINDOW_FARS \+ w->turn\[true\] : w/w->turn[true] : w/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/RG_WINDOW_FARS \* RG_LANES_MOST \+ w->turn/w->turn/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/: w->turn\[false\] \* RG_LANES_MOST/: w->turn[false]/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/w->awaited \+ before \* w->n/w->awaited + before/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.c ; s/int lanes = RG_WINDOW_FARS \* RG_LANES_MOST/int lanes = RG_WINDOW_FARS/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/seat \* w->rank\)/(seat ? 1 : 0) * w->rank)/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.c ; s/w->seat\[rank\[i\]\] = i/w->seat[i] = i/
		- ; - ; - ; turns ; another machine ; runtime/transport/window.c ; s/w->seat\[i\] = -1/w->seat[i] = 0/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/w->data \+ \(size_t\)lane \* w->lane/w->data/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/\(size_t\)\(lane \+ 1\) \* w->counters/(size_t)1 * w->counters/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/\(size_t\)\(lane \+ 1\) \* w->counters/(size_t)lane * w->counters/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/\(to < from \? to : to - 1\)/to/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/\(to < from \? to : to - 1\)/(to < from ? to : to - 2)/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.h ; s/w->counts \+ lane \* w->n/w->counts/
		- ; - ; - ; turns ; $STUCK ; runtime/transport/window.h ; s/lane, w->me, w->seat\[peer\]/0, w->me, w->seat[peer]/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/lane, w->me, w->seat\[peer\]/lane, w->seat[peer], w->me/
		- ; - ; - ; turns ; $OLD ; runtime/transport/window.h ; s/lane, i, w->me\)/lane, w->me, i)/

		# That an operation is over: another thread of the same rank has the lock just then. The model has no threads.
		- ; - ; - ; race 20 ; $RACE ; runtime/call/operation.c ; s/(o->over, true, memory_order_)release/\1relaxed/
		- ; - ; - ; race 20 ; $RACE ; runtime/call/operation.h ; s/(o->over, memory_order_)acquire/\1relaxed/
	END
}

# each_fault COMMAND: with the seven fields of each line, in FAULT DEFINITIONS FOUND BY WORDS FILE CHANGE.
each_fault() {
	local line count=0
	while IFS= read -r line; do
		[[ $line && $line != "#"* ]] || continue
		[[ $line =~ ^([A-Z_-]+)\ \;\ ([^;]+)\ \;\ ([^;]+)\ \;\ ([^;]+)\ \;\ ([^;]*)\ \;\ ([^;]+)\ \;\ (.+)$ ]]
		FAULT=${BASH_REMATCH[1]} DEFINITIONS=${BASH_REMATCH[2]#-} FOUND=${BASH_REMATCH[3]} BY=${BASH_REMATCH[4]}
		WORDS=${BASH_REMATCH[5]} FILE=${BASH_REMATCH[6]} CHANGE=${BASH_REMATCH[7]}
		"$1"
		count=$((count + 1))
	done < <(faults)
	[ "$count" -gt 90 ]
}

note_name() {
	[ "$FAULT" = - ] || echo "$FAULT" >>"$BATS_TEST_TMPDIR/in-the-table"
}

@test "faults: each one of the model has one of the sources, and the other way about" {
	each_fault note_name
	sed -nE 's/^#define ([A-Z_]+) 0 .*/\1/p' "$ROOT/tests/model/window.pml" | sort >"$BATS_TEST_TMPDIR/in-the-model"
	sort -u "$BATS_TEST_TMPDIR/in-the-table" | diff - "$BATS_TEST_TMPDIR/in-the-model"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/in-the-model")" -gt 20 ]
}

# What a fault is made of must be there: each line is tried on the source, without building it.
is_a_change() {
	run sed -E "$CHANGE" "$ROOT/$FILE"
	[ "$status" = 0 ]
	[ "$output" != "$(cat "$ROOT/$FILE")" ] || { echo "$FILE: $CHANGE" && return 1; }
}

@test "faults: each changes its source" {
	each_fault is_a_change
}

play_once() {
	local line="$FAULT $DEFINITIONS"
	[ "$FAULT" != - ] || return 0
	if grep -sqxF "$line" "$BATS_TEST_TMPDIR/played"; then
		return 0
	fi
	echo "$line" | tee -a "$BATS_TEST_TMPDIR/played"
	# shellcheck disable=SC2086
	refuted "$FOUND" $DEFINITIONS "$FAULT"
}

# bats test_tags=long
@test "faults: the model is refuted with each" {
	command -v spin >/dev/null || skip "no spin is here"
	each_fault play_once
}

take_turns() {
	[ "$BY" = turns ] || return 0
	echo "$FILE: $CHANGE"
	goes_wrong "$WORDS" "$FILE" "$CHANGE"
}

# bats test_tags=long
@test "faults: the games of one thread refute what has to do with turns and places" {
	each_fault take_turns
}

run_ranks() {
	[[ $BY == race* ]] || return 0
	local ROUTINES=windows RINGGEN_WINDOWS=1
	[[ $BY != *" without" ]] || ROUTINES=messages RINGGEN_WINDOWS=0
	export RINGGEN_WINDOWS
	echo "$FILE: $CHANGE"
	faulty "$FILE" "$CHANGE"
	races "$(cut -d' ' -f2 <<<"$BY")" "$WORDS"
}

# bats test_tags=long
@test "faults: the thread sanitizer refutes what has to do with order" {
	each_fault run_ranks
}

# Each place that says release or acquire is in the table.
@test "faults: of each release and acquire of the windows" {
	local file change sites=0
	for file in runtime/transport/window.h runtime/transport/window.c; do
		# shellcheck disable=SC2013 # numbers of lines
		for site in $(sed -nE '/memory_order_(release|acquire)/=' "$ROOT/$file"); do
			faults | grep -F "; $file ; " | sed 's/.* ; //' | grep '_)\(release\|acquire\)/.1relaxed/' | while read -r change; do
				sed -nE "${site}{${change}p}" "$ROOT/$file"
			done | grep relaxed
			sites=$((sites + 1))
		done
	done
	[ "$sites" = 4 ]
}

prove_text() {
	[[ $BY =~ ^(turns|race .*)$ ]] || is_disproved "$BY" "$WORDS" "$FILE" "$CHANGE"
}

@test "faults: the proof refutes those of the texts" {
	each_fault prove_text
}
