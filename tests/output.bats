#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Where output goes, and what is left when it cannot, when nobody reads it, and when a signal comes.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr
bats_require_minimum_version 1.5.0

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	TOPO=$(realpath "$BATS_TEST_DIRNAME/../topo-files")
	pair=$TOPO/pair.xml
	mkdir "$BATS_TEST_TMPDIR/work" "$BATS_TEST_TMPDIR/tmp"
	export TMPDIR=$BATS_TEST_TMPDIR/tmp
	cd "$BATS_TEST_TMPDIR/work" || return 1
	echo 'kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps
pair,direct,n0,n1,1,50,100,100' >measured.csv
}

ringgen() {
	timeout 60 "$RINGGEN" "$@"
}

# The commands that write files, each as far as its -o.
WRITERS="generate $BATS_TEST_DIRNAME/../topo-files/pair.xml --ops all=ring -o
order $BATS_TEST_DIRNAME/../topo-files/pair.xml -o
plot $BATS_TEST_DIRNAME/../topo-files/pair.xml -o
plan $BATS_TEST_DIRNAME/../topo-files/pair.xml --collective allgather=ring -o
survey $BATS_TEST_DIRNAME/../topo-files/pair.xml --hosts n[0-3] -o
calibrate $BATS_TEST_DIRNAME/../topo-files/pair.xml --measured measured.csv -o
export simgrid $BATS_TEST_DIRNAME/../topo-files/pair.xml -o
probe -o"

# nothing_new: no file is here or in TMPDIR but those that were there before.
nothing_new() {
	[ "$(ls -A)" = "${1:-measured.csv}" ]
	[ -z "$(ls -A "$TMPDIR")" ]
}

@test "a folder, an empty name: usage, of every command" {
	mkdir dir
	ln -s dir link
	while read -r command; do
		for name in dir dir/ ./ . .. dir/.. link /tmp none/; do
			# shellcheck disable=SC2086
			run --separate-stderr -2 ringgen $command "$name"
			[[ $stderr == "ringgen: error: -o: that is a folder, give "*": '$name'"* ]]
		done
		# shellcheck disable=SC2086
		run --separate-stderr -2 ringgen $command ''
		[[ $stderr == "ringgen: error: -o: it is no name"* ]]
	done <<<"$WRITERS"
	rm link
	rmdir dir
	nothing_new
	[ ! -e /tmp.c ]
}

@test "what is added to BASE is not asked for twice, and nothing is made beside a device" {
	while read -r command name words; do
		# shellcheck disable=SC2086
		run --separate-stderr -2 ringgen $command "$pair" -o "$name"
		echo "$command $name: $stderr"
		[[ $stderr == "ringgen: error: -o: $words: '$name'"* ]]
	done <<-E
		generate x.c give DIR/BASE, ends are added to it
		generate x.h give DIR/BASE, ends are added to it
		generate dir/x.so a library is made with --preload; else give DIR/BASE
		generate /dev/null not the name of files, DIR/BASE
		generate /dev/stdout not the name of files, DIR/BASE
		generate - not the name of files, DIR/BASE
	E
	for name in x.xml x.hosts; do
		run --separate-stderr -2 ringgen export simgrid "$pair" -o $name
		[[ $stderr == *"-o: give DIR/BASE, ends are added to it: '$name'"* ]]
	done
	run -2 ringgen calibrate "$pair" --measured measured.csv -o -
	run -2 ringgen calibrate "$pair" --measured measured.csv -o /dev/stdout
	nothing_new
	[ ! -e /dev/null.c ] && [ ! -e /dev/stdout.c ]
	# A file of that name itself is no obstacle.
	touch base
	ringgen generate "$pair" --ops all=ring -o base
	[ -s base.c ] && [ -s base.h ] && [ ! -s base ]
}

@test "what cannot be written is told before any work" {
	# Before the topology is read: it is not there.
	for command in plan plot order generate "survey --hosts n[0-9]" "calibrate --measured measured.csv" "export simgrid"; do
		# shellcheck disable=SC2086
		run --separate-stderr -4 ringgen $command none.xml -o no/such/x
		[[ $stderr == "no/such/x"*": error: cannot write: No such file or directory"* ]]
		[[ $stderr != *none.xml* ]]
	done
	run --separate-stderr -4 ringgen generate none.xml -o /proc/x
	[[ $stderr != *none.xml* ]]
	for command in plan plot order check certify prove; do
		# shellcheck disable=SC2016
		run -4 timeout 60 bash -c '"$@" >&-' - "$RINGGEN" $command none.xml
		[ "$output" = "standard output: error: cannot write: Bad file descriptor" ]
	done
	nothing_new
}

