# SPDX-License-Identifier: BSD-3-Clause
# peers.awk: a series (ringbench's CSV) of several algorithms and kinds of blocks as a table: the median of each algorithm in
# microseconds, a line for each collective, kind and size. The last column of the series is the kind.

NR == 1 {
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}

{
	algorithm = $column["algorithm"]
	row = sprintf("%-8s %-9s %-12s %9d", $column["label"], $column["collective"], $NF, $column["bytes"])
	if (!(row in seen)) { seen[row] = 1; row_at[++rows] = row }
	if (!(algorithm in known)) { known[algorithm] = 1; algorithm_at[++algorithms] = algorithm }
	median[row, algorithm] = $column["median_us"]
}

END {
	printf "%-8s %-9s %-12s %9s", "", "", "blocks", "bytes"
	for (a = 1; a <= algorithms; a++)
		printf " %10s", algorithm_at[a]
	print ""
	for (r = 1; r <= rows; r++) {
		printf "%s", row_at[r]
		for (a = 1; a <= algorithms; a++)
			printf median[row_at[r], algorithm_at[a]] == "" ? " %10s" : " %10.0f", median[row_at[r], algorithm_at[a]]
		print ""
	}
}
