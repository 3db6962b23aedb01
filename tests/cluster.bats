#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The emulated cluster: it is what the topology says, MPI programs run on it unchanged, and nothing stays behind.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

# cluster ARGUMENT...: run, within a time limit.
cluster() {
	MPI=$RUNS timeout -k 10 100 "$ROOT/tests/cluster/run" "$@"
}

setup_file() {
	local status=0
	export NAMES=$BATS_FILE_TMPDIR/places WHY_NOT=
	if [ -n "$SAN" ]; then
		WHY_NOT="a sanitizer must be loaded first, and so must the shim"
		return
	fi
	write_topologies
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -g -o "$NAMES" "$ROOT/tests/mpi/places.c"
	# Not `true`: Open MPI 5.0.7's launcher may wait for ever for one that ends at once on another machine.
	cluster "$BATS_FILE_TMPDIR/star.xml" --no-calibrate -- "$NAMES" 2>"$BATS_FILE_TMPDIR/said" || status=$?
	cat "$BATS_FILE_TMPDIR/said" >&2
	WHY_NOT=$(sed -n 's/^.*skipped: //p' "$BATS_FILE_TMPDIR/said")
	[ $status = 0 ] || [ $status = 77 ]
}

setup() {
	[ -z "$WHY_NOT" ] || skip "$WHY_NOT"
	cd "$BATS_FILE_TMPDIR" || return 1
}

write_topologies() {
	cat >"$BATS_FILE_TMPDIR/star.xml" <<-'XML'
		<topology name="star"><switch id="s"><node id="n[0-3]"/></switch></topology>
	XML
	cat >"$BATS_FILE_TMPDIR/uneven.xml" <<-'XML'
		<topology name="uneven">
		  <switch id="top">
		    <switch id="fast" bandwidth="2500Mbps"><node id="a.cluster"/><node id="A-1"/></switch>
		    <switch id="slow" bandwidth="400Mbps"><node id="b[0-1]" bandwidth="200Mbps"/></switch>
		  </switch>
		  <node id="c"/>
		  <link a="c" b="top" bandwidth="400Mbps"/>
		</topology>
	XML
}

# places SAID: the names that a run printed, in a line.
places() {
	cut -d' ' -f1 <<<"$1" | paste -sd' '
}

# traces: processes of this suite's runs, and what they could have left on this machine.
traces() {
	pgrep -f "$BATS_TEST_TMPDIR/marked" || :
	ip -o link | cut -d: -f2
	ip netns list
	ls -d "$TMPDIR"/tmp.* "$TMPDIR"/{prte,ompi}* 2>/dev/null || :
}

# marked: a program that can be found, and stays.
marked() {
	printf '#!/bin/sh\necho here\nsleep 100\n' >"$BATS_TEST_TMPDIR/marked"
	chmod +x "$BATS_TEST_TMPDIR/marked"
	export TMPDIR=$BATS_TEST_TMPDIR
	traces >"$BATS_TEST_TMPDIR/before"
}

# wait_for FILE LINES: until that many are there.
wait_for() {
	for _ in {1..200}; do
		[ "$(grep -c here "$1")" -lt "$2" ] || return 0
		sleep 0.1
	done
	return 1
}

# carries SAID LABEL BITS: it was measured, against that rate.
carries() {
	[[ $1 =~ "run: $2 carries "([0-9.]+)" Mbit/s and "([0-9.]+)" Mbit/s back (of $3 Mbit/s)" ]]
	awk -v there="${BASH_REMATCH[1]}" -v back="${BASH_REMATCH[2]}" -v bits="$3" 'BEGIN {
		exit !(there >= 0.899 * bits && there <= 1.05 * bits && back >= 0.899 * bits && back <= 1.05 * bits) }'
}

@test "a star: the ranks are on the machines of the file, and the links carry what they should" {
	run --separate-stderr cluster star.xml --rate 20mbit -- "$NAMES"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$output" = "n0
n1
n2
n3" ]
	carries "$stderr" s-n0 20
	carries "$stderr" n0...n1 20
}

