#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# ringbench: what it measures is verified, what is wrong is named, what it writes is complete. No times here.
# shellcheck disable=SC2154,SC2030,SC2031 # output, stderr and status are Bats's
bats_require_minimum_version 1.5.0
load common

TOPOLOGY=$ROOT/examples/ringbench/cluster.xml
HEADER=label,collective,algorithm,bytes,ranks,machines,repetitions,min_us,median_us,p95_us,MBps,bound_us,efficiency,verified
FEW="--repeat 3:4 --time 0.2 --warm-up 1"

# make_ringbench OUT ARGUMENT...: by its own Makefile, with what was built here.
make_ringbench() {
	local out=$BATS_FILE_TMPDIR/$1
	shift
	timeout 120 make -s -C "$ROOT/examples/ringbench" MPICC="$MPICC" RINGGEN="$RINGGEN" OUT="$out" TOPOLOGY="$TOPOLOGY" \
		CPPFLAGS=-Wpedantic CFLAGS="-O1 -g ${SAN:+-fsanitize=$SAN}" RINGGEN_CFLAGS="-I$ROOT/runtime" RINGBENCH_LIB="$RINGBENCH_LIB" \
		RINGGEN_LIBS="$LIBRINGGEN -lhwloc -pthread" ALGORITHMS="ring butterfly" "$@"
}

setup_file() {
	build_yield
	make_ringbench .
	ln -s "$OUT/$MPI/ringbench-$MPI" "$BATS_FILE_TMPDIR/command"
	printf '%s\n' n0 n4 n1 n5 >"$BATS_FILE_TMPDIR/hosts"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	export RINGGEN_HOSTS=$BATS_FILE_TMPDIR/hosts
}

# said: what ringbench itself has printed on stderr; mpirun adds its own.
said() {
	grep '^ringbench: ' <<<"$stderr" || :
}

@test "every collective, every algorithm, every result verified; the CSV file has all rows and columns" {
	# shellcheck disable=SC2086
	run --separate-stderr on 4 ringbench $FEW --collectives all --sizes 64,4K:8K --csv out.csv --label 'run 1' \
		--algorithms native,ring,butterfly,native --topology "$TOPOLOGY" --ringgen "$RINGGEN"
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(head -n 1 out.csv)" = "$HEADER" ]
	[ "$(wc -l <out.csv)" = $((1 + (16 * 3 + 1) * 4)) ] # a barrier has one size
	awk -F, 'function near(a, b) { return a > 0.999 * b && a < 1.001 * b }
		NF != 14 || $1 != "run 1" || $5 != 4 || $6 != 4 { exit 1 }
		$3 == "butterfly" && $2 != "allreduce" || $3 == "ring" && $2 ~ /barrier|scan|alltoall|^(gather|scatter)v$/ {
			if ($7 != 0 || $8 $9 $10 != "" || $14 != "-") exit 2
			none++
			next
		}
		$14 != "yes" || $7 < 3 || $7 > 4 { exit 3 }
		!($8 > 0 && $8 <= $9 && $9 <= $10) { exit 4 }
		$2 == "barrier" { if ($4 $11 != "00" || !near($12, 75) || !near($13, $12 / $9)) exit 8; rows++; next }
		!near($11, $4 / $9) { exit 5 }
		!near($13, $12 / $9) { exit 5 }
		# 1 Gbit/s: twice 3/4 of the vector out of and into each machine, for half of it once; all of it out of the root
		# or into it, and to the last rank; a block of each on the one switch for each on the other; after two links of 25 us; and no less than three of them, which are between some
		{ bound = 50 + ($2 == "allreduce" ? 1.5 : $2 ~ /^(bcast|reduce|scan|exscan|alltoall[vw]?)$/ ? 1 : 0.75) * $4 * 0.008 }
		!near($12, bound < 75 ? 75 : bound) { exit 6 }
		{ rows++ }
		END { if (rows != 128 || none != 68) exit 7 }' <(tail -n +2 out.csv)
	[ "$(cut -d, -f2-4 out.csv | sort -u | wc -l)" = 197 ]
	# The table has the same rows, and all its columns begin where the heading has them.
	[ "$(grep -cE '^ {0,20}[0-9.]* ?[KMG]?i?B? +(native|ring|butterfly|native#2) ' <<<"$output")" = 196 ]
	sed '/^gatherv/,$d' <<<"$output" | awk '
		/ (native|ring|size) / { if (!width) width = length; if (length != width) { print "not as wide: " $0; odd = 1 } }
		END { exit !width || odd }'
}

@test "--b-eff: its value is that of the lines of its CSV file, by the definition" {
	hosts a b a b a
	run --separate-stderr on 5 ringbench --b-eff --longest 64KiB --csv out.csv --label rings
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "${lines[0]}" = "b_eff, 5 ranks on 2 machines, messages up to 64 KiB: rings" ]
	[ "$(wc -l <out.csv)" = $((1 + 2 * 6 * 21 * 3)) ]
	[ "$(cut -d, -f5 out.csv | sort -u | paste -sd ' ')" = "alltoallv requests sendrecv way" ]
	# Of five ranks the rings of a pattern have 2, 4 and then 5, so the lines of a pattern are told by where they stand.
	awk -F, -v printed="$(sed -n 's/^b_eff: \([0-9.]*\) MB.*/\1/p' <<<"$output")" 'NR > 1 {
			k = int((NR - 2) / 3); if (!(k in best) || $6 > best[k]) best[k] = $6 }
		END {
			for (k = 0; k < 252; k++) mean[int(k / 21)] += best[k] / 21
			for (p = 0; p < 12; p++) sum += log(mean[p])
			b = exp(sum / 12); exit !(printed > b - 0.06 && printed < b + 0.06) }' out.csv
	on 5 ringbench --b-eff --longest 8KiB --seed 7 >out
	grep -q "^b_eff: [0-9.]* MB/s, [0-9.]* MB/s a rank$" out
}

@test "--b-eff: what is refused, and no time for it" {
	refused() {
		run --separate-stderr on "$1" ringbench --b-eff "${@:3}"
		[ "$status" = 2 ]
		[ -z "$output" ]
		[[ $stderr == *"ringbench: $2"* ]]
	}
	refused 1 "--b-eff: there is one rank only"
	refused 2 "--b-eff goes without --guidelines" --guidelines
	refused 2 "--longest: from 8 KiB to 1 GiB" --longest 4K
	run --separate-stderr on 2 ringbench --b-eff --budget 0.001
	[ "$status" = 2 ]
	[[ $output == *"there was no time for messages from 1 B on (--budget): no b_eff" ]]
}

@test "the reduce-scatter that MPICH had before 2003 is a peer, verified with all kinds of blocks" {
	hosts a b c a d
	run --separate-stderr on 5 ringbench --collectives reduce_scatter,reduce_scatter_block,allgather --blocks all \
		--algorithms native,old --sizes 4,64,8K --repeat 3:4 --time 0.1 --csv out.csv
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[ "$(awk -F, '$2 ~ /^reduce_scatter/ && $3 == "old" && $14 == "yes"' out.csv | wc -l)" -ge 20 ]
	[ "$(awk -F, '$2 == "allgather" && $3 == "old" && $14 == "-"' out.csv | wc -l)" = 3 ]
}

@test "padded blocks, and trees that do not follow the blocks, are peers, verified from any root" {
	hosts a b c a d e f
	for ranks in 1 2 7; do
		run --separate-stderr on $ranks ringbench --collectives gatherv,scatterv,gather --blocks all --type int \
			--root $((ranks / 2)) --algorithms native,padded,knomial:2,knomial:4 --sizes 4,8K --repeat 2:2 --time 0.01 --csv out.csv
		echo "$output"
		echo "$stderr"
		[ "$status" = 0 ]
		for each in padded knomial:2 knomial:4; do
			[ "$(awk -F, -v a=$each '$2 ~ /v$/ && $3 == a && $14 != "yes"' out.csv | wc -l)" = 0 ]
			[ "$(awk -F, -v a=$each '$2 ~ /v$/ && $3 == a && $14 == "yes"' out.csv | wc -l)" -ge 20 ]
			[ "$(awk -F, -v a=$each '$2 == "gather" && $3 == a && $14 == "-"' out.csv | wc -l)" = 2 ]
		done
	done
}

@test "other types, more ranks than elements, blocks that are not equal" {
	for type in double int; do
		# shellcheck disable=SC2086
		run --separate-stderr on 3 ringbench $FEW --collectives all --sizes 1,20,1004 --type $type --csv $type.csv \
			--algorithms native,ring
		printf '%s\n%s\n' "$output" "$stderr"
		[ "$status" = 0 ]
		[ "$(grep -c ',yes$' $type.csv)" = $((16 * 3 + 1 + 9 * 3)) ]
	done
	# Equal blocks are rounded up: one int for each of three ranks, 251 ints to 252.
	[ "$(sed -n 's/,allgather,ring,\([0-9]*\),.*/\1/p' int.csv | xargs)" = "12 24 1008" ]
	[ "$(sed -n 's/,scatter,ring,\([0-9]*\),.*/\1/p' int.csv | xargs)" = "12 24 1008" ]
	[ "$(sed -n 's/,bcast,ring,\([0-9]*\),.*/\1/p' int.csv | xargs)" = "4 20 1004" ]
	[ "$(sed -n 's/,allgatherv,ring,\([0-9]*\),.*/\1/p' int.csv | xargs)" = "4 20 1004" ]
}

