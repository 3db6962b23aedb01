# SPDX-License-Identifier: BSD-3-Clause
# table.awk: a series (ringbench's CSV) as a Markdown table, a row a size, a column an algorithm; then what it says.
# -v reference=ring names the algorithm that the others are compared with. A size that was measured twice counts as
# measured last.

function size_text(b) {
	if (b >= 1048576 && b % 1048576 == 0)
		return b / 1048576 " MiB"
	if (b >= 1024 && b % 1024 == 0)
		return b / 1024 " KiB"
	return b " B"
}

# Microseconds as milliseconds, three digits.
function time_text(us,   ms) {
	ms = us / 1000
	return sprintf((ms >= 100 ? "%.0f" : ms >= 10 ? "%.1f" : ms >= 1 ? "%.2f" : "%.3f"), ms)
}

function ratio_text(x) {
	return sprintf((x >= 10 ? "%.0f" : "%.2g"), x)
}

function measured(l, a, b,   key) {
	key = l SUBSEP a SUBSEP b
	return key in median
}

# The second of an A/A pair.
function is_again(a) {
	return a ~ /#/
}

BEGIN { FS = "," }

NR == 1 {
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}

{
	label = $column["label"]; algorithm = $column["algorithm"]; bytes = $column["bytes"]
	if (!(label in labels)) { labels[label] = 1; label_at[++nlabels] = label }
	if (!(algorithm in algorithms)) { algorithms[algorithm] = 1; algorithm_at[++nalgorithms] = algorithm }
	if (!(bytes in sizes)) { sizes[bytes] = 1; size_at[++nsizes] = bytes + 0 }
	# What was wrong or not served has no times.
	if ($column["median_us"] != "") {
		median[label, algorithm, bytes] = $column["median_us"] + 0
		efficiency[label, algorithm, bytes] = $column["efficiency"]
	}
	if ($column["verified"] == "no")
		wrong[++nwrong] = algorithm " at " size_text(bytes)
}

function sort_sizes(   i, j, t) {
	for (i = 2; i <= nsizes; i++)
		for (j = i; j > 1 && size_at[j] < size_at[j - 1]; j--) {
			t = size_at[j]; size_at[j] = size_at[j - 1]; size_at[j - 1] = t
		}
}

function print_row(l, b,   k, a, best, cell, e) {
	best = -1
	for (k = 1; k <= nalgorithms; k++) {
		a = algorithm_at[k]
		if (measured(l, a, b) && !is_again(a) && (best < 0 || median[l, a, b] < best))
			best = median[l, a, b]
	}
	if (best < 0)
		return
	printf "|%s %s |", (nlabels > 1 ? " " l " |" : ""), size_text(b)
	for (k = 1; k <= nalgorithms; k++) {
		a = algorithm_at[k]
		if (is_again(a))
			continue
		if (!measured(l, a, b)) {
			printf " |"
			continue
		}
		cell = time_text(median[l, a, b])
		e = efficiency[l, a, b]
		printf " %s%s |", (median[l, a, b] == best ? "**" cell "**" : cell), (e == "" ? "" : sprintf(" (%.2f)", e))
	}
	printf "\n"
}

# From which size on the reference is faster than algorithm a, and how it does at the smallest.
function print_break_even(l, a,   i, b, from, least) {
	from = ""; least = ""
	for (i = nsizes; i >= 1; i--) {
		b = size_at[i]
		if (!measured(l, a, b) || !measured(l, reference, b))
			continue
		if (median[l, reference, b] >= median[l, a, b])
			break
		from = b
	}
	for (i = nsizes; i >= 1; i--) {
		b = size_at[i]
		if (measured(l, a, b) && measured(l, reference, b))
			least = b
	}
	if (least == "")
		return
	printf "| %s%s | %s | %s |\n", (nlabels > 1 ? l " | " : ""), a,
		(from == "" ? "never, in these sizes" : from == least ? "all sizes" : size_text(from) " on"),
		ratio_text(median[l, reference, least] / median[l, a, least])
}

# The largest difference between the two of an A/A pair, as a share; -1: there is none.
function spread(   i, j, k, a, once, b, d, most) {
	most = -1
	for (i = 1; i <= nlabels; i++)
		for (k = 1; k <= nalgorithms; k++) {
			a = once = algorithm_at[k]
			sub(/#.*/, "", once)
			for (j = 1; is_again(a) && j <= nsizes; j++) {
				b = size_at[j]
				if (!measured(label_at[i], a, b) || !measured(label_at[i], once, b))
					continue
				d = median[label_at[i], a, b] / median[label_at[i], once, b] - 1
				d = d < 0 ? -d : d
				most = d > most ? d : most
			}
		}
	return most
}

function print_times(   i, j, k) {
	printf "|%s size |", (nlabels > 1 ? " order |" : "")
	for (k = 1; k <= nalgorithms; k++)
		if (!is_again(algorithm_at[k]))
			printf " %s |", algorithm_at[k]
	printf "\n|%s---:|", (nlabels > 1 ? "---|" : "")
	for (k = 1; k <= nalgorithms; k++)
		if (!is_again(algorithm_at[k]))
			printf "---:|"
	printf "\n"
	for (i = 1; i <= nlabels; i++)
		for (j = 1; j <= nsizes; j++)
			print_row(label_at[i], size_at[j])
}

function print_comparison(   i, k, a) {
	printf "|%s against | %s is faster from | at the smallest size %s takes, times as long |\n|%s---|---|---:|\n",
		(nlabels > 1 ? " order |" : ""), reference, reference, (nlabels > 1 ? "---|" : "")
	for (i = 1; i <= nlabels; i++)
		for (k = 1; k <= nalgorithms; k++) {
			a = algorithm_at[k]
			if (a != reference && !is_again(a))
				print_break_even(label_at[i], a)
		}
}

END {
	sort_sizes()
	print_times()
	printf "\nMilliseconds, the median of the slowest rank; in parentheses the share of the bound.\n\n"
	print_comparison()
	noise = spread()
	if (noise >= 0)
		printf "\nThe same algorithm measured twice, in turn, differs by up to %.0f %%: less is no win and no loss.\n",
			100 * noise
	for (i = 1; i <= nwrong; i++)
		printf "\nWRONG RESULT: %s\n", wrong[i]
	exit nwrong > 0
}
