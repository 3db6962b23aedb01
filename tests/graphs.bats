#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Commands, generated routines and libringgen-preload on graphs that are no trees: fabrics with forwarding tables, hosts
# with several ports, and what has several shortest ways.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

FABRICS=$ROOT/tests/fabrics

# fabric NAME: that of tests/fabrics, as NAME.xml.
fabric() {
	"$RINGGEN" import ibnet "$FABRICS/$1/net.txt" "$FABRICS/$1/lft.txt" --prefix fabric -o "$1.xml"
}

# spines N: a fat tree of three leaves with two hosts each, and N spines, without tables.
spines() {
	echo '<topology name="spines">'
	for ((s = 0; s < $1; s++)); do echo "<switch id='top$s'/>"; done
	for l in 0 1 2; do
		echo "<switch id='leaf$l'><node id='n$((2 * l))'/><node id='n$((2 * l + 1))'/></switch>"
		for ((s = 0; s < $1; s++)); do echo "<link a='leaf$l' b='top$s'/>"; done
	done
	echo '</topology>'
}

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	build_yield
	fabric torus-dor
	build_plain collectives
	generate whole torus-dor.xml --prefix whole
	build collectives whole
}

setup() {
	unset RINGGEN_TOPOLOGY RINGGEN_COLLECTIVES RINGGEN_VERBOSE RINGGEN_HOSTS
	cd "$BATS_TEST_TMPDIR" || return 1
}

@test "the planner follows the tables: of an order whose pairs collide it knows what that costs" {
	fabric torus-dor
	run --separate-stderr -0 "$RINGGEN" plan torus-dor.xml --collective allreduce=ring --size 1M
	[ -z "$stderr" ]
	grep -qE '^ +ring +[0-9]+ KiB .* 1  n' <<<"$output"
	"$RINGGEN" order torus-dor.xml >ours
	shuf --random-source=ours ours >shuffled
	# The ring is the order's, so it takes no longer however the ranks are listed; recursive doubling is the list's.
	run -0 "$RINGGEN" plan torus-dor.xml --hosts @shuffled --collective allreduce=ring --size 1M
	grep -qE '^ +ring +[0-9]+ KiB .* 1  n' <<<"$output"
	run -0 "$RINGGEN" advise torus-dor.xml --hosts @shuffled
	run -0 "$RINGGEN" prove torus-dor.xml --ops allreduce=ring,bcast=tree
	[[ ${lines[1]} =~ ^allreduce\ +ring\ +9\ .*\ 1\ no\ +proved ]]
	run -0 "$RINGGEN" export tuning torus-dor.xml --mpi mpich -o tuned
}

@test "several shortest ways: a plan is for one of them, and says so" {
	spines 2 >spines.xml
	run --separate-stderr -0 "$RINGGEN" plan spines.xml --collective allreduce --size 1M
	[ "$stderr" = "spines.xml:1: warning: 24 of 30 pairs of machines have several ways: loads are counted on all, times are of one, which the receiver's number chooses" ]
	run --separate-stderr -0 "$RINGGEN" prove spines.xml --ops allreduce=ring
	[[ ${lines[1]} =~ ^allreduce\ +ring\ +6\ .*\ 1\ no\ +proved ]]
	spines 1 >spines.xml
	run --separate-stderr -0 "$RINGGEN" plan spines.xml --collective allreduce --size 1M
	[ -z "$stderr" ]
}

