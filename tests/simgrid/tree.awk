# SPDX-License-Identifier: BSD-3-Clause
# awk -v shape=SHAPE -v machines=M -v switches=S -v seed=N [-v links=KIND] [-v as=links] -f tree.awk: a random cluster,
# the same for the same words, as a topology file or, for programs, as lines "link A B BYTES_PER_SECOND half|full SECONDS".
# SHAPE: star (all switches at the first), chain, tree (a switch is at any one before it), deep (at one of the three
# before it). The machines n0, n1, ... are at random switches. KIND: equal (1 Gbit/s), unequal (1 to 10 times 100
# Mbit/s), half (some are half duplex).
function random(below)
{
	state = state * 48271 % 2147483647
	return int(state / 2147483647 * below)
}

# The switch that switch s hangs at.
function parent_of(s)
{
	if (shape == "star")
		return 0
	if (shape == "chain")
		return s - 1
	return shape == "deep" && s > 3 ? s - 1 - random(3) : random(s)
}

# The link whose lower end is b.
function make_link(b)
{
	speed[b] = links == "unequal" ? 12500000 * (1 + random(10)) : 125000000
	half[b] = links == "half" && random(4) == 0
	latency[b] = 10 + random(50)
}

function attributes(b)
{
	return sprintf(" bandwidth=\"%dMbps\" latency=\"%dus\"%s", speed[b] / 125000, latency[b], \
		half[b] ? " duplex=\"half\"" : "")
}

function print_switch(s, indent,    i)
{
	printf "%s<switch id=\"s%d\"%s>\n", indent, s, s ? attributes("s" s) : ""
	for (i = 0; i < members[s]; i++)
		printf "%s  <node id=\"n%d\"%s/>\n", indent, member[s, i], attributes("n" member[s, i])
	for (i = s + 1; i < switches; i++)
		if (parent[i] == s)
			print_switch(i, indent "  ")
	print indent "</switch>"
}

function print_link(a, b)
{
	print "link", a, b, speed[b], half[b] ? "half" : "full", latency[b] / 1000000
}

BEGIN {
	state = seed % 2147483646 + 1
	for (i = 0; i < 8; i++)
		random(1) # small seeds begin alike
	for (s = 1; s < switches; s++) {
		parent[s] = parent_of(s)
		make_link("s" s)
	}
	for (m = 0; m < machines; m++) {
		s = m < switches ? m : random(switches) # no switch is left without
		at[m] = s
		member[s, members[s]++] = m
		make_link("n" m)
	}
	if (as == "links") {
		for (s = 1; s < switches; s++)
			print_link("s" parent[s], "s" s)
		for (m = 0; m < machines; m++)
			print_link("s" at[m], "n" m)
		exit
	}
	print "<topology name=\"random\">"
	print_switch(0, "  ")
	print "</topology>"
}
