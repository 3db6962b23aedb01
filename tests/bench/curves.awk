# SPDX-License-Identifier: BSD-3-Clause
# curves.awk: series of ringbench's CSV in which each algorithm stands alone, labelled `predicted` and otherwise, as Markdown
# tables: what each takes at each size, predicted and measured; then where the fastest algorithm changes.

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

$1 == "label" && $2 == "collective" { next }

$9 == "" || $3 ~ /#/ { next }

{
	if (!($2 in collectives)) { collectives[$2] = 1; collective_at[++ncollectives] = $2 }
	if (!($1 in labels)) { labels[$1] = 1; label_at[++nlabels] = $1 }
	if (!(($2, $3) in algorithms)) { algorithms[$2, $3] = 1; algorithm_at[$2, ++nalgorithms[$2]] = $3 }
	if (!(($2, $4) in sizes)) { sizes[$2, $4] = 1; size_at[$2, ++nsizes[$2]] = $4 + 0 }
	time[$1, $2, $3, $4] = $9 + 0
}

function sort_sizes(c,   i, j, t) {
	for (i = 2; i <= nsizes[c]; i++)
		for (j = i; j > 1 && size_at[c, j] < size_at[c, j - 1]; j--) {
			t = size_at[c, j]; size_at[c, j] = size_at[c, j - 1]; size_at[c, j - 1] = t
		}
}

function fastest(l, c, b,   k, a, best) {
	best = ""
	for (k = 1; k <= nalgorithms[c]; k++) {
		a = algorithm_at[c, k]
		if (((l, c, a, b) in time) && (best == "" || time[l, c, a, b] < time[l, c, best, b]))
			best = a
	}
	return best
}

function print_times(l, c,   s, k, b, a, best) {
	printf "| %s, %s |", c, l
	for (k = 1; k <= nalgorithms[c]; k++) printf " %s |", algorithm_at[c, k]
	printf "\n|---:|"
	for (k = 1; k <= nalgorithms[c]; k++) printf "---:|"
	print ""
	for (s = 1; s <= nsizes[c]; s++) {
		b = size_at[c, s]
		best = fastest(l, c, b)
		if (best == "")
			continue
		printf "| %s |", size_text(b)
		for (k = 1; k <= nalgorithms[c]; k++) {
			a = algorithm_at[c, k]
			if (!((l, c, a, b) in time)) printf " |"
			else printf " %s%s%s |", (a == best ? "**" : ""), time_text(time[l, c, a, b]), (a == best ? "**" : "")
		}
		print ""
	}
	print ""
}

function print_changes(l, c,   s, b, best, last, text) {
	last = text = ""
	for (s = 1; s <= nsizes[c]; s++) {
		b = size_at[c, s]
		best = fastest(l, c, b)
		if (best != "" && best != last) {
			text = text (text == "" ? "" : ", ") best " from " size_text(b)
			last = best
		}
	}
	if (text != "") printf "| %s | %s | %s |\n", c, l, text
}

# What is lost where the predicted choice is taken: its measured time by that of the fastest.
function print_loss(l, c,   s, b, a, r, n, sum, worst, at) {
	n = sum = worst = 0
	for (s = 1; s <= nsizes[c]; s++) {
		b = size_at[c, s]
		a = fastest("predicted", c, b)
		if (a == "" || fastest(l, c, b) == "" || !((l, c, a, b) in time))
			continue
		r = time[l, c, a, b] / time[l, c, fastest(l, c, b), b]
		sum += log(r)
		n++
		if (r > worst) { worst = r; at = b }
	}
	if (n) printf "| %s | %s | %.3f | %.3f at %s |\n", c, l, exp(sum / n), worst, size_text(at)
}

END {
	for (i = 1; i <= ncollectives; i++) {
		sort_sizes(collective_at[i])
		for (k = 1; k <= nlabels; k++)
			print_times(label_at[k], collective_at[i])
	}
	print "| | | the fastest |\n|---|---|---|"
	for (i = 1; i <= ncollectives; i++)
		for (k = 1; k <= nlabels; k++)
			print_changes(label_at[k], collective_at[i])
	print "\n| | | the predicted choice, times as long as the fastest: mean | at the worst size |\n|---|---|---:|---:|"
	for (i = 1; i <= ncollectives; i++)
		for (k = 1; k <= nlabels; k++)
			if (label_at[k] != "predicted") print_loss(label_at[k], collective_at[i])
}
