# SPDX-License-Identifier: BSD-3-Clause
# order.awk: which machine has which ranks. Reads the names of the machines, then what of them is to be used: names, or
# an MPICH hostfile (NAME:RANKS), # begins a comment. Prints NAME:RANKS, a machine a line; a name that comes several
# times in succession has so many ranks. `each`: the ranks of a machine whose line does not say.
BEGIN {
	n = 0
}

FNR == 1 {
	file++
}

file == 1 {
	known[$1] = 1
	next
}

{
	sub(/#.*/, "")
}

NF == 0 {
	next
}

NF > 1 || $1 !~ /^[^:]+(:[1-9][0-9]*)?$/ {
	refuse("not a machine, nor machine:ranks")
}

{
	colon = index($1, ":")
	host = colon ? substr($1, 1, colon - 1) : $1
	if (!(host in known))
		refuse("the topology has no machine \"" host "\"")
	if (host != last && host in ranks)
		refuse("\"" host "\" comes twice, and not in succession")
	if (host != last)
		hosts[n++] = host
	ranks[host] += colon ? substr($1, colon + 1) : each
	last = host
}

function refuse(why)
{
	print called ":" FNR ": error: " why >"/dev/stderr"
	failed = 1
	exit 4
}

END {
	if (failed)
		exit 4
	for (i = 0; i < n; i++)
		print hosts[i] ":" ranks[hosts[i]]
}
