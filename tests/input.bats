#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Bad input: each mistake gets its message with file and line, status 4, and nothing is written.
# shellcheck disable=SC2154 # run sets stderr and stderr_lines
bats_require_minimum_version 1.5.0

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	cd "$BATS_TEST_TMPDIR" || exit
	mkdir out
}

# f.xml from standard input, with a good beginning: lines 1 to 3, a switch s0 that is still open.
begun() {
	{
		echo '<topology name="t">'
		echo '<switch id="s0">'
		echo '<node id="n[0-3]"/>'
		cat
	} >f.xml
}

# `ringgen "$@"` has status 4, prints nothing, and leaves the folder out/ empty.
fails() {
	run --separate-stderr -4 timeout 20 "$RINGGEN" "$@"
	[ -z "$output" ]
	[ -z "$(ls -A out)" ]
}

# All commands refuse f.xml with exactly this on standard error.
refused() {
	local command
	for command in check order certify plot 'generate -o out/x' 'plot -o out/x.svg'; do
		# shellcheck disable=SC2086
		fails $command f.xml
		echo "$command: $stderr"
		[ "$stderr" = "$1" ]
	done
}

@test "all mistakes of a file in one run: of elements, values, links, names and tables" {
	cat >"$BATS_TEST_TMPDIR/many.xml" <<-E
		<topology name="t">
		<switch id="s"><node id="n0"/>
		<node id="n0"/>
		<node id="n1" bandwith="1Gbps"/>
		<node id="n2" bandwidth="fast"/>
		</switch>
		<link a="s" b="zz"/>
		<switch id="u"/>
		<link a="u" b="u"/>
		<forward at="q" to="n0" via="s"/>
		</topology>
	E
	run -4 "$RINGGEN" check "$BATS_TEST_TMPDIR/many.xml"
	for line in 3 4 5 7 9 10; do
		[ "$(grep -c "many.xml:$line: error: " <<<"$output")" = 1 ]
	done
	[ "$(wc -l <<<"$output")" = 6 ]
}

@test "not XML" {
	echo 'switch s0 n0 n1' >f.xml
	refused 'f.xml:1: error: not XML (it does not begin with <)'
}

@test "XML that is not well-formed" {
	begun <<-E
		</switch>
		</topologie>
	E
	refused 'f.xml:5: error: Opening and ending tag mismatch: topology line 1 and topologie'
}

@test "the file ends early" {
	begun </dev/null
	fails check f.xml
	[[ $stderr == f.xml:[34]": error: the file ends before </switch>" ]]
}

@test "empty file" {
	: >f.xml
	refused 'f.xml: error: the file is empty'
}

@test "binary file" {
	head -c 100000 "$RINGGEN" >f.xml
	refused 'f.xml:1: error: not XML (it does not begin with <)'
}

@test "bytes that are not UTF-8" {
	printf '<topology name="t">\n<switch id="s\377"/>\n</topology>\n' >f.xml
	fails check f.xml
	[[ $stderr == "f.xml:2: error: "*UTF-8* ]]
	[ "${#stderr_lines[@]}" -eq 1 ]
}

# convert ENCODING: standard input, declared as that, in that.
convert() {
	sed "1i <?xml version=\"1.0\" encoding=\"$1\"?>" | iconv -f UTF-8 -t "$1"
}

