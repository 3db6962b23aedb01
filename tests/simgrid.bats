#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The simulated cluster: what SimGrid makes of an exported topology, and the strongest test of the proof: on links that
# are shared fairly and cost nothing else, the compiled routines take the time that follows from the wires, no more and
# no less. See simgrid/README.md.
# shellcheck disable=SC2154 # stderr is Bats's
load common
# shellcheck source=/dev/null
source "$ROOT/tests/simgrid/cases.bash"

RUN=$ROOT/tests/simgrid/run
CHAIN=$TOPOLOGIES/chain32.xml

setup_file() {
	command -v smpirun >/dev/null || return 0
	make -s -C "$ROOT" simgrid
	D=$BATS_FILE_TMPDIR
	# shellcheck disable=SC2086
	smpicc $WARN -O1 -o "$D/oneway" "$ROOT/tests/simgrid/oneway.c"
	program chain32 "$CHAIN"
	# Rings in any order: RINGGEN_HOSTS says where in the star's order each rank is.
	for n in 16 32 64; do
		echo "<topology name=\"star\"><switch id=\"s\"><node id=\"p[0-$((n - 1))]\"/></switch></topology>" >"$D/star.xml"
		program star$n "$D/star.xml"
	done
}

setup() {
	command -v smpirun >/dev/null || skip "SimGrid is not installed (libsimgrid-dev)"
	export LIMIT=60
	D=$BATS_TEST_TMPDIR
	cp -l "$BATS_FILE_TMPDIR"/{oneway,chain32,star*} "$D"
	cd "$D" || return 1
}

on_chain() {
	timeout "$LIMIT" "$RUN" "$CHAIN" "$@"
}

# dfs_ring NAME: ringgen's ring through the seats.
dfs_ring() {
	"$RINGGEN" order "$1.xml" >"$1.dfs"
	in_order "$1.dfs" <"$1.seats" >"$1.ring"
}

# our_ring NAME K SEED: K ranks on each of the machines in NAME.machines, these shuffled; ringgen's ring through them.
our_ring() {
	shuffled "$3" <"$1.machines" | seats "$2" >"$1.seats"
	dfs_ring "$1"
	[ "$(wc -l <"$1.ring")" = "$(wc -l <"$1.seats")" ]
}

# random_ring NAME SEED: a rank on each machine, in the order of the file; a ring through them in a random order, which
# programs for a star are told.
random_ring() {
	seats 1 <"$1.machines" >"$1.seats"
	shuffled "$2" <"$1.seats" >"$1.ring"
	by_star "$1"
	export RINGGEN_HOSTS=$D/$1.places
}

# ---- The simulated cluster is that of the file

@test "routes, latencies and bandwidths are those of the file" {
	for seed in 1 2 3; do
		cluster c deep 20 12 $seed unequal
		seats 1 <c.machines >c.ring
		awk -v as=ways -f "$ROOT/tests/simgrid/recount.awk" c.links c.ring >ways
		for bytes in 0 1000000; do
			timeout "$LIMIT" "$RUN" c.xml -- ./oneway $bytes >c.times
			awk -v bytes=$((bytes + HEADER)) '
				NR == FNR { wanted[$1] = $2 + bytes / $3; next }
				{ off += $2 < wanted[$1] - 2e-9 || $2 > wanted[$1] + 2e-9 }
				END { exit off || FNR != 19 }' ways c.times
		done
	done
}

@test "a half-duplex link carries both ways together what a full-duplex one carries each way" {
	for duplex in full half; do
		cat >two.xml <<-END
			<topology name="two"><defaults bandwidth="1Gbps"/>
			<switch id="s"><node id="p0" duplex="$duplex"/><node id="p1"/></switch></topology>
		END
		program two two.xml
		timeout "$LIMIT" "$RUN" two.xml --latency 0s -- ./two 250000 - allgather >two.$duplex
	done
	# half a million bytes and a header, there and back
	awk -v "header=$HEADER" '
		{ ratio[FILENAME] = $3 / ((500000 + header) / 125e6) }
		END { exit !(ratio["two.full"] > 0.9999 && ratio["two.full"] < 1.0001 &&
			ratio["two.half"] > 1.9999 && ratio["two.half"] < 2.0001) }' two.full two.half
}

