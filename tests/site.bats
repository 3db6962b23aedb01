#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What sites have, read and counted: Slurm's files of several topologies, of parts and of 10,000 hosts; topograph's models
# and graphs, NetQ's, what hosts hear by LLDP; InfiniBand with dirt; the lists of batch systems. Samples are in site/.
# shellcheck disable=SC2030,SC2031,SC2154 # output and stderr are Bats's
bats_require_minimum_version 1.5.0

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	site=$BATS_TEST_DIRNAME/site
	rng=$BATS_TEST_DIRNAME/../generator/import/topology.rng
	cd "$BATS_TEST_TMPDIR" || return 1
}

ringgen() {
	"$RINGGEN" "$@"
}

# counts FILE MACHINES SWITCHES LINKS
counts() {
	xmllint --noout --relaxng "$rng" "$1"
	run -0 --separate-stderr ringgen check "$1" --links
	echo "$output"
	[ "$(grep -c ^machine <<<"$output")" = "$2" ]
	[ "$(grep -c ^switch <<<"$output")" = "$3" ]
	[ "$(grep -c ^link <<<"$output")" = "$4" ]
}

# refuses WORDS KIND FILE...: it is refused, with this line among the errors, and nothing is written.
refuses() {
	local words=$1
	shift
	rm -f refused.xml
	run --separate-stderr -4 ringgen import "$@" -o refused.xml
	echo "$stderr"
	grep -qF -- "$words" <<<"$stderr"
	[ ! -e refused.xml ]
}

# ---- Slurm

several() {
	cat <<-E
		---
		- topology: east
		  cluster_default: true
		  tree:
		    switches:
		      - switch: e0
		        nodes: n[0-3]
		- topology: west
		  tree:
		    switches:
		      - {switch: w0, nodes: "m[0-3]"}
		      - {switch: w1, nodes: "m[4-7]"}
		      - {switch: w, children: "w[0-1]"}
		- topology: plain
		  flat: true
	E
}

@test "topology.yaml: one of several, by its name or by a partition's" {
	several >topology.yaml
	ringgen import slurm topology.yaml --topology west -o west.xml
	counts west.xml 8 3 10
	run --separate-stderr -0 ringgen import slurm topology.yaml -o east.xml
	[[ $stderr == *"topology.yaml:2: warning: topology 'east' is taken, of 3 in the file: east (cluster_default), west, plain (--topology NAME takes another)"* ]]
	counts east.xml 4 1 4
	printf 'PartitionName=all Nodes=ALL\nPartitionName=gpu Nodes=m[0-7] Topology=west State=UP # new\n' >slurm.conf
	ringgen import slurm topology.yaml slurm.conf --partition gpu --prefix west -o gpu.xml
	diff <(grep -v "^<!--" west.xml) <(grep -v "^<!--" gpu.xml)
	# What scontrol prints of it has many lines.
	printf 'PartitionName=all\n   AllowGroups=ALL\n\nPartitionName=gpu\n   AllowGroups=ALL Default=NO\n   Topology=west\n' >shown
	ringgen import slurm topology.yaml shown --partition gpu --prefix west -o gpu.xml
	diff <(grep -v "^<!--" west.xml) <(grep -v "^<!--" gpu.xml)
	ringgen import slurm topology.yaml slurm.conf --partition all -o all.xml
	counts all.xml 4 1 4
	refuses "topology.yaml: error: has no topology 'wst', but east (cluster_default), west, plain" slurm topology.yaml --topology wst
	refuses "slurm.conf: error: has no partition 'cpu', but all, gpu" slurm topology.yaml slurm.conf --partition cpu
	refuses 'topology.yaml: error: does not say which topology a partition has: give slurm.conf, too' slurm topology.yaml --partition gpu
	refuses 'slurm.conf: error: is one file too many: topology.yaml is one' slurm topology.yaml slurm.conf
	refuses 'topology.yaml:14: error: "plain" is flat: it says nothing of the network' slurm topology.yaml --topology plain
	echo 'SwitchName=s Nodes=n[0-3]' >topology.conf
	refuses 'topology.conf: error: is no topology.yaml: it has one topology, and --topology chooses among several' slurm topology.conf --topology s
	run -2 ringgen import slurm topology.yaml --topology a --partition b
	[[ $output == *"--topology and --partition choose the same: give one"* ]]
	run -2 ringgen import table topology.conf --topology a
	[[ $output == *"--topology and --partition are for import slurm"* ]]
}

