# SPDX-License-Identifier: BSD-3-Clause
# ratios.awk: each sample of a series (ringbench's --samples) as lines of CSV: for each label, collective and size how many
# times as long `native` takes as `planned` (-v theirs=NAME -v ours=NAME), by the medians, and the 95 % confidence interval
# of that. Samples of one number were taken in turn. The interval is a bootstrap's: pairs are drawn again as often as
# there were, with replacement, and of DRAWS ratios of medians the outer twentieth is cut off (Efron & Tibshirani, "An
# Introduction to the Bootstrap", 1993, 13.3). Fewer than six pairs have no interval, but their least and highest ratio.

function median_of(v, n,   i, j, t) {
	for (i = 2; i <= n; i++) {
		t = v[i]
		for (j = i - 1; j >= 1 && v[j] > t; j--)
			v[j + 1] = v[j]
		v[j + 1] = t
	}
	return (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2
}

# The median of what was drawn: draw[1], ..., draw[n] are numbers of samples.
function median_drawn(row, algorithm, draw, n,   i, v) {
	for (i = 1; i <= n; i++)
		v[i] = time[row, algorithm, draw[i]]
	return median_of(v, n)
}

function ratio_drawn(row, draw, n) {
	return median_drawn(row, theirs, draw, n) / median_drawn(row, ours, draw, n)
}

BEGIN {
	FS = OFS = ","
	DRAWS = 1000
	theirs = theirs == "" ? "native" : theirs
	ours = ours == "" ? "planned" : ours
	srand(1)
	print "label", "collective", "bytes", "samples", "native_us", "planned_us", "ratio", "low", "high", "interval"
}

$1 == "label" && $2 == "collective" { next }

{
	row = $1 (NF > 6 ? " " $7 : "") OFS $2 OFS $4 # with the kind of blocks, if there is one
	if (!(row in seen)) { seen[row] = 1; row_at[++nrows] = row }
	# A series that was measured in several runs begins anew: later samples have other numbers.
	time[row, $3, ++count[row, $3]] = $6 + 0
}

function tell(row,   n, i, k, draw, ratio, middle, low, high, kind) {
	n = count[row, theirs] < count[row, ours] ? count[row, theirs] : count[row, ours]
	if (!n)
		return
	for (i = 1; i <= n; i++)
		draw[i] = i
	middle = ratio_drawn(row, draw, n)
	if (n < 6) {
		kind = "range"
		for (i = 1; i <= n; i++)
			ratio[i] = time[row, theirs, i] / time[row, ours, i]
		median_of(ratio, n)
		low = ratio[1]; high = ratio[n]
	} else {
		kind = "95%"
		for (k = 1; k <= DRAWS; k++) {
			for (i = 1; i <= n; i++)
				draw[i] = 1 + int(rand() * n)
			ratio[k] = ratio_drawn(row, draw, n)
		}
		median_of(ratio, DRAWS)
		low = ratio[int(DRAWS * 0.025)]; high = ratio[int(DRAWS * 0.975)]
	}
	for (i = 1; i <= n; i++)
		draw[i] = i
	printf "%s,%d,%.6g,%.6g,%.4f,%.4f,%.4f,%s\n", row, n, median_drawn(row, theirs, draw, n), median_drawn(row, ours, draw, n), middle, low, high, kind
}

END {
	for (r = 1; r <= nrows; r++)
		tell(row_at[r])
}
