#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Where ranks are, and which ring follows from it; what is said, how often; communicators of all sorts.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
	generate chain32 "$TOPOLOGIES/chain32.xml" --ops all=ring
	build collectives chain32
	build communicators chain32
	generate auto --auto --prefix auto --ops all=ring
	build collectives auto
	generate fixed "$TOPOLOGIES/chain32.xml" --hosts n9,n0,n30,n1 --prefix fixed --ops all=ring
	build collectives fixed
	cat >"$BATS_FILE_TMPDIR/names.xml" <<'END'
<topology name="names">
  <switch id="s0">
    <node id="alpha.cluster.example" aliases="a ib0"/>
    <node id="beta"/>
    <node id="n1.red"/>
    <node id="n1.blue"/>
    <node id="10.0.0.1"/>
    <node id="10.0.0.2"/>
  </switch>
</topology>
END
	generate names "$BATS_FILE_TMPDIR/names.xml" --ops all=ring
	build collectives names
}

# alright N PROGRAM: N ranks get right results.
alright() {
	run --separate-stderr on "$1" "collectives-$2" -k int,strided -n 0,P-1,13
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
}

# warned TEXT: that, and only that, was said, once.
warned() {
	[ "$(grep -c . <<<"$stderr")" = 1 ]
	[[ $stderr == "ringgen: "*"$1"* ]]
}

# Without a warning, and with the ring.
ring() {
	RINGGEN_VERBOSE=1 alright "$1" "$2"
	[[ $stderr == *"_Allreduce on $1 ranks, $3 machine"*": ring ("* ]]
	[ -z "${4:-}" ] || [[ $stderr == *"$1 ranks on $3 machine"*" in the order $4"* ]]
}

@test "every kernel gives the bits of MPI_Reduce_local" {
	build_kernels
	run --separate-stderr on 1 kernels
	echo "$output $stderr"
	[ "$status" = 0 ]
	[[ $output =~ ^[1-9][0-9]*\ comparisons$ ]]
}

@test "types that are said to be their bytes are packed as such, of 20,000 random ones and a new seed each day" {
	local seed plain=4
	if has_fault order_told; then plain=3; fi # all but the subarray
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 ${SAN:+-fsanitize=$SAN} -I"$ROOT/runtime" -o "$BATS_FILE_TMPDIR/type_maps" \
		"$ROOT/tests/mpi/type_maps.c" "$ROOT/runtime/mpi/type.c" -pthread
	for seed in 1 "$(date +%Y%m%d)"; do
		echo "seed $seed"
		run --separate-stderr on 1 type_maps "$seed" 20000 $plain
		echo "$output $stderr"
		[ "$status" = 0 ]
		[[ $output =~ ^20000\ types,\ [1-9][0-9]{3}\ in\ order$ ]]
	done
}

@test "nothing is said unless it is asked for" {
	hosts n9 n0 n30
	alright 3 chain32
	[ -z "$stderr" ]
	RINGGEN_VERBOSE=0 alright 3 chain32
	[ -z "$stderr" ]
}

@test "the order is that of ringgen order, whatever the ranks' places" {
	# shellcheck disable=SC2086
	hosts $EIGHT
	local order
	order=$("$RINGGEN" order "$TOPOLOGIES/chain32.xml" --hosts "@$RINGGEN_HOSTS" |
		while read -r host; do echo $(($(grep -nx "$host" "$RINGGEN_HOSTS" | cut -d: -f1) - 1)); done | xargs)
	[ "$(wc -w <<<"$order")" = 8 ]
	ring 8 chain32 8 "$order"
	[[ $stderr == *"32 machines, 4 switches, ring load 1"* ]]
}

@test "several ranks on a machine: by package, NUMA node and core" {
	hosts "n30 1 1 0" "n2 0 0 1" "n30 0 0 3" "n2 0 0 0" "n30 1 0 7" "n9" "n30 0 0 2 # a comment" "n2"
	ring 8 chain32 3 "3 7 1 5 6 2 4 0"
}

@test "comments and empty lines in RINGGEN_HOSTS" {
	hosts "# rank 0" "  n9" "" "	n30	# last" "n0"
	ring 3 chain32 3 "2 0 1"
}

@test "RINGGEN_HOSTS is a file, with @ or without, or a list" {
	hosts n9 n30 n0
	local file=$RINGGEN_HOSTS
	RINGGEN_HOSTS=@$file ring 3 chain32 3 "2 0 1"
	RINGGEN_HOSTS=n9,n30,n0 ring 3 chain32 3 "2 0 1"
	hosts n0 n1 n2
	RINGGEN_HOSTS='n[0-2]' ring 3 chain32 3 "0 1 2"
	RINGGEN_HOSTS='n[0-1]' alright 3 chain32
	warned "RINGGEN_HOSTS 'n[0-1]' is no file, and as a list of hosts it has no host for rank 2"
	RINGGEN_HOSTS='n[0-' alright 3 chain32
	warned "RINGGEN_HOSTS 'n[0-' is no file, and as a list of hosts it has a [ without a ]"
}

