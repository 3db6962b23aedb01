#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# ringgen compare: programs that stand in for one of MPI, what they are run with, what is told of them, and what is not;
# then programs of MPI on two ranks.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

setup_file() {
	build_yield
	build_plain counted
	build_plain volumes
}

setup() {
	unset RINGGEN_TOPOLOGY RINGGEN_COLLECTIVES RINGGEN_VERBOSE RINGGEN_HOSTS RINGGEN_LIBDIR LD_PRELOAD
	cd "$BATS_TEST_TMPDIR" || return 1
	mkdir temporary
	export TMPDIR=$BATS_TEST_TMPDIR/temporary
	# stub: tells what libringgen would, and notes the side that it is run for.
	cat >stub <<-'END'
		#!/bin/sh
		side=ringgen row='ours\tshared' seconds=0.25
		[ "$RINGGEN_COLLECTIVES" != off ] || side=mpi row='mpi\tringgen is off for it' seconds=0.75
		echo $side >>sides
		echo "printed by $side"
		echo "ringgen: summary of rank 0: 9.000 s since its first blocking collective, 99.0 % of it in them"
		printf 'ringgen-summary\t1\nalone\t0\ncall\tMPI_Bcast\t99\t99\t99\tours\tnone\nend\n'
		printf "ringgen-summary\t1\nalone\t0\ncall\tMPI_Allreduce\t1000\t8000\t$seconds\t$row\nend\n" >>"$RINGGEN_SUMMARY"
	END
	chmod +x stub
}

teardown() {
	[ -z "$(ls temporary)" ]
}

compare() {
	timeout -k 10 "$LIMIT" "$RINGGEN" compare "$@"
}

# told STATUS ARGUMENT...: it ends so, with what it says in $output and $stderr.
told() {
	local status_wanted=$1
	shift
	run --separate-stderr "-$status_wanted" compare "$@"
	echo "$output"
	echo "$stderr"
}

verdict() {
	[[ ${lines[0]} =~ ^(faster|slower|no\ difference\ shown):\ [0-9.]+\ \([0-9.]+\ to\ [0-9.]+\)\ times$ ]]
}

# ---- Programs that stand in

@test "a verdict first, then a table by collective; what the program prints goes to standard error, and is no summary" {
	told 0 -- ./stub
	verdict
	[ "$(grep -c '^MPI_' <<<"$output")" = 1 ]
	grep -qE '^MPI_Allreduce +1000 +0\.008 +0\.750000 +0\.250000  3\.00 \(3\.00 to 3\.00\) +all, by shared$' <<<"$output"
	grep -q "8 pairs of runs, after one that does not count" <<<"$output"
	[ "$(grep -c '^printed by' <<<"$stderr")" = 18 ]
	no_line 'printed by|MPI_Bcast' <<<"$output"
}

@test "runs take turns in being the first of a pair" {
	told 0 --pairs 6 -- ./stub
	[ "$(tr '\n' ' ' <sides)" = "mpi ringgen mpi ringgen ringgen mpi mpi ringgen ringgen mpi mpi ringgen ringgen mpi " ]
	grep -q "6 pairs of runs" <<<"$output"
}

@test "--csv and -o; the words of the program are not the command's" {
	cat >words <<-'END'
		#!/bin/sh
		printf '%s\n' "$@" >words.were
		exec ./stub
	END
	chmod +x words
	told 0 --csv=table.csv -o report --pairs=6 -- ./words --pairs 3 -o "a b" -- --csv
	[ -z "$output" ]
	diff words.were - <<<$'--pairs\n3\n-o\na b\n--\n--csv'
	head -n 1 report | grep -qE '^(faster|slower|no difference shown): '
	diff - <(cut -d, -f1-7,11- table.csv | sed -E 's/^(program,,,,),.*/\1/') <<-'END'
		what,calls_mpi,calls_ringgen,bytes_mpi,bytes_ringgen,seconds_mpi,seconds_ringgen,served,by
		program,,,,
		blocking,1000,1000,8000,8000,0.75,0.25,1000,"shared"
		MPI_Allreduce,1000,1000,8000,8000,0.75,0.25,1000,"shared"
	END
	[[ $(sed -n 2p table.csv) =~ ^program,,,,,[0-9.e-]+,[0-9.e-]+,[0-9.e-]+,[0-9.e-]+,[0-9.e-]+,,$ ]]
	told 4 --csv nowhere/table.csv -- ./stub
	[[ $stderr == *"nowhere/table.csv: error: "* ]]
	[ "$(wc -l <sides)" = 14 ] # it was not run
}

