#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh OUT: what `make run` shows, in a minute: an order of the ranks that is refuted, one that is proved, and what an
# allreduce takes in both; then this machine's own routines against the MPI library's. Pictures and tables are in OUT, and
# OUT/index.html has them all.
set -euo pipefail

out=$1
mkdir -p "$out"
out=$(cd "$out" && pwd)
rm -f "$out"/*.csv "$out"/*.txt
LIMIT=120 # seconds for a program
chain=topo-files/chain32.xml
# shellcheck source=tests/library.bash
. tests/library.bash
library=$([ "$RUNS" = openmpi ] && echo "Open MPI" || echo MPICH)

# shown NAME COMMAND...: show the command and the first lines that it prints; all of them go to OUT/NAME.txt. That an order
# is refuted is no failure here.
shown() {
	local name=$1
	shift
	echo
	echo "\$ ringgen ${*//$out\//}"
	timeout 60 "$RINGGEN" "$@" >"$out/$name.txt" || [ $? = 1 ]
	awk 'NF && ++n <= 4 { print "  " $0 }' "$out/$name.txt"
}

# bench TOPOLOGY NAME: ringbench with what is planned for that file linked in.
bench() {
	make -s -C examples/ringbench TOPOLOGY="$1" ALGORITHMS=planned OUT="$out/$2" MPI="$MPI" MPICC="$MPICC" RINGGEN="$RINGGEN" \
		CFLAGS="-O2 ${SAN:+-fsanitize=$SAN}" RINGGEN_CFLAGS="-I$PWD/runtime" \
		RINGBENCH_LIB="$OUT/$MPI/libringbench-$MPI.a" RINGGEN_LIBS="$LIBRINGGEN -lhwloc -pthread"
}

# milliseconds CSV ALGORITHM
milliseconds() {
	awk -F, -v by="$2" '$3 == by { printf "%8.1f ms\n", $9 / 1000 }' "$1"
}

# ---- The order

echo "== 1. 32 machines behind four switches, and their ranks in no particular order"
# Every eleventh machine: neighbours in rank are behind different switches.
for ((i = 0; i < 32; i++)); do echo "n$((i * 11 % 32))"; done >"$out/hosts"
shown refuted certify $chain --order "$out/hosts"
"$RINGGEN" plot $chain --order "$out/hosts" -o "$out/refuted.svg"

echo
echo "== 2. The same machines in ringgen's order"
"$RINGGEN" order $chain --hosts "@$out/hosts" --format names -o "$out/ordered"
shown proved certify $chain --order "$out/ordered"
"$RINGGEN" plot $chain --order "$out/ordered" -o "$out/proved.svg"

# ---- What it costs

# emulated ORDER: an allreduce of 128 KiB over these machines, as namespaces of this one whose links carry 20 Mbit/s each.
# Status 77: not possible here.
emulated() {
	tests/cluster/run "$out/slow.xml" --mpi "$RUNS" --rate 20mbit --no-calibrate --order "$out/$1" --timeout $LIMIT -- \
		"$out/chain32/ringbench" --topology "$out/slow.xml" --collectives allreduce --sizes 128K --repeat 3:5 --warm-up 1 \
		--algorithms native,planned --csv "$out/$1.csv" >"$out/$1.log" 2>&1 </dev/null
}

echo
echo "== 3. What that costs: an allreduce of 128 KiB by $library, and by ringgen's routines"
# Latency stands for the start-up of a message here: 32 processes share a few cores.
sed 's/bandwidth="[^"]*"/bandwidth="20Mbps"/; s/latency="[^"]*"/latency="200us"/' $chain >"$out/slow.xml"
bench "$out/slow.xml" chain32
status=0
emulated hosts || status=$?
[ $status != 0 ] || emulated ordered || status=$?
if [ $status = 0 ]; then
	{
		echo "  over the emulated machines (links of 20 Mbit/s), medians:"
		printf '  %-28s %s\n' "$library, no particular order" "$(milliseconds "$out/hosts.csv" native)" \
			"$library, ringgen's order" "$(milliseconds "$out/ordered.csv" native)" \
			"ringgen, either order" "$(milliseconds "$out/hosts.csv" planned)"
	} | tee "$out/cost.txt"