@test "a host that stands in RINGGEN_HOSTS again, where most have one rank, is told once" {
	hosts n0 n9 n30 n9
	RINGGEN_VERBOSE=1 alright 4 chain32
	[ "$(grep -c "RINGGEN_HOSTS has host" <<<"$stderr")" = 1 ]
	[[ $stderr == *"RINGGEN_HOSTS has host 'n9' for rank 1 and again for rank 3, 2 times in all: most hosts stand there once"* ]]
	RINGGEN_HOSTS=n1,n2,n1 ring 3 chain32 2 "0 2 1"
	[[ $stderr != *again* ]]
}

@test "an unknown host: native, right, one warning" {
	hosts n0 n1 nowhere n2
	alright 4 chain32
	warned "host 'nowhere' is not in topology 'chain32' (an alias there, or RINGGEN_HOSTS, can say which machine it is)"
	hosts here there everywhere
	alright 3 chain32
	warned "host 'here' is not in topology 'chain32'"
}

@test "two hosts that are one up to the first dot: native, right, one warning, unless the topology has the domains" {
	hosts n0.x N0.X n1.x
	alright 3 chain32
	[ -z "$stderr" ]
	hosts n0.x n1.x n0.y n1.y
	alright 4 chain32
	warned "hosts 'n0.x' and 'n0.y' are one machine of topology 'chain32', 'n0'"
	hosts n0 n0.x n1
	alright 3 chain32
	[ -z "$stderr" ]
	cat >"$BATS_TEST_TMPDIR/domains.xml" <<-EOF
		<topology name="domains">
		  <defaults bandwidth="1Gbps" latency="25us"/>
		  <switch id="s0"> <node id="n0.x"/> <node id="n1.x"/> <node id="n0.y"/> </switch>
		</topology>
	EOF
	generate domains "$BATS_TEST_TMPDIR/domains.xml" --prefix domains --ops all
	build collectives domains
	hosts n0.x n1.x n0.y
	alright 3 domains
	[ -z "$stderr" ]
}

@test "a faulty RINGGEN_HOSTS: native, right, one warning" {
	hosts n0
	alright 2 chain32
	warned "has no line for rank 1"
	hosts n0 "n1 one"
	alright 2 chain32
	warned "hosts:2: after the host come at most four numbers"
	RINGGEN_HOSTS=$BATS_TEST_TMPDIR/none alright 2 chain32
	warned "none' cannot be read: No such file"
}

@test "a RINGGEN_HOSTS that never ends, is no file, or is no text: native, one warning" {
	mkfifo "$BATS_TEST_TMPDIR/fifo"
	truncate -s 100M "$BATS_TEST_TMPDIR/large"
	for file in /dev/zero "$BATS_TEST_TMPDIR/fifo" "$BATS_TEST_TMPDIR"; do
		RINGGEN_HOSTS=$file alright 2 chain32
		warned "RINGGEN_HOSTS '$file' cannot be read: not a regular file"
	done
	RINGGEN_HOSTS=$BATS_TEST_TMPDIR/large alright 2 chain32
	warned "large' cannot be read: larger than 64 MiB"
	printf 'n0\nn\0001\n' >"$BATS_TEST_TMPDIR/nul"
	RINGGEN_HOSTS=$BATS_TEST_TMPDIR/nul alright 2 chain32
	warned "nul:2: a NUL byte: not a text file"
	printf '\357\273\277n9\r\nN0\r\nn30' >"$BATS_TEST_TMPDIR/marked"
	RINGGEN_HOSTS=$BATS_TEST_TMPDIR/marked ring 3 chain32 3 "1 0 2"
}

@test "fixed form: uneven hosts, and hosts that come again" {
	printf 'n9:2\nn0\nn9\n' >"$BATS_TEST_TMPDIR/list"
	generate uneven "$TOPOLOGIES/chain32.xml" --hosts "@$BATS_TEST_TMPDIR/list" --prefix uneven --ops all=ring
	build collectives uneven
	hosts n9 n9 n0 n9
	ring 4 uneven 2 "2 0 1 3"
	hosts n9 n0 n9 n9
	alright 4 uneven
	warned "rank 1 is on 'n0', but 'uneven' was generated for 'n9' there"
}

@test "the real host of the ranks, without RINGGEN_HOSTS" {
	unset RINGGEN_HOSTS
	ring 2 auto 1 "0 1"
	alright 2 chain32
	warned "is not in topology 'chain32'"
}

