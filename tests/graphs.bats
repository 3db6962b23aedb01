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

# words FILE.svg: with lines that were broken made whole.
words() {
	sed 's|</tspan><tspan[^>]*>| |g' "$1"
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
	[ "$stderr" = "spines.xml:1: warning: 24 of 30 pairs of machines have several ways: loads are what all of them take, times are of one, which the receiver's number chooses" ]
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
	[[ $output == *"routes          by the receiver's number one of the shortest ways"* ]]
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
	[[ $output == "wrong.xml:1: error: routes 'adaptive' of <topology> has a word that is none of any, up-down, "* ]]
	for twice in 'any any' 'up-down dragonfly' 'd-mod-k d-mod-k'; do
		sed "s/d-mod-k/$twice/" static.xml >wrong.xml
		run -4 "$RINGGEN" check wrong.xml
		[[ $output == *"routes '$twice' of <topology> names two rules, or one twice" ]]
	done
}

# torus WIDTH HEIGHT ROUTES: one host at each switch, with positions.
torus() {
	awk -v w="$1" -v h="$2" -v routes="$3" 'BEGIN {
		printf "<topology name=\"torus\" routes=\"%s\">\n", routes
		for (i = 0; i < w * h; i++)
			printf "<switch id=\"s%d\" position=\"%d,%d\"><node id=\"n%d\"/></switch>\n", i, i % w, int(i / w), i
		for (i = 0; i < w * h; i++) {
			printf "<link a=\"s%d\" b=\"s%d\"/>\n", i, i - i % w + (i + 1) % w
			printf "<link a=\"s%d\" b=\"s%d\"/>\n", i, (i + w) % (w * h)
		}
		print "</topology>"
	}'
}

@test "dimension order: one way in an odd torus, and the loads that it makes" {
	torus 3 3 dimension-order >torus.xml
	xmllint --noout --relaxng "$ROOT/generator/import/topology.rng" torus.xml
	run -0 "$RINGGEN" certify torus.xml
	[[ $output == "proved contention free: 9 ranks on 9 machines"* ]]
	run -0 "$RINGGEN" check torus.xml
	[[ $output == *"routes          any of the shortest ways along one dimension after the other"* ]]
	# n0 to n4 goes by n1, n4 to n0 by n3: along x first.
	printf 'n0\nn4\n' >pair
	run -0 "$RINGGEN" certify torus.xml --order pair --loads
	[[ $output =~ s0\ -\>\ s1\ +1 && $output =~ s1\ -\>\ s4\ +1 && $output =~ s4\ -\>\ s3\ +1 ]]
	# Without the rule there are two.
	run -0 "$RINGGEN" certify <(torus 3 3 any) --order pair
	[[ $output == "proved contention free on any way: "*"(2 of 2 pairs have several)"* ]]
	# Half around an even torus both directions are as short; the receiver's number chooses.
	torus 4 4 dimension-order >even.xml
	printf 'n0\nn2\n' >pair
	run -0 "$RINGGEN" certify even.xml --order pair
	run -0 "$RINGGEN" certify <(torus 4 4 'dimension-order d-mod-k') --order pair
	# What is exported has these routes, link by link.
	run -0 "$RINGGEN" export simgrid torus.xml
	[[ $(tr -d '\n' <<<"$output") =~ 'src="n0" dst="n4"'[^/]*/([^/]*/){4} ]]
	[ "$(grep -o 'link_ctn' <<<"${BASH_REMATCH[0]}" | wc -l)" -ge 4 ]
	sed 's/ position="1,2"//; s/position="2,2"/position="0,0"/; s/"0,1"/"0,1,"/' torus.xml >wrong.xml
	run -4 "$RINGGEN" check wrong.xml
	[[ $output == "wrong.xml:5: error: position '0,1,' of <switch> is no list of at most 8 numbers below 1048576, as 0,3"* ]]
	[[ $output == *"switch 's7' has no position of 2 numbers"*"switch 's8' is where switch 's0' is"* ]]
	sed 's/ position="1,2"//' torus.xml >wrong.xml
	run -4 "$RINGGEN" check wrong.xml
	[[ $output == *"switch 's7' has no position of 2 numbers, which routes=\"dimension-order\" needs" ]]
	sed 's/position="2,2"/position="0,0"/' torus.xml >wrong.xml
	run -4 "$RINGGEN" check wrong.xml
	[[ $output == *"switch 's8' is where switch 's0' is"*"differ in more than one number" ]]
}