@test "the file may say that the receiver's number chooses: then there is one way, and a proof" {
	spines 2 | sed 's/name="spines"/& routes="d-mod-k"/' >static.xml
	xmllint --noout --relaxng "$ROOT/generator/import/topology.rng" static.xml
	run -0 "$RINGGEN" check static.xml
	[[ $output == *"routes          the shortest way that the receiver's number chooses"* ]]
	run -0 "$RINGGEN" certify static.xml
	[[ $output == "proved contention free: 6 ranks on 6 machines"* ]]
	run --separate-stderr -0 "$RINGGEN" plan static.xml --collective allreduce --size 1M
	[ -z "$stderr" ]
	# What is for n1 and n3 comes by the second spine, what is for n2 and n4 by the first one.
	printf 'n%d\n' 0 2 1 4 3 5 >order
	run -1 "$RINGGEN" certify static.xml --order order --loads
	[[ $output =~ top1\ -\>\ leaf0\ +1 && $output =~ top0\ -\>\ leaf1\ +1 ]]
	run -1 "$RINGGEN" certify static.xml --order order --json
	sed 's/d-mod-k/adaptive/' static.xml >wrong.xml
	run -4 "$RINGGEN" check wrong.xml
	[[ $output == "wrong.xml:1: error: routes 'adaptive' of <topology> is neither any nor d-mod-k" ]]
}

@test "a way that is not known: no plan, and which one" {
	printf 'SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=m[0-3]\n' >two.conf
	"$RINGGEN" import slurm two.conf -o two.xml
	for command in plan advise prove 'generate -o x' 'export simgrid'; do
		# shellcheck disable=SC2086
		run -4 "$RINGGEN" $command two.xml
		[[ $output == *"two.xml:"*": error: no way is known from 'n0' to 'm0': nothing joins them" ]]
	done
	run -0 "$RINGGEN" plan two.xml --hosts m1,m0,m3 --collective allreduce --size 1M
}

@test "a host with several ports takes either; a machine passes nothing on" {
	cat >ports.xml <<-E
		<topology name="ports"><switch id="s0"/><switch id="s1"/>
		<node id="n[0-2]"/><node id="m"/>
		$(for s in 0 1; do for n in 0 1 2; do echo "<link a='s$s' b='n$n'/>"; done; done)
		<link a="s1" b="m"/></topology>
	E
	run -0 "$RINGGEN" check ports.xml
	[[ $output == *"routes          any of the shortest ways"* ]]
	run -3 "$RINGGEN" certify ports.xml
	[[ $output == *"several"* ]]
	run --separate-stderr -0 "$RINGGEN" plan ports.xml --collective allreduce --size 1M
	[[ $stderr == *"6 of 12 pairs of machines have several ways"* ]]
	# With tables it needs one, too.
	{
		grep -v '</topology>' ports.xml
		echo '<link a="s1" b="m"/>'
		for n in 0 1 2; do
			echo "<forward at='s0' to='n$n' via='n$n'/><forward at='s1' to='n$n' via='n$n'/>"
		done
		echo '<forward at="s1" to="m" via="m"/>'
		echo '<forward at="n0" to="n[1-2]" via="s0"/><forward at="n0" to="m" via="s1"/>'
		echo '<forward at="n1" to="n[0,2]" via="s0"/><forward at="n1" to="m" via="s1"/>'
		echo '<forward at="n2" to="n[0-1]" via="s0"/></topology>'
	} | sed 's|<link a="s1" b="m"/></topology>||' >tables.xml
	printf '%s\n' n0 n1 n2 m >order
	run -3 "$RINGGEN" certify tables.xml --order order
	[[ $output == *"n2 has no entry for m"* ]]
	run -0 "$RINGGEN" certify tables.xml --hosts n0,n1,m
	run -4 "$RINGGEN" survey tables.xml --hosts n0,n1
	[[ $output == *"machine 'n0' has more than one link"* ]]
}

@test "pictures of graphs: circles of switches, parallel links beside each other, why it is unknown" {
	for name in torus-dor tree-ftree torus-thick-minhop; do
		fabric $name
		run -0 "$RINGGEN" plot $name.xml -o $name.svg
		xmllint --noout $name.svg
		grep -q 'proved: ' $name.svg
	done
	spines 2 >spines.xml
	run -0 "$RINGGEN" plot spines.xml -o spines.svg
	grep -q 'unknown: .* several ways' spines.svg
	printf 'n%03d\n' 0 3 1 4 2 5 >bad
	run -0 "$RINGGEN" plot tree-ftree.xml --order bad -o bad.svg
	grep -q 'refuted: ' bad.svg
	run -0 "$RINGGEN" plot tree-ftree.xml --hosts n000,n004,n001 -o some.svg
}

