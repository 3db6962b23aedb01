# SPDX-License-Identifier: BSD-3-Clause
# plan.awk: from what `ringgen check --links` and then `--ways` print, the emulated cluster: how fast each link is to be,
# where switches send what is for a machine if they are no tree, and which flows tell that all this is so. `rate` is the slowest link's in bit/s; 0: one that two cores can carry, which is BUDGET for
# all machines' links together. Prints the lines
#   machine NUMBER NAME TAIL MAC_TAIL    the last two bytes of its addresses
#   switch NUMBER
#   link NUMBER END END BITS      an END is machine:NUMBER or switch:NUMBER
#   forward SWITCH MACHINE DEVICE  what is for that machine leaves there; in a tree none: a bridge finds the way itself
#   scale SLOWEST SHARE           bit/s, and by how much that is slower than in the file
#   flows LABEL BITS LOSS A:B...  at once between machines A and B, both ways: the bit/s of all of one direction, and
#                                 how many segments in a hundred may get lost on the way
BEGIN {
	BUDGET = 640e6
	FASTEST = 100e6 # of the slowest link, by default
	SLOWEST = 500e3
	MOST_PAIRS = 64
	slowest = vertices = links = 0
}

$1 == "machine" || $1 == "switch" {
	if ($1 == "machine" && ($2 !~ /^[A-Za-z0-9]/ || length($2) > 63 || $2 == "ringgen-launcher"))
		refuse("\"" $2 "\" cannot be the name of a host")
	kind[vertices] = $1
	number[vertices] = count[$1] + 0
	count[$1]++
	if ($1 == "machine")
		vertex_of[number[vertices]] = vertices
	vertex[$2] = vertices
	name[vertices++] = $2
}

$1 == "link" {
	if ($6 == "half")
		refuse($2 " - " $3 " is half duplex, and such links are not emulated")
	end_a[links] = vertex[$2]
	end_b[links] = vertex[$3]
	speed[links] = $4 + 0
	incident[vertex[$2], degree[vertex[$2]]++ + 0] = links
	incident[vertex[$3], degree[vertex[$3]]++ + 0] = links
	if (!slowest || speed[links] < slowest)
		slowest = speed[links]
	if (kind[vertex[$2]] == "machine" || kind[vertex[$3]] == "machine")
		of_machines += speed[links]
	links++
}

$1 == "unknown" {
	refuse("no way is known from " $2 " to " $3)
}

$1 == "several" {
	refuse($2 " and " $3 " have several ways, of which frames take one: routes=\"d-mod-k\" chooses it")
}

$1 == "way" {
	way_length[vertex[$2], vertex[$3]] = NF - 3
	for (i = 4; i <= NF; i++)
		way[vertex[$2], vertex[$3], i - 4] = $i
}

function refuse(why)
{
	print "error: " why >"/dev/stderr"
	failed = 1
	exit 4
}

# ---- The tree: its root is vertex 0

function root_tree(    v, i, w, n, l)
{
	n = 0
	visited[n++] = 0
	up[0] = -1
	for (i = 0; i < n; i++) {
		v = visited[i]
		for (l = 0; l < degree[v]; l++) {
			w = other(incident[v, l], v)
			if (incident[v, l] == up[v])
				continue
			up[w] = incident[v, l]
			depth[w] = depth[v] + 1
			visited[n++] = w
		}
	}
}

function other(l, v)
{
	return end_a[l] == v ? end_b[l] : end_a[l]
}

# The links between machines a and b, into path[0...]; how many.
function find_path(a, b,    n)
{
	if (!is_tree) {
		for (n = 0; n < way_length[a, b]; n++)
			path[n] = way[a, b, n]
		return n
	}
	for (n = 0; a != b; n++)
		if (depth[a] >= depth[b]) {
			path[n] = up[a]
			a = other(up[a], a)
		} else {
			path[n] = up[b]
			b = other(up[b], b)
		}
	return n
}

# Is v on the far side of link l, seen from the root?
function is_below(v, l)
{
	while (v != 0 && up[v] != l)
		v = other(up[v], v)
	return v != 0
}

# ---- Flows

# The speed of a machine's link.
function own_speed(v)
{
	return speed[incident[v, 0]]
}

# The bit/s of n pairs from[], to[] at once, each with its fair share of each link on its way.
function fair_share(n,    i, k, steps, total, share, load)
{
	for (i = 0; i < n; i++) {
		steps = find_path(from[i], to[i])
		for (k = 0; k < steps; k++)
			load[path[k]]++
	}
	for (i = 0; i < n; i++) {
		steps = find_path(from[i], to[i])
		share = speed[path[0]] / load[path[0]]
		for (k = 1; k < steps; k++)
			if (speed[path[k]] / load[path[k]] < share)
				share = speed[path[k]] / load[path[k]]
		total += share
	}
	return total
}

# The machines, those with the fastest links first.
function sort_machines(    i, k, v)
{
	for (i = 0; i < count["machine"]; i++) {
		v = vertex_of[i]
		for (k = i; k > 0 && own_speed(fastest[k - 1]) < own_speed(v); k--)
			fastest[k] = fastest[k - 1]
		fastest[k] = v
	}
}