@test "the command line" {
	told 2 -- # no program
	[[ $stderr == *"which program? give it behind --"* ]]
	told 2 "$MPIEXEC" -n 2 ./stub
	[[ $stderr == *"which program? give it behind --"* ]]
	told 2 --csv --help
	[[ $stderr == *"which program? give it behind --"* ]]
	for pairs in 5 101; do
		told 2 --pairs $pairs -- ./stub
		[[ $stderr == *"--pairs: from 6 to 100"* ]]
	done
	told 2 - -- ./stub
	[[ $stderr == *"the topology must be a file"* ]]
	told 2 --linked "$TOPOLOGIES/pair.xml" -- ./stub
	[[ $stderr == *"--linked: generated routines have their topology"* ]]
	told 2 -o x --csv x -- ./stub
	[[ $stderr == *"name the same file"* ]]
	told 2 a.xml b.xml -- ./stub
	[[ $stderr == *"too many arguments"* ]]
	RINGGEN_COLLECTIVES=off told 2 -- ./stub
	[[ $stderr == *"RINGGEN_COLLECTIVES is off"* ]]
	told 4 missing.xml -- ./stub
	[[ $stderr == "missing.xml: error: cannot open the file"* ]]
	[ ! -e sides ]
	told 0 --help
	[[ $output == "Usage: ringgen compare "* ]]
}

# environment SIDE NAME: what the program had on that side in its first run.
environment() {
	sed -n "s/^$2=//p" "environment.$1"
}

@test "what a program is run with: off on one side, as it is set on the other" {
	cat >look <<-'END'
		#!/bin/sh
		env >environment.$([ "$RINGGEN_COLLECTIVES" = off ] && echo mpi || echo ringgen)
		exec ./stub
	END
	chmod +x look
	told 0 --pairs 6 -- ./look
	[ "$(environment mpi RINGGEN_COLLECTIVES) $(environment ringgen RINGGEN_COLLECTIVES)" = "off on" ]
	run ! grep -q '^RINGGEN_TOPOLOGY=' environment.mpi environment.ringgen
	[ "$(environment mpi LD_PRELOAD)" = "$LIBPRELOAD" ]
	[ "$(environment ringgen LD_PRELOAD)" = "$LIBPRELOAD" ]
	run ! grep -q '^RINGGEN_VERBOSE=' environment.mpi environment.ringgen
	# A topology, by the environment or on the command line, where a whole name is made of it.
	RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare,bcast told 0 --pairs 6 -- ./look
	[ "$(environment ringgen RINGGEN_TOPOLOGY) $(environment ringgen RINGGEN_COLLECTIVES)" = "auto prepare,bcast" ]
	run ! grep -q '^RINGGEN_TOPOLOGY=' environment.mpi
	cp "$TOPOLOGIES/pair.xml" .
	RINGGEN_TOPOLOGY=auto told 0 pair.xml --pairs 6 -- ./look
	[ "$(environment ringgen RINGGEN_TOPOLOGY)" = "$(realpath pair.xml)" ]
	run ! grep -q '^RINGGEN_COLLECTIVES=' environment.ringgen
	[ "$(environment mpi RINGGEN_COLLECTIVES)" = off ]
}

