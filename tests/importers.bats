#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What `ringgen import` makes of SimGrid's platforms, MPICH's coordinates, hwloc's files and Slurm's YAML. InfiniBand,
# netloc, topology.conf and tables are in fabric.bats.
# shellcheck disable=SC2154 # stderr is Bats's

bats_require_minimum_version 1.5.0

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	cd "$BATS_TEST_TMPDIR" || return 1
}

ringgen() {
	"$RINGGEN" "$@"
}

# platform ELEMENT...: a file of SimGrid with these in its zone.
platform() {
	echo "<?xml version='1.0'?>"
	echo '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">'
	echo '<platform version="4.1"><zone id="world" routing="Full">'
	printf '%s\n' "$@"
	echo '</zone></platform>'
}

# cluster HOSTS TOPOLOGY PARAMETERS: one of SimGrid's regular clusters.
cluster() {
	echo "<cluster id='c' prefix='n' radical='0-$(($1 - 1))' suffix='' speed='1Gf' bw='125MBps' lat='50us' topology='$2' topo_parameters='$3'/>"
}

@test "SimGrid: fat trees, tori and dragonflies with their routes: our own order is proved, a random one is not" {
	while read -r hosts topology parameters switches links; do
		platform "$(cluster "$hosts" "$topology" "$parameters")" >p.xml
		run --separate-stderr -0 ringgen import simgrid p.xml --prefix regular -o c.xml
		xmllint --noout --relaxng "$BATS_TEST_DIRNAME/../generator/import/topology.rng" c.xml
		run -0 ringgen check c.xml
		[[ $output == *"machines        $hosts"*"switches        $switches"*"links           $links"* ]]
		run -0 ringgen certify c.xml
		[[ $output == "proved "* ]]
		ringgen order c.xml | shuf --random-source=p.xml >shuffled
		run -1 ringgen certify c.xml --order shuffled --pairs 1
	done <<-E
		16 FAT_TREE 2;4,4;1,2;1,2 6 32
		16 FAT_TREE 2;4,4;1,4;1,1 8 32
		27 TORUS 3,3,3 27 108
		24 TORUS 4,3,2 24 96
		60 DRAGONFLY 3,4;4,3;5,1;1 60 273
	E
}

