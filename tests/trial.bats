#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# RINGGEN_TRIAL: what serves a call is what a trial found to be the fastest, and later runs know it without one; results
# are right meanwhile; without time, or without a file, the plan decides.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
	build_plain tuned
	build_plain rooted
	generate ours "$TOPOLOGIES/chain32.xml" --prefix ours
	build collectives ours
	# shellcheck disable=SC2086 # words
	[ -n "$SAN" ] || $MPICC $WARN -O1 -shared -fPIC -o "$BATS_FILE_TMPDIR/slow.so" "$ROOT/tests/mpi/slow.c" -ldl
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
	export PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_TUNED=$BATS_TEST_TMPDIR/tuned.csv
	export RINGGEN_NATIVE=1 RINGGEN_TRIAL=1000 RINGGEN_VERBOSE=1 # more seconds than any test takes
	hosts a b a b
}

# right N ARGUMENT...: N ranks of the program `tuned` have right results.
right() {
	run --separate-stderr on "$1" tuned "${@:2}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$output" = right ]
}

# tried COLLECTIVE: how many trials of it were told.
tried() {
	grep -c "^ringgen: [a-z]*: trial: $1 on " <<<"$stderr" || true
}

# server COLLECTIVE: what serves it, as it was told.
server() {
	grep -v "not set up yet$" <<<"$stderr" |
		sed -nE "s/^ringgen: MPI_$1 on [0-9]+ ranks(, [0-9]+ machines?)?: ([^:]*)(: .*| \(.*\))$/\2/p" | sort -u
}

# forged NATIVE OURS: the file, in which all of MPI's own takes so many picoseconds, all of ours so many.
forged() {
	awk -F, -v OFS=, -v native="$1" -v ours="$2" '/^#/ || /^shape/ { print; next }
		{ $9 = 20; $10 = $7 == "native" ? native : ours; $11 = 100; print }' "$RINGGEN_TUNED" >forged.csv
	mv forged.csv "$RINGGEN_TUNED"
}

@test "there is one trial of each kind, all candidates are in the file, and the next run makes none" {
	right 4 100 300
	for collective in allreduce allgather reduce gatherv barrier; do
		[ "$(tried "$collective")" -ge 1 ]
		[ "$(awk -F, -v c="$collective" '$2 == c && $7 == "native"' "$RINGGEN_TUNED" | wc -l)" = "$(tried "$collective")" ]
		[ "$(awk -F, -v c="$collective" '$2 == c && $7 != "native"' "$RINGGEN_TUNED" | wc -l)" -ge "$(tried "$collective")" ]
	done
	[ "$(tried allreduce)" = 1 ]
	cp "$RINGGEN_TUNED" first.csv
	local first
	first=$(grep "^ringgen: MPI_" <<<"$stderr")
	right 4 100 300
	[ "$(tried ".*")" = 0 ]
	[ "$(grep "^ringgen: MPI_" <<<"$stderr")" = "$first" ]
	cmp first.csv "$RINGGEN_TUNED"
}

@test "what is known to be the fastest serves, MPI's own or ours" {
	right 4 100 300
	forged 1000 900000000000
	right 4 100 300
	for routine in Allreduce Allgather Reduce Gatherv Barrier; do
		[ "$(server $routine)" = native ]
	done
	[[ $stderr == *"MPI_Allreduce on 4 ranks: native: it was the fastest in a trial, for about so many bytes"* ]]
	forged 900000000000 1000
	right 4 100 300
	for routine in Allreduce Allgather Reduce Gatherv; do
		[ -n "$(server $routine)" ]
		[ "$(server $routine)" != native ]
	done
	[ "$(tried ".*")" = 0 ]
	# Of two that are level MPI's own serves: so much two runs differ by.
	forged 104000000 100000000
	right 4 100 300
	[ "$(server Allreduce)" = native ]
	forged 106000000 100000000
	right 4 100 300
	[ "$(server Allreduce)" != native ]
}

# forged_at COLLECTIVE BYTES FACTOR: there ours takes so many times as long as MPI's own, of the collective.
forged_at() {
	awk -F, -v OFS=, -v c="$1" -v b="$2" -v f="$3" '$2 == c && $6 == b && $7 != "native" { $10 = f * 1000000 }
		{ print }' "$RINGGEN_TUNED" >forged.csv
	mv forged.csv "$RINGGEN_TUNED"
}

@test "where lengths are hidden some are tried, and what is slow at one of them serves none" {
	right 4 100 300
	[ "$(tried gatherv)" = 4 ]
	[ "$(awk -F, '$2 == "gatherv" && $7 == "native" { print $6 }' "$RINGGEN_TUNED")" = $'64\n4096\n65536\n1048576' ]
	forged 1000000 500000
	right 4 100 300
	[ -n "$(server Gatherv)" ]
	[ "$(server Gatherv)" != native ]
	for bytes in 64 4096 65536 1048576; do
		forged 1000000 500000
		forged_at gatherv $bytes 1.04
		right 4 100 300
		[ "$(server Gatherv)" != native ]
		forged_at gatherv $bytes 1.1
		right 4 100 300
		[ "$(server Gatherv)" = native ]
		[ "$(tried ".*")" = 0 ]
	done
	# A length that was not tried says nothing, and is tried.
	awk -F, '!($2 == "gatherv" && $6 == 1048576)' "$RINGGEN_TUNED" >shorter.csv
	cp shorter.csv "$RINGGEN_TUNED"
	right 4 100 300
	[ "$(tried gatherv)" = 1 ]
	[ "$(tried ".*")" = 1 ]
}

