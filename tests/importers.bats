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
	[[ $stderr == *"SimGrid takes the links of the first chassis"* ]]
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
	[[ $stderr == *"topology.yaml:4: warning: of 2 topologies 'rooms' is taken"* ]]
	printf 'SwitchName=leaf0 Nodes=n[0-2],m0\nSwitchName=leaf1 Nodes=n[3-5]\nSwitchName=top Switches=leaf[0-1]\n' >topology.conf
	ringgen import slurm topology.conf -o conf.xml
	diff <(ringgen check yaml.xml --links) <(ringgen check conf.xml --links)
	printf -- '- topology: b\n  block:\n    block_sizes: [2]\n    blocks:\n      - {block: b0, nodes: "n[0-1]"}\n      - {block: b1, nodes: "n[2-3]"}\n' >b.yml
	run --separate-stderr -0 ringgen import slurm b.yml -o b.xml
	[[ $stderr == *"2 blocks are taken to hang at one switch"* ]]
	printf -- '- topology: a\n  flat: true\n' >bad.yaml
	run -4 ringgen import slurm bad.yaml
	[[ $output == *'bad.yaml:1: error: "a" is neither of tree nor of block: it says nothing of the network' ]]
	printf -- '- topology: a\n  tree:\n    switches:\n      - switch: s\n        nodes: [n0]\n      - nodes: x\n' >bad.yaml
	run --separate-stderr -4 ringgen import slurm bad.yaml
	[[ $stderr == *'bad.yaml:4: error: "s" has children or nodes that are no list of names'* ]]
	[[ $stderr == *'bad.yaml:6: error: "switch" is missing'* ]]
	printf 'a: [\n' >bad.yaml
	run -4 ringgen import slurm bad.yaml
	[[ $output == "bad.yaml:"*": error: is no YAML: "* ]]
}
