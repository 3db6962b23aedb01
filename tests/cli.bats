#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The command line: help, exit statuses, standard input and output, and what one command writes the next reads.
# shellcheck disable=SC2154 # stderr is Bats's
bats_require_minimum_version 1.5.0

COMMANDS="check advise order certify plot plan prove generate probe survey survey-jobs calibrate export import compare"

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	TOPO=$(realpath "$BATS_TEST_DIRNAME/../topo-files")
	pair=$TOPO/pair.xml
	mkdir "$BATS_TEST_TMPDIR/work"
	cd "$BATS_TEST_TMPDIR/work" || return 1
}

ringgen() {
	timeout 30 "$RINGGEN" "$@"
}

# usage WORDS ARGUMENT...: status 2, nothing on standard output, and an error that says WORDS.
usage() {
	words=$1
	shift
	run --separate-stderr -2 ringgen "$@"
	echo "$stderr"
	[ -z "$output" ]
	[[ $stderr == "ringgen: error: "*"$words"* ]]
}

@test "--help, for all and for each command" {
	run -0 --separate-stderr ringgen --help
	[ -z "$stderr" ]
	for command in $COMMANDS; do
		[[ $output == *"  $command "* ]]
	done
	for command in $COMMANDS; do
		run -0 --separate-stderr ringgen "$command" --help
		[ -z "$stderr" ]
		[[ $output == "Usage: ringgen $command"* ]]
		[ "$(ringgen "$command" -h)" = "$output" ]
	done
}

@test "the help fits a terminal" {
	for command in $COMMANDS; do
		ringgen "$command" --help >help
		run ! grep -E '.{81}' help
	done
}