@test "the preload library: the one that is there, or before what is there; none where routines are linked" {
	cat >look <<-'END'
		#!/bin/sh
		echo "$LD_PRELOAD" >preload
		exec ./stub
	END
	chmod +x look
	mkdir elsewhere
	cp "$LIBPRELOAD" elsewhere/liblab.so # as `generate --preload` may call one
	LD_PRELOAD="$PWD/elsewhere/liblab.so" told 0 --pairs 6 -- ./look
	[ "$(cat preload)" = "$PWD/elsewhere/liblab.so" ]
	if [ -n "$YIELD" ]; then
		LD_PRELOAD=$YIELD told 0 --pairs 6 -- ./look
		[ "$(cat preload)" = "$LIBPRELOAD:$YIELD" ]
	fi
	cp "$LIBPRELOAD" elsewhere
	RINGGEN_LIBDIR=elsewhere told 0 --pairs 6 -- ./look
	[ "$(cat preload)" = "$PWD/elsewhere/libringgen-preload.so" ]
	told 0 --linked --pairs 6 -- ./look
	[ -z "$(cat preload)" ]
}

@test "standard input: each run reads the file, and none a pipe" {
	cat >reads <<-'END'
		#!/bin/sh
		cat >>read
		exec ./stub
	END
	chmod +x reads
	printf 'first\nsecond\n' >input
	(read -r _ && told 0 --pairs 6 -- ./reads) <input
	[ "$(sort read | uniq -c | tr -s ' ')" = " 14 second" ]
	rm read
	told 0 --pairs 6 -- ./reads < <(echo never)
	[ ! -s read ]
	[[ $stderr == *"warning: standard input is a pipe"* ]]
}

@test "a program that fails: its status, and with whose collectives" {
	told 7 -- sh -c 'exit 7'
	[[ $stderr == *"error: nothing is compared: in run 1, with MPI's own collectives, the program has ended with status 7" ]]
	[ -z "$output" ]
	# shellcheck disable=SC2016 # the program's
	told 137 -- sh -c '[ "$RINGGEN_COLLECTIVES" = off ] || kill -9 $$; exec ./stub'
	[[ $stderr == *"in run 2, with ringgen's collectives, the program was ended by signal 9 (Killed); with MPI's own it has ended well" ]]
	told 127 -- ./nothing
	[[ $stderr == *"cannot start './nothing': No such file or directory"* ]]
	touch text
	told 126 -- ./text
	[[ $stderr == *"cannot start './text': Permission denied"* ]]
	# Later on as well.
	rm sides
	# shellcheck disable=SC2016
	told 3 -- sh -c '[ "$(cat sides 2>/dev/null | wc -l)" -lt 9 ] || exit 3; exec ./stub'
	[[ $stderr == *"in run 10, "* ]]
}

# tells MPI RINGGEN: a program `says` with these lines of a summary on either side.
tells() {
	printf '%b' "$1" >says.mpi
	printf '%b' "$2" >says.ringgen
	cat >says <<-'END'
		#!/bin/sh
		cat says.$([ "$RINGGEN_COLLECTIVES" = off ] && echo mpi || echo ringgen) >>"$RINGGEN_SUMMARY"
	END
	chmod +x says
}

@test "where nothing can be compared, it says why, after two runs" {
	local off='ringgen-summary\t1\nalone\t0\ncall\tMPI_Bcast\t5\t40\t0.5\tmpi\tringgen is off for it\nend\n'
	local none='ringgen-summary\t1\nalone\t0\nend\n' alone='ringgen-summary\t1\nalone\t3\nend\n'
	told 3 -- true
	[[ $stderr == *"nothing can be compared: no summary came from the run with MPI's own collectives. The preload library was not in"* ]]
	told 3 --linked -- true
	[[ $stderr == *"With --linked the program must have generated routines"* ]]
	tells "$off" ""
	told 3 -- ./says
	[[ $stderr == *"no summary came from the run with ringgen's collectives"* ]]
	tells "$none" "$none"
	told 3 -- ./says
	[[ $stderr == *"its rank 0 has called no collective that ringgen serves" ]]
	tells "$alone" "$alone"
	told 3 -- ./says
	[[ $stderr == *"all 3 collectives of its rank 0 are of one process alone"* ]]
	tells "$off" "${off/ringgen is off for it/there is no data}"
	told 3 -- ./says
	[[ $stderr == *"no collective was served by ringgen (5 calls: there is no data)" ]]
	tells "${off/mpi/ours}" "${off/mpi/ours}"
	told 3 -- ./says
	[[ $stderr == *"with RINGGEN_COLLECTIVES=off ringgen has served 5 collectives"* ]]
	[ -z "$output" ]
}

