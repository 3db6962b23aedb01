#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Tuning files for MPI libraries: the installed library reads them, takes the algorithm that is said, and another from
# the size on that is said; what is wrong is told, and nothing is written.
# shellcheck disable=SC2154 # run sets output and stderr
load common

# Places of four ranks on which different things are chosen, and of eight.
NEAR=n0,n1,n2,n3 FAR=n0,n8,n16,n24 SPREAD=n0,n4,n8,n12,n16,n20,n24,n28

setup_file() {
	[ -z "$SAN" ] || return 0
	build_yield
	# shellcheck disable=SC2086
	$MPICC $WARN -O1 -g -rdynamic -o "$BATS_FILE_TMPDIR/natives" "$ROOT/tests/mpi/natives.c" -ldl
}

setup() {
	[ "$MPI" != abi ] || skip "a tuning file is for a library by its own name"
	cd "$BATS_TEST_TMPDIR" || return 1
}

# What both files know. Of MPICH's scan there is nothing to choose.
COLLECTIVES="allreduce allgather reduce_scatter reduce_scatter_block bcast reduce gather scatter alltoall"
[ "$MPI" = mpich ] || COLLECTIVES+=" scan exscan"

# tuning OPTION...: on chain32, for the library under test.
tuning() {
	"$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi "$MPI" "$@"
}

# rows COLLECTIVE <TABLE: a line for each range of sizes: the bytes it begins with, the algorithm, its segment's bytes, the
# library's own choice.
rows() {
	awk -v collective="$1" '
		function bytes(n, unit) { return n * (unit == "KiB" ? 1024 : unit == "MiB" ? 1048576 : 1) }
		NF == 1 { here = $1 == collective; next }
		!here || !/^  / || $1 == "from" { next }
		$3 == "-" { print bytes($1, $2), "-", 0, "-"; next } # its own, which nothing plays
		{ own = $4 == "-" ? $6 : $7; sub(/unknown/, "-", own) }
		{ print bytes($1, $2), $3, $4 == "-" ? 0 : bytes($4, $5), own }'
}

# messages ALGORITHM P: as many as P ranks send in all, one on each machine; P is a power of two.
messages() {
	local steps=0 n
	for ((n = 1; n < $2; n *= 2)); do steps=$((steps + 1)); done
	case $1 in
	recursive_doubling | recursive_halving) echo $(($2 * steps)) ;;
	reduce_scatter_allgather) echo $((2 * $2 * steps)) ;;
	ring | pairwise) echo $(($2 * ($2 - 1))) ;;
	brucks) echo $(($2 * steps)) ;;
	scattered) echo $(($2 * $2)) ;; # also to themselves
	binomial) echo $(($2 - 1)) ;;
	scatter_ring_allgather) echo $(($2 - 1 + $2 * ($2 - 1))) ;;
	scatter_recursive_doubling_allgather | reduce_scatter_gather) echo $(($2 - 1 + $2 * steps)) ;;
	esac
}

# function_of COLLECTIVE ALGORITHM: of Open MPI's coll/base.
function_of() {
	case $1,$2 in
	reduce_scatter,recursive_halving) echo reduce_scatter_intra_basic_recursivehalving ;;
	*,recursive_doubling) echo "$1_intra_recursivedoubling" ;;
	*,recursive_halving) echo "$1_intra_recursivehalving" ;;
	reduce,rabenseifner) echo reduce_intra_redscat_gather ;;
	*,rabenseifner) echo "$1_intra_redscat_allgather" ;;
	*,neighbor) echo "$1_intra_neighborexchange" ;;
	*,binary_tree) echo bcast_intra_bintree ;;
	alltoall,linear) echo alltoall_intra_basic_linear ;;
	alltoall,modified_bruck) echo alltoall_intra_bruck ;;
	*scan,linear) echo "$1_intra_linear" ;;
	*,linear) echo reduce_intra_basic_linear ;;
	*) echo "$1_intra_$2" ;;
	esac
}

# expected P COLLECTIVE ALGORITHM SEGMENT
expected() {
	if [ "$MPI" = mpich ]; then messages "$3" "$1"; else echo "$(function_of "$2" "$3") $4"; fi
}