@test "each option of the help is one that the command takes, and the manual has it; each that there is is in a help" {
	manual=${RINGGEN%/*}/man/ringgen.1
	for command in $COMMANDS; do
		for option in $(ringgen "$command" --help | grep -o -- '^  *\(-o, \)\?--[a-z-]*' | grep -o -- '--.*'); do
			# Nothing comes of it: the second is no file, whether the first is a value or not.
			run --separate-stderr ringgen "$command" "$option" none/such none/such
			[[ $stderr != *"unknown option"* ]]
			grep -q -- "${option//-/\\\\-}" "$manual"
		done
	done
	options=$(sed -n 's/^\t{"\([a-z-]*\)", [A-Z]*, AT(.*/\1/p' "$BATS_TEST_DIRNAME/../generator/cli/known.c")
	[ "$(wc -w <<<"$options")" -gt 20 ]
	for option in $options; do
		grep -qhE -- "^  (-o, )?--$option( |$)" "$BATS_TEST_DIRNAME"/../generator/cli/help/*.txt
	done
}

@test "the manual says all that the help says" {
	manual=$(sed 's/\\f[BIR]//g; s/\\-/-/g; s/\\e/\\/g; s/\\ / /g; s/\\&//; /^\.\(TP\|br\|PP\|SS\)/d; s/^\.[BI] //' \
		"${RINGGEN%/*}/man/ringgen.1" | tr -s ' \n' ' ')
	for command in $COMMANDS; do
		help=$(ringgen "$command" --help | sed '1,/^$/d' | tr -s ' \n' ' ')
		[[ $manual == *"${help% }"* ]]
	done
}

@test "--version, which the manual, the citation and the newest entry of the changes have, too" {
	run -0 ringgen --version
	[[ $output =~ ^ringgen\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
	for page in 1.in 7; do
		grep -q "^\.TH RINGGEN ${page%.in} \"\" \"$output\"" "$BATS_TEST_DIRNAME/../generator/man/ringgen.$page"
	done
	[[ $(grep -m 1 '^## ' "$BATS_TEST_DIRNAME/../CHANGELOG.md") == "## ${output#ringgen }"* ]]
	grep -qx "version: ${output#ringgen }" "$BATS_TEST_DIRNAME/../CITATION.cff"
}

@test "status 2: what the command line lacks or has too much of" {
	usage "which command"
	usage "unknown command 'chekc'" chekc "$pair"
	usage "which topology file" check
	usage "too many arguments" check "$pair" "$pair"
	usage "--loads is for certify" check --loads "$pair"
	usage "unknown option '--nodes'" order --nodes 3 "$pair"
	usage "'--hosts'" order "$pair" --hosts
	usage "where to" generate "$pair"
	usage "--auto" generate --auto -o x
	usage "too many arguments" generate --auto --prefix x -o x "$pair"
	usage "topology file" prove --hosts n0
	usage "--ranks" prove "$pair" --ranks 3
	[ -z "$(ls)" ]
}

@test "status 2: what may have been meant is said" {
	usage "unknown command 'certfy' (did you mean certify?)" certfy "$pair"
	usage "unknown option '--ordr' (did you mean --order?)" certify --ordr x "$pair"
	usage "unknown option '--ordr=x' (did you mean --order?)" certify --ordr=x "$pair"
	usage "--se could be --seconds, --seed" certify --se 1 "$pair"
	usage "--format: 'mpihc' is none of names, mpich, openmpi, rankfile, slurm, seq, pbs, intel, mvapich, pals, cray, torchrun, deepspeed, xml (did you mean mpich?)" \
		order --format mpihc "$pair"
	usage "--ops: 'alreduce' is not a collective that ringgen knows (did you mean allreduce?)" prove --ops alreduce=ring
	usage "--collective: 'rng' is not an algorithm for allreduce (did you mean ring?)" plan --collective allreduce=rng "$pair"
	usage "--ops: 'rng' is not an algorithm (did you mean ring?)" generate --ops all=rng -o x "$pair"
	usage "(did you mean binomial?)" plan --collective bcast=tree:binomal "$pair"
	usage "--model: 'statup' is none of startup, " plan --model statup=1us "$pair"
	usage "(did you mean startup?)" plan --model statup=1us "$pair"
	usage "(did you mean spikes?)" plan --blocks spike --size 4K --ops gatherv "$pair"
	usage "(did you mean persistent?)" generate --forms blocking,persitent -o x "$pair"
	usage "(did you mean alike?)" export tuning "$pair" --assume commuting,alik
	usage "(did you mean openmpi?)" advise "$pair" --mpi open-mpi
	usage "'tunning' (did you mean tuning?)" export tunning "$pair"
	usage "'ibnt' (did you mean ibnet?)" import ibnt x
	usage "(did you mean up-down?)" import ibnet x --routes "up-dwon d-mod-k"
	[ -z "$(ls)" ]
}

@test "status 2: a picture of another kind than SVG is refused" {
	for file in x.png x.PDF ./x.jpeg; do
		usage "-o: pictures are SVG: write a .svg and convert that, as rsvg-convert -o X.png X.svg does: '$file'" \
			plot "$pair" -o "$file"
	done
	usage "-o: pictures are SVG" plan "$pair" --plot -o x.png
	[ -z "$(ls)" ]
	ringgen plot "$pair" -o x.svg
	grep -q "</svg>" x.svg
}

@test "status 2: values that are none" {
	usage "--format: 'loadleveler'" order --format loadleveler "$pair"
	usage "--ops: 'alltoallx'" generate --ops allreduce,alltoallx -o x "$pair"
	usage "--ops: 'shrub' is not an algorithm" generate --ops all=shrub -o x "$pair"
	usage "--ops: '' is not a collective" prove --ops allreduce,
	usage "--ops: 'shrub' is not an algorithm for allreduce (bine, bine-doubling, butterfly, circulant, columns, " \
		generate --ops allreduce=shrub -o x "$pair"
	usage "--ops: '3' is not for allreduce by ring (it takes no parameters)" prove --ops allreduce=ring:3
	for wrong in '' x 0 '3 x' 3. 1000000000; do
		usage "is not for allreduce by factored (numbers above 0, with blanks in between, as in factored:3 1)" \
			plan "$pair" --ops "allreduce=factored:$wrong"
	done
	usage "'1 -3' is not for allreduce by factored (reduce-scatter steps, with a minus, come first)" \
		prove --ops 'allreduce=factored:1 -3'
	usage "'-3' is not for allgather by factored (a minus is for the reduce-scatter steps of an allreduce)" \
		generate "$pair" -o x --ops all=factored:-3
	usage "--ops: 'butterfly' is not an algorithm for allgather (" prove --ops allgather=butterfly
	usage "--ops: '' is not an algorithm for allreduce (" prove --ops allreduce=
	usage "--model: 'fast' is neither ideal, usual, nor a NAME=VALUE" plan --model fast "$pair"
	usage "--model: 'speed' is none of startup" plan --model ideal,speed=1 "$pair"
	usage "--model: '1' has no unit" generate --model startup=1 -o x "$pair"
	usage "--collective: 'transpose' is not a collective that ringgen knows (allreduce, " plan --collective transpose "$pair"
	usage "--ops: no algorithm that is asked for can serve allreduce there (shared is for several ranks on one machine)" \
		generate --hosts n0,n1 --ops allreduce=shared,allgather=ring -o x "$pair"
	usage "--prefix: '3d'" generate --prefix 3d -o x "$pair"
	usage "--prefix: 'MPI'" generate --prefix MPI -o x "$pair"
	for value in 0 -1 x 1x "" 99999999999999999999; do
		usage "--ranks-per-node" order --ranks-per-node "$value" "$pair"
		usage "--pairs" certify --pairs "$value" "$pair"
		usage "--size" certify --size "$value" "$pair"
		usage "--ranks" prove --ranks "$value"
	done
	usage "backwards" prove --ranks 5-3
	[ -z "$(ls)" ]
}

@test "status 0: certify proves ringgen's order, of all machines and of some" {
	run -0 ringgen certify "$pair"
	[[ $output == "proved contention free: 8 ranks on 8 machines, load 1 on all 18 link directions used"* ]]
	run -0 ringgen certify "$pair" --hosts n7,n2,n5,n0
	[[ $output == "proved contention free: 4 ranks on 4 machines, load 1 on all 10 link directions used"* ]]
}

@test "within capacity: where pairs share a link it has room for all of them; --strict refutes that" {
	printf '%s\n' n0 n4 n1 n5 >order
	sed 's|<switch id="s1"|& bandwidth="2Gbps"|' "$pair" >fast.xml
	run -0 ringgen certify fast.xml --order order
	[[ $output == "proved within capacity: 4 ranks on 4 machines, load 2 on s0 -> s1, which takes 1.00 of its bandwidth (2 of 10 "* ]]
	[[ $output == *"shared:"*"s1 -> s0: load 2, 1.00 of its bandwidth"*"n4 -> n1"* ]]
	run -1 ringgen certify fast.xml --order order --strict
	[[ $output == "refuted: load 2 on s0 -> s1 (2 of 10 link directions carry more than one pair), though within capacity"* ]]
	run -0 ringgen certify fast.xml --strict
	[[ $output == "proved contention free: "* ]]
	run -0 ringgen plot fast.xml --order order -o fast.svg
	sed 's|</tspan><tspan[^>]*>| |g' fast.svg |
		grep -q "proved: within capacity, though 2 of 10 link directions in use carry up to 2 pairs"
	# A bit less, and somebody waits.
	sed -i 's/2Gbps/1.99Gbps/' fast.xml
	run -1 ringgen certify fast.xml --order order
	[[ $output == "refuted: load 2 on s0 -> s1 (2 of 10 "*"): its pairs take 1.01 times as long"* ]]
	# Of pairs that are slow by themselves many fit.
	sed 's|<switch id="s1"|& bandwidth="2Gbps"|; s|<node id="n\[0-3\]"|& bandwidth="100Mbps"|' "$pair" >slow.xml
	grep -q 100Mbps slow.xml
	run -0 ringgen certify slow.xml --order order
	[[ $output == "proved within capacity: "*", which takes 0.10 of its bandwidth "* ]]
}

@test "status 1: certify refutes, with the links and the pairs that collide" {
	printf '%s\n' n0 n4 n1 n5 >bad
	run -1 ringgen certify "$pair" --order bad
	[[ $output == "refuted: load 2 "* ]]
	[[ $output == *"s0 -> s1: load 2"*"n0 -> n4"*"n1 -> n5"* ]]
	[[ $output == *"s1 -> s0: load 2"*"n4 -> n1"*"n5 -> n0"* ]]
}

@test "status 3: unknown when the order has a machine that the file does not" {
	printf '%s\n' n0 n1 elsewhere >strange
	run -3 ringgen certify "$pair" --order strange
	[[ $output == *unknown* ]]
	[[ $output == *elsewhere* ]]
}

@test "status 4: input that is none, and output that cannot be" {
	run -4 --separate-stderr ringgen check missing.xml
	[ -z "$output" ]
	[[ $stderr == "missing.xml: error: "* ]]
	run -4 --separate-stderr ringgen order "$pair" --hosts n0,n99
	[[ $stderr == *"error: "*n99* ]]
	run -4 --separate-stderr ringgen order "$pair" --hosts @missing
	[[ $stderr == *missing* ]]
	run -4 --separate-stderr ringgen order "$pair" -o no/such/folder
	[[ $stderr == *"no/such/folder"* ]]
	run -4 --separate-stderr ringgen generate "$pair" -o no/such/folder
	[ -z "$(ls)" ]
}

@test "a full disk is an error" {
	[ -w /dev/full ] || skip "no /dev/full is here"
	for command in "check $pair" "order $pair" "certify $pair" "plot $pair" "prove --ranks 2" probe; do
		# shellcheck disable=SC2086
		run -4 bash -c '"$@" >/dev/full' - timeout 30 "$RINGGEN" $command
	done
}

@test "- is standard input, and standard output" {
	for command in check order certify plot prove; do
		ringgen "$command" "$pair" >named
		ringgen "$command" - <"$pair" >unnamed
		sed "s|$pair|-|" named | diff - unnamed
	done
	ringgen order "$pair" >named
	ringgen order "$pair" -o - | diff named -
	[ "$(ringgen order "$pair" --hosts @- <named)" = "$(cat named)" ]
	ringgen order "$pair" | ringgen certify "$pair" --order -
	run -0 ringgen generate - -o x <"$pair"
	[ -s x.c ]
	run -4 --separate-stderr ringgen check - <<<'<topology name="t">'
	[[ $stderr == *":"[12]": error: "* ]] # what ends too early: libxml2 2.15 says where, those before where it began
}

@test "check --links prints the graph: vertices in file order, links in bit/s and seconds" {
	cat >tree.xml <<-'XML'
		<topology name="t">
		  <defaults bandwidth="12.5GB/s" latency="1.5us"/>
		  <switch id="s0"><node id="n[0-1]"/><switch id="s1" bandwidth="100Mbps" latency="0s" duplex="half"/></switch>
		  <node id="far" />
		  <link a="s1" b="far" bandwidth="1Gbps" latency="2ms"/>
		</topology>
	XML
	run -0 ringgen check tree.xml --links
	[ "$output" = "switch s0
machine n0
machine n1
switch s1
machine far
link s0 n0 100000000000 1.5e-06 full
link s0 n1 100000000000 1.5e-06 full
link s0 s1 100000000 0 half
link s1 far 1000000000 0.002 full" ]
}

@test "check --ways prints the way between each two machines, by the links of --links" {
	cat >ways.xml <<-E
		<topology name="ways"><switch id="p"/><switch id="q"/><switch id="a"><node id="a0"/></switch><switch id="b"><node id="b0"/></switch>
		<node id="c"/><node id="d"/><link a="c" b="d"/><link a="a" b="p"/><link a="p" b="b"/><link a="a" b="q"/><link a="q" b="b"/></topology>
	E
	run --separate-stderr -0 ringgen check ways.xml --ways
	[[ $stderr == "ways.xml:"*": warning: nothing joins 'c' "* ]]
	[ "${#lines[@]}" = 12 ]
	[ "${lines[0]}" = "several a0 b0 0 5 6 1" ]
	[ "${lines[1]}" = "unknown a0 c" ]
	[ "$(grep -c "^way [cd] [cd] 2$" <<<"$output")" = 2 ]
	run -0 ringgen check <(sed 's/name="ways"/& routes="d-mod-k"/' ways.xml) --ways
	[[ ${lines[0]} =~ ^way\ a0\ b0\ 0\ [57]\ [68]\ 1$ ]]
	usage "--ways goes without --links and --json" check ways.xml --ways --json
}

@test "every format of order is read back by certify and by --hosts" {
	hosts=n6,n1,n4,n3,n0
	want=$(ringgen order "$pair" --hosts $hosts)
	[ "$want" = "$(printf '%s\n' n0 n1 n3 n4 n6)" ]
	for format in names mpich openmpi rankfile slurm xml; do
		echo "$format"
		ringgen order "$pair" --hosts $hosts --format $format -o list
		ringgen order "$pair" --hosts $hosts --format $format | diff list -
		run -0 ringgen certify "$pair" --order list
		[[ $output == "proved contention free: 5 ranks on 5 machines"* ]]
		[ "$(ringgen order "$pair" --hosts @list)" = "$want" ]
	done
}

@test "two hosts that are equal up to the first dot are no one machine: an error names both" {
	printf 'n0.rack1:2\nn0.rack2:2\nn1.rack1\n' >list
	said='"n0.rack1" and "n0.rack2" are two hosts, but both could be machine "n0" of '
	for command in order plan prove plot "generate --prefix x -o x" "export simgrid -o x"; do
		# shellcheck disable=SC2086
		run -4 ringgen $command "$pair" --hosts @list
		[[ $output == *"list:2: error: $said"* ]]
	done
	run -3 ringgen certify "$pair" --order list
	[[ $output == *"list:2: error: $said"* ]]
	echo "1 n0.rack1,n1,n0.rack2" >past
	run -4 ringgen survey-jobs "$pair" past
	[[ $output == "past:1: error: $said"* ]]
	# A topology that says domains, or both names of one machine, tells which they are.
	ids='<node id="n0.rack1"/><node id="n0.rack2"/><node id="n1"/>'
	echo "<topology name='t'><switch id='s'>$ids</switch></topology>" >domains.xml
	[ "$(ringgen order domains.xml --hosts @list --format mpich)" = $'n0.rack1:2\nn0.rack2:2\nn1.rack1:1' ]
	run -4 ringgen order domains.xml --hosts n1,n0
	[[ $output == *'error: "n0" could be "n0.rack1" or "n0.rack2" of domains.xml: name it in full' ]]
	ids='<node id="n0" aliases="n0.rack1 n0.rack2"/><node id="n1"/>'
	echo "<topology name='t'><switch id='s'>$ids</switch></topology>" >both.xml
	[ "$(ringgen order both.xml --hosts @list --format mpich)" = $'n0.rack1:4\nn1.rack1:1' ]
}

@test "order keeps the names by which hosts came" {
	cat >long.xml <<'END'
<topology name="long">
  <switch id="s0"><node id="n0.lab.org"/><switch id="s1"><node id="n1.lab.org" aliases="x1"/><node id="n2.lab.org"/></switch></switch>
</topology>
END
	run --separate-stderr -0 "$RINGGEN" order long.xml --hosts n2,x1,n2,n0.lab.org --format slurm
	[ "$output" = $'n0.lab.org\nx1\nn2\nn2' ]
	printf 'n2 slots=2\nn0\n' >hosts
	run -0 "$RINGGEN" order long.xml --hosts hosts --format mpich
	[ "$output" = $'n0:1\nn2:2' ]
	run -0 "$RINGGEN" order long.xml --hosts n2.lab.org,n2,n0 --format names
	[ "$output" = $'n0\nn2.lab.org' ]
	run -0 "$RINGGEN" order long.xml --format names
	[ "$output" = $'n0.lab.org\nn1.lab.org\nn2.lab.org' ]
}

@test "a host that stands in a list again is told: its name, where, and by certify that it has more ranks" {
	run --separate-stderr -1 ringgen certify "$pair" --order n0,n4,n1,n4,n2,n5,n6
	[ "$stderr" = 'ringgen: warning: host "n4" stands in the list again, at place 4 after place 2, 2 times in all: most others stand in it once' ]
	[ "${lines[1]}" = "uneven: n4 has 2 ranks; most machines have 1" ]
	printf '# ours\nn0\nn1\nN2\n\nn1\nn3\nn2\nn1\nn4\nn5\n' >list
	for command in "order --hosts @list" "certify --order list" "generate --ops barrier -o base --hosts list"; do
		# shellcheck disable=SC2086 # words
		run --separate-stderr ringgen $command "$pair"
		[ "$stderr" = 'list:6: warning: host "n1" stands here again, first on line 3, 3 times in all: most others stand in the list once
list: warning: so does 1 more host' ]
	done
	run ringgen certify "$pair" --order list
	[[ $output == *"
uneven: n1 has 3 ranks, n2 2; most machines have 1
"* ]]
	# By an alias, too.
	sed 's|<node id="n\[0-3\]"/>|<node id="n0" aliases="zero"/><node id="n[1-3]"/>|' "$pair" >alias.xml
	run --separate-stderr -0 ringgen order alias.xml --hosts n0,n1,n2,zero
	[[ $stderr == *'host "zero" stands in the list again, at place 4 after place 1 as "n0", 2 times in all'* ]]
	# Where hosts come again as a rule, it is none, nor where they have several ranks.
	for list in n0,n0,n1,n1 n0,n1,n2,n0,n1,n2 n0,n1,n0; do
		run --separate-stderr ringgen certify "$pair" --order $list
		[ -z "$stderr" ]
	done
	printf 'n0:3\nn1\nn2\n' >uneven
	run --separate-stderr -0 ringgen certify "$pair" --order uneven
	[ -z "$stderr" ]
	[ "${lines[1]}" = "uneven: n0 has 3 ranks; most machines have 1" ]
	run -0 ringgen certify "$pair" --hosts 'n[0-7]' --ranks-per-node '2(x3),1(x5)'
	[ "${lines[1]}" = "uneven: n0 has 2 ranks, n1 2, n2 2; most machines have 1" ]
}

@test "hostfiles as the launchers take them: addresses, user names, blanks around =" {
	sed 's|<node id="n0"|& aliases="fe80::1"|; s|id="n\[0|id="n0" aliases="fe80::1"/><node id="n[1|' "$pair" >six.xml
	printf '[fe80::1]:2 user=joe\njoe@n1 slots = 3 # three\n// none\n' >list
	[ "$(ringgen order six.xml --hosts @list --format mpich)" = $'n0:2\nn1:3' ]
	run -4 ringgen order "$pair" --hosts @list
	[[ $output == 'list:1: error: "fe80::1" is not the name or alias of one machine of '* ]]
}

@test "--hosts takes what order writes, with its ranks: equal, uneven, a line for each rank" {
	smp=$BATS_TEST_DIRNAME/golden/smp.xml
	printf 'a0 slots=2\na1\nb0:2\n' >uneven
	printf 'a0\na1\nb0\na0\nb0\n' >each
	want=$'a0 slots=2\na1 slots=1\nb0 slots=2'
	for list in uneven each; do
		for format in mpich openmpi rankfile slurm xml; do
			echo "$list $format"
			ringgen order "$smp" --hosts @$list --format $format -o ordered
			[ "$(ringgen order "$smp" --hosts @ordered --format openmpi)" = "$want" ]
			ringgen order "$smp" --hosts @ordered --format $format | cmp ordered -
			run -0 ringgen certify "$smp" --order ordered
			[[ $output == "proved contention free: 5 ranks on 3 machines"* ]]
			run -0 ringgen certify "$smp" --hosts @ordered
			[[ $output == "proved contention free: 5 ranks on 3 machines"* ]]
		done
		run -0 ringgen plan "$smp" --hosts @$list
		[[ $output == *": 5 ranks on 3 machines"* ]]
		run -0 ringgen prove "$smp" --hosts @$list --ops all=ring
		[[ $output == *" proved"* ]]
		ringgen plot "$smp" --hosts @$list >plot.$list
		ringgen survey "$smp" --hosts @$list | grep -q '^ranks 5 machines 3$'
		ringgen export simgrid "$smp" --hosts @$list -o exported
		[ "$(wc -l <exported.hosts)" = 5 ]
		ringgen generate "$smp" --hosts @$list --prefix here --ops all=ring -o here
		grep -q '5 processes' here.c
	done
	cmp plot.uneven plot.each
	# --ranks-per-node: as many on each machine of the list, however often it is there.
	run -0 ringgen order "$smp" --hosts @each --ranks-per-node 2 --format mpich
	[ "$output" = $'a0:2\na1:2\nb0:2' ]
	run -4 ringgen order "$smp" --hosts a0,a0,a0,a0,a0 --format rankfile
	[[ $output == *'a rankfile cannot give 5 ranks one each'* ]]
	# Upper and lower case are one host, as at run time.
	[ "$(ringgen order "$smp" --hosts B0,A0)" = $'A0\nB0' ]
}

@test "--ranks-per-node takes what Slurm says: uneven counts, for the hosts in turn" {
	run -0 ringgen order "$TOPO/smp4x8.xml" --hosts 'm[3,0-2]' --ranks-per-node '2(x2),1,8' --format mpich
	[ "$(sort <<<"$output")" = $'m0:2\nm1:1\nm2:8\nm3:2' ]
	run -0 ringgen certify "$TOPO/smp4x8.xml" --hosts 'm[0-3]' --ranks-per-node '2(x2),1,8'
	[[ $output == "proved contention free: 13 ranks on 4 machines"* ]]
	run -0 ringgen certify "$TOPO/smp4x8.xml" --order <(printf 'm0\nm1\n') --ranks-per-node 2,3
	[[ $output == "proved contention free: 5 ranks on 2 machines"* ]]
	run -0 ringgen plan "$TOPO/smp4x8.xml" --hosts 'm[0-1]' --ranks-per-node 3,1 --collective allreduce
	[[ $output == *"4 ranks on 2 machines"* ]]
	ringgen export simgrid "$TOPO/smp4x8.xml" --hosts 'm[0-1]' --ranks-per-node 3,1 -o out
	[ "$(sort out.hosts | uniq -c | awk '{ print $1 $2 }' | tr '\n' ' ')" = "3m0 1m1 " ]
	run --separate-stderr -4 ringgen order "$TOPO/smp4x8.xml" --hosts 'm[0-3]' --ranks-per-node '2(x2),1'
	[ "$stderr" = "ringgen: error: --ranks-per-node: '2(x2),1' is for 3 hosts, not for 4" ]
	usage "a list goes with --hosts" order "$TOPO/smp4x8.xml" --ranks-per-node '2(x2),1'
	local wrong
	for wrong in 0 '2(x' '2(x0)' ',2' '2,' '2(x3)4' 99999999999 a '2(x1048577)'; do
		usage "--ranks-per-node: '$wrong' is neither" certify "$TOPO/smp4x8.xml" --hosts 'm[0-3]' --ranks-per-node "$wrong"
	done
	usage "--ranks-per-node: '1(x1048576),2' is for too many hosts" \
		certify "$TOPO/smp4x8.xml" --hosts 'm[0-3]' --ranks-per-node '1(x1048576),2'
}

@test "formats keep the ranks of each machine" {
	smp=$TOPO/smp16x8.xml
	for format in mpich openmpi rankfile slurm xml; do
		echo "$format"
		ringgen order "$smp" --ranks-per-node 8 --format $format -o list
		run -0 ringgen certify "$smp" --order list
		[[ $output == "proved contention free: 128 ranks on 16 machines"* ]]
	done
	[ "$(ringgen order "$smp" --ranks-per-node 8 --format slurm | wc -l)" = 128 ]
	[ "$(ringgen order "$smp" --ranks-per-node 8 --format mpich | head -n 1 | cut -d: -f2)" = 8 ]
}

@test "probe's file is a topology that every command takes" {
	ringgen probe -o here.xml
	ringgen probe | diff here.xml -
	run -0 ringgen check here.xml
	[[ $output == *"machines"*" 1"* ]]
	for command in order certify plot; do
		run -0 ringgen "$command" here.xml
		[ -n "$output" ]
	done
	run -0 ringgen generate here.xml --prefix here -o here
	grep -q here_Allreduce here.h
}

@test "plot writes well-formed SVG" {
	command -v xmllint >/dev/null || skip "no xmllint is here"
	for topology in pair chain32 star32 tree3; do
		ringgen plot "$TOPO/$topology.xml" -o x.svg
		timeout 30 xmllint --noout --nonet x.svg
		head -c 300 x.svg | grep -q '<svg'
	done
}

# shown FILE PAGE COMMAND: each line that the README shows after "$ COMMAND" is in FILE, which is what it printed.
shown() {
	sed -n "/^\\$ $3\$/,/^\(\\$ .*\|\`\`\`\)\$/p" "$2" | sed '1d; $d; /^\.\.\.$/d; /^$/d' >lines
	[ -s lines ]
	while IFS= read -r line; do
		grep -qxF -- "$line" "$1"
	done <lines
}

@test "the README's cluster is checked and certified as it says" {
	readme=$BATS_TEST_DIRNAME/../README.md
	sed -n '/^<topology/,/^<.topology>/p' "$readme" >lab.xml
	printf '%s\n' n0 n4 n1 n5 n2 n6 n3 n7 >hostfile
	ringgen check lab.xml >printed
	shown printed "$readme" "ringgen check lab.xml"
	ringgen certify lab.xml >printed
	shown printed "$readme" "ringgen certify lab.xml"
	run -1 ringgen certify lab.xml --order hostfile
	cat <<<"$output" >printed
	shown printed "$readme" "ringgen certify lab.xml --order hostfile"
	ringgen order lab.xml --hosts @hostfile --format mpich -o ordered
	run -0 ringgen certify lab.xml --order ordered
}

@test "the README's fabric is certified as it says" {
	readme=$BATS_TEST_DIRNAME/../README.md
	fabrics=$BATS_TEST_DIRNAME/fabrics/tree-updn
	awk '/of six hosts \(/ { sub(/.*of six hosts \(./, ""); sub(/.\):$/, ""); gsub(/ /, "\n"); print }' "$readme" >hostfile
	[ "$(wc -l <hostfile)" = 6 ]
	ringgen import ibnet "$fabrics/net.txt" "$fabrics/lft.txt" -o fabric.xml
	ringgen certify fabric.xml >printed
	shown printed "$readme" "ringgen certify fabric.xml"
	run -1 ringgen certify fabric.xml --order hostfile
	cat <<<"$output" >printed
	shown printed "$readme" "ringgen certify fabric.xml --order hostfile"
	ringgen certify fabric.xml --hosts @hostfile >printed
	shown printed "$readme" "ringgen certify fabric.xml --hosts @hostfile"
}

@test "the manual's plan is that of the same cluster" {
	sed -n '/^<topology/,/^<.topology>/p' "$BATS_TEST_DIRNAME/../README.md" >lab.xml
	ringgen plan lab.xml --collective allreduce >printed
	sed -n '/^\$ ringgen plan/,/^\.fi/p' "$BATS_TEST_DIRNAME/../generator/man/ringgen.7" |
		sed '1d; $d; /^$/d; s/\\-/-/g' >lines
	[ "$(wc -l <lines)" -gt 6 ] # the plan has four lines
	while IFS= read -r line; do
		grep -q -- "^${line//./\\.}\( \|$\)" printed
	done <lines
}

@test "the ring that the README shows is what plot draws" {
	grep -qF "(topo-files/chain32.svg)" "$BATS_TEST_DIRNAME/../README.md"
	ringgen plot "$TOPO/chain32.xml" | cmp - "$TOPO/chain32.svg"
}

@test "what does not go together is a usage error" {
	printf 'n0\n' >order
	usage "without --order" certify "$pair" --hosts n0 --order order
	usage "with --hosts" generate "$pair" --ranks-per-node 2 -o x
	usage "read only once" certify - --order -
	for base in "" - . .. dir/ dir/..; do
		usage "DIR/BASE" generate "$pair" -o "$base"
	done
	usage "begins like" generate "$pair" --prefix rg_x -o x
	usage "begins like" generate "$pair" --prefix mpi01 -o x
	[ -z "$(find . -name '*.[ch]')" ]
}

@test "a rankfile has a core for each rank, and goes back in" {
	run --separate-stderr -4 ringgen order "$TOPO/smp64x2.xml" --hosts 'tg[00-01]' --ranks-per-node 3 --format rankfile
	[ -z "$output" ]
	[[ $stderr == *"smp64x2.xml:6: error: \"tg00\" has 2 cores"* ]]
	ringgen order "$TOPO/smp64x2.xml" --hosts 'tg[00-01]' --ranks-per-node 2 --format rankfile >ranks
	run -0 ringgen order "$TOPO/smp64x2.xml" --hosts @ranks --format mpich
	[ "$output" = "tg00:2
tg01:2" ]
}

@test "a host may be called rank" {
	echo '<topology name="x"><switch id="s"><node id="rank"/><node id="b"/></switch></topology>' >x.xml
	ringgen order x.xml --format openmpi >hosts
	run -0 ringgen certify x.xml --order hosts
	[[ $output == "proved contention free: 2 ranks on 2 machines"* ]]
}

@test "a million wrong hosts are refused at once" {
	echo 'a[0-1048575]' >hosts
	run --separate-stderr -3 timeout 10 "$RINGGEN" certify "$pair" --order hosts
	[[ $stderr == *"1048475 hosts after \"a100\" are not looked at"* ]]
}

@test "version and help to a full device: status 4" {
	run -4 bash -c "'$RINGGEN' --version >/dev/full"
	run -4 bash -c "'$RINGGEN' check --help >/dev/full"
}

@test "options: where they stand, what they lack, what they are not" {
	while IFS='|' read -r want words arguments; do
		# shellcheck disable=SC2086
		run --separate-stderr ringgen $arguments
		echo "$arguments: $status $stderr"
		[ "$status" = "$want" ]
		[[ $stderr == *"$words"* ]]
		[ "$want" != 2 ] || [[ -z $output && $stderr == "ringgen: error: "* ]]
	done <<-E
		0||check $pair
		0||check --links $pair
		0||check $pair --links
		0||check -- $pair
		0||check --links -- $pair
		0||check $pair --
		0||check $pair --links --links
		0||order $pair --format=mpich
		0||order --hosts n0 $pair --hosts n1,n2
		0||check --help --nonsense
		0||check $pair -h
		2|which topology file|check --
		2|too many arguments|check -- $pair --links
		2|too many arguments|check $pair $pair
		2|unknown command '--'|-- check $pair
		2|unknown command 'help'|help
		2|unknown option '--nonsense'|check --nonsense --help
		2|unknown option '--nonsense'|check $pair --nonsense
		2|unknown option '--nonsense=3'|check --nonsense=3 $pair
		2|unknown option '-x'|check -x $pair
		2|unknown option '-x'|check -xy $pair
		2|unknown option '-o'|check -o x $pair
		2|unknown option '-o'|prove -ox
		2|unknown option '-1'|order -1 $pair
		2|an option that takes no value: '--links=3'|check $pair --links=3
		2|an option that takes no value: '--help=3'|check --help=3
		2|an option lacks its value: '--hosts'|order $pair --hosts
		2|an option lacks its value: '-o'|order $pair -o
		2|an option lacks its value: '-o'|order -o
		2|--pairs: '-1' is not positive|certify $pair --pairs -1
		2|--pairs: '-1' is not positive|certify $pair --pairs=-1
		2|--size: '-1K' is not positive|certify $pair --size -1K
		2|--latency: '-3us' is negative|export simgrid $pair --latency -3us
		2|--format: '' is none of|order $pair --format=
		4|cannot open|check -- --links
	E
	# Of an option that is given twice, the last one counts.
	[ "$(ringgen order --hosts n0 "$pair" --hosts n1,n2 | xargs)" = "n1 n2" ]
	[ -z "$(ls)" ]
}

@test "each command's exit status: 0 done, 1 refuted, 2 usage, 3 unknown, 4 invalid" {
	printf '%s\n' n0 n4 n1 n5 >bad
	printf '%s\n' n0 elsewhere >strange
	echo '<topology name="3d"/>' >broken.xml
	echo 'kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps
pair,direct,n0,n1,1,50,100,100' >measured.csv
	echo 'nonsense' >broken.csv
	echo '{"collective=bcast":{"comm_type=intra":{"algorithm=MPIR_Bcast_intra_binomial":{}}}}' >choice.json
	while read -r want arguments; do
		# shellcheck disable=SC2086
		run ringgen $arguments
		echo "$arguments: $status"
		[ "$status" = "$want" ]
	done <<-E
		0 check $pair
		2 check
		4 check broken.xml
		4 check missing.xml
		0 order $pair
		2 order $pair --format none
		4 order $pair --hosts n99
		4 order broken.xml
		0 certify $pair
		1 certify $pair --order bad
		2 certify $pair --order bad --hosts n0
		3 certify $pair --order strange
		4 certify $pair --order missing
		4 certify broken.xml
		0 plot $pair
		2 plot $pair --size 1
		3 plot $pair --order strange
		4 plot broken.xml
		0 plan $pair --collective allgather=ring
		2 plan $pair --model speed=1
		4 plan broken.xml
		0 advise $pair --mpi mpich --from choice.json
		2 advise $pair --mpi lam
		3 advise $pair --mpi openmpi --hosts n0,n1
		4 advise broken.xml
		0 prove --ranks 2
		2 prove --ranks 0
		4 prove broken.xml
		0 generate $pair --ops all=ring -o x
		2 generate $pair
		4 generate broken.xml -o x
		4 generate $pair -o none/x
		0 survey $pair --hosts n0,n1
		2 survey $pair
		4 survey $pair --hosts n99
		0 calibrate $pair --measured measured.csv -o out.xml
		2 calibrate $pair --measured measured.csv
		4 calibrate $pair --measured broken.csv -o out.xml
		4 calibrate broken.xml --measured measured.csv -o out.xml
		0 export simgrid $pair
		2 export nothing $pair
		4 export simgrid broken.xml
		0 probe
		2 probe $pair
		4 probe --from broken.xml
	E
}