@test "a rail of its own network: each is a tree, which all commands take" {
	cat >rails.xml <<-E
		<topology name="rails"><switch id="a"/><switch id="b"/><switch id="c"/><node id="n[0-3]"/>
		$(for n in 0 1 2 3; do echo "<link a='a' b='n$n'/><link a='$([ $n -lt 2 ] && echo b || echo c)' b='n$n'/>"; done)
		<link a="b" b="c"/></topology>
	E
	run -0 "$RINGGEN" certify rails.xml
	[[ $output == "proved contention free on any way: "*"from any port that begins one (--rail chooses a port)"* ]]
	run -0 "$RINGGEN" certify rails.xml --rail 1
	[[ $output == "proved contention free: 4 ranks on 4 machines, load 1 on all 8 link directions"* ]]
	run -0 "$RINGGEN" certify rails.xml --rail 2 --loads
	[[ $output =~ b\ -\>\ c\ +1 ]]
	run -0 "$RINGGEN" survey rails.xml --hosts 'n[0-3]'
	[[ $output == *"pair "* && $output != *"cut "* ]]
	sed 's/name="rails"/& rail="2"/' rails.xml >second.xml
	run -0 "$RINGGEN" survey second.xml --hosts 'n[0-3]'
	[[ $output == *"cut b:c "* ]]
	run -0 "$RINGGEN" check second.xml
	[[ $output == *"switches        2"*"rail            2: of each machine that link alone"*"depth "* ]]
}

@test "rails, routes and positions that mean nothing are refused" {
	local wrong
	torus 3 3 dimension-order >torus.xml
	for wrong in 0 -1 17 x ''; do
		run -2 "$RINGGEN" certify torus.xml --rail "$wrong"
		[[ $output == "ringgen: error: --rail: '$wrong' "* ]]
		sed "s/name=\"torus\"/& rail=\"$wrong\"/" torus.xml >wrong.xml
		run -4 "$RINGGEN" check wrong.xml
		[[ $output == "wrong.xml:1: error: rail '$wrong' of <topology> "* ]]
	done
	for wrong in '' ',' '1,' ',1' '1,,2' -1,0 0x1,2 1048576,0 1,2,3,4,5,6,7,8,9 ' 1,2' '1 2'; do
		sed "s/position=\"0,0\"/position=\"$wrong\"/" torus.xml >wrong.xml
		run -4 "$RINGGEN" check wrong.xml
		[[ $output == "wrong.xml:2: error: position '$wrong' of <switch> is no list of at most 8 numbers"* ]]
	done
}

@test "up and down: not the shorter way across, and none where there is none" {
	cat >updown.xml <<-E
		<topology name="updown" routes="up-down">
		<switch id="top"/>
		<switch id="a"><node id="n[0-1]"/></switch>
		<switch id="b"><node id="n[2-3]"/></switch>
		<switch id="c"><node id="n[4-5]"/></switch>
		<link a="top" b="a"/>
		<link a="top" b="b"/>
		<link a="top" b="c"/>
		<link a="a" b="b"/><link a="b" b="c"/>
		</topology>
	E
	# a - b and b - c are in a level: a is above b, b above c; so from a to c both go down, from c to a both up.
	run -0 "$RINGGEN" certify updown.xml --order <(printf 'n%d\n' 0 2) --loads
	[[ $output =~ a\ -\>\ b\ +1 ]]
	run -0 "$RINGGEN" certify updown.xml --order <(printf 'n%d\n' 0 4)
	[[ $output == *"(2 of 2 pairs have several)"* ]]
	# With b below both, the way over b goes down and then up.
	sed 's/ id="top"/& position="0"/; s/ id="[ac]"/& position="1"/; s/ id="b"/& position="2"/' updown.xml >levels.xml
	run -0 "$RINGGEN" certify levels.xml --order <(printf 'n%d\n' 0 4) --loads
	[[ $output =~ a\ -\>\ top\ +1 || $output =~ top\ -\>\ a\ +1 ]]
	sed 's/ position="2"//' levels.xml >wrong.xml
	run -4 "$RINGGEN" check wrong.xml
	[[ $output == *"switch 'b' has no position of 1 number, which routes=\"up-down\" needs where others have one" ]]
	grep -v '"top"' levels.xml | sed '1a <switch id="top" position="0"><node id="m"/></switch>\n<link a="top" b="b"/><link a="a" b="b"/>' >apart.xml
	run -3 "$RINGGEN" certify apart.xml --order <(printf 'n%d\n' 0 4)
	[[ $output == *"n0 -> n4 (rank 0 -> rank 1): no way that up-down allows joins them"* ]]
	run -4 "$RINGGEN" plan apart.xml
	[[ $output == *"no way that up-down allows joins them"* ]]
}