@test "what is asked for and cannot be is told of each file" {
	echo old >x.h
	mkdir x.c
	run --separate-stderr -4 ringgen generate "$pair" -o x
	[ "$stderr" = "x.c: error: cannot write: Is a directory" ]
	[ "$(cat x.h)" = old ]
	run --separate-stderr -4 ringgen generate "$pair" -o none/x
	[ "$stderr" = "none/x.c: error: cannot write: No such file or directory
none/x.h: error: cannot write: No such file or directory" ]
	rm -r x.c x.h
	nothing_new
}

@test "another user's folder and file" {
	[ "$(id -u)" = 0 ] || skip "not root"
	chmod 755 .
	echo old >file
	chmod 644 file
	for name in x file; do
		for command in order plot; do
			run --separate-stderr -4 setpriv --reuid=65534 --clear-groups "$RINGGEN" $command - -o $name <"$pair"
			[ "$stderr" = "$name: error: cannot write: Permission denied" ]
		done
	done
	[ "$(cat file)" = old ]
	rm file
	nothing_new
}

@test "-o is not what is read, but where it is meant to be" {
	cp "$pair" mine.xml
	for command in order plot plan "survey --hosts n0,n1"; do
		# shellcheck disable=SC2086
		run --separate-stderr -4 ringgen $command mine.xml -o ./mine.xml
		[ "$stderr" = "ringgen: error: -o: './mine.xml' is the topology file, which would be overwritten" ]
	done
	run --separate-stderr -4 ringgen calibrate mine.xml --measured measured.csv -o measured.csv
	[[ $stderr == *"is the file of what was measured"* ]]
	cmp mine.xml "$pair"
	ringgen calibrate mine.xml --measured measured.csv -o mine.xml >table
	grep -q "Measured by ringbench" mine.xml
	# In place, as sort -o does it.
	printf 'n4\nn1\nn0\n' >hosts
	ringgen order "$pair" --hosts @hosts -o hosts
	[ "$(xargs <hosts)" = "n0 n1 n4" ]
}

@test "devices, pipes, links, standard output by its name" {
	ringgen order "$pair" >want
	ringgen order "$pair" -o /dev/null
	ringgen order "$pair" -o /dev/stdout | diff want -
	ringgen order "$pair" -o /dev/stdout >got
	ringgen order "$pair" -o /dev/fd/3 3>&1 >&2 | diff want -
	diff want got
	mkfifo pipe
	ringgen order "$pair" -o pipe &
	diff want pipe
	wait
	ln -s elsewhere link
	ringgen order "$pair" -o link
	diff want elsewhere
	[ -L link ] && [ -p pipe ]
	[ -w /dev/full ] || skip "no /dev/full is here"
	run --separate-stderr -4 ringgen order "$pair" -o /dev/full
	[ "$stderr" = "/dev/full: error: cannot write: No space left on device" ]
}

@test "a disk that gets full: an error, the old file as it was, nothing left over" {
	echo old >x.c
	echo old >x.svg
	for command in "generate $pair --ops all=ring -o x" "plot $pair -o x.svg"; do
		# A limit of 1 KiB, by which SIGXFSZ comes.
		# shellcheck disable=SC2016,SC2086
		run -4 bash -c 'ulimit -f 1; exec "$@"' - timeout 60 "$RINGGEN" $command
		[[ $output == "x."*": error: cannot write: File too large" ]]
	done
	[ "$(cat x.c x.svg)" = "old
old" ]
	rm x.c x.svg
	nothing_new
	[ -w /dev/full ] || skip "no /dev/full is here"
	for command in "check $pair" "certify $pair" "plan $pair --collective allgather=ring" "prove --ranks 2" --help "check -h" \
		--version probe "survey $pair --hosts n0,n1" "export simgrid $pair"; do
		# shellcheck disable=SC2016,SC2086
		run -4 bash -c '"$@" >/dev/full' - timeout 60 "$RINGGEN" $command
		[[ $output == *"cannot write"* ]]
	done
	# prove does not go on when nobody gets its rows.
	# shellcheck disable=SC2016
	run -4 bash -c 'timeout 60 "$@" >/dev/full' - "$RINGGEN" prove
}

# closed ARGUMENT...: the command's reader has gone before it writes; ended by SIGPIPE, without a word.
closed() {
	# shellcheck disable=SC2016
	run bash -c '{ (trap "" PIPE; while echo 2>/dev/null; do sleep 0.01; done); "$@"; echo $? >status; } | exec <&-' - \
		timeout 60 "$RINGGEN" "$@"
	echo "$* $output $(cat status)"
	[ -z "$output" ]
	[ "$(cat status)" = 141 ]
	rm status
}

@test "nobody reads any more: quiet, as other programs, also where SIGPIPE is ignored" {
	for how in - ''; do
		[ -n "$how" ] || trap '' PIPE
		closed --help
		closed --version
		closed order --help
		closed check "$pair"
		closed order "$pair"
		closed order "$pair" -o /dev/stdout
		closed certify "$pair"
		closed plot "$TOPO/tree10000.xml"
		closed prove --ranks 2
		closed plan "$pair" --collective allgather=ring
		closed probe
		closed survey "$pair" --hosts n0,n1
		closed export simgrid "$pair"
		# A file beside it is written.
		closed calibrate "$pair" --measured measured.csv -o new.xml
		ringgen check new.xml
		rm new.xml
	done
	trap - PIPE
	nothing_new
}

@test "streams that were closed lend their numbers to no file" {
	# shellcheck disable=SC2016
	run bash -c '"$0" generate "$1" --ops all=ring --model ideal -o x 0<&- >&- 2>&-' "$RINGGEN" "$pair"
	[ "$status" = 0 ]
	ringgen generate "$pair" --ops all=ring --model ideal -o y
	diff <(sed 's/\bx\b/y/g' x.c) y.c
	# shellcheck disable=SC2016
	run bash -c '"$0" check - <&-' "$RINGGEN"
	[ "$status" = 4 ]
	# shellcheck disable=SC2016
	run bash -c '"$0" check "$1" >&-' "$RINGGEN" "$pair"
	[ "$status" = 4 ]
}

# A compiler that takes for ever, and what generate --preload looks for beside it.
slow_compiler() {
	mkdir -p lib/lib lib/include
	touch lib/lib/libringgen-preload-mpich.a lib/include/ringgen.h
	cat >lib/mpicc <<-'E'
		#!/bin/sh
		case " $* " in
		*" -E "*) echo @mpich ;;
		*)
			sleep 1000 &
			sleep 1000 &
			echo $! >"${0%/*}/compiling"
			wait
			;;
		esac
	E
	chmod +x lib/mpicc
	export MPICC=$PWD/lib/mpicc RINGGEN_LIBDIR=$PWD/lib/lib
}