@test "SimGrid: hosts, routers and links that are routes; what is no graph is refused by line" {
	platform '<host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><router id="r"/>' \
		'<link id="la" bandwidth="1Gbps" latency="0.1ms" sharing_policy="SPLITDUPLEX"/>' \
		'<link id="lb" bandwidth="125000000" latency="1e-4"/>' \
		'<link id="loop" bandwidth="1GBps" latency="0" sharing_policy="FATPIPE"/>' \
		'<route src="a" dst="r"><link_ctn id="la"/></route><route src="r" dst="b"><link_ctn id="lb"/></route>' \
		'<route src="a" dst="a"><link_ctn id="loop"/></route>' \
		'<route src="a" dst="b"><link_ctn id="la"/><link_ctn id="lb"/></route>' >p.xml
	run --separate-stderr -0 ringgen import simgrid p.xml -o c.xml
	[ "$stderr" = "p.xml: warning: left out: 1 route of several links" ]
	run -0 ringgen check c.xml --links
	[[ $output == *"link r a 1000000000 0.0001 full"*"link r b 1000000000 0.0001 half"* ]]
	platform '<cluster id="c" prefix="n" radical="0-3" suffix="" speed="1Gf" bw="125MBps" lat="50us"/>' >p.xml
	ringgen import simgrid p.xml -o c.xml
	run -0 ringgen certify c.xml
	[[ $output == "proved contention free: 4 ranks on 4 machines"* ]]
	platform '<cluster id="c" prefix="n" radical="0-3" suffix="" speed="1Gf" bw="125MBps" lat="50us" bb_bw="2GBps"/>' \
		'<cluster id="d" prefix="m" radical="0-3,x" suffix="" speed="1Gf" bw="125MB" lat="50us"/>' \
		'<cluster id="e" prefix="l" radical="0-3" suffix="" speed="1Gf" bw="1GBps" lat="5us" topology="TORUS" topo_parameters="2,3"/>' \
		'<cluster id="f" prefix="k" radical="0-3" suffix="" speed="1Gf" bw="1GBps" lat="5us" topology="RING" topo_parameters="4"/>' \
		'<peer id="p" speed="1Gf"/>' >p.xml
	run --separate-stderr -4 ringgen import simgrid p.xml -o c.xml
	[[ $stderr == *'p.xml:4: error: '*'bb_bw'*'is a backbone that all hosts share'* ]]
	[[ $stderr == *'p.xml:5: error: '*'bw'* ]]
	[[ $stderr == *'p.xml:5: error: '*'radical'*'is no list of numbers'* ]]
	[[ $stderr == *'p.xml:6: error: '*'radical'*'does not name as many hosts as the topology has'* ]]
	[[ $stderr == *'p.xml:7: error: '*'topology'*'is none of FLAT, FAT_TREE, TORUS, DRAGONFLY'* ]]
	[[ $stderr == *'p.xml:8: error: <peer> is not known here'* ]]
	platform '<host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><host id="c" speed="1Gf"/>' \
		'<link id="l" bandwidth="1Gbps" latency="1us"/><link id="m" bandwidth="1Gbps" latency="1us"/>' \
		'<route src="a" dst="b"><link_ctn id="l"/></route>' '<route src="b" dst="c"><link_ctn id="l"/></route>' >p.xml
	run --separate-stderr -4 ringgen import simgrid p.xml -o c.xml
	[[ $stderr == *'p.xml:7: error: '*'is in routes between others, too: what several pairs share is no link between two'* ]]
	# All at once: what has no name, what has another's, and routes to what is not there.
	platform '<host id="a" speed="1Gf"/><host id="a" speed="1Gf"/>' '<link id="l" bandwidth="1Gbps" latency="1us"/>' \
		'<link id="l" bandwidth="1Gxs" latency="1us"/>' '<route src="a" dst="n0"><link_ctn id="k"/></route>' >p.xml
	run --separate-stderr -4 ringgen import simgrid p.xml -o c.xml
	[[ $stderr == *'p.xml:6: error: '*'bandwidth'*'unknown unit'* ]]
	[[ $stderr == *'p.xml:6: error: link "l" exists already, see line 5'* ]]
	[[ $stderr == *"p.xml:7: error: dst 'n0' of <route> is no host or router"* ]]
	[[ $stderr == *"p.xml:4: error: the name 'a' is used twice"* ]]
	# Routes to what an error has left out are none of their own.
	platform '<cluster id="c" prefix="n" radical="0-x" suffix="" speed="1Gf" bw="1Gbps" lat="1us" topology="RING"/>' \
		'<host id="a" speed="1Gf"/><link id="l" bandwidth="1Gbps"/><route src="a" dst="n0"><link_ctn id="l"/></route>' >p.xml
	run --separate-stderr -4 ringgen import simgrid p.xml -o c.xml
	[ "$(grep -c error: <<<"$stderr")" = 2 ]
	[[ $stderr == *'p.xml:4: error: topology'*'p.xml:4: error: radical'* ]]
	platform '<cluster id="c" prefix="n" radical="9223372036854775807" suffix="" speed="1Gf" bw="125MBps" lat="50us"/>' >p.xml
	run --separate-stderr -4 ringgen import simgrid p.xml -o c.xml
	[[ $stderr == *'p.xml:4: error: '*'radical'*'is no list of numbers, or of too many'* ]]
	echo '<topology name="x"/>' >p.xml
	run -4 ringgen import simgrid p.xml
	[[ $output == "p.xml:1: error: is no platform file: <topology>" ]]
}

