# SPDX-License-Identifier: BSD-3-Clause
# lottery.awk LOTTERY BEST: samples of ringbench, of calls that a lottery served and of the best way that it found: medians
# of the first and of the last hundred of its calls, and how many times as long the latter are as the best way alone.

function median_of(v, n,   i, j, t) {
	for (i = 2; i <= n; i++) {
		t = v[i]
		for (j = i - 1; j >= 1 && v[j] > t; j--)
			v[j + 1] = v[j]
		v[j + 1] = t
	}
	return n ? (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2 : 0
}

function median(which, row, from, to,   i, n, v) {
	for (i = from; i <= to && (which, row, i) in time; i++)
		v[++n] = time[which, row, i]
	return median_of(v, n)
}

BEGIN { FS = "," }
FNR == 1 { which++ }
$1 == "label" { next }
{
	row = sprintf("%-10s %7d", $2, $4)
	if (!(row in seen)) { seen[row] = 1; row_at[++nrows] = row }
	time[which, row, ++count[which, row]] = $6 + 0
}

END {
	printf "%-10s %7s %12s %12s %12s %7s\n", "", "bytes", "first 100", "last 100", "best alone", "ratio"
	for (i = 1; i <= nrows; i++) {
		row = row_at[i]
		best = median(2, row, 1, 40)
		if (best > 0)
			printf "%s %9.0f us %9.0f us %9.0f us %7.2f\n", row, median(1, row, 1, 100), median(1, row, 101, 200), best,
				median(1, row, 101, 200) / best
	}
}
