#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The command export: the platform and the host file of SimGrid, as text. What SimGrid makes of them: simgrid.bats.
# shellcheck disable=SC2154 # stderr is Bats's
bats_require_minimum_version 1.5.0

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	TOPO=$(realpath "$BATS_TEST_DIRNAME/../topo-files")
	mkdir "$BATS_TEST_TMPDIR/sub"
	cd "$BATS_TEST_TMPDIR/sub" || return 1
	cat >lab.xml <<-END
		<topology name="lab">
		  <switch id="s.0">
		    <node id="a_[1-2]" bandwidth="10Gbps" latency="25us"><package count="2"><core count="3"/></package></node>
		    <switch id="s-1" bandwidth="100Mbps" latency="1ms" duplex="half">
		      <node id="b" aliases="bee" latency="0s"/>
		    </switch>
		  </switch>
		</topology>
	END
}

ringgen() {
	timeout 30 "$RINGGEN" "$@"
}

# refused STATUS WORDS ARGUMENT...: nothing is printed or written, and the error says WORDS.
refused() {
	local status_wanted=$1 words=$2
	shift 2
	run --separate-stderr "-$status_wanted" ringgen export "$@"
	echo "$stderr"
	[ -z "$output" ]
	[[ $stderr == *"error: "*"$words"* ]]
	[ "$(ls)" = lab.xml ]
}

@test "the graph: hosts, routers, links with both directions, loopbacks" {
	ringgen export simgrid lab.xml -o out
	cat >expected <<-END
		<?xml version="1.0"?>
		<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
		<platform version="4.1">
		  <zone id=":lab" routing="DijkstraCache">
		    <router id="s.0"/>
		    <host id="a_1" speed="1Gf" core="6"/>
		    <host id="a_2" speed="1Gf" core="6"/>
		    <router id="s-1"/>
		    <host id="b" speed="1Gf" core="1"/>
		    <link id="s.0:a_1" bandwidth="1250000000Bps" latency="2.5e-05s" sharing_policy="SPLITDUPLEX"/>
		    <link id="s.0:a_2" bandwidth="1250000000Bps" latency="2.5e-05s" sharing_policy="SPLITDUPLEX"/>
		    <link id="s.0:s-1" bandwidth="12500000Bps" latency="0.001s" sharing_policy="SHARED"/>
		    <link id="s-1:b" bandwidth="125000000Bps" latency="0s" sharing_policy="SPLITDUPLEX"/>
		    <link id="a_1:a_1" bandwidth="1e18Bps" latency="0s" sharing_policy="FATPIPE"/>
		    <link id="a_2:a_2" bandwidth="1e18Bps" latency="0s" sharing_policy="FATPIPE"/>
		    <link id="b:b" bandwidth="1e18Bps" latency="0s" sharing_policy="FATPIPE"/>
		    <route src="s.0" dst="a_1" symmetrical="NO"><link_ctn id="s.0:a_1" direction="UP"/></route>
		    <route src="a_1" dst="s.0" symmetrical="NO"><link_ctn id="s.0:a_1" direction="DOWN"/></route>
		    <route src="s.0" dst="a_2" symmetrical="NO"><link_ctn id="s.0:a_2" direction="UP"/></route>
		    <route src="a_2" dst="s.0" symmetrical="NO"><link_ctn id="s.0:a_2" direction="DOWN"/></route>
		    <route src="s.0" dst="s-1" symmetrical="NO"><link_ctn id="s.0:s-1"/></route>
		    <route src="s-1" dst="s.0" symmetrical="NO"><link_ctn id="s.0:s-1"/></route>
		    <route src="s-1" dst="b" symmetrical="NO"><link_ctn id="s-1:b" direction="UP"/></route>
		    <route src="b" dst="s-1" symmetrical="NO"><link_ctn id="s-1:b" direction="DOWN"/></route>
		    <route src="a_1" dst="a_1" symmetrical="NO"><link_ctn id="a_1:a_1"/></route>
		    <route src="a_2" dst="a_2" symmetrical="NO"><link_ctn id="a_2:a_2"/></route>
		    <route src="b" dst="b" symmetrical="NO"><link_ctn id="b:b"/></route>
		  </zone>
		</platform>
	END
	diff expected out.xml
	[ "$(ringgen export simgrid lab.xml)" = "$(cat expected)" ]
	[ "$(ringgen export simgrid - <lab.xml)" = "$(cat expected)" ]
}

