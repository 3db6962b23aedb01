#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The page of `make bench`: what the table says of known measurements.
bats_require_minimum_version 1.5.0

setup() {
	ROOT=$(realpath "$BATS_TEST_DIRNAME/..")
	cd "$BATS_TEST_TMPDIR" || return 1
	echo label,collective,algorithm,bytes,ranks,machines,repetitions,min_us,median_us,p95_us,MBps,bound_us,efficiency,verified \
		>series.csv
}

# row LABEL ALGORITHM BYTES MEDIAN_US EFFICIENCY [VERIFIED]
row() {
	echo "$1,allreduce,$2,$3,32,32,9,$4,$4,$4,1,1000,$5,${6:-yes}" >>series.csv
}

table() {
	timeout 10 awk -v reference=ring -f "$ROOT/tests/bench/table.awk" series.csv
}

@test "a row a size in ascending order, the fastest marked, the share of the bound" {
	row x native 1048576 50000 0.4
	row x ring 1048576 22000 0.9
	row x native 8192 500 0.25
	row x ring 8192 20000 0.006
	run table
	echo "$output"
	[ "$status" = 0 ]
	[ "${lines[0]}" = "| size | native | ring |" ]
	[ "${lines[2]}" = "| 8 KiB | **0.500** (0.25) | 20.0 (0.01) |" ]
	[ "${lines[3]}" = "| 1 MiB | 50.0 (0.40) | **22.0** (0.90) |" ]
	[[ $output == *"| native | 1 MiB on | 40 |"* ]]
}

@test "the break-even is the size from which on the ring is always faster" {
	for a in native other worse; do row x $a 1000 100 0.1; done
	row x ring 1000 99 0.1
	row x native 2000 100 0.1
	row x other 2000 300 0.1
	row x worse 2000 100 0.1
	row x ring 2000 200 0.1
	for a in native other; do row x $a 4000 100 0.1; done
	row x worse 4000 10 0.1
	row x ring 4000 50 0.1
	run table
	echo "$output"
	[[ $output == *"| native | 4000 B on | 0.99 |"* ]]
	[[ $output == *"| other | all sizes | 0.99 |"* ]]
	[[ $output == *"| worse | never, in these sizes | 0.99 |"* ]]
}

@test "an A/A pair is no column, and its difference is told" {
	row x native 1000 100 0.1
	row x ring 1000 100 0.1
	row x native#2 1000 75 0.1
	run table
	echo "$output"
	[ "${lines[0]}" = "| size | native | ring |" ]
	[ "${lines[2]}" = "| 1000 B | **0.100** (0.10) | **0.100** (0.10) |" ]
	[[ $output == *"differs by up to 25 %"* ]]
}

@test "several labels are several rows; what was not measured is left open" {
	row sorted native 1000 100 0.1
	row shuffled native 1000 400 0.1
	row shuffled ring 1000 100 0.1
	run table
	echo "$output"
	[ "${lines[0]}" = "| order | size | native | ring |" ]
	[ "${lines[2]}" = "| sorted | 1000 B | **0.100** (0.10) | |" ]
	[ "${lines[3]}" = "| shuffled | 1000 B | 0.400 (0.10) | **0.100** (0.10) |" ]
	[[ $output == *"| shuffled | native | all sizes | 0.25 |"* ]]
}

@test "a wrong result is told and fails" {
	row x native 1000 100 0.1
	row x other 1000 "" "" -
	row x ring 1000 "" "" no
	run table
	[ "${lines[2]}" = "| 1000 B | **0.100** (0.10) | | |" ]
	[ "$status" = 1 ]
	[[ $output == *"WRONG RESULT: ring at 1000 B"* ]]
}

