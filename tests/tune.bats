#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# RINGGEN_TUNE: whatever serves a call its result is right; what is slow is left; what one run measures the next one
# knows; and the file survives damage, other files of its name, and jobs that end together.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
	build_plain tuned
	build_plain rooted
	generate ours "$TOPOLOGIES/chain32.xml" --prefix ours
	build collectives ours
	# shellcheck disable=SC2086 # words
	[ -n "$SAN" ] || $MPICC $WARN -O1 -shared -fPIC -o "$BATS_FILE_TMPDIR/guideline.so" "$ROOT/tests/mpi/guideline.c"
	cat >"$BATS_FILE_TMPDIR/unlike" <<'END'
#!/bin/sh
# unlike NAME VALUE COMMAND...: the variable has that value on rank 1.
if [ "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" = 1 ]; then export "$1=$2"; fi
shift 2
exec "$@"
END
	chmod +x "$BATS_FILE_TMPDIR/unlike"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	export PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_TUNE=lottery RINGGEN_TUNED=$BATS_TEST_TMPDIR/tuned.csv
	hosts a b a b
}

# right N ARGUMENT...: N ranks of the program `tuned` have right results.
right() {
	run --separate-stderr on "$1" tuned "${@:2}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$output" = right ]
	stderr=$(grep -v "^ringgen: on: collectives of 'auto' " <<<"$stderr" || true)
}

# trials COLLECTIVE VARIANT...: how many the file has of these variants together.
trials() {
	local collective=$1 variant sum=0 n
	shift
	for variant; do
		n=$(awk -F, -v collective="$collective" -v variant="$variant" \
			'$2 == collective && (variant == "ours" ? $7 != "native" : $7 == variant) { n += $9 } END { print n + 0 }' "$RINGGEN_TUNED")
		sum=$((sum + n))
	done
	echo "$sum"
}

# forged NATIVE OURS: the file, in which all of MPI's own takes so many picoseconds, all of ours so many.
forged() {
	awk -F, -v OFS=, -v native="$1" -v ours="$2" '/^#/ || /^shape/ { print; next }
		{ $9 = 20; $10 = $7 == "native" ? native : ours; $11 = 100; print }' "$RINGGEN_TUNED" >forged.csv
	mv forged.csv "$RINGGEN_TUNED"
}

@test "without RINGGEN_TUNE, or with off, there is no tuning and no file" {
	for value in "" off 0; do
		RINGGEN_TUNE=$value right 4 10 100
		[ -z "$stderr" ]
		[ ! -e "$RINGGEN_TUNED" ]
	done
}

@test "a word that it does not have is told, and ignored" {
	for word in lotery lottery:1 lottery:0 lottery: paper:x sweep:0.5 lott lottery:wider off:wide wide lottery:0.5:wide sweep:wide:0.5; do
		RINGGEN_TUNE=$word right 2 10 100
		[ "$stderr" = "ringgen: RINGGEN_TUNE: '$word' is not lottery, paper, uniform, sweep, best or off: it is ignored" ]
		[ ! -e "$RINGGEN_TUNED" ]
	done
}

@test "each policy: results are right, and the file has what was tried" {
	for policy in lottery paper lottery:0.5 uniform sweep best; do
		rm -f "$RINGGEN_TUNED"
		RINGGEN_TUNE=$policy right 4 100 300
		[ -z "$stderr" ]
		[ "$(head -n 1 "$RINGGEN_TUNED")" = "# ringgen tuned 1" ]
		awk -F, 'NR > 4 && (NF != 11 || $1 !~ /^2x2-[0-9a-f]+$/ || $9 < 1 || $10 < 1) { exit 1 }' "$RINGGEN_TUNED"
		for collective in allreduce allgather reduce gatherv barrier; do
			[ "$(trials "$collective" ours native)" -ge 1 ]
		done
	done
	# In turn: nothing is tried more than once more often than another candidate of its kind.
	rm -f "$RINGGEN_TUNED"
	RINGGEN_TUNE=sweep right 4 200 300
	awk -F, 'NR > 4 { k = $2 "," $4 "," $5 "," $6; if (!(k in least) || $9 < least[k]) least[k] = $9; if ($9 > most[k]) most[k] = $9 }
		END { for (k in least) { n++; if (most[k] - least[k] > 1) exit 1 }; if (n < 5) exit 2 }' "$RINGGEN_TUNED"
}