@test "the ranks: in the order of the file, of a list, several on a machine, hosts that come again" {
	# hosts_of ARGUMENT...: the host file, in one line
	hosts_of() {
		ringgen export simgrid lab.xml -o out "$@"
		xargs <out.hosts
	}
	[ "$(hosts_of)" = "a_1 a_2 b" ]
	[ "$(hosts_of --ranks-per-node 2)" = "a_1 a_1 a_2 a_2 b b" ]
	[ "$(hosts_of --hosts b,a_1)" = "b a_1" ]
	[ "$(hosts_of --hosts bee,a_1 --ranks-per-node 2)" = "b b a_1 a_1" ]
	[ "$(hosts_of --hosts b,a_1,b)" = "b a_1 b" ]
	grep -q '<host id="b" speed="1Gf" core="2"/>' out.xml
	printf 'a_2:2\nb\n' >hosts
	[ "$(hosts_of --hosts @hosts)" = "a_2 a_2 b" ]
	[ "$(ringgen order lab.xml | hosts_of --hosts @-)" = "a_1 a_2 b" ]
	[ "$(grep -c '<host ' out.xml)" = 3 ] # whatever the ranks, the whole cluster
}

@test "--latency, of all links but the loopbacks" {
	ringgen export simgrid lab.xml --latency 3us >out.xml
	[ "$(grep -c 'latency="3e-06s"' out.xml)" = 4 ]
	[ "$(grep -c 'latency="0s"' out.xml)" = 3 ]
	ringgen export simgrid lab.xml --latency 0s >out.xml
	[ "$(grep -c 'latency="0s"' out.xml)" = 7 ]
}

@test "a machine alone, and ten thousand" {
	echo '<topology name="one"><node id="n"/></topology>' >one.xml
	ringgen export simgrid one.xml >out.xml
	[ "$(grep -c '<host ' out.xml)" = 1 ]
	[ "$(grep -c '<link ' out.xml)" = 1 ]
	ringgen export simgrid "$TOPO/tree10000.xml" -o big
	[ "$(wc -l <big.hosts)" = 10000 ]
	[ "$(grep -c '<host ' big.xml)" = 10000 ]
}

@test "what is refused, with nothing written" {
	refused 2 "which format? (simgrid, tuning)"
	refused 2 "not a format that ringgen exports (simgrid, tuning): 'lab.xml'" lab.xml
	refused 2 "which topology file?" simgrid
	refused 2 "too many arguments" simgrid lab.xml lab.xml
	refused 2 "-o: that is a folder, give DIR/BASE" simgrid lab.xml -o ./
	refused 2 "--latency: '3' has no unit" simgrid lab.xml --latency 3
	refused 2 "--ranks-per-node: '0'" simgrid lab.xml --ranks-per-node 0
	refused 4 "cannot open" simgrid missing.xml -o out
	refused 4 "\"c\" is not the name or alias of one machine" simgrid lab.xml -o out --hosts a_1,c
	refused 4 "\"s.0\" is a switch" simgrid lab.xml -o out --hosts s.0
	refused 4 "more than 1048576 ranks" simgrid lab.xml -o out --ranks-per-node 65536 --hosts "$(printf 'b,%.0s' {1..17})b"
	refused 4 "cannot write" simgrid lab.xml -o no/out
}

@test "the topology file itself is not overwritten" {
	refused 4 "is the topology file" simgrid lab.xml -o lab
	refused 4 "is the topology file" simgrid lab.xml -o "$PWD/../sub/lab"
	run -4 timeout 30 "$RINGGEN" export simgrid - -o lab <lab.xml
	[[ $output == *"is the topology file"* ]]
	echo "a_1 slots=2 # mine" >x.hosts
	run -4 timeout 30 "$RINGGEN" export simgrid lab.xml --hosts @x.hosts -o x
	[[ $output == *"'x.hosts' is the list of hosts"* ]]
	grep -q mine x.hosts
	head -n 1 lab.xml | grep -q topology
}
