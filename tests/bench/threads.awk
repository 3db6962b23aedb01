# SPDX-License-Identifier: BSD-3-Clause
# threads.awk: samples, LABEL, WHAT and MICROSECONDS with tabs between, as a table: the least of each, since what else
# differs from process to process only adds to it, and how many times the first label's it is.

{
	if (!($1 in labels)) { labels[$1] = 1; label_at[++nlabels] = $1 }
	if (!($2 in whats)) { whats[$2] = 1; what_at[++nwhats] = $2 }
	if (!(($1, $2) in least) || $3 < least[$1, $2]) least[$1, $2] = $3 + 0
}

END {
	for (w = 1; w <= nwhats; w++) {
		for (l = 1; l <= nlabels; l++) {
			m[l] = least[label_at[l], what_at[w]]
			printf "%-28s %-40s %8.3f us %6.2f\n", l == 1 ? what_at[w] : "", label_at[l], m[l], m[l] / m[1]
			sum[l] += log(m[l] / m[1])
		}
	}
	for (l = 1; l <= nlabels; l++)
		printf "%-28s %-40s %11s %6.2f\n", l == 1 ? "geometric mean" : "", label_at[l], "", exp(sum[l] / nwhats)
}