@test "SimGrid: hosts with several links up have its routes; where its own are no way, that is said" {
	regular() {
		platform "<cluster id=\"c\" prefix=\"n\" radical=\"0-$1\" suffix=\"\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\" topology=\"$2\" topo_parameters=\"$3\"/>"
	}
	regular 3 FAT_TREE '2;2,2;2,2;1,1' >p.xml
	run --separate-stderr -0 ringgen import simgrid p.xml -o c.xml
	[[ $stderr != *"one way"* ]]
	grep -q '<forward at="n0"' c.xml
	run -0 ringgen certify c.xml
	[[ $output == "proved contention free: 4 ranks on 4 machines"* ]]
	# Receiver 1 is reached by the second parent.
	[[ $(ringgen certify c.xml --order <(printf 'n0\nn1\n') --loads) =~ n0\ -\>\ c_L1_1\ +1 ]]
	regular 11 DRAGONFLY '1,1;2,1;3,1;2' >p.xml
	run --separate-stderr -0 ringgen import simgrid p.xml -o c.xml
	[[ $stderr == *"SimGrid takes links of the first chassis"* ]]
	regular 11 DRAGONFLY '2,1;1,1;3,1;2' >p.xml
	run --separate-stderr -0 ringgen import simgrid p.xml -o c.xml
	[ -z "$stderr" ]
}

@test "SimGrid: two links that lead one way each are the two directions of one" {
	local one='<link id="%s" bandwidth="1Gbps" latency="1us"/>' hosts="" links="" routes="" n
	for n in a b c; do
		hosts+="<host id=\"$n\" speed=\"1Gf\"/>"
		# shellcheck disable=SC2059
		links+=$(printf "$one$one" "${n}_UP" "${n}_DOWN")
		routes+="<route src=\"$n\" dst=\"r\" symmetrical=\"NO\"><link_ctn id=\"${n}_UP\"/></route>"
		routes+="<route src=\"r\" dst=\"$n\" symmetrical=\"NO\"><link_ctn id=\"${n}_DOWN\"/></route>"
	done
	platform "$hosts<router id=\"r\"/>" "$links" "$routes" >p.xml
	run --separate-stderr -0 ringgen import simgrid p.xml -o c.xml
	[ -z "$stderr" ]
	run -0 ringgen check c.xml --links
	[ "$(grep -c '^link' <<<"$output")" = 3 ]
	[[ $output == *"link r a 1000000000 1e-06 full"* ]]
	run -0 ringgen certify c.xml
	# Of another speed, or with no way back, it stands alone.
	sed 's/id="a_DOWN" bandwidth="1Gbps"/id="a_DOWN" bandwidth="2Gbps"/; s|<route src="r" dst="b" symmetrical="NO"><link_ctn id="b_DOWN"/></route>||; s|<link id="b_DOWN"[^>]*>||' p.xml >q.xml
	run --separate-stderr -0 ringgen import simgrid q.xml -o c.xml
	[[ $stderr == "q.xml: warning: 3 links lead one way only, and none of that speed back: taken to lead both ways"* ]]
}

@test "SimGrid: what ringgen exports of a tree comes back" {
	tree=$BATS_TEST_DIRNAME/../topo-files/tree3.xml
	ringgen export simgrid "$tree" -o out
	ringgen import simgrid out.xml -o back.xml
	diff <(ringgen check "$tree" --links | grep -v '^link' | sort) <(ringgen check back.xml --links | grep -v '^link' | sort)
	canonical() { ringgen check "$1" --links | awk '$1 == "link" { print $2 < $3 ? $2 " " $3 : $3 " " $2, $4, $5, $6 }' | sort; }
	diff <(canonical "$tree") <(canonical back.xml)
}