@test "ranks of one machine talk at no cost" {
	echo '<topology name="one"><node id="m"/></topology>' >one.xml
	program one one.xml
	timeout "$LIMIT" "$RUN" one.xml --ranks-per-node 8 -- ./one 100000 >c.times
	[ "$(awk '$3 < 1e-6' c.times | wc -l)" = 5 ]
}

# ---- The runner

@test "run: --shuffle and --order place the ranks; the program's ring follows" {
	export RINGGEN_VERBOSE=1
	run -0 --separate-stderr on_chain -- ./chain32 320 - allreduce
	[[ $stderr == *"in the order 0 1 2 3 4 5 6 "* ]]
	run -0 --separate-stderr on_chain --shuffle 7 -- ./chain32 320 - allreduce
	first=$(grep -m 1 -o 'in the order.*' <<<"$stderr")
	[[ $first != *" 0 1 2 3 "* ]]
	run -0 --separate-stderr on_chain --shuffle 7 -- ./chain32 320 - allreduce
	[ "$(grep -m 1 -o 'in the order.*' <<<"$stderr")" = "$first" ]
	run -0 --separate-stderr on_chain --shuffle 8 -- ./chain32 320 - allreduce
	[ "$(grep -m 1 -o 'in the order.*' <<<"$stderr")" != "$first" ]
	printf '%s\n' n9 n31 n2 n17 >order
	run -0 --separate-stderr on_chain --order order -- ./chain32 320 - allreduce
	[[ $stderr == *"4 ranks on 4 machines, in the order 2 0 3 1"* ]]
	run -0 --separate-stderr on_chain --order order --ranks-per-node 2 -- ./chain32 320 - allreduce
	[[ $stderr == *"8 ranks on 4 machines without windows, in the order 4 5 0 1 6 7 2 3"* ]]
}

