#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What RINGGEN_TIMELINE notes is what is sent, and `plan --timeline --measured` shows it. What is predicted is in plan.bats.
# shellcheck disable=SC2154 # run sets output
load common

PLACES=n9,n30,n0

setup_file() {
	build_yield
	generate ring "$TOPOLOGIES/chain32.xml" --ops all=ring --prefix ring
	in_lanes ring 24
	build collectives ring
	TREES="bcast=tree:binary,reduce=tree:binomial,gather=tree:binomial,scatter=tree:binary,gatherv=carried:1 64 switch"
	TREES+=",scatterv=ordered:1 16 64 switch,scan=chain,exscan=chain,alltoall=xor,barrier=tree:binary"
	generate trees "$TOPOLOGIES/chain32.xml" --prefix trees --ops "$TREES"
	build rooted trees
}

# shown COLLECTIVE SIZE [OPTION...]: the middle call of that size, as JSON into x.json.
shown() {
	"$RINGGEN" plan "$TOPOLOGIES/chain32.xml" --hosts $PLACES --collective "$1" --size "$2" --timeline \
		--measured log --json "${@:3}" >x.json
}

# flights <x.json: "FROM TO BYTES" of each message, sorted.
flights() {
	sed -n 's/.*"ph": "b".*"cat": "message".*"from": \([0-9]*\), "to": \([0-9]*\), "bytes": \([0-9]*\).*/\1 \2 \3/p' x.json | sort
}

