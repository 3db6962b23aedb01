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

@test "the README's table is that of the last measurement" {
	timeout 30 "$ROOT/tests/bench/excerpt.sh" "$ROOT/tests/bench/results" >tables
	[ "$(grep -c '^|' tables)" = 6 ]
	while read -r line; do
		grep -qxF "$line" "$ROOT/README.md"
	done <tables
}