# bats test_tags=long
@test "any root, and each in turn; each sample in a file" {
	make_ringbench rooted ALGORITHMS="planned ring"
	for which in 0 2 all; do
		# shellcheck disable=SC2086
		run --separate-stderr on 4 rooted/ringbench --repeat 5:5 --warm-up 1 --collectives bcast,reduce,gather,scatter,scan \
			--sizes 4,8K --root "$which" --forms blocking,nonblocking --csv out.csv --samples samples.csv --label one
		printf '%s\n%s\n' "$output" "$stderr"
		[ "$status" = 0 ]
		[ "$(grep -c ',5,.*,yes$' out.csv)" = $((5 * 2 * 6 - 4)) ] # of ring there is no scan
		for collective in bcast reduce gather scatter; do
			case $which in
			all) grep -q "^$collective, float.* from root to root, 4 ranks on 4 machines: one$" <<<"$output" ;;
			*) grep -q "^$collective, float.* root $which, 4 ranks on 4 machines: one$" <<<"$output" ;;
			esac
		done
		grep -q "^scan, float sum, 4 ranks" <<<"$output"
		[ "$(head -n 1 samples.csv)" = label,collective,algorithm,bytes,sample,us ]
		# Five of each, of which the median is the other file's.
		awk -F, 'FNR == 1 { next }
			{ key = $1 "," $2 "," $3 "," $4 }
			NR == FNR { if ($5 != n[key]++) exit 1; time[key, $5] = $6 + 0; all++; next }
			$14 == "yes" {
				below = same = 0
				for (i = 0; i < 5; i++) {
					below += time[key, i] < $9
					same += time[key, i] == $9 + 0
				}
				if (n[key] != 5 || !same || below > 2 || below + same < 3) exit 2
			}
			END { if (all != 5 * (5 * 2 * 6 - 4)) exit 3 }' samples.csv out.csv
	done
}

# bats test_tags=long
@test "the plan against each algorithm alone, in a table of its own" {
	make_ringbench planned ALGORITHMS="planned ring recursive-doubling 'factored:-3 1 3'"
	# shellcheck disable=SC2086
	run --separate-stderr on 4 planned/ringbench $FEW --sizes 64,8K --collectives allreduce,allgather --algorithms all,planned \
		--csv out.csv
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(cut -d, -f3 out.csv | sort -u | tr '\n' ' ')" = "algorithm factored:-3 1 3 native planned planned#2 recursive-doubling ring " ]
	[ "$(grep -c ': the plan.s choices, and the best of all others' <<<"$output")" = 2 ]
	# A size, its best rival and two ratios, four times; their mean; the least.
	[ "$(grep -cE '^ +(64 B|8 KiB) +[0-9.]+ .s +(native|ring|recursive-doubling|factored:-3 1 3) +[0-9.]+ .s +[0-9]+\.[0-9][0-9] +[0-9]+\.[0-9][0-9]$' <<<"$output")" = 4 ]
	[ "$(grep -cE '^ +(mean +\(geometric\)|least) +[0-9]+\.[0-9][0-9] +[0-9]+\.[0-9][0-9]$' <<<"$output")" = 4 ]
	[ "$(grep -c '^one routine, measured twice in turn, differs by up to ' <<<"$output")" = 2 ]
	# What the table says is what was measured.
	awk -F, '$2 == "allreduce" && $4 == 64 { t[$3] = $9 }
		END { printf "%.2f\n", t["native"] / t["planned"] }' out.csv >ratio
	grep -A 2 '^allreduce: the plan' <<<"$output" | awk 'END { exit $NF != ratio }' ratio="$(cat ratio)"
}