@test "parts that nothing joins: what holds within each, and across by a switch that the user assumes" {
	printf 'SwitchName=s%d Nodes=n%d[0-3]\n' 0 0 1 1 2 2 3 3 4 4 >roots.conf
	run --separate-stderr -0 ringgen import slurm roots.conf -o roots.xml
	[[ $stderr == *"the network is in 5 parts that nothing joins, as at 's0' and 's1': no way is known from one to another (--join NAME takes one switch to be above all)"* ]]
	counts roots.xml 20 5 20
	run -3 --separate-stderr ringgen certify roots.xml
	[[ $output == "unknown: "*$'\nnothing joins its parts; within each:\n    proved contention free: 4 ranks on 4 machines, n00, ...\n'* ]]
	[ "$(grep -c '^    proved contention free: 4 ranks' <<<"$output")" = 5 ]
	# A bad order within one part is told of that part.
	printf 'n%s\n' 00 10 01 11 >order
	run -3 --separate-stderr ringgen certify roots.xml --order order
	[ "$(grep -c '^    proved contention free: 2 ranks' <<<"$output")" = 2 ]
	run -0 --separate-stderr ringgen certify roots.xml --hosts n10,n12,n11
	[[ $output != *assumed* ]]
	run --separate-stderr -0 ringgen import slurm roots.conf --join core=400Gbps -o joined.xml
	[[ $stderr == *"5 groups are taken to hang at one switch, 'core', which the file does not tell: verdicts say that they rest on it"* ]]
	counts joined.xml 20 6 25
	[ "$(grep -c '^link core s. 400000000000 ' <<<"$output")" = 5 ]
	run -5 --separate-stderr ringgen certify joined.xml
	[ "${lines[0]}" = "proved contention free: 20 ranks on 20 machines, load 1 on all 50 link directions used" ]
	[ "${lines[1]}" = "assumed: there is one switch 'core', which nobody has told" ]
	# A job below one of them does not pass it.
	run -0 --separate-stderr ringgen certify joined.xml --hosts 'n1[0-3]'
	[[ $output != *assumed* ]]
	refuses 'roots.conf:1: error: "s0" is there already: --join wants another name' slurm roots.conf --join s0
	run -2 ringgen import slurm roots.conf --join core=fast
	[[ $output == *"--join takes the name of a switch, and perhaps the speed of its links: core, or core=400Gbps"* ]]
	run -2 ringgen import slurm roots.conf --join 'a b'
	run -2 ringgen import ibnet roots.conf --join core
	[[ $output == *"--join is for coords, lldp, netq, slurm, table and topograph"* ]]
	printf 'SwitchName=s0 Nodes=n0\nSwitchName=s1 Nodes=n1\nSwitchName=a Switches=s[0-1]\nSwitchName=b Switches=s[0-1]\n' >shared.conf
	run --separate-stderr -0 ringgen import slurm shared.conf --join core -o shared.xml
	[[ $stderr == *"shared.conf:4: warning: 2 switches are below more than one, as 's0' below 'a' and 'b': it is taken to have a link to each, so that the network is no tree"* ]]
	[[ $stderr == *"--join: nothing is apart that 'core' could join"* ]]
	counts shared.xml 2 4 6
	printf 'SwitchName=s0 Nodes=n0\nSwitchName=r Switches=s0,s0\n' >again.conf
	refuses 'again.conf:2: error: "s0" is named twice there' slurm again.conf
	# Machines pass nothing on: two leaves that only hosts join are apart.
	printf 'SwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=n[0-1]\n' >rails.conf
	ringgen import slurm rails.conf --join core -o rails.xml
	counts rails.xml 2 3 6
}

@test "a switch that is assumed: in a topology file, also in JSON, yes or no" {
	printf '<topology name="x">\n<switch id="c" assumed="%s"><node id="n[0-1]"/></switch>\n</topology>\n' maybe >x.xml
	run -4 --separate-stderr ringgen check x.xml
	[[ $stderr == "x.xml:2: error: assumed 'maybe' of <switch> is neither 'yes' nor 'no'"* ]]
	sed -i 's/maybe/no/' x.xml
	run -0 ringgen certify x.xml
	sed -i 's/"no"/"yes"/' x.xml
	run -5 ringgen certify x.xml
	run -5 ringgen certify x.xml --json
	grep -qF "\"assumed\": \"there is one switch 'c', which nobody has told\"" <<<"$output"
}

@test "topology/block: gaps are left out" {
	printf 'BlockSizes=4,8\nBlockName=b1 Nodes=n[0-3]\nBlockName=b2\nBlockName=b3 Nodes=n[4-7]\n' >gap.conf
	run --separate-stderr -0 ringgen import slurm gap.conf -o conf.xml
	[[ $stderr == *"gap.conf:3: warning: left out: 1 block without nodes: b2"* ]]
	counts conf.xml 8 3 10
	printf -- '- topology: b\n  block:\n    block_sizes: [4, 8]\n    blocks:\n      - {block: b1, nodes: "n[0-3]"}\n      - block: b2\n      - {block: b3, nodes: "n[4-7]"}\n' >gap.yaml
	ringgen import slurm gap.yaml -o yaml.xml
	diff <(ringgen check conf.xml --links) <(ringgen check yaml.xml --links)
	run -5 --separate-stderr ringgen certify yaml.xml
	[[ ${lines[1]} == "assumed: there is one switch 'above_blocks'"* ]]
}

