#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What runs the tests: check.sh tells what failed from what was not reached, and limits are for hangs.
# shellcheck disable=SC2154 # run sets output
bats_require_minimum_version 1.5.0

ROOT=$(realpath "$BATS_TEST_DIRNAME/..")
OUT=$(realpath "${OUT:-$ROOT/.build}")
LIMITED=$OUT/limit/timeout

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	unset LEVELS UNTIL # those of the run that has this suite
	[ -x "$LIMITED" ] || make -s -C "$ROOT" "$LIMITED"
}

# suite NAME LINE...: a test of each line, which has this name, too.
suite() {
	local name=$1 line
	shift
	printf 'setup_file() {\n:\n}\n' >"$name.bats"
	for line; do
		printf '@test "%s" {\n%s\n}\n' "$line" "$line" >>"$name.bats"
	done
}

program() {
	printf '#!/bin/sh\n%s\n' "$2" >"$1"
	chmod +x "$1"
}

# check TEST...: check.sh, in a Bats that is not this one.
check() {
	local variable inherited=()
	for variable in $(compgen -e BATS); do
		inherited+=(-u "$variable")
	done
	# The path begins with Bats's own folder, whose bats wants the variables.
	run env "${inherited[@]}" PATH="${PATH//"$BATS_LIBEXEC:"/}" OUT="$OUT" TEST_LIMIT="${LIMIT:-60}" LEVELS="${LEVELS:-quick}" "$ROOT/tests/check.sh" logs "$@" 3>&- 4>&-
	echo "$output"
}

@test "all passes: what begins and ends is told, and the last line counts" {
	suite one true "[ 1 = 1 ]" "skip here"
	suite two true
	program three "exit 0"
	check ./three ./one.bats -- ./two.bats
	[ "$status" = 0 ]
	[[ ${lines[-1]} == "4 passed, 0 failed, 1 skipped in "*" seconds; not run here: 0 longer cases, make check-all has them" ]]
	grep -q '\[ 2/3\] one.bats$' <<<"$output"
	grep -q 'one.bats  *2 passed  *0 failed  *1 skipped' <<<"$output"
	grep -q 'skipped: skip here: here' <<<"$output"
	# What comes after -- begins when the others have ended.
	[ "$(grep -n '\[ 3/3\] two.bats' <<<"$output" | cut -d: -f1)" -gt "$(grep -n 'one.bats .*passed' <<<"$output" | cut -d: -f1)" ]
}

@test "a test that fails: what it printed, and its name before the last line" {
	suite one true "echo why; false" "true # again"
	program two "echo word; exit 3"
	check ./one.bats ./two
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "2 passed, 2 failed, 0 skipped in "*" seconds; not run here: 0 longer cases, make check-all has them" ]]
	grep -q '#.*why$' <<<"$output"
	grep -q '^    word$' <<<"$output"
	grep -qx 'failed: one.bats: echo why; false' <<<"$output"
	grep -qx 'failed: two' <<<"$output"
	run ! grep 'not reached' <<<"$output"
}

@test "a test that hangs has failed, those after it were not reached" {
	suite one true "sleep 1000" "true # again" "true # last"
	suite two true
	LIMIT=2 check ./one.bats ./two.bats
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "2 passed, 1 failed, 0 skipped in "*" seconds; not run here: 0 longer cases, make check-all has them" ]]
	grep -qx 'hung: one.bats: sleep 1000' <<<"$output"
	grep -qx 'not reached: one.bats: 2 tests' <<<"$output"
	run ! pgrep -f "^sleep 1000$"
}

@test "a suite may take longer than the limit, which is for each test" {
	suite one "sleep 1.1" "sleep 1.2" "sleep 1.3" "sleep 1.4"
	LIMIT=3 check ./one.bats
	[ "$status" = 0 ]
}

@test "a suite that fails before its tests, and one that ends in the middle" {
	suite one true "true # again" "true # last"
	sed -i 's/^:$/false/' one.bats
	check ./one.bats
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "0 passed, 1 failed, 0 skipped in "*" seconds; not run here: 0 longer cases, make check-all has them" ]]
	grep -qx 'not reached: one.bats: 2 tests' <<<"$output"
	# shellcheck disable=SC2016 # for the suite
	suite two true 'pkill -KILL -s $(ps -o sess= -p $$)' "true # last"
	check ./two.bats
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "1 passed, 1 failed, 0 skipped in "*" seconds; not run here: 0 longer cases, make check-all has them" ]]
	echo "no suite" >three.bats
	check ./three.bats
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "0 passed, 1 failed, 0 skipped in "*" seconds; not run here: 0 longer cases, make check-all has them" ]]
}

# longer NAME: a suite with two quick tests, of which one fails, and two long ones, and a program with two longer cases.
longer() {
	suite "$1" true false "true # long" "true # longer"
	sed -i 's/^@test "true # long/# bats test_tags=other, long\n&/' "$1.bats"
	# shellcheck disable=SC2016 # the program's own variables
	program "$1" 'for name in a b; do [ "$LEVEL" = long ] || echo "longer: $name"; done'
}

