#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Fabrics that are no trees: what `ringgen import` makes of what the tools of InfiniBand print (tests/fabrics, printed by
# these tools), orders of them, and verdicts by their forwarding tables.
# shellcheck disable=SC2154 # stderr is Bats's

bats_require_minimum_version 1.5.0

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	fabrics=$BATS_TEST_DIRNAME/fabrics
	cd "$BATS_TEST_TMPDIR" || return 1
}

ringgen() {
	"$RINGGEN" "$@"
}

# fat SPINES LEAVES EACH: a fat tree with its tables, as ibnetdiscover and dump_fts print it; what is for host h goes up to
# spine h mod SPINES.
fat() {
	awk -v spines="$1" -v leaves="$2" -v each="$3" 'BEGIN {
		hosts = leaves * each
		for (l = 0; l < leaves; l++) {
			printf "Switch\t%d \"S-%016x\"\t\t# \"leaf%d\" base port 0 lid %d lmc 0\n", each + spines, 65536 + l, l, hosts + 1 + l
			for (h = l * each; h < (l + 1) * each; h++)
				printf "[%d]\t\"H-%016x\"[1](%x) \t\t# \"n%05d HCA-1\" lid %d 4xHDR\n", h % each + 1, 2 ^ 24 + h, 2 ^ 24 + h, h, h + 1
			for (s = 0; s < spines; s++)
				printf "[%d]\t\"S-%016x\"[%d]\t\t# \"spine%d\" lid %d 4xHDR\n", each + s + 1, 131072 + s, l + 1, s, hosts + leaves + 1 + s
			print ""
		}
		for (v = 0; v < leaves + spines; v++) {
			leaf = v < leaves
			printf "Unicast lids [0x0-0xffff] of switch Lid %d guid 0x%016x (%s%d):\n", hosts + 1 + v, leaf ? 65536 + v : 131072 + v - leaves, leaf ? "leaf" : "spine", leaf ? v : v - leaves
			for (h = 0; h < hosts; h++)
				printf "0x%04x %03d : (Channel Adapter portguid 0x%016x: \047n%05d HCA-1\047)\n", h + 1,
					!leaf ? int(h / each) + 1 : int(h / each) == v ? h % each + 1 : each + 1 + h % spines, 2 ^ 24 + h, h
			printf "%d valid lids dumped\n", hosts
		}
	}'
}

@test "what the tools print of a fabric: the same file from either form, which reads back, and is proved" {
	for fabric in tree-ftree tree-minhop tree-updn torus-dor torus-updn torus-thick-minhop; do
		dir=$fabrics/$fabric
		run --separate-stderr -0 ringgen import ibnet "$dir/net.txt" "$dir/lft.txt" --prefix fabric -o net.xml
		[ -z "$stderr" ]
		run --separate-stderr -0 ringgen import ibnet "$dir/lft.txt" "$dir/ports.txt" --prefix fabric -o ports.xml
		diff -I Imported net.xml ports.xml
		xmllint --noout --relaxng "$BATS_TEST_DIRNAME/../generator/import/topology.rng" net.xml
		run -0 ringgen certify net.xml --strict
		[[ $output == "proved contention free: "* ]]
		# A way is known between all.
		run --separate-stderr -0 ringgen plan net.xml --collective barrier
		[ -z "$stderr" ]
	done
	ringgen import ibnet "$fabrics/tree-ftree/net.txt" "$fabrics/tree-ftree/lft.txt" -o tree.xml
	run -0 ringgen check tree.xml
	[[ $output == *"machines        12"*"switches        6"*"links           20"*"routes          by the forwarding tables of 6 switches"* ]]
	grep -q '<topology name="tree">' tree.xml
	grep -q '<node id="n\[000-002\]"/>' tree.xml
	# Eight links leave each switch of the thick torus, two and two to the same one.
	ringgen import ibnet "$fabrics/torus-thick-minhop/net.txt" -o thick.xml
	[ "$(grep -c '<link a="s00" ' thick.xml)" = 8 ]
	run -5 ringgen certify thick.xml --strict
	[[ $output == "proved contention free on any way: 9 ranks on 9 machines, load at most 1 on each of "* ]]
	[[ $output == *"several ways:"*"given: each pair takes one or more of its shortest ways"* ]]
	run -3 ringgen certify thick.xml --order <(printf 'n%02d\n' 0 4 1 5 2 6 3 7 8)
	[[ $output == "unknown: 9 ranks on 9 machines; "*" pairs have several ways, at worst with load "* ]]
}

@test "a bad order of a fabric is refuted, with the links and the pairs; a good one of some of it is proved" {
	ringgen import ibnet "$fabrics/tree-ftree/net.txt" "$fabrics/tree-ftree/lft.txt" -o tree.xml
	printf 'n%03d\n' 0 3 6 9 1 4 7 10 2 5 8 11 >bad
	run -1 ringgen certify tree.xml --order bad
	[[ $output == "refuted: load "*" link directions carry more than one pair): its pairs take "*" times as long"* ]]
	[[ $output == *" -> "*"(rank 0 -> rank 1)"* ]]
	run -0 ringgen certify tree.xml --hosts n001,n010,n004,n000,n007
	[[ $output == "proved contention free: 5 ranks on 5 machines"* ]]
	ringgen order tree.xml --hosts n001,n010,n004,n000,n007 >some
	[ "$(sort some)" = "$(printf 'n%03d\n' 0 1 4 7 10)" ]
	run -0 ringgen certify tree.xml --order some
}