@test "nonblocking and persistent forms, verified as the blocking ones" {
	# MPICH 4.0's own persistent allgather by recursive doubling is right only when it is started first, and so are
	# gather and scatter by binomial trees.
	export MPIR_CVAR_IALLGATHER_DEVICE_COLLECTIVE=0 MPIR_CVAR_IALLGATHER_INTRA_ALGORITHM=sched_ring
	export MPIR_CVAR_IGATHER_DEVICE_COLLECTIVE=0 MPIR_CVAR_IGATHER_INTRA_ALGORITHM=tsp_tree
	export MPIR_CVAR_ISCATTER_DEVICE_COLLECTIVE=0 MPIR_CVAR_ISCATTER_INTRA_ALGORITHM=tsp_tree
	persistent=$(has_persistent && echo yes || echo -)
	# shellcheck disable=SC2086
	run --separate-stderr on 4 ringbench $FEW --collectives all --sizes 20,8K --csv out.csv \
		--forms blocking,persistent,nonblocking --algorithms native,ring,butterfly,ring
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	for algorithm in native:yes native+persistent:$persistent native+nonblocking:yes; do
		[ "$(grep -c ",${algorithm%:*},.*,${algorithm#*:}$" out.csv)" = $((16 * 2 + 1)) ]
	done
	for algorithm in ring ring+persistent ring+nonblocking ring#2 ring+persistent#2 ring+nonblocking#2; do
		[ "$(grep -c ",$algorithm,.*,yes$" out.csv)" = $((9 * 2)) ]
	done
	for algorithm in butterfly butterfly+persistent butterfly+nonblocking; do
		[ "$(grep -c ",allreduce,$algorithm,.*,yes$" out.csv)" = 2 ]
	done
	[ "$(wc -l <out.csv)" = $((1 + (16 * 2 + 1) * 12)) ]
	if ! has_persistent; then
		[ "$(said | wc -l)" = 17 ]
		[[ $(said) == "ringbench: native+persistent: this MPI library has no persistent allreduce"* ]]
	else
		[ -z "$(said)" ]
	fi
}

@test "the time to set a persistent collective up, with its result from one start" {
	# shellcheck disable=SC2086
	run --separate-stderr on 3 ringbench $FEW --collectives allreduce,bcast,barrier --sizes 20,256K --csv out.csv --root all \
		--forms persistent,initialization --algorithms native,ring,planned
	[ "$status" = 2 ]
	persistent=$(has_persistent && echo yes || echo -)
	# shellcheck disable=SC2086
	run --separate-stderr on 3 ringbench $FEW --collectives allreduce,bcast,barrier --sizes 20,256K --csv out.csv --root all \
		--forms blocking,initialization --algorithms native,ring,ring
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(grep -c ",native+initialization,.*,$persistent$" out.csv)" = 5 ]
	for algorithm in native ring+initialization ring+initialization#2; do
		[ "$(grep -c ",allreduce,$algorithm,.*,yes$" out.csv)" = 2 ]
	done
	has_persistent || skip "this MPI library has no persistent collectives: only ours were looked at"
}

@test "beneath what has taken over MPI's names" {
	# The preload library serves MPI_*, with the machines by host name; PMPI_* stays MPI's.
	export MPIR_CVAR_IALLGATHER_DEVICE_COLLECTIVE=0 MPIR_CVAR_IALLGATHER_INTRA_ALGORITHM=sched_ring
	[ -z "$SAN" ] || skip "a sanitizer must be loaded first"
	unset RINGGEN_HOSTS
	# shellcheck disable=SC2086
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_VERBOSE=1 run --separate-stderr on 2 ringbench $FEW --sizes 4K --csv out.csv \
		--collectives all --forms blocking,nonblocking --algorithms pmpi,native --native-name preload
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	for algorithm in pmpi pmpi+nonblocking preload preload+nonblocking; do
		[ "$(grep -c ",$algorithm,.*,yes$" out.csv)" = 17 ]
	done
	[[ $stderr == *"ringgen: MPI_Reduce_scatter_block on 2 ranks, 1 machine: "* ]]
	# shellcheck disable=SC2086
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_VERBOSE=1 run --separate-stderr on 2 ringbench $FEW --sizes 4K --algorithms pmpi \
		--collectives reduce_scatter_block --forms blocking,nonblocking
	[ "$status" = 0 ]
	[[ $stderr != *"ringgen: MPI_Reduce_scatter_block "* ]]
}

@test "a form that libringgen would hand to MPI is not passed off as ours" {
	make_ringbench shared ALGORITHMS="shared ring"
	hosts n0 n0
	# shellcheck disable=SC2086
	RINGGEN_WINDOWS=0 run --separate-stderr on 2 shared/ringbench $FEW --sizes 1K --csv out.csv \
		--forms nonblocking,persistent --algorithms ring,shared
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	for form in nonblocking persistent; do
		[[ $(said) == *"ringbench: shared+$form does not serve allreduce here: its algorithm needs shared memory, and elements without gaps"* ]]
	done
	[ "$(said | wc -l)" = 2 ]
	[ "$(cut -d, -f3,14 out.csv | xargs)" = "algorithm,verified ring+nonblocking,yes ring+persistent,yes shared+nonblocking,- shared+persistent,-" ]
	# shellcheck disable=SC2086
	run --separate-stderr on 2 shared/ringbench $FEW --sizes 1K --csv out.csv --forms nonblocking,persistent \
		--algorithms ring,shared
	[ "$(cut -d, -f3,14 out.csv | xargs)" = "algorithm,verified ring+nonblocking,yes ring+persistent,yes shared+nonblocking,yes shared+persistent,yes" ]
}

@test "the setting: from the size on from which the plan was nowhere slower" {
	cat >main.c <<-EOF
		#include "ringbench/recommendation.h"
		#include <stdlib.h>
		/* COLLECTIVE, then for each size its bytes, the median of native and of planned: 0 for none, -1 for a wrong one. */
		static struct outcome outcome(const char *text)
		{
			double t = atof(text);
			return (struct outcome){.serves = true, .wrong = t < 0, .n = t > 0, .median = t};
		}
		int main(int argc, char **argv)
		{
			struct options o = {.native_name = "native"};
			struct peer peers[] = {{.name = "native"}, {.name = "planned+persistent"}, {.name = "planned"}};
			struct run r = {.o = &o, .peers = peers, .npeers = 3};
			struct recommendation w = {0};
			int c = -1, n = 0;
			long long bytes[9];
			struct outcome outcomes[27] = {0};
			for (int i = 1; i <= argc; i++) {
				if (i == argc || argv[i][0] == '/') {
					if (c >= 0)
						recommendation_find(&w, &r, (enum collective)c, n, bytes, outcomes);
					c = i < argc ? atoi(argv[i] + 1) : 0;
					n = 0;
				} else {
					bytes[n] = atoll(argv[i]);
					outcomes[3 * n] = outcome(argv[++i]);
					outcomes[3 * n++ + 2] = outcome(argv[++i]);
				}
			}
			recommendation_print(&w);
			return 0;
		}
	EOF
	# shellcheck disable=SC2086
	"$MPICC" $WARN ${SAN:+-fsanitize=$SAN} -I"$ROOT/generator" -I"$ROOT/runtime" -o main main.c "$RINGBENCH_LIB" -lm -ldl
	# setting EXPECTED ARGUMENT...
	setting() {
		[ "$(./main "${@:2}" | sed -n 's/^RINGGEN_COLLECTIVES=//p')" = "$1" ]
	}
	setting "" /0
	setting "" /0 8 10 0
	setting allreduce:8 /0 8 10 9 1024 10 9
	setting allreduce:1K /0 8 10 11 1024 10 9 3145728 10 9
	setting allreduce:3M /0 8 10 9 1024 10 11 3145728 10 9
	setting allreduce:3M /0 3145728 10 9 8 10 9 1024 10 11
	# The noise, and what is beyond it.
	setting allreduce:8 /0 8 1000 1019 1024 10 9
	setting allreduce:1000 /0 8 1000 1021 1000 10 9
	# Ours is slower at the end, was given up there, or wrong.
	setting off /0 8 10 9 1024 10 11
	setting off /0 8 10 9 1024 10 0
	setting off /0 8 10 9 1024 10 -1
	# MPI's was given up.
	setting allreduce:8 /0 8 10 9 1024 0 9
	# A barrier has no size.
	setting allreduce:8,barrier /0 8 10 9 /11 0 10 9
	setting allreduce:8 /0 8 10 9 /11 0 10 11
	setting allreduce:8,reduce_scatter:512 /0 8 10 9 /1 8 10 11 /3 8 10 11 512 10 9
}

# bats test_tags=long
@test "blocks that differ: each kind by itself, every result verified" {
	make_ringbench ordered ALGORITHMS="ring ordered"
	# shellcheck disable=SC2086
	run --separate-stderr on 4 ordered/ringbench $FEW --blocks all --seed 3 --sizes 4,1600 --root 1 --csv out.csv --samples samples.csv \
		--collectives allgather,allgatherv,reduce_scatter,gatherv,scatterv --algorithms native,ring,ordered
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(head -n 1 out.csv)" = "$HEADER,blocks" ]
	[ "$(head -n 1 samples.csv)" = label,collective,algorithm,bytes,sample,us,blocks ]
	[ "$(grep -c ',native,.*,yes,' out.csv)" = $((2 + 4 * 6 * 2)) ]
	[ "$(grep -cE ',(allgatherv|reduce_scatter),ring,.*,yes,' out.csv)" = $((2 * 6 * 2)) ]
	[ "$(grep -cE ',(gatherv|scatterv),ordered,.*,yes,' out.csv)" = $((2 * 6 * 2)) ]
	[ "$(grep -c ',allgather,native,.*,yes,$' out.csv)" = 2 ] # no kind
	# The bytes are those of all blocks. The mean is one float, or a hundred.
	awk -F, 'NR > 1 && $2 != "allgather" && $3 == "native" { bytes[$2 "," $15] = bytes[$2 "," $15] " " $4 }
		END {
			for (key in bytes) {
				kind = key
				sub(/.*,/, "", kind)
				split(bytes[key], size, " ")
				expected = kind == "same" ? 4 : kind == "decreasing" ? 32 : kind == "two" ? 8 : kind == "alternating" ? 16 : size[1]
				if (size[1] != expected) exit 1
				expected = kind == "same" || kind == "alternating" ? 1600 : kind == "two" ? 800 : kind == "decreasing" ? 2016 : size[2]
				if (size[2] != expected) exit 2
				if (size[1] > size[2] || size[1] % 4 || size[1] < 4) exit 3
				n++
			}
			if (n != 24) exit 4
		}' out.csv
	for collective in allgatherv "reduce_scatter" gatherv scatterv; do
		grep -qE "^$collective, float( sum)?,( root 1,)? 4 ranks " <<<"$output"
		grep -qE "^$collective, float( sum)?, random blocks, seed 3,( root 1,)? 4 ranks " <<<"$output"
		grep -qE "^$collective, float( sum)?, two blocks,( root 1,)? 4 ranks " <<<"$output"
	done
	# A list of them.
	# shellcheck disable=SC2086
	run --separate-stderr on 3 ringbench $FEW --blocks spikes,two --collectives gatherv --root all --type int --sizes 60 --csv out.csv \
		--algorithms native
	[ "$status" = 0 ]
	[ "$(cut -d, -f4,14,15 out.csv | xargs)" = "bytes,verified,blocks 108,yes,spikes 40,yes,two" ]
}

@test "kinds of blocks, intervals and verdicts" {
	cat >main.c <<-EOF
		#include "ringbench/blocks.h"
		#include "ringbench/verdict.h"
		#include <math.h>
		#include <stdio.h>
		static int sum(enum blocks kind, unsigned seed, int n, int ranks, int counts[])
		{
			int all = 0;
			blocks_cut(kind, seed, n, ranks, counts);
			for (int i = 0; i < ranks; i++)
				all += counts[i];
			return all;
		}
		static void show(enum blocks kind)
		{
			int c[4], all = sum(kind, 1, 42, 4, c);
			printf("%s %d %d %d %d: %d\n", blocks_names[kind], c[0], c[1], c[2], c[3], all);
		}
		static const char *verdict(double a, double b, double c, double d)
		{
			return verdict_names[judge((struct rg_interval){(a + b) / 2, a, b}, (struct rg_interval){(c + d) / 2, c, d}, 5, 5)];
		}
		int main(void)
		{
			static int a[1000], b[1000];
			int spikes = 0, different = 0;
			show(SAME);
			show(DECREASING);
			show(ALTERNATING);
			show(TWO);
			for (unsigned seed = 1; seed < 20; seed++) {
				sum(RANDOM, seed, 10000, 1000, a);
				sum(RANDOM, seed, 11000, 1000, b);
				for (int i = 0; i < 1000; i++)
					if (a[i] < 1 || a[i] > 20 || b[i] < a[i])
						return 1;
				sum(RANDOM, seed + 1, 10000, 1000, b);
				for (int i = 0; i < 1000; i++)
					different += a[i] != b[i];
				sum(SPIKES, seed, 10000, 1000, a);
				for (int i = 0; i < 1000; i++) {
					if (a[i] != 1 && a[i] != 50)
						return 2;
					spikes += a[i] == 50;
				}
				/* There is a spike, also of few, and of less than an element each. */
				if (sum(SPIKES, seed, 40, 4, a) < 53 || sum(SPIKES, seed, 2, 4, a) < 8)
					return 3;
			}
			if (spikes < 19 * 150 || spikes > 19 * 250 || different < 17000)
				return 4;
			double room[100];
			struct rg_samples s = {room, 0};
			for (int i = 0; i < 100; i++) /* 1 ... 100 */
				rg_samples_add(&s, (i * 37) % 100 + 1);
			struct rg_interval i = rg_samples_interval(&s);
			printf("%g %g %g\n", i.median, i.low, i.high);
			s.n = 5;
			i = rg_samples_interval(&s);
			printf("%g %g\n", i.low, i.high);
			/* 5 % above the right side at the least; above it by less; below; wide; wide, but far away; narrow. */
			printf("%s %s %s %s %s %s %s\n", verdict(111, 120, 100, 105), verdict(110, 120, 100, 105),
			       verdict(90, 105, 100, 200), verdict(90, 106, 100, 200), verdict(211, 300, 100, 200),
			       verdict(104, 108, 100, 104), verdict_names[judge((struct rg_interval){9, 0, INFINITY}, i, 5, 5)]);
		}
	EOF
	# shellcheck disable=SC2086
	${CC:-gcc} $WARN -I"$ROOT/runtime" -I"$ROOT/generator" -o main main.c \
		"$ROOT"/runtime/ringbench/{blocks,random,verdict}.c "$ROOT/generator/base/statistics.c" -lm
	run ./main
	echo "$output"
	[ "$status" = 0 ]
	[ "$output" = "same 11 11 10 10: 42
decreasing 21 16 11 6: 54
alternating 15 5 15 5: 40
two 10 0 0 10: 20
50.5 40 61
0 inf
violated undecided holds undecided violated holds undecided" ]
}

# guided VARIABLE=VALUE... -- ARGUMENT...: native guidelines of one gather, of what guideline.c makes of MPI's. Rounds go on
# until it is settled: what is slow is so by far, whatever else this machine does.
guided() {
	local variables=()
	[ -z "$SAN" ] || skip "a sanitizer must be loaded first"
	while [ "$1" != -- ]; do
		variables+=("$1")
		shift
	done
	# shellcheck disable=SC2086
	[ -e guideline.so ] || $MPICC $WARN -O1 -shared -fPIC -o guideline.so "$ROOT/tests/mpi/guideline.c"
	WRAPPER="env ${variables[*]}" PRELOAD=$PWD/guideline.so run --separate-stderr on 2 ringbench --guidelines --algorithms native \
		--sizes 4K --warm-up 1 --budget 90s --csv out.csv --label its "${@:2}"
	printf '%s\n%s\n' "$output" "$stderr"
}

@test "guidelines: what is violated is told, with what is better" {
	guided SLOW=Gather -- --collectives gather --repeat 8:300 --seed 7
	[ "$status" = 1 ]
	[ -z "$(said)" ]
	[ "$(head -n 1 out.csv)" = label,source,guideline,collective,blocks,bytes,left_us,left_low,left_high,right_us,right_low,right_high,factor,verdict,advice ]
	awk -F, 'NR == 1 { next }
		NF != 15 || $1 != "its" || $2 != "native" || $4 != "gather" || $5 != "" || $6 != 4096 { exit 1 }
		!($8 > 0 && $8 <= $7 && $7 <= $9 && $11 > 0 && $11 <= $10 && $10 <= $12) { exit 2 }
		!($13 > 0.99 * $7 / $10 && $13 < 1.01 * $7 / $10) { exit 3 }
		$14 != "violated" || $8 < 1.05 * $12 { exit 4 }
		{ advice = advice $3 ":" $15 ";" }
		END { if (advice != "gather<=gatherv:use Gatherv instead;gather<=allgather:use Allgather instead;gather<=reduce:use Reduce with zeros for the others\047 blocks;") exit 5 }' out.csv
	grep -qE '^guidelines, float, root 0, 2 ranks on 2 machines, slack 5 %, seed 7, [0-9]+ rounds, [0-9.]+ m?s of 90 s: its$' <<<"$output"
	grep -qE '^violated: gather, 4 KiB: [0-9.]+ times as long \([0-9.]+ to [0-9.]+\), [0-9.]+ .?s against [0-9.]+ .?s: use Gatherv instead \(gather<=gatherv: ' <<<"$output"
	[ "$(grep -c ^violated: <<<"$output")" = 3 ]
	grep -qx "native: 3 guidelines checked, 3 violated, 0 undecided" <<<"$output"
	# The findings come first, what is violated most on top: by the least of the interval.
	[ "$(grep . <<<"$output" | sed -n 2p)" = "violated most, by the least of the 95 % interval:" ]
	grep . <<<"$output" | sed -n 3,5p >findings
	[ "$(sed -E 's/.* times as long \(([0-9.]+) to .*/\1/' findings)" = "$(sed -E 's/.* times as long \(([0-9.]+) to .*/\1/' findings | sort -gr)" ]
	[ "$(sed -E 's/^ *[0-9.]+ times as long \([0-9.]+ to [0-9.]+\) +4 KiB, 1 of 1 size +native  //' findings | sort | xargs)" = \
		"gather<=allgather gather<=gatherv gather<=reduce" ]
	run ! grep -q "^left out" <<<"$output"
}

@test "guidelines: one finding for all sizes, by the worst one" {
	guided SLOW=Gather FROM=200 -- --collectives gather --repeat 8:300 --sizes 1K,2K,4K --budget 5m
	[ "$status" = 1 ]
	[ "$(grep -cE ' times as long .* (2|4) KiB, [23] of 3 sizes +native  gather<=gatherv$' <<<"$output")" = 1 ]
	[ "$(grep -cE ' times as long .* 1 KiB, 1 of 2 sizes +native  gather<=gather of the next size$' <<<"$output")" = 0 ]
	[ "$(grep -cE ' times as long .* 2 KiB, 1 of 2 sizes +native  gather<=gather in 2 parts$' <<<"$output")" = 1 ]
	[ "$(grep -cE '^violated: gather, [24] KiB: .* \(gather<=gatherv: ' <<<"$output")" = 2 ]
}

# columns FILE: of those left out, the fields that must be empty, and the advice.
columns() {
	awk -F, '$14 == "left out" { print $7 $8 $9 $10 $11 $12 $13 $15 }' "$1" | sort -u
}

@test "guidelines: what there is no time for is left out, and counted" {
	# A call takes 50 ms or more: all of them would take minutes.
	guided SLOW=Gather,Gatherv,Allgather,Reduce -- --collectives gather --repeat 8:300 --sizes 64:64K --budget 4s
	[ "$status" = 0 ] || [ "$status" = 1 ]
	[ -z "$(said)" ]
	all=$(($(wc -l <out.csv) - 1))
	left=$(grep -c ',left out,$' out.csv)
	[ "$left" -gt 0 ] && [ "$left" -lt "$all" ]
	grep -qE "^left out: $left of $all, for which there is no time \(--budget\): they would take at least [0-9]+ (s|min) more$" <<<"$output"
	grep -qE "^native: $((all - left)) guidelines? checked, " <<<"$output"
	[ -z "$(columns out.csv)" ]
	# What was taken up had enough rounds; and the smallest size was the first.
	awk -F, 'NR > 1 && $14 != "left out" { if (!($8 > 0 && $11 > 0)) exit 1; n += $6 == 64 } END { exit n == 0 }' out.csv
	# All of it is measured if there is time, of the same calls.
	guided A=0 -- --collectives gather --repeat 8:9 --sizes 64:64K --budget 5m
	[ "$(($(wc -l <out.csv) - 1))" = "$all" ]
	run ! grep -q 'left out' out.csv
	run ! grep -q '^left out' <<<"$output"
}

@test "guidelines: a budget that nothing fits in" {
	guided SLOW=Gather -- --collectives gather --budget 0.001
	[ "$status" = 2 ]
	[ "$(cut -d, -f14 out.csv | xargs)" = "verdict left out left out left out" ]
	grep -q ", 0 rounds, .* of 1 ms: its$" <<<"$output"
	grep -qx "native: 0 guidelines checked, 0 violated, 0 undecided" <<<"$output"
	grep -q "^left out: 3 of 3, for which there is no time (--budget)" <<<"$output"
	[[ $(said) == "ringbench: "*" of 1 ms are used, and too few calls were measured to say anything (--budget)" ]]
}

@test "guidelines: the budget, of more ranks than cores, of the MPI library's and ours; all ranks end" {
	hosts n0 n4 n1 n5 n2 n6 n3
	for budget in 0.5 3s; do
		LIMIT=60 run --separate-stderr on 7 ringbench --guidelines --budget $budget --csv out.csv --type double
		printf '%s\n%s\n' "$output" "$stderr"
		[ "$status" -le 2 ]
		all=$(($(wc -l <out.csv) - 1))
		left=$(grep -c ',left out,$' out.csv)
		[ "$left" -gt 0 ] # thousands of calls
		grep -q "^left out: .* of $((all / 1000)),$(printf %03d $((all % 1000))), for which there is no time" <<<"$output"
		[ "$(awk '/ guidelines? checked, / { n += $2 } END { print n }' <<<"$output")" = $((all - left)) ]
	done
}

@test "guidelines: a call that takes far longer than all before is named" {
	guided SLOW=Gather FROM=300 LONG=1500000 -- --collectives gather --repeat 6:6 --sizes 1K,4K --budget 4s
	[ "$status" -le 2 ]
	[[ $(said) =~ "ringbench: gather, native, 4 KiB: took 1."[0-9]*" s; nothing before took more than "[0-9.]+" "[mu]?s ]]
	# There is no time for six of them.
	grep -q '^its,native,gather<=gatherv,gather,,4096,.*,left out,$' out.csv
	run ! grep -q '^its,native,gather<=gatherv,gather,,1024,.*,left out,$' out.csv
}

@test "guidelines: samples of both sides are of the same rounds; what a call will take" {
	cat >main.c <<-EOF
		#include "ringbench/forecast.h"
		#include <stdio.h>
		/* A call of that collective of so many floats. */
		static struct trial trial(const struct peer *p, enum collective c, long long bytes, int parts)
		{
			struct trial t = {.peer = p, .nterms = 1, .parts = parts};
			t.terms[0] = vector_shape(c, FLOAT, bytes, parts, 0, (struct cut){SAME, 0});
			return t;
		}
		int main(int argc, char **argv)
		{
			static struct forecast f;
			static struct peer peers[2] = {{.name = "native"}, {.name = "ring"}};
			struct record a = {0}, b = {0};
			struct rg_interval of_a, of_b;
			MPI_Init(&argc, &argv);
			for (int i = 1; i <= 20; i++)
				record_add(&a, i, i);
			for (int i = 11; i <= 30; i += 1 + (i > 15))
				record_add(&b, i, 100 + i);
			printf("%d", record_compare(&a, &b, &of_a, &of_b));
			printf(" %g %g %g, %g\n", of_a.median, of_a.low, of_a.high, of_b.median);
			struct trial t = trial(peers, ALLREDUCE, 1024, 1), u = trial(peers, ALLREDUCE, 4096, 1);
			f.peers = peers;
			forecast_begin(&f, 4, 1);
			forecast_begin(&f, 1004, 11);
			printf("%g", forecast_of(&f, &t)); /* 11 s, and 10 ms for each of 20 bytes more */
			forecast_learn(&f, &t, 50, 1000); /* the first time */
			printf(" %g", forecast_of(&f, &t));
			forecast_learn(&f, &t, 10, 1000);
			forecast_learn(&f, &t, 20, 1000);
			printf(" %g %g", forecast_of(&f, &t), forecast_most(&f, &t));
			printf(" %g %g", forecast_of(&f, &u), forecast_least(&f, &u)); /* in proportion, at most */
			forecast_learn(&f, &u, 18, 1000);
			struct trial v = trial(peers, ALLREDUCE, 1 << 20, 1), w = trial(peers, ALLREDUCE, 1024, 4);
			struct trial other = trial(peers + 1, ALLREDUCE, 1024, 1);
			printf(" %g %g", (forecast_of(&f, &v) - 18) / ((1 << 20) - 4096), 3. / 3072);
			printf(" %g %g\n", forecast_of(&f, &w), forecast_of(&f, &other));
			MPI_Finalize();
		}
	EOF
	# shellcheck disable=SC2086
	"$MPICC" $WARN ${SAN:+-fsanitize=$SAN} -I"$ROOT/generator" -I"$ROOT/runtime" -o "$BATS_FILE_TMPDIR/forecast" main.c "$RINGBENCH_LIB" -lm -ldl
	run --separate-stderr on 1 forecast
	echo "$output"
	[ "$output" = "8 14.5 11 20, 114.5
11.2 50 15 20 60 15 0.000976562 0.000976562 60 15" ]
	[ -z "$(said)" ]
}

@test "guidelines: a picture of all, what is violated in colours" {
	command -v gnuplot >/dev/null || skip "no gnuplot is here"
	guided SLOW=Gather -- --collectives gather,scatter --repeat 8:300 --plot out.svg
	[ "$status" = 1 ]
	[ "$(grep . out.svg | tail -n 1)" = "</svg>" ]
	for text in 'gather: 3 violated, 0 undecided, 0 hold' 'gather&lt;=gatherv (1 of 1)' 'gather&lt;=reduce (1 of 1)' 'scatter: ' \
		'2 ranks on 2 machines: its' '0 of 5 guidelines left out' '4 KiB'; do
		grep -qF "$text" out.svg
	done
	guided SLOW=Gatherv,Allgather,Reduce -- --collectives gather --repeat 8:300 --plot out.svg
	[ "$status" = 0 ]
	grep -qF 'gather: 0 violated, 0 undecided, 3 hold' out.svg
	run ! grep -qF 'gather&lt;=gatherv (' out.svg
	# A panel for each source and collective.
	run --separate-stderr on 3 ringbench --guidelines --sizes 1K:8K --repeat 6:6 --collectives allreduce,bcast --plot out.svg
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" -le 1 ]
	[ "$(grep -cE '>(native, allreduce|native, bcast|ring, allreduce|ring, bcast|butterfly, allreduce): [0-9]+ violated' out.svg)" = 5 ]
	# Nothing to draw.
	rm out.svg
	guided A=0 -- --collectives gather --budget 0.001 --plot out.svg
	[ "$status" = 2 ]
	[[ $(said) == *"ringbench: out.svg: there is nothing to draw"* ]]
	[ ! -e out.svg ]
}

@test "guidelines: none is violated, or all is undecided" {
	guided SLOW=Gatherv,Allgather,Reduce -- --collectives gather --repeat 8:300
	[ "$status" = 0 ]
	[ "$(cut -d, -f3,14,15 out.csv | xargs)" = "guideline,verdict,advice gather<=gatherv,holds, gather<=allgather,holds, gather<=reduce,holds," ]
	grep -qx "native: 3 guidelines checked, 0 violated, 0 undecided" <<<"$output"
	run ! grep -q ^violated <<<"$output"
	# Slack that nothing exceeds.
	guided SLOW=Gather -- --collectives gather --repeat 8:300 --slack 900000000
	[ "$status" = 0 ]
	# Fewer than six rounds.
	guided SLOW=Gather -- --collectives gather --repeat 5
	[ "$status" = 2 ]
	grep -qx "native: 3 guidelines checked, 0 violated, 3 undecided" <<<"$output"
	[[ $(said) == "ringbench: rounds: 5 are too few to say anything, 6 are the least"* ]]
}

@test "guidelines: padding, of each kind of blocks; the next size; parts" {
	guided SLOW=Gatherv -- --collectives gatherv --repeat 8:300 --blocks same,spikes
	[ "$status" = 1 ]
	[ "$(cut -d, -f3-6,14,15 out.csv | tail -n +2)" = "gatherv<=allreduce+gather,gatherv,same,4096,violated,agree on the longest block by Allreduce; pad and use Gather
gatherv<=allreduce+gather,gatherv,spikes,$(sed -n 's/.*,spikes,\([0-9]*\),.*/\1/p' out.csv),violated,agree on the longest block by Allreduce; pad and use Gather" ]
	grep -q '^violated: gatherv, spikes blocks, ' <<<"$output"
	# All kinds, if none is told; of two ranks, two blocks are the same ones.
	guided A=0 -- --collectives gatherv --repeat 1
	[ "$(cut -d, -f5 out.csv | xargs)" = "blocks same random spikes decreasing alternating" ]
	# Half of 4 KiB are 512 elements, of which the shorter vector has 256.
	guided SLOW=Gather TO=300 -- --collectives gather --repeat 8:300 --sizes 2K,4K
	[ "$status" = 1 ]
	grep -q '^its,native,monotony,gather,,2048,.*,violated,pad to the next size$' out.csv
	grep -q '^its,native,split-2,gather,,4096,.*,holds,$' out.csv
	guided SLOW=Gather FROM=300 -- --collectives gather --repeat 8:300 --sizes 1K,2K,4K
	[ "$status" = 1 ]
	grep -q '^its,native,split-2,gather,,4096,.*,violated,split into 2$' out.csv
	grep -q '^its,native,split-4,gather,,4096,.*,violated,split into 4$' out.csv
	grep -q '^its,native,monotony,gather,,2048,.*,holds,$' out.csv
	run ! grep -q split-8 out.csv
}

@test "guidelines: a wrong result is told, and not timed" {
	guided WRONG=1 -- --collectives gather,gatherv --repeat 6
	[ "$status" = 2 ]
	[[ $(said) =~ ^"ringbench: wrong result: gather, native, "[0-9]+" bytes, rank 0, element "[0-9]+": " ]]
	[ "$(grep -c '^its,native,gather<=[a-z]*,gather,,4096,,,,,,,,wrong,$' out.csv)" = 3 ]
	grep -q '^its,native,gatherv<=allreduce+gather,gatherv,same,.*,wrong,$' out.csv
	grep -qE '^native: 8 guidelines checked, 0 violated, 0 undecided, 8 with a wrong result$' <<<"$output"
}

@test "guidelines: every collective, of the MPI library's and ours, every result right" {
	run --separate-stderr on 3 ringbench --guidelines --sizes 4,8,1K --repeat 1 --warm-up 1 --root all --type int --csv out.csv
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 2 ] # one round
	[[ $stderr != *"wrong result"* ]]
	grep -q '^guidelines, int, from root to root, 3 ranks on 3 machines, ' <<<"$output"
	for source in native ring; do
		grep -q "^,$source,allgather<=allgatherv,allgather,,1032,.*,undecided,$" out.csv
	done
	# Every guideline is checked of some size; a barrier of one. 4 and 8 bytes are one element a rank, where that is the least.
	[ "$(grep -c ^,native,barrier out.csv)" = 1 ]
	sed -n 's/^\t{"\([^"]*\)", .*/\1/p' "$ROOT/runtime/ringbench/guidelines.c" >names
	[ "$(wc -l <names)" = 32 ]
	while read -r name; do
		[[ $name == split-[48] ]] || grep -qF ",native,$name," out.csv
	done <names
	[ "$(grep -c '^,native,gather<=gatherv,' out.csv)" = 2 ]
	run ! grep -q '^,native,split-2,gather,' out.csv
	# Ours has no barrier in its ring, and the butterfly only an allreduce.
	run ! grep -q ',ring,barrier' out.csv
	[ "$(grep ',butterfly,' out.csv | cut -d, -f4 | sort -u)" = allreduce ]
}

@test "what was too slow once is given up" {
	# shellcheck disable=SC2086
	run --separate-stderr on 4 ringbench $FEW --sizes 64,4K,8K --give-up 0.000001 --csv out.csv
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(grep -c ',64,4,4,.*,yes$' out.csv)" = 3 ]
	[ "$(grep -c ',0,,,,,,,-$' out.csv)" = 6 ]
	# shellcheck disable=SC2086
	run --separate-stderr on 4 ringbench $FEW --sizes 64,4K,8K --give-up 1000000 --csv out.csv
	[ "$status" = 0 ]
	[ "$(grep -c ',yes$' out.csv)" = 9 ]
}

@test "a wrong result is named, and its algorithm is not timed" {
	cat >ringgen <<-EOF
		#!/bin/sh
		set -eu
		"$RINGGEN" "\$@"
		file=$BATS_FILE_TMPDIR/wrong/linked/butterfly.c
		if [ -e "\$file" ]; then
			# The entry, which a macro of ringgen/entries.h defines, has another name.
			sed -i '0,/^#include/s//#define butterfly_Allreduce right_Allreduce\n&/' "\$file"
			echo '#undef butterfly_Allreduce' >>"\$file"
			cat "$ROOT/tests/mpi/fault.c" >>"\$file"
		fi
	EOF
	chmod +x ringgen
	make_ringbench wrong RINGGEN="$PWD/ringgen"
	while read -r fault message; do
		WRAPPER="env FAULT=$fault" run --separate-stderr on 4 wrong/ringbench --repeat 6 --warm-up 1 --sizes 4K --csv "$fault.csv" </dev/null
		printf '%s: %s\n%s\n%s\n' "$fault" "$status" "$output" "$stderr"
		[ "$status" = 1 ]
		[ "$(said | wc -l)" = 1 ]
		[[ $(said) =~ ^"ringbench: wrong result: allreduce, butterfly, 4096 bytes, rank "$message ]]
		[ "$(grep -c 'butterfly .* WRONG$' <<<"$output")" = 1 ]
		grep -E '^,allreduce,butterfly,4096,4,4,[0-9]+,,,,,,,no$' "$fault.csv"
		[ "$(grep -c ',6,.*,yes$' "$fault.csv")" = 2 ]
	done <<-EOF
		element 2, element 512: [0-9]+ instead of [0-9]+$
		stale 0, element 0: [0-9]+ instead of [0-9]+$
		partial 1, element 1022: -?nan instead of [0-9]+$
		beyond 3, element 1024:
		input 0, send buffer changed, element 7: 0 instead of [0-9]+$
		double 0, element 0:
		blocks 1, element 0:
	EOF
}

# refused ARGUMENT...: what was run ended with status 2 and one message, and that from one rank.
refused() {
	printf '%s: %s\n%s\n%s\n' "$*" "$status" "$output" "$stderr"
	[ "$status" = 2 ]
	[ -z "$output" ]
	[ "$(said | wc -l)" = 1 ]
	[[ $stderr != *MPI_ABORT* && $stderr != *MPI_Abort* ]]
}

@test "usage: one message, from one rank" {
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	while read -r arguments; do
		# Without mpiexec it is one rank.
		# shellcheck disable=SC2086
		ASAN_OPTIONS=detect_leaks=0 run --separate-stderr timeout 60 "$BATS_FILE_TMPDIR/ringbench" $arguments </dev/null
		refused "$arguments"
	done <<-EOF
		--sizes 0
		--sizes 4K:1K
		--sizes 1K:4K:4
		--sizes 3T
		--sizes 1KX
		--sizes :
		--sizes 1K:2K:x2:x2
		--sizes 2147483648
		--sizes
		--sizes=
		--pair-size 0x10
		--pairs=yes
		-x
		-xyz
		--collectives allreduce,alltoallx
		--root -1
		--root 1
		--root any
		--root all --forms blocking,persistent
		--samples -
		--pairs --samples out.csv
		--blocks some
		--blocks same,
		--blocks=
		--blocks spikes --sizes 1G
		--seed -1
		--seed x
		--guidelines=yes
		--guidelines --pairs
		--guidelines --samples out.csv
		--guidelines --forms nonblocking
		--guidelines --sizes 512M
		--slack 0
		--slack x
		--budget 0m
		--budget 5h
		--budget m
		--type char
		--forms blocking,eager
		--forms persistent,persistent
		--algorithms native,tree
		--repeat 5:3
		--repeat 0
		--steady 0
		--time soon
		--time 0s
		--time -1
		--time 0x10
		--steady 0x5
		--steady nan
		--csv -
		--plot -
		--batch -1
		--label a,b
		--native-name a,b
		--variant nothing
		--variant native:MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=1
		--calibrate out.xml
		--pairs --plot out.svg
		--pairs
		operand
	EOF
	for arguments in --nonsense "--variant none:NO_SUCH_VARIABLE=1" "--csv $PWD/none/out.csv" \
		"--topology $TOPOLOGY --ringgen $PWD/none"; do
		# shellcheck disable=SC2086
		run --separate-stderr on 2 ringbench $arguments
		refused "$arguments"
	done
	RINGGEN_HOSTS=$PWD/none run --separate-stderr on 2 ringbench
	refused RINGGEN_HOSTS
	RINGGEN_HOSTS=none run --separate-stderr on 2 ringbench
	refused RINGGEN_HOSTS
	[[ $stderr == *"RINGGEN_HOSTS 'none' is no file, and as a list of hosts it has too few for the ranks"* ]]
	# What may have been meant is said.
	local slip
	for slip in "--colectives bcast=--collectives" "--collectives alreduce=allreduce" "--blocks spike=spikes" \
		"--forms persistant=persistent" "--type flaot=float" "--algorithms nativ=native"; do
		# shellcheck disable=SC2086
		run --separate-stderr on 2 ringbench ${slip%=*}
		refused "$slip"
		[[ $stderr == *" (did you mean ${slip#*=}?)"* ]]
	done
	run --separate-stderr on 2 ringbench --plot x.png
	refused picture
	[[ $stderr == *"--plot: pictures are SVG: "*"'x.png'"* ]]
	RINGGEN_HOSTS=n0,n4,n1,n4 run --separate-stderr on 4 ringbench --sizes 64 --repeat 1
	[ "$(said)" = "ringbench: RINGGEN_HOSTS has host 'n4' for rank 1 and again for rank 3, 2 times in all: most hosts stand there once" ]
	# The command has its say first.
	run --separate-stderr on 2 ringbench --topology none.xml --ringgen "$RINGGEN"
	refused --topology
	[[ $stderr == *"none.xml"*"error: "* ]]
}

@test "--help and --version are said once" {
	run --separate-stderr on 2 ringbench --help
	[ "$status" = 0 ]
	[ "$(grep -c '^Usage: ' <<<"$output")" = 1 ]
	# Every option that is read is in the help.
	sed -n 's/^\t{"\([a-z-]*\)", .*/\1/p' "$ROOT/runtime/ringbench/command_line.c" >options
	[ "$(wc -l <options)" -gt 15 ]
	while read -r option; do
		grep -q -- "--$option" <<<"$output"
	done <options
	run --separate-stderr on 2 ringbench --version
	[ "$status" = 0 ]
	[[ $output == "ringbench "*"linked with ring"*butterfly ]]
}

@test "what libringgen would hand to MPI is not passed off as ours" {
	hosts n0 n4 elsewhere
	# shellcheck disable=SC2086
	run --separate-stderr on 3 ringbench $FEW --sizes 1K --csv out.csv
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(said)" = "ringbench: ring does not serve allreduce here: a host is not in the topology
ringbench: butterfly does not serve allreduce here: a host is not in the topology" ]
	[[ $stderr == *"host 'elsewhere' is not in topology 'ring'"* ]]
	[ "$(grep -c ',0,,,,,,,-$' out.csv)" = 2 ]
	# shellcheck disable=SC2086
	run --separate-stderr on 1 ringbench $FEW --sizes 1K
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[[ $(said) == *"ring does not serve allreduce here: there is one process only"* ]]
}

@test "repetitions end when medians are steady, at MAX, or in time" {
	run --separate-stderr on 2 ringbench --sizes 1K --repeat 7:5000 --steady 1000000 --algorithms native --csv out.csv
	[ "$(tail -n 1 out.csv | cut -d, -f7)" = 7 ]
	run --separate-stderr on 2 ringbench --sizes 1K --repeat 7:30 --steady 0.0000001 --algorithms native --csv out.csv
	[ "$(tail -n 1 out.csv | cut -d, -f7)" = 30 ]
	run --separate-stderr on 2 ringbench --sizes 1K --repeat 7:1000000 --steady 0.0000001 --time 0.3 --algorithms native --csv out.csv
	repetitions=$(tail -n 1 out.csv | cut -d, -f7)
	[ "$repetitions" -gt 7 ] && [ "$repetitions" -lt 1000000 ]

	cat >main.c <<-EOF
		#include "base/statistics.h"
		#include <stdio.h>
		int main(void)
		{
			double room[100];
			struct rg_samples s = {room, 0};
			for (int i = 0; i < 100; i++) /* 1 ... 100 */
				rg_samples_add(&s, (i * 37) % 100 + 1);
			printf("%g %g %g %.4f\n", rg_samples_median(&s), rg_samples_quantile(&s, 0.95), s.sorted[0], rg_samples_spread(&s));
			s.n = 1;
			printf("%g %g %g\n", rg_samples_median(&s), rg_samples_quantile(&s, 0.95), rg_samples_spread(&s));
		}
	EOF
	# shellcheck disable=SC2086
	${CC:-gcc} $WARN -I"$ROOT/generator" -o main main.c "$ROOT/generator/base/statistics.c" -lm
	# Fewer than six samples claim nothing. The 40th and the 61st of 100 hold the median in 95 of 100 cases (Hoefler & Belli; Le Boudec's table has the same).
	[ "$(./main)" = "50.5 95 1 41.5842
1 1 inf" ]
}

@test "plots, one per collective" {
	command -v gnuplot >/dev/null || skip "no gnuplot is here"
	# shellcheck disable=SC2086
	run --separate-stderr on 2 ringbench $FEW --sizes 1K:4K --collectives allreduce,allgather --plot out.svg --label its_1
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(ls ./*svg*)" = "./out-allgather.svg
./out-allreduce.svg" ]
	for word in native ring butterfly '4 KiB' 'ranks on 2 machines: its_1'; do
		grep -qF "$word" out-allreduce.svg
	done
	[ "$(grep . out-allreduce.svg | tail -n 1)" = "</svg>" ]
	run ! grep -q butterfly out-allgather.svg
}

@test "what cannot be written is a failure, told before anything is measured" {
	mkdir here && cd here
	while read -r words arguments; do
		# shellcheck disable=SC2086
		run --separate-stderr on 2 ringbench $FEW --sizes 1K $arguments </dev/null
		refused "$arguments"
		[[ $(said) == "ringbench: ${words//_/ }" ]]
	done <<-EOF
		no/x.svg:_cannot_write:_No_such_file_or_directory --plot no/x.svg
		no/x-allreduce.svg:_cannot_write:_No_such_file_or_directory --plot no/x.svg --collectives all
		$PWD:_cannot_write:_Is_a_directory --plot $PWD
		--plot:_standard_output_has_the_table,_give_a_name --plot -
		no/x.csv:_No_such_file_or_directory --csv no/x.csv
		/dev/full:_cannot_be_written --csv /dev/full
		no/x.csv:_No_such_file_or_directory --samples no/x.csv
		/dev/full:_cannot_be_written --samples /dev/full
		no/x.csv:_No_such_file_or_directory --guidelines --csv no/x.csv
		/dev/full:_cannot_be_written --guidelines --csv /dev/full
		no/x.svg:_cannot_write:_No_such_file_or_directory --guidelines --plot no/x.svg
		no/x.xml:_cannot_write:_No_such_file_or_directory --calibrate no/x.xml --topology $TOPOLOGY --ringgen $RINGGEN
	EOF
	# shellcheck disable=SC2086
	WRAPPER="env PATH=/none" run --separate-stderr on 2 ringbench $FEW --sizes 1K --plot none.svg
	refused no gnuplot
	[ "$(said)" = "ringbench: --plot: no gnuplot is here" ]
	# What goes wrong only at the end, after the table. Devices are not replaced.
	if command -v gnuplot >/dev/null; then
		# shellcheck disable=SC2086
		run --separate-stderr on 2 ringbench $FEW --sizes 1K --plot /dev/full
		[ "$status" = 2 ]
		[ "$(said)" = "ringbench: /dev/full: cannot write: No space left on device" ]
		[ -c /dev/full ]
	fi
	[ -z "$(ls -A)" ]
}

@test "standard output that is full is a failure; that nobody reads is not" {
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	# One rank, without mpiexec, which has the output otherwise.
	# shellcheck disable=SC2016
	run bash -c '"$0" --version >/dev/full' "$BATS_FILE_TMPDIR/ringbench"
	[ "$status" = 2 ]
	[[ $output == *"ringbench: standard output: cannot be written"* ]]
	trap '' PIPE
	# shellcheck disable=SC2016
	run bash -c '{ until [ -e gone ]; do sleep 0.01; done; "$0" --help; echo $? >status; } | { exec <&-; touch gone; }' \
		"$BATS_FILE_TMPDIR/ringbench"
	[ -z "$output" ]
	[ "$(cat status)" = 141 ]
}

@test "pairs of each level and link; the topology with what was measured" {
	# A start-up is a difference of times: on a loaded machine few samples may give none that is above 0.
	for _ in 1 2 3; do
		# shellcheck disable=SC2086
		run --separate-stderr on 4 ringbench $FEW --pairs --pair-size 16K --topology "$TOPOLOGY" --ringgen "$RINGGEN" \
			--csv pairs.csv --calibrate measured.xml
		printf '%s\n%s\n' "$output" "$stderr"
		[ "$status" = 0 ]
		if grep -q ^startup pairs.csv; then break; fi
	done
	[ "$(head -n 1 pairs.csv)" = "kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps" ]
	"$RINGGEN" survey "$TOPOLOGY" --hosts n0,n4,n1,n5 | awk 'BEGIN { split("n0 n4 n1 n5", host) }
		$1 == "pair" { print $1 "," $2 "," host[$3 + 1] "," host[$4 + 1] ",1" }
		$1 == "cut" { print $1 "," $2 "," host[$4 + 1] "," host[$5 + 1] "," $3 }' >expected
	[ "$(wc -l <expected)" -ge 4 ]
	diff expected <(tail -n +2 pairs.csv | grep -E "^(pair|cut)," | cut -d, -f1-5)
	awk -F, '/^(pair|cut),/ && !(NF == 8 && $6 > 0 && $7 > 0 && $8 > 0) { exit 1 }' pairs.csv
	awk -F, '$1 == "startup" { n += NF == 8 && $6 > 0 } END { exit n != 1 }' pairs.csv
	awk -F, '/^(combine|copy),,/ { n += NF == 8 && $7 > 0 } END { exit n != 2 }' pairs.csv
	awk -F, '/^combine,[a-z]+:[a-z]+,/ { n += NF == 8 && $7 > 0 } END { exit n != 8 }' pairs.csv
	[[ $output == *"a message between machines takes "*" of each end, when all are busy"* ]]
	[[ $output == *"each rank combines "*" and copies "*", when all do"* ]]
	run -0 "$RINGGEN" check measured.xml
	grep -qE '<topology name="[a-z0-9]*" startup="[0-9.]*[nu]s"( alone="[0-9.]*[nu]s")?( eager="[0-9]*")?( burst="[0-9]*")? combine="[0-9.]*[GM]bps" copy="[0-9.]*[GM]bps" combines="(,?[a-z]+:[a-z]+=[0-9.]*[GM]bps){8}">' measured.xml

	# Two ranks on each of two machines have messages within them, too.
	hosts n0 n0 n4 n4
	# On a machine that is busy with other things what a message takes may be lost in what waiting does: then it is not said.
	# MPICH 5.0.2 shares no memory then (tests/mpi/faults/split_shared.c), and there is no notification.
	local notify=1
	if has_fault split_shared; then notify=0; fi
	for _ in 1 2 3 4 5 6; do
		# shellcheck disable=SC2086
		run --separate-stderr on 4 ringbench $FEW --pairs --pair-size 1K --topology "$TOPOLOGY" --ringgen "$RINGGEN" --csv pairs.csv
		[ "$status" = 0 ]
		if [ "$(grep -cE '^(within|notify|stream|eager),' pairs.csv)" = $((3 + notify)) ]; then break; fi
	done
	awk -F, '$1 == "within" { n += NF == 8 && $6 > 0 } END { exit n != 1 }' pairs.csv
	awk -F, -v notify=$notify '$1 == "notify" && $6 > 0 || $1 == "stream" && $7 > 0 || $1 == "eager" && $2 >= 64 { n += NF == 8 }
		END { exit n != 2 + notify }' pairs.csv
	[[ $output == *"a message within a machine takes "*", when all are busy"* ]]
	hosts n0 n4 n1 n5

	# Without a topology: rank 0 and some others.
	# shellcheck disable=SC2086
	run --separate-stderr on 4 ringbench $FEW --pairs --pair-size 1K --csv pairs.csv
	[ "$status" = 0 ]
	[ "$(grep -E "^(kind|pair|cut)," pairs.csv | cut -d, -f1-5 | tail -n +2 | xargs)" = "pair,network,n0,n4,1 pair,network,n0,n1,1 pair,network,n0,n5,1" ]
}

# traced VARIABLES...: the variant among native calls, on 4 ranks; which algorithm the library really ran, and how often.
traced() {
	# shellcheck disable=SC2086
	${CC:-gcc} $WARN -O1 -shared -fPIC -o trace.so "$ROOT/tests/mpi/trace.c" -ldl
	PRELOAD=$PWD/trace.so run --separate-stderr on 4 ringbench --sizes 1M --repeat 3 --warm-up 1 --batch 1 \
		--algorithms plain --native-name plain --csv out.csv "$@"
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(cut -d, -f3,14 out.csv | xargs)" = "algorithm,verified plain,yes ringed,yes" ]
}

@test "a variant is what the MPI library does, and only in its calls" {
	[ -z "$SAN" ] || skip "a sanitizer must be loaded first"
	if [ "$RUNS" = openmpi ]; then
		OMPI_MCA_coll_tuned_use_dynamic_rules=1 traced --variant ringed:coll_tuned_allreduce_algorithm=ring
		[ "$(grep -c '^trace: ring' <<<"$stderr")" = 16 ] # 4 ranks, 4 calls
		[ "$(grep -c '^trace: other' <<<"$stderr")" = 16 ]
		run --separate-stderr on 2 ringbench --variant ringed:coll_tuned_allreduce_algorithm=ring
		[ "$status" = 2 ]
		[[ $(said) == *"only with OMPI_MCA_coll_tuned_use_dynamic_rules=1 in the environment" ]]
		# From 5.0 on it could be changed later, without effect.
		run --separate-stderr on 2 ringbench --variant ringed:coll_tuned_use_dynamic_rules=true
		[ "$status" = 2 ]
		[[ $(said) == *"cannot be changed after MPI_Init"* || $(said) == *"only with OMPI_MCA_coll_tuned_use_dynamic_rules=1 in the environment" ]]
		run --separate-stderr on 2 ringbench --variant ringed:mpi_param_check=false
		[ "$status" = 2 ]
		[[ $(said) == *"cannot be changed after MPI_Init"* ]]
	else
		traced --variant "ringed:MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=nb,MPIR_CVAR_IALLREDUCE_INTRA_ALGORITHM=tsp_ring,\
MPIR_CVAR_ALLREDUCE_DEVICE_COLLECTIVE=0,MPIR_CVAR_IALLREDUCE_DEVICE_COLLECTIVE=0"
		# The ring sends 6 quarters. The native one halves twice, and goes back.
		[ "$(grep -c '^trace: sent 524288$' <<<"$stderr")" = $((4 * 4 * 2)) ]
		[ "$(grep -c '^trace: sent 262144$' <<<"$stderr")" = $((4 * 4 * (2 + 6))) ]
		run --separate-stderr on 2 ringbench --variant ringed:MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=no_such
		[ "$status" = 2 ]
		[[ $(said) == *"it has no such value" ]]
	fi
}

# shellcheck disable=SC2086 # words
@test "routines come from shared objects; those that cannot are named" {
	local one
	for one in ring "factored 3"; do
		"$RINGGEN" generate "$TOPOLOGY" --ops "allreduce=${one/ /:},reduce_scatter=${one/ /:}" --prefix "${one//[^a-z0-9]/_}" -o made
		"$MPICC" -shared -fPIC ${SAN:+-fsanitize=$SAN} -I"$ROOT/runtime" -o "${one%% *}.so" made.c "$LIBRINGGEN" -lhwloc -pthread
	done
	run --separate-stderr on 4 command $FEW --routines ring=./ring.so --routines "factored 3=./factored.so" \
		--collectives all --sizes 4K --forms blocking,nonblocking --csv out.csv
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	[ "$(awk -F, 'NR > 1 && $3 != "native" && $3 !~ /^native/ { print $2, $3, $14 }' out.csv | grep -v -- '-$' | sort)" = \
"allreduce factored 3 yes
allreduce factored 3+nonblocking yes
allreduce ring yes
allreduce ring+nonblocking yes
reduce_scatter factored 3 yes
reduce_scatter factored 3+nonblocking yes
reduce_scatter ring yes
reduce_scatter ring+nonblocking yes" ]
	run --separate-stderr on 1 command --routines ring=./ring.so --version
	[[ $output == "ringbench "*"linked with ring" ]]
	while IFS='|' read -r arguments words; do
		run --separate-stderr on 2 command $arguments </dev/null
		[ "$status" = 2 ]
		[[ $(said) == *"ringbench: "*"$words"* ]]
	done <<-END
		--routines ring|--routines: 'ring' is not NAME=FILE
		--routines ring=./none.so|none.so: cannot open
		--routines other=./ring.so|./ring.so has no routines of the prefix 'other'
		--routines ring=./ring.so --routines ring=./ring.so|routines have a name that there is already: ring
		--routines ring=./ring.so --native-name ring|routines have a name that there is already: ring
	END
	other=$([ "$MPI" = mpich ] && echo openmpi || echo mpich)
	if [ -e "$OUT/$other/libringgen-$other.a" ] && [ -z "$SAN" ]; then
		"$RINGGEN" generate "$TOPOLOGY" --ops all=ring --prefix ring -o made
		"mpicc.$other" -shared -fPIC -I"$ROOT/runtime" -o other.so made.c "$OUT/$other/libringgen-$other.a" -lhwloc -pthread
		run --separate-stderr on 2 command --routines ring=./other.so
		[ "$status" = 2 ]
		[[ $(said) == *"./other.so is for another MPI library" ]]
	fi
	# shellcheck disable=SC2016 # the script's own
	printf '%s\n' '#!/bin/sh' 'cd "$1${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" && shift && exec "$@"' >apart
	chmod +x apart
	mkdir at0 at1 && cp ring.so at0
	WRAPPER="$PWD/apart $PWD/at" run --separate-stderr on 2 command --routines ring=./ring.so
	[ "$status" = 2 ]
	[[ $(said) == *"ringbench: rank 1: --routines: ./ring.so: cannot open"* ]]
	[[ $(said) == *"ringbench: --routines: not all ranks can load them"* ]]
}

# bats test_tags=long
@test "on a simulated cluster nothing beats the bound, and links carry what the topology says" {
	command -v smpicc smpirun >/dev/null || skip "no SimGrid is here"
	[ -z "$SAN" ] || skip "SimGrid switches stacks, which sanitizers do not follow"
	timeout 120 make -s -C "$ROOT" --no-print-directory simgrid
	make_ringbench simulated MPICC=smpicc \
		RINGBENCH_LIB="$ROOT/.build/simgrid/libringbench-simgrid.a" \
		RINGGEN_LIBS="$ROOT/.build/simgrid/libringgen-simgrid.a -lhwloc -pthread"
	unset RINGGEN_HOSTS
	# What is simulated and what the bound is told.
	sed 's/latency="[^"]*"/latency="1us"/' "$TOPOLOGY" >fast.xml
	simulated() {
		run --separate-stderr timeout 120 "$ROOT/tests/simgrid/run" fast.xml -- \
			"$BATS_FILE_TMPDIR/simulated/ringbench" --topology fast.xml --ringgen "$RINGGEN" --repeat 2 --warm-up 1 "$@"
		printf '%s\n%s\n' "$output" "$stderr"
		[ "$status" = 0 ]
	}
	simulated --collectives all --sizes 4K,1M --csv out.csv
	awk -F, 'NR == 1 || $3 == "butterfly" && $2 != "allreduce" || $3 == "ring" && $2 ~ /barrier|scan|alltoall|^(gather|scatter)v$/ { next }
		$5 != 8 || $6 != 8 || $14 != "yes" { exit 1 }
		$2 != "barrier" && !($13 > 0 && $13 <= 1) { exit 3 }
		$3 == "ring" && $4 > 1000000 && $2 ~ /all|reduce_/ { if ($13 < 0.95) exit 2; rings++ }
		END { if (rings != 5) exit 4 }' out.csv

	simulated --pairs --csv pairs.csv
	awk -F, 'NR == 1 || $1 ~ /^(startup|alone|eager)$/ { next }
		# 1 Gbit/s is 125 MB/s, of a link between switches, too, however many pairs use it
		!($7 > 120 && $7 <= 125.01 && $8 > 120 && $8 <= 125.01) { exit 1 }
		{ rows++; cuts += $1 == "cut" }
		END { if (rows < 10 || cuts != 1) exit 2 }' pairs.csv
	run --separate-stderr timeout 60 "$ROOT/tests/simgrid/run" "$TOPOLOGY" -- "$BATS_FILE_TMPDIR/simulated/ringbench" \
		--variant ringed:MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=nb
	[ "$status" = 2 ]
	[[ $(said) == *"this MPI library has no control variables" ]]
}

@test "--tune: all ways in turn, into a file that runs with RINGGEN_TUNED know" {
	run --separate-stderr on 4 ringbench --tune tuned.csv --collectives allreduce,allgather --sizes 64,4K --repeat 60:60 --time 20
	printf '%s\n%s\n' "$output" "$stderr"
	[ "$status" = 0 ]
	run ! grep -q "^  *[0-9].* native " <<<"$output"
	cat tuned.csv
	for kind in allreduce,any,...*,none,64 allreduce,any,...*,none,4096 allgather,any,...*,none,4096; do
		[ "$(grep -c ",$kind," tuned.csv)" -ge 2 ]
		[ "$(grep -c ",$kind,native," tuned.csv)" = 1 ]
	done
	cp tuned.csv before.csv
	RINGGEN_TUNE=best RINGGEN_TUNED=$PWD/tuned.csv run --separate-stderr on 4 ringbench --algorithms native,ring \
		--collectives allreduce --sizes 64 --repeat 60:60 --time 20 --csv out.csv
	[ "$status" = 0 ]
	grep -q ,ring, out.csv
	run ! cmp -s before.csv tuned.csv
	for wrong in "--tune t.csv --pairs" "--tune t.csv --guidelines" "--tune t.csv --forms nonblocking" "--tune -"; do
		# shellcheck disable=SC2086 # words
		run --separate-stderr on 2 ringbench $wrong
		[ "$status" = 2 ]
		[[ $stderr == *"--tune"* ]]
	done
}