@test "cases that are long: left out and counted, or run when the others are over" {
	longer one
	suite two true
	sed -i '1i # bats file_tags=long' two.bats
	suite three true
	program four "exit 0"
	LEVELS=quick check ./one.bats ./two.bats ./one -- ./three.bats ./four
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "4 passed, 1 failed, 0 skipped in "*" seconds; not run here: 5 longer cases, make check-all has them" ]]
	run ! grep two.bats <<<"$output"
	LEVELS="quick long" check ./one.bats ./two.bats ./one -- ./three.bats ./four
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "8 passed, 1 failed, 0 skipped in "*" seconds; all cases" ]]
	[ "${lines[-2]}" = "failed: one.bats: false" ]
	[ "$(grep -c '\[ [1-4]/4\] ' <<<"$output")" = 4 ]
	[ "$(grep -c '\[ [1-3]/3\] ' <<<"$output")" = 3 ]
	LEVELS=long check ./one.bats ./two.bats ./one -- ./three.bats ./four
	[ "$status" = 0 ]
	[[ ${lines[-1]} == "4 passed, 0 failed, 0 skipped in "*" seconds; not run here: 5 cases of make check" ]]
}

@test "what is longer, and no time for it" {
	longer one
	UNTIL=0 LEVELS="quick long" check ./one.bats ./one
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "2 passed, 1 failed, 0 skipped in "*" seconds; all cases; left out for lack of time: the longer cases of 2 suites and programs" ]]
	grep -q ' one.bats is left out: there is no time for it$' <<<"$output"
	# Nothing was to be begun, and nothing failed.
	UNTIL=0 LEVELS=long check ./one.bats ./one
	[ "$status" = 0 ]
	# In time, all of them, in another order.
	UNTIL=60 LEVELS=long check ./one.bats ./one
	[ "$status" = 0 ]
	[[ ${lines[-1]} == "3 passed, 0 failed, "*"; not run here: 3 cases of make check" ]]
}

@test "a long case that hangs is told by its name" {
	suite one true "sleep 1003" "true # last"
	sed -i 's/^@test "sleep/# bats test_tags=long\n&/' one.bats
	LIMIT=2 LEVELS="quick long" check ./one.bats
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "2 passed, 1 failed, 0 skipped in "*" seconds; all cases" ]]
	grep -qx 'hung: one.bats: sleep 1003' <<<"$output"
}

@test "nothing to run has not passed" {
	check
	[ "$status" = 1 ]
	[[ ${lines[-1]} == "0 passed, 0 failed, 0 skipped in "*" seconds; not run here: 0 longer cases, make check-all has them" ]]
}

@test "timeout: statuses, signals and what the command has started" {
	run -3 "$LIMITED" 60 sh -c 'exit 3'
	run -143 "$LIMITED" 60 sh -c 'kill $$'
	run -127 "$LIMITED" 60 ./missing
	run -126 "$LIMITED" 60 .
	run -125 "$LIMITED" 60
	run -125 "$LIMITED" x true
	run -0 "$LIMITED" 0 true
	[ "$(echo word | "$LIMITED" -k 1 60 cat)" = word ]
	run -124 "$LIMITED" 0.2 sh -c "sleep 1001 & sleep 1001"
	[[ $output == "timeout: sh ended after 0.2 s of a free machine, "* ]]
	run ! pgrep -f "^sleep 1001$"
	# shellcheck disable=SC2016 # for the shell inside
	run -137 "$LIMITED" -k 0.2 0.2 bash -c 'trap "" TERM; while :; do sleep 0.1; done'
	run -124 "$LIMITED" -s INT 0.2 sleep 1001
	run -124 bash -c 'trap "" INT; exec "$@"' - "$LIMITED" -s INT -k 5 0.2 sleep 1001 # as in the background
	run -130 "$LIMITED" --preserve-status -s INT 0.2 sleep 1001
}

@test "timeout: a signal to it is the command's" {
	"$LIMITED" --foreground 1001 sleep 1002 3>&- &
	until pgrep -f "^sleep 1002$"; do sleep 0.1; done
	kill $!
	status=0
	wait $! || status=$?
	[ "$status" = 143 ]
	run ! pgrep -f "^sleep 1002$"
}

@test "timeout: while a file grows the limit begins anew" {
	for _ in {1..40}; do
		sleep 0.1
		echo >>file
	done 3>&- &
	run -0 "$LIMITED" --while-grows file 2 sleep 3
	wait
	run -124 "$LIMITED" --while-grows file 1 sleep 1001
}

# Beside four others for each core, a second of a free machine takes longer.
@test "timeout: seconds are longer on a busy machine" {
	local others=()
	for _ in $(seq $((4 * $(nproc)))); do
		sh -c 'while :; do :; done' 3>&- &
		others+=($!)
	done
	run "$LIMITED" 2 sleep 4
	kill "${others[@]}"
	[ "$status" = 0 ]
}