@test "coordinates: a tree of groups and switches, with hosts by their coordinates or by a list" {
	printf '0: 0 0 1\n1: 0 1 0\n# two ranks of one host\n2: 1 0 0\n3: 1 0 0\n' >coords
	run --separate-stderr -0 ringgen import coords coords -o c.xml
	[[ $stderr == *"coords: warning: 2 groups are taken to hang at one switch, 'above_groups'"* ]]
	run -0 ringgen order c.xml
	[ "$output" = "$(printf '%s\n' at-0-0-1 at-0-1-0 at-1-0-0)" ]
	printf 'a\nb\nc:2\n' >hosts
	ringgen import coords coords hosts -o c.xml
	run -0 ringgen order c.xml
	[ "$(paste -sd ' ' <<<"$output")" = "a b c" ]
	printf '0: 0 0\n1: 0\n2: 0 x\n7: 1 1\n' >coords
	run --separate-stderr -4 ringgen import coords coords hosts
	[[ $stderr == *'coords:2: error: "1" has not as many coordinates as others, or not two'* ]]
	[[ $stderr == *'coords:3: error: "x" is no number'* ]]
	[[ $stderr == *'coords:4: error: "7" is a rank that the list of hosts does not have'* ]]
}

@test "hwloc: machines with their insides behind one switch" {
	command -v lstopo-no-graphics >/dev/null || skip "lstopo is not installed (hwloc)"
	for n in 0 1; do
		lstopo-no-graphics -i "package:2 numa:1 core:4 pu:1" --of xml "node$n.xml"
	done
	lstopo-no-graphics -i "package:1 core:2 pu:1" --of xml small.xml
	run --separate-stderr -0 ringgen import hwloc node0.xml node1.xml small.xml -o c.xml
	[[ $stderr == *"says nothing of the network: all machines are taken to hang at one switch"* ]]
	xmllint --noout --relaxng "$BATS_TEST_DIRNAME/../generator/import/topology.rng" c.xml
	run -0 ringgen check c.xml
	[[ $output == *"machines        3"*"cores           18"* ]]
	run -0 ringgen order c.xml --format rankfile --ranks-per-node 2
	run -4 ringgen import hwloc c.xml
}

@test "Slurm's rings: a switch for each host, the same from either file, and a proof" {
	printf -- '- topology: t\n  ring:\n    rings:\n      - ring: r\n        nodes: node[01-08]\n' >ring.yaml
	run --separate-stderr -0 ringgen import slurm ring.yaml --prefix x -o ring.xml
	[[ $stderr == *"ring.yaml: warning: each host of a torus or ring is taken to hang at a switch of its own"* ]]
	echo 'RingName=r Nodes=node[01-08]' >ring.conf
	ringgen import slurm ring.conf --prefix x -o conf.xml
	diff <(ringgen check ring.xml --links) <(ringgen check conf.xml --links)
	run -0 ringgen check ring.xml --links
	[ "$(grep -c '^link r-. r-. ' <<<"$output")" = 8 ]
	[[ $output == *"link r-0 node01 "*"link r-7 node08 "* && $output == *"link r-7 r-0 "* ]]
	run -5 ringgen certify ring.xml
	[[ $output == "proved contention free: 8 ranks on 8 machines, load 1 on all "* ]]
	# Two places are joined by one link, one place by none; several rings by nothing, which is said.
	printf 'RingName=r Nodes=a[1-2]\nRingName=q Nodes=b\n' >ring.conf
	run --separate-stderr -0 ringgen import slurm ring.conf -o two.xml
	[[ $stderr == *"ring.conf:2: warning: the network is in 2 parts that nothing joins, as at 'r-0' and 'q-0'"* ]]
	run -0 ringgen check two.xml --links
	[ "$(grep -c ^link <<<"$output")" = 4 ]
	printf 'RingName=r Nodes=a[1-2]\nRingName=q Nodes=a2\nRingName=s\nRingName=t Switches=r\n' >ring.conf
	run -4 ringgen import slurm ring.conf
	[[ $output == *'ring.conf:4: error: "Switches" is no parameter'* ]]
	sed -i 4d ring.conf
	run -4 ringgen import slurm ring.conf
	[[ $output == *'ring.conf:3: error: "s" has no nodes'* ]]
	sed -i 3d ring.conf
	run -4 ringgen import slurm ring.conf
	[[ $output == *"ring.conf:2: error: the name 'a2' is used twice (first at line 1)"* ]]
}

