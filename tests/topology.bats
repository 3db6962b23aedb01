#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# A topology that is read at run time, by libringgen-preload: the same cluster as in generated code, plans for where the
# ranks are, and files that are wrong in many ways. The program calls what the library has for that (from_file.c).
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

PRELOAD_LIBRARY=$OUT/$MPI/libringgen-preload-$MPI

setup_file() {
	build_yield
	cp "$ROOT"/tests/mpi/from_file.[ch] "$BATS_FILE_TMPDIR"
	for program in collectives communicators; do
		LIBRARY="$PRELOAD_LIBRARY.a -lxml2" build "$program" from_file
	done
	generate chain32 "$TOPOLOGIES/chain32.xml"
	build collectives chain32
	export FROM_FILE=$TOPOLOGIES/chain32.xml
}

# alright N PROGRAM ARGUMENT...: N ranks get right results.
alright() {
	run --separate-stderr on "$@"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
}

# refused: all ranks heard the one reason, which is left in $stderr.
refused() {
	run --separate-stderr on 2 collectives-from_file -1
	echo "$stderr"
	[ "$status" != 0 ]
	[ "$(grep -c error: <<<"$stderr")" = 1 ]
	[[ $stderr != *"different reasons"* ]]
	stderr=$(grep error: <<<"$stderr")
}

@test "the same order and facts as generated code's, and right results" {
	# shellcheck disable=SC2086
	hosts $EIGHT
	export RINGGEN_VERBOSE=1
	alright 8 collectives-chain32 -1 -k int -n 100000
	local generated=$stderr
	[[ $generated == *"chain32: 8 ranks on 8 machines, in the order 4 1 6 3 7 0 5 2"* ]]
	[[ $generated == *"chain32_Allreduce on 8 ranks, 8 machines: ring (32 machines, 4 switches, ring load 1 on "* ]]
	alright 8 collectives-from_file -1 -k int -n 100000
	# Not of gathers and scatters: several of their ways are as good as each other, and the emitted file leaves out what
	# is worth less than five percent on the whole cluster.
	local other='ringgen: off:|are proved|_(Gather|Scatter) on'
	[ "$(grep -Ev "$other" <<<"$stderr")" = "$(grep -Ev "$other" <<<"$generated")" ]
	[ "$(grep -c ' on 8 ranks' <<<"$stderr")" -eq "$(grep -c ' on 8 ranks' <<<"$generated")" ]
	alright 8 collectives-from_file -1 -k int -n 1,P-1,13,5000
	no_line native <<<"$stderr"
}

@test "every kind of data, through windows and between machines, in place or not" {
	hosts n30 n2 n30 n9
	alright 4 collectives-from_file -n 0,1,P,1000
	[ -z "$stderr" ]
	hosts n2 n2 n2
	alright 3 collectives-from_file -n 0,1,P,1000
	[ -z "$stderr" ]
}

@test "the same bits wherever the ranks are, if they are asked for" {
	hosts n30 n2 n30 n9
	RINGGEN_REPRODUCIBLE=1 alright 4 collectives-from_file -r
	[ -z "$stderr" ]
}

@test "communicators of all sorts, many of them, in two threads" {
	# shellcheck disable=SC2086
	hosts $EIGHT
	for n in 2 5; do
		alright $n communicators-from_file splits duplicates groups self in_flight threads
		[ -z "$stderr" ]
	done
	alright 3 communicators-from_file churn
	[ -z "$stderr" ]
}

@test "no topology: plans for the machines that host names tell apart" {
	hosts x y x z
	FROM_FILE=auto RINGGEN_VERBOSE=1 alright 4 collectives-from_file -1 -k int -n 1,13,5000
	[[ $stderr == *"auto: 4 ranks on 3 machines told apart by host name, in the order 0 2 1 3"* ]]
	no_line native <<<"$stderr"
}

@test "names and aliases, islands, half-duplex links, insides" {
	cat >"$BATS_TEST_TMPDIR/odd.xml" <<-'END'
		<topology name="odd" startup="2us">
		  <switch id="s0">
		    <switch id="s1" bandwidth="10Gbps" latency="5us">
		      <node id="alpha.example" aliases="a ib0"><package><numa count="2"><core count="2"/></numa></package></node>
		      <node id="b[0-1]" aliases="c[0-1]" cores="4" duplex="half"/>
		    </switch>
		    <node id="d"/>
		  </switch>
		</topology>
	END
	hosts d c1 ib0 B0.red alpha b1
	FROM_FILE=$BATS_TEST_TMPDIR/odd.xml RINGGEN_VERBOSE=1 alright 6 collectives-from_file -1 -k int,real -n 1,13,5000
	[[ $stderr == *"odd: 6 ranks on 4 machines, in the order 2 4 3 1 5 0"* ]]
	no_line native <<<"$stderr"
}

@test "ranks on other machines: native, right, one warning" {
	hosts n0 n1 nowhere n2
	alright 4 collectives-from_file -k int -n 13
	[ "$(grep -c . <<<"$stderr")" = 1 ]
	[[ $stderr == "ringgen: host 'nowhere' is not in topology 'chain32'"* ]]
}