@test "Slurm: 10,000 hosts in 250 leaves, 10 spines and a top, by any ends of lines" {
	awk 'BEGIN {
		print "# a site\nSwitchName=top Switches=spine[0-9]"
		for (s = 0; s < 10; s++)
			printf "SwitchName=spine%d Switches=leaf[%d-%d]\n", s, 25 * s, 25 * s + 24
		for (l = 0; l < 250; l++)
			printf "SwitchName=leaf%d Nodes=c%03d-[001-039,40]\n", l, l
	}' >large.conf
	ringgen import slurm large.conf --prefix x -o large.xml
	# Counted from the lines: a link for each host, leaf and spine.
	counts large.xml 10000 261 10260
	run -0 --separate-stderr ringgen certify large.xml
	[[ $output == "proved contention free: 10000 ranks on 10000 machines, load 1 on all 20520 link directions used"* ]]
	sed 's/$/\r/' large.conf | head -c -2 >crlf.conf
	ringgen import slurm crlf.conf --prefix x -o crlf.xml
	diff <(grep -v '^<!--' large.xml) <(grep -v '^<!--' crlf.xml)
	: >empty.conf
	refuses 'empty.conf: error: has no switch' slurm empty.conf
	: >empty.yaml
	refuses 'empty.yaml: error: is empty' slurm empty.yaml
}

# ---- topograph, NetQ, LLDP

@test "topograph: models of three ages, and a graph" {
	run --separate-stderr -0 ringgen import topograph "$site/model.yaml" -o model.xml
	# 18 + 16 + 18 hosts of blocks and login; four switches by name or as leaves of these, and a leaf without hosts.
	counts model.xml 53 7 59
	[[ $output == *"link leaf-1-2 gpu1211 "* && $output == *"link spine-2 login "* && $output == *"link core spine-1 "* ]]
	run -0 --separate-stderr ringgen certify model.xml
	[[ $output == "proved contention free: 53 ranks"* ]]
	ringgen import topograph "$site/model_blocks.yaml" -o blocks.xml
	counts blocks.xml 5 3 7
	[[ $output == *"link left n1-3 "* ]]
	run --separate-stderr -0 ringgen import topograph "$site/model_nodes.yaml" -o nodes.xml
	[[ $stderr == *"model_nodes.yaml:"*": warning: left out: 1 node that no switch has: I99"* ]]
	counts nodes.xml 5 3 7
	run --separate-stderr -0 ringgen import topograph "$site/graph.json" -o graph.xml
	[[ $stderr == *"graph.json: warning: left out: 1 instance without network_layers"* ]]
	counts graph.xml 3 3 5
	# Capacity blocks alone, as for topology/block: nothing is told of what is between them.
	printf 'capacity_blocks:\n- {name: a, nodes: ["n[1-2]"]}\n- {name: b, nodes: [n3, n4]}\n' >alone.yaml
	ringgen import topograph alone.yaml --join core -o alone.xml
	counts alone.xml 4 3 6
	run -5 ringgen certify alone.xml
	# Two partitions that nothing joins, and hosts that are in neither.
	printf 'switches:\n  a: {switches: [a1, a2]}\n  b: {switches: [b1]}\n  a1: {labels: {x: y}}\nblocks:\n- switch: a1\n  nodes: ["g[01-02]"]\n- {switch: a2, nodes: [g03]}\n- {switch: b1, nodes: [g04]}\n- nodes:\n  - "cpu-[01-02]"\n' >parts.yaml
	run --separate-stderr -0 ringgen import topograph parts.yaml -o parts.xml
	[[ $stderr == *"parts.yaml:10: warning: left out: 2 nodes of a block at no switch: cpu-01, ..."* ]]
	[[ $stderr == *"the network is in 2 parts that nothing joins"* ]]
	counts parts.xml 4 5 7
	# What topograph writes for Slurm.
	printf '# switch.3.1=core\nSwitchName=switch.3.1 Switches=switch.2.[1-2]\n# switch.2.1=spine-1\nSwitchName=switch.2.1 Switches=switch.1.[1-2]\nSwitchName=switch.2.2 Switches=switch.1.3\nSwitchName=switch.1.1 Nodes=srv[1101-1108]\nSwitchName=switch.1.2 Nodes=srv[1201-1208]\nSwitchName=switch.1.3 Nodes=srv2101\n' >written.conf
	ringgen import slurm written.conf -o written.xml
	counts written.xml 17 6 22
}

