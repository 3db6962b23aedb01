#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# check.sh LOGS TEST... [-- TEST...]: run test programs and Bats suites (*.bats), JOBS at a time (one more than there
# are cores, as MPI programs often wait), in this order; those after -- one at a time, when the others are over. LEVELS says
# which cases: "quick", "long" or, as it is without, "quick long", those first. In a suite a tag says which are long
# (# bats test_tags=long, or file_tags); a program is told the level in LEVEL, and "longer: NAME" is what it prints of a case
# that it leaves out (longer() in unit/test.h). With UNTIL, no test's longer cases are begun after so many seconds; each day
# begins with another test. It says what begins and ends, and once a minute how far the suites are.
# What a test prints is in LOGS; of one that fails it is shown. In the last line a program is one test, and what was not run is
# counted; what a suite planned and did not come to has not failed, but is told before it, and the whole has not passed
# either. OUT is where the tests' timeout is built.
set -euo pipefail

logs=$1
shift
mkdir -p "$logs"
rm -f "$logs"/*
JOBS=${JOBS:-$(($(nproc) + 1))}
LEVELS=${LEVELS:-quick long}
# The seconds of tests/limit/timeout.c, which the commands of suites get, too.
PATH=$OUT/limit:$PATH

# For hangs: a program, and each test of a suite, has so long; none takes a fifth of it.
PROGRAM_LIMIT=300
TEST_LIMIT=${TEST_LIMIT:-600}
# Nothing is silent for longer.
PULSE=60

# limited ARGUMENT... COMMAND...: timeout, in a session of its own; then, and when this script is stopped, whatever is
# left of the session ends.
limited() {
	local answer=0
	setsid timeout -k 10 "$@" </dev/null &
	session=$!
	trap 'end; exit 130' INT TERM
	wait $session || answer=$?
	end
	return $answer
}

end() {
	pkill -KILL -s "$session" || :
}

# cases SUITE LEVEL: the names of its tests of that level.
cases() {
	awk -v long="$2" '
		/^# bats (file|test)_tags=(.*,)? *long *(,|$)/ { if (/ file_tags/) all = 1; else one = 1 }
		/^@test "/ {
			if ((all || one) == (long == "long")) {
				sub(/^@test "/, "")
				sub(/" \{$/, "")
				print
			}
			one = 0
		}' "$1"
}

# has_cases TEST LEVEL. A suite without tests is to fail.
has_cases() {
	case $1:$2 in
	--:*) false ;;
	*.bats:quick) [ -n "$(cases "$1" quick)" ] || [ -z "$(cases "$1" long)" ] ;;
	*.bats:long) [ -n "$(cases "$1" long)" ] ;;
	*:quick) true ;;
	*:long) grep -q 'longer: ' "$1" ;;
	esac
}

# one TEST: run its cases of LEVEL and leave "passed failed skipped unreached seconds cpu" in a file.
one() {
	local name log since=$SECONDS status=0 passed failed skipped=0 unreached=0 cpu ompi only='!long'
	name=$(basename "$1")
	log=$logs/$name.log
	[ "$LEVEL" = quick ] || only=long
	echo "0 1 0 0 0 0" >"$logs/$name.count" # if this is not to end
	# Jobs of Open MPI share a folder of the host, and one that ends may remove it while another begins.
	ompi=$(mktemp -d)
	export OMPI_MCA_orte_tmpdir_base=$ompi
	case $1 in
	*.bats)
		# shellcheck disable=SC2094 # it is not read
		limited --while-grows "$log" "$TEST_LIMIT" bats --tap --timing --filter-tags "$only" "$1" >"$log" 2>&1 || status=$?
		read -r passed failed skipped unreached < <(count "$1" $status)
		;;
	*)
		limited $PROGRAM_LIMIT "$1" >"$log" 2>&1 || status=$?
		passed=$((status == 0)) failed=$((status != 0))
		;;
	esac
	rm -rf "$ompi"
	times >"$log.new"
	cpu=$(sed -n '2s/[ms]/ /gp' "$log.new" | awk '{ printf "%d", 60 * $1 + $2 + 60 * $3 + $4 }')
	echo "$passed $failed $skipped $unreached $((SECONDS - since)) $cpu" >"$log.new"
	mv "$log.new" "$logs/$name.count"
}

# lines PATTERN FILE: how many there are.
lines() {
	grep -c "$1" "$2" || :
}

# planned LOG: how many tests a suite has.
planned() {
	sed -n 's/^1\.\.\([0-9]*\)$/\1/p' "$1" | head -n 1
}

# count SUITE STATUS: "passed failed skipped unreached". A test that hung has failed; so has what ends a suite outside its
# tests.
count() {
	local name log reached skipped failed unreached
	name=$(basename "$1")
	log=$logs/$name.log
	failed=$(lines '^not ok ' "$log")
	skipped=$(lines '^ok .* # skip' "$log")
	reached=$(($(lines '^ok ' "$log") + failed))
	unreached=$(($(planned "$log") - reached))
	[ $unreached -gt 0 ] || unreached=0
	if grep -q '^timeout: bats ended after ' "$log"; then
		echo "hung: $(cases "$1" "$LEVEL" | sed -n "$((reached + 1))p")" >>"$log"
		failed=$((failed + 1))
		[ $unreached = 0 ] || unreached=$((unreached - 1))
	elif [ "$failed" = 0 ] && { [ "$2" != 0 ] || [ $unreached -gt 0 ] || [ $reached = 0 ]; }; then
		failed=1
	fi
	echo "$(($(lines '^ok ' "$log") - skipped)) $failed $skipped $unreached"
}

all_passed=0 all_failed=0 all_skipped=0 all_unreached=0 all_late=0 begun=0 tests=0 trouble='' pulse=''
declare -A running=()

clock() {
	printf '%d:%02d' $((SECONDS / 60)) $((SECONDS % 60))
}

# begin TEST
begin() {
	begun=$((begun + 1))
	printf '%5s [%2d/%d] %s\n' "$(clock)" $begun "$tests" "$(basename "$1")"
	one "$1" &
	running[$1]=$!
}

# tell TEST: its line, and what it printed if something failed.
tell() {
	local name passed failed skipped unreached seconds cpu
	name=$(basename "$1")
	read -r passed failed skipped unreached seconds cpu <"$logs/$name.count"
	printf '%5s         %-16s %4d passed %3d failed %3d skipped %5d s, %d s of CPU\n' "$(clock)" "$name" \
		"$passed" "$failed" "$skipped" "$seconds" "$cpu"
	sed -En 's/ in [0-9]+ms # skip/ # skip/; s/^ok [0-9]+ (.*) # skip/    skipped: \1:/p' "$logs/$name.log"
	if [ "$failed" != 0 ]; then
		grep -v '^ok ' "$logs/$name.log" | sed 's/^/    /' || :
		trouble+=$(sed -n -e "s/ in [0-9]*ms\$//; s/^not ok [0-9]* /failed: $name: /p" -e "s/^hung: /hung: $name: /p" "$logs/$name.log" |
			grep . || echo "failed: $name")$'\n'
	fi
	[ "$unreached" = 0 ] || trouble+="not reached: $name: $unreached tests"$'\n'
	all_passed=$((all_passed + passed))
	all_failed=$((all_failed + failed))
	all_skipped=$((all_skipped + skipped))
	all_unreached=$((all_unreached + unreached))
}

# How far the suites are.
tell_progress() {
	local test log what=
	for test in "${!running[@]}"; do
		log=$logs/$(basename "$test").log
		what+="${what:+, }$(basename "$test")"
		[[ $test != *.bats ]] || what+=" $(lines '^\(not \)\?ok ' "$log") of $(planned "$log")"
	done
	printf '%5s         %s\n' "$(clock)" "$what"
}

# await: until one or more that run have ended, which are told.
await() {
	local test before=${#running[@]}
	while [ ${#running[@]} = "$before" ]; do
		sleep $PULSE &
		pulse=$!
		wait -n "$pulse" "${running[@]}" || :
		kill $pulse 2>/dev/null || tell_progress
		wait $pulse 2>/dev/null || :
		for test in "${!running[@]}"; do
			kill -0 "${running[$test]}" 2>/dev/null && continue
			wait "${running[$test]}" || :
			unset "running[$test]"
			tell "$test"
		done
	done
}

# begin_in_time TEST: or its longer cases are left out.
begin_in_time() {
	if [ "$LEVEL" = quick ] || [ -z "${UNTIL-}" ] || [ $SECONDS -lt "$UNTIL" ]; then
		begin "$1"
	else
		all_late=$((all_late + 1))
		printf '%5s         %s is left out: there is no time for it\n' "$(clock)" "$(basename "$1")"
	fi
}

# turned TEST...: the same tests, those before -- from another one on each day.
turned() {
	local test before=() n=0
	for test; do
		[ "$test" != -- ] || break
		before+=("$test")
	done
	[ ${#before[@]} = 0 ] || n=$((10#$(date +%j) * 7 % ${#before[@]})) # by 7, so that all come first soon
	printf '%s\n' "${before[@]:n}" "${before[@]:0:n}" "${@:${#before[@]}+1}"
}

stop() {
	kill $pulse "${running[@]}" 2>/dev/null || :
	wait
	exit 130
}

# pass LEVEL TEST...: all of them that have cases of that level.
pass() {
	local test jobs=$JOBS
	export LEVEL=$1
	shift
	if [ "$LEVEL" = long ] && [ -n "${UNTIL-}" ]; then
		mapfile -t < <(turned "$@" | grep .)
		set -- "${MAPFILE[@]}"
	fi
	begun=0 tests=0
	for test; do
		! has_cases "$test" "$LEVEL" || tests=$((tests + 1))
	done
	for test; do
		[ "$test" != -- ] || jobs=1
		while [ ${#running[@]} -ge "$jobs" ]; do
			await
		done
		! has_cases "$test" "$LEVEL" || begin_in_time "$test"
	done
	while [ ${#running[@]} -gt 0 ]; do
		await
	done
}

# left_out LEVEL TEST...: how many cases of that level there are; a program is one, and says itself how many longer ones
# it has left out.
left_out() {
	local level=$1 test n=0
	shift
	for test; do
		case $test:$level in
		--:*) ;;
		*.bats:*) n=$((n + $(cases "$test" "$level" | wc -l))) ;;
		*:quick) n=$((n + 1)) ;;
		*:long) n=$((n + $(lines '^longer: ' "$logs/$(basename "$test").log"))) ;;
		esac
	done
	echo $n
}

trap stop INT TERM
for level in $LEVELS; do
	pass "$level" "$@"
done

case $LEVELS in
*quick*long*) rest="all cases" ;;
quick) rest="not run here: $(left_out long "$@") longer cases, make check-all has them" ;;
*) rest="not run here: $(left_out quick "$@") cases of make check" ;;
esac
[ $all_late = 0 ] || rest+="; left out for lack of time: the longer cases of $all_late suites and programs"
took="$((SECONDS / 60)) minutes"
[ $SECONDS -ge 120 ] || took="$SECONDS seconds"
echo
printf '%s' "$trouble"
echo "$all_passed passed, $all_failed failed, $all_skipped skipped in $took; $rest"
[ $all_failed = 0 ] && [ $all_unreached = 0 ] && [ $((all_passed + all_late)) -gt 0 ]