@test "how many draws the paper expects is said, for the share that the fastest has" {
	RINGGEN_VERBOSE=1 RINGGEN_TUNE=paper:0.5 right 4 40 300
	local n
	n=$(sed -nE "s/^ringgen: auto: tuned: allreduce: ([0-9]) candidates, E\[I\] = .* draws with alpha = 0\.5$/\1/p" <<<"$stderr")
	grep -qF "allreduce: $n candidates, E[I] = $(awk -v n="$n" 'BEGIN { printf "%.0f", 2 * n * log(n) / log(2) }') draws" <<<"$stderr"
	RINGGEN_VERBOSE=1 RINGGEN_TUNE=sweep right 4 40 300
	no_line -F "E[I]" <<<"$stderr"
}

@test "wide: what the plan left out is drawn, too, and each is tried" {
	local narrow wide
	RINGGEN_VERBOSE=1 RINGGEN_TUNE=lottery right 4 10 3000
	narrow=$(sed -nE "s/^ringgen: auto: tuned: allreduce: ([0-9]+) candidates.*/\1/p" <<<"$stderr" | sort -n | tail -n 1)
	rm -f "$RINGGEN_TUNED"
	RINGGEN_VERBOSE=1 RINGGEN_TUNE=lottery:wide:0.5 right 4 600 3000
	wide=$(sed -nE "s/^ringgen: auto: tuned: allreduce: ([0-9]+) candidates.* alpha = 0\.5$/\1/p" <<<"$stderr" | sort -n | tail -n 1)
	echo "candidates: $narrow, wide: $wide"
	[ "$wide" -gt "$narrow" ]
	[ "$(awk -F, 'NR > 4 && $2 == "allreduce" { print $7 }' "$RINGGEN_TUNED" | sort -u | wc -l)" -gt "$narrow" ]
	RINGGEN_TUNE=uniform:wide right 4 40 13
	[ -z "$stderr" ]
}

@test "all collectives, roots and types are right while candidates change" {
	hosts a b a b c
	RINGGEN_TUNE=uniform run --separate-stderr on 5 rooted -k int,plus,mat2 -n 0,1,P,100
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	RINGGEN_TUNE=uniform RINGGEN_CHECK=1 right 5 40 13
}

@test "generated routines are tuned, too" {
	hosts n0 n9 n17 n1
	unset PRELOAD
	export RINGGEN_VERBOSE=1 # no progress of the test
	RINGGEN_TUNE=uniform run --separate-stderr on 4 collectives-ours -k int -n 0,P-1,13,100
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	grep -q "ringgen: ours: tuned: allreduce on 4 ranks from .* native" <<<"$stderr"
	grep -qx "# cluster 32-machines-[0-9a-f]*" "$RINGGEN_TUNED"
}

@test "a native routine that is slow is left after a few trials" {
	[ -z "$SAN" ] || skip "a sanitizer must be loaded first"
	export PRELOAD="$LIBPRELOAD:$BATS_FILE_TMPDIR/guideline.so"
	SLOW=Allgather,Reduce right 4 250 300
	for collective in allgather reduce; do
		cat "$RINGGEN_TUNED"
		[ "$(trials "$collective" native)" -ge 2 ]
		[ "$(trials "$collective" native)" -le 6 ]
		[ "$(trials "$collective" ours)" -ge 5 ]
	done
}

@test "the best known candidate is taken, and what other runs measured is known" {
	RINGGEN_TUNE=sweep right 4 100 300
	forged 1000 900000000000
	export RINGGEN_TUNE=best
	right 4 100 300
	[ "$(trials allreduce native)" -gt 20 ]
	[ "$(trials allreduce ours)" = $((20 * $(grep -c ',allreduce,.*' <(grep -v ,native, "$RINGGEN_TUNED")))) ]
	forged 900000000000 1000
	right 4 100 300
	[ "$(trials allreduce native)" = 20 ]
	[ "$(trials allreduce ours)" -gt 20 ]
}