@test "what is wrong with a file is heard by all, with its line" {
	cd "$BATS_TEST_TMPDIR"
	hosts n0 n1
	FROM_FILE=none.xml refused
	[ "$stderr" = "none.xml: error: cannot open the file: No such file or directory" ]
	echo "hello" >text.xml
	FROM_FILE=text.xml refused
	[ "$stderr" = "text.xml:1: error: not XML (it does not begin with <)" ]
	: >empty.xml
	FROM_FILE=empty.xml refused
	[ "$stderr" = "empty.xml: error: the file is empty" ]
	printf '%s\n' '<topology name="t">' '<switch id="s">' '<node id="n[0-3]"/>' '<node id="n2"/>' '<nod id="x"/>' \
		'</switch>' '</topology>' >line.xml
	FROM_FILE=line.xml refused
	[[ $stderr == "line.xml:5: error: unexpected element <nod> in <switch>"* ]]
	sed -i /nod\ /d line.xml
	FROM_FILE=line.xml refused
	[[ $stderr == "line.xml:4: error: "*"n2"* ]]
	FROM_FILE=. refused
	FROM_FILE=/dev/zero refused
	[ "$stderr" = "/dev/zero: error: cannot open the file: not a regular file" ]
	mkfifo fifo
	FROM_FILE=fifo refused
	[ "$stderr" = "fifo: error: cannot open the file: not a regular file" ]
	FROM_FILE=- refused
	[ "$stderr" = "./-: error: cannot open the file: No such file or directory" ]
}

@test "files that mean harm are refused, too" {
	cd "$BATS_TEST_TMPDIR"
	hosts n0 n1
	printf '<!DOCTYPE t [<!ENTITY a SYSTEM "/etc/passwd">]>\n<topology name="t">&a;</topology>\n' >entity.xml
	FROM_FILE=entity.xml refused
	[[ $stderr == "entity.xml:1: error: a document type declaration is not allowed" ]]
	{ printf '<topology name="t">'; for ((i = 0; i < 5000; i++)); do printf '<switch id="s%d">' $i; done; } >deep.xml
	FROM_FILE=deep.xml refused
	[[ $stderr == *"nested more than 256 deep" ]]
	printf '<topology name="t"><node id="n[0-9999999]"/></topology>' >many.xml
	FROM_FILE=many.xml refused
	printf '<topology name="t"><switch id="s"><node id="n0" hwloc="damaged.xml"/></switch></topology>' >hwloc.xml
	printf '<?xml version="1.0"?><topology version="2.0"><object type="Machine"' >damaged.xml
	FROM_FILE=hwloc.xml refused
	[[ $stderr == "hwloc.xml:1: error: "* ]]
	printf '<topology name="t"><switch id="s"><node id="n0" hwloc="fifo"/></switch></topology>' >hwloc.xml
	mkfifo fifo
	FROM_FILE=hwloc.xml refused
	[ "$stderr" = "hwloc.xml:1: error: cannot open 'fifo': not a regular file" ]
	printf '<?xml version="1.0" encoding="UTF-7"?>\n<t\222>' >utf7.xml
	FROM_FILE=utf7.xml refused
	[[ $stderr == "utf7.xml:1: error: the encoding is UTF-7: only UTF-8 is read"* ]]
	printf '<topology name="t"><switch id="s">\n<node id="N0"/>\n<node id="n0"/></switch></topology>' >case.xml
	FROM_FILE=case.xml refused
	[[ $stderr == "case.xml:3: error: the name 'n0' is that of 'N0' at line 2"* ]]
	head -c 65536 /dev/urandom >noise.xml
	FROM_FILE=noise.xml refused
	printf '<topology name="%s\033[31m"/>' "$(printf 'x%.0s' {1..3000})" >long.xml
	FROM_FILE=long.xml refused
	[ "${#stderr}" -lt 1024 ]
	[[ $stderr != *$'\033'* ]]
}

@test "generated routines keep their own cluster beside the preloaded library" {
	hosts n9 n0 n30
	local library
	for library in "$LIBPRELOAD" "$PRELOAD_LIBRARY.so"; do
		PRELOAD=$library RINGGEN_TOPOLOGY=$TOPOLOGIES/star32.xml RINGGEN_VERBOSE=1 \
			alright 3 collectives-chain32 -1 -k int -n 13
		[[ $stderr == *"chain32: 3 ranks on 3 machines, in the order 1 0 2"* ]]
		[[ $stderr == *"chain32_Allreduce on 3 ranks, 3 machines: "* ]]
		[[ $stderr != *"RINGGEN_TOPOLOGY"* ]]
	done
}

@test "the library shows what it takes over and the entries, and nothing of the generator" {
	[ -z "$SAN" ] || skip "a sanitizer has names of its own"
	run nm -D --defined-only --format=posix "$PRELOAD_LIBRARY.so"
	[ "$status" = 0 ]
	[ -n "$output" ]
	any=$(collective_names | any_of)
	while read -r name _; do
		[[ $name =~ ^(MPI_.*|mpi_.*|rg_preload_version|rg_libringgen_for_(mpich|openmpi|abi))$ ||
			$name =~ ^rg_(begin_)?$any(_c)?$ ||
			$name =~ ^rg_(request_(start|test|wait|free)|counted)$ ]]
	done <<<"$output"
	run ldd "$OUT/$MPI/libringgen-$MPI.so"
	[[ $output != *libxml2* ]]
}

# They would take the core from it, where ranks are more than cores. It is counted, not timed: without sleep it is a
# million times in two seconds.
@test "ranks that wait for the plan of another one sleep" {
	[ "$MPI" = mpich ] || skip "what counts knows MPICH over UCX"
	[ -z "$SAN" ] || skip "a sanitizer must be loaded first"
	build_plain counted
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -shared -fPIC -o "$BATS_FILE_TMPDIR/held.so" "$ROOT/tests/mpi/held.c" -ldl
	unset FROM_FILE
	YIELD='' PRELOAD=$BATS_FILE_TMPDIR/held.so:$LIBPRELOAD RINGGEN_TOPOLOGY=auto run --separate-stderr on 2 counted
	echo "$output $stderr"
	[ "$status" = 0 ]
	[[ $stderr =~ looks:\ ([0-9]+) ]] || skip "MPICH is not over UCX"
	[ "${BASH_REMATCH[1]}" -lt 100000 ]
}
