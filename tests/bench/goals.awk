# SPDX-License-Identifier: BSD-3-Clause
# goals.awk: a series (ringbench's CSV) as a Markdown table of what `planned` took, of the best other and of the native
# one; then means, the noise, and where the plan is behind by more than that. Ratios above 1: the plan is faster.
# -v orders=1: the labels are orders of the same ranks; how much each differs from the first is told.

function size_text(b) {
	if (b >= 1048576 && b % 1048576 == 0)
		return b / 1048576 " MiB"
	if (b >= 1024 && b % 1024 == 0)
		return b / 1024 " KiB"
	return b " B"
}

function time_text(us) {
	if (us >= 1000)
		return sprintf(us >= 1e5 ? "%.0f ms" : us >= 1e4 ? "%.1f ms" : "%.2f ms", us / 1000)
	return sprintf(us >= 100 ? "%.0f us" : us >= 10 ? "%.1f us" : "%.2f us", us)
}

BEGIN { FS = "," }

NR == 1 {
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}

{
	row = $column["label"] SUBSEP $column["collective"] SUBSEP $column["bytes"]
	algorithm = $column["algorithm"]
	if ($column["verified"] == "no")
		wrong[++nwrong] = algorithm ", " $column["collective"] " of " size_text($column["bytes"])
	if ($column["median_us"] == "")
		next
	if (!(row in seen)) { seen[row] = 1; row_at[++nrows] = row }
	if (!(algorithm in known)) { known[algorithm] = 1; algorithm_at[++nalgorithms] = algorithm }
	median[row, algorithm] = $column["median_us"] + 0
	efficiency[row, algorithm] = $column["efficiency"]
}

# The fastest of all but the plan and the second of an A/A pair; "": there is none.
function best_other(row,   i, a, best) {
	best = ""
	for (i = 1; i <= nalgorithms; i++) {
		a = algorithm_at[i]
		if (a == "planned" || a ~ /#/ || !((row SUBSEP a) in median))
			continue
		if (best == "" || median[row, a] < median[row, best])
			best = a
	}
	return best
}

# The second of each pair against the first, in all rows: a sorted list of differences.
function find_noise(   i, k, a, once, d, j) {
	for (i = 1; i <= nalgorithms; i++) {
		a = once = algorithm_at[i]
		if (!sub(/#.*/, "", once))
			continue
		for (k = 1; k <= nrows; k++) {
			if (!((row_at[k] SUBSEP a) in median) || !((row_at[k] SUBSEP once) in median))
				continue
			d = median[row_at[k], a] / median[row_at[k], once] - 1
			d = d < 0 ? -d : d
			for (j = ++npairs; j > 1 && pairs[j - 1] > d; j--)
				pairs[j] = pairs[j - 1]
			pairs[j] = d
		}
	}
	return npairs ? pairs[npairs] : 0
}

function print_row(row,   part, best, e, ratio) {
	split(row, part, SUBSEP)
	best = best_other(row)
	e = efficiency[row, "planned"]
	printf "| %s | %s | %s | %s%s |", part[1], part[2], size_text(part[3]), time_text(median[row, "planned"]),
		(e == "" ? "" : sprintf(" (%.2f)", e))
	group = part[1] SUBSEP part[2]
	if (!(group in groups)) { groups[group] = 1; group_at[++ngroups] = group }
	if (best != "") {
		ratio = median[row, best] / median[row, "planned"]
		printf " %s %s | %.2f |", time_text(median[row, best]), best, ratio
		sum[group] += log(ratio); n[group]++
		if (!(group in least) || ratio < least[group]) least[group] = ratio
		if (ratio < 1 - noise)
			behind[++nbehind] = sprintf("%s %s of %s: %s takes %.2f of its time", part[1], part[2], size_text(part[3]), best, ratio)
	} else
		printf " | |"
	if ((row SUBSEP "native") in median) {
		ratio = median[row, "native"] / median[row, "planned"]
		printf " %.2f |\n", ratio
		nsum[group] += log(ratio); nn[group]++
		if (!(group in nleast) || ratio < nleast[group]) nleast[group] = ratio
	} else
		print " |"
}

function print_means(   i, g, part) {
	print "\n| | collective | others / planned, mean | least | native / planned, mean | least |\n|---|---|---:|---:|---:|---:|"
	for (i = 1; i <= ngroups; i++) {
		g = group_at[i]
		split(g, part, SUBSEP)
		printf "| %s | %s |", part[1], part[2]
		if (n[g]) printf " %.2f | %.2f |", exp(sum[g] / n[g]), least[g]
		else printf " | |"
		if (nn[g]) printf " %.2f | %.2f |\n", exp(nsum[g] / nn[g]), nleast[g]
		else print " | |"
	}
}

# The plan's time in each order, as a multiple of that in the first.
function print_orders(   i, part, first, key) {
	print "\n| order | collective | size | the plan's time, times that of the first order |\n|---|---|---:|---:|"
	for (i = 1; i <= nrows; i++) {
		split(row_at[i], part, SUBSEP)
		key = part[2] SUBSEP part[3]
		if (!((row_at[i] SUBSEP "planned") in median))
			continue
		if (!(key in first)) { first[key] = median[row_at[i], "planned"]; continue }
		printf "| %s | %s | %s | %.3f |\n", part[1], part[2], size_text(part[3]), median[row_at[i], "planned"] / first[key]
	}
}

END {
	noise = find_noise()
	print "| | collective | size | planned | best other | ratio | native / planned |\n|---|---|---:|---:|---:|---:|---:|"
	for (i = 1; i <= nrows; i++)
		if ((row_at[i] SUBSEP "planned") in median)
			print_row(row_at[i])
	print_means()
	if (orders)
		print_orders()
	if (npairs)
		printf "\nThe same twice, in turn, differs by %.1f %% in the median and by up to %.1f %%.\n", 100 * pairs[int((npairs + 1) / 2)], 100 * noise
	if (nbehind)
		print "\nBehind by more than that:\n"
	else
		print "\nThe plan is nowhere behind by more than that."
	for (i = 1; i <= nbehind; i++)
		print "- " behind[i]
	for (i = 1; i <= nwrong; i++)
		print "\nWRONG RESULT: " wrong[i]
	exit nwrong > 0
}
