#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The phases of an all-to-all: which schedule certify makes, what it says of it and of MPI's own, recounted here.
# shellcheck disable=SC2154 # stderr is Bats's
bats_require_minimum_version 1.5.0

TOPO=$(realpath "$BATS_TEST_DIRNAME/../topo-files")

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	cd "$BATS_TEST_TMPDIR" || return 1
}

# alltoall ARGUMENT...: the verdict on an all-to-all.
alltoall() {
	"$RINGGEN" certify "$@" --collective alltoall
}

# has WORDS: they are in $output.
has() {
	[[ $output == *"$1"* ]] || {
		echo "not there: $1 in: $output"
		return 1
	}
}

# whole RANKS PHASES: the messages in $output are all of so many ranks, in so many phases, in which a rank sends once at
# most and receives once at most.
whole() {
	sed 1d <<<"$output" | awk -F, -v ranks="$1" -v phases="$2" '
		$2 == $3 || met[$2, $3]++ || sends[$1, $2]++ || receives[$1, $3]++ { bad++ }
		$1 > most { most = $1 }
		$1 < 1 { bad++ }
		END {
			print bad + 0 " wrong, " NR " messages, " most " phases"
			exit bad || NR != ranks * (ranks - 1) || most != phases
		}'
}

@test "trees: as many phases as the busiest link has messages, each free of contention, in the time of the bound" {
	while read -r file phases link; do
		run -0 alltoall "$TOPO/$file.xml"
		[[ $output == "proved contention free: alltoall of "*" in $phases phases, in each of them load 1 at most on all "* ]]
		has ", efficiency 1.00 (tree: $phases phases; with load 1 no fewer than $phases, the messages over $link)"
	done <<-E
		pair 16 s0 -> s1
		chain32 256 s1 -> s2
		star32 192 s0 -> s1
		smp4x8 3 s0 -> m0
	E
	run -0 alltoall "$TOPO/star32.xml" --messages
	whole 32 192
	run -0 alltoall "$TOPO/pair.xml" --messages
	whole 8 16
}

@test "any ranks: several on a machine, some of the machines, one alone, in any order" {
	run -0 alltoall "$TOPO/smp4x8.xml" --ranks-per-node 8
	has "alltoall of 32 ranks on 4 machines in 192 phases" # 8 * 24 over a machine's own link
	run -0 alltoall "$TOPO/smp4x8.xml" --ranks-per-node 8 --messages
	whole 32 192
	run -0 alltoall "$TOPO/pair.xml" --hosts n0,n5,n1 --ranks-per-node 3,1,1
	has "alltoall of 5 ranks on 3 machines in 6 phases"
	run -0 alltoall "$TOPO/pair.xml" --order n0,n4,n1,n5,n2,n6,n3,n7
	has "in 16 phases"
	has "its busiest phase 1 has load 4 on s0 -> s1" # next door is the other switch
	run -0 alltoall "$TOPO/pair.xml" --hosts n3
	has "proved contention free: alltoall of 1 rank on 1 machine in 0 phases, no link used"
	run -0 alltoall "$TOPO/pair.xml" --order n3,n3,n3
	has "alltoall of 3 ranks on 1 machine in 2 phases, no link used"
	has "bound: none, for no link is used"
}

@test "what MPI libraries do is refuted, with the phase, the link and the pairs" {
	run -1 alltoall "$TOPO/star32.xml" --schedule pairwise --pairs 2
	[[ $output == "refuted: alltoall of 32 ranks on 32 machines in 31 phases; phase 8 has load 8 on s0 -> s1: it takes 8.00 times"* ]]
	has "overloaded in phase 8:
  s0 -> s1: load 8, 8.00 of its bandwidth
    n0 -> n8 (rank 0 -> rank 8)
    n1 -> n9 (rank 1 -> rank 9)
    and 6 more"
	run -1 alltoall "$TOPO/pair.xml" --schedule xor --loads
	has "highest load by phase:
       1      1
       2      1
       3      1
       4      4
       5      4
       6      4
       7      4
"
	run -1 alltoall "$TOPO/pair.xml" --schedule shifts
	has "phase 4 has load 4 on s0 -> s1"
	# By rank it depends on the order; the tree does not.
	printf 'n%s\n' 0 8 16 24 1 9 17 25 2 10 18 26 3 11 19 27 >mixed
	run -0 alltoall "$TOPO/star32.xml" --order mixed
	[[ $output == "proved contention free: alltoall of 16 ranks on 16 machines in 48 phases"* ]]
	run -1 alltoall "$TOPO/star32.xml" --order mixed --schedule pairwise
	has "phase 1 has load 4 on "
}

@test "links of unlike speeds, and half duplex" {
	run -0 alltoall "$TOPO/tree3.xml"
	[[ $output == "proved within capacity: alltoall of 32 ranks on 32 machines in 31 phases, load "*" at most, and no phase takes longer"* ]]
	has "efficiency 1.00 (shifts: 31 phases"
	run -1 alltoall "$TOPO/tree3.xml" --strict
	[[ $output == "refuted: "*", though within capacity"* ]]
	sed 's|<switch id="s1"|& duplex="half"|' "$TOPO/pair.xml" >half.xml
	run -0 alltoall half.xml
	[[ $output == "proved contention free: alltoall of 8 ranks on 8 machines in 32 phases"* ]]
	has "2 MiB each way over s0 <-> s1"
	has "efficiency 1.00"
	run -1 alltoall half.xml --schedule tree
	has "has load 2 on s0 <-> s1: it takes 2.00 times as long"
	run -0 alltoall half.xml --messages
	whole 8 32
}