@test "the same bits everywhere: MPI's own is no candidate of reductions" {
	RINGGEN_REPRODUCIBLE=1 RINGGEN_TUNE=uniform right 4 60 300
	[ -z "$stderr" ]
	[ "$(trials allreduce native)" = 0 ]
	[ "$(trials reduce native)" = 0 ]
	[ "$(trials allreduce ours)" -gt 2 ]
	[ "$(trials allgather native)" -gt 2 ]
}

@test "communicators of different shapes are told apart" {
	right 4 30 300 split
	hosts a a b b
	right 4 30 300 split
	cut -d, -f1 "$RINGGEN_TUNED" | grep -c ^1x2- # ranks 0 and 2 on machine a
	cut -d, -f1 "$RINGGEN_TUNED" | grep -c ^2x1-
}

@test "jobs that end together lose nothing" {
	local job jobs=()
	for job in 1 2 3 4; do
		(
			cd "$BATS_FILE_TMPDIR"
			on 2 tuned 60 $((4 << 3 * job)) >"$BATS_TEST_TMPDIR/job$job" 2>&1
		) &
		jobs+=($!)
	done
	for job in "${jobs[@]}"; do
		wait "$job"
	done
	cat "$BATS_TEST_TMPDIR"/job?
	for job in 1 2 3 4; do
		[ "$(grep -v "^ringgen: on: " "$BATS_TEST_TMPDIR/job$job")" = right ]
		awk -F, -v bytes=$((16 << 3 * job)) '$2 == "allreduce" && $6 == bytes { n++ } END { exit n < 2 }' "$RINGGEN_TUNED"
	done
}

@test "a damaged file is told with its line, ignored and written anew" {
	right 4 30 300
	cp "$RINGGEN_TUNED" whole.csv
	sed '7s/,[0-9]*$/,x/' whole.csv >"$RINGGEN_TUNED"
	right 4 30 300
	[ "$stderr" = "ringgen: $RINGGEN_TUNED:7: warning: this file of measurements is damaged here: it is ignored" ]
	right 4 30 300
	[ -z "$stderr" ]
	: >"$RINGGEN_TUNED" # an empty one is none
	right 4 30 300
	[ -z "$stderr" ]
	[ "$(trials allreduce ours native)" -ge 1 ]
	head -c -5 whole.csv >"$RINGGEN_TUNED"
	right 4 30 300
	[[ $stderr == *":$(wc -l <whole.csv): warning: "*"is damaged here"* ]]
}

@test "what is no file of measurements, or of another cluster or library, stays as it is" {
	echo "my thesis" >"$RINGGEN_TUNED"
	right 4 30 300
	[ "$stderr" = "ringgen: $RINGGEN_TUNED: warning: no file of measurements: it is ignored" ]
	[ "$(cat "$RINGGEN_TUNED")" = "my thesis" ]
	rm "$RINGGEN_TUNED"
	right 4 30 300
	cp "$RINGGEN_TUNED" whole.csv
	for line in "2s/.*/# cluster other-0/" "3s/.*/# library other/" "2s/.*/# cluster other-0/; 7s/,/;/"; do
		sed "$line" whole.csv >other.csv
		cp other.csv "$RINGGEN_TUNED"
		right 4 30 300
		[[ $stderr == *"warning: it was measured "*": it is ignored" ]]
		cmp other.csv "$RINGGEN_TUNED"
	done
	export RINGGEN_TUNED=$BATS_TEST_TMPDIR
	right 4 30 300
	[ "$stderr" = "ringgen: $RINGGEN_TUNED: warning: this is no file: it is ignored" ]
}

@test "a folder that cannot be written to is told" {
	export RINGGEN_TUNED=/proc/none/tuned.csv
	right 4 30 300
	[[ $stderr == "ringgen: /proc/none/tuned.csv: "*": what was measured is not kept" ]]
}

@test "without a name the file is in the cache folder, and off keeps none" {
	unset RINGGEN_TUNED
	export RINGGEN_CACHE=$BATS_TEST_TMPDIR/cache
	right 4 30 300
	[ -z "$stderr" ]
	run compgen -G "$RINGGEN_CACHE/tuned-by-host-name-*.csv"
	[ "${#lines[@]}" = 1 ]
	rm "$RINGGEN_CACHE"/tuned-*
	RINGGEN_TUNED=off right 4 30 300
	run ! compgen -G "$RINGGEN_CACHE/tuned-by-host-name-*.csv"
}