@test "another encoding than UTF-8, declared or marked: refused by all that read XML" {
	local only='only UTF-8 is read (try iconv -f' name bytes
	# A document without an element, after bytes that are none of its encoding.
	for name in UTF-7 EUC-JP; do
		printf '<?xml version="1.0" encoding="%s"?>\n<t\222\377 id="">' $name >f.xml
		refused "f.xml:1: error: the encoding is $name: $only $name -t UTF-8)"
		fails order "$BATS_TEST_DIRNAME/../topo-files/pair.xml" --hosts @f.xml
		[ "$stderr" = "f.xml:1: error: the encoding is $name: $only $name -t UTF-8)" ]
		fails certify "$BATS_TEST_DIRNAME/../topo-files/pair.xml" --order f.xml
		fails probe --from f.xml
		[ "$stderr" = "f.xml:1: error: the encoding is $name: $only $name -t UTF-8)" ]
		printf '<topology name="t"><switch id="s">\n<node id="n" hwloc="f.xml"/></switch></topology>' >g.xml
		fails check g.xml
		[ "$stderr" = "g.xml:2: error: 'f.xml', line 1: the encoding is $name: $only $name -t UTF-8)" ]
	done
	for name in ISO-8859-1 EUC-JP; do
		convert $name <"$BATS_TEST_DIRNAME/../topo-files/pair.xml" >f.xml
		refused "f.xml:1: error: the encoding is $name: $only $name -t UTF-8)"
	done
	for name in UTF-16 UTF-16LE UTF-16BE UTF-32 UTF-32LE; do
		convert $name <"$BATS_TEST_DIRNAME/../topo-files/pair.xml" >f.xml
		refused "f.xml:1: error: the encoding is ${name%[LB]E}: $only ${name%[LB]E} -t UTF-8)"
	done
	echo "<?xml version='1.0' encoding = 'none-that-is-known'?><t/>" >f.xml
	refused "f.xml:1: error: the encoding is none-that-is-known: $only none-that-is-known -t UTF-8)"
	{ printf '<?xml version="1.0" encoding="UTF-7"'; head -c 5000 /dev/zero | tr '\0' ' '; echo '?><t/>'; } >f.xml
	refused 'f.xml:1: error: the XML declaration has no end'
	convert US-ASCII <<<$'<topology name="t">\n<node id="n"/></topology>' >f.xml
	run --separate-stderr -0 "$RINGGEN" check f.xml
	printf '\303\244' >>f.xml
	refused 'f.xml:4: error: the byte 0xc3 is not US-ASCII here'
	# What is UTF-8, and what only looks like it: cut off, longer than need be, a surrogate, too high.
	printf '\357\273\277<?xml version="1.0" encoding="utf-8"?><!-- \303\244\342\202\254\360\220\200\200 --><topology name="t"><node id="n"/></topology>' >f.xml
	run --separate-stderr -0 "$RINGGEN" check f.xml
	for bytes in '\0303x:78' '\0300\0200:c0' '\0340\0200\0200:80' '\0355\0240\0200:a0' '\0364\0220\0200\0200:90' '\0200:80'; do
		printf '<t>\n\n<!-- %b -->' "${bytes%:*}" >f.xml
		refused "f.xml:3: error: the byte 0x${bytes#*:} is not UTF-8 here"
	done
	printf '<topology name="t">\n\0</topology>' >f.xml
	refused 'f.xml:2: error: a NUL byte: not a text file'
}

# mutate SEED FILE: FILE with some bytes replaced, left out, doubled.
mutate() {
	LC_ALL=C awk -v seed="$1" 'BEGIN { RS = "\001"; srand(seed) } {
		n = length($0); changes = 1 + int(rand() * 6)
		for (k = 0; k < changes; k++) at[int(rand() * n)] = int(rand() * 4)
		for (i = 0; i < n; i++) {
			c = substr($0, i + 1, 1)
			if (!(i in at)) printf "%s", c
			else if (at[i] == 0) printf "%c", int(rand() * 255) + 1
			else if (at[i] == 1) printf "%s%s", c, substr($0, int(rand() * n) + 1, 9)
			else if (at[i] == 2) printf "%s", substr("<>&\"=/ []-,\n", int(rand() * 12) + 1, 1)
		}
	}' "$2"
}

@test "damaged files: read, or refused in ringgen's own words" {
	local seed=${RINGGEN_SEED:-$((RANDOM * 32768 + RANDOM))} round
	"$RINGGEN" order "$BATS_TEST_DIRNAME/golden/smp.xml" --format xml -o order.xml
	echo "to repeat: RINGGEN_SEED=$seed bats tests/input.bats -f damaged"
	for ((round = 0; round < 40; round++)); do
		mutate $((seed + round)) "$BATS_TEST_DIRNAME/golden/smp.xml" >f.xml
		run --separate-stderr timeout 60 "$RINGGEN" certify f.xml
		[[ $status =~ ^[0134]$ ]]
		[ -z "$stderr" ] || run -1 grep -Ev '^f\.xml(:[0-9]+)?: error: ' <<<"$stderr"
		mutate $((seed + round)) order.xml >f.xml
		run --separate-stderr timeout 60 "$RINGGEN" order "$BATS_TEST_DIRNAME/golden/smp.xml" --hosts @f.xml
		[[ $status =~ ^[04]$ ]]
		[ -z "$stderr" ] || run -1 grep -Ev '^f\.xml(:[0-9]+)?: error: ' <<<"$stderr"
	done
}