elif [ $status = 77 ]; then
	tail -n 1 "$out/hosts.log"
	echo "so it is predicted:"
	"$RINGGEN" advise $chain --hosts "@$out/hosts" --mpi "$MPI" --collective allreduce | tee "$out/cost.txt"
else
	tail -n 20 "$out/hosts.log" "$out/ordered.log" >&2
	exit $status
fi

# ---- This machine

ranks=$(nproc)
ranks=$((ranks < 2 ? 2 : ranks > 8 ? 8 : ranks))
echo
echo "== 4. This machine as hwloc sees it, $ranks ranks: $library's routines and ringgen's, every result verified"
shown probe probe -o "$out/here.xml"
bench "$out/here.xml" here
# shellcheck disable=SC2086 # words
timeout $LIMIT $MPIEXEC -n $ranks env ${YIELD:+LD_PRELOAD="$YIELD"} "$out/here/ringbench" --topology "$out/here.xml" \
	--collectives allreduce,allgather,reduce_scatter,scan --sizes 64,4K,256K --repeat 20:60 --time 0.2 \
	--algorithms native,planned --csv "$out/here.csv" >"$out/here.log" 2>&1 </dev/null || {
	status=$?
	tail -n 20 "$out/here.log" >&2
	exit $status
}
awk -F, -v library="$library" '
	NR == 1 { printf "  %-16s %10s %12s %12s   %s\n", "", "bytes", library, "ringgen", "times as fast"; next }
	$3 == "native" { native = $9 }
	# Where calls are kept apart by barriers that are taken off again (ringbench), the shortest cannot be told.
	$3 == "planned" && (native < 0.1 || $9 < 0.1) { printf "  %-16s %10d %12s %12s   %8s\n", $2, $4, "-", "too short", "-"; next }
	$3 == "planned" { printf "  %-16s %10d %9.2f us %9.2f us   %8.2f\n", $2, $4, native, $9, native / $9 }' "$out/here.csv" |
	tee "$out/here.txt"

# ---- All of it

# quoted FILE: as text in HTML.
quoted() {
	sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' "$1"
}

# What each rank does in it, as it is predicted.
"$RINGGEN" plan "$out/slow.xml" --collective allreduce=ring --size 128KiB --timeline -o "$out/timeline.svg"

cat >"$out/index.html" <<-END
	<!DOCTYPE html>
	<html lang="en"><meta charset="utf-8"><title>ringgen: make run</title>
	<style>body { max-width: 60em; margin: 2em auto; font: 16px sans-serif; padding: 0 1em }
	img { width: 100%; background: white } pre { overflow: auto; background: #eee; color: #111; padding: 1em }</style>
	<h1>ringgen</h1>
	<h2>Ranks in no particular order: refuted</h2><img src="refuted.svg" alt="the ring in that order, and what its links carry">
	<pre>$(quoted "$out/refuted.txt")</pre>
	<h2>In ringgen's order: proved</h2><img src="proved.svg" alt="the ring in ringgen's order">
	<pre>$(quoted "$out/proved.txt")</pre>
	<h2>What that costs: an allreduce of 128 KiB</h2><pre>$(quoted "$out/cost.txt")</pre>
	<p>What each rank does in it, in ringgen's order, as it is predicted:<img src="timeline.svg" alt="a row for each rank, and time">
	<h2>This machine, $ranks ranks</h2><pre>$(quoted "$out/here.txt")</pre>
	<p>The generated code: <a href="chain32/linked/planned.c">chain32</a>, <a href="here/linked/planned.c">this machine</a>.
	What it would gain on a cluster of yours: <code>ringgen advise cluster.xml --hosts @hostfile</code>.
	</html>
END
echo
echo "Pictures, tables and code: $out/index.html"