@test "RINGGEN_TOPOLOGY=auto: machine by machine, by host name" {
	hosts x y x z y x
	RINGGEN_TOPOLOGY=auto ring 6 chain32 3 "0 2 5 1 4 3"
	[[ $stderr == *"told apart by host name"* ]]
	RINGGEN_TOPOLOGY=automatic alright 2 chain32
	warned "RINGGEN_TOPOLOGY has a value other than 'auto'"
}

@test "RINGGEN_COLLECTIVES: only those it names; different lists: native, one warning" {
	hosts n9 n0 n30
	RINGGEN_COLLECTIVES=allgather RINGGEN_VERBOSE=1 alright 3 chain32
	grep -q "chain32_Allgather on 3 ranks, 3 machines: ring" <<<"$stderr"
	grep -q "chain32_Allreduce on 3 ranks: native: RINGGEN_COLLECTIVES or ringgen_collectives does not name it" <<<"$stderr"
	RINGGEN_COLLECTIVES=off alright 3 chain32
	[ -z "$stderr" ]
	cat >"$BATS_TEST_TMPDIR/one" <<'END'
#!/bin/sh
[ "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" != 1 ] || export RINGGEN_COLLECTIVES=off
exec "$@"
END
	chmod +x "$BATS_TEST_TMPDIR/one"
	WRAPPER=$BATS_TEST_TMPDIR/one alright 3 chain32
	warned "RINGGEN_COLLECTIVES or ringgen_collectives is not the same on all ranks"
}

# bats test_tags=long
@test "a value that a variable does not take, and a name that none has: right, one warning each" {
	hosts n9 n0 n30
	local value variable
	for variable in CHECK REPRODUCIBLE VERBOSE WINDOWS; do
		for value in maybe 2 -1 " " "1 "; do
			export RINGGEN_$variable="$value"
			alright 3 chain32
			allowed="1 or 0"
			[ $variable != VERBOSE ] || allowed="1, 0 or summary"
			warned "RINGGEN_$variable: '$value' is not $allowed: it is ignored"
		done
		for value in 1 on yes true ON False 0 off no ""; do
			export RINGGEN_$variable="$value"
			alright 3 chain32
			no_line "RINGGEN_$variable:" <<<"$stderr"
		done
		unset RINGGEN_$variable
	done
	RINGGEN_PROGRESS=nobody alright 3 chain32
	warned "RINGGEN_PROGRESS: 'nobody' is not none or thread: it is ignored"
	RINGGEN_COLLECTIVES=on,everything alright 3 chain32
	warned "RINGGEN_COLLECTIVES: 'everything' is ignored: the words of such a list are on, off, "
	RINGGEN_HOST=x alright 3 chain32
	warned "RINGGEN_HOST: no such variable, did you mean RINGGEN_HOSTS?"
	RINGGEN_ALGORITHM=ring alright 3 chain32
	warned "RINGGEN_ALGORITHM: no such variable"
	[[ $stderr != *"did you mean"* ]]
	RINGGEN_ALGORITHM=ring RINGGEN_CHECK=x alright 1 chain32
	[ "$(grep -c . <<<"$stderr")" = 2 ]
}

@test "what only some ranks have misspelt is told once" {
	hosts n9 n0 n30 n1 n2 n3
	cat >"$BATS_TEST_TMPDIR/some" <<'END'
#!/bin/sh
[ "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" -lt 2 ] || export RINGGEN_WINDOWS=none
exec "$@"
END
	chmod +x "$BATS_TEST_TMPDIR/some"
	WRAPPER=$BATS_TEST_TMPDIR/some alright 6 chain32
	warned "RINGGEN_WINDOWS: 'none' is not 1 or 0"
	RINGGEN_WINDOWS=none run --separate-stderr on 6 communicators-chain32
	[ "$status" = 0 ]
	warned "RINGGEN_WINDOWS: 'none' is not 1 or 0"
}