@test "topograph: what is wrong, by line" {
	printf 'hello: 1\n' >bad.yaml
	refuses 'bad.yaml:1: error: "switches" is missing, and so are blocks, capacity_blocks and instances: no model or graph of topograph' topograph bad.yaml
	printf 'switches:\n  a:\n    switches: [b, {c: d}]\n  b:\n    nodes: {x: y}\nblocks:\n- nodes: [n0]\n- switch: b\n  nodes: ["n[3-1]"]\n' >bad.yaml
	refuses 'bad.yaml:3: error: "a" has what is no name in a list' topograph bad.yaml
	refuses 'bad.yaml:5: error: "b" has what is no list of names' topograph bad.yaml
	refuses 'bad.yaml:9: error: "n[3-1]" has a range that runs backwards' topograph bad.yaml
	printf 'switches:\n- name: a\n  capacity_blocks: [x]\n- name: a\n- switches: [a]\n' >bad.yaml
	refuses 'bad.yaml:3: error: "x" is no capacity block of this model' topograph bad.yaml
	refuses 'bad.yaml:4: error: "a" is named twice' topograph bad.yaml
	refuses 'bad.yaml:5: error: "name" is missing' topograph bad.yaml
	printf 'switches:\n  a: {switches: [b]}\n  b: {switches: [a]}\n' >bad.yaml
	refuses 'is within itself' topograph bad.yaml
	printf '{"instances": [\n{"network_layers": ["l"]},\n{"id": "i", "network_layers": [["l"]]},\n{"id": "j", "network_layers": ["l", "s"]},\n{"id": "k", "network_layers": ["l", "t"]}]}\n' >bad.json
	refuses 'bad.json:2: error: "id" is missing' topograph bad.json
	refuses 'bad.json:3: error: "i" has network_layers that are no names' topograph bad.json
	refuses 'bad.json:5: error: "l" is below another switch already' topograph bad.json
	printf '{"instances": [\n{"id": "i",\n' >bad.json
	refuses 'bad.json:3: error: is no YAML or JSON: ' topograph bad.json
	refuses 'error: is one file too many: a model or a graph is one' topograph bad.json bad.json
}

@test "NetQ: devices in tiers, each interface a link" {
	run --separate-stderr -0 ringgen import netq "$site/netq.json" -o netq.xml
	[[ $stderr == *"left out: 1 device to which no link leads"* ]]
	[[ $stderr == *"left out: 1 link that leads back to where it begins"* ]]
	# The file names each interface of a link once; that of the loop is none.
	counts netq.xml 4 3 "$(($(grep -c '"id": "node[0-9]*:' "$site/netq.json") - 1))"
	[[ $output == *"link leaf-b dgx-03 "* && $output == *"link leaf-a spine-a "* ]]
	ringgen import netq "$site/netq.json" --rail 1 -o rail.xml
	run -0 --separate-stderr ringgen order rail.xml
	[ "$(paste -sd ' ' <<<"$output")" = "dgx-01 dgx-02 dgx-03 dgx-04" ]
	# Without the spine there are two parts, below the leaves.
	printf '{"links": [{"id": "a-*-x"}, {"id": "b-*-y", "size": 2}],\n"nodes": [{"compounded_nodes": [{"id": "a", "name": "l0", "tier": 1}, {"id": "b", "name": "l1", "device_type": "switch"}]},\n{"id": "x", "name": "h0", "tier": -1}, {"id": "y", "name": "h1", "device_type": "host"}]}\n' >parts.json
	ringgen import netq parts.json --join core -o parts.xml
	counts parts.xml 2 3 5
	printf '{"links": [{"id": "a-*-z"},\n{"id": "b"}], "nodes": [\n{"id": "a", "name": "a b", "tier": -1},\n{"id": "b", "tier": 1},\n{"id": "c", "name": "c"}, {"id": "a", "name": "d", "tier": 1}]}\n' >bad.json
	refuses 'bad.json:1: error: "z" is an end of a link, and no device' netq bad.json
	refuses 'bad.json:2: error: "b" of a link does not say what it joins' netq bad.json
	refuses 'bad.json:3: error: "a b" has a character that no host name has' netq bad.json
	refuses 'bad.json:4: error: "name" of a device is missing' netq bad.json
	refuses 'bad.json:5: error: "tier" of a device is missing' netq bad.json
	refuses '"a" is the id of two devices' netq bad.json
	echo '[]' >bad.json
	refuses 'bad.json:1: error: "nodes" is missing: no graph of NetQ' netq bad.json
	echo '{"links": [], "nodes": []}' >bad.json
	refuses 'bad.json: error: has no link' netq bad.json
}

