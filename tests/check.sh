#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check.sh LOGS TEST... [-- TEST...]: run test programs and Bats suites (*.bats), two at a time; those after -- one at
# a time, since they start MPI processes. What a test prints is in LOGS; of one that fails it is shown. The last line
# counts: a program is one test, and what a suite planned and did not reach has failed.
set -eu

logs=$1
shift
mkdir -p "$logs"
rm -f "$logs"/*

# Bats 1.8 has no time limit of its own; each test's commands have theirs, this one is for all of a suite.
PROGRAM_LIMIT=300
SUITE_LIMIT=900

# limited SECONDS COMMAND...: run it so long at most, in a session of its own; then, and when this script is stopped,
# whatever is left of the session ends.
limited() {
	setsid timeout -k 10 "$@" </dev/null &
	running=$!
	trap 'end $running; [ -z "$aside" ] || kill $aside; exit 130' INT TERM
	answer=0
	wait $running || answer=$?
	end $running
	return $answer
}

end() {
	pkill -KILL -s "$1" || :
}

# one TEST: run it and leave "passed failed skipped seconds" in a file.
one() {
	name=$(basename "$1")
	since=$(date +%s)
	status=0
	case $1 in
	*.bats)
		limited $SUITE_LIMIT bats --tap "$1" >"$logs/$name.log" 2>&1 || status=$?
		planned=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p;t' "$logs/$name.log" | head -n 1)
		skipped=$(grep -c '^ok .* # skip' "$logs/$name.log" || :)
		passed=$(grep '^ok ' "$logs/$name.log" | grep -vc ' # skip' || :)
		failed=$((${planned:-1} - passed - skipped))
		# A suite that fails outside its tests has failed, too.
		[ $status = 0 ] || [ $failed -gt 0 ] || failed=1
		;;
	*)
		limited $PROGRAM_LIMIT "$1" >"$logs/$name.log" 2>&1 || status=$?
		skipped=0
		passed=$((status == 0))
		failed=$((status != 0))
		;;
	esac
	[ $status != 124 ] || echo "stopped: it took too long" >>"$logs/$name.log"
	echo "$passed $failed $skipped $(($(date +%s) - since))" >"$logs/$name.count.new"
	mv "$logs/$name.count.new" "$logs/$name.count"
}

# tell TEST: its line, and what it printed if something failed.
tell() {
	name=$(basename "$1")
	read -r passed failed skipped seconds <"$logs/$name.count"
	printf '%-16s %4d passed %3d failed %3d skipped %5d s\n' "$name" "$passed" "$failed" "$skipped" "$seconds"
	sed -n 's/^ok [0-9]* \(.*\) # skip/    skipped: \1:/p' "$logs/$name.log"
	if [ "$failed" != 0 ]; then
		grep -v '^ok ' "$logs/$name.log" | sed 's/^/    /'
	fi
	all_passed=$((all_passed + passed))
	all_failed=$((all_failed + failed))
	all_skipped=$((all_skipped + skipped))
}

all_passed=0 all_failed=0 all_skipped=0 alone=false aside=
first=
for test; do
	if [ "$test" = -- ]; then
		alone=true
		if [ -n "$first" ]; then
			wait "$aside"
			tell "$first"
			first=
		fi
	elif $alone; then
		one "$test"
		tell "$test"
	elif [ -z "$first" ]; then
		first=$test
		one "$test" &
		aside=$!
	else
		one "$test"
		wait "$aside"
		tell "$first"
		tell "$test"
		first=
	fi
done
if [ -n "$first" ]; then
	wait "$aside"
	tell "$first"
fi

echo
echo "$all_passed passed, $all_failed failed, $all_skipped skipped"
[ $all_failed = 0 ] && [ $all_passed -gt 0 ]