# seen P COLLECTIVE BYTES...: what the library does. All ranks are taken to be on machines of their own, or on those that
# MACHINES makes, options of Open MPI's mpirun.
seen() {
	# shellcheck disable=SC2086
	MPIR_CVAR_NOLOCAL=1 timeout -k 10 "$LIMIT" $MPIEXEC ${MACHINES:-} -n "$1" env ${YIELD:+"LD_PRELOAD=$YIELD"} \
		"$BATS_FILE_TMPDIR/natives" "${@:2}"
}

# takes P COLLECTIVE <TABLE: does the library take what the table says, at the first size of each range, and just below it
# what was said before? Adds to $changes.
takes() {
	local from by segment last='' sizes=() want=() least=$((4 * $1))
	while read -r from by segment _; do
		[ "$by" != - ] || continue
		if [ -n "$last" ] && [ "$by $segment" != "$last" ] && [ "$from" -gt $((2 * least)) ]; then
			sizes+=($((from - least)))
			# shellcheck disable=SC2086 # algorithm and segment
			want+=("$((from - least)) $(expected "$1" "$2" $last)")
			changes=$((changes + 1))
		fi
		[ "$from" -ge "$least" ] || from=$least
		sizes+=("$from")
		want+=("$from $(expected "$1" "$2" "$by" "$segment")")
		last="$by $segment"
	done < <(rows "$2")
	[ ${#sizes[@]} = 0 ] || diff <(seen "$1" "$2" "${sizes[@]}") <(printf '%s\n' "${want[@]}")
}

# takes_all OPTION...: the same of all collectives, by the file for these four ranks.
takes_all() {
	local collective
	tuning "$@" --assume commuting,alike -o base >table
	cat table base.sh
	# shellcheck disable=SC1091
	. ./base.sh
	for collective in $COLLECTIVES; do
		echo "$collective"
		takes 4 "$collective" <table
	done
}

@test "the library takes what the file says, and changes at the very size" {
	[ -z "$SAN" ] || skip "the recorder stands where a sanitizer would"
	local changes=0
	takes_all --hosts $NEAR
	takes_all --hosts $FAR
	[ "$changes" -ge 8 ]
}

# two_machines: mpirun's options for two ranks on each of two machines, which are here, but for their names.
two_machines() {
	local agent=$PWD/agent launcher="--prtemca plm_ssh"
	cat >"$agent" <<-'END'
		#!/bin/sh
		# agent HOST COMMAND...: it runs there
		host=$1
		shift
		exec unshare -u sh -c 'hostname "$1"; shift; exec sh -c "$*"' there "$host" "$@"
	END
	chmod +x "$agent"
	if ompi_info --version | grep -q ' v4\.'; then launcher="--mca plm_rsh"; fi
	export OMPI_MCA_pml=ob1 OMPI_MCA_btl=^openib,ofi,usnic OMPI_MCA_btl_tcp_if_include=lo
	export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
	MACHINES="${launcher}_agent $agent ${launcher}_no_tree_spawn 1 --host left:2,right:2"
	MPIEXEC=${MPIEXEC/ --oversubscribe/} # all ranks would be on the first
	# shellcheck disable=SC2086
	diff <($MPIEXEC $MACHINES -n 4 hostname | sort) <(printf '%s\n' left left right right)
}

@test "where ranks share machines the file rules, too, and no component that comes before its reader" {
	[ "$MPI" = openmpi ] || skip "components are Open MPI's"
	[ -z "$SAN" ] || skip "the recorder stands where a sanitizer would"
	unshare -u true 2>/dev/null || skip "namespaces are refused here"
	local changes=0 MACHINES
	two_machines
	# Open MPI 6.0.0rc2's btl/tcp has no way to another name of this machine, by lo or by eth0; without any file.
	LIMIT=8 seen 4 allreduce 64 || skip "this library does not bring messages from one to the other"
	takes_all --hosts n0,n8 --ranks-per-node 2
	[ "$changes" -ge 4 ]
}

@test "what is said to be the library's own choice is so" {
	[ -z "$SAN" ] || skip "the recorder stands where a sanitizer would"
	[ "$MPI" = mpich ] || ompi_info --version | grep -q " v4\.1\." || skip "not the version that was looked at"
	local collective bytes own sizes want
	tuning --hosts $SPREAD -o base >table
	cat table
	for collective in $COLLECTIVES; do
		sizes=() want=()
		while read -r bytes _ _ own; do
			[ "$own" != - ] && [ "$bytes" -ge 64 ] || continue
			sizes+=("$bytes")
			want+=("$bytes $(expected 8 "$collective" "$own" 0)")
		done < <(rows "$collective" <table)
		echo "$collective"
		[ ${#sizes[@]} = 0 ] || diff <(seen 8 "$collective" "${sizes[@]}") <(printf '%s\n' "${want[@]}")
	done
}

@test "the plan is shown beside what the library takes by itself" {
	local plan=("$RINGGEN" plan "$TOPOLOGIES/chain32.xml" --collective "bcast,gather")
	"${plan[@]}" >without
	"${plan[@]}" --mpi "$MPI" >with
	cat with
	# What is there without is there with it, but for what is left to the library, and so are lines about it.
	grep -q "^  0 B  *MPI's own  " with
	run ! grep -q "MPI's own" without
	diff <(grep -Fxf without with) <(grep -Fxf with without)
	[ "$(grep -cE "^  by itself +(MPICH|Open MPI) +slice +time, ms +of bound  ringgen's there$" with)" = 2 ]
	grep -qE "^  0 B +binomial +- +[0-9.]+ +0\.[0-9][0-9]  [0-9.]+ times as long$" with
	[ "$(grep -c "times as long$" with)" -gt "$(grep -c "times as long$" without)" ]
	# On this chain both take something for long vectors that sends over each link many times.
	grep -E "^  1 MiB +(scatter_ring_allgather|knomial) " with | grep -qE "  0\.[0-6][0-9] times as long$"
	run -4 "${plan[@]}" --mpi mpich --from none.so
	[[ ${lines[0]} == "none.so: error: cannot open: "* ]]
}

@test "folders of any name, and numbers of ranks that are no power of two" {
	mkdir "it's a folder"
	for hosts in n0,n8,n16 n0,n1,n8,n9,n16,n24; do
		tuning --hosts $hosts -o "it's a folder/base" >table
		# shellcheck disable=SC1091
		. "./it's a folder/base.sh"
		[ -f "${MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE:-${OMPI_MCA_coll_tuned_dynamic_rules_filename:-}}" ]
		[ -z "$SAN" ] || continue
		for collective in $COLLECTIVES; do
			[ "$(seen "$(tr , '\n' <<<$hosts | wc -l)" "$collective" 96 9600 96000 960000 | wc -l)" = 4 ]
		done
	done
}

# shells: those that are here, one a line, with their options.
shells() {
	local name
	for name in sh bash "bash --posix" dash zsh "zsh --emulate sh" mksh ksh93 "busybox ash" yash; do
		if command -v "${name%% *}" >/dev/null; then echo "$name"; fi
	done
}

# source_by SHELL PATH: in a shell that stops at errors and unset variables, from this folder: what the script says, then the
# file that the library would read, and what is left of the script itself.
source_by() {
	# shellcheck disable=SC2016,SC2086 # for that shell
	env -u MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE -u OMPI_MCA_coll_tuned_dynamic_rules_filename $1 -c 'set -eu
		. "$1"
		echo "${MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE-}${OMPI_MCA_coll_tuned_dynamic_rules_filename-}"
		set | grep "^ringgen_" || :' x "$2"
}

@test "the script says what is in effect: from any folder, also where both files were moved" {
	local end=json says=MPICH shell here="$PWD/it's \$(a) folder" n=0
	[ "$MPI" = mpich ] || end=conf says="Open MPI"
	mkdir "$here" elsewhere
	tuning --hosts $FAR -o "$here/a tuning" >table
	if command -v shellcheck >/dev/null; then shellcheck "$here/a tuning.sh"; fi
	while read -r shell; do
		echo "$shell"
		cd "$BATS_TEST_TMPDIR/elsewhere"
		run --separate-stderr -0 source_by "$shell" "$here/a tuning.sh"
		echo "$stderr"
		[ "$output" = "$here/a tuning.$end" ]
		[[ $stderr =~ ^"$says: rules of $here/a tuning.$end for "[0-9]+\ collectives?$ ]]
		cd "$here"
		run --separate-stderr -0 source_by "$shell" "./a tuning.sh"
		[ "$output" = "$here/a tuning.$end" ]
		cd "$BATS_TEST_TMPDIR"
		[ "$shell" != yash ] || continue # it does not tell what it reads, nor has it that open
		mkdir moved
		mv "$here/a tuning."* moved
		run --separate-stderr -0 source_by "$shell" "moved/a tuning.sh"
		[ "$output" = "$PWD/moved/a tuning.$end" ]
		mv moved/* "$here"
		rmdir moved
		n=$((n + 1))
	done < <(shells)
	[ $n -ge 2 ]
	# shellcheck disable=SC1091
	[ "$(. "$here/a tuning.sh" 2>&1 | sed 's/.* for //; s/ .*//')" = \
		"$(awk 'NF == 1 { n += differs; differs = 0 }
			/^  / && $1 != "from" && $3 != "-" && $3 != ($4 == "-" ? $6 : $7) { differs = 1 }
			END { print n + differs }' table)" ]
}

@test "without its file the script sets nothing, says so in a line, and fails" {
	local shell file
	tuning --hosts $FAR -o base >table
	file=$PWD/base.conf
	[ "$MPI" = openmpi ] || file=$PWD/base.json
	mv "$file" there
	while read -r shell; do
		echo "$shell"
		run --separate-stderr -1 source_by "$shell" ./base.sh
		[ -z "$output" ]
		[ "$stderr" = "ringgen: nothing is set: cannot read $file" ]
		: >"$file" # an empty one is none
		run --separate-stderr -1 source_by "$shell" ./base.sh
		[ "$stderr" = "ringgen: nothing is set: cannot read $file" ]
		rm "$file"
		# A script that does not stop at errors goes on, with the status.
		# shellcheck disable=SC2016,SC2086
		run --separate-stderr -0 $shell -c '. ./base.sh; echo "$? ${OMPI_MCA_coll_han_priority-}${MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE-}"'
		[ "$output" = "1 " ]
	done < <(shells)
	mv there "$file"
	# Started as a program it would set nothing for anybody.
	run --separate-stderr -1 bash ./base.sh
	[ "$stderr" = "ringgen: nothing is set: source this file (. ./base.sh), do not start it" ]
	run --separate-stderr -1 sh ./base.sh
	[[ $stderr == "ringgen: nothing is set: source this file (. "*"base.sh), do not start it" ]]
}

@test "choices that are compared with nothing are warned of" {
	# Of fewer than eight ranks Open MPI's own choice is not known.
	run --separate-stderr -0 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi openmpi --hosts $FAR -o base
	[[ $stderr == "ringgen: warning: what Open MPI takes by itself on 4 ranks is not known for allreduce, "*": there its own choice may be faster than the file's" ]]
	[[ $output == *"  unknown  "* && $output == *"
Its own choice unknown: "* ]]
	run --separate-stderr -0 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi openmpi --hosts $SPREAD -o base
	[ -z "$stderr" ]
	[[ $output != *unknown* ]]
}

@test "other sizes of communicators are left to the library" {
	if [ "$MPI" = mpich ]; then
		tuning --hosts $FAR -o base >table
		tuning --hosts n0,n8 -o two >table
		# What the library has built in, read back from what was made of it, and from the library.
		"$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --hosts $FAR --from two.json -o again >other
		"$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --hosts $FAR -o base >table
		diff table other
		return
	fi
	[ -z "$SAN" ] || skip "the recorder stands where a sanitizer would"
	local collective ranks changes=0
	tuning --hosts $FAR -o base >table
	for collective in $COLLECTIVES; do
		for ranks in 2 3 5; do
			seen $ranks "$collective" 960 96000 960000 >without
			# shellcheck disable=SC1091
			(. ./base.sh && seen $ranks "$collective" 960 96000 960000) >with
			echo "$collective, $ranks"
			# Scans are coll/basic's without a file.
			[[ $collective == *scan ]] || diff without with
		done
		# Of as many ranks as were said it is another for some.
		seen 4 "$collective" 960 96000 960000 >without
		# shellcheck disable=SC1091
		(. ./base.sh && seen 4 "$collective" 960 96000 960000) | cmp -s without - || changes=$((changes + 1))
	done
	[ "$changes" -ge 2 ]
}

@test "where ranks may not agree on a size there is one rule, and what is left out is said" {
	local all=("$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi openmpi) name
	"${all[@]}" -o safe >safe.log
	"${all[@]}" --assume commuting,alike -o more >more.log
	# rules FILE COLLECTIVE: how many
	rules() {
		awk -v name="$2" '$2 == "#" { here = NF == 3 && $3 == name || here && $3 ~ /^(sizes|ranks|fewer|the|rules)$/ }
			here && $3 == "rules" { n = $1 }
			END { print n + 0 }' "$1.conf"
	}
	for name in allgather allgatherv gather scatter; do
		[ "$(rules safe $name)" -le 1 ]
		grep -q "^$name: one algorithm for all sizes: these are read from send" safe.log
		run ! grep -q "^$name: " more.log
	done
	[ "$(rules more scatter)" -ge 2 ]
	run ! grep -E "# (ring|pipeline|binomial|binary|scatter_allgather.*)$|^[0-9]+ [1-9][0-9]* 0 [1-9]" safe.conf
	grep -qE "^[0-9]+ [1-9] 0 [1-9][0-9]+ # " more.conf
	grep -q " # ring$" more.conf
	# The same words are in the files.
	for name in safe.conf safe.sh; do
		[ "$(grep -c "^# .*: .*(--assume \|^# .*: one algorithm for all sizes" $name)" = \
			"$(grep -c "(--assume \|: one algorithm for all sizes" safe.log)" ]
	done
	"${all[@]}" --assume alike -o alike >alike.log
	grep -q "^allreduce: not ring: " alike.log
	run ! grep -q "^bcast: " alike.log
	"$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi mpich -o mpich >mpich.log
	grep -q "^allgatherv: not ring: " mpich.log
	grep -q "^# reduce_scatter: not pairwise: " mpich.sh
	run ! grep -q "commut" mpich.log
	run -2 "${all[@]}" --assume alike,equal
	[ "${lines[0]}" = "ringgen: error: --assume: 'alike,equal' is no list of commuting, alike" ]
	run -2 "$RINGGEN" export simgrid "$TOPOLOGIES/chain32.xml" --assume alike
	[ "${lines[0]}" = "ringgen: error: --mpi, --from and --assume are for 'export tuning'" ]
}

@test "the file holds for the ranks as they are placed" {
	tuning --hosts $FAR >spread
	tuning --hosts $NEAR >near
	run ! cmp -s spread near
	if [ "$MPI" = mpich ]; then
		grep -q '"comm_size<=4":{' spread
	else
		grep -q '^0 # ranks and more: its own choice$' spread
		grep -q '^4 # ranks$' spread
		grep -q '^5 # ranks and more: its own choice$' spread
	fi
}

@test "several ranks on a machine: choices by machine are among those of MPICH" {
	[ "$MPI" = mpich ] || skip "Open MPI's coll/tuned has none"
	"$RINGGEN" export tuning "$TOPOLOGIES/smp4x8.xml" --hosts m0,m1,m2 --ranks-per-node 5 -o base >table
	cat table
	grep -q "^  .* smp  " table
	grep -q '"comm_hierarchy=parent":{' base.json
	grep -q 'MPIR_Allreduce_intra_smp' base.json
}

# library FILE.so TEXT: a shared library that says this of itself.
library() {
	printf 'int MPI_Get_library_version(char *text, int *n)\n{\n\tconst char *is = "%s";\n\tfor (*n = 0; (text[*n] = is[*n]); ++*n)\n\t\t;\n\treturn 0;\n}\n' "$2" |
		${CC:-gcc} -shared -fPIC -o "$1" -x c -
}

@test "MPICH's choice is that of its version, which the library tells; of others it is unknown" {
	local mpich=("$RINGGEN" export tuning "$TOPOLOGIES/smp4x8.xml" --mpi mpich)
	"${mpich[@]}" --from 4.0.2 >named
	library told.so 'MPICH Version:\t4.0.2\nMPICH Device:\tch4:ofi\n'
	"${mpich[@]}" --from told.so | diff named -
	grep -q MPIR_Barrier_intra_dissemination named
	library later.so 'MPICH Version:      4.2.1\nMPICH Device:       ch4:ucx\n'
	"${mpich[@]}" --from later.so >later
	diff <("${mpich[@]}" --from 5.0.2) later
	grep -q MPIR_Barrier_intra_k_dissemination later
	# Another device has no choice of its own.
	library ch3.so 'MPICH Version:\t4.0.2\nMPICH Device:\tch3:nemesis\n'
	"${mpich[@]}" --from ch3.so >ch3
	run ! cmp -s ch3 named

	library unknown.so 'MPICH Version:\t4.9.9\nMPICH Device:\tch4:ucx\n'
	library other.so 'Open MPI v4.1.4'
	for command in "export tuning" advise "plan --mpi mpich" "generate --mpi mpich -o base"; do
		# shellcheck disable=SC2086 # words
		run -3 "$RINGGEN" $command "$TOPOLOGIES/smp4x8.xml" --from unknown.so
		[[ ${lines[0]} == "ringgen: error: which algorithms MPICH 4.9.9 takes by itself is unknown, only those of 3.4.1, "* ]]
		# shellcheck disable=SC2086
		run -4 "$RINGGEN" $command "$TOPOLOGIES/smp4x8.xml" --from other.so
		[ "${lines[0]}" = "other.so: error: this is no library of MPICH" ]
	done
	run -3 "${mpich[@]}" --from 4.0.1
	[[ ${lines[0]} == "ringgen: error: which algorithms MPICH 4.0.1 takes by itself is unknown, "* ]]
	[ ! -e base.c ]
}

@test "the tables of MPICH are those that the installed library holds" {
	[ "$MPI" = mpich ] || skip "it is not the library under test"
	command -v jq >/dev/null || skip "no jq is here"
	local path tables=$ROOT/generator/native/mpich changes=
	path=$(ldd "$BATS_FILE_TMPDIR/natives" | awk '/libmpi(ch)?\.so/ { print $3 }')
	tr '\0' '\n' <"$path" | grep -a '^{"collective=' >held
	case $(mpichversion 2>/dev/null | awk '/Version:/ { print $NF }') in
	3.4.1 | 4.0.2) ;;
	4.2.1 | 5.0.2) changes=$tables/generic-4.2.json ;;
	*) skip "nothing is known of this version" ;;
	esac
	# shellcheck disable=SC2086 # no word, or one
	diff <(grep 'MPIR_Ineighbor_' held | jq .) <(jq -s add "$tables/generic.json" $changes)
	[ -n "$changes" ] || diff <(grep 'MPIDI_Bcast_' held | jq .) <(jq . "$tables/ch4.json")
}

@test "what is wrong is told, and nothing is written" {
	run -2 tuning --mpi lam -o base
	[ "${lines[0]}" = "ringgen: error: --mpi: 'lam' is neither mpich nor openmpi" ]
	run -2 tuning -o base.json
	[ "${lines[0]}" = "ringgen: error: -o: give DIR/BASE, ends are added to it: 'base.json'" ]
	run -2 "$RINGGEN" export tune "$TOPOLOGIES/chain32.xml"
	[ "${lines[0]}" = "ringgen: error: not a format that ringgen exports (simgrid, tuning): 'tune'" ]
	run -4 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi mpich --from "$TOPOLOGIES/chain32.xml" -o base
	[ "${lines[0]}" = "$TOPOLOGIES/chain32.xml: error: this is neither a shared library of MPICH nor its choice of algorithms in JSON" ]
	echo '{"collective=bcast":' >broken.json
	run -4 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi mpich --from broken.json -o base
	[[ ${lines[0]} == "broken.json: error: "* ]]
	for text in '{"collective=bcast":5}' '{"collective=bcast":{"comm_type=intra":[]}}' '{"collective=bcast":null}' '[]'; do
		echo "$text" >broken.json
		run -4 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi mpich --from broken.json -o base
		[[ ${lines[0]} == "broken.json: error: this is neither "* ]]
	done
	run -4 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi mpich --from none.json -o base
	[[ ${lines[0]} == "none.json: error: cannot open: "* ]]
	echo '!<arch>' >libmpich.a
	run -4 "$RINGGEN" export tuning "$TOPOLOGIES/chain32.xml" --mpi mpich --from libmpich.a -o base
	[ "${lines[0]}" = "libmpich.a: error: this is a static library: give its version by --from" ]
	run -3 "$RINGGEN" export tuning "$TOPOLOGIES/tree10000.xml" --mpi mpich --ranks-per-node 8 -o base
	[[ ${lines[0]} == *"80000 ranks are too many to plan for"* ]]
	run -2 tuning --root 32 -o base
	[[ ${lines[0]} == *"--root: there is no rank 32 among 32" ]]
	run compgen -G "base*"
	[ "$status" != 0 ]
}