@test "wrong element" {
	begun <<-E
		<host
		    name="x"
		    />
		<nodes id="y"/>
		</switch>
		</topology>
	E
	refused "f.xml:6: error: unexpected element <host> in <switch> (expected switch, node)
f.xml:7: error: unexpected element <nodes> in <switch> (did you mean 'node'?)"
}

@test "missing attribute" {
	begun <<-E
		<node
		    cores="8"
		>
		</node>
		</switch>
		<link a="s0"/>
		</topology>
	E
	refused "f.xml:6: error: <node> has no attribute 'id'
f.xml:9: error: <link> has no attribute 'b'"
}

@test "unknown attribute" {
	begun <<-E
		<node id="x"
		    bandwith="1Gbps"
		/>
		</switch>
		</topology>
	E
	refused "f.xml:6: error: unknown attribute 'bandwith' of <node> (did you mean 'bandwidth'?)"
}

@test "text between elements" {
	begun <<-E
		<node id="x"/>
		n4
		n5
		</switch>
		</topology>
	E
	refused "f.xml:5: error: unexpected text 'n4' in <switch>"
}

@test "bad unit, zero, negative, overflow" {
	begun <<-E
		<node id="a" bandwidth="1Gpbs"/>
		<node id="b"
		   bandwidth="0Gbps"
		   />
		<node id="c" latency="-1us"/>
		<node id="d" bandwidth="1e999Gbps"/>
		<node id="e" cores="0"/>
		<node id="f" cores="-4"/>
		<node id="g" cores="18446744073709551617"/>
		<node id="h"><package count="0"><core/></package></node>
		<node id="i" latency="25"/>
		</switch>
		</topology>
	E
	refused "f.xml:4: error: bandwidth '1Gpbs' of <node> has an unknown unit (try 1Gbps, 1Gbit/s or 1GB/s)
f.xml:7: error: bandwidth '0Gbps' of <node> is not positive
f.xml:8: error: latency '-1us' of <node> is negative
f.xml:9: error: bandwidth '1e999Gbps' of <node> is too large
f.xml:10: error: cores '0' of <node> is not positive
f.xml:11: error: cores '-4' of <node> is not positive
f.xml:12: error: cores '18446744073709551617' of <node> is too large
f.xml:13: error: count '0' of <package> is not positive
f.xml:14: error: latency '25' of <node> has no unit (try 25us)"
}

@test "bad ranges" {
	begun <<-E
		<node id="x[3-1]"/>
		<node id="y[0-"/>
		<node id="z[0-3]" aliases="iz[0-4]"/>
		<switch id="s[1-2]"/>
		</switch>
		</topology>
	E
	refused "f.xml:4: error: id 'x[3-1]' of <node> has a range that runs backwards
f.xml:5: error: id 'y[0-' of <node> has a [ without a ]
f.xml:6: error: aliases 'iz[0-4]' of <node> stand for 5 names, but id 'z[0-3]' for 4
f.xml:7: error: id 's[1-2]' of <switch> is a range, which only a <node> may have"
}

@test "names that cannot prefix C functions" {
	for name in '' 2t a-b MPI mpi_x PMPIx rg_x; do
		echo "<topology name='$name'><node id='n'/></topology>" >f.xml
		fails generate -o out/x f.xml
		[[ $stderr == "f.xml:1: error: name '$name' of <topology> "* ]]
		[ "${#stderr_lines[@]}" -eq 1 ]
	done
}