@test "graphs: by the tables, or on any way, or not known" {
	fabrics=$BATS_TEST_DIRNAME/fabrics
	for fabric in tree-updn:shifts:11 torus-dor:shifts:8 tree-ftree:colours:18 torus-thick-minhop:colours:9; do
		IFS=: read -r name schedule phases <<<"$fabric"
		"$RINGGEN" import ibnet "$fabrics/$name/net.txt" "$fabrics/$name/lft.txt" --prefix fabric -o net.xml
		run -0 alltoall net.xml
		[[ $output == "proved contention free: "*" in $phases phases, "* ]]
		has "($schedule: $phases phases; with load 1 no fewer than"
	done
	run --separate-stderr -4 alltoall net.xml --schedule tree
	[[ $stderr == *"no phases of an all-to-all by 'tree': it is for trees, and this graph is none"* ]]
	sed 's|</topology>|<switch id="t"/><link a="s0" b="t"/><link a="t" b="s0"/><node id="x"/><link a="t" b="x"/>&|' \
		"$TOPO/pair.xml" >several.xml
	run -5 alltoall several.xml
	[[ $output == "proved contention free on any way: "*"(16 have several)
assumed: messages go by shortest ways"* ]]
	run -1 alltoall several.xml --schedule pairwise
	"$RINGGEN" import ibnet "$fabrics/torus-thick-minhop/net.txt" -o thick.xml # without its tables
	run -3 alltoall thick.xml
	[[ $output == "unknown: alltoall of 9 ranks on 9 machines in "*" messages have several ways, at worst with load "* ]]
	has "these phases:                not known ("
	"$RINGGEN" import ibnet "$fabrics/tree-ftree/net.txt" "$fabrics/tree-ftree/lft.txt" -o tree.xml
	sed '/at="leaf1" to="n003"/d' tree.xml >lacks.xml
	run -4 alltoall lacks.xml --schedule colours
	has "no phases of an all-to-all by 'colours': no way is known between some of the ranks"
	run -3 alltoall lacks.xml --order <(printf 'n000\nn003\n')
	[[ $output == "unknown: "*"the way of 1 of 2 messages is not known"* ]]
}

@test "what goes together, and what is not known" {
	usage() {
		run --separate-stderr -2 "$RINGGEN" "${@:2}"
		[[ $stderr == *"$1"* ]]
	}
	usage "--collective: only alltoall has phases" certify "$TOPO/pair.xml" --collective bcast
	usage "--schedule goes with --collective alltoall" certify "$TOPO/pair.xml" --schedule tree
	usage "--messages goes with --collective alltoall" certify "$TOPO/pair.xml" --messages
	usage "--messages goes without --json" certify "$TOPO/pair.xml" --collective alltoall --messages --json
	usage "--schedule: 'shift' is none of tree, shifts, colours, pairwise, xor (did you mean shifts?)" \
		certify "$TOPO/pair.xml" --collective alltoall --schedule shift
	usage "--phase goes with --collective alltoall" plot "$TOPO/pair.xml" --phase 1
	usage "--phase draws one phase" plot "$TOPO/pair.xml" --collective alltoall --phase 1 --loads
	run --separate-stderr -4 "$RINGGEN" plot "$TOPO/pair.xml" --collective alltoall --phase 17
	[[ $stderr == *"--phase 17: there are 16 (tree)"* ]]
	run --separate-stderr -4 alltoall "$TOPO/pair.xml" --order n0,n1,n2 --schedule xor
	[[ $stderr == *"it is for 1, 2, 4, 8 ... ranks"* ]]
	run --separate-stderr -4 alltoall "$TOPO/tree10000.xml"
	[[ $stderr == *"it is for 4096 ranks at most"* ]]
	run --separate-stderr -3 alltoall "$TOPO/pair.xml" --order n0,elsewhere
	[[ $output == "unknown: "* ]]
}

@test "pictures: a phase, with its loads and what collides; the loads of all" {
	picture() {
		"$RINGGEN" plot "$TOPO/star32.xml" --collective alltoall "$@" -o x.svg
		xmllint --noout x.svg
		drawn=$(sed 's|</tspan><tspan[^>]*>| |g' x.svg)
	}
	picture
	[[ $drawn == *"proved: no two messages share a link direction"* ]]
	[[ $drawn == *"phase 1 of 192 (tree) of an all-to-all of 32 ranks on 32 machines"* ]]
	[[ $drawn == *"not used in this phase"* ]]
	[[ $drawn != *"the ring begins here"* ]]
	picture --schedule pairwise
	[[ $drawn == *"phase 8 of 31 (pairwise)"*"a message that collides with another"* ]]
	[[ $drawn == *"s0 -&gt; s1: load 8, "* || $drawn == *"s0 -> s1: load 8, "* ]]
	picture --schedule pairwise --phase 1 --dark
	[[ $drawn == *"phase 1 of 31 (pairwise)"* ]]
	picture --schedule pairwise --loads
	[ "$(grep -c '<title>phase' x.svg)" = 31 ]
	[[ $drawn == *"<title>phase 8: load 8</title>"* ]]
	picture --loads
	[ "$(grep -c ': load 1</title>' x.svg)" = 192 ]
	[[ $drawn == *"proved: no two messages of a phase share a link direction"* ]]
}
