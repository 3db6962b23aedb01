#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# prove: what the command shows of the proof. That the proof itself is right is tests/unit/prove.c.
# shellcheck disable=SC2030,SC2031 # output is Bats's

bats_require_minimum_version 1.5.0

setup() {
	ringgen=${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}
	topo=$BATS_TEST_DIRNAME/../topo-files
	cd "$BATS_TEST_TMPDIR" || return 1
}

# all_proved N: every routine is, for 1 to N processes.
all_proved() {
	run -0 timeout 240 "$ringgen" prove --ranks "1-$1"
	[ "${#lines[@]}" -eq $((1 + 225 * $1)) ]
	[ "$(grep -c ' proved$' <<<"$output")" -eq $((225 * $1)) ]
}

# bats test_tags=long
@test "every routine is proved for 1 to 20 processes" {
	all_proved 20
}

@test "every routine is proved for 1 to 7 processes" {
	all_proved 7
	[ "$(awk '$1 == "allreduce" { print $2 }' <<<"$output" | uniq)" = "bine
bine-doubling
butterfly
circulant
columns
islands
factored
gather
gateways
lent
recursive-doubling
ring
shared
shared-columns
shared-factored
shared-leaders
shared-tiers:numa
shared-tiers:cache
smp-binomial
smp-butterfly" ]
}

# names COLLECTIVE: its algorithms, a row of the output each.
names() {
	awk -v of="$1" '$1 == of' <<<"$output" | cut -c 23-56 | sed -E 's/( +[0-9]+)?( +[0-9]+)? *$//' | uniq | paste -sd, | sed 's/,/, /g'
}

@test "the collectives with a root, barriers, prefixes and alltoalls: whole vectors, trees, windows, van de Geijn's and Rabenseifner's" {
	local trees="binomial, binary, sequential, chain, tree:binomial machine, tree:binary machine, tree:chain machine, tree:binomial switch, tree:binary switch, tree:chain switch"
	local leaders="shared-leaders:binomial machine, shared-leaders:binary machine, shared-leaders:chain machine, shared-leaders:binomial switch"
	local blocks="lent, ordered:1, ordered:3, ordered:1 machine, ordered:1 switch, ring, shared, binomial, sequential, binary, chain, tree:binomial machine, tree:sequential machine, tree:binomial switch"
	run -0 timeout 60 "$ringgen" prove --ranks 9
	[ "$(names bcast)" = "lent, ring, scatter-doubling, scatter-ring, shared, $leaders, $trees" ]
	[ "$(names reduce)" = "halving-gather, in-order, lent, ring, shared, $leaders, $trees" ]
	[ "$(names gather)" = "$blocks" ]
	[ "$(names scatter)" = "$blocks" ]
	[ "$(names barrier)" = "dissemination, shared, shared-leaders, binomial, tree:binomial machine, tree:sequential machine, tree:binomial switch" ]
	[ "$(names scan)" = "chain, recursive-doubling, shared" ]
	[ "$(names exscan)" = "chain, recursive-doubling, shared" ]
	[ "$(names alltoall)" = "bruck:2, bruck:4, lent, linear:4, linear:16, pairwise, phases:machine, phases:2 switch, phases:2 branch, shared, shared-pairs, xor" ]
	[ "$(names alltoallv)" = "linear:4, linear:16, pairwise, phases:machine, phases:2 switch, phases:2 branch, shared-pairs, xor" ]
	[ "$(names alltoallw)" = "$(names alltoallv)" ]
}

@test "--ops takes algorithms by name; a collective alone goes by the ring" {
	run -0 timeout 60 "$ringgen" prove --ranks 7 --ops allreduce=butterfly,allgather,allreduce=smp-binomial
	[ "$(awk 'NR > 1 { print $1, $2 }' <<<"$output")" = "allreduce butterfly
allreduce smp-binomial
allgather ring" ]
	run -0 timeout 60 "$ringgen" prove --ranks 3 --ops all
	[ "$(awk 'NR > 1 { sub(/:.*/, "", $2); print $2 }' <<<"$output" | uniq -c | tr -s ' ')" = " 9 ring
 26 ordered
 1 dissemination
 2 recursive-doubling
 3 pairwise" ]
}

@test "parameters behind a colon: each as it was named, a row of its own; more ports than there are others: a warning" {
	run -0 --separate-stderr timeout 60 "$ringgen" prove --ranks 12 \
		--ops 'allreduce=factored:-7 1 7,allreduce=factored:3,allgather=factored:11,allreduce=ring'
	[ "$(awk 'NR > 1' <<<"$output" | cut -c 1-39 | tr -s ' ' | sed 's/ $//')" = "allreduce factored:-7 1 7
allreduce factored:3
allreduce ring
allgather factored:11" ]
	# 8 blocks: 7 messages, an exchange of nobody, 7 messages; 4 processes of the 12 only fold. All at once.
	[ "$(awk 'NR > 1 { print $(NF - 5), $(NF - 4) }' <<<"$output" | xargs)" = "120 4 60 2 264 22 132 1" ]
	[ -z "$stderr" ]
	run -0 --separate-stderr timeout 60 "$ringgen" prove --ranks 4 --ops 'allreduce=factored:-7 1 7'
	# shellcheck disable=SC2154 # stderr is Bats's
	[ "$stderr" = "ringgen: warning: --ops: allreduce=factored:-7 1 7: a step has at most 3 ports there" ]
	run -0 timeout 60 "$ringgen" prove --ranks 4 --ops all=factored:3 --ranks 5
	[ "$(grep -c 'factored:3 .* proved$' <<<"$output")" = 5 ]
	# Two groups of two racks each: 16 columns, two groups; each machine sends to the 15 others of its group, and on.
	run -0 timeout 60 "$ringgen" prove "$topo/tree3.xml" --ops allgather=columns:group,allgather=columns:switch --ranks-per-node 1
	[ "$(awk 'NR > 1 { print $2, $4, $5 }' <<<"$output" | xargs)" = "columns:group 992 2 islands 992 5" ]
	# A level: columns on machines, which have a rank each, and islands, of which there are some shapes.
	run -0 timeout 60 "$ringgen" prove --ranks 5 --ops allgather=columns:machine,allgather=columns:switch
	[ "$(awk 'NR > 1 { print $2 }' <<<"$output" | xargs)" = "columns islands" ]
	run -2 timeout 60 "$ringgen" prove --ranks 5 --ops allgather=columns:rack
	[[ $output == *"'rack' is not for allgather by columns (a level: cache, numa, machine, switch, group, gateway, branch)" ]]
	run -2 timeout 60 "$ringgen" prove --ranks 5 --ops allgather=islands:machine
	# The messages of that way.
	run -0 timeout 60 "$ringgen" prove --ranks 4 --ops allgather=factored:3 --count 1 --messages
	[ "${#lines[@]}" = 12 ]
}

@test "what combines in rank order serves operations that do not commute" {
	run -0 timeout 60 "$ringgen" prove --ranks 6
	[ "$(awk '$1 == "allreduce" { print $2, $8 }' <<<"$output")" = "bine no
bine-doubling no
butterfly yes
circulant no
columns no
islands no
factored no
gather yes
gateways no
lent yes
recursive-doubling yes
ring no
shared yes
shared-columns no
shared-factored no
shared-leaders no
shared-tiers:numa no
shared-tiers:cache no
smp-binomial no
smp-butterfly no" ]
}

@test "of reduce, scan and exscan those that serve operations that do not commute" {
	run -0 timeout 60 "$ringgen" prove --ranks 6 --ops reduce=in-order,reduce=halving-gather,reduce=shared,reduce=ring,reduce=binomial
	[ "$(awk 'NR > 1 { print $2, $8 }' <<<"$output" | xargs)" = "halving-gather yes in-order yes ring no shared yes binomial no" ]
}

@test "by level, messages of a broadcast or a reduction pass between leaders only, one into or out of each machine" {
	local of
	for of in bcast reduce; do
		run -0 timeout 60 "$ringgen" prove "$topo/smp16x8.xml" --hosts 'draco[00-03]' --ranks-per-node 8 \
			--ops "$of=shared-leaders:binomial" --count 1 --messages
		[ "${#lines[@]}" -eq 3 ]
		[ "$(awk '$1 % 8 || $2 % 8' <<<"$output")" = "" ]
		run -0 timeout 60 "$ringgen" prove "$topo/smp16x8.xml" --hosts 'draco[00-03]' --ranks-per-node 8 \
			--ops "$of=tree:binomial machine" --count 1 --messages
		[ "${#lines[@]}" -eq 31 ]
		[ "$(awk 'int($1 / 8) != int($2 / 8)' <<<"$output" | wc -l)" -eq 3 ]
	done
}

@test "on a topology the busiest link direction carries one pair" {
	run -0 timeout 60 "$ringgen" prove "$topo/chain32.xml"
	[ "$(awk '$1 == "allreduce" && $2 == "ring" { print $3, $4, $5, $7 }' <<<"$output")" = "32 1984 62 1" ]
	[ "$(awk '$2 == "ring" && $7 != 1' <<<"$output")" = "" ]
}

@test "so it is for a shuffled list of hosts: the order is made from it" {
	run -0 timeout 60 "$ringgen" prove "$topo/chain32.xml" --hosts 'n30,n2,n17,n9,n1,n31,n16,n8' --ops all
	[ "$(awk '$2 == "ring" { print $3, $7 }' <<<"$output" | uniq -c | tr -s ' ')" = " 9 8 1" ]
}

@test "partners change, and many pairs meet on a link" {
	run -0 timeout 60 "$ringgen" prove "$topo/chain32.xml"
	# The butterfly over 32 machines in blocks of 8: between s1 and s2, 16 pairs in each direction at distance 16.
	[ "$(awk '$2 == "butterfly" { print $3, $4, $5, $7 }' <<<"$output")" = "32 320 10 16" ]
	[ "$(awk '$1 == "allreduce" && $2 == "recursive-doubling" { print $3, $4, $5, $7 }' <<<"$output")" = "32 160 5 16" ]
}

@test "SMP algorithms send between machines only what their leaders do" {
	run -0 timeout 60 "$ringgen" prove "$topo/smp16x8.xml" --hosts 'draco[00-03]' --ranks-per-node 8 \
		--ops allreduce=smp-binomial --count 10 --messages
	# 28 messages on the machines to their leaders and 3 among the leaders, and back.
	[ "${#lines[@]}" -eq 62 ]
	[ "$(awk 'int($1 / 8) != int($2 / 8) { print $1, $2, $4 }' <<<"$output" | sort -n)" = "0 16 10
0 8 10
8 0 10
16 0 10
16 24 10
24 16 10" ]
	run -0 timeout 60 "$ringgen" prove "$topo/smp16x8.xml" --hosts 'draco[00-03]' --ranks-per-node 8 \
		--ops allreduce=smp-butterfly --count 12 --messages
	[ "$(awk 'int($1 / 8) != int($2 / 8)' <<<"$output" | wc -l)" -eq 16 ]
	[ "$(awk '$1 % 8 && int($1 / 8) != int($2 / 8)' <<<"$output")" = "" ]
}

# between_machines COLLECTIVE COUNT: the elements that pass between 4 machines of 8 ranks, by columns or BY.
between_machines() {
	timeout 60 "$ringgen" prove "$topo/smp16x8.xml" --hosts 'draco[00-03]' --ranks-per-node 8 --ops "$1=${BY:-columns}" \
		--count "$2" --messages |
		awk 'int($1 / 8) != int($2 / 8) { way[int($1 / 8) int($2 / 8) ":" $1 % 8 - $2 % 8] += $4 }
			END { for (w in way) print w, way[w] }' | sort | xargs
}

@test "columns: the ranks of a machine carry what one ring of machines would" {
	# 3 / 4 of 96 elements from each machine to the next, once or twice.
	[ "$(between_machines allgather 3)" = "01:0 72 12:0 72 23:0 72 30:0 72" ]
	[ "$(between_machines reduce_scatter 3)" = "01:0 72 12:0 72 23:0 72 30:0 72" ]
	[ "$(between_machines allreduce 96)" = "01:0 144 12:0 144 23:0 144 30:0 144" ]
}

@test "through windows no message stays on its machine, and between machines go as few" {
	local by
	BY=shared-columns
	[ "$(between_machines allgather 3)" = "01:0 72 12:0 72 23:0 72 30:0 72" ]
	[ "$(between_machines reduce_scatter 3)" = "01:0 72 12:0 72 23:0 72 30:0 72" ]
	[ "$(between_machines allreduce 96)" = "01:0 144 12:0 144 23:0 144 30:0 144" ]
	for by in shared-columns shared-leaders shared-factored; do
		run -0 timeout 60 "$ringgen" prove "$topo/smp16x8.xml" --hosts 'draco[00-03]' --ranks-per-node 8 \
			--ops allreduce=$by --count 96 --messages
		[ "$(awk 'int($1 / 8) == int($2 / 8) || $1 % 8 != $2 % 8' <<<"$output")" = "" ]
		[ "$(awk '{ n += $4 } END { print n }' <<<"$output")" = 576 ]
		[ $by != shared-leaders ] || [ "$(awk '$1 % 8' <<<"$output")" = "" ]
	done
}

@test "a half-duplex link carries both directions" {
	sed 's/latency="25us"/& duplex="half"/' "$topo/pair.xml" >half.xml
	run -0 timeout 60 "$ringgen" prove half.xml --ops allgather
	[ "$(awk 'NR > 1 { print $7 }' <<<"$output")" = 2 ]
}

@test "several ranks on a machine: each boundary inside is crossed once" {
	run -0 timeout 60 "$ringgen" prove "$topo/smp16x8.xml" --hosts 'draco[00-03]' --ranks-per-node 8 \
		--ops allreduce,reduce_scatter
	[ "$(awk 'NR > 1 { print $1, $3, $7 }' <<<"$output")" = "allreduce 32 1
reduce_scatter 32 1" ]
}

@test "the schedule: neighbours of the order, one block a message" {
	run -0 timeout 60 "$ringgen" prove "$topo/pair.xml" --hosts n5,n0,n2 --ops allreduce --count 7 --messages
	# The ring is n0 (rank 1), n2 (rank 2), n5 (rank 0); blocks of 3, 2 and 2 elements.
	[ "${#lines[@]}" -eq 12 ]
	[ "$(cut -d' ' -f1-3 <<<"$output" | sort | uniq -c | tr -s ' ')" = " 4 0 1 0
 4 1 2 0
 4 2 0 0" ]
	[ "$(awk '{ sum += $4 } END { print sum }' <<<"$output")" -eq $((2 * 2 * 7)) ]
}

@test "--messages needs a count, one collective, one number of ranks" {
	run -2 "$ringgen" prove --ranks 4 --ops allreduce --messages
	run -2 "$ringgen" prove --ranks 4 --ops allreduce,allreduce=butterfly --count 5 --messages
	run -2 "$ringgen" prove --ranks 4 --count 5 --messages
	run -2 "$ringgen" prove --ranks 2-4 --ops allreduce --count 5 --messages
}

@test "what is too wide to be played is not claimed" {
	run -3 "$ringgen" prove "$topo/tree10000.xml"
	[[ "$output" == *"10000 ranks are too many to play"* ]]
}