@test "run: what is wrong is told, by status and word" {
	cat >ends.c <<-'END'
		#include <mpi.h>
		#include <stdlib.h>
		#include <string.h>
		int main(int argc, char **argv)
		{
			int rank;
			MPI_Init(&argc, &argv);
			MPI_Comm_rank(MPI_COMM_WORLD, &rank);
			if (!strcmp(argv[1], "status") && rank == 1)
				return 3;
			if (!strcmp(argv[1], "abort") && rank == 1)
				MPI_Abort(MPI_COMM_WORLD, 5);
			if (!strcmp(argv[1], "wait") && rank == 1)
				MPI_Recv(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			for (volatile int i = !strcmp(argv[1], "spin"); i;)
				;
			MPI_Finalize();
			return 0;
		}
	END
	smpicc -o ends ends.c
	export TMPDIR=$D/tmp
	mkdir tmp
	pair() {
		run "$1" --separate-stderr timeout "$LIMIT" "$RUN" "$TOPOLOGIES/pair.xml" "${@:3}"
		[[ $stderr == *"$2"* ]]
		[ -z "$(ls tmp)" ]
	}
	pair -0 "" -- ./ends well
	pair -3 "" -- ./ends status
	pair -1 "called MPI_Abort" -- ./ends abort
	pair -1 "Deadlock" -- ./ends wait
	pair -124 "" --timeout 1 -- ./ends spin
	pair -2 "--model" --model real -- ./ends well
	pair -2 "unknown option" --speed 3 -- ./ends well
	pair -2 "program" --model ideal
	pair -2 "not a program" -- ./none
	pair -2 "do not go together" --shuffle 1 --order x -- ./ends well
	pair -2 "--latency: '3'" --latency 3 -- ./ends well
	run -4 --separate-stderr "$RUN" none.xml -- ./ends well
	[[ $stderr == *"none.xml"* ]]
	mkdir bin
	ln -s "$(command -v dirname)" "$(command -v realpath)" bin
	run -77 --separate-stderr env "PATH=$D/bin" "$(command -v bash)" "$RUN" "$CHAIN" -- ./ends well
	[[ $stderr == *"skipped"* ]]
}

@test "run: SimGrid's own model is slower than the ideal one, and the ring stays blind to the order of the hosts" {
	{
		on_chain -- ./chain32 1048576 - allreduce
		on_chain --model default -- ./chain32 1048576 - allreduce
		on_chain --model default --shuffle 3 -- ./chain32 1048576 - allreduce
	} >c.times
	cat c.times
	awk '{ t[NR] = $3 }
		END { exit !(NR == 3 && t[2] > 1.02 * t[1] && t[3] > 0.99 * t[2] && t[3] < 1.01 * t[2]) }' c.times
}

# ---- The property

@test "ringgen's ring takes what its certificate says: chains, stars, trees, deep trees, unequal links, shuffled ranks" {
	while read -r shape machines switches seed kind; do
		echo "$shape $machines $switches $seed $kind"
		cluster c "$shape" "$machines" "$switches" "$seed" "$kind"
		program ours c.xml
		our_ring c 1 "$seed"
		verify c ours $((machines * 1000))
		same_as_certified c $((machines * 1000))
		same_as_surveyed c $((machines * 1000))
		verify c ours $((machines * 1000 + 7))
	done <<-END
		chain 32 4 1 equal
		star 24 6 2 unequal
		tree 40 12 3 unequal
		deep 30 20 4 unequal
		deep 31 16 5 half
	END
}

@test "several ranks on a machine, next to each other or dealt out in turn" {
	cluster c tree 12 5 6 unequal
	program ours c.xml
	our_ring c 4 6
	verify c ours 48000
	same_as_certified c 48000
	same_as_surveyed c 48000
	shuffled 7 <c.seats | awk '{ print NR - 1, $2 }' >dealt
	mv dealt c.seats
	dfs_ring c
	verify c ours 48001
	same_as_certified c 48000
	same_as_surveyed c 48000
}

@test "subsets of the machines, by the routines of the whole cluster" {
	cluster c deep 60 20 8 unequal
	program ours c.xml
	cp c.machines all
	for n in 2 7 33; do
		shuffled $n <all | head -n $n >c.machines
		our_ring c 1 $n
		verify c ours $((n * 1500))
		same_as_certified c $((n * 1500))
		same_as_surveyed c $((n * 1500))
	done
}

@test "the fixed form, for hosts in any order, with two ranks each" {
	cluster c tree 20 8 9 unequal
	shuffled 9 <c.machines | head -n 13 >hosts
	seats 2 <hosts >c.seats
	dfs_ring c
	program ours c.xml --hosts @hosts --ranks-per-node 2
	verify c ours 26000
	same_as_certified c 26000
	same_as_surveyed c 26000
	RINGGEN_VERBOSE=1 "$RUN" c.xml --order c.hosts -- ./ours 26 - allreduce 2>said >/dev/null
	grep -q 'Allreduce on 26 ranks, 13 machines: ring' said
}

# bats test_tags=long
@test "128 ranks" {
	cluster c deep 128 30 10 unequal
	program ours c.xml
	our_ring c 1 10
	verify c ours 128000
	same_as_certified c 128000
	same_as_surveyed c 128000
}

# bats test_tags=long
@test "a ring in any other order takes its highest load, too: certificates of bad rings" {
	for seed in 1 2 3 4; do
		for shape in chain deep; do
			for kind in equal unequal half; do
				echo "$shape $kind $seed"
				cluster c $shape 32 9 $seed $kind
				random_ring c $seed
				verify c star32 32000
				same_as_certified c 32000
			done
		done
	done
}

# bats test_tags=long
@test "bad rings on stars, on machines with two ranks, and through 64 machines" {
	cluster c star 16 1 5 unequal
	random_ring c 5
	verify c star16 16000
	same_as_certified c 16000
	cluster c deep 64 16 6 unequal
	random_ring c 6
	verify c star64 64000
	same_as_certified c 64000
	cluster c tree 16 5 7 unequal
	seats 2 <c.machines >c.seats
	shuffled 7 <c.seats >c.ring
	by_star c
	export RINGGEN_HOSTS=$D/c.places
	verify c star32 32000
	same_as_certified c 32000
}

@test "routines for wrong wires: the names of the machines of a chain, exchanged" {
	cluster c chain 32 4 11 equal
	shuffled 11 <c.machines >swapped
	{
		echo '<topology name="wrong"><switch id="s">'
		sed 's|.*|<node id="&"/>|' swapped
		echo '</switch></topology>'
	} >wrong.xml
	"$RINGGEN" certify wrong.xml >/dev/null
	program ours wrong.xml
	seats 1 <c.machines >c.seats
	in_order swapped <c.seats >c.ring
	verify c ours 32000
	same_as_certified c 32000
	awk '$4 < 8 { exit 1 }' c.predicted # or the test would not see a bad ring
}

# regular NAME TOPOLOGY PARAMETERS HOSTS: one of SimGrid's regular clusters with its routes, as tables, as NAME.xml.
regular() {
	cat >platform.xml <<-END
		<?xml version="1.0"?>
		<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
		<platform version="4.1"><zone id="world" routing="Full"><cluster id="c" prefix="n" radical="0-$(($4 - 1))" suffix=""
		speed="1Gf" bw="125MBps" lat="50us" topology="$2" topo_parameters="$3"/></zone></platform>
	END
	"$RINGGEN" import simgrid platform.xml --prefix "$1" -o "$1.xml" 2>/dev/null
	awk -v "n=$4" 'BEGIN { for (i = 0; i < n; i++) print "n" i }' >"$1.machines"
}

# takes_as_certified NAME BASE ELEMENTS: the times of the program BASE, with whole routes on the simulated cluster, are what
# `ringgen certify` says of NAME.ring, within 1 %.
takes_as_certified() {
	local told
	cut -d' ' -f2 "$1.seats" >"$1.hosts"
	cut -d' ' -f2 "$1.ring" >"$1.order"
	timeout "$LIMIT" "$RUN" "$1.xml" --latency 0s --order "$1.hosts" --cfg smpi/send-is-detached-thresh:0 -- "./$2" "$3" >"$1.times"
	told=$("$RINGGEN" certify "$1.xml" --order "$1.order" --size "$(vector "$1" "$3")" | seconds) || [ -n "$told" ]
	echo "$1 $2: certified $told"
	cat "$1.times"
	awk -v "told=$told" '
		{
			ratio = $3 / (told * ($1 == "allreduce" ? 1 : 0.5))
			wrong += ratio < 0.99 || ratio > 1.01
		}
		END { exit wrong || NR != 5 || !(told > 0) }' "$1.times"
}

# takes_by_simgrid NAME BASE ELEMENTS: on SimGrid's own platform, whose routes are its code's, the times are those that were
# measured on ours, within 1 %. The settings are those of the ideal model (simgrid/run).
takes_by_simgrid() {
	sed 's/lat="50us"/lat="0us"/' platform.xml >platform0.xml
	timeout "$LIMIT" smpirun -quiet -np "$(wc -l <"$1.hosts")" -platform platform0.xml -hostfile "$1.hosts" --log=root.thres:critical \
		--cfg=smpi/simulate-computation:no --cfg=smpi/wtime:0 --cfg=smpi/test:0 --cfg=smpi/coll-selector:ompi \
		--cfg=smpi/bcast:binomial_tree --cfg=smpi/bw-factor:0:1 --cfg=smpi/lat-factor:0:1 --cfg=network/TCP-gamma:0 \
		--cfg=network/crosstraffic:0 --cfg=smpi/send-is-detached-thresh:0 "./$2" "$3" >"$1.native"
	paste -d' ' "$1.times" "$1.native" | tee /dev/stderr | awk '{ wrong += $3 < 0.99 * $6 || $3 > 1.01 * $6 } END { exit wrong || NR != 5 }'
}

# bats test_tags=long
@test "graphs, routed by tables: fat trees, a torus, a dragonfly; our order, and bad ones" {
	while read -r name topology parameters hosts; do
		regular "$name" "$topology" "$parameters" "$hosts"
		program "$name" "$name.xml"
		our_ring "$name" 1 3
		takes_as_certified "$name" "$name" $((hosts * 1000))
		for seed in 1 2; do
			random_ring "$name" $seed
			takes_as_certified "$name" "star$hosts" $((hosts * 1000))
			takes_by_simgrid "$name" "star$hosts" $((hosts * 1000))
			unset RINGGEN_HOSTS
		done
		awk '$1 == "allreduce" && $3 < 0.001 { exit 1 }' "$name.times"
	done <<-END
		narrow FAT_TREE 2;4,4;1,2;1,1 16
		full FAT_TREE 2;4,4;1,4;1,1 16
		three FAT_TREE 3;4,2,4;1,2,2;1,1,1 32
		torus TORUS 4,4 16
		dragonfly DRAGONFLY 2,1;2,1;4,1;1 16
	END
}

# blocks N SEED: N lengths, between 0 and 20,000, of very different sizes.
blocks() {
	awk -v n="$1" -v seed="$2" 'BEGIN {
		state = seed
		for (i = 0; i < n + 8; i++) {
			state = state * 48271 % 2147483647
			if (i >= 8)
				print state % 7 ? int(exp(state / 2147483647 * 10)) - 1 : 0
		}
	}'
}

