#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench.sh full|quick OUT RESULTS [PART...]: measure ringgen's routines and their peers on the emulated and the simulated
# cluster; tables, pictures and a page (report.sh) go to RESULTS, all else to OUT. `make bench` and `make bench-quick` call
# it and say where the command and the programs are (RINGGEN, OUT). A PART, one of the functions below, measures that one anew.
#
# A series is one run of ringbench, in which the peers take turns, and a file RESULTS/SERIES.csv. What this machine
# cannot measure (no root, no SimGrid), and what failed, is named on the page, and the rest is done; status 1 if something
# failed.
set -euo pipefail

export OMPI_MCA_coll_tuned_use_dynamic_rules=1 # lets ringbench tell Open MPI an algorithm
export RINGGEN_TRIAL=off # what is planned is measured, not what was the fastest in a trial
mode=$1 out=$2 results=$3
shift 3
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$out" "$results"
out=$(cd "$out" && pwd)
results=$(cd "$results" && pwd)
skipped=$out/skipped
failed=false

OURS=planned,ring,recursive-doubling,butterfly,smp-binomial,smp-butterfly
LINKED=${OURS//,/ } # the algorithms that are built in: see program
LIMIT=3600          # seconds, of one series

# MPICH has a ring only among its nonblocking collectives.
MPICH_RING=nb-ring:MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=nb,MPIR_CVAR_IALLREDUCE_INTRA_ALGORITHM=tsp_ring
MPICH_RING+=,MPIR_CVAR_ALLREDUCE_DEVICE_COLLECTIVE=0,MPIR_CVAR_IALLREDUCE_DEVICE_COLLECTIVE=0
OPENMPI_RING=forced-ring:coll_tuned_allreduce_algorithm=ring
# Without a length of segments it is the plain ring.
OPENMPI_SEGMENTED=segmented-ring:coll_tuned_allreduce_algorithm=segmented_ring
OPENMPI_SEGMENTED+=,coll_tuned_allreduce_algorithm_segmentsize=65536

declare -A launch=([mpich]="$(command -v mpiexec.mpich || echo mpiexec)"
	[openmpi]="$(command -v mpirun.openmpi || echo mpirun) --oversubscribe$([ "$(id -u)" != 0 ] || echo ' --allow-run-as-root')")

say() {
	printf '%s  %s\n' "$(date +%H:%M:%S)" "$*" >&2
}

full() {
	[ "$mode" = full ]
}

# ---- What is measured with

# slow NAME RATE: a copy of topo-files/NAME.xml in which every link has that rate (of what two cores can carry), for both
# the emulation and the bound.
slow() {
	mkdir -p "$out/emulated"
	sed "s/bandwidth=\"[^\"]*\"/bandwidth=\"$2\"/" "$root/topo-files/$1.xml" >"$out/emulated/$1.xml"
	echo "$out/emulated/$1.xml"
}

# star EACH RATE: so many machines behind one switch.
star() {
	mkdir -p "$out/emulated"
	cat >"$out/emulated/star$1.xml" <<-END
		<topology name="star$1">
		  <defaults bandwidth="$2" latency="${3:-50us}"/>
		  <switch id="s0"><node id="n[0-$(($1 - 1))]"/></switch>
		</topology>
	END
	echo "$out/emulated/star$1.xml"
}

# fat LEAVES EACH SPINES RATE: a fat tree of so many leaves with so many machines each, and spines; what is for a machine goes
# up to the spine of its number.
fat() {
	local leaf spine file=$out/emulated/fat$(($1 * $2)).xml
	mkdir -p "$out/emulated"
	{
		echo "<topology name=\"fat$(($1 * $2))\" routes=\"d-mod-k\"><defaults bandwidth=\"$4\" latency=\"50us\"/>"
		for ((spine = 0; spine < $3; spine++)); do
			echo "<switch id=\"p$spine\"/>"
		done
		for ((leaf = 0; leaf < $1; leaf++)); do
			echo "<switch id=\"l$leaf\"><node id=\"n[$((leaf * $2))-$((leaf * $2 + $2 - 1))]\"/></switch>"
			for ((spine = 0; spine < $3; spine++)); do
				echo "<link a=\"l$leaf\" b=\"p$spine\"/>"
			done
		done
		echo "</topology>"
	} >"$file"
	echo "$file"
}

# bare TOPOLOGY: the same with links that take no time but that of the bytes: what is emulated of them. What messages take
# is their start-up then.
bare() {
	local file=$out/emulated/bare/${1##*/}
	mkdir -p "${file%/*}"
	sed 's/latency="[^"]*"/latency="1us"/g' "$1" >"$file"
	echo "$file"
}

# chain SWITCHES EACH: a chain of switches with so many machines each, on Gigabit Ethernet.
chain() {
	local i file=$out/simulated/chain$1x$2.xml
	mkdir -p "$out/simulated"
	{
		echo "<topology name=\"chain$1x$2\"><defaults bandwidth=\"1Gbps\" latency=\"50us\"/>"
		for ((i = 0; i < $1; i++)); do
			echo "<switch id=\"s$i\"><node id=\"n[$((i * $2))-$((i * $2 + $2 - 1))]\"/>"
		done
		for ((i = 0; i < $1; i++)); do
			echo "</switch>"
		done
		echo "</topology>"
	} >"$file"
	echo "$file"
}

# small_cluster: what is emulated under the name $cluster: its $topology, with links that two cores can carry, and the
# options for $each of its machines.
small_cluster() {
	each=()
	case $cluster in
	star4 | star8 | star16 | star24) topology=$(star "${cluster#star}" 20Mbps) ;;
	smp4x8) topology=$(slow smp4x8 100Mbps) each=(--ranks-per-node 8) ;;
	fat32) topology=$(fat 8 4 4 20Mbps) ;;
	*) topology=$(slow "$cluster" 20Mbps) ;;
	esac
	topology=$(bare "$topology")
}

# program TOPOLOGY mpich|openmpi|simgrid: build ringbench with the algorithms of LINKED (empty: all) for that topology
# (--auto: none) and MODEL (empty: the usual one), once in a run of this script; print its name.
program() {
	local dir compiler goal=all mpi=$2 model=${MODEL:-}
	dir=$out/$2/$(basename -- "$1" .xml)$(cksum <<<"$1 $LINKED $model $RINGGEN" | cut -d ' ' -f 1)
	compiler=$(command -v "mpicc.$2" || echo mpicc)
	if [ "$2" = simgrid ]; then
		goal=simgrid mpi=mpich compiler=smpicc model=ideal${model:+,$model}
	fi
	if [ ! -e "$dir/built.$$" ]; then
		# make has told the compiler of one library.
		if [ "$mpi" = "${MPI:-mpich}" ]; then
			make -s -C "$root" $goal "MPI=$mpi" >&2
		else
			env -u MPICC -u MPIEXEC make -s -C "$root" $goal "MPI=$mpi" >&2
		fi
		make -s -C "$root/examples/ringbench" TOPOLOGY="$1" ALGORITHMS="$LINKED" MODEL="$model" OUT="$dir" MPICC="$compiler" \
			RINGGEN="$RINGGEN" RINGGEN_CFLAGS="-I$root/runtime" RINGBENCH_LIB="$root/.build/$2/libringbench-$2.a" \
			RINGGEN_LIBS="$root/.build/$2/libringgen-$2.a -lhwloc -pthread" >&2
		rm -f "$dir"/built.*
		touch "$dir/built.$$"
	fi
	echo "$dir/ringbench"
}

# fresh NAME...: forget what was measured before.
fresh() {
	local name
	for name; do
		rm -f "$results/$name.csv" "$results/$name.svg" "$results/$name-ratios.csv" "$out/$name.log" "$out/$name.samples"
		sed -i "/^$name: /d" "$skipped"
	done
}

# series NAME COMMAND...: run it with --csv added and add its rows to NAME.csv, and its samples, if ringbench has measured, to
# $out/NAME.samples. Status 77 means that this machine cannot.
series() {
	local name=$1 status=0
	shift
	say "$name"
	echo "\$ $*" >>"$out/$name.log"
	timeout --foreground -k 30 $LIMIT "$@" --csv "$out/$name.new" --samples "$out/$name.taken" >>"$out/$name.log" 2>&1 </dev/null || status=$?
	if [ $status = 77 ]; then
		echo "$name: $(tail -n 1 "$out/$name.log")" >>"$skipped"
		return 0
	elif [ $status != 0 ]; then
		tail -n 20 "$out/$name.log" >&2
		say "$name: failed, status $status; $out/$name.log has all of it"
		echo "$name: failed, status $status" >>"$skipped"
		failed=true
		return 0
	fi
	if [ -e "$results/$name.csv" ]; then
		tail -n +2 "$out/$name.new" >>"$results/$name.csv"
	else
		mv "$out/$name.new" "$results/$name.csv"
	fi
	cat "$out/$name.taken" >>"$out/$name.samples"
	rm -f "$out/$name.new" "$out/$name.taken"
}

# ratios NAME: how far the plan is ahead of the native ones or behind, with intervals, from the samples of that series.
ratios() {
	[ ! -e "$out/$1.samples" ] || awk -f "$root/tests/bench/ratios.awk" "$out/$1.samples" >"$results/$1-ratios.csv"
}

# emulated NAME TOPOLOGY MPI OPTION...: a series on the emulated cluster, whose links have the rates of the file. Options
# before "--" are for the cluster, those after it for ringbench.
emulated() {
	local name=$1 topology=$2 mpi=$3 options=() bench rate
	shift 3
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	bench=$(program "$topology" "$mpi")
	rate=$("$RINGGEN" check "$topology" --links | awk '$1 == "link" { print $4 / 1e6 "mbit"; exit }')
	series "$name" "$root/tests/cluster/run" "$topology" --mpi "$mpi" --rate "$rate" "${options[@]}" -- "$bench" \
		--topology "$topology" --ringgen "$RINGGEN" "${@:2}"
}