@test "generate --tuned takes what serves all lengths" {
	hosts n0 n0 n1 n1
	RINGGEN_TOPOLOGY=$TOPOLOGIES/chain32.xml right 4 100 300
	[ "$(grep -c ": trial: gatherv on " <<<"$stderr")" = 4 ]
	unset PRELOAD RINGGEN_TOPOLOGY
	# table: the choice that is generated for gatherv.
	table() {
		"$RINGGEN" generate "$TOPOLOGIES/chain32.xml" --hosts n0,n1 --ranks-per-node 2 --ops gatherv --tuned "$RINGGEN_TUNED" -o by >/dev/null
		grep -E "// [0-9]+: .*from 0" by.c
		rm by.*
	}
	forged 1000000 500000
	run -0 table
	[[ $output == *"&rg_"* ]]
	for bytes in 64 4096 65536 1048576; do
		forged 1000000 500000
		forged_at gatherv $bytes 1.1
		run -0 table
		[[ $output == *"MPI's own"* ]]
	done
	run "$RINGGEN" plan "$TOPOLOGIES/chain32.xml" --hosts n0,n1 --ranks-per-node 2 --collective gatherv --tuned "$RINGGEN_TUNED"
	echo "$output"
	[ "$status" = 0 ]
	for from in "64 B" "4 KiB" "64 KiB" "1 MiB"; do
		grep -qE "^  $from +[a-z]" <<<"$output"
	done
}

@test "calls that are like earlier ones but for one argument: all ranks know by what each is served" {
	build_plain again
	run --separate-stderr on 3 again 500 3
	[ "$status" = 0 ]
	[ "$output" = "500 calls" ]
	# Every other kind is MPI's own.
	awk -F, -v OFS=, '/^#/ || /^shape/ { print; next }
		{ kind = $1 $2 $3 $4 $5 $6; if (!(kind in number)) number[kind] = ++n
		  $9 = 20; $10 = ($7 == "native") == (number[kind] % 2) ? "1000" : "900000000000"; $11 = 100; print }' \
		"$RINGGEN_TUNED" >forged.csv
	# Without time for trials what is known serves, too; the rest by the plan.
	export RINGGEN_TRIAL=0.001 RINGGEN_VERBOSE=1
	for seed in 4 5; do
		cp forged.csv "$RINGGEN_TUNED"
		run --separate-stderr on 3 again 4000 $seed
		echo "$output"
		[ "$status" = 0 ]
		[ "$output" = "4000 calls" ]
		no_line "damaged" <<<"$stderr"
		[ "$(tried ".*")" = 0 ]
		[ "$(grep -c "^ringgen: MPI_.* native: it was the fastest in a trial" <<<"$stderr")" -gt 10 ]
		[ "$(grep -c "^ringgen: MPI_.* on 3 ranks, 2 machines: [a-z]" <<<"$stderr")" -gt 10 ]
	done
}

@test "what is slow is not chosen" {
	[ -z "$SAN" ] || skip "a sanitizer must be loaded first"
	export PRELOAD="$LIBPRELOAD:$BATS_FILE_TMPDIR/slow.so"
	SLOW=native right 4 20 300
	for routine in Allreduce Allgather Reduce; do
		[ -n "$(server $routine)" ]
		[ "$(server $routine)" != native ]
	done
	rm "$RINGGEN_TUNED"
	SLOW=messages RINGGEN_WINDOWS=0 right 4 20 300
	for routine in Allreduce Allgather Reduce; do
		[ "$(server $routine)" = native ]
	done
}

@test "without time the plan decides, and nothing is kept" {
	for trial in off 0 0.001; do
		RINGGEN_TRIAL=$trial right 4 100 300
		[ "$(tried ".*")" = 0 ]
		[ ! -e "$RINGGEN_TUNED" ]
		[ "$(server Allreduce)" != native ]
	done
}

@test "without a file there is a trial only if seconds are named" {
	for file in off /proc/none/tuned.csv "$BATS_TEST_TMPDIR"; do
		RINGGEN_TUNED=$file RINGGEN_TRIAL=on right 4 300 300
		[ "$(tried ".*")" = 0 ]
		[ "$file" = "$BATS_TEST_TMPDIR" ] || [[ $stderr != *tuned* ]]
	done
	RINGGEN_TUNED=off right 4 100 300
	[ "$(tried allreduce)" = 1 ]
	[ ! -e "$RINGGEN_TUNED" ]
}

