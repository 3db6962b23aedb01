#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# survey and calibrate: the plan of a measurement, and what was measured put into the topology file.
# shellcheck disable=SC2154 # run sets stderr and stderr_lines
bats_require_minimum_version 1.5.0
load rows

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	TOPO=$(realpath "$BATS_TEST_DIRNAME/../topo-files")
	cd "$BATS_TEST_TMPDIR" || exit
	cat >lab.xml <<-'X'
		<?xml version="1.0" encoding="UTF-8"?>
		<!-- The lab. -->
		<topology name='lab'>
		  <!-- speeds -->
		  <defaults bandwidth="1Gbps" latency="25us"/>
		  <switch id="s0">
		    <node id="n[00-03]" aliases="a[0-3] n[00-03].x.y">
		      <package count="2"><core count="4"/></package> <!-- sockets -->
		    </node><!-- the first four -->
		    <switch id="s1" bandwidth="10Gbps" duplex="full">
		      <node id="m[0-3]" cores="8"/> <node id="x"/>
		    </switch>
		  </switch>
		  <?note stays?>
		  <switch id="s2"/>
		  <link a="s2" b="s0" latency="5us"/>
		  <node id="y"/><link a="s2" b="y"/>
		</topology>
		<!-- end -->
	X
}

ringgen() {
	timeout 30 "$RINGGEN" "$@"
}

# fake HOSTS RATE TRUNK: standard input is a plan, and standard output what would be measured: a machine's link takes
# 30 us and RATE MB/s, one between switches 10 us and TRUNK.
fake() {
	awk -v rate="$2" -v trunk="$3" '
		function least(x, y) { return x < y ? x : y }
		BEGIN { print "kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps" }
		FNR == NR { host[n++] = $1; next }
		$1 == "pair" && $2 == "machine" { printf "pair,%s,%s,%s,1,0.4,9000,5000\n", $2, host[$3], host[$4] }
		$1 == "pair" && $2 != "machine" {
			printf "pair,%s,%s,%s,1,%g,%g,%g\n", $2, host[$3], host[$4], 50 + 10 * $2,
				$2 == "1-switch" ? rate : least(rate, trunk), rate
		}
		$1 == "cut" {
			printf "cut,%s,%s,%s,%d,,%g,%g\n", $2, host[$4], host[$5], $3, least($3 * rate, trunk),
				least($3 * rate, trunk)
		}' "$1" -
}

# measured LINE...: a CSV file of these lines.
measured() {
	echo kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps
	printf '%s\n' "$@"
}

# refused MESSAGE: calibrate with m.csv has status 4 and this on standard error, and writes nothing.
refused() {
	run --separate-stderr -4 ringgen calibrate lab.xml --measured m.csv -o out.xml
	echo "$stderr"
	[ "$stderr" = "$1" ]
	[ -z "$output" ]
	[ ! -e out.xml ]
}