@test "a tree of unequal links: each speed is measured where it can be filled" {
	run --separate-stderr cluster uneven.xml --rate 8mbit -- "$NAMES"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$(places "$output")" = "a.cluster A-1 b0 b1 c" ]
	[[ $stderr == *"5 machines, 3 switches, slowest link 8 Mbit/s, 1/25 of the file's"* ]]
	carries "$stderr" fast-a.cluster 40
	carries "$stderr" slow-b0 8
	carries "$stderr" c-top 16
	carries "$stderr" a.cluster...b0 8
	[[ $stderr != *top-fast* ]]
}

# spines ROUTES: a fat tree of two leaves and two spines.
spines() {
	cat <<-XML
		<topology name="spines" $1><switch id="p"/><switch id="q"/>
		<switch id="a"><node id="a[0-1]"/></switch><switch id="b"><node id="b[0-1]"/></switch>
		<link a="a" b="p"/><link a="a" b="q"/><link a="b" b="p"/><link a="b" b="q"/></topology>
	XML
}

@test "a fat tree: switches send what is for a machine where the file says, and nowhere else" {
	spines 'routes="d-mod-k"' >spines.xml
	run --separate-stderr cluster spines.xml --rate 20mbit -- "$NAMES"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$(places "$output")" = "a0 a1 b0 b1" ]
	carries "$stderr" a0-a1 20
	carries "$stderr" a0...b0 20
	# Of machine 2, b0, by the first spine; of 3 by the second one.
	"$RINGGEN" check spines.xml --links >graph
	"$RINGGEN" check spines.xml --ways >>graph
	[ "$(grep -c '^way ' graph)" = 12 ]
	awk -f "$ROOT/tests/cluster/plan.awk" graph >plan
	[ "$(sed -n 's/^link \([0-9]*\) switch:2 switch:\([01]\) .*/\2 l\1a/p' plan | sort)" = "0 l4a
1 l5a" ]
	grep -qx "forward 2 2 l4a" plan
	grep -qx "forward 2 3 l5a" plan
	[ "$(grep -c '^forward [01] ' plan)" = 4 ]
	# What has no one way is refused, and why.
	spines '' >spines.xml
	run -4 cluster spines.xml -- true
	[[ $output == *'a0 and b0 have several ways, of which frames take one: routes="d-mod-k" chooses it'* ]]
	spines 'routes="d-mod-k"' | sed 's|<link a="a" b="p"/>|&<node id="c"/><link a="a" b="c"/><link a="b" b="c"/>|' >ports.xml
	run -4 cluster ports.xml -- true
	[[ $output == *'"c" has several links: rail="1" in the file chooses the first of each'* ]]
	spines 'routes="up-down"' | sed '/<link/d; s|<switch id="p"/>|<switch id="p"/><link a="p" b="q"/>|' >apart.xml
	echo '</topology>' >>apart.xml
	run -4 cluster apart.xml -- true
	[[ $output == *"no way is known from a0 to b0"* ]]
}

@test "32 machines in a chain of four switches" {
	run --separate-stderr cluster "$TOPOLOGIES/chain32.xml" -- "$NAMES"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$(places "$output")" = "$(echo n{0..31})" ]
	[[ $stderr == *"32 machines, 4 switches, slowest link 20 Mbit/s"* ]]
}

@test "generated routines find the machines by their host names, and are right" {
	generate chain32 "$TOPOLOGIES/chain32.xml" --ops all=ring
	build collectives chain32
	tr ' ' '\n' <<<"$EIGHT" >order
	RINGGEN_VERBOSE=1 run -0 --separate-stderr cluster "$TOPOLOGIES/chain32.xml" --no-calibrate --order order -- \
		"$BATS_FILE_TMPDIR/collectives-chain32" -k int -n P+1,1009
	echo "$output$stderr"
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
	[[ $stderr == *"chain32: 8 ranks on 8 machines"* ]]
	[[ $stderr == *"on 8 ranks, 8 machines: ring"* ]]
}

# compared: run the collectives of star.xml on links of 20 Mbit/s.
compared() {
	run -0 --separate-stderr cluster star.xml --no-calibrate --rate 20mbit -- "$BATS_FILE_TMPDIR/collectives-star" -k int -n P
	echo "$stderr"
}

@test "a file whose speeds are not those of the wires is noticed, and one whose are is not" {
	generate star star.xml --ops all=ring
	build collectives star
	compared
	[ "$(grep -c "'star': from machine to machine 122 KiB took .* are its speeds right?" <<<"$stderr")" = 1 ]
	RINGGEN_WIRES=0 compared
	[[ $stderr != *"right?"* ]]
	sed 's/id="n/bandwidth="20Mbps" &/' star.xml >right.xml
	generate star right.xml --ops all=ring
	build collectives star
	compared
	[[ $stderr != *"right?"* ]]
}

@test "several ranks on a machine, and a hostfile as ringgen order writes it" {
	run -0 cluster star.xml --no-calibrate --ranks-per-node 2 -- "$NAMES"
	[ "$(places "$(grep '^n' <<<"$output")")" = "n0 n0 n1 n1 n2 n2 n3 n3" ]
	"$RINGGEN" order "$TOPOLOGIES/pair.xml" --hosts n6,n1,n4 --ranks-per-node 2 --format mpich -o hostfile
	run -0 cluster "$TOPOLOGIES/pair.xml" --no-calibrate --order hostfile -- "$NAMES"
	[ "$(places "$(grep '^n' <<<"$output")")" = "n1 n1 n4 n4 n6 n6" ]
}

@test "--shuffle: an order that depends on the seed alone" {
	run -0 --separate-stderr cluster "$TOPOLOGIES/pair.xml" --no-calibrate --shuffle 1 -- "$NAMES"
	[ "$(places "$output")" = "n2 n6 n5 n7 n0 n1 n3 n4" ]
	run -0 --separate-stderr cluster "$TOPOLOGIES/pair.xml" --no-calibrate --shuffle 2 -- "$NAMES"
	[ "$(places "$output")" = "n0 n4 n5 n2 n3 n7 n1 n6" ]
}

@test "status and environment of the program; its standard input is rank 0's" {
	run -5 cluster star.xml --no-calibrate -- "$NAMES" 5
	echo n2 >order
	export RINGGEN_TEST_WORD="two words"
	# shellcheck disable=SC2016 # for the shell inside
	run -0 --separate-stderr cluster star.xml --no-calibrate --order order -- \
		sh -c 'echo "$RINGGEN_TEST_WORD $1"; cat' - 'of * it' <<<input
	[ "$output" = "two words of * it
input" ]
}

@test "links that do not carry their rate: status 75, the figures, and no program" {
	run -75 --separate-stderr cluster star.xml --rate 900gbit -- "$NAMES"
	echo "$stderr"
	[ -z "$output" ]
	[[ $stderr == *"s-n0 carries "*WRONG* ]]
	[[ $stderr == *"error: a link does not carry what it should"* ]]
}

@test "SIGTERM, and SIGKILL, in the middle: nothing stays" {
	marked
	for signal in TERM KILL; do
		MPI=$RUNS "$ROOT/tests/cluster/run" star.xml --no-calibrate -- "$BATS_TEST_TMPDIR/marked" >out 2>err 3>&- &
		run=$!
		wait_for out 4
		[ "$(pgrep -cf "$BATS_TEST_TMPDIR/marked")" -ge 4 ]
		kill -$signal $run
		wait $run || status=$?
		[ $status = $((128 + $(kill -l $signal))) ]
		# After SIGKILL nobody waits for the end, nor removes the folder with the plan.
		[ $signal = TERM ] || sleep 1
		[ $signal = TERM ] || rm -r "$TMPDIR"/tmp.*
		traces | diff "$BATS_TEST_TMPDIR/before" -
	done
	cluster star.xml --no-calibrate -- "$NAMES"
}

@test "--timeout: status 124, and nothing stays; so after any other end" {
	marked
	run -124 cluster star.xml --no-calibrate --timeout 1 -- "$BATS_TEST_TMPDIR/marked"
	traces | diff "$BATS_TEST_TMPDIR/before" -
	# A process that the MPI library knows nothing of, as no file of it is open there.
	# shellcheck disable=SC2016 # for the shell inside
	run -0 cluster star.xml --no-calibrate -- bash -c \
		'(for fd in /proc/$BASHPID/fd/*; do fd=${fd##*/}; exec {fd}>&-; done; exec "$1") & exec "$2"' \
		- "$BATS_TEST_TMPDIR/marked" "$NAMES"
	traces | diff "$BATS_TEST_TMPDIR/before" -
	run -3 cluster star.xml --no-calibrate -- "$NAMES" 3
	traces | diff "$BATS_TEST_TMPDIR/before" -
}

@test "two clusters at a time, with the same names" {
	cluster star.xml --no-calibrate -- "$NAMES" >first 2>first.err &
	first=$!
	cluster star.xml --no-calibrate --shuffle 1 -- "$NAMES" >second
	wait $first
	[ "$(sort second)" = "$(cat first)" ]
	[ "$(wc -l <first)" = 4 ]
}

@test "an ordinary user, and root without the right: status 77 and why" {
	command -v setpriv >/dev/null || skip "no setpriv is here"
	chmod 755 "$BATS_RUN_TMPDIR" "$BATS_FILE_TMPDIR" 2>/dev/null || :
	setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$ROOT/tests/cluster/run" ||
		skip "an ordinary user cannot read this folder"
	run -77 env MPI="$RUNS" setpriv --reuid=65534 --regid=65534 --clear-groups "$ROOT/tests/cluster/run" star.xml -- true
	[ "$output" = "tests/cluster/run: skipped: only root may make network namespaces" ]
	run -77 env MPI="$RUNS" setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin "$ROOT/tests/cluster/run" star.xml -- true
	[ "$output" = "tests/cluster/run: skipped: namespaces (unshare) are not allowed" ]
	run -77 env MPI="$RUNS" setpriv --bounding-set=-net_admin --inh-caps=-net_admin "$ROOT/tests/cluster/run" star.xml -- true
	[[ $output == "tests/cluster/run: skipped: no bridges here"* ]]
}

@test "what is not a command line, or not a cluster that can be emulated" {
	run -2 cluster
	run -2 cluster star.xml
	run -2 cluster star.xml --
	run -2 cluster star.xml --rate 20 -- true
	run -2 cluster star.xml --ranks-per-node 0 -- true
	run -2 cluster star.xml --mpi lam -- true
	run -2 cluster star.xml --rate -- true
	run -4 cluster missing.xml -- true
	sed 's/<node/<node duplex="half"/' star.xml >half.xml
	run -4 cluster half.xml -- true
	[[ $output == *"s - n0 is half duplex, and such links are not emulated"* ]]
	sed 's/n\[0-3\]/n_[0-3]/' star.xml >underscores.xml
	run -4 cluster underscores.xml --mpi openmpi -- true
	[[ $output == *"whose name has a _, such as n_0" ]]
	printf 'n0\nn7\n' >order
	run -4 cluster star.xml --order order -- true
	[[ $output == *'order:2: error: the topology has no machine "n7"'* ]]
	printf 'n0\nn1\nn0\n' >order
	run -4 cluster star.xml --order order -- true
	[[ $output == *'order:3: error: "n0" comes twice'* ]]
}

@test "messages go over the limited links" {
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -g -o oneway "$ROOT/tests/simgrid/oneway.c"
	# 500 KB at 4 Mbit/s: a second, less what the bucket lets through at first. Two machines: no two messages at once.
	printf '%s\n' n0 n1 >two
	run --separate-stderr cluster star.xml --rate 4mbit --no-calibrate --order two -- "$PWD/oneway" 500000
	echo "$output $stderr"
	[ "$status" = 0 ]
	awk '{ exit !($2 > 0.8 && $2 < 5) }' <<<"$output"
}

@test "ringbench finds what a shaped link carries at once, and a file has it" {
	printf '%s\n' n0 n1 >two
	run -0 --separate-stderr cluster star.xml --rate 20mbit --no-calibrate --order two -- "$OUT/$MPI/ringbench-$MPI" \
		--pair-size 1K --repeat 3:5 --time 0.1 --topology "$PWD/star.xml" --ringgen "$RINGGEN" --csv "$PWD/pairs.csv" \
		--calibrate "$PWD/shaped.xml"
	echo "$output $stderr"
	# A bucket of 3 ms has 7500 bytes, some of which are headers.
	awk -F, '$1 == "burst" { n += $2 > 4500 && $2 < 9000 } END { exit n != 1 }' pairs.csv
	grep -q "burst=\"$(awk -F, '$1 == "burst" { print $2 }' pairs.csv)\"" shaped.xml
	[[ $output == *"a link that has rested carries "*" at once"* ]]
}
