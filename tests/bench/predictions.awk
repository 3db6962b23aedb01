# SPDX-License-Identifier: BSD-3-Clause
# predictions.awk: rows of ringbench, "CLUSTER predicted" and "CLUSTER measured": for each cluster, collective and size the
# fastest way as predicted and as measured, what the predicted one costs over that (loss), and predicted times over
# measured ones of all ways (the middle one, and the farthest off).

function key() { return cluster SUBSEP $2 SUBSEP $4 }

function note(name, quotient) {
	if (!alls[name]++)
		name_at[++names] = name
	all[name, alls[name]] = quotient
}

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
	for (i = 1; i <= n; i++)
		note(cluster_of, q[i])
	for (i = 1; i <= n; i++)
		note(cluster_of (bytes_of < LONG ? " up to 4 KiB" : " from 16 KiB on"), q[i])
	return sprintf("%6.2f %6.2f", q[int((n + 1) / 2)], far)
}

# Of a cluster, and of its short and long vectors: the middle error, as a factor that is 1 or more, and the part of all that are off by more than 2.
function summary(name,   i, j, n, t, q, off) {
	n = alls[name]
	for (i = 1; i <= n; i++) {
		q[i] = all[name, i] < 1 ? 1 / all[name, i] : all[name, i]
		off += q[i] > 2
		for (j = i; j > 1 && q[j - 1] > q[j]; j--) {
			t = q[j]; q[j] = q[j - 1]; q[j - 1] = t
		}
	}
	return sprintf("%s: %d predictions, half of them right to a factor of %.2f, nine of ten to one of %.2f; %.0f %% are off by more than 2", \
		name, n, q[int((n + 1) / 2)], q[int(0.9 * n)], 100 * off / n)
}

function fastest(k, times,   i, best) {
	for (i = 1; i <= ways[k]; i++)
		if ((k, way[k, i]) in predicted && (!best || times[k, way[k, i]] < times[k, best]))
			best = way[k, i]
	return best
}

BEGIN { FS = ","; LONG = 16384 }
FNR == 1 { next }
{
	split($1, label, " ")
	cluster = label[1]
	k = key()
}
label[2] == "predicted" { predicted[k, $3] = $9; next }
$7 > 0 && $9 >= 1 { # else it was given up, or took less than the barrier before it
	if (!(k in ways))
		order[++sizes] = k
	way[k, ++ways[k]] = $3
	measured[k, $3] = $9
}
END {
	printf "%-8s %-14s %8s  %-32s %9s  %-32s %9s %6s  %6s %6s\n", "cluster", "collective", "bytes", "fastest by the model", \
		"takes us", "fastest of all", "takes us", "loss", "model", "worst"
	for (i = 1; i <= sizes; i++) {
		k = order[i]
		split(k, part, SUBSEP)
		cluster_of = part[1]
		bytes_of = part[3]
		chosen = fastest(k, predicted)
		best = fastest(k, measured)
		if (!best) # none is known
			continue
		printf "%-8s %-14s %8d  %-32s %9.0f  %-32s %9.0f %6.2f  %s\n", part[1], part[2], part[3], chosen, measured[k, chosen], best, \
			measured[k, best], measured[k, chosen] / measured[k, best], errors(k)
	}
	print ""
	for (i = 1; i <= names; i++)
		print summary(name_at[i])
}