@test "duplicate id" {
	begun <<-E
		<node id="n2"/>
		<node id="m[0-3]" aliases="a[0-3]"/>
		<node
		    id="x" aliases="a1"
		    />
		<switch id="s0"/>
		</switch>
		</topology>
	E
	refused "f.xml:4: error: the name 'n2' is used twice (first at line 3)
f.xml:8: error: the name 'a1' is used twice (first at line 5)
f.xml:9: error: the name 's0' is used twice (first at line 2)"
}

@test "names that are one host at run time: by case, or one short for the other" {
	begun <<-E
		<node id="N0"/>
		<node id="a.red" aliases="A"/>
		<node id="x[0-3].far"/>
		<node id="y" aliases="X1"/>
		<node id="x[2-3]"/>
		<node id="b" aliases="a"/>
		<node id="c.red" aliases="B.blue"/>
		<node id="c.blue"/>
		<node id="10.0.0.1"/>
		<node id="10"/>
		<switch id="C"/>
		<switch id="S0"/>
		</switch>
		</topology>
	E
	refused "f.xml:4: error: the name 'N0' is that of 'n0' at line 3: to MPI's host names, upper and lower case are the same
f.xml:7: error: the name 'X1' could be that of 'x1.far' at line 6: 'X1' is short for 'x1.far'
f.xml:8: error: the name 'x2' could be that of 'x2.far' at line 6: 'x2' is short for 'x2.far' (and 1 more like it)
f.xml:9: error: the name 'a' is that of 'A' at line 5: to MPI's host names, upper and lower case are the same
f.xml:10: error: the name 'B.blue' could be that of 'b' at line 9: 'b' is short for 'B.blue'"
}

@test "link to an unknown id" {
	begun <<-E
		</switch>
		<link a="s0"
		    b="s7"/>
		<link a="s8" b="s9"/>
		</topology>
	E
	refused "f.xml:6: error: b 's7' of <link> is not the id of a switch or node
f.xml:7: error: a 's8' of <link> is not the id of a switch or node
f.xml:7: error: b 's9' of <link> is not the id of a switch or node"
}

@test "self link" {
	begun <<-E
		</switch>
		<link a="s0"
		    b="s0"
		/>
		</topology>
	E
	refused "f.xml:7: error: the link joins 's0' to itself"
}

@test "disconnected machine" {
	begun <<-E
		</switch>
		<node id="lost"
		    cores="2"
		/>
		</topology>
	E
	refused "f.xml:7: error: machine 'lost' cannot be reached from 's0' (add a <link>)"
}