@test "tables that lack an entry, go around, or lead to another host: unknown, and which pairs" {
	dir=$fabrics/tree-ftree
	ringgen import ibnet "$dir/net.txt" "$dir/lft.txt" -o tree.xml
	printf 'n000\nn003\n' >two
	run -0 ringgen certify tree.xml --order two
	# leaf1 has n003.
	sed '/at="leaf1" to="n003"/d' tree.xml >lacks.xml
	run -3 ringgen certify lacks.xml --order two
	[[ $output == "unknown: 2 ranks on 2 machines; the way of 1 of 2 pairs is not known"*"n000 -> n003 (rank 0 -> rank 1): leaf1 has no entry for n003"* ]]
	sed 's/at="leaf1" to="n003" via="n003"/at="leaf1" to="n003" via="n004"/' tree.xml >astray.xml
	run -3 ringgen certify astray.xml --order two
	[[ $output == *": n004 gets what is for n003"* ]]
	sed 's/at="leaf1" to="n003" via="n003"/at="leaf1" to="n003" via="spine0"/' tree.xml >loop.xml
	run -3 ringgen certify loop.xml --order two
	[[ $output == *": a loop at "*" on the way to n003"* ]]
	run -3 ringgen certify loop.xml --order two --json
	[[ $output == *'"verdict": "unknown"'*'"why": "a loop at '* ]]
	# A collision is one, whatever is not known beside it.
	printf 'n%03d\n' 0 3 6 9 1 4 7 10 2 5 8 11 >bad
	run -1 ringgen certify lacks.xml --order bad
	[[ $output == "refuted: "*"unknown:"*"leaf1 has no entry for n003"* ]]
}

@test "tables of a tree that say what a tree does are left out, so that all commands take it" {
	fat 1 3 2 >tree.txt
	ringgen import ibnet tree.txt -o tree.xml
	run ! grep -q '<forward' tree.xml
	run -0 ringgen plan tree.xml --collective allreduce --size 64K
	# What they lack is not known, in a tree, too.
	grep -v '^0x0003 002 ' tree.txt >lacks.txt
	ringgen import ibnet lacks.txt -o lacks.xml
	printf 'n0000%d\n' 0 1 2 3 4 5 >order_by_name
	run -3 ringgen certify lacks.xml --order order_by_name
	[[ $output == *"spine0 has no entry for n00002"* ]]
	# Our own order has nobody send to it from another leaf.
	run -0 ringgen certify lacks.xml
	run -4 ringgen plan lacks.xml
	[[ $output == *"lacks.xml:"*": error: no way is known from 'n0000"*"': "*" has no entry for n0000"* ]]
	run -4 ringgen survey lacks.xml --hosts @order_by_name
	[[ $output == *"lacks.xml:"*": error: no way is known from 'n0000"*"': "*" has no entry for n0000"* ]]
	run -4 ringgen calibrate lacks.xml --measured order_by_name -o out.xml
	[[ $output == *"error: there are forwarding tables: this command is for trees without any"* ]]
}

@test "what is left out or assumed is said: what is neither host nor switch, speeds, names" {
	{
		cat "$fabrics/tree-ftree/ports.txt"
		echo "CA    90  1 0x0000000000900001 4x QDR - SW     5  9 0x0000000000200000 ( 'n000 HCA-2' - 'leaf0' )"
		echo "RT    91  1 0x0000000000900002 4x QDR - SW     5 10 0x0000000000200000 ( 'router' - 'leaf0' )"
		echo "SW     5 12 0x0000000000200000 4x SDR - CA    92  1 0x0000000000900003 ( 'leaf0' - 'x1 HCA-1' )"
		echo "SW     5 13 0x0000000000200000 4x NEW - CA    93  1 0x0000000000900004 ( 'leaf0' - 'x2 HCA-1' )"
		echo "SW     5 14 0x0000000000200000 4x SDR                               'leaf0 -  a name with a dash'"
		echo "CA    94  1 0x0000000000900005 4x HDR - SW     5 15 0x0000000000200000 ( 'Mellanox Technologies Aggregation Node' - 'leaf0' )"
		echo "CA    95  1 0x0000000000900006 4x HDR - SW     5 16 0x0000000000200000 ( 'MT4123 ConnectX6 Mellanox Technologies' - 'leaf0' )"
		echo "CA    96  1 0x0000000000900007 4x HDR - SW     5 17 0x0000000000200000 ( 'localhost HCA-1' - 'leaf0' )"
		echo "CA    97  1 0x0000000000900008 4x HDR - SW     5 18 0x0000000000200000 ( 'x1 HCA-1' - 'leaf0' )"
		echo "CA    98  1 0x0000000000900009 4x HDR - SW     5 19 0x0000000000200000 ( 'mlx5_0' - 'leaf0' )"
	} >more.txt
	run --separate-stderr -0 ringgen import ibnet more.txt -o more.xml
	[[ $stderr == *"more.txt: warning: left out: 2 lines of what is neither host nor switch"* ]]
	[[ $stderr == *"more.txt: warning: the speed of 1 cable is not known: 8 Gbit/s is assumed"* ]]
	[[ $stderr == *"more.txt: warning: the descriptions of 3 ports name no host: the adapter is one, called by the GUID of its first port"* ]]
	[[ $stderr == *"more.txt: warning: 1 host is called as another one, with the same adapter and port: its GUID is added"* ]]
	[[ $stderr == *"warning: 1 host has several ports, up to 2: each is a way"* ]]
	run -0 ringgen check more.xml
	[[ $output == *"machines        18"* && $output == *"ports           1 machine with several"* ]]
	for name in x1 x1-0000000000900008 x2 host-0000000000900006 host-0000000000900007 host-0000000000900009; do
		ringgen check more.xml --links | grep -qx "machine $name"
	done
	# The slower end of a cable counts, and one that knows its speed.
	{
		echo "SW     5 1 0x20 4x QDR - CA    92  1 0x90 ( 's' - 'a HCA-1' )"
		echo "CA    92 1 0x90 4x SDR - SW     5  1 0x20 ( 'a HCA-1' - 's' )"
		echo "SW     5 2 0x20 4x NEW - CA    93  1 0x91 ( 's' - 'b HCA-1' )"
		echo "CA    93 1 0x91 4x DDR - SW     5  2 0x20 ( 'b HCA-1' - 's' )"
	} >ends.txt
	run --separate-stderr -0 ringgen import ibnet ends.txt -o ends.xml
	[ -z "$stderr" ]
	run -0 ringgen check ends.xml --links
	[[ $output == *"link s a 8000000000 "*"link s b 16000000000 "* ]]
}

