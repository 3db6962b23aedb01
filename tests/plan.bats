#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# ringgen plan: what it prints.
bats_require_minimum_version 1.5.0

TOPOLOGIES=$(realpath "$BATS_TEST_DIRNAME/../topo-files")

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	cd "$BATS_TEST_TMPDIR" || return 1
}

plan() {
	timeout 60 "$RINGGEN" plan "$@"
}

@test "the cut-over on paper: lg P messages of the vector, or 2 (P - 1) of a block" {
	run -0 plan "$TOPOLOGIES/pair.xml" --hosts 'n[0-3]' --model ideal --csv --size 1000 \
		--collective allreduce=recursive-doubling,allreduce=ring
	[ "${lines[0]}" = "collective,ordered,bytes,algorithm,ports,slice,seconds,bound" ]
	# Two links of 25 us, 1 Gbit/s: 2 (50 us + 8 us), and 6 (50 us + 2 us).
	[[ ${lines[1]} == "allreduce,no,1000,recursive-doubling,,0,0.000116,"* ]]
	[[ ${lines[2]} == "allreduce,no,1000,ring,,0,0.000312,"* ]]
}

@test "from small to large: fewer steps, then the ring; the columns line up" {
	run -0 plan "$TOPOLOGIES/chain32.xml" --collective allreduce
	[ "${lines[0]}" = "chain32: 32 ranks on 32 machines" ]
	[ "${lines[2]}" = "allreduce" ]
	[[ ${lines[3]} == "  from "*" by "*" slice "*"  time, ms  of bound  the next best there" ]]
	# Times have one unit and end in one column.
	sed -n '5,/^$/p' <<<"$output" | cut -c 1-"$(awk 'NR == 5 { print index($0, "time, ms") + 7 }' <<<"$output")" | sed 1d >took
	[ "$(wc -l <took)" -gt 3 ]
	run ! grep -vE '  [0-9]+\.[0-9]{3}$|^$' took
	run -0 plan "$TOPOLOGIES/chain32.xml" --collective allreduce
	[[ ${lines[4]} == "  0 B "* ]]
	[ "$(awk '/rank order/ { exit } /^  [0-9]/ { last = $3 } END { print last }' <<<"$output")" = ring ]
	[[ $output == *"allreduce in rank order"* ]]
}

@test "--size: every candidate, the fastest first, with the busiest link" {
	run -0 plan "$TOPOLOGIES/chain32.xml" --collective allreduce=butterfly,allreduce=ring --size 64KiB
	[[ $output == *"allreduce of 64 KiB: no algorithm takes less than 1.216 ms"* ]]
	[[ $output == *"  butterfly "*" 10 "*" 320 "*" 16  s1 -> s2"*"  ring "*" 62 "*" 1984 "*"1  n0 -> s0"* ]]
}

@test "the choice is one of the fastest at every size, by its own csv" {
	plan "$TOPOLOGIES/star32.xml" --csv --model ideal --collective allreduce >rows
	plan "$TOPOLOGIES/star32.xml" --csv --model ideal --collective allreduce >again
	cmp rows again
	awk -F, 'NR > 1 && !($2 $3 in best) { best[$2 $3] = $7 } NR > 1 && ($7 < best[$2 $3] || $7 < $8) { exit 1 }' rows
}

@test "what lends is for trials, where it is predicted to take little longer; named, it is planned" {
	run -0 plan "$TOPOLOGIES/pair.xml" --hosts n0 --ranks-per-node 2 --ops bcast
	grep -qE '^  [0-9]+ KiB +lent +- +[0-9.]+ +- +in trials alone$' <<<"$output"
	[ "$(grep -c ' lent ' <<<"$output")" = 1 ]
	run -0 plan "$TOPOLOGIES/pair.xml" --hosts n0 --ranks-per-node 2 --ops bcast=lent
	grep -qE '^  0 B +lent ' <<<"$output"
	run ! grep 'in trials' <<<"$output"
	run -0 plan "$TOPOLOGIES/pair.xml" --ops bcast # one rank on each machine
	run ! grep lent <<<"$output"
}