# startup TOPOLOGY MPI OPTION...: what was measured there of messages and memory, as a model; nothing if it cannot be measured.
# Emulated machines share a few cores, so that messages take much more than on real ones.
startup() {
	local bench file=$out/startup.csv rate LINKED=ring MODEL=
	bench=$(program "$1" "$2")
	rate=$("$RINGGEN" check "$1" --links | awk '$1 == "link" { print $4 / 1e6 "mbit"; exit }')
	rm -f "$file"
	timeout --foreground -k 30 $LIMIT "$root/tests/cluster/run" "$1" --mpi "$2" --rate "$rate" "${@:3}" -- "$bench" --pairs \
		--pair-size 1K --repeat 15:60 --time 0.5 --warm-up 1 --topology "$1" --ringgen "$RINGGEN" --csv "$file" \
		>"$out/startup.log" 2>&1 </dev/null || return 0
	awk -F , '{ value = "" }
		/^(startup|alone|within|notify),/ { value = $6 "us" }
		/^(stream|combine|copy),,/ { value = $7 "MB/s" }
		/^(eager|burst),/ { value = $2 }
		value { printf "%s%s=%s", n++ ? "," : "", $1, value }
		END { print "" }' "$file"
}

# simulated NAME TOPOLOGY OPTION...: the same on the simulated cluster, whose times do not vary.
simulated() {
	local name=$1 topology=$2 options=() bench
	shift 2
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	bench=$(program "$topology" simgrid)
	series "$name" "$root/tests/simgrid/run" "$topology" "${options[@]}" -- "$bench" \
		--topology "$topology" --ringgen "$RINGGEN" --repeat 2:2 --warm-up 1 --batch 1 "${@:2}"
}

# both NAME TOPOLOGY SIZES OPTION...: our algorithms, then what SimGrid has of the libraries' own choices, each of which
# is a run of its own.
both() {
	local name=$1 topology=$2 sizes=$3 selector
	shift 3
	simulated "$name" "$topology" "$@" -- --label "${LABEL:-simulated}" --sizes "$sizes" --algorithms $OURS
	for selector in mpich ompi impi; do
		simulated "$name" "$topology" "$@" --selector $selector -- --label "${LABEL:-simulated}" --sizes "$sizes" \
			--algorithms $selector --native-name $selector
	done
}

# ---- Fig. 6: 32 machines behind four switches

fig6_emulated() {
	local topology
	topology=$(slow chain32 20Mbps)
	fresh fig6-mpich fig6-openmpi
	if full; then
		fig6_mpich "$topology" --sizes 8K:4M --repeat 3:15 --time 20 --algorithms native,$OURS,native
		fig6_openmpi "$topology" --sizes 8K:4M --repeat 3:15 --time 20 --algorithms native,planned,ring,native
		fig6_mpich "$topology" --sizes 16M --repeat 3:3 --algorithms native,planned,ring
		fig6_openmpi "$topology" --sizes 16M --repeat 3:3 --algorithms native,planned,ring
	else
		fig6_mpich "$topology" --sizes 8K,64K,512K,2M --repeat 3:9 --time 5 \
			--algorithms native,ring,butterfly,smp-butterfly,native
		fig6_openmpi "$topology" --sizes 8K,64K,512K,2M --repeat 3:9 --time 5 --algorithms native,ring,native
	fi
}

fig6_mpich() {
	emulated fig6-mpich "$1" mpich -- --label MPICH --warm-up 1 --variant "$MPICH_RING" "${@:2}"
}

fig6_openmpi() {
	emulated fig6-openmpi "$1" openmpi -- --label "Open MPI" --warm-up 1 --variant "$OPENMPI_RING" \
		--variant "$OPENMPI_SEGMENTED" "${@:2}"
}

fig6_simulated() {
	local model sizes=8K:16M
	full || sizes=8K,64K,512K,4M
	for model in ideal default; do
		fresh fig6-$model
		both fig6-$model "$root/topo-files/chain32.xml" $sizes --model $model
	done
}

# ---- Fig. 3 and 4: SMP nodes

smp_simulated() {
	local model
	for model in ideal default; do
		fresh smp64x2-$model smp16x8-$model
		both smp64x2-$model "$root/topo-files/smp64x2.xml" 8K:4M --model $model --ranks-per-node 2
		both smp16x8-$model "$root/topo-files/smp16x8.xml" 8K:4M --model $model --ranks-per-node 8
	done
}

smp_emulated() {
	local topology
	topology=$(slow smp4x8 100Mbps)
	fresh smp4x8-mpich smp4x8-openmpi
	emulated smp4x8-mpich "$topology" mpich --ranks-per-node 8 -- --label MPICH --sizes 8K:4M --repeat 3:15 --time 20 \
		--warm-up 1 --algorithms native,$OURS,native --variant "$MPICH_RING"
	emulated smp4x8-openmpi "$topology" openmpi --ranks-per-node 8 -- --label "Open MPI" --sizes 8K:4M --repeat 3:15 \
		--time 20 --warm-up 1 --algorithms native,planned,ring,native --variant "$OPENMPI_RING" \
		--variant "$OPENMPI_SEGMENTED"
}

# two_level NODES EACH TIMES: so many nodes of so many processors as Fig. 2 of Patarasuk and Yuan has them: a node is a switch
# before its processors, whose links are the memory, so many times as fast as the node's own link (that of smp64x2.xml).
two_level() {
	local file=$out/emulated/two-level-$1x$2-$3.xml
	mkdir -p "${file%/*}"
	{
		echo "<topology name=\"two_level_$1x$2\"><defaults bandwidth=\"2Gbps\" latency=\"7us\"/><switch id=\"s0\">"
		for ((i = 0; i < $1; i++)); do
			echo "<switch id=\"m$i\"><node id=\"n[$((i * $2))-$((i * $2 + $2 - 1))]\" bandwidth=\"$((2 * $3))Gbps\" latency=\"100ns\"/></switch>"
		done
		echo "</switch></topology>"
	} >"$file"
	echo "$file"
}

# About 8 minutes. What those of Fig. 3 and 4 are where memory is not free: the ring and the butterfly, simulated, with a memory
# of one to sixteen times the network's rate. 32 ranks: of 128 one setting took more than 8.
smp_memory() {
	local nodes each times topology LINKED='ring butterfly'
	fresh smp-memory
	while read -r nodes each; do
		for times in ${TIMES:-16 4 2 1}; do
			topology=$(two_level "$nodes" "$each" "$times")
			simulated smp-memory "$topology" -- --label "${nodes}x$each:$times" --sizes "${SIZES:-256K:4M:x4}" --collectives allreduce \
				--repeat 1:1 --warm-up 0 --algorithms ring,butterfly
		done
	done <<-END
		16 2
		4 8
	END
	[ -e "$results/smp-memory.csv" ] || return 0
	awk -F, 'NR == 1 { printf "%-8s %7s %10s %10s %14s %16s\n", "", "memory", "bytes", "ring, ms", "butterfly, ms", "butterfly/ring"; next }
		$3 == "ring" { ring[$1, $4] = $9; next }
		{
			split($1, at, ":")
			printf "%-8s %7s %10d %10.2f %14.2f %16.2f\n", at[1], at[2], $4, ring[$1, $4] / 1e3, $9 / 1e3, $9 / ring[$1, $4]
		}' "$results/smp-memory.csv" >"$results/smp-memory.txt"
}

# ---- Rank order: the same machines, listed differently

# orders TOPOLOGY: files of host names, one per order; prints "LABEL FILE" lines. The shuffled one is also what ringgen
# puts in order again.
orders() {
	local dir=$out/orders
	mkdir -p "$dir"
	"$RINGGEN" check "$1" --links | awk '$1 == "machine" { print $2 }' >"$dir/default"
	awk -v seed=7 -f "$root/tests/cluster/shuffle.awk" "$dir/default" >"$dir/shuffled"
	LC_ALL=C sort "$dir/default" >"$dir/alphabetical"
	"$RINGGEN" order "$1" --hosts "@$dir/shuffled" --format names >"$dir/reordered"
	for order in default shuffled alphabetical reordered; do
		echo "$order $dir/$order"
	done
}

# About 12 minutes. The plan and the plain ring against the native ones, in four orders: the README's figure and its table.
# SIZES and REPEAT in the environment are for a trial.
orders_emulated() {
	local topology label file taken
	topology=$(slow chain32 20Mbps)
	taken=(--sizes "${SIZES:-8K,64K,1M}" --repeat "${REPEAT:-3:9}" --time 15 --warm-up 1
		--algorithms "native,planned,ring,native")
	fresh orders-mpich orders-openmpi
	while read -r label file; do
		emulated orders-mpich "$topology" mpich --order "$file" -- --label "$label" "${taken[@]}" --variant "$MPICH_RING"
		emulated orders-openmpi "$topology" openmpi --order "$file" -- --label "$label" "${taken[@]}" --variant "$OPENMPI_RING"
	done <<<"$(orders "$topology")"
}

orders_simulated() {
	local topology=$root/topo-files/chain32.xml label file
	fresh orders-ideal
	while read -r label file; do
		LABEL=$label both orders-ideal "$topology" 64K,1M,16M --model ideal --order "$file"
	done <<<"$(orders "$topology")"
}

# ---- Scale: what needs no peers

scale() {
	local status=0
	say "scale"
	{
		"$OUT/bench/scale"
		echo
		"$OUT/bench/scale" "$root/topo-files/tree10000.xml"
	} >"$results/scale.txt"
	sed -i "/^large: /d" "$skipped"
	"$root/tests/simgrid/large" >"$out/large" 2>"$out/large.log" || status=$?
	if [ $status = 0 ]; then
		mv "$out/large" "$results/large.txt"
	else
		echo "large: status $status: $(tail -n 1 "$out/large.log")" >>"$skipped"
		[ $status = 77 ] || failed=true
	fi
}