@test "a summary that is not whole, or none of ringgen's, is an error" {
	local right='ringgen-summary\t1\nalone\t0\ncall\tMPI_Bcast\t5\t40\t0.5\tmpi\toff\nend\n' wrong
	for wrong in "${right%end*}" "${right%\\n}" "${right/summary/sumary}" "${right/\\t1/\\t2}" "${right/5/five}" "${right/40/-1}" \
		"${right/mpi/some}" "${right/\\toff/}" "${right/off/off\\toff}" "hello\\n" "${right}more\\n" "\\n" "${right/0.5/nan}"; do
		tells "$wrong" "$wrong"
		told 4 -- ./says
		[[ $stderr == *"/summary: error: it is no summary of this version of ringgen, or not a whole one" ]]
	done
	tells "$right" "${right/mpi/ours}"
	told 0 -- ./says
}

@test "the calls of several jobs are added; those that do not block have no time" {
	local ours='ringgen-summary\t1\nalone\t1\ncall\tMPI_Bcast\t5\t40\t0.5\tours\tring\ncall\tMPI_Bcast\t2\t8\t0.1\tmpi\tno\n'
	ours+='call\tMPI_Ibcast\t4\t32\t-\tours\tring\nend\n'
	tells "$ours$ours" "$ours$ours"
	sed -i 's/ours/mpi/' says.mpi
	told 0 --pairs 6 --csv t.csv -- ./says
	grep -qE '^MPI_Bcast +14 +0\.000 +1\.200000 +1\.200000  1\.00 \(1\.00 to 1\.00\) +10, by ring$' <<<"$output"
	grep -qE '^MPI_Ibcast +8 +0\.000 +- +-  - +all, by ring$' <<<"$output"
	grep -qE '^all that block +14 ' <<<"$output"
	grep -qx 'MPI_Ibcast,8,8,64,64,,,,,,8,"ring"' t.csv
	# It may call otherwise.
	printf '%b' "$ours" >says.ringgen
	told 0 --pairs 6 -- ./says
	grep -q "calls otherwise with MPI's own collectives: MPI_Bcast 14 times, with 0.000 MB" <<<"$output"
}

@test "a signal ends the program and its children, and leaves nothing" {
	cat >waits <<-'END'
		#!/bin/sh
		sleep 1000 &
		echo $! >child
		wait
	END
	chmod +x waits
	for signal in INT TERM; do
		rm -f child
		env --default-signal=INT "$RINGGEN" compare -- ./waits 3>&- &
		until [ -s child ]; do sleep 0.1; done
		kill -$signal $!
		status=0
		wait $! || status=$?
		[ $status = $((128 + $(kill -l $signal))) ]
		# Nobody may have waited for it yet.
		run ! grep -v ') Z ' "/proc/$(cat child)/stat"
		[ -z "$(ls temporary)" ]
	done
}

# ---- Programs of MPI

# of_mpi STATUS N PROGRAM...: it is compared on so many ranks.
of_mpi() {
	local status_wanted=$1 n=$2
	shift 2
	[ -z "$SAN" ] || skip "a sanitizer must be in the program"
	# shellcheck disable=SC2086 # words
	LD_PRELOAD=$YIELD told "$status_wanted" --pairs 6 --csv table.csv -- $MPIEXEC -n "$n" "$@"
}

# row NAME: the calls of both sides, the bytes of both, and those that were served.
row() {
	sed -nE "s/^$1,([0-9]*,[0-9]*,[0-9]*,[0-9]*),.*,([0-9]+),\".*\"$/\1,\2/p" table.csv
}