@test "by default trials come bit by bit; within a run nothing changes what serves a kind of calls" {
	local calls=200 # a short run has no time for a trial: how many calls it takes depends on the machine
	for run in {1..100}; do
		RINGGEN_TRIAL=on right 4 "$calls" 300
		[ "$(server Allreduce | wc -l)" = 1 ]
		calls=$((calls < 3200 ? 2 * calls : calls))
		cut -d, -f2,7 "$RINGGEN_TUNED" | grep -c "^allreduce,native" && [ "$(tried allreduce)" = 0 ] && break
	done
	echo "after $run runs it is known what is the fastest"
	[ "$run" -lt 100 ]
}

@test "more ranks than CPUs: with MPICH a trial takes longer, and there is none if there is no time for that" {
	[ "$(nproc)" -ge 2 ] || skip "needs two CPUs"
	local cpu=$(($(taskset -cp $BASHPID | sed 's/.*: \([0-9]*\).*/\1/')))
	hosts a a
	RINGGEN_TRIAL=0.5 right 2 100 300
	[ "$(tried ".*")" -ge 1 ]
	rm "$RINGGEN_TUNED"
	taskset -cp "$cpu" $BASHPID
	RINGGEN_TRIAL=0.5 right 2 100 300
	if [ "$MPI" = openmpi ]; then
		[ "$(tried ".*")" -ge 1 ]
	else
		[ "$(tried ".*")" = 0 ]
	fi
	RINGGEN_TRIAL=1000 right 2 100 300
	[ "$(tried allreduce)" -le 1 ]
	[ "$(awk -F, '$2 == "allreduce" && $7 == "native"' "$RINGGEN_TUNED" | wc -l)" = 1 ]
}

@test "a summary has the time of trials" {
	RINGGEN_VERBOSE=summary right 4 100 300
	grep -qE "^ringgen:   in these are [0-9]+\.[0-9]{3} s of trials, what is the fastest here" <<<"$stderr"
	RINGGEN_VERBOSE=summary right 4 100 300
	no_line -F "of trials" <<<"$stderr"
}

@test "a lottery knows nothing of trials" {
	RINGGEN_TUNE=uniform right 4 60 300
	[ "$(tried ".*")" = 0 ]
	[[ $stderr == *"MPI_Allreduce on 4 ranks, 2 machines: by measurement (RINGGEN_TUNE=uniform)"* ]]
}

@test "the same bits everywhere: MPI's own is no candidate of reductions" {
	RINGGEN_REPRODUCIBLE=1 right 4 60 300
	run ! grep -q ",\(allreduce\|reduce\),.*,native," "$RINGGEN_TUNED"
	grep -q ",allgather,.*,native," "$RINGGEN_TUNED"
}

@test "RINGGEN_NATIVE=0 leaves nothing to MPI" {
	RINGGEN_NATIVE=0 right 4 60 300
	run ! grep -q ",\(allreduce\|reduce\|allgather\),.*,native," "$RINGGEN_TUNED"
}

@test "communicators of the same places know of each other's trials" {
	hosts a a b b # both halves have a rank on each machine
	right 4 30 300 split
	local once
	once=$(tried allreduce)
	hosts a a b b
	rm "$RINGGEN_TUNED"
	right 4 30 300 split twice
	[ "$(tried allreduce)" = "$once" ]
}

@test "what rank 0 asks for holds for all" {
	WRAPPER="$BATS_FILE_TMPDIR/unlike RINGGEN_TRIAL off" right 4 30 300
	[ "$(tried allreduce)" = 1 ]
	rm "$RINGGEN_TUNED"
	RINGGEN_TRIAL=off WRAPPER="$BATS_FILE_TMPDIR/unlike RINGGEN_TRIAL 1000" right 4 30 300
	[ ! -e "$RINGGEN_TUNED" ]
}

@test "seconds may have a decimal point; a word that it does not have is told, and ignored" {
	for trial in 1000.5 .5e3 1.2.3 soon; do
		RINGGEN_VERBOSE=0 RINGGEN_TRIAL=$trial right 2 10 100
		case $trial in
		1000.5) [[ $stderr != *RINGGEN_TRIAL* ]] ;;
		*) [[ $stderr == *"ringgen: RINGGEN_TRIAL: '$trial' is not on, off or seconds: it is ignored"* ]] ;;
		esac
	done
}

@test "all collectives, roots and types are right while trials are made, and after them" {
	hosts a b a b c
	for run in first second; do
		run --separate-stderr on 5 rooted -k int,mat2 -n 0,1,13
		echo "$output"
		echo "$stderr"
		[ "$status" = 0 ]
	done
	RINGGEN_CHECK=1 right 5 40 13
}

@test "generated routines have trials, too" {
	hosts n0 n9 n17 n1
	unset PRELOAD
	for run in first second; do
		run --separate-stderr on 4 collectives-ours -k int -n 0,P-1,13,100
		echo "$output"
		echo "$stderr"
		[ "$status" = 0 ]
		[ $run = second ] || grep -q "^ringgen: ours: trial: allreduce on 4 ranks from .* native" <<<"$stderr"
	done
	no_line -q "^ringgen: ours: trial: " <<<"$stderr"
	grep -qx "# cluster 32-machines-[0-9a-f]*" "$RINGGEN_TUNED"
}