# ---- The goals: each part says how long it takes

# About 10 minutes. 32 machines behind four switches: 1, 4 and 16 MiB in two orders; the libraries' own allreduce. Plans as
# in goal2.
goal1() {
	local topology label file LINKED=planned MODEL mpi
	topology=$(bare "$(slow chain32 20Mbps)")
	fresh goal1-mpich goal1-openmpi
	for mpi in mpich openmpi; do
		MODEL=$(startup "$topology" $mpi)
		while read -r label file; do
			emulated goal1-$mpi "$topology" $mpi --order "$file" -- --label "$label" --sizes \
				"$([ $mpi = mpich ] && echo 1M:16M:x4 || echo 1M:4M:x4)" --repeat 3:3 --warm-up 1 \
				--collectives allreduce,allgather,reduce_scatter --algorithms planned
		done <<<"$(orders "$topology" | head -n 2)"
		emulated goal1-$mpi "$topology" $mpi -- --label "with native" --sizes 4M --repeat 3:3 --warm-up 1 \
			--algorithms native,planned
	done
}

# About 5 minutes. The plan and the native one, on three clusters. Plans are made for the start-up of a message that was
# measured there, as by ringbench --calibrate.
goal2() {
	local topology mpi name each sizes LINKED MODEL
	fresh goal2-mpich goal2-openmpi
	for name in star8 smp4x8 chain32; do
		for mpi in mpich openmpi; do
			each=()
			case $name in
			chain32) topology=$(slow $name 20Mbps) sizes=64K:512K:x2 ;;
			smp4x8) topology=$(slow $name 100Mbps) each=(--ranks-per-node 8) sizes=8K:2M:x4 ;;
			*) topology=$(star 8 200Mbps) sizes=8:2M:x8 ;;
			esac
			topology=$(bare "$topology")
			LINKED=planned MODEL=$(startup "$topology" $mpi "${each[@]}")
			emulated goal2-$mpi "$topology" $mpi "${each[@]}" -- --label $name --sizes $sizes \
				--repeat 3:9 --time 0.3 --warm-up 1 --give-up 3 --collectives allreduce,allgather,reduce_scatter \
				--algorithms native,planned,planned
		done
	done
}

# About a minute. Two ranks on this machine, 8 B to 16 MiB, against the native ones.
goal3() {
	local mpi LINKED=planned bench
	fresh goal3-mpich goal3-openmpi
	for mpi in mpich openmpi; do
		bench=$(program --auto $mpi) || continue
		# shellcheck disable=SC2086 # words
		series goal3-$mpi ${launch[$mpi]} -n 2 "$bench" --label "2 ranks" --sizes 8:16M:x2 --repeat 7:100 \
			--time 0.5 --steady 3 --collectives allreduce,allgather,reduce_scatter --algorithms native,planned,planned
	done
}

# About 2 minutes. Two ranks on this machine, 8 B to 1 MiB: persistent and nonblocking collectives against the blocking
# ones; linked, and under MPI's own names; what the level of threads costs that the preload library asks of MPICH.
goal_persistent() {
	persistent_mpich
	persistent_openmpi
	threads
}

persistent_mpich() {
	persistent_over mpich
}

persistent_openmpi() {
	persistent_over openmpi
}

persistent_over() {
	fresh "persistent-$1"
	forms "$1" linked env -- native,planned
	forms "$1" preloaded env "LD_PRELOAD=$(preload "$1")" RINGGEN_TOPOLOGY=auto -- pmpi,preload --native-name preload
}

# MPICH 4.0's persistent allgather is wrong from its second start on by recursive doubling, which it takes here for up to 512
# KiB. With two ranks its ring sends the same messages.
MPICH_ALLGATHER=(MPIR_CVAR_IALLGATHER_DEVICE_COLLECTIVE=0 MPIR_CVAR_IALLGATHER_INTRA_ALGORITHM=sched_ring)

# preload MPI: the preload library.
preload() {
	echo "$root/.build/$1/libringgen-preload-$1.so"
}

# forms MPI LABEL COMMAND... -- ALGORITHMS [OPTION...]: all forms of these, under that command.
forms() {
	local mpi=$1 label=$2 under=() bench LINKED=planned
	shift 2
	while [ "$1" != -- ]; do
		under+=("$1")
		shift
	done
	bench=$(program --auto "$mpi") || return 0
	# shellcheck disable=SC2086 # words
	series "persistent-$mpi" ${launch[$mpi]} -n 2 "${under[@]}" "${MPICH_ALLGATHER[@]}" "$bench" --label "$label" --sizes 8:1M:x2 \
		--repeat 20:200 --time 0.5 --steady 2 --collectives allreduce,allgather,reduce_scatter \
		--forms blocking,persistent,nonblocking --algorithms "$2" "${@:3}"
}

# About 15 minutes. Jocksch and Piccinali 2023, Fig. 2 to 6 in kind: blocking, persistent and nonblocking collectives, and
# how long persistent ones take to be set up; ours and the library's. Two emulated clusters.
forms_emulated() {
	local cluster topology each LINKED MODEL variable mpi
	for variable in "${MPICH_ALLGATHER[@]}"; do
		local -x "${variable?}"
	done
	for mpi in ${MPIS:-mpich openmpi}; do
		for cluster in ${CLUSTERS:-smp4x8 chain32}; do
			small_cluster
			fresh "forms-$cluster-$mpi"
			LINKED=planned
			MODEL=$(startup "$topology" "$mpi" "${each[@]}")
			emulated "forms-$cluster-$mpi" "$topology" "$mpi" "${each[@]}" -- --label "$cluster" --sizes "${SIZES:-8:256K:x8}" \
				--repeat 5:25 --time "${SECONDS_EACH:-3}" --warm-up 1 --collectives allreduce,allgather,reduce_scatter \
				--forms blocking,persistent,nonblocking,initialization --algorithms native,planned
		done
	done
}

# MPI's own messages and collectives: without the preload library, with it but none of its collectives, and so that it asks
# for no level of threads, in turn.
threads() {
	local bench samples=$out/threads.samples LINKED=planned under library
	bench=$(program --auto mpich) || return 0
	library=$(preload mpich)
	say threads
	rm -f "$samples"
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
		while IFS=: read -r label under; do
			# shellcheck disable=SC2086 # words
			threads_sample "$label" ${launch[mpich]} -n 2 env $under "$bench" >>"$samples" 2>"$out/threads.log" || {
				echo "threads: failed" >>"$skipped"
				failed=true
				return 0
			}
		done <<-END
			MPICH alone:
			preloaded, off, RINGGEN_PROGRESS=none:LD_PRELOAD=$library RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=off RINGGEN_PROGRESS=none
			preloaded, off:LD_PRELOAD=$library RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=off
		END
	done
	awk -F '\t' -f "$root/tests/bench/threads.awk" "$samples" >"$results/threads.txt"
}

# threads_sample LABEL COMMAND...: lines of LABEL, what was measured, microseconds.
threads_sample() {
	local label=$1 csv=$out/threads.csv common=(--repeat 20:200 --time 0.1 --steady 2)
	shift
	"$@" "${common[@]}" --pairs --pair-size 1K --csv "$csv" >&2 </dev/null || return
	awk -F, -v label="$label" '$1 == "pair" { print label "\ta message of 1 B\t" $6; exit }' "$csv"
	"$@" "${common[@]}" --collectives allreduce,allgather,reduce_scatter --sizes 8,4K,64K --algorithms native --csv "$csv" >&2 </dev/null ||
		return
	awk -F, -v label="$label" 'NR > 1 { print label "\t" $2 " of " $4 " B\t" $9 }' "$csv"
}

# About 3 minutes. What it takes longer when the result has to be the same bits wherever the ranks are.
price() {
	local topology bench LINKED="planned reproducible"
	fresh price-emulated price-node
	topology=$(slow chain32 20Mbps)
	emulated price-emulated "$topology" mpich -- --label chain32 --sizes 8K:4M:x8 --repeat 3:5 --time 0.5 --warm-up 1 \
		--collectives allreduce,reduce_scatter --algorithms planned,reproducible,planned
	bench=$(program --auto mpich) || return 0
	# shellcheck disable=SC2086 # words
	series price-node ${launch[mpich]} -n 2 "$bench" --label "2 ranks" --sizes 8:16M:x8 --repeat 7:100 --time 0.3 --steady 3 \
		--collectives allreduce,reduce_scatter --algorithms planned,reproducible,planned
}

# About 40 minutes, simulated, ideal model: the plan against each algorithm alone, then long vectors.
goal4() {
	goal4_choice
	goal4_long
}

# About half an hour: 32 to 256 ranks.
goal4_choice() {
	local name each
	fresh goal4-choice
	for name in chain32 star32 tree3 smp4x8; do
		each=()
		[ $name != smp4x8 ] || each=(--ranks-per-node 8)
		choice "$root/topo-files/$name.xml" $name 8:16M:x8 allreduce,allgather,reduce_scatter "${each[@]}"
	done
	choice "$(chain 8 16)" chain128 8,512,32K,256K,2M allreduce,allgather
	choice "$(star 16 1Gbps)" star16x8 8,512,32K,256K,2M allreduce --ranks-per-node 8
	choice "$(chain 8 32)" chain256 512,32K,512K allreduce
	choice "$(star 16 1Gbps)" star16x16 512,32K,512K allreduce --ranks-per-node 16
}

# choice TOPOLOGY LABEL SIZES COLLECTIVES [OPTION...]: what takes more than 3 times as long as the fastest is given up.
# Without SimGrid's own ones, of which some are wrong where a vector has fewer elements than there are ranks.
choice() {
	local topology=$1 label=$2 sizes=$3 collectives=$4 LINKED=
	local all=$OURS,columns,islands,factored,pairwise,recursive-halving
	shift 4
	simulated goal4-choice "$topology" "$@" -- --label "$label" --sizes "$sizes" --repeat 1:1 --give-up 3 \
		--algorithms $all --collectives "$collectives"
}

