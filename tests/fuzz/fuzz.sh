#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# fuzz.sh OUT SECONDS [READER...]: each reader of what comes from elsewhere, SECONDS long, on damaged input (libFuzzer,
# with the address and undefined behaviour sanitizers). It begins with tests/fuzz/corpus/READER and with files of the
# tests. What makes a reader fail is kept in OUT, and named. SEED=N and RUNS=N: the same inputs again, so many, however
# long that takes. Needs clang.
set -eu

root=$(realpath "$(dirname "$0")/../..")
out=$1 seconds=$2 built=${OUT:-$root/.build}
shift 2
[ $# -gt 0 ] || set -- topology hosts measured ibnet slurm yaml table coords simgrid topograph netq lldp
mkdir -p "$out"
out=$(realpath "$out")
read -ra flags <<<"$(pkg-config --cflags --libs libxml-2.0 hwloc json-c yaml-0.1)"

build() {
	cd "$root"
	clang -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -Igenerator \
		-Iruntime -o "$out/fuzz" tests/fuzz/fuzz.c generator/{base,fabric,import,order,certify}/*.c \
		generator/show/{certificate,colours,detour,drawing,inside_file,layered,layout,legend,names,paper,picture,strokes,svg,topology_text,vertices}.c \
		"$built/generator/embedded.c" runtime/ringgen/*.c "${flags[@]}" -lm
}

# seeds READER: what it begins with, in the folder seeds-READER.
seeds() {
	local to=$out/seeds-$1 file
	mkdir -p "$to"
	[ ! -d "$root/tests/fuzz/corpus/$1" ] || cp "$root/tests/fuzz/corpus/$1"/* "$to"
	case $1 in
	topology) cp "$root"/topo-files/{pair,tree3,smp4x8}.xml "$to" ;;
	topograph) cp "$root"/tests/site/{model*.yaml,graph.json} "$to" ;;
	netq) cp "$root/tests/site/netq.json" "$to" ;;
	lldp) cp "$root"/tests/site/lldp/* "$to" ;;
	ibnet)
		cp "$root/tests/site/dirt.txt" "$to"
		for file in "$root"/tests/fabrics/*/*.{txt,lst,dump,fdbs}; do
			head -n 40 "$file" >"$to/$(basename "$(dirname "$file")")-$(basename "$file")"
		done
		;;
	esac
}

failed=0
build
for reader; do
	seeds "$reader"
	mkdir -p "$out/corpus-$reader"
	cd "$out"
	if FUZZED=$reader ./fuzz ${RUNS:+-runs="$RUNS"} ${SEED:+-seed="$SEED"} -max_total_time="$seconds" -rss_limit_mb=1000 -timeout=120 -print_final_stats=1 \
		-artifact_prefix="$out/$reader-" "corpus-$reader" "seeds-$reader" >"$reader.log" 2>&1; then
		echo "$reader: $(sed -n 's/^stat::number_of_executed_units: *//p' "$reader.log") inputs, no finding"
	else
		echo "$reader: FAILED: $(sed -n 's/.*Test unit written to //p' "$reader.log"); $out/$reader.log says how" >&2
		failed=1
	fi
done
exit $failed