@test "a program of MPI on two ranks: each side has the same calls and bytes" {
	RINGGEN_COLLECTIVES=prepare of_mpi 0 2 "$BATS_FILE_TMPDIR/counted"
	verdict
	[ "$(row MPI_Bcast)" = 100,100,8000,8000,100 ]
	[ "$(row MPI_Allreduce)" = 57,57,400,400,50 ]
	[ "$(row MPI_Barrier)" = 30,30,0,0,30 ]
	[ "$(row blocking)" = 187,187,8400,8400,180 ]
	no_line 'summary of rank 0' <<<"$stderr"
	RINGGEN_COLLECTIVES=prepare of_mpi 0 2 "$BATS_FILE_TMPDIR/volumes" inter
	[ "$(awk -F, '$2 != $3 || $4 != $5' table.csv | grep -c .)" = 1 ] # the first line
	[ "$(wc -l <table.csv)" -ge 20 ]
	no_line 'calls otherwise' <<<"$output"
}

@test "routines that are linked into the program" {
	[ -z "$SAN" ] || skip "a sanitizer must be in the program"
	cat >average.c <<-'END'
		#include "auto.h"
		int main(int argc, char **argv)
		{
			double in[100] = {1}, out[100];
			MPI_Init(&argc, &argv);
			for (int i = 0; i < 20; i++)
				auto_Allreduce(in, out, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
			MPI_Barrier(MPI_COMM_WORLD); /* not ours */
			MPI_Finalize();
			return 0;
		}
	END
	"$RINGGEN" generate --auto --prefix auto -o auto
	# shellcheck disable=SC2086 # words
	$MPICC $WARN -O1 -I. -I"$ROOT/runtime" -o average average.c auto.c "$LIBRINGGEN" -lhwloc -lm -pthread
	# shellcheck disable=SC2086 # words
	LD_PRELOAD=$YIELD told 0 --linked --pairs 6 --csv table.csv -- $MPIEXEC -n 2 ./average
	[ "$(row MPI_Allreduce)" = 20,20,16000,16000,20 ]
	[ -z "$(row MPI_Barrier)" ]
	# Preloaded, MPI's own names are served as well.
	of_mpi 0 2 ./average
	[ "$(row MPI_Allreduce)" = 20,20,16000,16000,20 ]
	[ "$(row MPI_Barrier)" = 1,1,0,0,1 ]
	# shellcheck disable=SC2086 # words
	LD_PRELOAD=$YIELD told 3 --linked --pairs 6 -- $MPIEXEC -n 2 "$BATS_FILE_TMPDIR/counted"
	[[ $stderr == *"With --linked the program must have generated routines"* ]]
}

@test "with a topology" {
	hosts n0 n1
	RINGGEN_HOSTS=$RINGGEN_HOSTS RINGGEN_NATIVE=0 of_mpi 0 2 "$BATS_FILE_TMPDIR/counted"
	[[ $stderr == *"collectives of 'auto'"* ]]
	cp "$TOPOLOGIES/pair.xml" .
	# shellcheck disable=SC2086 # words
	LD_PRELOAD=$YIELD told 0 pair.xml --pairs 6 -- $MPIEXEC -n 2 "$BATS_FILE_TMPDIR/counted"
	[[ $stderr == *"collectives of 'pair'"* ]]
}

@test "programs of MPI that have nothing to compare" {
	of_mpi 3 2 "$BATS_FILE_TMPDIR/volumes" self
	[[ $stderr == *"all 3 collectives of its rank 0 are of one process alone"* ]]
	of_mpi 3 1 "$BATS_FILE_TMPDIR/counted"
	[[ $stderr == *"all 192 collectives of its rank 0 are of one process alone"* ]]
	of_mpi 3 2 "$BATS_FILE_TMPDIR/volumes" none
	[[ $stderr == *"its rank 0 has called no collective that ringgen serves"* ]]
	of_mpi 3 2 env -u LD_PRELOAD "$BATS_FILE_TMPDIR/counted"
	[[ $stderr == *"no summary came from the run with MPI's own collectives"* ]]
	RINGGEN_COLLECTIVES=scan of_mpi 3 2 "$BATS_FILE_TMPDIR/counted"
	[[ $stderr == *"no collective was served by ringgen ("*"RINGGEN_COLLECTIVES or ringgen_collectives does not name it"* ]]
	of_mpi 3 2 env RINGGEN_COLLECTIVES=on "$BATS_FILE_TMPDIR/counted"
	[[ $stderr == *"with RINGGEN_COLLECTIVES=off ringgen has served "* ]]
}