@test "survey: a plan, line by line" {
	run -0 --separate-stderr ringgen survey "$TOPO/pair.xml" --hosts n4,n0,n5,n1,n1
	[[ $stderr == *'host "n1" stands in the list again'* ]]
	[ "$output" = "ranks 5 machines 4
bound allreduce 1.2e-08 1.28e-08 5e-05 7.5e-05
bound allgather 6.4e-09 6.4e-09 5e-05 7.5e-05
bound allgatherv 6.4e-09 6.4e-09 5e-05 7.5e-05
bound reduce_scatter 6.4e-09 6.4e-09 5e-05 7.5e-05
bound reduce_scatter_block 6.4e-09 6.4e-09 5e-05 7.5e-05
bound bcast 8e-09 8e-09 5e-05 7.5e-05
bound reduce 8e-09 8e-09 5e-05 7.5e-05
bound gather 6.4e-09 6.4e-09 5e-05 7.5e-05
bound scatter 6.4e-09 6.4e-09 5e-05 7.5e-05
bound gatherv 6.4e-09 6.4e-09 5e-05 7.5e-05
bound scatterv 6.4e-09 6.4e-09 5e-05 7.5e-05
bound barrier 0 0 5e-05 7.5e-05
bound scan 8e-09 8e-09 5e-05 7.5e-05
bound exscan 8e-09 8e-09 5e-05 7.5e-05
bound alltoall 9.6e-09 1.6e-08 5e-05 7.5e-05
bound alltoallv 9.6e-09 1.6e-08 5e-05 7.5e-05
bound alltoallw 9.6e-09 1.6e-08 5e-05 7.5e-05
pair machine 3 4
pair 1-switch 0 2
pair 1-switch 1 3
pair 2-switches 0 1
pair 2-switches 0 3
pair 2-switches 1 2
cut s0:s1 2 1 0 3 2" ]
}

@test "survey: one rank, one machine, two machines, no switch" {
	zeros=$(collective_names | sed 's/.*/bound & 0 0 0 0/')
	run -0 ringgen survey "$TOPO/pair.xml" --hosts n3
	[ "$output" = "ranks 1 machines 1
$zeros" ]
	run -0 ringgen survey "$TOPO/pair.xml" --hosts n3,n3,n3
	[ "$output" = "ranks 3 machines 1
$zeros
pair machine 0 1" ]
	run -0 ringgen survey "$TOPO/chain32.xml" --hosts n31,n0
	[[ $output == *"
pair 4-switches 0 1
cut s0:s1 1 1 0
cut s1:s2 1 1 0
cut s2:s3 1 1 0" ]]
	echo '<topology name="t"><node id="a"/><node id="b"/><link a="a" b="b" bandwidth="8Mbps"/></topology>' >t.xml
	run -0 ringgen survey t.xml --hosts a,b
	[[ $output == *"bound allreduce 1e-06 1e-06 5e-05 5e-05
bound allgather 5e-07 5e-07 5e-05 5e-05
"*"
pair direct 0 1" ]]
}

@test "survey: a graph that is no tree has bounds, by its cuts, and a pair for each distance" {
	cat >fat.xml <<-'XML'
		<topology name="fat" routes="d-mod-k"><defaults bandwidth="8Mbps" latency="50us"/><switch id="p"/><switch id="q"/>
		<switch id="a"><node id="a[0-1]"/></switch><switch id="b"><node id="b[0-1]"/></switch>
		<link a="a" b="p"/><link a="a" b="q"/><link a="b" b="p"/><link a="b" b="q"/></topology>
	XML
	run -0 --separate-stderr ringgen survey fat.xml --hosts a0,b0,a1,b1,a0
	[[ $output == "ranks 5 machines 4
bound allreduce 1.5e-06 1.6e-06 "* ]]
	[[ $output == *"
bound alltoall 1.2e-06 "* ]]
	[ "$(grep -v '^bound' <<<"$output")" = "ranks 5 machines 4
pair machine 0 4
pair 1-switch 0 2
pair 3-switches 0 1" ]
	ringgen survey fat.xml --hosts a0,b0,a1,b1,a0 --json | jq -e '.pairs[2].links == 4 and .cuts == [] and (.bounds | length) == 17'
	# Without a rule there are several ways.
	sed 's/ routes="d-mod-k"//' fat.xml >several.xml
	run -0 ringgen survey several.xml --hosts a0,b0,a1,b1
	[ "$(grep '^pair' <<<"$output")" = "pair 1-switch 0 2
pair 3-switches 0 1" ]
	echo level,route,pairs,size >m.csv
	run -4 ringgen calibrate fat.xml --measured m.csv -o out.xml
	[[ $output == *"this command is for trees"* ]]
}

@test "survey: hosts as ranges, in files of every form, with ranks, from standard input" {
	ringgen survey "$TOPO/pair.xml" --hosts 'n0,n0,n1,n1,n2,n2' >want
	printf 'n%d:2\n' 0 1 2 >hosts
	ringgen survey "$TOPO/pair.xml" --hosts @hosts | cmp want -
	ringgen survey "$TOPO/pair.xml" --hosts @- <hosts | cmp want -
	printf 'n%d slots=2\n' 0 1 2 >hosts
	ringgen survey "$TOPO/pair.xml" --hosts @hosts -o plan
	cmp want plan
	run -0 diff <(ringgen survey "$TOPO/pair.xml" --hosts 'n[0-3]') \
		<(ringgen survey - --hosts n0,n1,n2,n3 <"$TOPO/pair.xml")
}

@test "survey: half duplex" {
	sed 's/latency="25us"/duplex="half"/' "$TOPO/pair.xml" >half.xml
	run -0 ringgen survey half.xml --hosts 'n[0-7]'
	[[ $output == *"bound allgather 1.4e-08 1.4e-08"* ]]
	[[ $output == *"bound allreduce 2.8e-08 2.8e-08"* ]]
}

@test "survey: unknown hosts, and none" {
	printf 'n0\nn1\n\nn9\nsomewhere\ns1\n' >hosts
	run --separate-stderr -4 ringgen survey "$TOPO/pair.xml" --hosts @hosts
	[ -z "$output" ]
	[[ ${stderr_lines[0]} == 'hosts:4: error: "n9" is not '* ]]
	[[ ${stderr_lines[1]} == 'hosts:5: error: "somewhere" is not '* ]]
	[[ ${stderr_lines[2]} == 'hosts:6: error: "s1" is a switch of '* ]]
	run --separate-stderr -4 ringgen survey "$TOPO/pair.xml" --hosts n0,zz
	[[ $stderr == *'"zz" is not the name'* ]]
	run --separate-stderr -2 ringgen survey "$TOPO/pair.xml"
	[[ $stderr == *"give --hosts"* ]]
	[ -z "$(ls -A out* 2>/dev/null)" ]
}

@test "survey and calibrate: 10,000 machines in seconds, with few pairs" {
	ringgen order "$TOPO/tree10000.xml" >hosts
	timeout 10 "$RINGGEN" survey "$TOPO/tree10000.xml" --hosts @hosts >plan
	[ "$(grep -c '^pair' plan)" -le 31587 ]
	[ "$(grep -c '^cut' plan)" -eq 528 ]
	fake hosts 118 100000 <plan >m.csv
	timeout 10 "$RINGGEN" calibrate "$TOPO/tree10000.xml" --measured m.csv -o out.xml >table
	[ "$(wc -l <table)" -eq 10529 ]
	# All machines are alike: each range is still one element.
	[ "$(grep -c '<node' out.xml)" -eq 504 ]
	[ "$(grep -c 'bandwidth="944Mbps" latency="30us"' out.xml)" -eq 504 ]
	[ "$(grep -c 'latency="10us"' out.xml)" -eq 528 ]
}

@test "calibrate: the file is as it was but for the speeds" {
	measured pair,machine,n00,n00,1,0.5,9000,5000 \
		pair,1-switch,n00,n01,1,50,118,115 pair,1-switch,n01,n02,1,50,118.2,115 \
		pair,1-switch,n02,n03,1,60,59,55 pair,1-switch,n03,n00,1,60,59,55 \
		pair,1-switch,n02,n00,1,50,118.1,110 pair,2-switches,a0,m0,1,70,118,110 \
		pair,2-switches,n00.x.y,m1,1,70,118,110 pair,1-switch,m0,m1,1,50,118,110 \
		pair,2-switches,y,n01,1,60.5,100,100 \
		cut,s0:s1,n00,m0,2,,200,200 >m.csv
	run --separate-stderr -0 ringgen calibrate lab.xml --measured m.csv -o out.xml
	run -0 cat out.xml
	[ "$output" = '<?xml version="1.0" encoding="UTF-8"?>
<!-- Measured by ringbench: bandwidths and latencies are those of m.csv. -->
<!-- The lab. -->
<topology name="lab">
  <!-- speeds -->
  <defaults bandwidth="1Gbps" latency="25us"/>
  <switch id="s0">
    <node id="n[00-02]" aliases="a[0-2] n[00-02].x.y" bandwidth="946Mbps" latency="25us">
      <package count="2"><core count="4"/></package> <!-- sockets -->
    </node>
    <node id="n03" aliases="a3 n03.x.y" bandwidth="472Mbps" latency="35us">
      <package count="2"><core count="4"/></package> <!-- sockets -->
    </node><!-- the first four -->
    <switch id="s1" bandwidth="1.6Gbps" duplex="full" latency="20us">
      <node id="m[0-1]" cores="8" bandwidth="944Mbps" latency="25us"/>
      <node id="m[2-3]" cores="8"/> <node id="x"/>
    </switch>
  </switch>
  <?note stays?>
  <switch id="s2"/>
  <link a="s2" b="s0" latency="15.3us" bandwidth="1Gbps"/>
  <node id="y"/><link a="s2" b="y" bandwidth="800Mbps" latency="20.2us"/>
</topology>
<!-- end -->' ]
	run --separate-stderr -0 ringgen check out.xml
	[ -z "$stderr" ]
}

@test "calibrate: what messages within a machine and memory take, which plans reckon with" {
	measured pair,1-switch,n00,n01,1,50,118,115 within,,,,,25,, stream,,,,,,1000, notify,,,,,0.4,, eager,32768,,,,,, \
		burst,7500,,,,,, combine,,,,,,2000, copy,,,,,,3000, >m.csv
	run --separate-stderr -0 ringgen calibrate lab.xml --measured m.csv -o out.xml
	[ "${lines[-7]}" = "a message within a machine: 25 us" ]
	[ "${lines[-6]}" = "a long message within a machine: 8 Gbit/s" ]
	[ "${lines[-5]}" = "a notification between processes of a machine: 400 ns" ]
	[ "${lines[-4]}" = "a message between machines that does not wait for its receiver: 32 KiB" ]
	[ "${lines[-3]}" = "what a link between machines carries at once after a rest: 7.32 KiB" ]
	[ "${lines[-2]}" = "combining, of each process: 16 Gbit/s" ]
	[ "${lines[-1]}" = "copying, of each process: 24 Gbit/s" ]
	grep -q '^<topology name="lab" within="25us" stream="8Gbps" notify="400ns" eager="32768" burst="7500" combine="16Gbps" copy="24Gbps">$' out.xml
	# The same as if the model said so, which has the last word.
	local plan=(plan out.xml --ranks-per-node 4 --collective allreduce) model=within=25us,stream=1GB/s,notify=0.4us,eager=32K,burst=7500,combine=16Gbps,copy=24Gbps
	ringgen "${plan[@]}" >file
	sed 's/ within=.* copy="24Gbps"//' out.xml >plain.xml
	ringgen "${plan[@]/out.xml/plain.xml}" >usual
	run ! cmp -s file usual
	ringgen "${plan[@]/out.xml/plain.xml}" --model $model >told
	diff file told
	ringgen "${plan[@]}" --model within=0.8us,stream=3GB/s,notify=0.2us,eager=16K,burst=0,combine=5GB/s,copy=8GB/s >again
	diff again usual
	measured pair,1-switch,n00,n01,1,50,118,115 copy,,,,,,fast, >m.csv
	rm out.xml
	refused 'm.csv:3: error: "fast" is not a number'
	measured pair,1-switch,n00,n01,1,50,118,115 eager,half,,,,,, >m.csv
	refused 'm.csv:3: error: "half" is not a number'
	sed "s/name='lab'/& eager='0'/" lab.xml >wrong.xml
	run -4 ringgen check wrong.xml
	[ "$output" = "wrong.xml:3: error: eager '0' of <topology> is not positive" ]
}

@test "calibrate: the start-up of a message, which plans reckon with" {
	measured pair,1-switch,n00,n01,1,50,118,115 startup,,,,,10.5,, >m.csv
	run --separate-stderr -0 ringgen calibrate lab.xml --measured m.csv -o out.xml
	[ "${lines[-1]}" = "start-up of a message between machines, at each end: 10.5 us" ]
	[[ ${lines[1]} == "s0 - n00 "*" 14.5 us   0.580" ]] # what is left of 50 for two links
	grep -q '^<topology name="lab" startup="10.5us">$' out.xml
	run -0 ringgen plan out.xml --collective allreduce
	[ "${lines[1]}" = "start-up of a message between machines: 10.5 us at each end" ]
	run -0 ringgen plan out.xml --collective allreduce --model startup=3us
	[ "${lines[1]}" = "start-up of a message between machines: 3 us at each end" ]
	# Longer than the whole message took.
	measured pair,1-switch,n00,n01,1,50,118,115 startup,,,,,100,, >m.csv
	run --separate-stderr -0 ringgen calibrate lab.xml --measured m.csv -o out.xml
	[[ ${lines[1]} == "s0 - n00 "*" 0 "?"s   0.000" ]]
	run --separate-stderr -0 ringgen check out.xml
	# A new measurement takes its place, and none lets it be.
	measured pair,1-switch,n00,n01,1,50,118,115 startup,,,,,7,, >m.csv
	ringgen calibrate out.xml --measured m.csv -o again.xml
	grep -q ' startup="7us">' again.xml
	measured pair,1-switch,n00,n01,1,50,118,115 >m.csv
	ringgen calibrate again.xml --measured m.csv -o out.xml
	grep -q ' startup="7us">' out.xml
	measured pair,1-switch,n00,n01,1,50,118,115 startup,,,,,soon,, >m.csv
	rm out.xml
	refused 'm.csv:3: error: "soon" is not a number'
}

@test "calibrate: the table, and what is told beside it" {
	measured pair,1-switch,n00,n01,1,50,118,60 pair,1-switch,n01,n02,1,50,118,115 \
		pair,1-switch,n00,n02,1,50,118,55 pair,2-switches,n01,m0,1,70,118,110 \
		cut,s1:s0,n01,m0,1,0,118,0 >m.csv
	run --separate-stderr -0 ringgen calibrate lab.xml --measured m.csv -o out.xml
	[ "${lines[0]}" = "link        bandwidth     measured   ratio    latency   measured   ratio" ]
	[ "${lines[1]}" = "s0 - n00     1 Gbit/s   944 Mbit/s   0.944      25 us      25 us   1.000  half duplex?" ]
	[ "${lines[2]}" = "s0 - n01     1 Gbit/s   944 Mbit/s   0.944      25 us      25 us   1.000" ]
	[ "${lines[4]}" = "s0 - s1     10 Gbit/s   944 Mbit/s   0.094      25 us    21.7 us   0.867  at least; nominal kept" ]
	[ "${#lines[@]}" -eq 6 ] # what was measured only
	[ "${stderr_lines[0]}" = "lab.xml:7: warning: s0 - n00 behaves as half duplex: both ways at once, each way has about half" ]
	[[ ${stderr_lines[1]} == "lab.xml: warning: never the bottleneck: 1 of 12 links (s0 - s1): "* ]]
	[ "${stderr_lines[2]}" = "lab.xml: warning: in no measured pair: 7 of 12 links (s0 - n03, ...): all as it was" ]
	[ "${#stderr_lines[@]}" -eq 3 ]
	grep -q '<switch id="s1" bandwidth="10Gbps" duplex="full" latency="21.7us">' out.xml
	run ! grep -q half out.xml
}

@test "calibrate: the same bytes again, also from its own output" {
	printf 'n%d\n' 0 1 2 3 4 5 6 7 >hosts
	for trunk in 90 150 1000; do
		ringgen survey "$TOPO/pair.xml" --hosts @hosts | fake hosts 110 $trunk >m.csv
		run -0 --separate-stderr ringgen calibrate "$TOPO/pair.xml" --measured m.csv -o one.xml
		run -0 --separate-stderr ringgen calibrate "$TOPO/pair.xml" --measured m.csv -o two.xml
		cmp one.xml two.xml
		run -0 --separate-stderr ringgen calibrate one.xml --measured m.csv -o two.xml
		cmp one.xml two.xml
		run -0 --separate-stderr ringgen calibrate - --measured m.csv -o two.xml <one.xml
		cmp one.xml two.xml
		run -0 --separate-stderr ringgen calibrate two.xml --measured - -o two.xml <m.csv
		run -1 diff one.xml two.xml
		[ "$(diff one.xml two.xml | grep -c '^>')" -eq 1 ]
		[[ $output == *"those of standard input."* ]]
		grep -q '<node id="n\[0-3\]" bandwidth="880Mbps" latency="30us"/>' one.xml
		ringgen certify one.xml | grep -q '^proved'
	done
}

@test "calibrate: a trunk that is slower, as fast, faster than the machines on either side" {
	printf 'n%d\n' 0 1 2 3 4 5 6 7 >hosts
	ringgen survey "$TOPO/pair.xml" --hosts @hosts >plan
	for case in 50:400Mbps 90:720Mbps 180:1.44Gbps 1000:1.76Gbps; do
		fake hosts 110 "${case%:*}" <plan >m.csv
		run -0 --separate-stderr ringgen calibrate "$TOPO/pair.xml" --measured m.csv -o out.xml
		grep -q "<switch id=\"s1\" bandwidth=\"${case#*:}\" latency=\"10us\">" out.xml
	done
	[[ $stderr == *"never the bottleneck: 1 of 9 links (s0 - s1)"* ]]
}

@test "calibrate: what is slower on the way explains a rate" {
	# A server with a faster link than those that it was measured with.
	echo '<topology name="t"><switch id="s">
		<node id="n[0-2]"/><node id="server" bandwidth="10Gbps"/></switch></topology>' >t.xml
	measured pair,1-switch,n0,n1,1,60,118,118 pair,1-switch,n1,n2,1,60,118,118 \
		pair,1-switch,n2,server,1,60,118,118 pair,1-switch,n0,server,1,60,118,118 >m.csv
	run -0 --separate-stderr ringgen calibrate t.xml --measured m.csv -o out.xml
	[[ $stderr == *"never the bottleneck: 1 of 4 links (s - server)"* ]]
	grep -q '<node id="n\[0-2\]" bandwidth="944Mbps"' out.xml
	grep -q '<node id="server" bandwidth="10Gbps"' out.xml
	# Two racks whose uplinks are the limit of what comes out of their row; then one that is the limit itself.
	echo '<topology name="t"><defaults bandwidth="10Gbps"/><switch id="core"><node id="m[0-7]"/>
		<switch id="row" bandwidth="40Gbps"><switch id="r0"><node id="a[0-3]"/></switch>
		<switch id="r1"><node id="b[0-3]"/></switch></switch></switch></topology>' >t.xml
	for case in 2300:40Gbps 1500:12Gbps; do
		measured pair,1-switch,m{0,1,2,3,4,5,6,7},m1,1,60,1180,1180 pair,1-switch,a{0,1,2,3},a1,1,60,1180,1180 \
			pair,1-switch,b{0,1,2,3},b1,1,60,1180,1180 pair,4-switches,a0,b0,1,90,1180,1180 \
			pair,3-switches,a0,m0,1,90,1180,1180 cut,core:row,m0,a0,5,,"${case%:*}",1000 \
			cut,row:r0,a0,b0,2,,1180,1180 cut,row:r1,b0,a0,2,,1180,1180 >m.csv
		run -0 --separate-stderr ringgen calibrate t.xml --measured m.csv -o out.xml
		grep -q "<switch id=\"row\" bandwidth=\"${case#*:}\"" out.xml
		[ "$(grep -o '<switch id="r[01]" bandwidth="9.44Gbps"' out.xml | wc -l)" -eq 2 ]
	done
	# Of two alike in a row, neither explains the other; of a link's two cuts the larger counts.
	echo '<topology name="t"><switch id="s0"><node id="a[0-2]"/><switch id="s1"><switch id="s2">
		<node id="b[0-2]"/></switch></switch></switch></topology>' >t.xml
	measured pair,1-switch,a0,a1,1,60,118,118 pair,1-switch,b0,b1,1,60,118,118 pair,1-switch,a2,a1,1,60,118,118 \
		pair,1-switch,b2,b1,1,60,118,118 pair,3-switches,a0,b0,1,90,100,100 >pairs
	{
		cat pairs
		printf 'cut,%s,a0,b0,2,,100,100\n' s0:s1 s1:s2
	} >m.csv
	run -0 --separate-stderr ringgen calibrate t.xml --measured m.csv -o out.xml
	[ -z "$stderr" ]
	[ "$(grep -c '<switch id="s[12]" bandwidth="800Mbps"' out.xml)" -eq 1 ]
	[ "$(grep -o 'bandwidth="800Mbps"' out.xml | wc -l)" -eq 2 ]
	{
		cat pairs
		printf 'cut,s0:s1,a0,b0,2,,%d,0\n' 236 100
	} >m.csv
	run -0 --separate-stderr ringgen calibrate t.xml --measured m.csv -o out.xml
	[[ $output == *"s0 - s1     1 Gbit/s  1.89 Gbit/s   1.888"*"at least"* ]]
}

@test "calibrate: a range stays one element while its machines are alike" {
	echo '<topology name="t"><switch id="s"><node id="n[0-2]"/></switch></topology>' >t.xml
	# The latency of n2's link, and the elements that come out.
	for case in 30:1 32:1 35:2; do
		measured pair,1-switch,n0,n1,1,60,100,100 "pair,1-switch,n1,n2,1,$((30 + ${case%:*})),99,99" \
			"pair,1-switch,n0,n2,1,$((30 + ${case%:*})),99,99" >m.csv
		run -0 --separate-stderr ringgen calibrate t.xml --measured m.csv -o out.xml
		[ "$(grep -o '<node' out.xml | wc -l)" -eq "${case#*:}" ]
	done
	grep -q '<node id="n\[0-1\]" bandwidth="800Mbps" latency="30us"/><node id="n2" bandwidth="792Mbps" latency="35us"/>' out.xml
	measured pair,1-switch,n0,n1,1,60,100,100 pair,1-switch,n1,n2,1,60,97,97 pair,1-switch,n0,n2,1,60,97,97 >m.csv
	run -0 --separate-stderr ringgen calibrate t.xml --measured m.csv -o out.xml
	grep -q '<node id="n2" bandwidth="776Mbps" latency="30us"/>' out.xml
}

@test "calibrate: the inside of machines is found, or one is told that it is elsewhere" {
	echo '<topology name="t"><switch id="s"><node id="a" hwloc="a.xml"/><node id="b"/></switch></topology>' >t.xml
	command -v lstopo-no-graphics >/dev/null || skip "no lstopo is here"
	timeout 30 lstopo-no-graphics --of xml a.xml
	measured pair,1-switch,a,b,1,50,118,115 >m.csv
	run -0 --separate-stderr ringgen calibrate t.xml --measured m.csv -o out.xml
	[ -z "$stderr" ]
	run -0 ringgen check out.xml
	mkdir there
	run -0 --separate-stderr ringgen calibrate t.xml --measured m.csv -o there/out.xml
	[ "$stderr" = "there/out.xml: warning: names hwloc files beside it, which are in the folder of t.xml: copy them" ]
}

@test "calibrate: lines that are no measurement" {
	measured pair,1-switch,n00,n01,1,50,118 bear,1-switch,n00,n01,1,50,118,115 \
		pair,1-switch,n00,n77,1,50,118,115 pair,1-switch,n00,n01,2,50,118,115 \
		pair,1-switch,n00,n01,1,fast,118,115 pair,1-switch,n00,n01,1,-1,118,115 \
		pair,1-switch,n00,n01,1,50,0,115 pair,1-switch,n00,n01,1,50,1e999,115 \
		pair,1-switch,n00,n01,1,50,nan,0x10 cut,s0:n9,n00,m0,2,,1,1 cut,n00:n01,n00,m0,2,,1,1 \
		cut,s0:s1,n00,m0,0,,1,1 cut,s0:s1,n00,m9,2,,1,1 '' pair,1-switch,n00,n01,1,50us,118,115 >m.csv
	refused 'm.csv:2: error: does not have 8 fields with commas between them
m.csv:3: error: "bear" is not a kind of line (pair, cut, startup, alone, within, stream, notify, eager, burst, combine, copy)
m.csv:4: error: "n77" is not the name or alias of one machine of lab.xml
m.csv:5: error: "2" is not 1: a line of kind pair is of one
m.csv:6: error: "fast" is not a number
m.csv:7: error: "-1" is negative
m.csv:8: error: "0" is not positive
m.csv:9: error: "1e999" is too large
m.csv:10: error: "nan" is not a number
m.csv:10: error: "0x10" is not a number
m.csv:11: error: "s0:n9" is not a link of lab.xml (try s0:s1)
m.csv:12: error: "n00:n01" is not a link of lab.xml (try s0:s1)
m.csv:13: error: "0" is not positive
m.csv:14: error: "m9" is not the name or alias of one machine of lab.xml
m.csv:16: error: "50us" is not a number'
}

@test "calibrate: files that are no measurement" {
	echo 'label,collective' >m.csv
	refused 'm.csv:1: error: not a measurement: its first line is not "kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps"'
	: >m.csv
	refused 'm.csv: error: the file is empty'
	measured pair,machine,n00,n00,1,0.5,9000,5000 >m.csv
	refused 'm.csv: error: has no pair of machines'
	head -c 10000 "$RINGGEN" >m.csv
	run -4 --separate-stderr ringgen calibrate lab.xml --measured m.csv -o out.xml
	[[ $stderr == m.csv:1:* ]]
	measured "$(printf 'x%.0s' {1..5000})" >m.csv
	refused 'm.csv:2: error: is too long, or has a NUL byte'
	measured "$(yes bad | head -n 1000)" >m.csv
	run -4 --separate-stderr ringgen calibrate lab.xml --measured m.csv -o out.xml
	[ "${#stderr_lines[@]}" -eq 101 ]
	[ "${stderr_lines[100]}" = 'm.csv:101: error: the lines after this one are not looked at' ]
	rm m.csv
	refused 'm.csv: error: cannot open the file: No such file or directory'
	measured pair,1-switch,n00,n01,1,50,118,115 >m.csv
	run -4 --separate-stderr ringgen calibrate lab.xml --measured m.csv -o no/out.xml
	[ -z "$output" ]
	run -4 --separate-stderr ringgen calibrate m.csv --measured m.csv -o out.xml
	[[ $stderr == "m.csv:1: error: not XML"* ]]
}

@test "calibrate: what the command line lacks" {
	for options in "" "--measured m.csv" "-o out.xml" "--measured m.csv -o -"; do
		# shellcheck disable=SC2086
		run -2 --separate-stderr ringgen calibrate lab.xml $options
		[[ $stderr == *"give "* ]]
	done
	run -2 --separate-stderr ringgen calibrate - --measured - -o out.xml
	[[ $stderr == *"only once"* ]]
}

@test "calibrate: odd files survive: blanks, names of the CSV, letters of other languages, lines ended as elsewhere" {
	printf '<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- \303\244 -->\r\n<topology name="t"><switch id="s">\r\n<node id="a,b,c[01-03]"\r\n  aliases="  p[1-5]\tq[1-5] "/></switch></topology>' >t.xml
	measured pair,1-switch,a,b,1,50,118,0 pair,1-switch,c01,c03,1,50,50,0 | sed 's/$/\r/' >'a--b.csv'
	run -0 --separate-stderr ringgen calibrate t.xml --measured 'a--b.csv' -o out.xml
	run -0 ringgen check out.xml
	grep -q 'those of a-?b.csv' out.xml
	grep -aq "$(printf '<!-- \303\244 -->')" out.xml
	[ "$(grep -c '<node' out.xml)" -eq 4 ]
	grep -q '<node id="a,b" aliases="p\[1-2\] q\[1-2\]" bandwidth="944Mbps" latency="25us"/>' out.xml
	grep -q '<node id="c02" aliases="p4 q4"/>' out.xml
	[ "$(ringgen order out.xml)" = "$(ringgen order t.xml)" ]
}
