#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# One grammar for sizes, rates and times in ringgen, ringbench and gather, and what one of them writes another one reads.
# shellcheck disable=SC2154 # run sets output and stderr
bats_require_minimum_version 1.5.0
load common

setup_file() {
	build_yield
	local where=(MPICC="$MPICC" CPPFLAGS=-Wpedantic CFLAGS="-O1 -g ${SAN:+-fsanitize=$SAN}")
	timeout 120 make -s -C "$ROOT/examples/gather" "${where[@]}" BUILD="$BATS_FILE_TMPDIR"
	timeout 120 make -s -C "$ROOT/examples/ringbench" "${where[@]}" RINGGEN="$RINGGEN" OUT="$BATS_FILE_TMPDIR" \
		TOPOLOGY="$ROOT/examples/ringbench/cluster.xml" RINGGEN_CFLAGS="-I$ROOT/runtime" RINGBENCH_LIB="$RINGBENCH_LIB" \
		RINGGEN_LIBS="$LIBRINGGEN -lhwloc -pthread" ALGORITHMS=ring
}

setup() {
	mkdir "$BATS_TEST_TMPDIR/here" && cd "$BATS_TEST_TMPDIR/here" || return 1
	export ASAN_OPTIONS=detect_leaks=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
}

# alone PROGRAM ARGUMENT...: one rank, without mpiexec.
alone() {
	local program=$1
	shift
	timeout 60 "$BATS_FILE_TMPDIR/$program" "$@" </dev/null
}

# The words behind the quoted text of an error.
why() {
	sed -n "s/.*: '.*' //p" <<<"$1"
}