@test "an adapter with two ports is one host, in both forms that tell of adapters; two adapters are two" {
	# Two hosts whose adapters have no name yet: one with two ports, one with one.
	ca() { echo "[$2]	\"H-0002c900000000$1\"[$3](2c900000000$4) 		# \"MT23108 InfiniHost\" lid $4 4xSDR"; }
	{
		echo 'Switch	24 "S-0002c90000000001"		# "sw" base port 0 lid 1 lmc 0'
		ca 10 1 1 11
		ca 10 2 2 12
		ca 20 3 1 21
	} >net.txt
	run --separate-stderr -0 ringgen import ibnet net.txt -o net.xml
	[[ $stderr == *"1 host has several ports, up to 2"* ]]
	run -0 ringgen check net.xml --links
	[[ $output == *"machine host-0002c90000000011"* && $output == *"machine host-0002c90000000021"* ]]
	[ "$(grep -c ^machine <<<"$output")" = 2 ]
	[ "$(grep -c ^link <<<"$output")" = 3 ]
	listed() { echo "{ CA Ports:02 SystemGUID:1 NodeGUID:$1 PortGUID:$2 {$3} LID:000$4 PN:0$5 } { SW Ports:24 NodeGUID:99 PortGUID:99 {sw} LID:0001 PN:0$4 } PHY=4x LOG=ACT SPD=10"; }
	{
		listed 10 11 'MT23108 InfiniHost' 2 1
		listed 10 12 'MT23108 InfiniHost' 3 2
		listed 20 21 'x HCA-1' 4 1
		listed 30 32 'x HCA-1' 5 2
	} >list.txt
	run -0 ringgen import ibnet list.txt -o list.xml
	run -0 ringgen check list.xml --links
	# Two adapters with the same number in their hosts are in two hosts, though called alike.
	[ "$(grep ^machine <<<"$output" | sort)" = "$(printf 'machine %s\n' host-0000000000000011 x x-0000000000000032)" ]
}

@test "a cable that leads back, and what a tool says of its failures, do not make a file useless" {
	net=$fabrics/tree-ftree/net.txt
	ringgen import ibnet "$net" -o whole.xml
	{
		echo 'src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1,1,31 Attr 0x11:0) bad status 110; Connection timed out'
		awk '{ print } /^Switch/ { split($3, id, "\""); print "[35]	\"" id[2] "\"[36]		# \"loop\" lid 4 4xQDR"
			print "[36]	\"" id[2] "\"[35]		# \"loop\" lid 4 4xQDR" }' "$net"
		echo 'ibwarn: [77] mad_rpc: _do_madrpc failed'
	} >net.txt
	run --separate-stderr -0 ringgen import ibnet net.txt -o looped.xml
	[[ $stderr == *"net.txt:1: warning: the tool failed here: cables or entries of tables may be missing"* ]]
	[[ $stderr == *"net.txt: warning: the tool failed in 1 more place"* ]]
	[[ $stderr == *"net.txt: warning: left out: 6 cables that lead back to where they begin, as plugs for tests do"* ]]
	diff -I Imported <(sed 's/name="looped"/name="whole"/' looped.xml) whole.xml
	# Only such cables, with a table of that switch.
	{
		printf 'Switch	18 "S-01"		# "a" base port 0 lid 1 lmc 0\n[1]	"S-01"[2]		# "a" lid 1 4xEDR\n'
		printf 'dump_ucast_routes: Switch 0x01\n0x0002 : 001\n'
	} >loops.txt
	run -4 ringgen import ibnet loops.txt
	[[ $output == *"loops.txt: error: has no port that is connected to another" ]]
	# What is no such line is refused as before.
	echo 'src/query_smp.c: what' >>net.txt
	run -4 ringgen import ibnet net.txt -o none.xml
	[[ $output == *"error: not a line of ibnetdiscover"* ]]
}

@test "a description that goes on behind the host's name without a blank" {
	{
		echo "SW     5 1 0x20 4x QDR - CA    92  1 0x91 ( 's' - 'node11:mlx5_0' )"
		echo "SW     5 2 0x20 4x QDR - CA    93  1 0x92 ( 's' - 'node11:mlx5_1' )"
		echo "SW     5 3 0x20 4x QDR - CA    94  1 0x93 ( 's' - 'node12(mlx5_0)' )"
		echo "SW     5 4 0x20 4x QDR - CA    95  1 0x94 ( 's' - 'node13' )"
		echo "SW     5 5 0x20 4x QDR - CA    96  1 0x95 ( 's' - 'node14+x HCA-1' )"
		echo "SW     5 6 0x20 4x QDR - CA    97  1 0x96 ( 's' - 'node13:mlx5_0' )"
	} >colon.txt
	run --separate-stderr -0 ringgen import ibnet colon.txt -o colon.xml
	[[ $stderr == *"warning: 1 port's host has a name with characters that no host has, which become _"* ]]
	run -0 ringgen check colon.xml --links
	[ "$(grep ^machine <<<"$output" | sort)" = "$(printf 'machine node%s\n' 11 12 13 14_x)" ]
}