@test "an all-to-all: of what is level that whose messages meet less, where they fill what a port holds" {
	# Eight messages meet on an uplink, three with phases. Eight of 2 KiB do no harm.
	run -0 plan "$TOPOLOGIES/star32.xml" --ops alltoall --model startup=1us
	echo "$output"
	[[ $(tail -n 1 <<<"$output") == *" phases 2 switch "* ]]
	least=$(awk '/ phases / { print $1 * ($2 == "MiB" ? 1024 : 1); exit }' <<<"$output")
	[ "$least" -ge 256 ]
	# The ranks of a machine have its link to themselves.
	run -0 plan "$TOPOLOGIES/smp4x8.xml" --ranks-per-node 8 --ops alltoall --model startup=1us
	echo "$output"
	[ "$(awk '/^  [0-9]/ && $3 == "phases"' <<<"$output")" = "" ]
}

@test "of the bound: never above 1, rounded down; nothing is divided by no time" {
	run -0 plan "$TOPOLOGIES/pair.xml" --model ideal --collective all=ring --size 64MiB
	[ "$(grep -c ' 0\.99 ' <<<"$output")" = 7 ]
	run ! grep -E ' 1\.0[0-9] |nan|inf|-0\.' <<<"$output"
	run -0 plan "$TOPOLOGIES/pair.xml" --hosts n0 --ranks-per-node 3 --model ideal
	[[ $output == *"  0 B        shared                     -      0.000         -  butterfly: 0.000 ms"* ]]
	run ! grep -E 'nan|inf|-0\.' <<<"$output"
}

@test "bounds of several links: switches behind slow ones, half duplex" {
	cat >three.xml <<-END
		<topology name="three"><defaults bandwidth="10Gbps" latency="0s"/><switch id="c">
		<switch id="s0" bandwidth="1Gbps"><node id="a[0-1]"/></switch>
		<switch id="s1" bandwidth="1Gbps"><node id="b[0-1]"/></switch>
		<switch id="s2" bandwidth="1Gbps"><node id="d[0-1]"/></switch>
		</switch></topology>
	END
	run -0 plan three.xml --model ideal --collective allreduce=ring --size 1MiB
	[[ $output == *"allreduce of 1 MiB: no algorithm takes less than 11.2 ms"* ]]
	echo '<topology name="t"><defaults bandwidth="1Gbps" latency="0s" duplex="half"/><switch id="c"><node id="a[0-3]"/></switch></topology>' \
		>half.xml
	run -0 plan half.xml --model ideal --collective all=ring --size 64MiB
	echo "$output"
	[ "$(grep -c 'takes less than 805.3 ms' <<<"$output")" = 4 ]
	[ "$(grep -c '^  ring .* 1\.00 ' <<<"$output")" = 5 ]
}

@test "--plot: every candidate has its line, and the plan changes where its table says" {
	run -0 plan "$TOPOLOGIES/chain32.xml" --collective allreduce,bcast --plot -o x.svg
	[ -z "$output" ]
	timeout 30 xmllint --noout --nonet x.svg
	run ! grep -E 'nan|inf|href|<script|<style' x.svg
	for words in '>allreduce<' '>allreduce in rank order<' '>bcast<' '>8 B<' '>1 KiB<' '>1 MiB<' \
		'size of the vector' 'predicted time' 'no algorithm takes less'; do
		grep -q -- "$words" x.svg
	done
	# Whatever is a candidate is in the picture, by its name.
	plan "$TOPOLOGIES/chain32.xml" --collective allreduce,bcast --csv >rows
	awk -F, 'NR > 1 { print $1 $2 "," $4 ($5 == "" ? "" : " " $5) }' rows | sort -u | cut -d, -f2- | sort >wanted
	sed -n 's|^<path .*<title>\(.*\)</title></path>$|\1|p' x.svg | sort | diff wanted -
	# Its cut-overs are those of the table.
	plan "$TOPOLOGIES/chain32.xml" --collective allreduce,bcast >table
	sed -nE 's/^  ([0-9.]+ [KMG]?i?B) .*/\1/p' table | sed '/^0 B$/d' >wanted
	[ -s wanted ]
	sed -n 's|^<circle .*<title>from \(.*\) on</title></circle>$|\1|p' x.svg | diff wanted -
	plan "$TOPOLOGIES/chain32.xml" --collective allreduce,bcast --plot | cmp x.svg -
	# Each that is named has a colour of its own, and all times of an axis are in one unit.
	plan "$TOPOLOGIES/chain32.xml" --collective allreduce --plot | sed '/>allreduce in rank order</,$d' >one.svg
	sed -nE 's|^<path stroke="(#[0-9a-f]+)" stroke-width="1.6" .*|\1|p' one.svg >colours
	[ "$(wc -l <colours)" -gt 6 ]
	[ -z "$(sort colours | uniq -d)" ]
	sed -nE 's|^<path .*>[0-9.]+ ([mu]?s)</text>$|\1|p' one.svg >units
	[ "$(wc -l <units)" -gt 2 ]
	[ "$(sort -u units)" = ms ]
}