@test "cycle" {
	begun <<-E
		<switch id="s1"><switch id="s2"/></switch>
		</switch>
		<link a="s0" b="s2"
		/>
		<link a="s1" b="s2"/>
		</topology>
	E
	fails calibrate --measured m.csv -o o.xml f.xml
	[ "$stderr" = "f.xml:7: error: the links form a cycle: s0 - s1 - s2 - s0 (this command is for trees)
f.xml:8: error: the links form a cycle: s1 - s2 - s1 (this command is for trees)" ]
	run -0 "$RINGGEN" check f.xml
}

@test "a forwarding table that means nothing" {
	begun <<-E
		</switch>
		<switch id="s1"/><switch id="s2"/>
		<link a="s0" b="s1"/><link a="s1" b="s2"/><link a="s0" b="s2"/>
		<forward at="s0" to="n[0-3]" via="s9"/>
		<forward at="s0" to="n[0-5]" via="s1"/>
		<forward at="s0" to="n[0-3]" via="s1" link="2"/>
		<forward at="s1" to="n0" via="s1"/>
		<forward at="s1" to="n[2-" via="s0"/>
		<forward at="s1" to="n[0-" via="s0"/>
		<forward at="s0" to="n1" via="s2"/>
		<forward at="s1" to="s2" via="s2" link="no"/>
		</topology>
	E
	refused "f.xml:7: error: via 's9' of <forward> is not the id of a switch or node
f.xml:8: error: to 'n4' of <forward> is not the id of a node
f.xml:8: error: to 'n5' of <forward> is not the id of a node
f.xml:9: error: there are not so many links between 's0' and 's1'
f.xml:10: error: there is no link between 's1' and 's1'
f.xml:11: error: to 'n[2-' of <forward> has a [ without a ]
f.xml:12: error: to 'n[0-' of <forward> has a [ without a ]
f.xml:13: error: 's0' sends what is for 'n1' on another link already
f.xml:14: error: link 'no' of <forward> is not a whole number"
	printf '<topology name="t"><forward at="s" to="n" vai="x"/><switch id="s"><node id="n"/><forward/></switch></topology>' >f.xml
	refused "f.xml:1: error: unknown attribute 'vai' of <forward> (did you mean 'via'?)
f.xml:1: error: unexpected element <forward> in <switch> (a <forward> stands directly in <topology>)"
}

@test "no machine" {
	printf '<topology\nname="t">\n<switch id="s"/>\n</topology>\n' >f.xml
	refused "f.xml:2: error: the topology has no machine (add a <node>)"
}

@test "machine as an inner node" {
	begun <<-E
		</switch>
		<node id="m"/>
		<link a="s0" b="n1"/>
		<link a="n1" b="m"/>
		</topology>
	E
	refused "f.xml:7: error: machine 'n1' has more than one link: what joins others is a <switch>"
	begun <<-E
		<node id="x">
		<node id="y"/></node>
		</switch>
		</topology>
	E
	refused "f.xml:5: error: unexpected element <node> in <node> (expected package)"
}

@test "host lists with unknown names" {
	begun <<-E
		</switch>
		</topology>
	E
	for command in 'order' 'certify' 'generate -o out/x'; do
		# shellcheck disable=SC2086
		fails $command f.xml --hosts n0,n7
		[[ $stderr == *n7* ]]
		printf 'n0\nn1\n# a comment\nn9\nn1\nx\n' >hosts
		# shellcheck disable=SC2086
		fails $command f.xml --hosts @hosts
		[[ $stderr == *"hosts:4: error: "*n9* ]]
		[[ $stderr == *"hosts:6: error: "*x* ]]
		# A file needs no @.
		# shellcheck disable=SC2086
		fails $command f.xml --hosts hosts
		[[ $stderr == *"hosts:4: error: "*n9* ]]
		# shellcheck disable=SC2086
		fails $command f.xml --hosts none.txt
		[ "$stderr" = 'ringgen: error: "none.txt" is not the name or alias of one machine of f.xml, nor a file of hosts' ]
		# shellcheck disable=SC2086
		fails $command f.xml --hosts lists/none
		[ "$stderr" = 'lists/none: error: cannot read: No such file or directory' ]
	done
}

@test "200 MB of nested switches: refused at once, in little memory" {
	[ -z "${SAN:-}" ] || skip "a sanitizer maps more than the limit"
	yes '<switch id="s">' 2>/dev/null | head -c 200000000 |
		sed '1i <topology name="t">' >f.xml
	[ "$(stat -c %s f.xml)" -gt 200000000 ]
	run --separate-stderr -4 bash -c "ulimit -v 100000; exec timeout 20 '$RINGGEN' check f.xml"
	[ "$stderr" = 'f.xml:257: error: elements are nested more than 256 deep' ]
	run --separate-stderr -4 bash -c "ulimit -v 100000; timeout 20 '$RINGGEN' check - <f.xml"
	[ "$stderr" = '<stdin>:257: error: elements are nested more than 256 deep' ]
	rm f.xml
}

@test "millions of elements, attributes, names, cores: bounded memory" {
	[ -z "${SAN:-}" ] || skip "a sanitizer maps more than the limit"
	{
		echo '<topology name="t"><switch id="s">'
		yes '<node id="n"/>' 2>/dev/null | head -c 60000000
	} >f.xml
	run --separate-stderr -4 bash -c "ulimit -v 600000; exec timeout 20 '$RINGGEN' check f.xml"
	[ "$stderr" = 'f.xml:524288: error: more than 1048576 elements and attributes (use ranges: n[0-31])' ]
	{
		echo '<topology name="t"><switch id="s"'
		seq -f 'a%.0f=""' 3000000
	} >f.xml
	run --separate-stderr -4 bash -c "ulimit -v 600000; exec timeout 20 '$RINGGEN' check f.xml"
	[ "$stderr" = 'f.xml:1: error: a tag or comment is too long' ]
	{
		echo '<topology name="t"><switch id="s">'
		yes '<node id="n"><package count="65536"><numa count="65536"><core count="65536"/></numa></package></node>' 2>/dev/null |
			head -n 100
		echo '</switch></topology>'
	} >f.xml
	run --separate-stderr -4 bash -c "ulimit -v 600000; exec timeout 20 '$RINGGEN' check f.xml"
	[ "${stderr_lines[0]}" = 'f.xml:2: error: too many cores (at most 65536 in a <node>)' ]
	rm f.xml
}

@test "a few bytes that stand for much cost little" {
	[ -z "${SAN:-}" ] || skip "a sanitizer maps more than the limit"
	local begin='<topology name="t"><switch id="s">' end='</switch></topology>' pair=$BATS_TEST_DIRNAME/../topo-files/pair.xml
	little() {
		run --separate-stderr -4 bash -c "ulimit -v 200000; exec timeout 60 '$RINGGEN' $*"
		tail -n 3 <<<"$stderr" | cut -c 1-200
		[ -z "$output" ]
	}
	echo "$begin"'<node id="n[0-9999]"><package count="65536"><core/></package></node>'$end >f.xml
	little certify f.xml
	[ "$stderr" = 'f.xml:1: error: more than 4194304 packages and NUMA nodes of all machines together in the file' ]
	echo "$begin"'<node id="n[0-999999]"/>'$end >f.xml
	little certify f.xml
	[ "$stderr" = 'f.xml:1: error: more than 262144 machines in the file' ]
	echo "$begin<node id=\"n[0-3]\" aliases=\"$(seq -f 'a%.0f[0-1048575]' 10000 | tr '\n' ' ')\"/>$end" >f.xml
	little check f.xml
	[[ $stderr == *'f.xml:1: error: more than 1048576 names in the file' ]]
	echo "$begin<node id=\"n\" $(seq -f 'a%.0f=""' 20000 | tr '\n' ' ')/>$end" >f.xml
	little check f.xml
	[ "$stderr" = 'f.xml:1: error: an element has more than 64 attributes' ]
	{ echo n0; yes 'n[0-1048575]' 2>/dev/null | head -n 2000; } >hosts
	little order "$pair" --hosts @hosts
	[[ $stderr == *'hosts:2001: error: "n[0-1048575]" stands for too many names' ]]
	yes 'n[0-1048574,x]' 2>/dev/null | head -n 2000 >hosts
	little order "$pair" --hosts @hosts
	[[ $stderr == *'hosts:2000: error: "n[0-1048574,x]" has a range that is not made of numbers' ]]
	# Machines that are described alike share their inside.
	{ echo "$begin"; seq -f '<node id="n%.0f" cores="65536"/>' 2000; echo $end; } >f.xml
	run -0 bash -c "ulimit -v 200000; exec timeout 60 '$RINGGEN' check f.xml"
	[[ $output == *"cores           131072000"* ]]
	{ echo "$begin"; seq 60000 60100 | sed 's|.*|<node id="n&" cores="&"/>|'; echo $end; } >f.xml
	little check f.xml
	[[ ${stderr_lines[0]} == *' too many cores (at most 65536 in a <node>, and 4194304 in all that differ)' ]]
	# A hundred thousand machines are read.
	echo "$begin"'<node id="n[0-99999]" aliases="ib[0-99999] n[0-99999].cluster" cores="64"/>'$end >f.xml
	run -0 bash -c "ulimit -v 200000; exec timeout 60 '$RINGGEN' check f.xml"
	[[ $output == *"machines        100000"* ]]
}

@test "pipes: on the command line they are read, named in a file they are refused" {
	local pair=$BATS_TEST_DIRNAME/../topo-files/pair.xml
	run --separate-stderr -0 timeout 60 "$RINGGEN" order <(cat "$pair") --hosts @<(printf 'n0\nn1')
	[ "$output" = $'n0\nn1' ]
	run --separate-stderr -0 timeout 60 "$RINGGEN" certify /dev/stdin --order <(printf 'n0\nn1') < <(cat "$pair")
	mkfifo pipe
	begun <<-E
		<node id="a" hwloc="pipe"/>
		<node id="b" hwloc="/dev/zero"/>
		<node id="c" hwloc="."/>
		<node id="d" hwloc="-"/>
		</switch>
		</topology>
	E
	refused "f.xml:4: error: cannot open 'pipe': not a regular file
f.xml:5: error: cannot open '/dev/zero': not a regular file
f.xml:6: error: cannot open '.': not a regular file
f.xml:7: error: cannot open '-': No such file or directory"
	run --separate-stderr -4 timeout 60 "$RINGGEN" check pipe
	[ "$stderr" = "pipe: error: cannot open the file: a pipe that nobody writes to" ]
	{ sleep 1; cat "$pair"; } >pipe &
	run --separate-stderr -0 timeout 60 "$RINGGEN" check pipe
	wait
	# What never ends is too large, or no text.
	fails order "$pair" --hosts @/dev/zero
	[[ $stderr == "/dev/zero: error: cannot read: it is larger than 64 MiB" ]]
	fails check /dev/zero
	[ "$stderr" = '/dev/zero:1: error: a NUL byte: not a text file' ]
	run --separate-stderr -4 timeout 60 "$RINGGEN" order "$pair" --hosts @<(yes n0)
	[[ $stderr == *": error: cannot read: it is larger than 64 MiB" ]]
	run --separate-stderr -4 timeout 60 "$RINGGEN" calibrate "$pair" -o out.xml \
		--measured <(echo kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps; yes pair,1-switch,n0,n1,1,50,118,0)
	[[ $stderr == *": error: the file is larger than 64 MiB" ]]
}

@test "lines ended as elsewhere, marks, no last newline: read; long lines, NUL bytes, no file: refused" {
	local pair=$BATS_TEST_DIRNAME/../topo-files/pair.xml measured='kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps'
	{ printf '\357\273\277'; sed 's/$/\r/' "$pair"; } | head -c -2 >f.xml
	run --separate-stderr -0 "$RINGGEN" check f.xml
	printf '\357\273\277n0\r\n\r\nn1' >hosts
	run --separate-stderr -0 "$RINGGEN" order "$pair" --hosts @hosts
	[ "$output" = $'n0\nn1' ]
	printf '\357\273\277%s\r\npair,1-switch,n0,n1,1,50,118,0' $measured >m.csv
	run --separate-stderr -0 "$RINGGEN" calibrate "$pair" --measured m.csv -o new.xml
	head -c 1000000 /dev/zero | tr '\0' x >long
	fails order "$pair" --hosts @long
	[[ $stderr == 'long:1: error: "xxx'*'" has a name that is too long' ]]
	{ echo $measured; cat long; } >m.csv
	fails calibrate "$pair" --measured m.csv -o out/x
	[ "$stderr" = 'm.csv:2: error: is too long, or has a NUL byte' ]
	printf 'n0\nn\0001\n' >hosts
	fails order "$pair" --hosts @hosts
	[ "$stderr" = 'hosts:2: error: has a NUL byte: not a text file' ]
	mkdir folder
	: >empty
	for file in folder empty none; do
		fails check $file
		fails order "$pair" --hosts @$file
		fails calibrate "$pair" --measured $file -o out/x
		fails probe --from $file
		fails certify "$pair" --order $file
	done
}

@test "too large a file" {
	{
		echo '<topology name="t">'
		head -c 70000000 /dev/zero | tr '\0' '\n'
	} >f.xml
	fails check f.xml
	[ "$stderr" = 'f.xml: error: the file is too large' ]
	rm f.xml
}

@test "entity bomb" {
	cat >f.xml <<-E
		<?xml version="1.0"?>
		<!DOCTYPE topology [
		  <!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">
		  <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
		  <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
		  <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
		]>
		<topology name="&d;"/>
	E
	refused 'f.xml:2: error: a document type declaration is not allowed'
}

@test "external entities and document types are not fetched" {
	echo '<node id="secret"/>' >secret.xml
	cat >f.xml <<-E
		<!DOCTYPE topology [<!ENTITY x SYSTEM "secret.xml">]>
		<topology name="t">&x;</topology>
	E
	refused 'f.xml:1: error: a document type declaration is not allowed'
	cat >f.xml <<-E

		<!DOCTYPE topology SYSTEM "http://127.0.0.1:9/topology.dtd">
		<topology name="t"/>
	E
	refused 'f.xml:2: error: a document type declaration is not allowed'
	cat >f.xml <<-E
		<topology name="t" xmlns:xi="http://www.w3.org/2001/XInclude">
		<switch id="s"><node id="n"/>
		<xi:include href="secret.xml"/>
		</switch>
		</topology>
	E
	refused 'f.xml:3: error: unexpected element <include> in <switch> (expected switch, node)'
}

@test "missing file, folder as a file" {
	refused 'f.xml: error: cannot open the file: No such file or directory'
	mkdir f.xml
	refused 'f.xml: error: cannot read the file: Is a directory'
}

@test "file that may not be read" {
	begun <<-E
		</switch>
		</topology>
	E
	chmod 000 f.xml
	local plain=()
	# The superuser reads anything, unless the capability to do so is dropped.
	[ "$(id -u)" -ne 0 ] || plain=(setpriv --bounding-set=-all --inh-caps=-all)
	"${plain[@]}" true || skip "cannot drop capabilities"
	run --separate-stderr -4 "${plain[@]}" "$RINGGEN" check f.xml
	[ "$stderr" = 'f.xml: error: cannot open the file: Permission denied' ]
}

@test "an hwloc file that is missing or bad, at the line of its node" {
	begun <<-E
		<node id="a"
		    hwloc="none.xml"/>
		</switch>
		</topology>
	E
	fails generate -o out/x f.xml
	[[ $stderr == "f.xml:5: error: "*none.xml* ]]
	echo '<topology/>' >none.xml
	fails generate -o out/x f.xml
	[[ $stderr == "f.xml:5: error: "*none.xml* ]]
}

@test "output that cannot be written leaves nothing" {
	begun <<-E
		</switch>
		</topology>
	E
	fails generate -o out/no/x f.xml
	fails plot -o out/no/x.svg f.xml
	fails plot -o /dev/full f.xml
	# One of the two files cannot be written: the other one is not either.
	mkdir blocked blocked/x.h
	run --separate-stderr -4 "$RINGGEN" generate -o blocked/x f.xml
	[ "$(ls -A blocked)" = x.h ]
	[ -z "$(ls -A blocked/x.h)" ]
	# An existing file survives.
	mkdir full
	echo old >full/x.c
	mkdir full/x.h
	run --separate-stderr -4 "$RINGGEN" generate -o full/x f.xml
	[ "$(cat full/x.c)" = old ]
}

@test "the same file without mistakes is read, also from standard input" {
	begun <<-E
		</switch>
		</topology>
	E
	run --separate-stderr -0 "$RINGGEN" check f.xml
	[ -z "$stderr" ]
	run --separate-stderr -0 "$RINGGEN" generate -o out/x f.xml
	[ "$(ls out)" = $'x.c\nx.h' ]
	run --separate-stderr -0 bash -c "'$RINGGEN' check - <f.xml"
	[[ $output == *machines*4* ]]
}

@test "the shipped topology files are sound; the large one is what its script makes" {
	for file in "$BATS_TEST_DIRNAME"/../topo-files/*.xml; do
		run --separate-stderr -0 "$RINGGEN" check "$file"
		[ -z "$stderr" ]
		[[ $output == "name "*"$(basename "$file" .xml)"$'\n'* ]]
	done
	run -0 diff <("$BATS_TEST_DIRNAME/../topo-files/tree10000.sh") \
		"$BATS_TEST_DIRNAME/../topo-files/tree10000.xml"
}

@test "the example of the manual page is sound" {
	sed -n '/^\.EX/,/^\.EE/p' "$BATS_TEST_DIRNAME/../generator/man/ringgen-topology.5" |
		sed '/^\./d; s/\\-/-/g; s/hwloc="m0.xml"/cores="4"/' >f.xml
	run --separate-stderr -0 "$RINGGEN" check f.xml
	[[ $output == *machines*12* ]]
}