@test "generated routines: on all machines they are ours, on some MPI's own, with one warning; fixed forms are for a list" {
	cd "$BATS_FILE_TMPDIR"
	"$RINGGEN" order torus-dor.xml >by_ring
	tr -d '\n*' <whole.c | tr -s ' ' | grep -q 'The order is one of all these machines: on some of them MPI.s own routines are used'
	export RINGGEN_VERBOSE=1
	hosts "$(sed -n 1p by_ring)" "$(sed -n 7p by_ring)" "$(sed -n 3p by_ring)"
	run --separate-stderr on 3 collectives-whole -1 -k int -n 1000
	[ "$status" = 0 ]
	[ "$(grep -c "'whole': its order is for all machines of that graph, not for some: see '--hosts': MPI's own collectives are used on this communicator" <<<"$stderr")" = 1 ]
	hosts "$(sed -n 1p by_ring)" "$(sed -n 1p by_ring)" "$(sed -n 1p by_ring)"
	run --separate-stderr on 3 collectives-whole -1 -k int -n 1000
	[ "$status" = 0 ]
	[[ $stderr != *"its order is for all"* ]]
	"$RINGGEN" generate torus-dor.xml --hosts "$(sed -n '2p;5p;9p' by_ring | paste -sd,)" --prefix fixed -o fixed
	build collectives fixed
	hosts "$(sed -n 2p by_ring)" "$(sed -n 5p by_ring)" "$(sed -n 9p by_ring)"
	run --separate-stderr on 3 collectives-fixed -1 -k int -n 1000
	[ "$status" = 0 ]
	[[ $stderr == *"fixed: 3 ranks on 3 machines"* ]]
}

@test "preloaded: each communicator has an order of its own, and its verdict" {
	export PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=$BATS_FILE_TMPDIR/torus-dor.xml RINGGEN_VERBOSE=1
	"$RINGGEN" order "$RINGGEN_TOPOLOGY" | shuf --random-source="$RINGGEN_TOPOLOGY" | head -n 5 >some
	# shellcheck disable=SC2046
	hosts $(cat some)
	run --separate-stderr on 5 collectives -1 -k int -n 1,P,1000,50000
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $stderr == *"'fabric': of the order of these 5 machines: proved contention free: ring load 1 on "* ]]
	# It is that of the command.
	"$RINGGEN" order "$RINGGEN_TOPOLOGY" --hosts @some >ours
	awk 'NR == FNR { rank[$1] = FNR - 1; next } { printf " %d", rank[$1] } END { print "" }' some ours >order
	[[ $stderr == *"fabric: 5 ranks on 5 machines, in the order$(cat order)"* ]]
}

@test "preloaded: no plan where no way is known, and why" {
	printf 'SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=m[0-3]\n' >two.conf
	"$RINGGEN" import slurm two.conf -o two.xml
	export PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=$PWD/two.xml
	hosts n0 n1 m0
	run --separate-stderr on 3 collectives -1 -k int -n 1000
	[ "$status" = 0 ]
	[[ $stderr == *"'two': no way is known from 'n0' to 'm0': nothing joins them"* ]]
	[[ $stderr == *"'two': the topology tells no way between some of the machines: MPI's own collectives are used on this communicator"* ]]
	hosts n0 n1 n3
	RINGGEN_VERBOSE=1 run --separate-stderr on 3 collectives -1 -k int -n 1000
	[ "$status" = 0 ]
	[[ $stderr == *"two: 3 ranks on 3 machines, in the order 0 1 2"* ]]
}