@test "the page has a section and a picture for a series, and says what was not measured" {
	row x native 1000 100 0.1
	row x ring 1000 100 0.1
	row x native 2000 100 0.1
	row x ring 2000 100 0.1
	mkdir results
	mv series.csv results/fig6-mpich.csv
	echo "fig6-ideal: skipped: no SimGrid" >skipped
	timeout 30 "$ROOT/tests/bench/report.sh" results skipped
	grep -q '^## 32 machines behind four switches, emulated, MPICH$' results/README.md
	grep -q '^- fig6-ideal: skipped: no SimGrid$' results/README.md
	[ "$(grep -c '^## ' results/README.md)" = 2 ]
	command -v gnuplot >/dev/null || skip "no gnuplot is here"
	grep -q '</svg>' results/fig6-mpich.svg
	grep -q '>ring<' results/fig6-mpich.svg
}

# ordered RESULTS [ALGORITHM...]: series of the four orders, of made-up times, with the native ones and these.
ordered() {
	local results=$1 order bytes algorithm us
	shift
	mkdir -p "$results"
	for order in default shuffled alphabetical reordered; do
		for bytes in 8192 65536 1048576; do
			us=1000
			for algorithm in native "$@" native#2; do
				row $order "$algorithm" $bytes $((us += 1000)) 0.25
			done
		done
	done
	cp series.csv "$results/orders-mpich.csv"
	cp series.csv "$results/orders-openmpi.csv"
}

@test "the README's picture is made of both series of orders, and of no fewer: the plan, or else the ring" {
	command -v gnuplot >/dev/null || skip "no gnuplot is here"
	ordered results planned ring
	timeout 60 "$ROOT/tests/bench/report.sh" results
	grep -q '^!\[.*\](first.svg)$' results/README.md
	for name in MPICH "Open MPI" "ringgen on MPICH" "ringgen on Open MPI" "the bound" "8 KiB" "1 MiB"; do
		grep -q ">$name<" results/first.svg
	done
	head -n 1 series.csv >heading && mv heading series.csv
	ordered older ring
	timeout 60 "$ROOT/tests/bench/report.sh" older
	grep -q ">ringgen&apos;s ring on MPICH<\|>ringgen's ring on MPICH<" older/first.svg
	rm results/first.svg results/orders-mpich.csv
	timeout 60 "$ROOT/tests/bench/report.sh" results
	[ ! -e results/first.svg ]
	run ! grep -q first.svg results/README.md
	grep -q '(tests/bench/results/first.svg)$' "$ROOT/README.md"
}

@test "the README's table is that of the last measurement" {
	timeout 30 "$ROOT/tests/bench/excerpt.sh" "$ROOT/tests/bench/results" >parts
	[ "$(grep -c '^|' parts)" -ge 6 ]
	while read -r line; do
		grep -qxF "$line" "$ROOT/README.md"
	done <parts
}

@test "a measurement replaces the README's table and what it says of the picture, and nothing else" {
	ordered results planned ring
	cp "$ROOT/README.md" README.md
	timeout 30 "$ROOT/tests/bench/excerpt.sh" results README.md
	grep -qxF '| 1 MiB | shuffled | 2.00 (0.25) | 3.00 (0.25) | 2.00 (0.25) | 3.00 (0.25) |' README.md
	[ "$(grep -c '^| 8 KiB | ' README.md)" = 4 ]
	grep -qxF '| size | ranks in the order | MPICH | ringgen on MPICH | Open MPI | ringgen on Open MPI |' README.md
	grep -qF "ringgen's plan is shown, " README.md
	run ! grep -q 'plain ring' README.md
	# What is left when both are taken away is what was there.
	rest() {
		awk '/^An allreduce on 32 machines / || /^\| size \| ranks / { skipping = 1 } /^$/ { skipping = 0 } !skipping' "$1"
	}
	diff <(rest "$ROOT/README.md") <(rest README.md)
	# And back.
	timeout 30 "$ROOT/tests/bench/excerpt.sh" "$ROOT/tests/bench/results" README.md
	diff "$ROOT/README.md" README.md
	# What is no README of ours is left as it is.
	echo "nothing" >other
	run ! timeout 30 "$ROOT/tests/bench/excerpt.sh" results other
	[ "$(cat other)" = nothing ]
}

