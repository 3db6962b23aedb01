# SPDX-License-Identifier: BSD-3-Clause
# nishtala.awk: what `segments` printed, with a first column that names the cluster, as Markdown tables.
# -v as=segments: for each number of ranks and each tree, the best segment and how many times as fast it is as the tree
# without segments (Nishtala et al. 2003, Fig. 2 and 5); -v as=lengths: times by the length of the segment (Fig. 6);
# -v as=trees: for each collective, size and number of ranks the best segment of each tree and what it takes then, and
# which tree is the best (Fig. 3 and 4).

function size_text(b) {
	if (b >= 1048576 && b % 1048576 == 0)
		return b / 1048576 " MiB"
	if (b >= 1024 && b % 1024 == 0)
		return b / 1024 " KiB"
	return b " B"
}

function segment_text(b) {
	return b ? size_text(b) : "whole"
}

function time_text(s) {
	s *= 1e6
	if (s >= 1000)
		return sprintf(s >= 1e5 ? "%.0f ms" : s >= 1e4 ? "%.1f ms" : "%.2f ms", s / 1000)
	return sprintf(s >= 100 ? "%.0f us" : s >= 10 ? "%.1f us" : "%.2f us", s)
}

BEGIN { FS = "," }

$2 == "collective" { next }

{
	row = $1 SUBSEP $2 SUBSEP $4 SUBSEP $5 # cluster, collective, ranks, bytes
	if (!(row in rows)) { rows[row] = 1; row_at[++nrows] = row }
	if (!($3 in trees)) { trees[$3] = 1; tree_at[++ntrees] = $3 }
	if (!($6 in lengths)) { lengths[$6] = 1; length_at[++nlengths] = $6 + 0 }
	seconds[row, $3, $6] = $7 + 0
	if ($6 == 0) whole[row, $3] = $7 + 0
	# Of segments that are as good the longest.
	if (!((row, $3) in best) || $7 <= best[row, $3] * 1.0001) { best[row, $3] = $7 + 0; segment[row, $3] = $6 }
	bound[row] = $8
}

function sort_lengths(   i, j, t) {
	for (i = 2; i <= nlengths; i++)
		for (j = i; j > 1 && length_at[j] < length_at[j - 1]; j--) {
			t = length_at[j]; length_at[j] = length_at[j - 1]; length_at[j - 1] = t
		}
}

function print_head(first,   k) {
	printf "| | | ranks | size |%s", first
	for (k = 1; k <= ntrees; k++) printf " %s |", tree_at[k]
	print ""
	printf "|---|---|---:|---:|%s", (first == "" ? "" : "---|")
	for (k = 1; k <= ntrees; k++) printf "---:|"
	print ""
}

function print_row_head(row,   part) {
	split(row, part, SUBSEP)
	printf "| %s | %s | %s | %s |", part[1], part[2], part[3], size_text(part[4])
}

function print_segments(   i, k, key) {
	print_head("")
	for (i = 1; i <= nrows; i++) {
		print_row_head(row_at[i])
		for (k = 1; k <= ntrees; k++) {
			key = row_at[i] SUBSEP tree_at[k]
			if ((key in whole) && best[key] > 0) printf " %.2f (%s) |", whole[key] / best[key], segment_text(segment[key])
			else printf " |"
		}
		print ""
	}
}

function print_lengths(   i, k, s, key) {
	print_head(" segment |")
	sort_lengths()
	for (i = 1; i <= nrows; i++)
		for (s = 1; s <= nlengths; s++) {
			print_row_head(row_at[i])
			printf " %s |", segment_text(length_at[s])
			for (k = 1; k <= ntrees; k++) {
				key = row_at[i] SUBSEP tree_at[k] SUBSEP length_at[s]
				if (key in seconds) printf " %s |", time_text(seconds[key])
				else printf " |"
			}
			print ""
		}
}

function print_trees(   i, k, key, first) {
	print_head(" best |")
	for (i = 1; i <= nrows; i++) {
		first = ""
		for (k = 1; k <= ntrees; k++) {
			key = row_at[i] SUBSEP tree_at[k]
			if ((key in best) && (first == "" || best[key] < best[row_at[i], first])) first = tree_at[k]
		}
		print_row_head(row_at[i])
		printf " %s%s |", first, (bound[row_at[i]] > 0 ? sprintf(" (%.2f)", bound[row_at[i]] / best[row_at[i], first]) : "")
		for (k = 1; k <= ntrees; k++) {
			key = row_at[i] SUBSEP tree_at[k]
			if (key in best) printf " %s, %s |", time_text(best[key]), segment_text(segment[key])
			else printf " |"
		}
		print ""
	}
}

END {
	if (as == "segments") print_segments()
	else if (as == "lengths") print_lengths()
	else print_trees()
}