# Less than 10 minutes: a vector of 64 MiB and the bound. 512 ranks (LONG_MOST=512) are half an hour for a row. Sends
# are waited for (by SimGrid's usual setting short ones are not): 256 ranks take 15 s instead of 25 to simulate.
goal4_long() {
	local ranks each collective
	fresh goal4-long
	say goal4-long
	long_heading goal4-long
	for ranks in 64 128 256 512; do
		for collective in allgather reduce_scatter allreduce; do
			[ $ranks -gt "${LONG_MOST:-256}" ] || long "$(chain 8 $((ranks / 8)))" "$ranks" 1 64 $collective
		done
	done
	for each in 8 16; do
		for collective in allreduce allgather reduce_scatter; do
			long "$(star $((128 / each)) 16Gbps)" 128 "$each" 64 $collective
		done
	done
}

# long_heading NAME: begin the table NAME.txt, to which rows are added.
long_heading() {
	LONG=$results/$1.txt
	printf '%-12s %-16s %6s %6s %12s %12s %8s\n' topology collective ranks MiB "bound s" "simulated s" share >"$LONG"
}

# long TOPOLOGY RANKS EACH MIB COLLECTIVE: a row. With one rank a machine it is the ring's, but of those with a root what is
# planned.
long() {
	local dir=$out/long bytes=$(($4 << 20)) bound seconds ops=allreduce,allgather,reduce_scatter
	[ "$3" != 1 ] || ops=all=ring
	dir+=/$(basename "$1" .xml)
	case $5 in
	bcast | reduce)
		ops=allreduce=ring,allgather=ring,reduce_scatter=ring,bcast,reduce
		dir+=-rooted
		;;
	*) [ "$3" = 1 ] || ops+=,bcast=ring,reduce=ring ;;
	esac
	mkdir -p "$dir"
	if [ ! -e "$dir/built.$$" ]; then
		"$RINGGEN" generate "$1" --prefix planned -o "$dir/planned" --model ideal \
			--ops $ops
		smpicc -std=c11 -D_GNU_SOURCE -O2 -DNAME=planned '-DHEADER="planned.h"' "-I$dir" "-I$root/runtime" -o "$dir/long" \
			"$root/tests/bench/long.c" "$dir/planned.c" "$root/.build/simgrid/libringgen-simgrid.a" -lhwloc -lm
		touch "$dir/built.$$"
	fi
	"$RINGGEN" export simgrid "$1" -o "$dir/cluster" --ranks-per-node "$3"
	bound=$("$RINGGEN" survey "$1" --hosts "@$dir/cluster.hosts" | awk -v c="$5" '$1 == "bound" && $2 == c { print $3 }')
	seconds=$("$root/tests/simgrid/run" "$1" --ranks-per-node "$3" --timeout 3000 --cfg surf/precision:1e-6 \
		--cfg smpi/shared-malloc-blocksize:67108864 --cfg smpi/send-is-detached-thresh:0 -- "$dir/long" $bytes "$5") || {
		echo "$(basename "$LONG" .txt): $5 on $2 ranks failed or took too long" >>"$skipped"
		return 0
	}
	awk -v t="$(basename "$1" .xml)x$3" -v c="$5" -v r="$2" -v m="$4" -v b="$bound" -v s="$seconds" -v n=$bytes 'BEGIN {
		printf "%-12s %-16s %6d %6d %12.4f %12.4f %8.3f\n", t, c, r, m, b * n, s, b * n / s }' >>"$LONG"
}

# Less than a minute. What the map of a type costs, two ranks on this machine.
types() {
	local mpi compiler
	for mpi in mpich openmpi; do
		say types-$mpi
		compiler=$(command -v mpicc.$mpi || echo mpicc)
		if make -s -C "$root" all MPI=$mpi >&2 &&
			"$compiler" -std=c11 -D_GNU_SOURCE -O2 -o "$out/types-$mpi" "$root/tests/bench/types.c" &&
			${launch[$mpi]} -n 2 env "LD_PRELOAD=$(preload $mpi)" RINGGEN_TOPOLOGY=auto "$out/types-$mpi" \
				>"$out/types-$mpi.txt"; then
			mv "$out/types-$mpi.txt" "$results/types-$mpi.txt"
		else
			echo "types-$mpi: failed" >>"$skipped"
			failed=true
		fi
	done
}

# Less than a minute. What a communicator costs in time and memory; reading, ordering and planning for 1,024 machines.
goal5() {
	local mpi dir=$out/setup compiler
	mkdir -p "$dir"
	for mpi in mpich openmpi; do
		say goal5-$mpi
		fresh goal5-$mpi
		compiler=$(command -v mpicc.$mpi || echo mpicc)
		if make -s -C "$root" all MPI=$mpi >&2 &&
			"$RINGGEN" generate --auto --ops allreduce --prefix planned -o "$dir/planned" &&
			"$compiler" -std=c11 -D_GNU_SOURCE -O2 -DNAME=planned '-DHEADER="planned.h"' "-I$dir" "-I$root/runtime" \
				-o "$dir/setup-$mpi" "$root/tests/bench/setup.c" "$dir/planned.c" \
				"$root/.build/$mpi/libringgen-$mpi.a" -lhwloc -pthread &&
			${launch[$mpi]} -n 2 "$dir/setup-$mpi" >"$dir/$mpi.txt"; then
			mv "$dir/$mpi.txt" "$results/goal5-$mpi.txt"
		else
			echo "goal5-$mpi: failed" >>"$skipped"
			failed=true
		fi
	done
	goal5_planning
}

# Less than a minute.
goal5_planning() {
	planning >"$results/goal5-planning.txt"
}

# tree EACH: three levels of switches, 8 by 8, with so many machines on each of the lowest.
tree() {
	local i file=$out/simulated/tree$((64 * $1)).xml
	mkdir -p "$out/simulated"
	{
		echo "<topology name=\"tree$((64 * $1))\"><defaults bandwidth=\"1Gbps\" latency=\"50us\"/><switch id=\"root\">"
		for ((i = 0; i < 64; i++)); do
			[ $((i % 8)) != 0 ] || echo "<switch id=\"t$i\">"
			echo "<switch id=\"u$i\"><node id=\"n[$((i * $1))-$((i * $1 + $1 - 1))]\"/></switch>"
			[ $((i % 8)) != 7 ] || echo "</switch>"
		done
		echo "</switch></topology>"
	} >"$file"
	echo "$file"
}

# Seconds of the command for 1,024 machines, at most a minute each.
planning() {
	local file command
	for file in "$(chain 128 8)" "$(chain 32 32)" "$(star 1024 1Gbps)" "$(tree 16)"; do
		for command in check certify plan; do
			printf '%-10s %-10s %8.2f s\n' "$(basename "$file" .xml)" "$command" "$( {
				TIMEFORMAT=%R
				time timeout 60 "$RINGGEN" "$command" "$file" >/dev/null 2>"$out/planning.log"
			} 2>&1)"
		done
	done
}

# ---- Collectives with a root, barriers and prefixes. Sizes are those of the whole vector.

ROOTED="bcast reduce gather scatter barrier scan exscan"

# Between two and four hours, of which slow native calls take the most. 32 machines behind four switches, ranks in the order
# of the file and shuffled, both libraries.
rooted_emulated() {
	rooted_mpich
	rooted_openmpi
}

rooted_mpich() {
	rooted_over mpich
}

rooted_openmpi() {
	rooted_over openmpi
}

# SIZES, COLLECTIVES and ORDERS in the environment are for a part of it, RATE for faster links where a native call takes
# minutes (a label of its own), and KEEP=1 adds to what was measured before. A minute
# for each size is enough for six samples of calls of five seconds; of those that take more than ten there are three.
rooted_over() {
	local topology label file collective LINKED=planned MODEL
	topology=$(bare "$(slow chain32 "${RATE:-20Mbps}")")
	[ -n "${KEEP:-}" ] || fresh "rooted-$1"
	MODEL=$(startup "$topology" "$1")
	while read -r label file; do
		[[ " ${ORDERS:-$label} " == *" $label "* ]] || continue
		for collective in ${COLLECTIVES:-bcast reduce gather scatter allgather barrier scan}; do
			emulated "rooted-$1" "$topology" "$1" --order "$file" -- --label "$label${RATE:+ at $RATE}" \
				--collectives "$collective" --sizes "${SIZES:-64K:16M:x4}" --repeat 3:25 --time "${SECONDS_EACH:-60}" --steady 3 --warm-up 1 \
				--algorithms native,planned
		done
	done <<<"$(orders "$topology" | head -n 2)"
	ratios "rooted-$1"
}

# About 7 minutes for each cluster. All-to-all on 32 ranks behind four switches, in the order of the file and shuffled, both
# libraries; sizes are of all blocks of a rank. CLUSTERS (chain32 star32 smp4x8 fat32), SIZES and MPIS in the environment are for
# a part of it, BESIDE="phases:branch linear:4" for other algorithms beside the plan, KEEP=1 adds to what was measured before.
alltoall_emulated() {
	local topology label file mpi cluster each LINKED="planned${BESIDE:+ $BESIDE}" MODEL
	for mpi in ${MPIS:-mpich openmpi}; do
		[ -n "${KEEP:-}" ] || fresh "alltoall-$mpi"
		for cluster in ${CLUSTERS:-chain32}; do
			small_cluster
			MODEL=$(startup "$topology" "$mpi" "${each[@]}")
			while read -r label file; do
				[[ " ${ORDERS:-$label} " == *" $label "* ]] || continue
				emulated "alltoall-$mpi" "$topology" "$mpi" "${each[@]}" --order "$file" -- --label "$cluster $label" \
					--collectives alltoall --sizes "${SIZES:-8K:512K:x8}" --repeat 3:25 --time "${SECONDS_EACH:-30}" \
					--steady 3 --warm-up 1 --algorithms "native,${LINKED// /,}"
			done <<<"$(orders "$topology" | head -n 2)"
		done
		ratios "alltoall-$mpi"
	done
}