# sample ALGORITHM NUMBER US...: samples of a broadcast, the first of which has that number.
sample() {
	local algorithm=$1 number=$2 us
	shift 2
	for us; do
		echo "x,bcast,$algorithm,65536,$number,$us"
		number=$((number + 1))
	done
}

@test "the interval of a ratio: of the turns, none of few samples; behind is where all of it is below 1" {
	ratios() {
		(
			echo label,collective,algorithm,bytes,sample,us
			cat
		) | awk -f "$ROOT/tests/bench/ratios.awk" | tail -n +2
	}
	# What varies for both alike does not make it wider.
	run ratios < <(sample native 0 200 400 600 800 1000 1200 1400 && sample planned 0 100 200 300 400 500 600 700)
	[ "$output" = "x,bcast,65536,7,800,400,2.0000,2.0000,2.0000,95%" ]
	run ratios < <(sample native 0 100 101 99 100 103 97 100 200 && sample planned 0 100 100 100 100 100 100 100 100)
	echo "$output"
	awk -F, '{ exit !($4 == 8 && $7 == 1 && $8 >= 0.97 && $8 <= 1 && $9 >= 1 && $9 < 1.5 && $10 == "95%") }' <<<"$output"
	run ratios < <(sample native 0 100 200 300 && sample planned 0 200 200 200)
	[ "$output" = "x,bcast,65536,3,200,200,1.0000,0.5000,1.5000,range" ]
	# One of them was given up.
	run ratios < <(sample native 0 100 200 300)
	[ -z "$output" ]

	run awk -f "$ROOT/tests/bench/intervals.awk" <<-END
		label,collective,bytes,samples,native_us,planned_us,ratio,low,high,interval
		x,bcast,65536,9,2000,1000,2.0000,1.9000,2.1000,95%
		x,bcast,131072,9,500,1000,0.5000,0.4000,0.9900,95%
		x,barrier,0,9,980,1000,0.9800,0.9000,1.0100,95%
	END
	echo "$output"
	[[ $output == *"| x | bcast | 64 KiB | 2.00 ms | 1.00 ms | 2.00 | 1.90 to 2.10 | 9 |"* ]]
	[[ $output == *"| x | bcast | 1.00 | 0.50 |"* ]]
	[ "$(grep -c '^- ' <<<"$output")" = 1 ]
	[[ $output == *"- x bcast of 128 KiB: 0.50 (0.40 to 0.99)" ]]
}

@test "trees: the best segment of each, what it gains, and which tree is the best" {
	cat >trees.csv <<-END
		star,collective,algorithm,ranks,bytes,segment,seconds,bound
		star,bcast,chain,8,65536,0,0.008,0.001
		star,bcast,chain,8,65536,1024,0.004,0.001
		star,bcast,chain,8,65536,2048,0.002,0.001
		star,bcast,chain,8,65536,4096,0.002,0.001
		star,bcast,binary,8,65536,0,0.003,0.001
		star,bcast,binary,8,65536,1024,0.0035,0.001
	END
	run awk -v as=segments -f "$ROOT/tests/bench/nishtala.awk" trees.csv
	[ "${lines[2]}" = "| star | bcast | 8 | 64 KiB | 4.00 (4 KiB) | 1.00 (whole) |" ]
	run awk -v as=trees -f "$ROOT/tests/bench/nishtala.awk" trees.csv
	[ "${lines[2]}" = "| star | bcast | 8 | 64 KiB | chain (0.50) | 2.00 ms, 4 KiB | 3.00 ms, whole |" ]
	run awk -v as=lengths -f "$ROOT/tests/bench/nishtala.awk" trees.csv
	[ "${lines[3]}" = "| star | bcast | 8 | 64 KiB | 1 KiB | 4.00 ms | 3.50 ms |" ]
	[ "${#lines[@]}" = 6 ]
}