@test "a signal ends the compiler, too, and nothing is left" {
	slow_compiler
	for signal in INT TERM HUP; do
		# A job in the background does not get SIGINT, without this.
		env --default-signal=INT,QUIT "$RINGGEN" generate "$pair" --ops allreduce=ring --preload -o x 3>&- &
		command=$!
		for ((i = 0; i < 600; i++)); do
			[ ! -s lib/compiling ] || break
			sleep 0.1
		done
		[ -n "$(ls "$TMPDIR"/ringgen.*)" ]
		kill -$signal $command
		status=0
		wait $command || status=$?
		[ "$status" = $((128 + $(kill -l $signal))) ]
		[[ $(ps -o stat= -p "$(cat lib/compiling)") != [^Z]* ]] # nobody may have looked after it
		nothing_new "lib
measured.csv"
		rm lib/compiling
	done
}

@test "a compiler that is killed, or fails: a message, and nothing is left" {
	slow_compiler
	# shellcheck disable=SC2016
	for end in 'kill -9 $$' 'exit 1' 'echo partly >"$out"; exit 1' 'rm -f "$out"' ': >"$out"'; do
		{
			echo '#!/bin/sh'
			echo 'case " $* " in *" -E "*) echo @mpich; exit ;; esac'
			# shellcheck disable=SC2016
			echo 'while [ "$1" != -o ]; do shift; done; out=$2'
			echo "$end"
		} >lib/mpicc
		run --separate-stderr -4 ringgen generate "$pair" --ops allreduce=ring --preload -o x
		echo "$end: $stderr"
		[[ $stderr == *error:* ]]
		nothing_new "lib
measured.csv"
	done
	# What is missing is told before the routines are played back.
	RINGGEN_LIBDIR=$PWD run --separate-stderr -3 timeout 10 "$RINGGEN" generate "$TOPO/tree10000.xml" --preload -o x
	[[ $stderr == *"there is no libringgen-preload-mpich.a"* ]]
}
