#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# excerpt.sh RESULTS [README | --ours]: what the README says of its figure, and its table, from the series of rank orders that
# `make bench PARTS=orders_emulated` measured. README: these parts of the file are replaced. --ours: only what ringgen is in
# them, "planned" (its plan, which is what a user gets) or "ring" (series without the plan).
set -eu

results=$1
ours=planned name=ringgen
for mpi in mpich openmpi; do
	grep -q ',planned,' "$results/orders-$mpi.csv" || ours=ring name="ringgen's ring"
done

# cells FILE LABEL BYTES ALGORITHM...: "time (share of the bound)" of each, as cells of a row.
cells() {
	file=$1 label=$2 bytes=$3
	shift 3
	for algorithm; do
		awk -F, -v label="$label" -v bytes="$bytes" -v algorithm="$algorithm" '
			(label == "" || $1 == label) && $3 == algorithm && $4 == bytes { ms = $9 / 1000; share = $13 }
			END {
				form = ms >= 100 ? "%.0f" : ms >= 10 ? "%.1f" : "%.2f"
				printf(" " form " (%.2f) |", ms, share)
			}' "$file"
	done
}

# What stands below the picture.
caption() {
	echo "An allreduce on 32 machines behind four switches, emulated on one (real MPI over TCP, links of 20 Mbit/s). The bound is"
	if [ $ours = planned ]; then
		echo "the least time that the links allow. ringgen's plan is shown, which chooses an algorithm by size: it is what a user"
		printf 'gets.'
	else
		echo "the least time that the links allow. Only ringgen's plain ring is shown; it is slow for short vectors, which other"
		printf 'algorithms serve.'
	fi
	echo " [All measurements](tests/bench/results/README.md) say where ringgen is behind, too."
}

# rows BYTES NAME: a row for each order, if that size was measured.
rows() {
	grep -q "^default,allreduce,$ours,$1," "$results/orders-mpich.csv" || return 0
	while read -r order words; do
		printf '| %s | %s |' "$2" "$words"
		cells "$results/orders-mpich.csv" "$order" "$1" native $ours
		cells "$results/orders-openmpi.csv" "$order" "$1" native $ours
		echo
	done <<-END
		default of the file, which is depth first
		alphabetical of their names
		shuffled shuffled
		reordered shuffled, then put in order by \`ringgen order\`
	END
}

table() {
	echo "| size | ranks in the order | MPICH | $name on MPICH | Open MPI | $name on Open MPI |"
	echo "|---|---|---:|---:|---:|---:|"
	rows 8192 "8 KiB"
	rows 1048576 "1 MiB"
}

case ${2:-} in
--ours)
	echo "$ours"
	;;
"")
	caption
	echo
	table
	;;
*)
	new=$(mktemp)
	trap 'rm -f "$new"' EXIT
	# The paragraph that begins so, up to an empty line; the table that has this heading.
	awk -v caption="$(caption)" -v table="$(table)" '
		/^An allreduce on 32 machines / { print caption; skipping = 1; done++ }
		/^\| size \| ranks in the order \|/ { print table; skipping = 1; done++ }
		/^$/ { skipping = 0 }
		!skipping
		END { exit done != 2 }' "$2" >"$new"
	cat "$new" >"$2"
	;;
esac
