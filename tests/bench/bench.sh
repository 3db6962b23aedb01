#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench.sh full|quick OUT RESULTS: measure ringgen's routines and their peers on the emulated and the simulated cluster;
# tables, pictures and a page (report.sh) go to RESULTS, all else to OUT. `make bench` and `make bench-quick` call it and
# say where the command and the programs are (RINGGEN, OUT).
#
# A series is one run of ringbench, in which the peers take turns, and a file RESULTS/SERIES.csv. What this machine
# cannot measure (no root, no SimGrid) is named on the page, and the rest is done.
set -euo pipefail

mode=$1 out=$2 results=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$out" "$results"
out=$(cd "$out" && pwd)
results=$(cd "$results" && pwd)
skipped=$out/skipped

OURS=ring,recursive-doubling,butterfly,smp-binomial,smp-butterfly
RATE=20Mbps # of every emulated link: two cores can be 32 machines at that
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

# slow TOPOLOGY: a copy in which every link has the emulated rate, for both the emulation and the bound.
slow() {
	local file=$out/emulated/${1##*/}
	mkdir -p "$out/emulated"
	sed "s/bandwidth=\"[^\"]*\"/bandwidth=\"$RATE\"/" "$1" >"$file"
	echo "$file"
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

# series NAME COMMAND...: run it with --csv added and add its rows to NAME.csv. Status 77 means that this machine cannot.
series() {
	local name=$1 status=0
	shift
	say "$name: ${*: -1}"
	echo "\$ $*" >>"$out/$name.log"
	timeout -k 30 $LIMIT "$@" --csv "$out/$name.new" >>"$out/$name.log" 2>&1 </dev/null || status=$?
	if [ $status = 77 ]; then
		echo "$name: $(grep -m 1 -o 'skipped: .*' "$out/$name.log")" >>"$skipped"
		return 0
	elif [ $status != 0 ]; then
		tail -n 20 "$out/$name.log" >&2
		say "$name: failed, status $status; $out/$name.log has all of it"
		exit 1
	fi
	if [ -e "$results/$name.csv" ]; then
		tail -n +2 "$out/$name.new" >>"$results/$name.csv"
	else
		mv "$out/$name.new" "$results/$name.csv"
	fi
	rm -f "$out/$name.new"
}

# emulated NAME TOPOLOGY MPI OPTION...: a series on the emulated cluster. Options before "--" are for the cluster, those
# after it for ringbench.
emulated() {
	local name=$1 topology=$2 mpi=$3 options=() bench
	shift 3
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	bench=$(program "$topology" "$mpi")
	series "$name" "$root/tests/cluster/run" "$topology" --mpi "$mpi" "${options[@]}" -- "$bench" \
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
		--topology "$topology" --ringgen "$RINGGEN" --repeat 2:2 "${@:2}"
}

# natives NAME TOPOLOGY SIZES OPTION...: what SimGrid has of the libraries' own choices, each a run of its own.
natives() {
	local name=$1 topology=$2 sizes=$3 selector
	shift 3
	for selector in mpich ompi impi; do
		simulated "$name" "$topology" "$@" --selector $selector -- --algorithms native --native-name "$selector" \
			--label "$selector" --sizes "$sizes"
	done
}

# ---- Fig. 6: 32 machines behind four switches

fig6_emulated() {
	local topology
	topology=$(slow "$root/topo-files/chain32.xml")
	export OMPI_MCA_coll_tuned_use_dynamic_rules=1 # lets ringbench tell Open MPI an algorithm
	if full; then
		emulated fig6-mpich "$topology" mpich -- --label MPICH --sizes 8K:4M --repeat 3:15 --time 20 \
			--algorithms native,$OURS,native --variant "$MPICH_RING"
		emulated fig6-openmpi "$topology" openmpi -- --label "Open MPI" --sizes 8K:4M --repeat 3:15 --time 20 \
			--algorithms native,ring,native --variant "$OPENMPI_RING" --variant "$OPENMPI_SEGMENTED"
		emulated fig6-mpich "$topology" mpich -- --label MPICH --sizes 16M --repeat 3:3 --time 60 \
			--algorithms native,ring --variant "$MPICH_RING"
		emulated fig6-openmpi "$topology" openmpi -- --label "Open MPI" --sizes 16M --repeat 3:3 --time 60 \
			--algorithms native,ring --variant "$OPENMPI_RING" --variant "$OPENMPI_SEGMENTED"
	else
		emulated fig6-mpich "$topology" mpich -- --label MPICH --sizes 8K,64K,512K,2M --repeat 3:7 --time 5 \
			--algorithms native,ring,butterfly,smp-butterfly,native --variant "$MPICH_RING"
		emulated fig6-openmpi "$topology" openmpi -- --label "Open MPI" --sizes 8K,64K,512K,2M --repeat 3:7 \
			--time 5 --algorithms native,ring,native --variant "$OPENMPI_RING" --variant "$OPENMPI_SEGMENTED"
	fi
}

fig6_simulated() {
	local model topology=$root/topo-files/chain32.xml sizes=8K:16M
	full || sizes=8K,64K,512K,4M
	for model in ideal default; do
		simulated fig6-$model "$topology" --model $model -- --label ours --sizes $sizes --algorithms $OURS
		natives fig6-$model "$topology" $sizes --model $model
	done
}

# ---- Fig. 3 and 4: SMP nodes

smp_simulated() {
	local name each model sizes=8K:4M
	full || sizes=64K,1M
	while read -r name each; do
		for model in ideal default; do
			simulated "$name-$model" "$root/topo-files/$name.xml" --model $model --ranks-per-node "$each" -- \
				--label ours --sizes $sizes --algorithms $OURS
			natives "$name-$model" "$root/topo-files/$name.xml" $sizes --model $model --ranks-per-node "$each"
		done
	done <<-END
		smp64x2 2
		smp16x8 8
	END
}

smp_emulated() {
	local topology
	topology=$(slow "$root/topo-files/smp4x8.xml")
	emulated smp4x8-mpich "$topology" mpich --ranks-per-node 8 -- --label MPICH --sizes 8K:4M --repeat 3:15 --time 20 \
		--algorithms native,$OURS,native --variant "$MPICH_RING"
	emulated smp4x8-openmpi "$topology" openmpi --ranks-per-node 8 -- --label "Open MPI" --sizes 8K:4M \
		--repeat 3:15 --time 20 --algorithms native,ring,native --variant "$OPENMPI_RING" --variant "$OPENMPI_SEGMENTED"
}

# ---- Rank order: the same machines, listed differently

# orders TOPOLOGY: files of host names, one per order; prints "LABEL FILE" lines. What --shuffle would give is made here,
# so that ringgen may put it in order again.
orders() {
	local dir=$out/orders
	mkdir -p "$dir"
	"$RINGGEN" check "$1" --links | awk '$1 == "machine" { print $2 }' >"$dir/file"
	awk 'BEGIN { srand(7) } { print rand(), $0 }' "$dir/file" | sort | cut -d ' ' -f 2 >"$dir/shuffled"
	LC_ALL=C sort "$dir/file" >"$dir/alphabetical"
	"$RINGGEN" order "$1" --hosts "@$dir/shuffled" --format names >"$dir/reordered"
	printf '%s %s\n' default "$dir/file" shuffled "$dir/shuffled" alphabetical "$dir/alphabetical" \
		reordered "$dir/reordered"
}

orders_emulated() {
	local topology label file sizes=64K,1M
	topology=$(slow "$root/topo-files/chain32.xml")
	while read -r label file; do
		emulated orders-mpich "$topology" mpich --order "$file" -- --label "$label" --sizes $sizes --repeat 3:9 \
			--time 15 --algorithms native,ring,native --variant "$MPICH_RING"
		emulated orders-openmpi "$topology" openmpi --order "$file" -- --label "$label" --sizes $sizes --repeat 3:9 \
			--time 15 --algorithms native,ring,native --variant "$OPENMPI_RING"
	done <<<"$(orders "$topology")"
}

orders_simulated() {
	local topology=$root/topo-files/chain32.xml label file selector
	while read -r label file; do
		simulated orders-ideal "$topology" --model ideal --order "$file" -- --label "$label" --sizes 64K,1M,16M \
			--algorithms $OURS
		for selector in mpich ompi impi; do
			simulated orders-ideal "$topology" --model ideal --order "$file" --selector $selector -- \
				--label "$label" --sizes 64K,1M,16M --algorithms native --native-name $selector
		done
	done <<<"$(orders "$topology")"
}

# ---- Scale

# What needs no network: the stages of the command on 10,000 machines; the certificate against large simulations.
scale() {
	say "scale"
	{
		"$OUT/bench/scale"
		echo
		"$OUT/bench/scale" "$root/topo-files/tree10000.xml"
	} >"$results/scale.txt"
	"$root/tests/simgrid/large" >"$results/large.txt"
}

rm -f "$results"/*.csv "$results"/*.svg "$results"/*.txt "$skipped" "$out"/*.log
fig6_emulated
fig6_simulated
if full; then
	smp_emulated
	orders_emulated
	smp_simulated
	orders_simulated
	scale
fi
"$root/tests/bench/report.sh" "$results" "$skipped"
if full; then
	say "the page: $results/README.md"
else
	sed -n '/^## /,$p' "$results/README.md"
fi
