# SPDX-License-Identifier: BSD-3-Clause
# awk -v elements=N [-v header=BYTES] [-v as=loads|ways] -f recount.awk LINKS RING [BLOCKS]: how long a ring takes,
# worked out from nothing but the wires; no line of this is ringgen's. LINKS is what tree.awk prints, RING has a line
# "RANK MACHINE" for each position of the ring, BLOCKS the length of the block of each rank in allgatherv and
# reduce_scatter. Elements are of 4 bytes, and each message has a header.
#
# Prints, for each collective, "NAME LEAST MOST LOAD STEPS":
#
# LEAST: seconds, were the busiest link direction to carry its bytes without a pause.
# MOST: each pair has one message under way at a time, and the pairs on a link direction are known. Whatever the timing,
#     a fair share (max-min) is never less than bandwidth over pairs, at the narrowest place of the pair's route. With
#     that rate for each message, and each rank beginning its next step when it has sent and received those of this one,
#     comes the date by which the last rank is done. Where each pair has its links for itself, that is exact.
# LOAD: the most pairs on a link direction.
# STEPS: the seconds if no rank began a step before all have ended the one before, and the busiest link direction of
#     each step had no pause. No bound, unless all blocks are equal: then it is LEAST and MOST, too.
#
# as=loads: prints "FROM TO PAIRS" for each link direction instead; as=ways: from the machine of the first position to
# that of each other, "RANK SECONDS BYTES_PER_SECOND": latencies, the narrowest link.
BEGIN {
	P = 0
}

FILENAME != last {
	file++
	last = FILENAME
}

file == 1 {
	neighbour[$2, degree[$2]++] = $3
	neighbour[$3, degree[$3]++] = $2
	speed[$2, $3] = speed[$3, $2] = $4
	latency[$2, $3] = latency[$3, $2] = $6
	shared[$2, $3] = shared[$3, $2] = $5 == "half" ? $2 SUBSEP $3 : ""
	if (root == "")
		root = $2
}

file == 2 {
	rank[P] = $1
	place[P++] = $2
}

file == 3 {
	given[blocks++] = $1
}

# ---- Routes. up[v] is the next vertex on the way to the root.

function walk_from_root(    queue, n, i, k, v, w)
{
	queue[n++] = root
	for (i = 0; i < n; i++) {
		v = queue[i]
		for (k = 0; k < degree[v]; k++) {
			w = neighbour[v, k]
			if (w == up[v])
				continue
			up[w] = v
			depth[w] = depth[v] + 1
			queue[n++] = w
		}
	}
}

# The directions from a to b, with no order, into way[0...]; how many. Both of a half-duplex link are one.
function find_way(a, b,    n)
{
	for (n = 0; a != b; n++)
		if (depth[a] >= depth[b]) {
			way[n] = a SUBSEP up[a]
			a = up[a]
		} else {
			way[n] = up[b] SUBSEP b
			b = up[b]
		}
	return n
}

function resource(direction)
{
	return shared[direction] != "" ? shared[direction] : direction
}

function count_pairs(    p, k)
{
	for (p = 0; p < P; p++) {
		hops[p] = find_way(place[p], place[(p + 1) % P])
		for (k = 0; k < hops[p]; k++) {
			route[p, k] = resource(way[k])
			pairs[route[p, k]]++
		}
	}
}

# Seconds that pair p needs for a byte when all pairs send.
function find_slowness(    p, k, s)
{
	for (p = 0; p < P; p++) {
		slow[p] = 0
		for (k = 0; k < hops[p]; k++) {
			s = pairs[route[p, k]] / speed[route[p, k]]
			slow[p] = s > slow[p] ? s : slow[p]
		}
	}
}

# ---- The ring. length_of[p] is the bytes of the block of position p, its header with it.

function set_lengths(kind,    p, r, n)
{
	for (p = 0; p < P; p++) {
		r = rank[p]
		if (kind == "floor")
			n = int(elements / P)
		else if (kind == "given" && blocks)
			n = given[r]
		else
			n = int(elements / P) + (r < elements % P)
		length_of[p] = n ? 4 * n + header : 0
	}
}

# P - 1 steps; in the first, position p sends the block of position p - ahead.
function half_round(ahead,    j, p, q, b, k, r, step, slowest, begin)
{
	for (j = 0; j < P - 1; j++) {
		for (p = 0; p < P; p++)
			before[p] = done[p]
		for (p = 0; p < P; p++) {
			q = (p + 1) % P
			b = length_of[(p - j - ahead + 2 * P) % P]
			if (!b)
				continue
			sent[p] += b
			for (k = 0; k < hops[p]; k++)
				step[route[p, k]] += b
			begin = before[p] > before[q] ? before[p] : before[q]
			begin += b * slow[p]
			done[p] = begin > done[p] ? begin : done[p]
			done[q] = begin > done[q] ? begin : done[q]
		}
		slowest = 0
		for (r in step) {
			slowest = step[r] / speed[r] > slowest ? step[r] / speed[r] : slowest
			step[r] = 0
		}
		in_step += slowest
	}
}

function tell(name,    p, k, r, bytes, least, most, load)
{
	for (p = 0; p < P; p++) {
		for (k = 0; k < hops[p]; k++)
			bytes[route[p, k]] += sent[p]
		most = done[p] > most ? done[p] : most
		sent[p] = done[p] = 0
	}
	for (r in bytes) {
		least = bytes[r] / speed[r] > least ? bytes[r] / speed[r] : least
		load = pairs[r] > load ? pairs[r] : load
	}
	printf "%s %.12g %.12g %d %.12g\n", name, least, most, load, in_step
	in_step = 0
}

function tell_loads(    d, ends)
{
	for (d in pairs) {
		split(d, ends, SUBSEP)
		print ends[1], ends[2], pairs[d]
	}
}

function tell_ways(    p, k, n, seconds, narrowest)
{
	for (p = 1; p < P; p++) {
		n = find_way(place[0], place[p])
		seconds = narrowest = 0
		for (k = 0; k < n; k++) {
			seconds += latency[way[k]]
			narrowest = !narrowest || speed[way[k]] < narrowest ? speed[way[k]] : narrowest
		}
		print rank[p], seconds, narrowest
	}
}

END {
	walk_from_root()
	if (as == "ways") {
		tell_ways()
		exit
	}
	count_pairs()
	if (as == "loads") {
		tell_loads()
		exit
	}
	find_slowness()
	set_lengths("equal")
	half_round(1)
	half_round(0)
	tell("allreduce")
	set_lengths("floor")
	half_round(0)
	tell("allgather")
	set_lengths("given")
	half_round(0)
	tell("allgatherv")
	half_round(1)
	tell("reduce_scatter")
	set_lengths("floor")
	half_round(1)
	tell("reduce_scatter_block")
}
