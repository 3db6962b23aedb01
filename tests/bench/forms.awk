# SPDX-License-Identifier: BSD-3-Clause
# forms.awk: a series (ringbench's CSV) of several forms as a Markdown table: the microseconds of each algorithm in each
# form; then how many times as fast ours are as the native ones, the geometric mean over all sizes, and the least.

BEGIN { FS = "," }

NR == 1 {
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}

{
	collective = $column["collective"]
	row = collective SUBSEP $column["bytes"]
	algorithm = $column["algorithm"]
	if ($column["verified"] == "no")
		wrong[++nwrong] = algorithm ", " collective " of " $column["bytes"] " bytes"
	if ($column["median_us"] == "")
		next
	if (!(row in seen)) { seen[row] = 1; row_at[++nrows] = row }
	if (!(collective in known)) { known[collective] = 1; collective_at[++ncollectives] = collective }
	if (!(algorithm in column_of)) { column_of[algorithm] = 1; algorithm_at[++nalgorithms] = algorithm }
	median[row, algorithm] = $column["median_us"] + 0
}

function size_text(b) {
	if (b >= 1048576 && b % 1048576 == 0)
		return b / 1048576 " MiB"
	if (b >= 1024 && b % 1024 == 0)
		return b / 1024 " KiB"
	return b " B"
}

function print_row(row,   part, i, t) {
	split(row, part, SUBSEP)
	printf "| %s | %s |", part[1], size_text(part[2])
	for (i = 1; i <= nalgorithms; i++) {
		t = median[row, algorithm_at[i]]
		if (t == "") printf " |"
		else printf (t >= 100 ? " %.0f |" : t >= 10 ? " %.1f |" : " %.2f |"), t
	}
	print ""
}

# One line of means: theirs by ours.
function print_means(theirs, ours,   c, i, part, ratio, n, sum, least) {
	if (!(theirs in column_of) || !(ours in column_of))
		return
	printf "| %s / %s |", theirs, ours
	for (c = 1; c <= ncollectives; c++) {
		n = sum = 0
		for (i = 1; i <= nrows; i++) {
			split(row_at[i], part, SUBSEP)
			if (part[1] != collective_at[c] || !((row_at[i] SUBSEP theirs) in median) || !((row_at[i] SUBSEP ours) in median))
				continue
			ratio = median[row_at[i], theirs] / median[row_at[i], ours]
			least = n && least < ratio ? least : ratio
			sum += log(ratio)
			n++
		}
		if (n) printf " %.2f (%.2f) |", exp(sum / n), least
		else printf " |"
	}
	print ""
}

function print_pair(theirs, ours) {
	print_means(theirs, ours)
	print_means(theirs, ours "+persistent")
	print_means(theirs "+persistent", ours "+persistent")
	print_means(theirs "+nonblocking", ours "+nonblocking")
}

END {
	printf "| | size |"
	for (i = 1; i <= nalgorithms; i++) printf " %s |", algorithm_at[i]
	printf "\n|---|---:|"
	for (i = 1; i <= nalgorithms; i++) printf "---:|"
	print ""
	for (i = 1; i <= nrows; i++)
		print_row(row_at[i])
	print "\nMicroseconds, medians. Geometric means of the ratios, in parentheses the least; above 1 ours are faster:\n"
	printf "| |"
	for (c = 1; c <= ncollectives; c++) printf " %s |", collective_at[c]
	printf "\n|---|"
	for (c = 1; c <= ncollectives; c++) printf "---:|"
	print ""
	print_pair("native", "planned")
	print_pair("pmpi", "preload")
	for (i = 1; i <= nwrong; i++)
		print "\nWRONG RESULT: " wrong[i]
	exit nwrong > 0
}