# Pairs across link l, as few as fill it, into from[], to[]; how many. 0: all that there are cannot.
function fill(l,    i, n, near, far, nears, fars)
{
	nears = fars = 0
	for (i = 0; i < count["machine"]; i++)
		if (is_below(fastest[i], l))
			far[fars++] = fastest[i]
		else
			near[nears++] = fastest[i]
	for (n = 0; nears && fars && n < MOST_PAIRS && (n < nears || n < fars);) {
		from[n] = near[n % nears]
		to[n] = far[n % fars]
		if (fair_share(++n) > 0.999 * speed[l])
			return n
	}
	return 0
}

# Where a sender's own link is the narrowest of all, no switch has to drop anything.
function print_flows(label, n,    i, bits, loss)
{
	bits = fair_share(n)
	loss = n == 1 && own_speed(from[0]) <= bits && own_speed(to[0]) <= bits ? 1 : 5
	printf "flows %s %.0f %d", label, bits * scale, loss
	for (i = 0; i < n; i++)
		printf " %d:%d", number[from[i]], number[to[i]]
	print ""
}

# For each speed of links, the one that the fewest pairs fill. What nobody can fill need not be measured.
function measure_speeds(    l, n, s, best, fewest)
{
	for (l = 0; l < links; l++) {
		n = fill(l)
		s = speed[l]
		if (n && (!(s in best) || n < fewest[s])) {
			best[s] = l
			fewest[s] = n
		}
	}
	for (l = 0; l < links; l++)
		if (speed[l] in best && best[speed[l]] == l)
			print_flows(name[end_a[l]] "-" name[end_b[l]], fill(l))
}

# Of two machines, the slowest link between them.
function slowest_between(a, b,    n, i, least)
{
	n = find_path(a, b)
	least = speed[path[0]]
	for (i = 1; i < n; i++)
		if (speed[path[i]] < least)
			least = speed[path[i]]
	return least
}

# In a graph, for each speed, the first pair that has it there and back. What nobody has need not be measured.
function measure_pairs(    i, k, s, seen)
{
	for (i = 0; i < count["machine"]; i++)
		for (k = i + 1; k < count["machine"]; k++) {
			from[0] = vertex_of[i]
			to[0] = vertex_of[k]
			s = slowest_between(from[0], to[0])
			if (s in seen || slowest_between(to[0], from[0]) != s)
				continue
			seen[s]
			print_flows(name[from[0]] "-" name[to[0]], 1)
		}
}

# ---- Where switches send

# What is for machine b, on its way from machine a.
function forward(a, b,    v, i, l)
{
	v = a
	for (i = 0; i < way_length[a, b]; i++) {
		l = way[a, b, i]
		if ((v, b) in leaves && leaves[v, b] != l)
			refuse("at " name[v] " the way to " name[b] " depends on who sends, and tables of bridges do not")
		if (kind[v] == "switch" && !((v, b) in leaves)) {
			leaves[v, b] = l
			print "forward", number[v], number[b], "l" l (end_a[l] == v ? "a" : "b")
		}
		v = other(l, v)
	}
}

function forward_all(    i, k)
{
	for (i = 0; i < count["machine"]; i++)
		for (k = 0; k < count["machine"]; k++)
			if (i != k)
				forward(vertex_of[i], vertex_of[k])
}

# The machine that is farthest from machine m.
function farthest(m,    i, n, most, v)
{
	most = -1
	for (i = 0; i < count["machine"]; i++) {
		n = find_path(vertex_of[m], vertex_of[i])
		if (n > most) {
			most = n
			v = i
		}
	}
	return v
}

function measure_across(    a, b)
{
	a = farthest(0)
	b = farthest(a)
	from[0] = vertex_of[b]
	to[0] = vertex_of[a]
	if (a != b)
		print_flows(name[vertex_of[b]] "..." name[vertex_of[a]], 1)
}

# ---- All

function decide_rate()
{
	if (rate + 0 || !links)
		return
	rate = BUDGET * slowest / (of_machines ? of_machines : slowest)
	rate = rate > FASTEST ? FASTEST : rate < SLOWEST ? SLOWEST : rate
	rate = int(rate / 1e5) * 1e5
}

function tails(i)
{
	return sprintf("%d.%d %02x:%02x", (i + 1) / 256, (i + 1) % 256, i / 256, i % 256)
}

function end_of(v)
{
	return kind[v] ":" number[v]
}

END {
	for (i = 0; i < count["machine"] && !failed; i++)
		if (degree[vertex_of[i]] > 1)
			refuse("\"" name[vertex_of[i]] "\" has several links: rail=\"1\" in the file chooses the first of each")
	if (failed)
		exit 4
	is_tree = links == vertices - 1
	decide_rate()
	scale = links ? rate / slowest : 1
	for (v = 0; v < vertices; v++)
		print kind[v], number[v] (kind[v] == "machine" ? " " name[v] " " tails(number[v]) : "")
	for (l = 0; l < links; l++)
		printf "link %d %s %s %.0f\n", l, end_of(end_a[l]), end_of(end_b[l]), speed[l] * scale
	printf "scale %.0f %.3g\n", slowest * scale, 1 / scale
	if (is_tree) {
		root_tree()
		sort_machines()
		measure_speeds()
	} else {
		forward_all()
		if (!failed)
			measure_pairs()
	}
	if (!failed)
		measure_across()
}