@test "dragonfly: at most one link between groups, though two may be shorter" {
	{
		echo '<topology name="fly" routes="dragonfly">'
		for g in 0 1 2; do
			for r in 0 1 2; do echo "<switch id='g${g}r$r' position='$g,$r'><node id='n$g$r'/></switch>"; done
			echo "<link a='g${g}r0' b='g${g}r1'/><link a='g${g}r1' b='g${g}r2'/><link a='g${g}r0' b='g${g}r2'/>"
		done
		# Groups 0 and 2 are joined at their routers 2; by group 1 there are two links from router 0 to router 0.
		echo "<link a='g0r0' b='g1r0'/><link a='g1r0' b='g2r0'/><link a='g0r2' b='g2r2'/></topology>"
	} >fly.xml
	run -0 "$RINGGEN" certify fly.xml --order <(printf 'n%s\n' 00 20) --loads
	[[ $output =~ g0r2\ -\>\ g2r2\ +1 ]]
	run -5 "$RINGGEN" certify <(sed 's/ routes="dragonfly"//' fly.xml) --order <(printf 'n%s\n' 00 20) --loads
	[[ $output =~ g1r0\ -\>\ g2r0\ +1 ]]
	run -4 "$RINGGEN" check <(sed 's/ position=.0,0.//' fly.xml)
	[[ $output == *"switch 'g0r0' has no position of 1 number, which routes=\"dragonfly\" needs" ]]
}