@test "sizes: ringgen and ringbench take the same ones, for the same number of bytes" {
	while read -r bytes text; do
		text=${text//_/ }
		run --separate-stderr timeout 60 "$RINGGEN" plan "$TOPOLOGIES/pair.xml" --csv --collective allgather=ring --size "$text"
		ours=$status words=$stderr
		echo "'$text': $output $stderr"
		if [ "$bytes" = - ]; then
			[ "$ours" = 2 ]
		else
			[ "$(sed 1d <<<"$output" | cut -d, -f3)" = "$bytes" ]
		fi
		run --separate-stderr alone ringbench --sizes "$text" --repeat 1:1 --warm-up 0 --batch 1 --algorithms native \
			--type int --csv out.csv
		echo "$status $output $stderr"
		[ "$status" = "$ours" ]
		if [ "$bytes" = - ]; then
			[ "$(why "${stderr##*ringbench: }")" = "$(why "$(head -n 1 <<<"$words")")" ]
		else
			[ "$(sed 1d out.csv | cut -d, -f4)" = "$bytes" ]
		fi
	done <<-E
		1024 1K
		1024 1k
		1024 1KiB
		1024 1kiB
		1000 1KB
		1000 1kB
		1048576 1_MiB
		1048576 1M
		1000000 1MB
		1000000 1e6
		1536 1.5KiB
		1536 1.5K
		512 .5K
		2097152 2MiB
		4 4B
		4096 004096
		- 1Ki
		- 1m
		- 1kib
		- 1b
		- 4Mbit
		- 1_MiB_
		- +1K
		- _1K
		- -4
		- 0
		- 0K
		- 0x10
		- 1K2
		- 1.0001K
		- 0.5
		- 1e-400
		- 1e400
		- inf
		- nan
		- x
		- 99999999999999999999
	E
}

@test "rates and times: ringgen and gather take the same ones, and gather's file has them" {
	while read -r option name text; do
		text=${text//_/ }
		printf '<topology name="cluster"><defaults %s="%s"/><switch id="switch"><node id="n"/></switch></topology>' \
			"$name" "$text" >want.xml
		run --separate-stderr "$RINGGEN" check --links want.xml
		echo "'$text': $output $stderr"
		theirs=$status words=$stderr values=$(cut -d' ' -f4- <<<"${lines[2]:-}")
		run --separate-stderr alone gather "$option" "$text" -o got.xml
		echo "$status $output $stderr"
		if [ "$theirs" != 0 ]; then
			[ "$status" = 2 ]
			[[ $words == *"$(why "$stderr")" ]]
			[ ! -e got.xml ]
		else
			[ "$status" = 0 ]
			[ "$("$RINGGEN" check --links got.xml | sed -n 's/^link [^ ]* [^ ]* //p')" = "$values" ]
			rm got.xml
		fi
	done <<-E
		--bandwidth bandwidth 1Gbps
		--bandwidth bandwidth 100Mbit/s
		--bandwidth bandwidth 12.5_GB/s
		--bandwidth bandwidth 40Gb/s
		--bandwidth bandwidth 1GiB/s
		--bandwidth bandwidth 1e3Mbps
		--bandwidth bandwidth 1Gpbs
		--bandwidth bandwidth 1gbps
		--bandwidth bandwidth 1G
		--bandwidth bandwidth 1
		--bandwidth bandwidth 0Gbps
		--bandwidth bandwidth -1Gbps
		--bandwidth bandwidth 1e99Gbps
		--latency latency 25us
		--latency latency 1.5_ms
		--latency latency 300ns
		--latency latency 25µs
		--latency latency 0s
		--latency latency 25
		--latency latency -1us
		--latency latency 25US
		--latency latency 1e30s
	E
}

@test "gather: what ringgen would refuse is refused, what cannot be written is told, nothing is left" {
	for name in 3d a-b '' MPI mpi_x rg_x 'a"b'; do
		printf '<topology name="%s"><node id="n"/></topology>' "${name//\"/&quot;}" >want.xml
		run -4 "$RINGGEN" check want.xml
		run --separate-stderr -2 alone gather --name "$name" -o got.xml
		[[ $stderr == *"gather: --name: '$name' "* ]]
	done
	rm want.xml
	mkdir dir
	for out in no/x dir; do
		run --separate-stderr -1 alone gather -o $out
		[[ $stderr == "gather: $out: cannot write: "* ]]
		[[ $stderr != *MPI_Abort* ]]
	done
	run -2 alone gather -o ''
	run -2 alone gather --no-such
	run --separate-stderr -0 alone gather --help
	[[ $output == "usage: "* ]]
	alone gather -o /dev/null
	[ -c /dev/null ]
	[ -w /dev/full ] || skip "no /dev/full is here"
	run --separate-stderr -1 alone gather -o /dev/full
	[[ $stderr == *"gather: /dev/full: cannot write: No space left on device"* ]]
	rmdir dir
	[ -z "$(ls -A)" ]
	# Lines without a host do not count, as in libringgen.
	printf '# the hosts\n\nn7 # here\n' >hosts
	RINGGEN_HOSTS=hosts alone gather -o x.xml
	grep -q '<node id="n7">' x.xml
	for file in /dev/zero .; do
		RINGGEN_HOSTS=$file run alone gather
		[ "$status" != 0 ]
		[[ $output == *"is not a regular file"* ]]
	done
}

@test "what one writes, another one reads: job, pairs, calibration, sizes" {
	export RINGGEN_HOSTS=$PWD/hosts
	printf '%s\n' n0 n1 n2 >"$RINGGEN_HOSTS"
	run -0 on 3 gather -o job.xml --bandwidth "10 Gbit/s" --latency "3 us"
	"$RINGGEN" check job.xml
	run --separate-stderr on 3 ringbench --pairs --pair-size 1.5KiB --topology job.xml --ringgen "$RINGGEN" --csv pairs.csv \
		--calibrate measured.xml
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[[ $output == *"messages of 1.5 KiB in flight"* ]]
	"$RINGGEN" check measured.xml
	"$RINGGEN" calibrate job.xml --measured pairs.csv -o again.xml
	diff <(grep -v Measured measured.xml) <(grep -v Measured again.xml)
	# The rates of the table, as ringbench writes them, are rates of a topology file.
	rates=$(grep -oE '[0-9.]+ [TGMk]?bit/s' <<<"$output" | sort -u)
	[ "$(wc -l <<<"$rates")" -ge 2 ]
	while read -r rate; do
		sed "s|10 Gbit/s|$rate|" job.xml >rated.xml
		"$RINGGEN" check rated.xml
	done <<<"$rates"
}