@test "curves: where the fastest changes, predicted and measured, and what a wrong prediction costs" {
	curve() {
		echo "$1,bcast,$2,$3,8,8,9,$4,$4,$4,1,1,1,yes" >>series.csv
	}
	curve predicted ring 2048 20 && curve predicted tree 2048 10
	curve predicted ring 1024 20 && curve predicted tree 1024 10
	curve predicted ring 4096 20 && curve predicted tree 4096 40
	curve measured ring 1024 20 && curve measured tree 1024 10
	curve measured ring 2048 20 && curve measured tree 2048 25
	curve measured ring 4096 20 && curve measured tree 4096 40
	run awk -f "$ROOT/tests/bench/curves.awk" series.csv
	echo "$output"
	[ "$status" = 0 ]
	[[ $output == *"| 2 KiB | **20.0 us** | 25.0 us |"* ]]
	[[ $output == *"| bcast | predicted | tree from 1 KiB, ring from 4 KiB |"* ]]
	[[ $output == *"| bcast | measured | tree from 1 KiB, ring from 2 KiB |"* ]]
	[[ $output == *"| bcast | measured | 1.077 | 1.250 at 2 KiB |"* ]]
}

@test "ports by size: the list that is predicted to be the fastest, beside what was measured" {
	cat >plan.csv <<-'END'
		collective,ordered,bytes,algorithm,ports,slice,seconds,bound
		allreduce,no,8,factored,3 3,0,2e-5,1e-6
		allreduce,no,8,factored,7 1,0,1e-5,1e-6
		allreduce,yes,8,factored,15,0,1e-6,1e-6
		allreduce,no,8,ring,,0,1e-6,1e-6
		allreduce,no,1024,factored,3 3,0,1e-5,1e-6
		allreduce,no,1024,factored,-7 1 7,0,2e-5,1e-6
	END
	row x native 8 30 0.1
	row x planned 8 10 0.1
	row x factored 8 20 0.1
	row x native 1024 40 0.1
	row x planned 1024 80 0.1
	row x factored 1024 20 0.1
	run timeout 10 awk -F, -f "$ROOT/tests/bench/ports.awk" plan.csv series.csv
	echo "$output"
	[ "$status" = 0 ]
	[ "${#lines[@]}" = 3 ]
	[[ ${lines[1]} =~ ^\ +8\ +7\ 1\ +30.0\ +20.0\ +1.50\ +10.0\ +3.00$ ]]
	[[ ${lines[2]} =~ ^\ +1024\ +3\ 3\ +40.0\ +20.0\ +2.00\ +80.0\ +0.50$ ]]
}

@test "segments that were measured have the tables of those that are predicted" {
	mkdir results
	row() { echo "star4 $1,bcast,tree:$2,131072,4,4,9,$3,$3,$3,1,1000,0.1,yes" >>series.csv; }
	row 0 chain 4000
	row 2048 chain 1000
	row 8192 chain 2000
	row 0 binary 3000
	row 2048 binary 2000
	row 8192 binary 1500
	mv series.csv results/nishtala-emulated.csv
	timeout 30 "$ROOT/tests/bench/report.sh" results
	cat results/README.md
	grep -qF '| star4 | bcast | 4 | 128 KiB | 4.00 (2 KiB) | 2.00 (8 KiB) |' results/README.md
}

@test "the page's predicted trees are what is predicted today: else make bench PARTS=nishtala_predicted" {
	export OUT=${OUT:-$ROOT/.build} RINGGEN=${RINGGEN:-$ROOT/.build/ringgen}
	timeout 120 "$ROOT/tests/bench/bench.sh" quick "$BATS_TEST_TMPDIR/out" "$BATS_TEST_TMPDIR/results" nishtala_predicted >/dev/null
	awk -F, 'NR == FNR { old[$1, $2, $3, $4, $5, $6] = $7; n++; next }
		$2 != "collective" && !((r = old[$1, $2, $3, $4, $5, $6] / $7) > 0.99999 && r < 1.00001) { print "now: " $0; different++ }
		{ n-- }
		END { if (n) print n " rows are no more"; exit n != 0 || different > 0 }' \
		"$ROOT/tests/bench/results/nishtala.csv" "$BATS_TEST_TMPDIR/results/nishtala.csv"
}