@test "check tells what is oversubscribed: the links out of a leaf together" {
	cat >over.xml <<-E
		<topology name="over"><switch id="p"/><switch id="q"/>
		<switch id="a"><node id="n[0-3]"/></switch><switch id="b"><node id="m[0-3]"/></switch><switch id="c"><node id="k"/></switch>
		<link a="a" b="p"/><link a="a" b="q"/><link a="b" b="p" duplex="half"/><link a="b" b="q"/><link a="c" b="p"/><link a="c" b="q"/></topology>
	E
	run -0 "$RINGGEN" check over.xml
	# Of c one machine can send 1, of a and b no more than the five others can take.
	[ "$(sed -n '/^oversub/,$p' <<<"$output")" = "oversubscribed
    2.67 : 1  b: 4 machines can send 4 Gbit/s, 2 links carry 1.5 Gbit/s
    2.00 : 1  a: 4 machines can send 4 Gbit/s, 2 links carry 2 Gbit/s" ]
	run -0 "$RINGGEN" check over.xml --json
	[[ $output == *'"switch": "b"'*'"switches": 1'*'"links": 2'*'"machines_behind": 4'* ]]
	spines 2 >full.xml
	run -0 "$RINGGEN" check full.xml
	[[ $output == *"oversubscribed  nothing"* ]]
}

@test "what every way of a pair takes counts: refuted, whichever they take; and advise claims no more" {
	cat >sure.xml <<-E
		<topology name="sure"><switch id="A"><node id="a"/><node id="b"/></switch><switch id="B"><node id="c"/><node id="d"/></switch>
		<switch id="S"/><link a="A" b="S"/><link a="B" b="S"/><link a="B" b="S"/></topology>
	E
	run -1 "$RINGGEN" certify sure.xml --order <(printf '%s\n' a c b d)
	[[ $output == "refuted: load 2 on A -> S (2 of 10 link directions"*"unknown:"*"a -> c (rank 0 -> rank 1): several ways"* ]]
	run -5 "$RINGGEN" certify sure.xml --order <(printf '%s\n' a b c d) --loads --strict
	[[ $output == "proved contention free on any way: 4 ranks on 4 machines, load at most 1 on each of 14 link directions, whichever of its shortest ways each pair takes (2 of 4 pairs have several)"* ]]
	[[ $output =~ A\ -\>\ S\ +1 && $output =~ S\ -\>\ B\ +0 ]]
	run --separate-stderr -0 "$RINGGEN" generate sure.xml --ops allreduce -o sure
	[[ $stderr != *"not proved"* ]]
	grep -q 'Proved, whichever of its shortest ways each pair takes: 4 machines, 3 switches, ring load at most' sure.c
	run --separate-stderr -0 "$RINGGEN" advise sure.xml --hosts a,b,c,d --collective allreduce
	[[ $output == *"In this order no two neighbours in rank share a link direction, whichever of its shortest ways each takes."* ]]
	run --separate-stderr -0 "$RINGGEN" advise sure.xml --hosts a,c,b,d --collective allreduce
	[[ $output == *"In this order 2 pairs of neighbours in rank share A -> S."* ]]
	"$RINGGEN" import ibnet "$FABRICS"/rails-updn/{net,lft}.txt --prefix rails -o rails.xml
	run --separate-stderr -0 "$RINGGEN" advise rails.xml --rail 2
	[[ $output == *'(with rail="2" in its <topology>)'*"ringgen generate rails.xml --rail 2 -o routines"* ]]
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
	run -0 "$RINGGEN" certify ports.xml
	[[ $output == "proved contention free on any way: "*"several ways:"* ]]
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
	run -4 "$RINGGEN" calibrate tables.xml --measured order -o out.xml
	[[ $output == *"machine 'n0' has more than one link"* ]]
}

@test "what all rails share counts: refuted by tables of two rails, as by none" {
	# n0 has one port, so whatever comes to it comes over s0 - n0.
	cat >forced.xml <<-E
		<topology name="forced"><switch id="s0"/><switch id="s1"/><node id="n[0-2]"/>
		$(for l in n0,s0 n1,s0 n1,s1 n2,s0 n2,s1 s0,s1; do echo "<link a='${l%,*}' b='${l#*,}'/>"; done)
		$(for n in 0 1 2; do echo "<forward at='s0' to='n$n' via='n$n'/><forward at='s1' to='n$n' via='s0'/>"; done)
		$(for n in 1 2; do echo "<forward at='s0' to='n$n' via='s1' rail='2'/><forward at='s1' to='n$n' via='n$n' rail='2'/>"; done)
		</topology>
	E
	grep -v forward forced.xml >untabled.xml
	for file in forced untabled; do
		run --separate-stderr -1 "$RINGGEN" certify $file.xml --order <(printf 'n%d\n' 0 1 0 2) --loads
		[[ $output == "refuted: load 2 on n0 -> s0 "*" its pairs take 2.00 times as long"* ]]
		[[ $output =~ n0\ -\>\ s0\ +2 && $output =~ s0\ -\>\ n0\ +2 && $output =~ s0\ -\>\ s1\ +0 ]]
	done
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
	words spines.svg | grep -q 'whichever of its shortest ways each takes'
	"$RINGGEN" plot spines.xml --order <(printf 'n%d\n' 0 2 1 3 4 5) -o spines.svg
	grep -q 'unknown: .* several ways' spines.svg
	printf 'n%03d\n' 0 3 1 4 2 5 >bad
	run -0 "$RINGGEN" plot tree-ftree.xml --order bad -o bad.svg
	words bad.svg | grep -q 'refuted: .*, which take up to [0-9.]* times as long'
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
	[[ $stderr == *"'fabric': the order of these 5 machines is proved contention free: ring load 1 on "* ]]
	# It is that of the command.
	"$RINGGEN" order "$RINGGEN_TOPOLOGY" --hosts @some >ours
	awk 'NR == FNR { rank[$1] = FNR - 1; next } { printf " %d", rank[$1] } END { print "" }' some ours >order
	[[ $stderr == *"fabric: 5 ranks on 5 machines, in the order$(cat order)"* ]]
}

@test "preloaded: the file's rail and rule are those of the library, too" {
	"$RINGGEN" import ibnet "$FABRICS"/rails-updn/{net,lft}.txt --rail 2 --prefix rails -o rails.xml
	export PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=$PWD/rails.xml RINGGEN_VERBOSE=1
	hosts n000 n003 n001 n004
	run --separate-stderr on 4 collectives -1 -k int -n 1000
	[ "$status" = 0 ]
	[[ $stderr == *"'rails': the order of these 4 machines is proved contention free: "* ]]
	torus 3 3 'dimension-order d-mod-k' >torus.xml
	export RINGGEN_TOPOLOGY=$PWD/torus.xml
	hosts n0 n4 n8 n1
	run --separate-stderr on 4 collectives -1 -k int -n 1000
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $stderr == *"'torus': the order of these 4 machines is proved contention free: "* ]]
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

