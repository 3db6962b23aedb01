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
mode=$1 out=$2 results=$3
shift 3
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$out" "$results"
out=$(cd "$out" && pwd)
results=$(cd "$results" && pwd)
skipped=$out/skipped
failed=false

OURS=ring,recursive-doubling,butterfly,smp-binomial,smp-butterfly
LIMIT=3600  # seconds, of one series

# MPICH has a ring only among its nonblocking collectives.
MPICH_RING=nb-ring:MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=nb,MPIR_CVAR_IALLREDUCE_INTRA_ALGORITHM=tsp_ring
MPICH_RING+=,MPIR_CVAR_ALLREDUCE_DEVICE_COLLECTIVE=0,MPIR_CVAR_IALLREDUCE_DEVICE_COLLECTIVE=0
OPENMPI_RING=forced-ring:coll_tuned_allreduce_algorithm=ring
# Without a length of segments it is the plain ring.
OPENMPI_SEGMENTED=segmented-ring:coll_tuned_allreduce_algorithm=segmented_ring
OPENMPI_SEGMENTED+=,coll_tuned_allreduce_algorithm_segmentsize=65536

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

# program TOPOLOGY mpich|openmpi|simgrid: build ringbench for that topology with all algorithms; print its name.
program() {
	local dir compiler goal=all mpi=$2
	dir=$out/$2/$(basename "$1" .xml)
	compiler=$(command -v "mpicc.$2" || echo mpicc)
	if [ "$2" = simgrid ]; then
		goal=simgrid mpi=mpich compiler=smpicc
	fi
	make -s -C "$root" $goal "MPI=$mpi" >&2
	make -s -C "$root/examples/ringbench" TOPOLOGY="$1" ALGORITHMS="${OURS//,/ }" OUT="$dir" MPICC="$compiler" \
		RINGGEN="$RINGGEN" RINGGEN_CFLAGS="-I$root/runtime" \
		RINGGEN_LIBS="$root/.build/$2/libringgen-$2.a -lhwloc -pthread" >&2
	echo "$dir/ringbench"
}

# fresh NAME...: forget what was measured before.
fresh() {
	local name
	for name; do
		rm -f "$results/$name.csv" "$results/$name.svg" "$out/$name.log"
		sed -i "/^$name: /d" "$skipped"
	done
}

# series NAME COMMAND...: run it with --csv added and add its rows to NAME.csv. Status 77 means that this machine cannot.
series() {
	local name=$1 status=0
	shift
	say "$name"
	echo "\$ $*" >>"$out/$name.log"
	timeout --foreground -k 30 $LIMIT "$@" --csv "$out/$name.new" >>"$out/$name.log" 2>&1 </dev/null || status=$?
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
	rm -f "$out/$name.new"
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
		fig6_openmpi "$topology" --sizes 8K:4M --repeat 3:15 --time 20 --algorithms native,ring,native
		fig6_mpich "$topology" --sizes 16M --repeat 3:3 --algorithms native,ring
		fig6_openmpi "$topology" --sizes 16M --repeat 3:3 --algorithms native,ring
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
		--time 20 --warm-up 1 --algorithms native,ring,native --variant "$OPENMPI_RING" \
		--variant "$OPENMPI_SEGMENTED"
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

orders_emulated() {
	local topology label file
	topology=$(slow chain32 20Mbps)
	fresh orders-mpich orders-openmpi
	while read -r label file; do
		emulated orders-mpich "$topology" mpich --order "$file" -- --label "$label" --sizes 64K,1M --repeat 3:9 \
			--time 15 --warm-up 1 --algorithms native,ring,native --variant "$MPICH_RING"
		emulated orders-openmpi "$topology" openmpi --order "$file" -- --label "$label" --sizes 64K,1M --repeat 3:9 \
			--time 15 --warm-up 1 --algorithms native,ring,native --variant "$OPENMPI_RING"
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
	say "the page: $results/README.md"
else
	sed -n '/^## /,$p' "$results/README.md"
fi
[ $failed = false ]