@test "LLDP: leaf switches alone, in all forms that lldpctl writes" {
	run --separate-stderr -0 ringgen import lldp "$site"/lldp/n*.json -o lldp.xml
	[[ $stderr == *"left out: 1 neighbour that is no switch"* ]]
	[[ $stderr == *"hosts hear of their leaf switches alone: nothing is told of what joins these 3, nor of what lies above"* ]]
	# n0: json, one port; n1: a list, two ports; n2: json0; n3: a switch that has no name.
	counts lldp.xml 4 3 5
	for link in 'leaf1 n0' 'leaf1 n1' 'leaf2 n1' 'leaf2 n2' '00-11-22-33-44-77 n3'; do
		grep -q "^link $link " <<<"$output"
	done
	run -3 --separate-stderr ringgen certify lldp.xml
	[[ $output == *"nothing joins its parts; within each:"* ]]
	ringgen import lldp "$site"/lldp/n*.json --join core -o joined.xml
	counts joined.xml 4 4 8
	run -5 --separate-stderr ringgen certify joined.xml
	[[ $output == *$'\nassumed: there is one switch \'core\', which nobody has told\n'* ]]
	sed 's/00:11:22:33:44:55/x/' "$site/lldp/n0.json" | sed '/"via"/s/^/\t/; s/$/\r/' >n7.json
	ringgen import lldp n7.json -o one.xml
	counts one.xml 1 1 1
	echo '{"lldp": {}}' >n8.json
	refuses 'n8.json: error: has no port that hears of a switch' lldp n8.json
	echo '[1]' >n8.json
	refuses "n8.json:1: error: \"lldp\" is missing: not what 'lldpctl -f json' prints" lldp n8.json
	printf '{"lldp": {"interface": {"eth0": {"chassis": {"id": {"type": "mac"},\n"descr": 1}}}}}\n' >n8.json
	refuses 'n8.json:1: error: "eth0" has a neighbour without a name or id' lldp n8.json
	cp n7.json 'a b.json'
	refuses 'a b.json: error: "a b" has a character that no host name has (the file is called as its host, with .json behind)' lldp 'a b.json'
}

@test "a few bytes that stand for much: refused at once, in little memory" {
	bounded() { # WORDS KIND FILE...
		(
			ulimit -v 1500000
			run -4 timeout 60 "$RINGGEN" import "${@:2}"
			echo "$output" | tail -n 3
			grep -qF "$1" <<<"$output"
		)
	}
	for ((i = 0; i < 60; i++)); do echo "SwitchName=s$i Nodes=n[0-300000]"; done >wide.conf
	bounded 'wide.conf:2: error: "n[0-300000]" and what is named before are too many names' slurm wide.conf
	echo 'SwitchName=s Nodes=n[0-99999999]' >long.conf
	bounded 'long.conf:1: error: "n[0-99999999]" stands for too many names' slurm long.conf
	many() { # WHAT: a list of 200 times the same
		local i
		printf '[%s' "$1"
		for ((i = 1; i < 200; i++)); do printf ', %s' "$1"; done
		printf ']'
	}
	{
		echo "a: &a {id: x, name: x, tier: 1}"
		echo "b: &b {compounded_nodes: $(many '*a')}"
		echo "c: &c {compounded_nodes: $(many '*b')}"
		echo "d: &d {compounded_nodes: $(many '*c')}"
		echo "nodes: $(many '*d')"
		echo "links: []"
	} >laughs.json
	bounded '"x" is one device too many' netq laughs.json
	{
		echo "a: &a {eth0: {chassis: {s: {id: 1}}}}"
		echo "b: &b {interface: $(many '*a')}"
		echo "lldp: $(many '*b')"
	} >laughs.yaml
	bounded 'laughs.yaml: error: has more than 4096 neighbours' lldp laughs.yaml
	{
		echo "capacity_blocks: {c: {nodes: 'n[0-900000]'}}"
		echo "switches: {s: {capacity_blocks: $(many c)}}"
	} >laughs.yml
	bounded 'laughs.yml:1: error: "n[0-900000]" and what is named before are too many names' topograph laughs.yml
	mkdir -p one two
	cp "$site/lldp/n0.json" one
	cp "$site/lldp/n0.json" two
	refuses "the name 'n0' is used twice" lldp one/n0.json two/n0.json
	run -4 ringgen import lldp - <"$site/lldp/n0.json"
	[[ $output == '<stdin>: error: has no name, by which its host could be called: give files'* ]]
}

# ---- InfiniBand