@test "what rank 0 asks for holds for all" {
	WRAPPER="$BATS_FILE_TMPDIR/unlike RINGGEN_TUNE off" right 4 30 300
	[ "$(trials allreduce ours native)" -ge 2 ]
	rm "$RINGGEN_TUNED"
	RINGGEN_TUNE=off WRAPPER="$BATS_FILE_TMPDIR/unlike RINGGEN_TUNE uniform" right 4 30 300
	[ ! -e "$RINGGEN_TUNED" ]
}

# bats test_tags=long
@test "plan --tuned shows what was measured, generate --tuned takes it" {
	local plan=("$RINGGEN" plan "$TOPOLOGIES/chain32.xml" --hosts "n0,n1" --ranks-per-node 2 --collective "allreduce,barrier")
	hosts n0 n0 n1 n1
	RINGGEN_TOPOLOGY=$TOPOLOGIES/chain32.xml RINGGEN_TUNE=sweep right 4 100 300
	unset PRELOAD RINGGEN_TOPOLOGY
	run "${plan[@]}" --tuned "$RINGGEN_TUNED"
	echo "$output"
	[ "$status" = 0 ]
	grep -qE "^  measured +by +slice +time, [mu]s +model +trials$" <<<"$output"
	# The fastest is first, and MPI's own, of which there is no model, may be that.
	grep -qE "^  1 KiB  .* [0-9.]+ +([0-9.]+|-) +[0-9]+$" <<<"$output"
	grep -qE "^  (1 KiB)? +shared-.* [0-9.]+ +[0-9.]+ +[0-9]+$" <<<"$output"
	[ "$(grep -cE "native  .* [0-9.]+ +- +[0-9]+$" <<<"$output")" = 2 ]
	for fastest in native ours; do
		if [ $fastest = native ]; then forged 1000 900000000000; else forged 900000000000 1000; fi
		(cd "$BATS_FILE_TMPDIR" && generate $fastest "$TOPOLOGIES/chain32.xml" --prefix $fastest --tuned "$RINGGEN_TUNED")
		build collectives $fastest
		RINGGEN_TUNE=off RINGGEN_VERBOSE=1 run --separate-stderr on 4 collectives-$fastest -k int -n 300
		echo "$output"
		echo "$stderr"
		[ "$status" = 0 ]
	done
	grep -q "{1024, NULL, 0, NULL, false, false, false}, *// [0-9]*: MPI's own, from 1 KiB" "$BATS_FILE_TMPDIR/native.c"
	no_line -q "MPI's own, from" "$BATS_FILE_TMPDIR/ours.c"
	grep -q "ours_Allreduce on 4 ranks, 2 machines: shared" <<<"$stderr"
	run -0 --separate-stderr "$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --hosts "n0,n1" --ranks-per-node 2 --tuned "$RINGGEN_TUNED" -o fixed
	[ -z "$stderr" ]
	# Where the two are level MPI's own is taken.
	forged 104000000 100000000
	"$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --prefix native --tuned "$RINGGEN_TUNED" -o level
	grep -q "{1024, NULL, 0, NULL, false, false, false}, *// [0-9]*: MPI's own, from 1 KiB" level.c
	run -4 "${plan[@]}" --tuned "$BATS_TEST_FILENAME"
	[[ $output == *"tune.bats:1: error: this is no file of RINGGEN_TUNED" ]]
	sed -i '6s/,/;/' "$RINGGEN_TUNED"
	run -4 "$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --tuned "$RINGGEN_TUNED" -o none
	[[ $output == *"tuned.csv:6: error: this line is damaged" ]]
	[ ! -e none.c ]
	sed '5,$s/^2x2/3x7/' "$RINGGEN_TUNED" | sed '6s/;/,/' >other.csv
	run -0 --separate-stderr "$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --hosts n0,n1 --tuned other.csv -o two
	[ "$stderr" = "ringgen: warning: other.csv: none of its measurements is of these plans" ]
}
