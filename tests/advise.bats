#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Is it worth it here? What is said fits what the other commands say, and the commands that are named do what is promised.
# shellcheck disable=SC2154 # run sets output and stderr
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	root=$BATS_TEST_DIRNAME/..
	RINGGEN=${RINGGEN:-$root/.build/ringgen}
	chain=$root/topo-files/chain32.xml
	# What MPICH takes by itself, as far as it matters here.
	cat >choice.json <<-'END'
		{"collective=allreduce":{"algorithm=MPIR_Allreduce_intra_reduce_scatter_allgather":{}},
		 "collective=allgather":{"algorithm=MPIR_Allgather_intra_ring":{}}}
	END
	for i in $(seq 0 31); do echo "n$((i * 11 % 32))"; done >shuffled
}

advise() {
	"$RINGGEN" advise "$@" --from choice.json --collective allreduce,allgather
}

# column NUMBER <ADVICE: the times, a line for each row.
column() {
	awk -v column="$1" '/^  [0-9]+ [KM]iB / { print $(column + 2) }'
}

@test "in the ring's order nothing is gained by it, and shuffled much" {
	advise "$chain" >in_order
	cat in_order
	grep -qx "In this order no two neighbours in rank share a link direction." in_order
	diff <(column 1 <in_order) <(column 2 <in_order)
	advise "$chain" --hosts @shuffled >out_of_order
	cat out_of_order
	grep -qE "^In this order [0-9]+ pairs of neighbours in rank share s[0-9] -> s[0-9]\.$" out_of_order
	# In the ring's order it takes what it takes there.
	diff <(column 2 <out_of_order) <(column 1 <in_order)
	paste <(column 1 <out_of_order) <(column 2 <out_of_order) | awk '$1 > 3 * $2 { n++ } END { exit n < 2 }'
	grep -qE "^Do first: " out_of_order
}

@test "ringgen's routines take what plan says, and never longer than what is there" {
	advise "$chain" --hosts @shuffled >advice
	"$RINGGEN" plan "$chain" --hosts @shuffled --collective allreduce --size 1MiB >planned
	cat advice planned
	column 4 <advice | sed -n 3p >ours
	# The best of the table, of which the name may have several words.
	awk '/ time, ms / { end = index($0, "time, ms") + 7; getline; n = split(substr($0, 1, end), f, " "); print f[n]; exit }' \
		planned >best
	paste ours best | awk '{ exit !($1 / $2 > 0.99 && $1 / $2 < 1.1) }'
	paste <(column 1 <advice) <(column 4 <advice) | awk '$2 > $1 * 1.0001 { exit 1 }'
}

@test "a dash in the tables is explained, and so is what the ring's order slows down" {
	"$RINGGEN" advise "$chain" --from choice.json --collective allreduce,scan >dashes
	cat dashes
	grep -qE "^  1 MiB +- +- +- +[0-9.]+ +[0-9.]+$" dashes
	grep -qx "A dash: ringgen does not know which algorithm MPICH takes there, or cannot predict it." dashes
	grep -qx "Such a row does not count below." dashes
	advise "$chain" --hosts @shuffled >without
	run ! grep -q "^A dash" without
	run ! grep -q "slow down" without
	# An order in which some pairs of partners happen to be near.
	cat >near <<-'END'
		n0 n16 n8 n24 n1 n17 n9 n25 n2 n18 n10 n26 n3 n19 n11 n27 n4 n20 n12 n28 n5 n21 n13 n29 n6 n22 n14 n30 n7 n23 n15 n31
	END
	tr ' ' '\n' <near >lines
	echo '{"collective=allgather":{"algorithm=MPIR_Allgather_intra_recursive_doubling":{}}}' >doubling.json
	"$RINGGEN" advise "$chain" --hosts @lines --from doubling.json --collective allgather >slow
	cat slow
	# The words are those of the table.
	awk '/^  [0-9]+ [KM]iB / { by = $4 / $3; if (by > most) { most = by; size = $1 " " $2 } }
		END { if (most > 1.05) printf "    allgather, %.3g times as long at %s\n", most, size }' slow >expected
	[ -s expected ]
	grep -qx "The ring's order is predicted to slow down:" slow
	grep -qxFf expected slow
}

@test "the commands that are named can be run" {
	advise "$chain" --hosts @shuffled >advice
	grep -q "^    ringgen order .* --hosts @shuffled --format mpich -o ordered$" advice
	ringgen() { "$RINGGEN" "$@"; }
	eval "$(grep -o "ringgen order .*" advice)"
	[ "$(wc -l <ordered)" = 32 ]
	advise "$chain" --hosts @ordered >again
	grep -qx "In this order no two neighbours in rank share a link direction." again
	eval "$(grep -o "ringgen generate .*" advice)"
	[ -s routines.c ]
}

@test "one switch, one rank a machine, long since in order: leave it" {
	echo '<topology name="few"><defaults bandwidth="10Gbps" latency="5us"/><switch id="s"><node id="n[0-3]"/></switch></topology>' >few.xml
	cat >right.json <<-'END'
		{"collective=allgather":{"total_msg_size<65536":{"algorithm=MPIR_Allgather_intra_recursive_doubling":{}},
		                         "total_msg_size=any":{"algorithm=MPIR_Allgather_intra_ring":{}}}}
	END
	run "$RINGGEN" advise few.xml --from right.json --collective allgather
	echo "$output"
	[ "$status" = 0 ]
	[ "${lines[-1]}" = "Leave it as it is: nothing here is worth the effort." ]
}

@test "what is not known is said" {
	run -3 "$RINGGEN" advise "$chain" --hosts n0,n1 --mpi openmpi
	[ "$output" = "ringgen: error: what Open MPI takes by itself for 2 ranks is not known" ]
	run -3 "$RINGGEN" advise "$chain" --from choice.json --collective scan
	[ "$output" = "ringgen: error: what MPICH takes by itself for 32 ranks is not known" ]
	run -3 "$RINGGEN" advise "$root/topo-files/tree10000.xml" --from choice.json
	[[ $output == "ringgen: error: 10000 ranks are too many to advise on, at most 1024: "* ]]
	run -4 "$RINGGEN" advise "$chain" --from none.json
	run -2 "$RINGGEN" advise "$chain" --from choice.json --root 32
}

@test "of an algorithm with parameters that are named the time is its own, as in plan, and not that of MPI's" {
	local by='allreduce=factored:1 1' file=$root/topo-files/smp4x8.xml bytes
	"$RINGGEN" advise "$file" --from choice.json --collective "$by" | column 4 >advised
	for bytes in 1024 32768 1048576 33554432; do
		"$RINGGEN" plan "$file" --collective "$by" --csv --size "$bytes" |
			awk -F, '$2 == "no" { printf "%.3f\n", $7 * 1e3 }'
	done >planned
	diff advised planned
}