@test "ibnetdiscover with dirt: splits, planes, 129 ports, descriptions of other makers, what tools complain of" {
	run --separate-stderr -0 ringgen import ibnet "$site/dirt.txt" -o dirt.xml
	[[ $stderr == *"dirt.txt:20: warning: the tool failed here: cables or entries of tables may be missing"* ]]
	[[ $stderr == *"the tool failed in 1 more place"* ]]
	[[ $stderr == *"left out: 1 line of what is neither host nor switch"* ]]
	[[ $stderr == *"the speed of 1 cable is not known: 8 Gbit/s is assumed"* ]]
	[[ $stderr == *"the descriptions of 3 ports name no host: the adapter is one, called by the GUID of its first port"* ]]
	[[ $stderr == *"left out: 1 cable that leads back to where it begins, as a plug for tests does"* ]]
	# Counted from the lines of adapters, which end in their own GUID: ports, and adapters. Two cables join the switches.
	awk '/^Ca/ { ca = !/Aggregation/; adapters += ca } /^Switch/ { ca = 0 } /^\[/ && ca { ports++ } END { print adapters, ports }' "$site/dirt.txt" >counted
	read -r adapters ports <counted
	counts dirt.xml "$adapters" 2 $((ports + 2))
	for link in 'node01 400000000000' 'node02 200000000000' 'node05 200000000000' 'node06 32000000000' 'node07 32000000000' \
		'host-0000000000000801 32000000000' 'host-0000000000000901 16000000000'; do
		grep -q "^link .* $link " <<<"$output"
	done
	[ "$(grep -c ' node05 ' <<<"$output")" = 4 ]
	ringgen import ibnet "$site/dirt.txt" --rail 1 -o rail.xml
	run -5 --separate-stderr ringgen certify rail.xml # two trunks: which of them is taken is assumed
	[[ $output == "proved contention free"*": 8 ranks on 8 machines"* ]]
	# Two subnets are parts, which is said; the command that netloc's message names works.
	subnet() {
		printf 'Switch\t36 "S-000000000000000%s"\t\t# "s%s" base port 0 lid 1 lmc 0\n' "$1" "$1"
		printf '[%d]\t"H-00000000000000%s%d"[1](%s%d%d) \t\t# "n%s%d HCA-1" lid %d 4xEDR\n' 1 "$1" 1 "$1" 1 0 "$1" 1 11 2 "$1" 2 "$1" 2 0 "$1" 2 12
	}
	mkdir -p site/ib-raw
	subnet a >site/ib-raw/ib-subnet-a.txt
	subnet b >site/ib-raw/ib-subnet-b.txt
	run --separate-stderr -0 ringgen import ibnet site/ib-raw/*.txt -o two.xml
	[[ $stderr == *"the network is in 2 parts that nothing joins, as at 'sa' and 'sb': no way is known from one to another (where these are several subnets, import the files of each alone)"* ]]
	counts two.xml 4 2 4
	refuses 'site: error: has 2 subnets: give the file of one, as in: ringgen import netloc site/ib-raw/ib-subnet-a.txt' netloc site
	read -ra command <<<"${stderr##*as in: ringgen }"
	ringgen "${command[@]}" -o one.xml
	counts one.xml 2 1 2
}

# ---- Lists of batch systems

lab() {
	cat >lab.xml <<-E
		<topology name="lab"><switch id="s">
		  <node id="n[0-8]"/><node id="n[01-08]"/><node id="n001"/><node id="b04-[09-10]"/><node id="c[09,010]"/>
		  <node id="nid[00028-00031]"/><node id="x1-7"/><node id="x2-7"/>
		</switch></topology>
	E
}

# order_of WORDS ARGUMENT...: the order of the hosts that are named so, in MPICH's form.
order_of() {
	local words=$1
	shift
	run --separate-stderr -0 ringgen order lab.xml --format mpich "$@"
	echo "$output"
	[ "$(paste -sd ' ' <<<"$output")" = "$words" ]
}

# no_order WORDS ARGUMENT...
no_order() {
	local words=$1
	shift
	run --separate-stderr -4 ringgen order lab.xml "$@"
	echo "$stderr"
	grep -qF -- "$words" <<<"$stderr"
}

@test "hosts: mixed widths, numbers, and lines of SGE and LSF" {
	lab
	order_of "n1:1 n01:1 n001:1" --hosts 'n[1,01,001]'
	order_of "b04-09:1 b04-10:1" --hosts 'b04-[09-10]'
	order_of "c09:1 c010:1" --hosts 'c[09,010]'
	order_of "n07:1 n08:1" --hosts 'n[07-8]'
	no_order '"n[1-010]" has a range whose ends are padded with zeros differently' --hosts 'n[1-010]'
	printf '28\n28\n29' >nodes
	no_order 'nodes:3: error: "29" is not the name or alias of one machine of lab.xml (a number: is it nid00029? An alias in the file says so)' --hosts nodes
	no_order '"7" is not the name or alias of one machine of lab.xml' --hosts 'n0,7'
	[[ $stderr != *"is it"* ]] # n7 and n07 and others end in it
	sed -i 's|<node id="nid\[00028-00031\]"/>|<node id="nid[00028-00031]" aliases="[28-31]"/>|' lab.xml
	order_of "28:2 29:1" --hosts nodes
	printf 'n0 4 all.q@n0 UNDEFINED\r\nn1 2 all.q@n1.site <NULL>' >sge
	order_of "n0:4 n1:2" --hosts sge
	printf 'n0 0,1 0 1\nn0 2,3 0 1\nn1 0-3\n' >bound
	order_of "n0:2 n1:1" --hosts bound
	printf 'n3 2 n0 4 n1 1' >counted
	order_of "n0:4 n1:1 n3:2" --hosts counted
	printf 'n0 4\n' >doubt
	no_order 'doubt:1: error: "4" is a number of ranks, or a processor: write slots=4, or say that the list is LSF'"'"'s (--hosts lsf)' --hosts doubt
	printf 'n0 4 n1\nn0 0 q@n0 x\n' >bad
	no_order 'bad:1: error: "n1" has no number of ranks behind it' --hosts bad
	no_order 'bad:2: error: "0" is not positive' --hosts bad
	printf 'n0:2 user=joe ifname=ib0\njoe@n1:3' >hydra
	order_of "n0:2 n1:3" --hosts hydra
}

@test "hosts: the list of the job that runs here" {
	lab
	unset SLURM_JOB_NODELIST SLURM_TASKS_PER_NODE SLURM_HET_SIZE PBS_NODEFILE LSB_MCPU_HOSTS LSB_DJOB_HOSTFILE LSB_AFFINITY_HOSTFILE PE_HOSTFILE
	no_order 'SLURM_JOB_NODELIST: error: is not set' --hosts slurm
	no_order 'PBS_NODEFILE: error: is not set' --hosts pbs
	no_order 'LSB_DJOB_HOSTFILE: error: is not set' --hosts lsf
	no_order 'PE_HOSTFILE: error: is not set' --hosts sge
	no_order '--hosts: auto finds no job: none of SLURM_JOB_NODELIST, PBS_NODEFILE, LSB_MCPU_HOSTS and PE_HOSTFILE is set' --hosts auto
	export SLURM_JOB_NODELIST='n[3,0-1]' SLURM_TASKS_PER_NODE='2,1(x2)'
	order_of "n0:1 n1:1 n3:2" --hosts slurm
	order_of "n0:1 n1:1 n3:2" --hosts auto
	order_of "n0:5 n1:5 n3:5" --hosts auto --ranks-per-node 5
	run -0 ringgen certify lab.xml --order slurm
	[[ $output == "proved contention free: 4 ranks on 3 machines"* ]]
	for command in "certify lab.xml" "plot lab.xml -o x.svg" "survey lab.xml" "export simgrid lab.xml -o x"; do
		# shellcheck disable=SC2086
		run -0 ringgen $command --hosts auto
	done
	SLURM_TASKS_PER_NODE=2 no_order 'SLURM_TASKS_PER_NODE: error: "2" is for 1 hosts, and SLURM_JOB_NODELIST has 3' --hosts slurm
	SLURM_TASKS_PER_NODE=x no_order 'SLURM_TASKS_PER_NODE: error: "x" is neither a number' --hosts slurm
	SLURM_JOB_NODELIST='n[3' no_order 'SLURM_JOB_NODELIST: error: "n[3" has a [ without a ]' --hosts slurm
	SLURM_JOB_NODELIST='q,n[0-1]' no_order 'SLURM_JOB_NODELIST: error: "q" is not the name or alias of one machine' --hosts slurm
	SLURM_HET_SIZE=2 SLURM_JOB_NODELIST_HET_GROUP_0=n5 SLURM_JOB_NODELIST_HET_GROUP_1='n[0-1]' SLURM_TASKS_PER_NODE_HET_GROUP_1='3(x2)' order_of "n0:3 n1:3 n5:1" --hosts auto
	printf 'n2\nn1\nn2\n' >pbs
	PBS_NODEFILE=pbs no_order '--hosts: auto is in doubt, for SLURM_JOB_NODELIST and PBS_NODEFILE are set: say slurm or pbs' --hosts auto
	PBS_NODEFILE=pbs order_of "n1:1 n2:2" --hosts pbs
	unset SLURM_JOB_NODELIST SLURM_TASKS_PER_NODE
	PBS_NODEFILE=pbs order_of "n1:1 n2:2" --hosts auto
	PBS_NODEFILE=none no_order 'none: error: cannot read: ' --hosts auto
	LSB_MCPU_HOSTS='n5 2 n0 1' order_of "n0:1 n5:2" --hosts auto
	printf 'n5 3\nn5 4\nn0 7\n' >bound # processors, whatever they look like
	LSB_MCPU_HOSTS='n5 2 n0 1' LSB_AFFINITY_HOSTFILE=bound order_of "n0:1 n5:2" --hosts lsf
	: >empty
	LSB_MCPU_HOSTS='n5 4' LSB_AFFINITY_HOSTFILE=empty order_of "n5:4" --hosts lsf
	printf 'n5\nn5\nn0\n' >djob
	LSB_DJOB_HOSTFILE=djob order_of "n0:1 n5:2" --hosts auto
	printf 'n5 2 all.q@n5 UNDEFINED\n' >sge
	PE_HOSTFILE=sge order_of "n5:2" --hosts auto
	# A file that is called so is the file.
	echo n8 >slurm
	order_of "n8:1" --hosts slurm
}

@test "orders for launchers: node ranks, places of Cray MPICH, and forms that several take" {
	printf '<topology name="x"><switch id="s0"><switch id="s1"><node id="n[0,2]"/></switch><switch id="s2"><node id="n[1,3]"/></switch></switch></topology>\n' >x.xml
	printf '%s\n' n3:1 n0:2 n1:2 n2:1 >hosts # the ring is n0 n2 n1 n3
	printed() {
		run --separate-stderr -0 ringgen order x.xml --hosts hosts --format "$1"
		[ "$(paste -sd ' ' <<<"$output")" = "$2" ]
	}
	printed torchrun "0 n0 1 n2 2 n1 3 n3"
	# The launcher fills n3, n0, n0, n1, n1, n2: rank 5 is on n3, 0 and 1 on n0, and so on.
	printed cray "5,0,1,3,4,2"
	for format in slurm seq pbs; do
		printed $format "n0 n0 n2 n1 n1 n3"
	done
	for format in mpich intel mvapich; do
		printed $format "n0:2 n2:1 n1:2 n3:1"
	done
	for format in openmpi deepspeed; do
		printed $format "n0 slots=2 n2 slots=1 n1 slots=2 n3 slots=1"
	done
	printed pals "n0 n2 n1 n3"
	run --separate-stderr -0 ringgen order x.xml --format cray --ranks-per-node 2
	[ "$output" = "0,1,2,3,4,5,6,7" ] # places by the file's order, which is the ring's here
}

# ---- Past jobs

@test "sacct --parsable2, with all that it prints: steps, arrays, parts of jobs, names with commas" {
	cat >past <<-E
		JobID|JobName|Partition|Account|AllocCPUS|State|ExitCode|NodeList
		101|my job, "v2"|gpu|lab|32|COMPLETED|0:0|n[0-3]
		101.batch|batch||lab|8|COMPLETED|0:0|n0
		101.extern|extern||lab|32|COMPLETED|0:0|n[0-3]
		101.0|prog||lab|32|COMPLETED|0:0|n[0-3]
		102_3|array#x|gpu|lab|32|FAILED|1:0|n0,n4,n1,n5
		102_[4-9]|array|gpu|lab|32|PENDING|0:0|None assigned
		103+0|het|gpu|lab|8|COMPLETED|0:0|n[0,4]
		104|a|gpu|lab|8|CANCELLED by 1000|0:0|None assigned
		105|q|gpu|lab|8|RUNNING|0:0|m[0-3]
		106|e|gpu|lab|8|COMPLETED|0:0|
	E
	pair=$BATS_TEST_DIRNAME/../topo-files/pair.xml
	run --separate-stderr -0 ringgen survey-jobs "$pair" past
	echo "$output"
	# 101, 102_3 and 103+0; the second one is out of order.
	grep -qx 'contention free  *2  *3' <<<"$output"
	grep -qx 'refuted  *1  *0' <<<"$output"
	grep -qx '1 job on hosts that the topology does not have: 105' <<<"$output"
	grep -qx '3 jobs without hosts, as they never started: 102_\[4-9\], 104, 106' <<<"$output"
	grep -qx '3 lines of steps of jobs' <<<"$output"
	# sacct -p ends each line in a bar; files from elsewhere end lines otherwise.
	diff <(echo "$output") <(sed 's/$/|\r/' past | head -c -1 | ringgen survey-jobs "$pair" -)
	# What sacct prints by itself has no hosts.
	cut -d '|' -f 1-7 past >usual
	run --separate-stderr -4 ringgen survey-jobs "$pair" usual
	[ "$stderr" = "usual:1: error: the head line names no column of hosts: sacct -P -o jobid,nodelist" ]
}