@test "hosts with several ports: all forms of the tools are the same file, and a rail is proved" {
	local forms=("net.txt lft.txt" "ports.txt lft.txt" "full.txt opensm.fdbs" "groups.txt opensm-lfts.dump"
		"opensm-subnet.lst opensm.fdbs") form
	cd "$fabrics/rails-updn"
	for form in "${forms[@]}"; do
		# shellcheck disable=SC2086
		ringgen import ibnet $form --prefix rails -o "$BATS_TEST_TMPDIR/now.xml" 2>"$BATS_TEST_TMPDIR/said"
		grep -q 'warning: 6 hosts have several ports, up to 2' "$BATS_TEST_TMPDIR/said"
		sed 2d "$BATS_TEST_TMPDIR/now.xml" >"$BATS_TEST_TMPDIR/this.xml"
		[ "$form" != "${forms[0]}" ] || cp "$BATS_TEST_TMPDIR/this.xml" "$BATS_TEST_TMPDIR/rails.xml"
		cmp "$BATS_TEST_TMPDIR/this.xml" "$BATS_TEST_TMPDIR/rails.xml"
	done
	cd "$BATS_TEST_TMPDIR"
	xmllint --noout --relaxng "$BATS_TEST_DIRNAME/../generator/import/topology.rng" rails.xml
	# Each rail is a way of its own.
	run -3 ringgen certify rails.xml
	[[ $output == "unknown: "*"6 of 6 pairs have several ways"*"--rail chooses one"* ]]
	[[ $output == *"this ring: "*"not known, for not all ways are"* ]]
	for rail in 1 2; do
		run -0 ringgen certify rails.xml --rail $rail --loads
		[[ $output == "proved contention free: 6 ranks on 6 machines"* ]]
		[[ $output =~ leaf$((rail - 1))\ -\>\ n000\ +1 ]]
		[[ $output != *"leaf$((2 - rail)) -> n000"* ]]
		run --separate-stderr -0 ringgen plan rails.xml --rail $rail --collective allreduce --size 1M
		[ -z "$stderr" ]
	done
	run -1 ringgen certify rails.xml --rail 2 --order <(printf 'n%03d\n' 0 3 1 4 2 5)
	[[ $output == "refuted: "* ]]
	# The file may choose it.
	run --separate-stderr -0 ringgen import ibnet "$fabrics"/rails-updn/{net,lft}.txt --rail 2 --prefix rails -o second.xml
	[[ $stderr != *"several ports"* ]]
	grep -q '<topology name="rails" rail="2">' second.xml
	run -0 ringgen certify second.xml
	run -0 ringgen check second.xml
	[[ $output == *"links           14"* && $output == *"rail            2: of each machine that link alone"* ]]
	# Rules go to the file where there are no tables, if they need no positions.
	run --separate-stderr -0 ringgen import ibnet "$fabrics/rails-updn/net.txt" --rail 1 --routes 'up-down d-mod-k' -o rule.xml
	grep -q '<topology name="rule" routes="up-down d-mod-k" rail="1">' rule.xml
	run -0 ringgen certify rule.xml
	run --separate-stderr -0 ringgen import ibnet "$fabrics"/rails-updn/{net,lft}.txt --rail 1 --routes d-mod-k -o rule.xml
	[[ $stderr == *"ringgen: warning: --routes: there are forwarding tables, and they count" ]]
	run -4 ringgen import ibnet "$fabrics/rails-updn/net.txt" --routes dragonfly
	[[ $output == *"error: --routes: dragonfly needs positions of switches, which nothing here tells"* ]]
	run -2 ringgen import ibnet "$fabrics/rails-updn/net.txt" --routes sideways
	[[ $output == *"--routes: 'sideways' has a word that is none of any, up-down, "* ]]
	run -4 ringgen import ibnet "$fabrics"/rails-updn/{net,lft}.txt --rail 3
	[[ $output == *"ringgen: error: --rail: no host has more than 2 ports"* ]]
	run -4 ringgen certify rails.xml --rail 3
	[[ $output == "rails.xml:"*": error: there is no rail 3: no machine has more than 2 links" ]]
	# What a table lacks is told with the port.
	grep -v '<forward at="leaf1" to="n000" via="n000" rail="2"/>' rails.xml >lacks.xml
	run -3 ringgen certify lacks.xml
	[[ $output == *"leaf1 has no entry for n000's port 2"* ]]
	run -0 ringgen certify lacks.xml --rail 1
	sed 's|<forward at="leaf1" to="n000" via="n000" rail="2"/>|<forward at="n000" to="n001" via="leaf0"/><forward at="leaf1" to="n000" via="n000" rail="3"/>|' rails.xml >wrong.xml
	run -4 ringgen check wrong.xml
	[[ $output == *"error: 'n000' has no table: with rails a machine sends on the link of the rail"* ]]
	[[ $output == *"error: 'n000' has no rail 3: it has 2 links"* ]]
}

