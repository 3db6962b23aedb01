#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# excerpt.sh RESULTS: the table of the README, from the series that `make bench` measured.
set -eu

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

echo "| 1 MiB, ranks in the order | MPICH | ringgen on MPICH | Open MPI | ringgen on Open MPI |"
echo "|---|---:|---:|---:|---:|"
while read -r order name; do
	printf '| %s |' "$name"
	cells "$1/orders-mpich.csv" "$order" 1048576 native ring
	cells "$1/orders-openmpi.csv" "$order" 1048576 native ring
	echo
done <<END
default of the file, which is depth first
alphabetical of their names
shuffled shuffled
reordered shuffled, then put in order by \`ringgen order\`
END