# About 5 minutes. Two ranks on this machine, 8 B to 16 MiB.
rooted_node() {
	local mpi LINKED=planned bench
	for mpi in mpich openmpi; do
		fresh rooted-node-$mpi
		bench=$(program --auto $mpi) || continue
		# shellcheck disable=SC2086 # words
		series rooted-node-$mpi ${launch[$mpi]} -n 2 "$bench" --label "2 ranks" --sizes "${SIZES:-8:16M:x2}" --repeat 7:100 \
			--time 0.5 --steady 3 --collectives "${ROOTED// /,}" --algorithms native,planned,planned
		ratios rooted-node-$mpi
	done
}

# Gatherv of Traeff's kinds of blocks, 1 to 10,000 ints on the mean, against what SimGrid has of Open MPI's: 10 Gbit/s, 10 us a
# link, 25 us of start-up at each end. 128, 560 and 1,600 ranks (RANKS) take 19, 54 and 75 seconds.
irregular_simulated() {
	local ranks units sizes topology LINKED=planned MODEL=startup=25us startup=0:25e-6:0
	fresh irregular-simulated
	for ranks in ${RANKS:-128 560}; do
		topology=$(star "$ranks" 10Gbps 10us)
		sizes=''
		for units in ${BLOCKS:-1 10 100 1000 10000}; do
			sizes+=${sizes:+,}$((units * ranks * 4))
		done
		simulated irregular-simulated "$topology" --cfg "smpi/os:$startup" --cfg "smpi/or:$startup" -- --label "$ranks" \
			--collectives gatherv --type int --blocks all --root $((ranks / 2)) --sizes "$sizes" --repeat 1:1 \
			--algorithms native,planned
	done
	[ -e "$results/irregular-simulated.csv" ] || return 0
	awk -F, 'NR == 1 { printf "%5s  %-12s %9s %10s %10s %8s\n", "ranks", "blocks", "bytes", "native us", "planned us", "quotient"; next }
		$3 == "native" { native = $9; next }
		{ printf "%5s  %-12s %9s %10.0f %10.0f %8.2f\n", $1, $NF, $4, native, $9, native / $9 }' \
		"$results/irregular-simulated.csv" >"$results/irregular-simulated.txt"
}

# Half an hour each. Gatherv and scatterv of those kinds of blocks, on machines that share this one's cores: 32 behind four
# switches, and 4 of 8 ranks each; both libraries. Ringgen's own; and what leaves to the library what is as good for it
# (generate --mpi). MPIS, CLUSTERS and BLOCKS in the environment are for a part of it, and KEEP=1 adds to what was measured
# before.
irregular_emulated() {
	local mpi
	for mpi in ${MPIS:-mpich openmpi}; do
		irregular_series "irregular-$mpi" planned
		ratios "irregular-$mpi"
		[ ! -e "$results/irregular-$mpi-ratios.csv" ] || ratio_table "irregular-$mpi" >"$results/irregular-$mpi.txt"
	done
}

irregular_left_emulated() {
	local mpi name
	for mpi in ${MPIS:-mpich openmpi}; do
		name=irregular-left-$mpi
		irregular_series "$name" "with-$mpi"
		[ -e "$out/$name.samples" ] || continue
		awk -v ours="with-$mpi" -f "$root/tests/bench/ratios.awk" "$out/$name.samples" >"$results/$name-ratios.csv"
		ratio_table "$name" >"$results/$name.txt"
	done
}

# Eleven minutes for each library. The same beside what Traeff compares with (2017, section 5, tables 1 to 11): blocks that are padded to the
# longest, and k-nomial trees that do not follow the blocks.
irregular_peers_emulated() {
	local mpi name
	for mpi in ${MPIS:-mpich openmpi}; do
		name=irregular-peers-$mpi
		BLOCKS=${BLOCKS:-1 100 10000} SECONDS_EACH=${SECONDS_EACH:-1} irregular_series "$name" planned padded,knomial:2,knomial:4
		[ ! -e "$results/$name.csv" ] || awk -F, -f "$root/tests/bench/peers.awk" "$results/$name.csv" >"$results/$name.txt"
	done
}

# irregular_series NAME OURS [OTHERS], over $mpi.
irregular_series() {
	local cluster topology each units ranks=32 sizes='' LINKED MODEL
	for units in ${BLOCKS:-1 10 100 1000 10000}; do
		sizes+=${sizes:+,}$((units * ranks * 4))
	done
	[ -n "${KEEP:-}" ] || fresh "$1"
	for cluster in ${CLUSTERS:-chain32 smp4x8}; do
		small_cluster
		LINKED=$2 MODEL=$(startup "$topology" "$mpi" "${each[@]}")
		emulated "$1" "$topology" "$mpi" "${each[@]}" -- --label "$cluster" --collectives gatherv,scatterv \
			--type int --blocks all --root $((ranks / 2)) --sizes "$sizes" --repeat 6:40 \
			--time "${SECONDS_EACH:-5}" --steady 3 --warm-up 1 --algorithms "native,$2${3:+,$3}"
	done
}

# Half an hour. What measurement makes of the plan, with no start-up given: all ways in turn first (RINGGEN_TUNE=sweep),
# then the best that is known of each against MPI's own, which is one of them.
tuned_emulated() {
	local mpi cluster topology each file LINKED=planned MODEL='' RINGGEN_TUNE RINGGEN_TUNED
	export RINGGEN_TUNE RINGGEN_TUNED
	for mpi in ${MPIS:-mpich openmpi}; do
		[ -n "${KEEP:-}" ] || fresh "tuned-$mpi" "tuned-$mpi-sweep"
		for cluster in ${CLUSTERS:-chain32 smp4x8}; do
			small_cluster
			file=$out/tuned-$mpi-$cluster-file.csv
			rm -f "$file"
			RINGGEN_TUNED=$file RINGGEN_TUNE=sweep tuned_series "tuned-$mpi-sweep" --repeat 40:80 --algorithms planned
			RINGGEN_TUNED=$file RINGGEN_TUNE=best tuned_series "tuned-$mpi" --repeat 6:40 --algorithms native,planned
		done
		rm -f "$results/tuned-$mpi-sweep.csv" # times of ways in turn are none of one thing
		ratios "tuned-$mpi"
		[ ! -e "$results/tuned-$mpi-ratios.csv" ] || ratio_table "tuned-$mpi" >"$results/tuned-$mpi.txt"
	done
}

# About 50 minutes. The MPI library's own collectives as they are, and with the tuning file that `ringgen export tuning` makes
# for it, in turn: TURNS runs of each, with the ranks in the order of the file and, if that is another, by name.
native_emulated() {
	local mpi cluster topology each label file LINKED=planned MODEL
	for mpi in ${MPIS:-mpich openmpi}; do
		[ -n "${KEEP:-}" ] || fresh "native-$mpi" "native-$mpi-told"
		for cluster in ${CLUSTERS:-chain32 star8 smp4x8}; do
			small_cluster
			MODEL=$(startup "$topology" "$mpi" "${each[@]}")
			while read -r label file; do
				[ "$label" != alphabetical ] || ! cmp -s "$file" "${file%/*}/default" || continue
				native_turns
			done < <(orders "$topology" | grep -E "^(default|alphabetical) ")
		done
		[ ! -e "$out/native-$mpi-told.samples" ] || {
			sed 's/,native,/,told,/' "$out/native-$mpi-told.samples" | cat "$out/native-$mpi.samples" - |
				awk -v ours=told -f "$root/tests/bench/ratios.awk" >"$results/native-$mpi-ratios.csv"
			ratio_table "native-$mpi" >"$results/native-$mpi.txt"
		}
	done
}

# The turns on one cluster in one order, as native_emulated says. What is predicted is in the log.
native_turns() {
	local turn tuning=$out/native-$mpi-$cluster-$label
	"$RINGGEN" export tuning "$topology" --hosts "@$file" "${each[@]}" --mpi "$mpi" --assume commuting,alike \
		--model "$MODEL" -o "$tuning" >>"$out/native-$mpi.log"
	for ((turn = 0; turn < ${TURNS:-2}; turn++)); do
		native_run "native-$mpi"
		# shellcheck disable=SC1090
		(. "$tuning.sh" && native_run "native-$mpi-told")
	done
}

native_run() {
	emulated "$1" "$topology" "$mpi" "${each[@]}" --order "$file" -- --label "$cluster $label" --sizes "${SIZES:-64:1M:x16}" \
		--collectives "${COLLECTIVES:-allreduce,allgather,reduce_scatter_block,bcast,reduce}" --repeat 3:12 \
		--time "${SECONDS_EACH:-2}" --steady 3 --warm-up 1 --algorithms native
}

# About 25 minutes. The MPI library's own collectives against a plan that leaves to them what they are as good for (generate
# --mpi), short vectors, on four clusters.
left_emulated() {
	local mpi cluster topology each LINKED MODEL
	for mpi in ${MPIS:-mpich openmpi}; do
		[ -n "${KEEP:-}" ] || fresh "left-$mpi"
		for cluster in ${CLUSTERS:-chain32 star8 smp4x8}; do
			small_cluster
			LINKED=with-$mpi MODEL=$(startup "$topology" "$mpi" "${each[@]}")
			emulated "left-$mpi" "$topology" "$mpi" "${each[@]}" -- --label "$cluster" --type int --sizes "${SIZES:-8,512,8K,64K,512K}" \
				--collectives "${COLLECTIVES:-allreduce,allgather,reduce_scatter,bcast,reduce,gather,scatter,barrier}" \
				--repeat 6:40 --time "${SECONDS_EACH:-3}" --steady 3 --warm-up 3 --algorithms "native,with-$mpi"
		done
		[ ! -e "$out/left-$mpi.samples" ] || {
			awk -v ours="with-$mpi" -f "$root/tests/bench/ratios.awk" "$out/left-$mpi.samples" >"$results/left-$mpi-ratios.csv"
			ratio_table "left-$mpi" >"$results/left-$mpi.txt"
		}
	done
}