# ---- What a verdict rests on

# triangle ATTRIBUTES A B C: three switches in a circle, each with two machines; of the topology, and of each switch.
triangle() {
	cat <<END
<topology name="triangle" $1>
  <switch id="a" $2><node id="n[0-1]"/></switch>
  <switch id="b" $3><node id="n[2-3]"/></switch>
  <switch id="c" $4><node id="n[4-5]"/></switch>
  <link a="a" b="b"/>
  <link a="b" b="c"/>
  <link a="c" b="a" $5/>
</topology>
END
}

@test "shortest ways that neither a table nor the file tells are an assumption: said in the second line, in JSON, by the status" {
	triangle >plain.xml
	run -5 "$RINGGEN" certify plain.xml
	[[ ${lines[0]} == "proved contention free: 6 ranks on 6 machines, "* ]]
	[[ ${lines[1]} == "assumed: messages go by shortest ways, which no table confirms" ]]
	run -5 "$RINGGEN" certify plain.xml --json
	[[ $output == *'"assumed": "messages go by shortest ways, which no table confirms"'* ]]
	# What is refuted so is refuted.
	run -1 "$RINGGEN" certify plain.xml --order n0,n2,n1,n3,n4,n5
	[[ ${lines[1]} == "assumed: "* ]]
	run -0 "$RINGGEN" plot plain.xml -o plain.svg
	grep -q 'assumed: messages go' <(words plain.svg)
	"$RINGGEN" generate plain.xml --ops allreduce=ring -o plain
	grep -q 'Assumed: messages go by shortest ways' plain.c
	# The file says so: then it is given.
	triangle 'routes="any"' >told.xml
	run -0 "$RINGGEN" certify told.xml
	no_line assumed <<<"$output"
	run -0 "$RINGGEN" certify told.xml --json
	[[ $output == *'"assumed": null'* ]]
	run -0 "$RINGGEN" certify "$ROOT/topo-files/chain32.xml"
	no_line assumed <<<"$output"
}

@test "Ethernet's spanning tree: the root by priority, the cost of links, what is said to be blocked" {
	triangle 'routes="spanning-tree"' >tree.xml
	run -0 "$RINGGEN" check tree.xml
	[[ $output == *"blocked         1 link, by Ethernet's spanning tree"* ]]
	# Switch a is the root, and the link of b and c is blocked: pairs of these go over a.
	run -1 "$RINGGEN" certify tree.xml --order n2,n4,n0,n3,n5,n1
	[[ ${lines[0]} == "refuted: load 2 on "* ]]
	run -0 "$RINGGEN" certify tree.xml --loads
	[[ $output == *"given: 1 link carries nothing, by the spanning tree that follows from the file"* ]]
	no_line 'b -> c\|c -> b' <<<"$output"
	no_line assumed <<<"$output"
	# Switch b is: the link of a and c.
	triangle 'routes="spanning-tree"' '' 'position="4096"' >root.xml
	run -0 "$RINGGEN" certify root.xml --loads
	no_line 'a -> c\|c -> a' <<<"$output"
	# By two links of 10 Gbit/s it costs less than by one of 1 Gbit/s.
	sed 's|<link a="a" b="b"/>|<link a="a" b="b" bandwidth="10Gbps"/>|; s|<link a="b" b="c"/>|<link a="b" b="c" bandwidth="10Gbps"/>|' tree.xml >fast.xml
	run -0 "$RINGGEN" certify fast.xml --loads
	no_line 'a -> c\|c -> a' <<<"$output"
	grep -q 'b -> c' <<<"$output"
	# What the switches say comes before what follows from the file.
	triangle '' '' '' '' 'blocked="yes"' >blocked.xml
	run -0 "$RINGGEN" certify blocked.xml --loads
	no_line 'a -> c\|c -> a' <<<"$output"
	[[ $output == *"given: 1 link carries nothing, by what the file says"* ]]
	triangle '' '' '' '' 'blocked="perhaps"' >wrong.xml
	run -4 "$RINGGEN" certify wrong.xml
	[ "$output" = "wrong.xml:7: error: blocked 'perhaps' of <link> is neither 'yes' nor 'no'" ]
}