@test "each subnet has lids of its own, and tables of what is not there do not count" {
	# Two hosts at each of two switches, which nothing joins; both subnets number from 1 on.
	local s
	for s in 1 2; do
		echo "SW     1 1 0x20$s 4x QDR - CA     2  1 0x1${s}1 ( 'sw$s' - 'h${s}1 HCA-1' )"
		echo "SW     1 2 0x20$s 4x QDR - CA     3  1 0x1${s}2 ( 'sw$s' - 'h${s}2 HCA-1' )"
	done >two.txt
	for s in 1 2 3; do
		printf 'Unicast lids [0x0-0x3] of switch Lid 1 guid 0x20%d (called otherwise):\n0x0002 00%d :\n0x0003 00%d :\n' \
			"$s" "$((s == 1 ? 1 : 2))" "$((s == 1 ? 2 : 1))"
	done >tables.txt
	run --separate-stderr -0 ringgen import ibnet tables.txt two.txt -o two.xml
	[ "${stderr_lines[0]}" = "tables.txt: warning: left out: the table of 1 switch to which no cable leads" ]
	[[ $stderr == *"the network is in 2 parts that nothing joins, as at 'sw1' and 'sw2'"* ]]
	run -0 ringgen check two.xml --links
	[[ $output == *"switch sw1"*"switch sw2"* ]]
	run -0 ringgen certify two.xml --hosts h11,h12
	run -3 ringgen certify two.xml --hosts h21,h22
	[[ $output == *"h21 -> h22 (rank 0 -> rank 1): h21 gets what is for h22"* ]]
	# Tables of which none says anything of the hosts here are no tables that could be left out.
	sed 's/0x20\([123]\)/0x99\1/' tables.txt >others.txt
	run --separate-stderr -4 ringgen import ibnet two.txt others.txt -o no.xml
	[[ $stderr == *"two.txt: error: the tables say nothing of any host here: they are of another fabric, or lids are missing" ]]
	[ ! -e no.xml ]
	# A lid of two ports is nobody's.
	sed 's/CA     3  1 0x112/CA     2  1 0x112/' two.txt >twice.txt
	run --separate-stderr -0 ringgen import ibnet twice.txt tables.txt -o twice.xml
	[[ $stderr == *"twice.txt: warning: 1 lid is of two ports of one subnet, so what is for it is not known"* ]]
	run -3 ringgen certify twice.xml --hosts h11,h12
	# A host and a switch of one name.
	sed "s/'sw1'/'h11'/" two.txt >alike.txt
	ringgen import ibnet alike.txt -o alike.xml
	run -0 ringgen check alike.xml --links
	[[ $output == *"switch h11-0000000000000201"*"machine h11"* ]]
}