@test "unequal blocks: exact where nothing is shared, between the bounds elsewhere" {
	for seed in 1 2 3; do
		cluster c deep 32 12 $seed unequal
		blocks 32 $seed >lengths
		elements=$(awk '{ n += $1 } END { print n }' lengths)
		program ours c.xml
		our_ring c 1 $seed
		verify c ours "$elements" lengths
		random_ring c $seed
		verify c star32 "$elements" lengths
		unset RINGGEN_HOSTS
	done
}

# long COLLECTIVE: the share of the bound that a vector of 16 MiB has on c.xml, by the program `long`.
long() {
	local bound seconds
	bound=$("$RINGGEN" survey c.xml --hosts @c.machines | awk -v c="$1" '$1 == "bound" && $2 == c { print $3 }')
	seconds=$(timeout "$LIMIT" "$RUN" c.xml --cfg smpi/send-is-detached-thresh:0 -- ./long 16777216 "$1")
	awk -v bound="$bound" -v seconds="$seconds" 'BEGIN { print bound * 16777216 / seconds }'
}

@test "segments come in while others go out: long broadcasts and reductions keep the links busy" {
	echo '<topology name="c"><defaults bandwidth="1Gbps" latency="50us"/><switch id="s">' >c.xml
	echo '<node id="n[0-11]"/></switch></topology>' >>c.xml
	seq -f n%g 0 11 >c.machines
	"$RINGGEN" generate c.xml --model ideal --prefix measured -o measured \
		--ops allreduce=ring,allgather=ring,reduce_scatter=ring,bcast,reduce
	# shellcheck disable=SC2086
	smpicc $WARN -O1 -DNAME=measured '-DHEADER="measured.h"' -I. "-I$ROOT/runtime" -o long "$ROOT/tests/bench/long.c" \
		measured.c "$SIMGRID_LIBRARY" -lhwloc -lm
	for collective in bcast reduce; do
		share=$(long $collective)
		awk -v share="$share" 'BEGIN { exit !(share > 0.95 && share <= 1) }'
	done
}

@test "the test can fail: routines in another order than the one that is predicted" {
	cluster c chain 32 4 12 equal
	random_ring c 12
	verify c star32 32000
	cp c.ring other
	our_ring c 1 12
	seats 1 <c.machines >c.seats
	run ! verify c star32 32000 # runs the bad ring, expects the good one
	cp other c.ring
	unset RINGGEN_HOSTS
	program ours c.xml
	run ! verify c ours 32000 # and the other way round
	[[ $output == *OFF* ]]
}