@test "the variables of the manual are those that are read, and no page names another" {
	local read page
	read=$(sed -n 's/.*\] = {\(RG_SELECTION_VARIABLE\|"\(RINGGEN_[A-Z]*\)"\).*/\2/p' "$ROOT/runtime/mpi/setting.c" | sed 's/^$/RINGGEN_COLLECTIVES/' | sort)
	[ "$(wc -w <<<"$read")" -ge 9 ]
	page=$(sed -n '/^\.SH ENVIRONMENT/,/^\.SH EXAMPLES/s/^\.B \(RINGGEN_[A-Z]*\)$/\1/p' "$ROOT/generator/man/ringgen.1.in" | sort -u)
	[ "$page" = "$read" ]
	run comm -13 <(echo "$read") <(grep -ohE 'RINGGEN_[A-Z]+' "$ROOT"/{README,CHANGELOG,CONTRIBUTING}.md \
		"$ROOT"/generator/man/* "$ROOT"/examples/preload/README.md | sort -u)
	echo "$output"
	[ -z "$output" ]
	# (What is loaded before all else reads two of these before it knows whether anything else is needed.)
	run ! grep -rnE --exclude-dir=ringbench --exclude-dir=front 'getenv\("RINGGEN' "$ROOT/runtime"
}

@test "generate --auto: the same without a topology" {
	hosts x y x z y x
	ring 6 auto 3 "0 2 5 1 4 3"
}

@test "fixed form: the places it was made for" {
	hosts n9 n0 n30 n1
	ring 4 fixed 4 "1 3 0 2"
}

@test "fixed form: other places or another number of ranks: native, right, one warning" {
	hosts n0 n9 n30 n1
	alright 4 fixed
	warned "rank 0 is on 'n0', but 'fixed' was generated for 'n9' there"
	hosts n9 n0 n30
	alright 3 fixed
	warned "'fixed' was generated for 4 ranks, this communicator has 3"
	hosts n9 n0 n30 n2
	alright 4 fixed
	warned "host 'n2' is not in topology 'fixed'"
}

@test "full names, short names, aliases, in any case" {
	hosts beta.cluster.example ALPHA n1.blue n1.red
	ring 4 names 4 "1 0 3 2"
	hosts ib0 Beta.Other a
	ring 3 names 2 "0 2 1"
	hosts 10.0.0.2 10.0.0.1
	ring 2 names 2 "1 0"
}

@test "a name that fits two machines, or an address that fits half: native, one warning" {
	hosts n1 beta
	alright 2 names
	warned "host 'n1' is not in topology 'names'"
	hosts 10 beta
	alright 2 names
	warned "host '10' is not in topology 'names'"
	hosts beta n1.green
	alright 2 names
	warned "host 'n1.green' is not in topology 'names'"
}

# ---- Communicators

# parts N PART...: on machines of chain32.
parts() {
	# shellcheck disable=SC2086
	hosts $EIGHT
	run --separate-stderr on "$1" communicators-chain32 "${@:2}"
	echo "$output"
	head -n 20 <<<"$stderr"
	[ "$status" = 0 ]
	[[ $output == *" parts done" ]]
}

@test "splits in odd orders, duplicates, groups, one rank" {
	local n
	for n in 1 2 3 5 8; do
		parts "$n" splits duplicates groups self
		[ -z "$stderr" ]
	done
}

@test "a split's ring follows its own ranks" {
	RINGGEN_VERBOSE=1 parts 4 splits
	# World, backwards: n17 n2 n30 n9 and n9 n30 n2 n17.
	[[ $stderr == *"in the order 1 3 0 2"* ]]
	[[ $stderr == *"in the order 2 0 3 1"* ]]
}

@test "the user's messages on the same communicator" {
	parts 2 in_flight
	parts 4 in_flight
	[ -z "$stderr" ]
}

@test "two threads on two communicators" {
	parts 2 threads
	parts 3 threads
	[ -z "$stderr" ]
}

@test "through windows: communicators of all sorts, two threads, more communicators than have windows" {
	generate shared --auto --prefix shared --ops all=shared
	build communicators shared
	hosts x x x x
	for n in 2 4; do
		RINGGEN_VERBOSE=1 run --separate-stderr on $n communicators-shared splits duplicates groups self in_flight threads
		echo "$output"
		[ "$status" = 0 ]
		grep -q "shared_Allgather on $n ranks, 1 machine: shared" <<<"$stderr"
		no_line "native" <<<"$stderr"
	done
	run on 2 communicators-shared churn
	[ "$output" = "1 parts done" ]
	LIMIT=60 run on 3 communicators-shared many
	[[ $output == *"1 parts done" ]]
}

# bats test_tags=long
@test "3,000 communicators one after the other" {
	parts 2 churn
	[ -z "$stderr" ]
	parts 3 churn
}

@test "more communicators at once than there are contexts: native, one warning" {
	parts 2 many
	warned "there is no context left for a private communicator"
}

@test "no context is left for the first collective: native, one warning; later there is" {
	[ "$MPI" = mpich ] || skip "Open MPI has more contexts than a test can take"
	RINGGEN_VERBOSE=1 parts 2 exhausted
	[ "$(grep -c "MPI's own collectives are used" <<<"$stderr")" = 1 ]
	[[ $stderr == *"chain32_Allreduce on 2 ranks: native: there is no context left"* ]]
	[ "$(grep -c "chain32_Allreduce on 2 ranks, 2 machines: ring" <<<"$stderr")" = 1 ]
}
