#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# soak.sh: the differential tester for SECONDS_IN_ALL (an hour): in turn over the rows below, each time with another
# seed, STEPS (200) at a time. What fails is told at once, and at the end with the command that does it again: ROW takes
# the rows that it matches as a regular expression only, SEED the first seed, and with both each row is run once. Both MPI
# libraries' ringgen is to be built; OUT is where.
set -euo pipefail

tests=$(dirname "$(realpath "$0")")
OUT=$(realpath "${OUT:-$tests/../.build}")
STEPS=${STEPS:-200}
soak=$OUT/soak
end=$((SECONDS + ${SECONDS_IN_ALL:-3600}))
first=${SEED:-$(date +%s)}
mkdir -p "$soak/log"
# As in the suites, the seconds of a limit are as long as the machine is slow.
PATH=$OUT/limit:$PATH

# ---- The rows: LIBRARY-PROGRAM-SITUATION

libraries="mpich openmpi"

# PROGRAM=OPS, where generated routines have these algorithms; preload is MPI's names, taken over.
programs="preload= all=all ring=all=ring columns=all=columns islands=all=islands
	doubling=all=ring,allreduce=recursive-doubling butterfly=all=ring,allreduce=butterfly
	binomial=all=ring,allreduce=smp-binomial leaders=all=ring,allreduce=smp-butterfly
	lent=allreduce=lent,allgather=lent,allgatherv=lent,reduce_scatter=lent,reduce_scatter_block=lent"

# What no algorithm of these lists serves is by any that does.
rest=bcast,reduce,gather,scatter,gatherv,scatterv,barrier,scan,exscan,alltoall

# SITUATION: ranks, where they are, and what else is set; words with -- are the tester's options. No program has all
# situations: with forced algorithms it is where the ranks are that counts.
places="together:4:n0,n0,n0,n0
apart:5:n17,n2,n30,n9,n0
mixed:4:n17,n2,n17,n9
pairs:4:n5,n0,n5,n0"
crowds="eight:8:n17,n2,n30,n9,n0,n25,n8,n16
nine:9:n17,n2,n30,n9,n0,n25,n8,n16,n24"
settings="alone:1:n0
check:3:n17,n2,n17:RINGGEN_CHECK=1
reproducible:4:n17,n2,n17,n9:RINGGEN_REPRODUCIBLE=1
windowless:3:n0,n0,n0:RINGGEN_WINDOWS=0
ours:5:n17,n2,n30,n9,n0:RINGGEN_NATIVE=0
prepared:4:n17,n2,n17,n9:RINGGEN_COLLECTIVES=prepare
threads:3:n17,n2,n17:--threads 3
prepared-threads:2:n0,n0:RINGGEN_COLLECTIVES=prepare:--threads 2
tuned:4:n17,n2,n17,n9:RINGGEN_TUNE=uniform:RINGGEN_TUNED=off
tuned-checked:3:n17,n2,n17:RINGGEN_TUNE=sweep:RINGGEN_TUNED=off:RINGGEN_CHECK=1
tuned-reproducible:4:n0,n0,n5,n5:RINGGEN_TUNE=lottery:RINGGEN_TUNED=off:RINGGEN_REPRODUCIBLE=1
tried:4:n17,n2,n17,n9:RINGGEN_TRIAL=1000:RINGGEN_TUNED=off:RINGGEN_NATIVE=1
lending:4:n0,n0,n0,n0:RINGGEN_TUNE=uniform:RINGGEN_TUNED=off
tuned-threads:3:n17,n2,n17:RINGGEN_TUNE=uniform:RINGGEN_TUNED=off:--threads 3"
# Of the preload library alone, which reads a topology by itself, or goes by the machines' names.
files=$tests/../topo-files
preloaded="young:4:n17,n2,n17,n9:RINGGEN_COLLECTIVES=:--young
star:5:n17,n2,n17,n9,n30:RINGGEN_TOPOLOGY=$files/star32.xml
racks:5:a3,c2,a3,b1,d0:RINGGEN_TOPOLOGY=$files/tree3.xml
unset:5:n17,n2,n17,n9,n2:RINGGEN_TOPOLOGY=
idle:3:n17,n2,n17:RINGGEN_PROGRESS=none:--young
progress-thread:3:n17,n2,n17:RINGGEN_PROGRESS=thread"