# torus DIMS REST...: a topology.yaml
torus() {
	printf -- '- topology: t\n  torus3d:\n    toruses:\n      - name: pod\n        dims: {%s}\n' "$1"
	shift
	printf '        %s\n' "$@"
}

@test "Slurm's torus: x first, closed in each dimension, by dimension order" {
	torus 'x: 3, y: 4, z: 2' 'nodes: n[00-23]' >torus.yaml
	run --separate-stderr -0 ringgen import slurm torus.yaml -o torus.xml
	[[ $stderr == *"torus.yaml: warning: says no routes: each message is taken to go along x, then y, then z (dimension-order)"* ]]
	grep -q 'routes="dimension-order"' torus.xml
	xmllint --noout --relaxng "$BATS_TEST_DIRNAME/../generator/import/topology.rng" torus.xml
	ringgen check torus.xml --links >links
	# Against the definition: two places are joined if they differ by one in one dimension, around.
	{
		for ((z = 0; z < 2; z++)); do for ((y = 0; y < 4; y++)); do for ((x = 0; x < 3; x++)); do
			printf 'pod-%d-%d-%d n%02d\n' $x $y $z $((x + 3 * (y + 4 * z)))
			echo "pod-$x-$y-$z pod-$(((x + 1) % 3))-$y-$z"
			echo "pod-$x-$y-$z pod-$x-$(((y + 1) % 4))-$z"
			((z)) || echo "pod-$x-$y-0 pod-$x-$y-1"
		done; done; done
	} | awk '{ print $1 < $2 ? $1 " " $2 : $2 " " $1 }' | sort >want
	awk '/^link/ { print $2 < $3 ? $2 " " $3 : $3 " " $2 }' links | sort | diff want -
	# x, then y, then z: n00 to the place at 1,1,1.
	run -0 ringgen certify torus.xml --order <(printf 'n00\nn16\n') --loads
	for hop in 'pod-0-0-0 -> pod-1-0-0' 'pod-1-0-0 -> pod-1-1-0' 'pod-1-1-0 -> pod-1-1-1'; do
		grep -Eq "^  $hop +1\$" <<<"$output"
	done
	ringgen import slurm torus.yaml --routes any -o any.xml
	run ! grep routes= any.xml
	run -4 ringgen import slurm torus.yaml --routes dragonfly -o none.xml
	# Regions are parts of it, with lists of their own; what they leave out has no host.
	torus 'x: 2, y: 2, z: 2' 'regions:' '  - {anchor: {x: 1, y: 0, z: 0}, dims: {x: 1, y: 2, z: 1}, nodes: "a[0-1]"}' \
		'  - {anchor: {x: 0, y: 0, z: 1}, dims: {x: 2, y: 1, z: 1}, nodes: "b[0-1]"}' >regions.yaml
	run --separate-stderr -0 ringgen import slurm regions.yaml -o regions.xml
	[[ $stderr == *"4 places without a node are a switch alone"* ]]
	run -0 ringgen check regions.xml --links
	[[ $output == *"link pod-1-0-0 a0 "*"link pod-1-1-0 a1 "*"link pod-0-0-1 b0 "*"link pod-1-0-1 b1 "* ]]
	# Two tori are apart, and their switches too.
	torus 'x: 2, y: 1, z: 1' 'nodes: n[0-1]' '' >two.yaml
	printf '      - {name: other, dims: {x: 1, y: 2, z: 1}, nodes: "m[0-1]"}\n' >>two.yaml
	run --separate-stderr -0 ringgen import slurm two.yaml -o two.xml
	[[ $stderr == *"the network is in 2 parts that nothing joins"* ]]
	run -0 ringgen check two.xml
	run -3 ringgen certify two.xml
}

