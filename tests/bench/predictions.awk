# SPDX-License-Identifier: BSD-3-Clause
# predictions.awk: rows of ringbench, "CLUSTER predicted" and "CLUSTER measured": for each cluster, collective and size the
# fastest way as predicted and as measured, what the predicted one costs over that (loss), and predicted times over
# measured ones of all ways (the middle one, and the farthest off).

function key() { return cluster SUBSEP $2 SUBSEP $4 }

# Of the ways of a size: the quotients in order, the middle one and the one that is farthest from 1.
function errors(k,   i, j, n, t, q, far) {
	n = 0
	for (i = 1; i <= ways[k]; i++)
		if ((k, way[k, i]) in predicted) {
			q[++n] = predicted[k, way[k, i]] / measured[k, way[k, i]]
			for (j = n; j > 1 && q[j - 1] > q[j]; j--) {
				t = q[j]; q[j] = q[j - 1]; q[j - 1] = t
			}
		}
	if (!n)
		return "-  -"
	far = q[1] * q[n] < 1 ? q[1] : q[n]
	all[++alls] = q[int((n + 1) / 2)]
	return sprintf("%6.2f %6.2f", q[int((n + 1) / 2)], far)
}

function fastest(k, times,   i, best) {
	for (i = 1; i <= ways[k]; i++)
		if ((k, way[k, i]) in predicted && (!best || times[k, way[k, i]] < times[k, best]))
			best = way[k, i]
	return best
}

BEGIN { FS = "," }
FNR == 1 { next }
{
	split($1, label, " ")
	cluster = label[1]
	k = key()
}
label[2] == "predicted" { predicted[k, $3] = $9; next }
{
	if (!(k in ways))
		order[++sizes] = k
	way[k, ++ways[k]] = $3
	measured[k, $3] = $9
}
END {
	printf "%-8s %-14s %8s  %-26s %9s  %-26s %9s %6s  %6s %6s\n", "cluster", "collective", "bytes", "fastest by the plan", \
		"takes us", "fastest of all", "takes us", "loss", "model", "worst"
	for (i = 1; i <= sizes; i++) {
		k = order[i]
		split(k, part, SUBSEP)
		chosen = fastest(k, predicted)
		best = fastest(k, measured)
		if (!best)
			continue
		printf "%-8s %-14s %8d  %-26s %9.0f  %-26s %9.0f %6.2f  %s\n", part[1], part[2], part[3], chosen, measured[k, chosen], best, \
			measured[k, best], measured[k, chosen] / measured[k, best], errors(k)
	}
}