rows() {
	local library program situation
	for library in $libraries; do
		for program in $programs; do
			while IFS= read -r situation; do
				echo "$library-${program%%=*}-$situation"
			done < <(situations "${program%%=*}")
		done
	done
}

situations() {
	# What is lent is for one machine; elsewhere these calls are MPI's own, with the faults that they have.
	if [ "$1" = lent ]; then
		head -n 1 <<<"$places"
		return
	fi
	echo "$places"
	[[ ! $1 =~ ^(preload|all)$ ]] || printf '%s\n' "$crowds" "$settings"
	[ "$1" != preload ] || echo "$preloaded"
}

# ---- Building and running, as the suites do it

# For one MPI library, in a shell of its own: build PROGRAM, or run it.
prepare() {
	export MPI=$1 BATS_TEST_DIRNAME=$tests BATS_FILE_TMPDIR=$soak/$1 BATS_TEST_TMPDIR=$soak/$1
	# shellcheck disable=SC2317,SC2329 # common.bash calls it
	bats_require_minimum_version() { :; }
	# shellcheck disable=SC1091
	source "$tests/common.bash"
	mkdir -p "$BATS_FILE_TMPDIR"
	build_yield
}

build_one() (
	prepare "$1"
	if [ "$2" = preload ]; then
		build_plain differ
	else
		generate "$2" "$TOPOLOGIES/chain32.xml" --prefix "$2" --ops "$rest,$3"
		build differ "$2"
	fi
)

# run_one LIBRARY PROGRAM SEED RANKS HOSTS [SETTING...]
run_one() (
	local program=differ-$2 seed=$3 ranks=$4 options=() word more
	prepare "$1"
	# shellcheck disable=SC2046
	hosts $(tr , ' ' <<<"$5")
	if [ "$2" = preload ]; then
		program=differ
		export PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=$TOPOLOGIES/chain32.xml
		# Else calls are MPI's until a communicator is known, with the faults that MPI has in them: --young.
		export RINGGEN_COLLECTIVES=prepare
	fi
	# The algorithms that are forced below are for operations that commute.
	[[ $2 =~ ^(preload|all)$ ]] || options+=(--commuting)
	for word in "${@:6}"; do
		if [[ $word == --* ]]; then
			read -ra more <<<"$word"
			options+=("${more[@]}")
		else
			export "${word?}"
		fi
	done
	# A crash is to end the program, which UCX holds up otherwise.
	UCX_HANDLE_ERRORS=none on "$ranks" "$program" --seed "$seed" --steps "$STEPS" "${options[@]}"
)

# ---- All of it

declare -A built

# build_once LIBRARY PROGRAM
build_once() {
	local program
	for program in $programs; do
		if [ "${program%%=*}" = "$2" ] && [ -z "${built[$1-$2]:-}" ]; then
			echo "building $1-$2"
			build_one "$1" "$2" "${program#*=}"
			built[$1-$2]=yes
		fi
	done
}

# one ROW SEED
one() {
	local name=${1%%:*} words log library program
	log=$soak/log/$name-$2.log
	IFS=: read -ra words <<<"$1"
	IFS=- read -r library program _ <<<"$name"
	build_once "$library" "$program"
	echo "$name, seed $2"
	if run_one "$library" "$program" "$2" "${words[@]:1}" >"$log" 2>&1 && grep -q '^differ: ok' "$log"; then
		passed=$((passed + 1))
		rm "$log"
		return
	fi
	grep -m 12 '^rank' "$log" || tail -n 12 "$log"
	failures+=("make soak ROW=$name STEPS=$STEPS SEED=$2 # $log")
}

table=$(rows | grep -E -- "^[^:]*${ROW:-}")
passed=0 failures=()
for ((seed = first; SECONDS < end; seed++)); do
	while IFS= read -r row; do
		[ $SECONDS -lt $end ] || break
		one "$row" "$seed" </dev/null
	done <<<"$table"
	[ -z "${ROW:+${SEED:-}}" ] || break
done
for failure in "${failures[@]}"; do
	echo "again by: $failure"
done
echo "$passed passed, ${#failures[@]} failed"
[ ${#failures[@]} = 0 ]