@test "--timeline: what each rank does, as a picture and for programs" {
	run -0 plan "$TOPOLOGIES/chain32.xml" --collective allgather=bine --size 8K --timeline -o x.svg
	[ -z "$output" ]
	timeout 30 xmllint --noout --nonet x.svg
	run ! grep -E 'nan|inf|href|<script|<style' x.svg
	# Each rank is named, each message has its bar, and a tooltip says between whom.
	[ "$(grep -cE '^<text [^>]*>n[0-9]+ +[0-9]+</text>$' x.svg)" = 32 ]
	messages=$(plan "$TOPOLOGIES/chain32.xml" --collective allgather=bine --size 8K | awk '$1 == "bine" { print $(NF - 4) }')
	[ "$(grep -c '<title>rank [0-9]* to rank' x.svg)" = "$messages" ]
	plan "$TOPOLOGIES/chain32.xml" --collective allgather=bine --size 8K --timeline | cmp x.svg -
	plan "$TOPOLOGIES/chain32.xml" --collective allgather=bine --size 8K --timeline --dark >dark
	[ "$(grep -c '<rect' x.svg)" = "$(grep -c '<rect' dark)" ]
	run ! cmp -s x.svg dark
	# The domain that all share is said once, and longer names are whole; what is drawn is in the legend, and the one
	# time is that of the axis.
	sed -E 's/n\[([0-9]+)-([0-9]+)\]/a-rather-long-name-n[\1-\2].cluster.example.org/g' "$TOPOLOGIES/pair.xml" >long.xml
	run -0 plan long.xml --collective allgather=ring --size 8K --timeline -o long.svg
	[ "$(grep -c 'cluster.example.org' long.svg)" = 1 ]
	grep -qE '>a-rather-long-name-n0 +0</text>' long.svg
	grep -q '>has messages on their way</text>' long.svg
	grep -q '>a message, from its sender to its receiver</text>' long.svg
	# The same in JSON: as many messages, each of which begins, ends, and is an arrow.
	plan "$TOPOLOGIES/chain32.xml" --collective allgather=bine --size 8K --timeline --json >x.json
	for ph in b e s f; do
		[ "$(grep -c "{ \"ph\": \"$ph\"" x.json)" = "$messages" ]
	done
	[ "$(grep -c '"process_name"' x.json)" = 32 ]
}

@test "--timeline: the last process ends when the plan says, and nothing comes before it is sent" {
	for ops in allreduce=recursive-doubling allreduce=butterfly reduce_scatter=pairwise bcast=tree:binomial scatter=sequential \
		allreduce=shared-leaders:1 barrier=dissemination scan=recursive-doubling; do
		plan "$TOPOLOGIES/smp4x8.xml" --ranks-per-node 8 --collective $ops --size 4K --csv >rows
		plan "$TOPOLOGIES/smp4x8.xml" --ranks-per-node 8 --collective $ops --size 4K --timeline --json >x.json
		echo "# $ops $(tail -n 1 rows)"
		awk -v rows=rows '
			function number(key) { return match($0, "\"" key "\": [-0-9.e]+") ? substr($0, RSTART + length(key) + 4, RLENGTH) + 0 : -1 }
			/"ph": "X"/ { end = number("ts") + number("dur"); if (end > last) last = end }
			/"ph": "s"/ { sent[number("id")] = number("ts") }
			/"ph": "f"/ { if (number("ts") < sent[number("id")]) wrong++ }
			END {
				while ((getline line < rows) > 0) { split(line, f, ","); if (f[2] == "no") planned = f[7] * 1e6 }
				off = last / planned
				print "# ends at", last, "of", planned, "us" > "/dev/stderr"
				exit !(off > 0.99 && off < 1.01 && !wrong)
			}' x.json
	done
}

@test "--timeline: what it needs, and what is too much" {
	run -2 plan "$TOPOLOGIES/pair.xml" --collective allreduce --timeline
	[[ $output == *"give --size"* ]]
	run -2 plan "$TOPOLOGIES/pair.xml" --size 8 --timeline
	[[ $output == *"give one by --collective"* ]]
	run -2 plan "$TOPOLOGIES/pair.xml" --collective allreduce --size 8 --timeline --csv
	[[ $output == *"--timeline goes without"* ]]
	run -3 plan "$TOPOLOGIES/smp64x2.xml" --ranks-per-node 2 --collective allreduce=ring --size 64K --timeline -o no.svg
	[[ $output == *"too many for a picture"* ]]
	[ ! -e no.svg ]
	plan "$TOPOLOGIES/smp64x2.xml" --ranks-per-node 2 --collective allreduce=ring --size 64K --timeline --json >big
	[ "$(grep -c '{ "ph": "b"' big)" = $((2 * 128 * 127)) ]
	# One block that is not empty, among three.
	run -0 plan "$TOPOLOGIES/pair.xml" --hosts n0,n1,n4 --collective gatherv=sequential --blocks 0,4096,0 --timeline --json
	[[ $output == *'"bytes": 4096'* ]]
}

@test "--plot: dark paper, one machine, what takes no time, what does not go together" {
	plan "$TOPOLOGIES/pair.xml" --collective allgather --plot >light
	plan "$TOPOLOGIES/pair.xml" --collective allgather --plot --dark >dark
	[ "$(grep -c '<path' light)" = "$(grep -c '<path' dark)" ]
	run ! cmp -s light dark
	for machine in "$TOPOLOGIES/pair.xml --hosts n0" "$TOPOLOGIES/pair.xml --hosts n0 --ranks-per-node 3 --model ideal"; do
		# shellcheck disable=SC2086 # words
		plan $machine --plot >one.svg
		timeout 30 xmllint --noout --nonet one.svg
		run ! grep -E 'nan|inf' one.svg
	done
	for more in --csv '--size 1K' '--mpi mpich' '--size 1K --blocks random'; do
		# shellcheck disable=SC2086 # words
		run -2 plan "$TOPOLOGIES/pair.xml" --plot $more
		[[ $output == "ringgen: error: --plot goes without --csv, "* ]]
	done
	plan "$TOPOLOGIES/pair.xml" --plot >all.svg # allgather and allgatherv have the same candidates
	[ "$(grep -cE '>(allgather|allgatherv|bcast|reduce|scan)</text>' all.svg)" = 5 ]
	run -2 plan "$TOPOLOGIES/pair.xml" --dark
	[[ $output == "ringgen: error: --dark goes with --plot"* ]]
	run -2 plan "$TOPOLOGIES/pair.xml" --plot --collective barrier,gatherv
	[[ $output == "ringgen: error: --plot: the time of these collectives does not depend on the size"* ]]
}

@test "parameters that are named are the only ones tried; what is too much for the ranks is told" {
	run -0 --separate-stderr plan "$TOPOLOGIES/chain32.xml" --ops 'allreduce=factored:-15 1 15,allreduce=ring' --size 4KiB
	[ -z "$stderr" ]
	[ "$(awk 'NR > 5' <<<"$output" | cut -c 1-20 | xargs)" = "factored -15 1 15 ring" ]
	run -0 --separate-stderr plan "$TOPOLOGIES/pair.xml" --hosts 'n[0-3]' --ops allreduce=factored:7 --size 4KiB
	[ "$stderr" = "ringgen: warning: --ops: allreduce=factored:7: a step has at most 3 ports there" ]
}

@test "a machine alone has windows; start-up follows the latency, or is given" {
	run -0 plan "$TOPOLOGIES/smp4x8.xml" --hosts m0 --ranks-per-node 4
	[ "${lines[0]}" = "smp4x8: 4 ranks on 1 machine, with windows" ]
	run -0 plan "$TOPOLOGIES/pair.xml"
	[ "${lines[1]}" = "start-up of a message between machines: 25 us at each end" ]
	run -0 plan "$TOPOLOGIES/pair.xml" --model startup=7us
	[ "${lines[1]}" = "start-up of a message between machines: 7 us at each end" ]
}

@test "errors: by line of the file, of hosts, of options" {
	printf '<topology name="x">\n<switch id="s">\n<node id="a" speed="1"/>\n</switch>\n</topology>\n' >bad.xml
	run -4 --separate-stderr plan bad.xml
	[ -z "$output" ]
	# shellcheck disable=SC2154 # stderr is Bats's
	[[ $stderr == "bad.xml:3: error: "* ]]
	run -4 plan "$TOPOLOGIES/pair.xml" --hosts n9
	run -2 plan "$TOPOLOGIES/pair.xml" --model ideal,eager=0
	run -2 plan "$TOPOLOGIES/pair.xml" --size 0
}

@test "more ranks than can be planned for are refused at once, and nothing is written" {
	printf '<topology name="x"><defaults bandwidth="1Gbps" latency="50us"/><switch id="s">' >wide.xml
	printf '<node id="n[0-99999]"/></switch></topology>\n' >>wide.xml
	run -3 --separate-stderr plan wide.xml -o out
	[ -z "$output" ]
	# shellcheck disable=SC2154 # stderr is Bats's
	[[ $stderr == "ringgen: error: 100000 ranks are too many to plan for, at most 32768: "* ]]
	[ ! -e out ]
	# What is not done has no warnings.
	run -3 --separate-stderr timeout 60 "$RINGGEN" generate wide.xml --hosts 'n[0-99999]' -o wide \
		--ops 'allreduce=factored:999999'
	[[ $stderr != *warning* ]]
	[ ! -e wide.c ]
	run -0 plan wide.xml --hosts 'n[0-9]'
}

@test "many processes: a candidate that is too long to record is left out, and not begun" {
	run -0 plan "$TOPOLOGIES/tree10000.xml" --size 1KiB --collective allgather=ring,allgather=islands
	[[ $output == *"  ring "* && $output != *islands* ]]
}

# bats test_tags=long
@test "on a terminal it says what it is doing, in a line that is gone at the end; else nothing" {
	command="'$RINGGEN' plan '$TOPOLOGIES/tree10000.xml' --collective allreduce >out"
	timeout 300 script -qec "$command" typescript </dev/null
	grep -q $'\rplanning allreduce on 10000 ranks: [^\r]*\e\[K' typescript
	grep -q $'\r\e\[K' typescript
	run -0 bash -c "$command"
	[ -z "$output" ]
	# A short run, and an error.
	timeout 60 script -qec "'$RINGGEN' plan '$TOPOLOGIES/pair.xml'" short </dev/null
	run ! grep -q 'planning' short
}

# bats test_tags=long
@test "generate too: what it plans and proves" {
	command="'$RINGGEN' generate '$TOPOLOGIES/chain32.xml' -o lab"
	timeout 300 script -qec "$command" typescript </dev/null
	grep -q $'\r\(planning\|proving\) [a-z_]* [^\r]*\e\[K' typescript
	run -0 bash -c "$command"
	[ -z "$output" ]
}