@test "what is not of these tools is refused, by line" {
	printf 'Switch\t2 "S-1"\n' >bad.txt
	run --separate-stderr -4 ringgen import ibnet bad.txt -o x.xml
	[[ $stderr == "bad.txt:1: error: not a node as ibnetdiscover prints it"* ]]
	printf '#\n0x0001 001 : (x)\nhello\nCA 1 2\nUnicast lids of nobody\n' >bad.txt
	run --separate-stderr -4 ringgen import ibnet bad.txt -o x.xml
	[ "$stderr" = "bad.txt:2: error: not an entry of a table as dump_fts and ibroute print it
bad.txt:3: error: not a line of ibnetdiscover, dump_fts, ibroute or OpenSM
bad.txt:4: error: not a port as 'ibnetdiscover -p' prints it
bad.txt:5: error: not the head of a table as dump_fts and ibroute print it" ]
	[ ! -e x.xml ]
	: >empty.txt
	run -4 ringgen import ibnet empty.txt
	[[ $output == "empty.txt: error: has no port that is connected to another" ]]
	run -4 ringgen import ibnet nowhere.txt
	[[ $output == "nowhere.txt: error: cannot read: "* ]]
	run -4 ringgen import netloc .
	[[ $output == ".: error: has no ib-subnet-*.txt, nor ib-raw with one" ]]
	run -2 ringgen import
	run -2 ringgen import ibnet
	run -2 ringgen import tarot x
	[[ $output == "ringgen: error: not a kind that ringgen imports (coords, hwloc, ibnet, lldp, netloc, netq, simgrid, slurm, table, topograph): 'tarot'"* ]]
}

@test "netloc's folder is the same fabric" {
	dir=$fabrics/tree-minhop
	mkdir -p site/ib-raw/ibroutes-fe80
	cp "$dir/ports.txt" site/ib-raw/ib-subnet-fe80.txt
	awk -v dir=site/ib-raw/ibroutes-fe80 '/^Unicast/ { n++ } { print >(dir "/ibroute-fe80-" n ".txt") }' "$dir/lft.txt"
	ringgen import netloc site --prefix fabric -o site.xml
	ringgen import ibnet "$dir/net.txt" "$dir/lft.txt" --prefix fabric -o net.xml
	diff -I Imported site.xml net.xml
	run -0 ringgen import netloc site/ib-raw --prefix fabric
	# Of several subnets the error names a command that works: with the tables of that one.
	ringgen import netloc site/ib-raw/ib-subnet-fe80.txt --prefix fabric -o one.xml
	diff -I Imported one.xml site.xml
	cp site/ib-raw/ib-subnet-fe80.txt site/ib-raw/ib-subnet-fe81.txt
	run -4 ringgen import netloc site --prefix fabric
	[[ $output == "site: error: has 2 subnets: give the file of one, as in: ringgen import netloc site/ib-raw/ib-subnet-fe80.txt" ]]
	read -ra command <<<"${output#*as in: ringgen }"
	ringgen "${command[@]}" --prefix fabric -o again.xml
	diff -I Imported again.xml site.xml
	rm site/ib-raw/ib-subnet-fe81.txt
	# With hwloc's files of some hosts: one is of another, but for names.
	command -v lstopo-no-graphics >lstopo || return 0
	mkdir site/hwloc
	lstopo-no-graphics -i "package:2 core:4 pu:1" --of xml site/hwloc/n000.xml
	echo '<topologydiff refname="n000.xml"><diff type="0"/></topologydiff>' >site/hwloc/n003.diff.xml
	run --separate-stderr -0 ringgen import netloc site --prefix fabric -o insides.xml
	[[ $stderr == *"site/hwloc: warning: has no file of 10 of 12 hosts"* ]]
	run -0 ringgen check insides.xml
	[[ $output == *"cores           16, and not described for 10 machines"* ]]
	echo '<topology/>' >site/hwloc/n001.xml
	run -4 ringgen import netloc site --prefix fabric -o none.xml
	[ ! -e none.xml ]
}

# What netloc gathered of a machine with 281 hosts and 25 switches, with the tables of its subnet manager.
@test "a real fabric: ordered, proved, 64 hosts of it too, and a random order refuted" {
	data=$BATS_TEST_DIRNAME/../../shared/data/avakas.txz
	[ -e "$data" ] || skip "its data is not here"
	tar xf "$data"
	run --separate-stderr -0 ringgen import netloc avakas -o avakas.xml
	[[ $stderr == *"warning: the tool failed here: cables or entries of tables may be missing"* ]]
	run -0 ringgen certify avakas.xml
	[[ $output == "proved contention free: 281 ranks on 281 machines"* ]]
	ringgen order avakas.xml >ours
	shuf --random-source=avakas.xml ours >shuffled
	run -1 ringgen certify avakas.xml --order shuffled
	head -n 64 shuffled >some
	run -0 ringgen certify avakas.xml --hosts "$(paste -sd, some)"
	[[ $output == "proved contention free: 64 ranks on 64 machines"* ]]
}

@test "Slurm's topology.conf: a tree, which is also what scontrol prints of it" {
	cat >topology.conf <<-E
		# The hosts of two rooms
		switchname=leaf0 Nodes=n[0-2],m0 LinkSpeed=100
		SwitchName=leaf1 Nodes=n[3-5] # one is down
		SwitchName=leaf2 \\
		    Nodes=n[06,08]
		SwitchName=top Switches=leaf[0-2]
	E
	run --separate-stderr -0 ringgen import slurm topology.conf -o tree.xml
	[ "$stderr" = "topology.conf: warning: says no speeds: each link is taken to have 1 Gbit/s" ]
	xmllint --noout --relaxng "$BATS_TEST_DIRNAME/../generator/import/topology.rng" tree.xml
	run -0 ringgen certify tree.xml
	[[ $output == "proved contention free: 9 ranks on 9 machines, load 1 on all 24 link directions used"* ]]
	run -0 ringgen plan tree.xml --collective allreduce --size 1M
	cat >shown.txt <<-E
		SwitchName=leaf0 Level=0 LinkSpeed=1 Nodes=m0,n[0-2]
		SwitchName=leaf1 Level=0 LinkSpeed=1 Nodes=n[3-5]
		SwitchName=leaf2 Level=0 LinkSpeed=1 Nodes=n[06,08]
		SwitchName=top Level=1 LinkSpeed=1 Nodes=m0,n[0-5,06,08] Switches=leaf[0-2]
	E
	ringgen import slurm shown.txt --prefix tree -o shown.xml 2>warnings
	diff <(ringgen check tree.xml --links | sort) <(ringgen check shown.xml --links | sort)
	printf 'BlockName=b0 Nodes=n[0-3]\nBlockName=b1 Nodes=n[4-7]\nBlockSizes=4\n' >blocks.conf
	run --separate-stderr -0 ringgen import slurm blocks.conf -o blocks.xml
	[[ $stderr == *"blocks.conf: warning: 2 blocks are taken to hang at one switch, 'above_blocks'"* ]]
	run -0 ringgen check blocks.xml
	[[ $output == *"machines        8"*"switches        3"*"links           10"* ]]
}

@test "a table of hosts and their groups, and what is wrong with some" {
	printf 'n[0-1] rack0 room0\nn2 rack1 room0\n\n# new\nn3, rack2, room1\n' >table
	run --separate-stderr -0 ringgen import table table -o table.xml
	[[ $stderr == *"table: warning: 2 groups are taken to hang at one switch, 'above_groups'"* ]]
	run -0 ringgen order table.xml
	[ "$output" = "$(printf 'n%d\n' 0 1 2 3)" ]
	printf 'n[0,2] rack0\nn[1,3-4],rack1\n' >table
	run -0 ringgen import table table -o mpi.xml
	run -0 ringgen order mpi.xml # its name is none for a topology
	[ "$(paste -sd ' ' <<<"$output")" = "n0 n2 n1 n3 n4" ]
	printf 'n0 a b a\n' >table
	run -4 ringgen import table table
	[[ $output == *'table:1: error: "a" is within itself'* ]]
	printf 'n0 rack0 room0\nn1 rack0 room1\nn2\n' >table
	run --separate-stderr -4 ringgen import table table -o table.xml
	[ "$stderr" = "table:2: error: \"rack0\" is in another group already
table:3: error: \"n2\" is in no group" ]
	printf 'SwitchName=s0 Nodes=n[0-\nNodes=n1\nSwitchName=s0 Node=x\nhello\nInclude more.conf\n' >bad.conf
	run --separate-stderr -4 ringgen import slurm bad.conf -o x.xml
	[ "$stderr" = "bad.conf:1: error: \"n[0-\" has a [ without a ]
bad.conf:2: error: \"Nodes\" comes before SwitchName, BlockName or RingName
bad.conf:3: error: \"s0\" is named twice
bad.conf:3: error: \"Node\" is no parameter of a topology (SwitchName, BlockName, RingName, Nodes, Switches)
bad.conf:4: error: \"hello\" is no NAME=VALUE
bad.conf:5: error: \"Include more.conf\" is not followed: give that file, too" ]
	printf 'SwitchName=s0 Nodes=n0\nSwitchName=s1 Switches=s[0,7]\nSwitchName=s9 Nodes=n5\n' >bad.conf
	run --separate-stderr -4 ringgen import slurm bad.conf -o x.xml
	[[ $stderr == *'bad.conf:2: error: "s7" is no switch of this topology' ]]
	printf 'SwitchName=s0 Nodes=n0\nSwitchName=s1 Nodes=n1\n' >two.conf
	# Two trees that nothing joins: orders of each are proved, and what is between them is not known.
	ringgen import slurm two.conf -o two.xml
	run -3 ringgen certify two.xml
	[[ $output == *"n0 -> n1 (rank 0 -> rank 1): nothing joins them"* ]]
	printf 'SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=m[0-3]\n' >two.conf
	ringgen import slurm two.conf -o two.xml
	run -0 ringgen certify two.xml --hosts m1,m0,m3
	run -4 ringgen plan two.xml
	[[ $output == *"two.xml:"*": error: no way is known from 'n0' to 'm0': nothing joins them" ]]
	run --separate-stderr -0 ringgen check two.xml
	[[ $stderr =~ ^two.xml:[0-9]+:\ warning:\ nothing\ joins\ \'s1\'\ and\ what\ is\ with\ it,\ 4\ machines\ and\ 1\ switch,\ to\ \'s0\'\ and\ the\ other\ 4\ machines: ]]
	[[ $output == *"
parts           2, which nothing joins
"* ]]
	[ "$(ringgen check two.xml --json 2>/dev/null | jq .parts)" = 2 ]
	# The largest part is the one that the others are apart from.
	printf 'SwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=m[0-3]\nSwitchName=s2 Nodes=k0\n' >three.conf
	ringgen import slurm three.conf -o three.xml
	run --separate-stderr -0 ringgen check three.xml
	[ "$(grep -c "to 's1' and the other 4 machines: no message gets there" <<<"$stderr")" = 2 ]
	run --separate-stderr -0 ringgen check "$BATS_TEST_DIRNAME/../topo-files/pair.xml"
	[ -z "$stderr" ]
	[[ $output != *parts* ]]
	run -0 ringgen survey two.xml --hosts n0,n1
	run -4 ringgen calibrate two.xml --measured two.conf -o out.xml
	[[ $output == *"two.xml:"*": error: switch 's1' cannot be reached from 's0' (add a <link>)" ]]
}

@test "past jobs: how many met contention in their own order, how many would in ringgen's" {
	ringgen import ibnet "$fabrics/tree-ftree/net.txt" "$fabrics/tree-ftree/lft.txt" -o tree.xml
	cat >past <<-E
		# number and hosts
		1 n000
		2 n[000-002]
		3 n000,n003,n001,n004,n002,n005
		4 n[000-011]
		5 n000,nobody
		  n000,n003
	E
	run --separate-stderr -0 ringgen survey-jobs tree.xml past
	[ -z "$stderr" ]
	[ "$output" = "$(
		cat <<-E
			jobs                            6
			on one machine                  1
			left out, see below             1

			the others              own order    ringgen's
			contention free                 3            4
			within capacity                 0            0
			refuted                         1            0
			unknown                         0            0

			how much longer the slowest pairs of a refuted ring take
			median                       2.00            -
			most                         2.00            -

			left out
			1 job on hosts that the topology does not have: 5
			these hosts (1): nobody
		E
	)" ]
	run --separate-stderr -0 ringgen survey-jobs tree.xml --csv - <past
	[ "$stderr" = "ringgen: warning: left out: 1 job on hosts that the topology does not have: 5
ringgen: warning: left out: these hosts (1): nobody" ]
	[ "${lines[0]}" = file,line,machines,own,own_slowdown,ringgen,ringgen_slowdown ]
	[ "${lines[2]}" = "<stdin>,4,6,refuted,2,contention free,1" ]
	[ "${#lines[@]}" = 5 ]
	# What the planner chooses for a long vector has no messages meet, in ringgen's order.
	run -0 ringgen survey-jobs tree.xml past --size 4M
	[[ $output == *"allreduce of 4 MiB by what the planner chooses
no messages meet                "*" 4
some meet                       "*" 0
"* ]]
	run --separate-stderr -0 ringgen survey-jobs tree.xml past --size 4M --csv
	[ "${lines[0]}" = file,line,machines,own,own_slowdown,own_choice_load,ringgen,ringgen_slowdown,ringgen_choice_load ]
	[ "${lines[1]}" = "past,3,3,contention free,1,1,contention free,1,1" ]
	run -2 ringgen survey-jobs tree.xml past --collective bcast
	run -2 ringgen survey-jobs tree.xml past --size 1K --collective bcast,reduce
	run -0 ringgen survey-jobs "$BATS_TEST_DIRNAME/../topo-files/pair.xml" <(printf 'n0,n4,n1,n5\nn[0-7]\n')
	[[ $output == *"contention free                 1            2"* ]]
	echo 'n[0-' >past
	run -4 ringgen survey-jobs tree.xml past
	[ "$output" = 'past:1: error: "n[0-" has a [ without a ]' ]
	run -2 ringgen survey-jobs tree.xml
}

# counted <LINES: how many jobs ringgen counts, on one machine, and left out; then what it says of those.
counted() {
	ringgen survey-jobs "$BATS_TEST_DIRNAME/../topo-files/pair.xml" - |
		awk '/^jobs/ { n = $2 } /^on one machine/ { one = $4 } /^left out, / { left = $5 }
			told { print } /^left out$/ { told = 1; printf "%d %d %d\n", n, one, left }
			END { if (!told) printf "%d %d %d\n", n, one, left }'
}

@test "past jobs as operators print them: head lines, bars, columns, steps, jobs that never started" {
	# sacct -P, with what stands around the list; a name of a job may have a # or be that of a column.
	run -0 counted <<-E
		JobID|JobName|NodeList|State
		1|a job|n[0-3]|COMPLETED
		1.batch|batch|n0|COMPLETED
		1.0|x|n[0-3]|COMPLETED
		2|nodelist|None assigned|CANCELLED by 1000
		3_1|y#4|n[0-7]|COMPLETED
	E
	[ "$output" = "3 0 1
1 job without hosts, as it never started: 2
2 lines of steps of jobs" ]
	# -p ends each line by a bar, and -n has no head.
	[ "$(counted <<<$'JobID|NodeList|\n7|n[0-3]|\n8|n4|')" = "2 1 0" ]
	[ "$(counted <<<$'7|n[0-3]|\n8|n4|')" = "2 1 0" ]
	# In columns lists are cut off.
	run -0 counted <<-E
		JobID               NodeList
		------------ ---------------
		9                     n[0-3]
		10             None assigned
		11           n[0-3],n5,n[7+
	E
	[ "$output" = "3 0 2
1 job without hosts, as it never started: 10
1 job with a list of hosts that sacct cut off (-P does not, nor nodelist%10000): 11" ]
	run -0 counted <<-E
		             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)
		                12     debug    a job     joe  R       0:05      4 n[0-3]
		                13     debug    b         joe PD       0:00      4 (Priority)
	E
	[ "$output" = "2 0 1
1 job without hosts, as it never started: 13" ]
	# With commas, and with quotes around fields that have some; as PBS has hosts; a list alone.
	[ "$(counted <<<$'jobid,nodelist,state\n14,n[0-3],n5,COMPLETED\n15,n6,FAILED')" = "2 1 0" ]
	[ "$(counted <<<$'"jobid","nodelist"\n"16","n[0-3],n5"')" = "1 0 0" ]
	[ "$(counted <<<$'17 n0/0*8+n1/0*8+n1/1\n18 n2/0+n2/1')" = "2 1 0" ]
	[ "$(counted <<<$'# these\nn[0-3] # and that\n\nn4\n')" = "2 1 0" ]
	# A second file begins anew.
	run -0 ringgen survey-jobs "$BATS_TEST_DIRNAME/../topo-files/pair.xml" <(echo 'NodeList|JobID
n[0-3]|1') <(echo '2|n[0-3]')
	[ "${lines[0]}" = "jobs                            2" ]
	[[ $output != *"left out"* ]]
}

@test "past jobs that are left out: their numbers, and the hosts that are not known, to an end" {
	{
		echo "JobID NodeList"
		for i in {100..130}; do echo "$i n0,m$i"; done
		echo "200 n0,stray"
		echo "n1,other"
	} >many
	run -0 counted <many
	[ "${lines[0]}" = "33 0 33" ]
	[ "${lines[1]}" = "33 jobs on hosts that the topology does not have: 100, 101, 102, 103, 104, 105, 106, 107, 108, 109 and 23 more" ]
	[ "${lines[2]}" = "these hosts (33): m[100-130], other, stray" ]
	# Names that no range has are cut at ten.
	run -0 counted < <(for i in {1..60..2}; do echo "x$i n0,q$i"; done)
	[ "${lines[2]}" = "these hosts (30): q1, q3, q5, q7, q9, q11, q13, q15, q17, q19 and 20 more" ]
	# Without a number, the line.
	run -0 ringgen survey-jobs "$BATS_TEST_DIRNAME/../topo-files/pair.xml" <(echo nobody)
	[[ $output == *"1 job on hosts that the topology does not have: /dev/fd/"*":1"* ]]
}

@test "a thousand hosts with their tables" {
	fat 16 40 25 >fat.txt
	ringgen import ibnet fat.txt -o fat.xml
	run -0 ringgen certify fat.xml --strict
	[[ $output == "proved contention free: 1000 ranks on 1000 machines"* ]]
	ringgen order fat.xml | shuf --random-source=fat.xml >shuffled
	run -1 ringgen certify fat.xml --order shuffled --pairs 1
}

@test "where the embedded tree's order collides, a search finds a better one" {
	ringgen import ibnet "$fabrics/torus-dor/net.txt" "$fabrics/torus-dor/lft.txt" -o torus.xml
	ringgen order torus.xml --seed 5 >five
	ringgen order torus.xml --seed 5 >again
	diff five again
	run -0 ringgen certify torus.xml --order five
	run -2 ringgen order torus.xml --seconds 0
}