# About 24 minutes for each cluster and order. What a kept trial makes of the plan: first a run in which there is time for trials, then all of it against MPI's
# own, which are in it twice: what looks behind or ahead of itself is a false alarm. On this machine with two and four ranks, and
# on the emulated clusters with the ranks in the order of the file, one of them shuffled, too.
trial_kept() {
	local mpi cluster topology each bench n label file LINKED=planned MODEL='' RINGGEN_TRIAL RINGGEN_TUNED
	export RINGGEN_TRIAL RINGGEN_TUNED
	for mpi in ${MPIS:-mpich openmpi}; do
		[ -n "${KEEP:-}" ] || fresh "trial-$mpi" "trial-$mpi-first"
		for n in ${RANKS-2 4}; do
			bench=$(program --auto "$mpi") || continue
			# shellcheck disable=SC2086 # words
			trial_turns series "trial-$mpi" ${launch[$mpi]} -n "$n" "$bench" --label "$n ranks"
		done
		for cluster in ${CLUSTERS-chain32 star8 smp4x8}; do
			small_cluster
			while read -r label file; do
				[ "$label" = default ] || [ "$cluster" = chain32 ] || continue
				[[ " ${ORDERS:-$label} " == *" $label "* ]] || continue
				label=${label#default}
				trial_turns emulated "trial-$mpi" "$topology" "$mpi" "${each[@]}" --order "$file" -- \
					--label "$cluster${label:+ $label}"
			done <<<"$(orders "$topology" | head -n 2)"
		done
		rm -f "$results/trial-$mpi-first.csv"
		[ ! -e "$out/trial-$mpi.samples" ] || trial_table "$mpi" >"$results/trial-$mpi.txt"
	done
}

# trial_turns HOW NAME ARGUMENT...: both runs by these arguments of ringbench.
trial_turns() {
	local how=$1 name=$2 common=(--collectives "${COLLECTIVES:-all}" --sizes "${SIZES:-8:4M:x8}" --type int --warm-up 3)
	shift 2
	RINGGEN_TUNED=$out/$name-kept.csv
	rm -f "$RINGGEN_TUNED"
	RINGGEN_TRIAL=${BUDGET:-600} "$how" "$name-first" "$@" "${common[@]}" --repeat 1:1 --algorithms planned
	RINGGEN_TRIAL=on "$how" "$name" "$@" "${common[@]}" --repeat 10:60 --time "${SECONDS_EACH:-3}" --steady 2 \
		--algorithms native,planned,native
}

# trial_table MPI: how many rows are behind or ahead by their intervals, and which.
trial_table() {
	local ours
	for ours in planned 'native#2'; do
		awk -v ours="$ours" -f "$root/tests/bench/ratios.awk" "$out/trial-$1.samples" >"$out/trial-$1-$ours.csv"
	done
	cp "$out/trial-$1-planned.csv" "$results/trial-$1-ratios.csv"
	awk -F, 'BEGIN { printf "%-16s %-20s %5s %7s %6s\n", "", "against MPI\x27s own", "rows", "behind", "ahead" }
		FNR == 1 { file++; next }
		!($1 in rows) { at[++n] = $1 }
		{ k = $1 SUBSEP file; rows[$1]; all[k]++; behind[k] += $9 < 1; ahead[k] += $8 > 1 }
		END {
			for (i = 1; i <= n; i++)
				for (f = 1; f <= 2; f++) {
					k = at[i] SUBSEP f
					printf "%-16s %-20s %5d %7d %6d\n", at[i], f == 1 ? "with a kept trial" : "MPI\x27s own again", all[k], behind[k], ahead[k]
				}
		}' "$out/trial-$1-planned.csv" "$out/trial-$1-native#2.csv"
	echo
	ratio_table "trial-$1"
}

# tuned_series NAME OPTION...: one of the two, of what tuned_emulated says; and with few blocks that are not empty, which
# their root alone knows.
tuned_series() {
	tuned_blocks "$1" "${COLLECTIVES:-allreduce,allgather,reduce_scatter,bcast,reduce,gather,scatter,gatherv,scatterv,scan,barrier}" \
		same "${@:2}"
	[ -n "${COLLECTIVES:-}" ] || tuned_blocks "$1" gatherv,scatterv two "${@:2}"
}

tuned_blocks() {
	emulated "$1" "$topology" "$mpi" "${each[@]}" -- --label "$cluster" --type int --collectives "$2" --blocks "$3" \
		--sizes "${SIZES:-8,128,2K,32K,256K}" --time "${SECONDS_EACH:-2}" --steady 3 --warm-up 8 "${@:4}"
}

# Five minutes. A lottery that begins with nothing: 200 calls of each, as Fig. 8 of Nishtala et al. 2003, and then the best
# that is known by that alone.
lottery_emulated() {
	local topology file=$out/lottery-file.csv cluster=chain32 mpi=mpich LINKED=planned MODEL='' RINGGEN_TUNE RINGGEN_TUNED
	export RINGGEN_TUNE RINGGEN_TUNED
	fresh lottery lottery-best
	topology=$(bare "$(slow chain32 20Mbps)")
	rm -f "$file"
	RINGGEN_TUNED=$file RINGGEN_TUNE=lottery lottery_series lottery --repeat 200:200
	RINGGEN_TUNED=$file RINGGEN_TUNE=best lottery_series lottery-best --repeat 40:40
	rm -f "$results/lottery-best.csv"
	[ -e "$out/lottery.samples" ] && [ -e "$out/lottery-best.samples" ] || return 0
	grep -v ^label, "$out/lottery.samples" | cut -d, -f2,4- >"$results/lottery-calls.csv"
	awk -f "$root/tests/bench/lottery.awk" "$out/lottery.samples" "$out/lottery-best.samples" >"$results/lottery.txt"
	lottery_picture
}

lottery_series() {
	emulated "$1" "$topology" "$mpi" -- --label "$cluster" --type int \
		--collectives "${COLLECTIVES:-allreduce,bcast,reduce,scan}" --sizes "${SIZES:-2K,32K,256K}" --time 120 --steady 0.1 \
		--batch 1 --warm-up 0 --algorithms planned "${@:2}"
}

# Five minutes. A lottery, and a link that becomes slow in the middle: from call 200 on host n3 sends a twentieth. Beside it
# the best way that there is then, alone, and the plan.
lottery_slowed() {
	local dir=$out/slowed topology bytes best RINGGEN_TUNE RINGGEN_TUNED
	export RINGGEN_TUNE RINGGEN_TUNED
	topology=$(bare "$(slow chain32 20Mbps)")
	mkdir -p "$dir"
	make -s -C "$root" MPI=mpich all >&2
	"$RINGGEN" generate "$topology" --ops allreduce --prefix planned -o "$dir/planned" >&2
	"$(command -v mpicc.mpich || echo mpicc)" -std=c11 -D_GNU_SOURCE -O2 -DNAME=planned -DHEADER='"planned.h"' -I"$dir" \
		-I"$root/runtime" -o "$dir/slowed" "$root/tests/bench/slowed.c" "$dir/planned.c" "$root/.build/mpich/libringgen-mpich.a" \
		-lhwloc -pthread
	printf '%-10s %7s %12s %12s %12s %12s %12s %8s\n' "" bytes "100 before" "100 after" "100 more" "best alone" "the plan" \
		settles >"$dir/table"
	for bytes in ${SIZES:-512 2048 8192 32768}; do
		say "slowed $bytes"
		rm -f "$dir/lottery.csv" "$dir/best.csv"
		RINGGEN_TUNED=$dir/lottery.csv RINGGEN_TUNE=lottery slowed "$bytes" 400 200 >"$dir/lottery-$bytes" || return 0
		RINGGEN_TUNED=$dir/best.csv RINGGEN_TUNE=sweep slowed "$bytes" 200 0 >"$dir/sweep" || return 0
		RINGGEN_TUNED=$dir/best.csv RINGGEN_TUNE=best slowed "$bytes" 40 0 >"$dir/best" || return 0
		RINGGEN_TUNED='' RINGGEN_TUNE=off slowed "$bytes" 40 0 >"$dir/plan" || return 0
		best=$(middle "$dir/best" 11 40)
		printf '%-10s %7d %9.0f us %9.0f us %9.0f us %9.0f us %9.0f us %8d\n' allreduce "$bytes" \
			"$(middle "$dir/lottery-$bytes" 101 200)" "$(middle "$dir/lottery-$bytes" 201 300)" \
			"$(middle "$dir/lottery-$bytes" 301 400)" "$best" "$(middle "$dir/plan" 11 40)" \
			"$(settles "$dir/lottery-$bytes" "$best")" >>"$dir/table"
	done
	mv "$dir/table" "$results/slowed.txt"
}

# slowed BYTES CALLS AT: a line a call.
slowed() {
	timeout --foreground -k 30 $LIMIT "$root/tests/cluster/run" "$topology" --rate 20mbit -- "$dir/slowed" "$@" \
		"tc qdisc change dev eth0 root tbf rate 1mbit burst 37500 latency 2s" 2>>"$dir/log" </dev/null || {
		echo "slowed: $(tail -n 1 "$dir/log")" >>"$skipped"
		return 1
	}
}

# settles FILE BEST: how many calls after number 200 the last ten began of which the middle one took more than a quarter longer
# than BEST, microseconds.
settles() {
	awk -v best="$2" '{ time[NR] = $2 }
		END {
			for (i = 201; i + 9 <= NR; i++) {
				slow = 0
				for (k = i; k < i + 10; k++)
					slow += time[k] > 1.25 * best
				if (slow > 5)
					last = i - 200
			}
			print last + 0
		}' "$1"
}

# middle FILE FROM TO: the median of what these lines have behind a blank.
middle() {
	sed -n "$2,$3p" "$1" | cut -d ' ' -f 2 | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# Two minutes. Graphs that are no trees, with their routes: what the certificate says of orders, and how long a step of
# the ring takes in them.
verdicts_emulated() {
	local graph order said factor dir=$out/verdicts
	mkdir -p "$dir"
	rm -f "$results/verdicts.txt"
	cat >"$dir/fat-tree.xml" <<-'END'
		<topology name="fat" routes="d-mod-k">
		  <switch id="p0"/><switch id="p1"/>
		  <switch id="a"><node id="a[0-1]"/></switch><switch id="b"><node id="b[0-1]"/></switch>
		  <switch id="c"><node id="c[0-1]"/></switch><switch id="d"><node id="d[0-1]"/></switch>
		  <link a="a" b="p0"/><link a="a" b="p1"/><link a="b" b="p0"/><link a="b" b="p1"/>
		  <link a="c" b="p0"/><link a="c" b="p1"/><link a="d" b="p0"/><link a="d" b="p1"/>
		</topology>
	END
	"$RINGGEN" import ibnet "$root"/tests/fabrics/tree-updn/{net,lft}.txt -o "$dir/opensm.xml"
	make -s -C "$root" cluster >&2
	"$(command -v mpicc.mpich || echo mpicc)" -std=c11 -O2 -o "$dir/shift" "$root/tests/bench/shift.c"
	printf '%-10s %-8s %-24s %12s %12s %12s\n' graph order verdict "as long" "a step" measured >"$dir/table"
	for graph in fat-tree opensm; do
		for order in own ${SEEDS:-1 2 3 4 5 6 7}; do
			say "verdicts $graph $order"
			"$RINGGEN" order "$dir/$graph.xml" >"$dir/order"
			[ "$order" = own ] || shuf --random-source=<(yes "$order") -o "$dir/order" "$dir/order"
			said=$("$RINGGEN" certify "$dir/$graph.xml" --order "$dir/order" | head -n 1) || :
			factor=$(sed -n 's/.*take \([0-9.]*\) times as long$/\1/p' <<<"$said")
			timeout --foreground -k 30 $LIMIT "$root/tests/cluster/run" "$dir/$graph.xml" --rate 20mbit --order "$dir/order" -- \
				"$dir/shift" 1000000 5 >"$dir/steps" 2>>"$dir/log" </dev/null || {
				echo "verdicts: $(tail -n 1 "$dir/log")" >>"$skipped"
				return 0
			}
			echo "$graph $order ${said%%:*}, ${factor:-1.00} $(middle "$dir/steps" 1 5)"
		done
	done | awk '{ name = $3; for (i = 4; i <= NF - 2; i++) name = name " " $i
		sub(/,$/, "", name)
		if ($2 == "own") least = $NF
		printf "%-10s %-8s %-24s %12.2f %9.0f ms %12.2f\n", $1, $2, name, $(NF - 1), $NF / 1e3, $NF / least }' >>"$dir/table"
	mv "$dir/table" "$results/verdicts.txt"
}

# Each call of 32 KiB.
lottery_picture() {
	gnuplot <<-END
		set terminal svg size 800,400
		set output "$results/lottery.svg"
		set datafile separator ","
		set logscale y
		set xlabel "call"
		set ylabel "milliseconds"
		set key outside
		plot for [c in "allreduce bcast reduce scan"] "< grep ^".c.",32768, $results/lottery-calls.csv" \
			using 3:(\$4 / 1000) with points pointtype 7 pointsize 0.4 title c
	END
}

# ratio_table NAME: the ratios of that series, a line each.
ratio_table() {
	awk -F, 'NR == 1 { printf "%-22s %-9s %9s %8s %7s  %s\n", "blocks", "", "bytes", "samples", "ratio", "interval"; next }
		{ printf "%-22s %-9s %9d %8d %7.2f  %.2f to %.2f%s\n", $1, $2, $3, $4, $7, $8, $9, $9 < 1 ? "  behind" : "" }' \
		"$results/$1-ratios.csv"
}

# A minute. What ringbench --guidelines finds on this machine, two ranks, in both MPI libraries and in ours over each.
guidelines() {
	local mpi bench LINKED=planned
	for mpi in ${MPIS:-mpich openmpi}; do
		bench=$(program --auto "$mpi") || continue
		# shellcheck disable=SC2086 # words
		guidelines_of "guidelines-$mpi" ${launch[$mpi]} -n 2 "$bench" --sizes "${SIZES:-64:1M:x4}" --repeat 30:3000
	done
}

# About six minutes for each cluster and library. The same on emulated clusters.
guidelines_emulated() {
	local mpi cluster topology each bench rate LINKED=planned MODEL
	for mpi in ${MPIS:-mpich openmpi}; do
		for cluster in ${CLUSTERS:-chain32 smp4x8}; do
			small_cluster
			MODEL=$(startup "$topology" "$mpi" "${each[@]}")
			bench=$(program "$topology" "$mpi") || continue
			rate=$("$RINGGEN" check "$topology" --links | awk '$1 == "link" { print $4 / 1e6 "mbit"; exit }')
			guidelines_of "guidelines-$cluster-$mpi" "$root/tests/cluster/run" "$topology" --mpi "$mpi" --rate "$rate" \
				"${each[@]}" -- "$bench" --topology "$topology" --ringgen "$RINGGEN" --sizes "${SIZES:-64:16K:x4}" \
				--repeat 10:100
		done
	done
}

# guidelines_of NAME COMMAND...: what that run of ringbench finds.
guidelines_of() {
	local name=$1 status=0
	shift
	fresh "$name"
	rm -f "$results/$name.txt"
	say "$name"
	timeout --foreground -k 30 $LIMIT "$@" --guidelines --algorithms native,planned --budget "${BUDGET:-5m}" \
		--csv "$results/$name.csv" >"$out/$name.txt" 2>"$out/$name.log" </dev/null || status=$?
	if [ $status -gt 1 ]; then
		tail -n 20 "$out/$name.log" >&2
		echo "$name: failed, status $status" >>"$skipped"
		failed=true
		return 0
	fi
	grep -v '^$' "$out/$name.txt" >"$results/$name.txt"
}

# Simulated, ideal model: the plan against each candidate alone, then pipelines of 64 MiB.
rooted_simulated() {
	rooted_choice
	rooted_long
}

# ways TOPOLOGY COLLECTIVES [OPTION...]: what the planner considers for these, each once, quoted as words of a shell. A
# program's arguments have no blanks there, but these names are not arguments.
ways() {
	"$RINGGEN" plan "$1" --collective "$2" --csv "${@:3}" |
		awk -F, 'NR > 1 { way = $4 ($5 == "" ? "" : ":" $5); if (!seen[way]++) printf " '"'%s'"'", way }'
}

rooted_choice() {
	local name collective each LINKED
	fresh rooted-choice
	for name in ${TOPOLOGIES:-chain32 star32 tree3 smp4x8}; do
		each=()
		[ "$name" != smp4x8 ] || each=(--ranks-per-node 8)
		for collective in ${COLLECTIVES:-$ROOTED}; do
			LINKED=planned$(ways "$root/topo-files/$name.xml" "$collective" --model ideal "${each[@]}")
			simulated rooted-choice "$root/topo-files/$name.xml" "${each[@]}" -- --label "$name" \
				--sizes "${SIZES:-8:16M:x8}" --repeat 1:1 --give-up 3 --algorithms linked --collectives "$collective"
		done
	done
}

# About 5 minutes. See goal4_long.
rooted_long() {
	local ranks collective
	fresh rooted-long
	say rooted-long
	long_heading rooted-long
	for ranks in 32 64 128 256; do
		for collective in bcast reduce; do
			[ $ranks -gt "${LONG_MOST:-128}" ] || long "$(chain 4 $((ranks / 4)))" $ranks 1 "${MIB:-64}" $collective
		done
	done
	for collective in bcast reduce; do
		[ "${LONG_MOST:-128}" -lt 128 ] || long "$(star 16 16Gbps)" 128 8 "${MIB:-64}" $collective
	done
}

# ---- Nishtala et al. 2003: trees and segments. Thakur & Gropp 2003: algorithms by size.

TREES="chain binary binomial sequential"

# forced COLLECTIVE...: these by each tree, as --ops has it.
forced() {
	local collective tree list=
	for collective; do
		for tree in $TREES; do
			list+=,$collective=tree:$tree
		done
	done
	echo "${list#,}"
}

# Less than a minute: predicted by the model that plans are made by.
nishtala_predicted() {
	local label topology each machines collective
	fresh nishtala
	say nishtala
	: >"$results/nishtala.csv"
	while read -r label topology each machines; do
		for collective in bcast reduce gather scatter; do
			nishtala_rows "$label" "$topology" "$each" "$machines" $collective >>"$results/nishtala.csv"
		done
	done <<-END
		32x1 $(star 32 1Gbps) 1 2,4,8,16,24,32
		50x1 $(star 50 1Gbps) 1 2,4,8,16,24,32,40,50
		64x2 $root/topo-files/smp64x2.xml 2 2,4,8,16,32,64
		16x8 $root/topo-files/smp16x8.xml 8 2,4,8,16
		4x16 $(star 4 1Gbps) 16 2,3,4
	END
}

# nishtala_rows LABEL TOPOLOGY RANKS MACHINES COLLECTIVE: 8 MiB of a broadcast or a reduction, 1 MiB of what has blocks, for
# each number of machines; all sizes for the most.
nishtala_rows() {
	local n longest=8388608 sizes=(1024 4096 16384 65536 262144 1048576)
	case $5 in
	bcast | reduce) sizes+=(8388608) ;;
	*) longest=1048576 ;;
	esac
	for n in ${4//,/ }; do
		[ "$n" = "${4##*,}" ] || "$OUT/bench/segments" "$2" "$n" "$3" usual "$(forced "$5")" $longest
	done | sed "s/^/$1,/"
	"$OUT/bench/segments" "$2" "${4##*,}" "$3" usual "$(forced "$5")" "${sizes[@]}" | sed "s/^/$1,/"
}