# noted PROGRAM OPTION...: run it on three ranks, with notes in log.0 to log.2.
noted() {
	cd "$BATS_TEST_TMPDIR" || return
	rm -f log.*
	# shellcheck disable=SC2086
	hosts ${PLACES//,/ }
	RINGGEN_TIMELINE=$PWD/log on 3 "$@"
	[ "$(cat log.0 log.1 log.2 | grep -c '^call ')" -ge 3 ]
}

@test "the messages that are noted are those that are proved, in lanes too" {
	for collective in allreduce allgather reduce_scatter_block; do
		for count in 3 24; do
			echo "# $collective of $count"
			noted collectives-ring -c $collective -k double -n $count -1
			bytes=$(awk '$1 == "call" && $2 == "'$collective'" { print $3; exit }' log.0)
			shown $collective "$bytes"
			flights >seen
			lanes=$(awk '$1 == "send" && $3 > most { most = $3 } END { print most + 1 }' log.0)
			"$RINGGEN" prove "$TOPOLOGIES/chain32.xml" --hosts $PLACES --ops $collective --count $count --lanes "$lanes" \
				--messages | awk '{ print $1, $2, 8 * $4 }' | sort >proved
			[ -s proved ]
			diff proved seen
		done
	done
}

@test "a picture of what was measured: each rank has its row, and time is told" {
	noted collectives-ring -c allreduce -k double -n 24 -1
	run -0 "$RINGGEN" plan "$TOPOLOGIES/chain32.xml" --hosts $PLACES --collective allreduce --size 192 --timeline --measured log -o x.svg
	[ -z "$output" ]
	timeout 30 xmllint --noout --nonet x.svg
	run ! grep -E 'nan|inf' x.svg
	grep -q 'allreduce of 192 B by ring, as measured' x.svg
	for host in ${PLACES//,/ }; do
		grep -qE "^<text [^>]*>$host +[0-2]</text>" x.svg
	done
	# No process ends after the last one, nor does a message come before it is sent.
	shown allreduce 192
	awk '
		function number(key) { return match($0, "\"" key "\": [-0-9.e]+") ? substr($0, RSTART + length(key) + 4, RLENGTH) + 0 : -1 }
		/"ph": "X"/ { if (number("ts") < 0 || number("dur") <= 0) wrong++; n++ }
		/"ph": "s"/ { sent[number("id")] = number("ts") }
		/"ph": "f"/ { if (number("ts") < sent[number("id")]) wrong++ }
		END { exit wrong || !n }' x.json
}

@test "trees, and what has no data" {
	noted rooted-trees -1
	for collective in bcast reduce gather gatherv scatterv scan barrier; do
		bytes=$(awk '$1 == "call" && $2 == "'$collective'" && $3 != 0 { print $3; exit }' log.0)
		shown $collective "${bytes:-8}"
		echo "# $collective: $(flights | tr '\n' ';')"
		[ -n "$(flights)" ]
	done
	# A tree: each rank but the root gets the vector once.
	shown bcast "$(awk '$1 == "call" && $2 == "bcast" && $3 != 0 { print $3; exit }' log.0)"
	[ "$(flights | wc -l)" = 2 ]
	[ "$(flights | cut -d ' ' -f 2 | sort -u | wc -l)" = 2 ]
}

@test "calls that do not block, which end in another order on each rank; parts of the processes" {
	cat >"$BATS_TEST_TMPDIR/two.c" <<-'C'
		#include <mpi.h>
		#include <stdlib.h>
		#include "ring.h"
		int main(int argc, char **argv)
		{
			int rank;
			MPI_Comm half;
			MPI_Init(&argc, &argv);
			MPI_Comm_rank(MPI_COMM_WORLD, &rank);
			MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
			float *in = calloc(1 << 16, 4), *out = calloc(1 << 16, 4), few[2];
			ring_Allreduce(in, few, 2, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); /* sets it up */
			for (int i = 0; i < 4; i++) {
				ring_Request q[2];
				ring_Iallreduce(in, out, 1 << 16, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &q[0]);
				ring_Iallreduce(in, few, 2, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &q[1]);
				ring_Wait(&q[rank % 2], MPI_STATUS_IGNORE);
				ring_Wait(&q[1 - rank % 2], MPI_STATUS_IGNORE);
				ring_Allreduce(in, out, 5, MPI_FLOAT, MPI_SUM, half);
			}
			MPI_Comm_free(&half);
			free(in);
			free(out);
			return MPI_Finalize();
		}
	C
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 ${SAN:+-fsanitize=$SAN} -I"$BATS_FILE_TMPDIR" -I"$ROOT/runtime" -o "$BATS_FILE_TMPDIR/two" \
		"$BATS_TEST_TMPDIR/two.c" "$BATS_FILE_TMPDIR/ring.c" "$LIBRINGGEN" -lhwloc -lm -pthread
	noted two
	for rank in 0 1 2; do
		[ "$(awk '$1 == "call" { print $3 }' log.$rank | tr '\n' ' ')" = "8 $(printf '262144 8 %.0s' 1 2 3 4)" ]
	done
	shown allreduce 8
	[ -n "$(flights)" ]
}

@test "what is wrong with the files is told by line" {
	noted collectives-ring -c allreduce -k double -n 3 -1
	export RINGGEN TOPOLOGIES
	plan() { "$RINGGEN" plan "$TOPOLOGIES/chain32.xml" --hosts "${AT:-$PLACES}" --collective "${OF:-allreduce}" --size 24 --timeline --measured "$@"; }
	AT=n9,n30 run -4 plan log
	[[ $output == *"log.0:1: error: this is rank 0 of 3, not rank 0 of 2"* ]]
	OF=bcast run -4 plan log
	[[ $output == *"ringgen served no bcast of that size"* ]]
	run -4 plan nothing
	[[ $output == *"nothing.0: error: No such file"* ]]
	sed -i '3s/^[a-z]*/jump/' log.1
	run -4 plan log
	[[ $output == *"log.1:3: error: not a line of a timeline"* ]]
	sed -i '3s/^[a-z]*/send/; 3s/ [0-9]* / 77 /' log.1
	run -4 plan log
	[[ $output == *"log.1:3: error: not a line of a timeline"* ]]
	: >log.1
	run -4 plan log
	[[ $output == *"log.1: error: it is empty"* ]]
	run -2 "$RINGGEN" plan "$TOPOLOGIES/chain32.xml" --measured log
	[[ $output == *"--measured goes with --timeline"* ]]
}

@test "a file that cannot be written is told, and the program is right" {
	cd "$BATS_TEST_TMPDIR"
	# shellcheck disable=SC2086
	hosts ${PLACES//,/ }
	RINGGEN_TIMELINE=$PWD/no/folder run -0 on 3 collectives-ring -c allreduce -k double -n 3 -1
	[[ $output == *"RINGGEN_TIMELINE: $PWD/no/folder."*"No such file"* ]]
}
