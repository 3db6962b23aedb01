# SPDX-License-Identifier: BSD-3-Clause
# intervals.awk: ratios.awk's lines as a Markdown table, then the geometric mean for each label and collective, and where
# ours is behind: where the whole interval of native / planned is below 1. Not behind means that it is not.

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

BEGIN {
	FS = ","
	print "| | collective | size | native | planned | native / planned | 95 % interval | samples |\n|---|---|---:|---:|---:|---:|---:|---:|"
}

$1 == "label" && $2 == "collective" { next }

{
	is_range = $10 == "range"
	printf "| %s | %s | %s | %s | %s | %.2f | %s%.2f to %.2f | %d |\n", $1, $2, size_text($3), time_text($5), time_text($6), $7,
		(is_range ? "all: " : ""), $8, $9, $4
	group = $1 SUBSEP $2
	if (!(group in n)) group_at[++ngroups] = group
	n[group]++
	sum[group] += log($7)
	if (n[group] == 1 || $7 < least[group]) least[group] = $7
	if ($9 < 1) behind[++nbehind] = sprintf("%s %s of %s: %.2f (%.2f to %.2f)%s", $1, $2, size_text($3), $7, $8, $9, (is_range ? ", of few samples" : ""))
}

END {
	print "\n| | collective | native / planned, geometric mean | least |\n|---|---|---:|---:|"
	for (i = 1; i <= ngroups; i++) {
		split(group_at[i], part, SUBSEP)
		printf "| %s | %s | %.2f | %.2f |\n", part[1], part[2], exp(sum[group_at[i]] / n[group_at[i]]), least[group_at[i]]
	}
	if (!ngroups)
		exit
	print nbehind ? "\nBehind, the whole interval below 1:\n" : "\nNowhere behind: no interval is below 1."
	for (i = 1; i <= nbehind; i++)
		print "- " behind[i]
}