# About 10 minutes. Simulated, ideal model: a broadcast of 8 MiB along each tree, in segments of several lengths, beside what
# is predicted by that model.
nishtala_simulated() {
	local topology segment LINKED=tree:${TREES// / tree:} ringgen=$RINGGEN bytes=${BYTES:-8388608}
	topology=$(star "${MACHINES:-32}" 1Gbps)
	fresh nishtala-simulated
	rm -f "$results/nishtala-simulated.txt"
	for segment in ${SEGMENTS:-0 4096 16384 65536 262144 1048576}; do
		RINGGEN=$(forcing "$ringgen" "$segment")
		simulated nishtala-simulated "$topology" -- --label "$segment" --sizes "$bytes" --repeat 1:1 --warm-up 1 \
			--algorithms linked --collectives bcast
	done
	RINGGEN=$ringgen
	"$OUT/bench/segments" "$topology" 0 1 ideal "$(forced bcast)" "$bytes" >"$out/nishtala.predicted"
	[ -e "$results/nishtala-simulated.csv" ] || return 0
	awk -F, 'FNR == 1 { next }
		NR == FNR { predicted[$2, $5] = $6; next }
		{
			sub(/^tree:/, "", $3)
			p = predicted[$3, $1]
			printf "%-10s  segment %8d B  predicted %10.6f s  simulated %10.6f s  %6.3f\n", $3, $1, p, $9 / 1e6, p / ($9 / 1e6)
		}' "$out/nishtala.predicted" "$results/nishtala-simulated.csv" \
		>"$results/nishtala-simulated.txt"
}

# The same measured: each tree in segments of each length, 128 KiB, on 4 to 24 emulated machines behind one switch, on
# 32 behind four, and on 4 of 8 ranks. CLUSTERS and SEGMENTS in the environment are for a part of it.
nishtala_emulated() {
	local cluster topology each segment LINKED=tree:${TREES// / tree:} MODEL='' ringgen=$RINGGEN
	fresh nishtala-emulated
	for cluster in ${CLUSTERS:-star4 star8 star16 star24 chain32 smp4x8}; do
		small_cluster
		for segment in ${SEGMENTS:-0 2048 8192 32768}; do
			RINGGEN=$(forcing "$ringgen" "$segment")
			emulated nishtala-emulated "$topology" mpich "${each[@]}" -- --label "$cluster $segment" --sizes "${SIZES:-128K}" \
				--collectives bcast,reduce,gather,scatter --repeat 3:7 --time "${SECONDS_EACH:-3}" --warm-up 1 --algorithms linked
		done
		RINGGEN=$ringgen
	done
}

# forcing RINGGEN SEGMENT: a command that does what that one does, but what it generates is in segments of that length.
forcing() {
	cat >"$out/ringgen-$2" <<-END
		#!/bin/sh
		set -eu
		"$1" "\$@"
		[ "\$1" = generate ] || exit 0
		while [ \$# -gt 1 ] && [ "\$1" != -o ]; do shift; done
		sed -i 's/\\(, &rg_tree_[a-z_]*\\), [0-9]*,/\\1, $2,/' "\$2.c"
	END
	chmod +x "$out/ringgen-$2"
	echo "$out/ringgen-$2"
}

# What ringbench calls its columns.
COLUMNS_OF=label,collective,algorithm,bytes,ranks,machines,repetitions,min_us,median_us,p95_us,MBps,bound_us,efficiency,verified

# About 8 minutes. Ports by size, as Table 1 of Jocksch and Piccinali 2023: 16 machines behind one switch, a rank on each; the
# list that ringgen's plan has for the library's factored allreduce, and what that takes beside the MPI library's own. Simulated on a
# network of the rate of theirs, 200 Gbit/s (its 2 us of latency and 0.2 us of start-up at each end are assumed), and emulated.
ports_by_size() {
	local mpi cluster=star16 topology each LINKED='planned factored' MODEL=startup=200ns startup=0:200e-9:0
	fresh ports-simulated
	topology=$(star 16 200Gbps 1us)
	simulated ports-simulated "$topology" --cfg "smpi/os:$startup" --cfg "smpi/or:$startup" -- --label 16x1 \
		--sizes "${SIZES:-8:4M:x2}" --collectives allreduce --repeat 1:1 --algorithms native,planned,factored
	ports_table ports-simulated "$topology" "ideal,$MODEL"
	for mpi in ${MPIS-mpich openmpi}; do
		fresh "ports-$mpi"
		small_cluster
		MODEL=$(startup "$topology" "$mpi")
		emulated "ports-$mpi" "$topology" "$mpi" -- --label 16x1 --sizes "${SIZES:-8:1M:x2}" --collectives allreduce \
			--repeat 5:25 --time "${SECONDS_EACH:-3}" --steady 3 --warm-up 1 --algorithms native,planned,factored
		ports_table "ports-$mpi" "$topology" "${MODEL:-usual}"
	done
}

# ports_table NAME TOPOLOGY MODEL: the table, of the series of that name, with the lists that the model predicts to be the fastest.
ports_table() {
	[ -e "$results/$1.csv" ] || return 0
	"$RINGGEN" plan "$2" --model "$3" --collective allreduce --csv >"$out/$1.plan"
	awk -F, -f "$root/tests/bench/ports.awk" "$out/$1.plan" "$results/$1.csv" >"$results/$1.txt"
}

# About half an hour. Each algorithm alone on 32 machines behind one switch: predicted, for the start-up that was measured
# there, simulated, and emulated with MPICH.
curves() {
	local topology label collective LINKED MODEL
	topology=$(bare "$(star 32 20Mbps)")
	fresh curves curves-simulated
	for label in curves curves-simulated; do
		echo "$COLUMNS_OF" >"$results/$label.csv"
	done
	LINKED=planned
	MODEL=$(startup "$topology" mpich)
	for collective in ${COLLECTIVES:-bcast reduce allgather reduce_scatter}; do
		LINKED=$(plain_ways "$topology" "$collective")
		curve_predicted "$topology" "$collective" "$MODEL" >>"$results/curves.csv"
		emulated curves "$topology" mpich -- --label measured --collectives "$collective" --sizes "${SIZES:-256:1M:x4}" \
			--repeat 3:9 --time "${SECONDS_EACH:-10}" --warm-up 1 --give-up 8 --algorithms linked
		MODEL='' curve_simulated "$(star 32 1Gbps)" "$collective"
	done
}

# Half an hour. What is predicted of every candidate, and what it takes: how far off the model is, and whether it chooses
# the fastest. MPICH, three emulated clusters.
predictions_emulated() {
	local cluster topology each LINKED MODEL collective file=$results/predictions.csv
	[ -n "${KEEP:-}" ] || fresh predictions
	[ -e "$file" ] || echo "$COLUMNS_OF" >"$file"
	for cluster in ${CLUSTERS:-chain32 star8 smp4x8}; do
		small_cluster
		LINKED=planned
		MODEL=$(startup "$topology" mpich "${each[@]}")
		for collective in ${COLLECTIVES:-allreduce allgather reduce_scatter bcast}; do
			LINKED=$(ways "$topology" "$collective" "${each[@]}")
			curve_predicted "$topology" "$collective" "$MODEL" "${each[@]}" | sed "s/^predicted/$cluster predicted/" >>"$file"
			emulated predictions "$topology" mpich "${each[@]}" -- --label "$cluster measured" --collectives "$collective" --apart \
				--sizes "${SIZES:-8,512,4K,16K,64K,256K}" --repeat 5:15 --time "${SECONDS_EACH:-1}" --warm-up 1 --give-up 8 --algorithms linked
		done
	done
	awk -f "$root/tests/bench/predictions.awk" "$file" >"$results/predictions.txt"
}

# The same on Gigabit Ethernet, simulated, ideal model.
curve_simulated() {
	curve_predicted "$1" "$2" ideal >>"$results/curves-simulated.csv"
	simulated curves-simulated "$1" -- --label simulated --collectives "$2" --sizes "${SIZES:-256:1M:x4}" --repeat 1:1 --give-up 8 \
		--algorithms linked
}

# plain_ways TOPOLOGY COLLECTIVE: those over all ranks at once.
plain_ways() {
	"$RINGGEN" plan "$1" --collective "$2" --csv --size 64K | awk -F, 'NR > 1 && $4 != "tree" { way = $4 ($5 == "" ? "" : ":" $5)
		if (!seen[way]++) printf " '"'%s'"'", way }'
}

# curve_predicted TOPOLOGY COLLECTIVE MODEL OPTION...: as ringbench has rows.
curve_predicted() {
	"$RINGGEN" plan "$1" --collective "$2" --csv ${3:+--model "$3"} "${@:4}" | awk -F, 'NR > 1 && $2 == "no" && $3 <= 1048576 {
		print "predicted," $1 "," $4 ($5 == "" ? "" : ":" $5) "," $3 ",,,0,," 1e6 * $7 ",,,,,-" }'
}

touch "$skipped"
parts=(fig6_emulated fig6_simulated)
if full; then
	parts+=(smp_emulated orders_emulated smp_simulated orders_simulated scale)
fi
if [ $# -gt 0 ]; then
	parts=("$@")
fi
for part in "${parts[@]}"; do
	if ! declare -F "$part" >/dev/null; then
		say "there is no part $part"
		exit 2
	fi
done
for part in "${parts[@]}"; do
	$part
done
"$root/tests/bench/report.sh" "$results" "$skipped"
if full; then
	"$root/tests/bench/excerpt.sh" "$results" "$root/README.md"
	say "the page: $results/README.md"
else
	sed -n '/^## /,$p' "$results/README.md"
fi
[ $failed = false ]