@test "what is wrong with a torus, a ring or a tree of Slurm's, by line" {
	bad() { # LINE WORDS
		run -4 ringgen import slurm bad.yaml
		[[ $output == *"bad.yaml:$1: error: $2"* ]]
	}
	torus 'x: 2, y: 2, z: 2' 'nodes: n[0-6]' >bad.yaml
	bad 4 '"n[0-6]" are 7 nodes, for 2 x 2 x 2 places'
	torus 'x: 2, y: 2' 'nodes: n[0-6]' >bad.yaml
	bad 5 'z of "dims" is missing (a number up to 65535)'
	torus 'x: 0, y: q, z: 65536' 'nodes: n[0-6]' >bad.yaml
	bad 5 'x of "dims" is not positive'
	bad 5 'y of "dims" is not a whole number'
	bad 5 'z of "dims" is too large'
	torus 'x: 1000, y: 1000, z: 1' 'nodes: n' >bad.yaml
	bad 4 '"pod" has too many places'
	torus 'x: 2, y: 1, z: 1' 'nodes: n[0-1]' 'regions: []' >bad.yaml
	bad 4 '"pod" has nodes and regions: Slurm takes one'
	torus 'x: 2, y: 1, z: 1' 'regions:' '  - {anchor: {x: 1, y: 0, z: 0}, dims: {x: 2, y: 1, z: 1}, nodes: "a[0-1]"}' >bad.yaml
	bad 7 '"pod" has a region that goes beyond its dims'
	torus 'x: 2, y: 1, z: 1' 'regions:' '  - {anchor: {x: 1, y: 0, z: 0}, dims: {x: 1, y: 1, z: 1}, nodes: a}' \
		'  - {anchor: {x: 0, y: 0, z: 0}, dims: {x: 2, y: 1, z: 1}, nodes: "b[0-1]"}' >bad.yaml
	bad 8 '"b[0-1]" are at places of another region'
	torus 'x: 2, y: 1, z: 1' 'nodes: [n0, n1]' >bad.yaml
	bad 4 '"nodes" is missing, or no list of names'
	torus 'x: 2, y: 1, z: 1' 'nodes: n[0-1]' | sed 's/name: pod/nam: pod/' >bad.yaml
	bad 4 '"name" is missing'
	printf -- '- topology: x\n  torus3d: {}\n' >bad.yaml
	bad 1 '"toruses" is missing, or empty'
	printf -- '- topology: x\n  block:\n    blocks:\n      - {block: b, nodes: n0}\n  ring:\n    rings:\n      - {ring: r, nodes: n0}\n' >bad.yaml
	bad 1 '"x" has block and ring: Slurm takes one kind for a topology'
	# That of another topology of the file, too: Slurm looks at all.
	printf -- '- topology: y\n  cluster_default: true\n  tree:\n    switches:\n      - {switch: s, nodes: n0}\n' >>bad.yaml
	bad 1 '"x" has block and ring'
	printf 'SwitchName=s Nodes=n0\nBlockName=b Nodes=n1\n' >bad.conf
	run -4 ringgen import slurm bad.conf
	[[ $output == 'bad.conf:2: error: has blocks, and switches on line 1: Slurm takes one kind in a topology' ]]
	printf 'SwitchName=s Nodes=n0,n0\n' >bad.conf
	run -4 ringgen import slurm bad.conf
	[[ $output == 'bad.conf:1: error: "n0" is named twice there' ]]
	# Mistakes of lines do not hide those of the whole.
	printf 'SwitchName=s0 Nodes=n[3-1]\nSwitchName=s1 Nodes=n0,s0\nSwitchName=r Switches=s[0-2]\nSwitchName=q Switches=q\n' >bad.conf
	run -4 ringgen import slurm bad.conf
	[ "$output" = 'bad.conf:1: error: "n[3-1]" has a range that runs backwards
bad.conf:3: error: "s2" is no switch of this topology
bad.conf:4: error: "q" is within itself
bad.conf:2: error: the name '"'s0'"' is used twice (first at line 1)
bad.conf:4: error: the link joins '"'q'"' to itself' ]
	# What Slurm warns of is a warning here, too.
	printf 'SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[2-5]\nSwitchName=r Switches=s[0-1]\n' >twice.conf
	run --separate-stderr -0 ringgen import slurm twice.conf -o twice.xml
	[[ $stderr == *"twice.conf:2: warning: 2 hosts are named more than once, as 'n2' in 's0' and 's1': it is taken to have a port at each"* ]]
	printf 'SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=m[0-3]\n' >islands.conf
	run --separate-stderr -0 ringgen import slurm islands.conf -o islands.xml
	[[ $stderr == *"islands.conf:2: warning: the network is in 2 parts that nothing joins, as at 's0' and 's1'"* ]]
	# Two roots are no parts.
	printf 'SwitchName=s0 Nodes=n0\nSwitchName=s1 Nodes=n1\nSwitchName=a Switches=s[0-1]\nSwitchName=b Switches=s[0-1]\n' >roots.conf
	run --separate-stderr -0 ringgen import slurm roots.conf -o roots.xml
	[[ $stderr != *parts* ]]
}

@test "Slurm's topology.yaml: that of the cluster, by tree or block" {
	cat >topology.yaml <<-E
		# rooms
		- topology: other
		  flat: true
		- topology: rooms
		  cluster_default: true
		  tree:
		    switches:
		      - switch: leaf0
		        nodes: n[0-2],m0
		      - switch: leaf1
		        nodes: n[3-5]
		      - switch: top
		        children: leaf[0-1]
	E
	run --separate-stderr -0 ringgen import slurm topology.yaml -o yaml.xml
	[[ $stderr == *"topology.yaml:4: warning: topology 'rooms' is taken, of 2 in the file"* ]]
	printf 'SwitchName=leaf0 Nodes=n[0-2],m0\nSwitchName=leaf1 Nodes=n[3-5]\nSwitchName=top Switches=leaf[0-1]\n' >topology.conf
	ringgen import slurm topology.conf -o conf.xml
	diff <(ringgen check yaml.xml --links) <(ringgen check conf.xml --links)
	printf -- '- topology: b\n  block:\n    block_sizes: [2]\n    blocks:\n      - {block: b0, nodes: "n[0-1]"}\n      - {block: b1, nodes: "n[2-3]"}\n' >b.yml
	run --separate-stderr -0 ringgen import slurm b.yml -o b.xml
	[[ $stderr == *"2 blocks are taken to hang at one switch"* ]]
	printf -- '- topology: a\n  flat: true\n' >bad.yaml
	run -4 ringgen import slurm bad.yaml
	[[ $output == *'bad.yaml:1: error: "a" is flat: it says nothing of the network' ]]
	printf -- '- topology: a\n  trees: []\n' >bad.yaml
	run -4 ringgen import slurm bad.yaml
	[[ $output == *'bad.yaml:1: error: "a" is of none of the kinds tree, block, ring, torus3d and flat' ]]
	printf -- '- topology: a\n  tree:\n    switches:\n      - switch: s\n        nodes: [n0]\n      - nodes: x\n' >bad.yaml
	run --separate-stderr -4 ringgen import slurm bad.yaml
	[[ $stderr == *'bad.yaml:4: error: "s" has children or nodes that are no list of names'* ]]
	[[ $stderr == *'bad.yaml:6: error: "switch" is missing'* ]]
	printf 'a: [\n' >bad.yaml
	run -4 ringgen import slurm bad.yaml
	[[ $output == "bad.yaml:"*": error: is no YAML or JSON: "* ]]
}
