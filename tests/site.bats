#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What sites have, read and counted: Slurm's files of several topologies, of parts and of 10,000 hosts; topograph's models
# and graphs, NetQ's, what hosts hear by LLDP; InfiniBand with dirt; the lists of batch systems. Samples are in site/.
# shellcheck disable=SC2154 # stderr is Bats's
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
	grep -qF "$words" <<<"$stderr"
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
	refuses 'bad.yaml:7: error: "switch" is missing: where is this block?' topograph bad.yaml
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
