#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Algorithms with a fault in them: the text of a template is changed in one place, the command is linked with it, and
# has to refute it, for its reason. (Faults that a text can hardly have: tests/unit/prove.c.)
# shellcheck disable=SC2154,SC2030,SC2031 # output is Bats's
bats_require_minimum_version 1.5.0

ROOT=$(realpath "$BATS_TEST_DIRNAME/..")

# What all mutants are linked with is made once, without what debuggers read: most of the time went into copying that.
setup_file() {
	OUT=$(realpath "${OUT:-$ROOT/.build}")
	CC=${CC:-gcc}
	LIBRARIES="$(pkg-config --libs libxml-2.0 hwloc json-c yaml-0.1) -lm"
	strip -g -o "$BATS_FILE_TMPDIR/generator.a" "$OUT/generator.a"
	strip -g -o "$BATS_FILE_TMPDIR/main.o" "$OUT/generator/cli/main.o"
	# It finds out by itself.
	"${LD:-ld}" -r -o "$BATS_FILE_TMPDIR/prover.o" "$OUT/generator/prover/prover.o" "$OUT/generator/without/findings.o"
	strip -g "$BATS_FILE_TMPDIR/prover.o"
	export OUT CC LIBRARIES
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
}

# file_of ALGORITHM: where it is defined, for COLLECTIVE (allreduce). Allgatherv is by allgather's.
file_of() {
	local collective=${COLLECTIVE:-allreduce}
	[ -e "$ROOT/templates/$collective" ] || collective=${collective%v}
	grep -lE "\.names? = .*\"${1%%:*}\"" "$ROOT/templates/$collective"/*.c
}

# mutant ALGORITHM FILE[:FUNCTION] SED: ./ringgen, in which that edit was made to the algorithm's template FILE, or to
# that function there. COLLECTIVE is whose algorithm it is: allreduce, unless the test says so.
mutant() {
	local sanitize=${SAN:+-fsanitize=$SAN} name=${2%:*} edit=$3 text file
	text=templates/$name.c
	[ -e "$ROOT/$text" ] || text=runtime/ringgen/${name%.h}.h # what waits for nothing
	[ "$name" = "$2" ] || edit="/[ *]${2#*:}(/,/^}/{
$3
}"
	rm -rf templates runtime
	mkdir -p "${text%/*}"
	sed "$edit" "$ROOT/$text" >"$text"
	run ! cmp -s "$text" "$ROOT/$text"
	file=$(file_of "$1")
	[ ! -e "${file#"$ROOT/"}" ] || file=${file#"$ROOT/"}
	# What was changed is found before what was not.
	# shellcheck disable=SC2086
	timeout 60 "$CC" -std=c11 -O1 $sanitize -DRINGGEN_PROOF $VEIL -Itemplates -Iruntime -I"$ROOT/templates" -I"$ROOT/runtime" \
		-c -o mutant.o "$file"
	# Its object comes before the archive that has the sound one.
	# shellcheck disable=SC2086
	timeout 60 "$CC" $sanitize -o ringgen "$BATS_FILE_TMPDIR/main.o" mutant.o "$BATS_FILE_TMPDIR/generator.a" $LIBRARIES
}

# found_mutant ALGORITHM FILE SED: the same, with what the build finds of that algorithm: it is what generate goes by.
found_mutant() {
	local sanitize=${SAN:+-fsanitize=$SAN} file
	mutant "$@"
	file=$(file_of "$1")
	# shellcheck disable=SC2086
	timeout 60 "$CC" $sanitize -o prover "$BATS_FILE_TMPDIR/prover.o" mutant.o "$BATS_FILE_TMPDIR/generator.a" $LIBRARIES
	{
		echo '#include "prove/everywhere.h"'
		echo 'const struct rg_finding rg_findings[] = {'
		timeout 60 ./prover "${file#"$ROOT/templates/"}"
		echo '{NULL, NULL, NULL}};'
	} >findings.c
	grep -q '"},$' findings.c # with a reason
	timeout 60 "$CC" -I"$ROOT/generator" -I"$ROOT/runtime" -I"$OUT" -c findings.c
	# shellcheck disable=SC2086
	timeout 60 "$CC" $sanitize -o ringgen "$BATS_FILE_TMPDIR/main.o" mutant.o findings.o "$BATS_FILE_TMPDIR/generator.a" \
		$LIBRARIES
}

# refuted ALGORITHM FILE SED REASON
refuted() {
	mutant "$1" "$2" "$3"
	run timeout 60 ./ringgen prove --ranks 1-17 --ops "${COLLECTIVE:-allreduce}=$1"
	echo "$2: $3: $status"
	grep -m 3 -v ' proved$' <<<"$output"
	[ "$status" = 1 ]
	[[ $output == *" refuted: "*"$4"* ]]
}

@test "recursive doubling" {
	refuted recursive-doubling allreduce/recursive_doubling 's/f->worker ^ s->bit/f->worker ^ 1/' "twice"
	refuted recursive-doubling allreduce/recursive_doubling 's/!(f->worker & s->bit)/true/' "other bits"
	refuted recursive-doubling allreduce/recursive_doubling '/rg_wait/d' "while it is being received"
	refuted recursive-doubling allreduce/recursive_doubling 's/s->bit < f->workers/2 * &/' "lacks rank"
	refuted recursive-doubling allreduce/recursive_doubling '/partial_end/d' "ends wrong"
	refuted recursive-doubling parts/fold.h 's/return r->n/& \/ 2/' "outside RG_TMP"
	# The bit in a local variable: lost in the wait.
	refuted recursive-doubling allreduce/recursive_doubling 's/s->bit/bit/g; s/RG_BEGIN/volatile int bit = 0;\n\t&/' ""
}

@test "the fold, when the number of ranks is no power of two" {
	refuted recursive-doubling parts/fold.h 's/i < pairs ? 2 \* i + second : i + pairs/i + pairs/' "(3 ranks"
	refuted recursive-doubling parts/fold 's/partial_add(\(.*\), true)/partial_add(\1, false)/' "out of rank order"
	refuted recursive-doubling parts/fold.h 's|workers <= n / 2|workers < n / 2|' "(5 ranks"
	refuted butterfly parts/fold '/rg_recv(/d; s/else$/if (s->worker >= 0)/; s/if (s->worker < 0)$//' "deadlock"
	refuted butterfly parts/fold 's/rg_run(r, s, fold_after, f)//; s/fold_paired(s)) {/fold_paired(s) \&\& s->worker < 0) {/' \
		"deadlock"
}

@test "the partial result and its buffers" {
	refuted butterfly parts/fold.h 's/if (p->in != p->own)/if (false)/' "has no value yet"
	refuted butterfly parts/fold.h 's/p->own == RG_OUT ? RG_TMP : RG_OUT/RG_OUT/' "spans that overlap"
	refuted butterfly parts/fold.h 's/p->own = came.buf;//' ""
	refuted recursive-doubling parts/fold.h 's/? RG_OUT : RG_TMP, 0}/? RG_IN : RG_IN, 0}/' "writes to RG_IN"
}

@test "butterfly" {
	refuted butterfly parts/butterfly 's/butterfly_part(r, f, f->worker ^ s->bit, 2 \* s->bit),/butterfly_part(r, f, f->worker, 2 * s->bit),/' \
		"combines element"
	refuted butterfly parts/butterfly 's/s->bit = 1; s->bit < f->workers; s->bit \*= 2/s->bit = f->workers \/ 2; s->bit > 0; s->bit \/= 2/' ""
	refuted butterfly parts/butterfly '/partial_end/d' "uses RG_OUT"
	refuted butterfly parts/butterfly 's/s->bit > 0/s->bit > 1/' "ends wrong"
	refuted butterfly parts/fold.h 's/end \* quot + .*;/end * quot;/' "outside RG_TMP"
	refuted butterfly parts/fold.h 's/begin < rest ? begin : rest/0/' ""
	refuted butterfly parts/butterfly '0,/rg_wait/{/rg_wait/d}' "while it is being received"
}

@test "SMP-binomial, on machines alike and unlike" {
	# Takes all machines to have as many ranks as the first.
	alike='((struct rg_group){r->places->level[RG_ON_MACHINE].first[1], r->pos % r->places->level[RG_ON_MACHINE].first[1], NULL, r->order + r->pos \/ r->places->level[RG_ON_MACHINE].first[1] * r->places->level[RG_ON_MACHINE].first[1]})'
	refuted smp-binomial allreduce/smp_binomial "s/rg_machine(r)/$alike/" ""
	refuted smp-binomial allreduce/smp_binomial 's/if (rg_leads(r))/if (true)/' ""
	refuted smp-binomial allreduce/smp_binomial 's/rg_leads(r)/r->pos == 0/' "deadlock"
	refuted smp-binomial allreduce/smp_binomial '/partial_end/d' "has no value"
	refuted smp-binomial allreduce/smp_binomial 's/\.commutes = true/.commutes = false/' "out of rank order"
	refuted smp-binomial allreduce/smp_binomial 's/\.commutes/.ring = true, &/' "not the next of the ring"
}

@test "trees" {
	refuted smp-binomial parts/tree '0,/if (s->group.me + s->bit < s->group.n)/s//if (true)/' ""
	refuted smp-binomial parts/tree 's/s->bit > 0/s->bit > 1/' "deadlock"
	refuted smp-binomial parts/tree 's/group.me - s->bit/group.me - 1/' ""
}

# bats test_tags=long
@test "SMP-butterfly, on machines alike and unlike" {
	refuted smp-butterfly allreduce/smp_butterfly 's/rg_leaders(r)/rg_all(r)/' ""
	refuted smp-butterfly allreduce/smp_butterfly 's/= s->tree.partial;/= partial_begin(r, 0);/' "lacks rank"
	refuted smp-butterfly allreduce/smp_butterfly '/tree_broadcast/d' "rank 1 ends wrong"
	refuted smp-butterfly allreduce/smp_butterfly 's/rg_leads(r)/rg_machine(r).me == 0 \&\& r->places->level[RG_ON_MACHINE].n > 2/' ""
}

@test "columns: the geometry" {
	refuted columns parts/columns.h 's/c->k + i;/c->k + i + 1;/' ""
	refuted columns parts/columns.h 's/part < rest ? part : rest/0/' ""
	refuted columns parts/columns.h 's/return c->whole ? c->k : /return /' ""
	COLLECTIVE=allgather refuted columns parts/columns.h 's/: c->first\[machine + 1\] - c->first\[machine\]/: c->k/' "ends wrong"
}

@test "columns: allreduce" {
	refuted columns parts/columns:columns_reduce 's/s->step <= s->c.machines/s->step < s->c.machines/' "ends wrong"
	refuted columns parts/columns 's/s->step > 1 && columns_here/s->step > 2 \&\& columns_here/' ""
	refuted columns parts/columns.h 's/if (i % s->c.k != machine.me)/if (i < machine.me)/' ""
	refuted columns parts/columns.h 's/(s->step - 1) % 2/s->step % 2/' ""
	refuted columns parts/columns.h 's/to.buf == mine.buf/false/' "overlap"
	refuted columns parts/columns:columns_reduce '/rg_wait/d' "while it is being received"
	refuted columns parts/columns.h 's/columns_machine(&s->c, 1 - s->step)/target/' "(2 ranks"
	refuted columns parts/columns.h 's/(machine.n + 1) \*/machine.n */' "outside RG_TMP"
	refuted columns parts/columns.h 's/(machine.me + i) %/i %/' ""
	refuted columns allreduce/columns 's/\.commutes = true/.commutes = false/' "out of rank order"
}

# bats test_tags=long
@test "columns: allgather" {
	COLLECTIVE=allgather
	refuted columns parts/columns:columns_gather '0,/rg_wait(r, s);/{/rg_wait(r, s);/d}' ""
	refuted columns parts/columns:columns_gather 's/s->step <= s->c.machines/s->step < s->c.machines/' "ends wrong"
	refuted columns parts/columns 's/s->step < s->c.machines)/s->step <= s->c.machines)/' ""
	refuted columns parts/columns.h 's/source == c->machine ? i : i % c->k/i % c->k/' ""
	refuted columns parts/columns.h '0,/me < c->k/s//true/' ""
	refuted columns parts/columns.h 's/columns_machine(c, 1)/columns_machine(c, 2)/' "deadlock"
}

# bats test_tags=long
@test "columns: reduce_scatter" {
	COLLECTIVE=reduce_scatter
	refuted columns parts/columns.h 's/machine.me % s->c.k/0/' ""
	refuted columns parts/columns.h 's/r->in_place ? rg_head(RG_TMP, own.len) : own/own/' "in place"
	refuted columns parts/columns.h 's/block.off += block.len;//' ""
	refuted columns parts/columns.h 's/return others > own ? others : own/return others/' "outside RG_TMP"
	refuted columns parts/columns.h:columns_hand_out 's/i += s->c.k/i++/' ""
	refuted columns parts/columns.h 's/i == columns_here(r, c).me && !r->in_place/i == columns_here(r, c).me/' "in place"
	refuted columns parts/columns.h '0,/to.off += to.len/s//to.off += 0/' ""
	refuted columns parts/columns.h:columns_longest 's/length > longest ? length : longest/length/' "outside RG_TMP"
	refuted columns reduce_scatter/columns 's/\.commutes = true/.commutes = false/' "out of rank order"
}

# bats test_tags=long
@test "islands: that they are no machines, and unlike" {
	refuted islands parts/columns.h 's/c->machine, c->first,$/c->machine, r->places->level[RG_ON_MACHINE].first,/' ""
	refuted islands parts/columns.h 's/runs->n, r->run\[level\]/runs->n, 0/' ""
	refuted islands parts/columns.h 's/rg_fewest(r, level)/runs->first[1]/' ""
	refuted islands parts/columns.h 's/s->step == s->c.machines/s->step == r->places->level[RG_ON_MACHINE].n/' ""
	refuted islands allreduce/columns '0,/rg_level_of(r->parameters, RG_ON_MACHINE)/s//RG_ON_MACHINE/' "outside RG_TMP"
	refuted islands allreduce/columns 's/\.commutes = true/.commutes = false/' "out of rank order"
}

# bats test_tags=long
@test "islands: allgather and reduce_scatter" {
	COLLECTIVE=allgather refuted islands parts/columns.h 's/source == c->machine ? i/source == r->run[RG_ON_MACHINE] ? i/' ""
	COLLECTIVE=allgather refuted islands parts/columns.h 's/rg_block(r, buf, c->first/rg_block(r, buf, r->places->level[RG_ON_MACHINE].first/' ""
	COLLECTIVE=allgather refuted islands allgather/columns 's/if (!r->in_place)/if (false)/' "no value"
	COLLECTIVE=reduce_scatter refuted islands parts/columns.h 's/s->c.first\[s->c.machine\]/r->places->level[RG_ON_MACHINE].first[r->run[RG_ON_MACHINE]]/' ""
	COLLECTIVE=reduce_scatter refuted islands reduce_scatter/columns '0,/rg_level_of(r->parameters, RG_ON_MACHINE)/s//RG_ON_MACHINE/' ""
	COLLECTIVE=reduce_scatter refuted islands reduce_scatter/columns 's/\.commutes = true/.commutes = false/' "out of rank order"
}

@test "leaders: to them, between them, and back" {
	refuted gateways parts/collect 's/s->i < s->group.n - 1 && s->group.me == 0; s->i++) {/s->i < s->group.n - 2 \&\& s->group.me == 0; s->i++) {/' "deadlock"
	VEIL=-DRG_SEES_LANES refuted gateways parts/collect 's/rg_in_turn(r, s->i, s->group.n - 1)/s->i/; s/s->i < s->group.n - 1/s->i <= r->veiled_lane/' ""
	refuted gateways parts/collect 's/collect_in(s, s->in));/collect_in(s, RG_IN));/' "in place"
	refuted gateways parts/collect 's/s->in = RG_OUT;//' ""
	refuted gateways parts/group_ring 's/bool there = .*/bool there = false;/' ""
	refuted gateways parts/group_ring 's/s->step < s->group.n; s->step++/s->step < s->group.n - 1; s->step++/' ""
	refuted gateways parts/group_ring 's/if (s->group.n == 1 && !there)/if (false)/' "no value"
	refuted gateways allreduce/leaders 's/s->run.in = s->here.in/s->run.in = rg_mine(r)/' "lacks rank"
	refuted gateways allreduce/leaders 's/rg_runs_of(r, leaders_lower(r), leaders_upper(r))/rg_run_of(r, leaders_upper(r))/' ""
	refuted gateways allreduce/leaders 's/rg_leaders_of(r, leaders_upper(r))/rg_leaders(r)/' ""
	refuted gateways allreduce/leaders 's/leaders_first(&here) ? /false ? /' "outside RG_TMP"
	refuted gateways allreduce/leaders 's/\.commutes = true/.commutes = false/' "out of rank order"
}

@test "factored exchange: numbers, slots, partners" {
	refuted factored parts/exchange.h 's/f->exact = f->exact \&\& n % q == 0/f->exact = n % q == 0/' ""
	refuted factored parts/exchange.h 's/weight \*= f->have/weight += f->have/' ""
	refuted factored parts/exchange.h 's/begin < rest ? begin : rest/0/; s/(blocks < x->rest ? blocks : x->rest)/0/' "ends wrong"
	COLLECTIVE=allgatherv refuted factored parts/exchange.h 's/x->length(r, x, (x->origin + i) % x->n)/x->length(r, x, i)/' \
		"differ in length"
}

# bats test_tags=long
@test "factored exchange: both halves" {
	refuted factored parts/exchange:exchange_gather '/rg_wait/d' "while it is being received"
	refuted factored parts/exchange 's/s->step >= 0/s->step > 0/' "ends wrong"
	refuted factored parts/exchange.h 's/taken += part.len;/taken += 0;/' ""
	refuted factored parts/exchange.h:exchange_add 's/x->from = x->to;//' ""
	refuted factored parts/exchange.h 's/x->from.buf != x->to.buf/false/' "no value"
	refuted factored allreduce/factored 's/\.commutes = true/.commutes = false/' "out of rank order"
	refuted factored parts/exchange.h 's/s->across\[s->step\] \* x->n/s->across[s->step]/' "ports"
	refuted factored parts/exchange.h 's/k - (k > factored_digit(s))/k/' "ports"
	refuted factored parts/exchange.h 's/x->landing = x->pairs ? all.len : 0/x->landing = 0/' "ports"
	COLLECTIVE=reduce_scatter refuted factored parts/exchange.h 's/x->apart = .*;/x->apart = true;/' ""
	COLLECTIVE=reduce_scatter refuted factored reduce_scatter/factored 's/x->landing = r->n/x->landing = 0/' ""
}

@test "allreduce by gathering; the bracketing in one place" {
	refuted gather parts/fold.h 's/i < pairs; i++/i < pairs - 1; i++/' "lacks rank"
	refuted gather parts/fold.h 's|workers <= n / 2|workers < n / 2|' ""
	refuted gather allreduce/gather 's/return r->P \* r->n/return r->n/' "outside RG_TMP"
	refuted gather allreduce/gather 's/rg_everyone(r)/(struct rg_group){r->P, r->pos, NULL, r->order}/' "out of rank order"
}

@test "bine: partners and slots" {
	# From the nearest partners to the farthest: each gets all, but not in the same order.
	refuted bine-doubling allreduce/bine_doubling \
		's/s->step = bine_steps(f->workers) - 1; s->step >= 0; s->step--/s->step = 0; s->step < bine_steps(f->workers); s->step++/' \
		"other bits"
	refuted bine-doubling parts/bine 's/return !(bine_slot.*/return true;/' "other bits"
	refuted bine-doubling parts/bine 's/power \*= -2/power = 2/' "twice"
	refuted bine-doubling allreduce/bine_doubling 's/\.commutes = true/.commutes = false/' "out of rank order"
	refuted bine parts/bine 's/bine_steps(workers) - 1)) + 1/0)) + 1/' ""
	refuted bine parts/bine 's/i % 2 ? i - distance : i + distance/i + distance/' "deadlock"
	refuted bine parts/bine 's/slot = bine_slot(f->workers, i)/slot = i/' ""
	refuted bine allreduce/bine '/partial_end/d' ""
	refuted bine allreduce/bine '/partial.ahead/d' "lanes"
	refuted bine allreduce/bine 's/\.commutes = true/.commutes = false/' "out of rank order"
}

# bats test_tags=long
@test "bine: allgather and reduce_scatter" {
	export COLLECTIVE=reduce_scatter
	refuted bine parts/bine 's/== other;/!= other;/' ""
	refuted bine parts/bine 's/second ? slot.off + first : slot.off/slot.off/' "(3 ranks"
	refuted bine parts/bine 's/ + workers_block(r, w, i, true)//' "(3 ranks"
	refuted bine parts/bine 's/return 2 \* bine_vector/return bine_vector/' "outside RG_TMP"
	refuted bine parts/bine '/s->run = part;/d' ""
	refuted bine reduce_scatter/bine 's/rg_in_lanes(r)/false/' "lanes"
	refuted bine reduce_scatter/bine 's/\.commutes = true/.commutes = false/' "out of rank order"
	COLLECTIVE=allgather
	refuted bine parts/bine 's/came.off < s->run.off ? came.off : //' ""
	refuted bine parts/bine 's/slot & has ? run.off - len/false ? 0/' ""
	refuted bine parts/bine 's/back ? block : vector, back/vector, back/' "overlap"
	refuted bine allgather/bine 's/s->step >= 0/s->step > 0/' ""
}

# bats test_tags=long
@test "circulant: both halves" {
	refuted circulant parts/circulant.h 's/to.off = round ? .*;/to.off = 0;/' ""
	refuted circulant parts/circulant.h 's/came, left - came/came, 0/' "no value"
	refuted circulant parts/circulant:circulant_scatter '/rg_wait/d' "while it is being received"
	refuted circulant parts/circulant.h 's/(1ll << round) - 1/0/' "(3 ranks"
	refuted circulant parts/circulant 's/s->round >= 0/s->round > 0/' "ends wrong"
	refuted circulant parts/circulant:circulant_gather 's/false),/true),/' "deadlock"
	refuted circulant allreduce/circulant 's/\.commutes = true/.commutes = false/' "out of rank order"
	COLLECTIVE=reduce_scatter refuted circulant reduce_scatter/circulant 's/rg_in_lanes(r)/false/' "lanes"
	COLLECTIVE=reduce_scatter refuted circulant parts/circulant.h 's/came.off + came.len > most/false/' "outside RG_TMP"
	COLLECTIVE=reduce_scatter refuted circulant reduce_scatter/circulant 's/\.commutes = true/.commutes = false/' \
		"out of rank order"
}

@test "what ranks lend each other" {
	export COLLECTIVE=bcast
	refuted lent bcast/lent '0,/lent_meet_root(r);/{/lent_meet_root(r);/d}' "race: reads"
	refuted lent bcast/lent '0,/rg_wait(r, s);/{/rg_wait(r, s);/d}' "race: reads"
	refuted lent bcast/lent 's/lent_bcast_copy(r);/&\n\tlent_end(r);/; s/^\tlent_end(r);$//' "race: writes"
	refuted lent parts/lent.h 's/all.len - all.len \/ r->P}/all.len}/' "may still use"
	refuted lent parts/lent.h 's/all.off + all.len - part, part/all.off, part/' "may still use"
	refuted lent parts/lent.h 's/part = all.len \/ r->P/part = all.len \/ r->P - (all.len > 1)/' "ends wrong"
	refuted lent bcast/lent 's/^\tlent_end(r);$//' "without having reclaimed"
	refuted lent bcast/lent 's/root ? lent_nothing() : rg_head(RG_OUT, r->n)/lent_nothing()/' "of the 0 that rank"
	refuted lent bcast/lent 's/\.lends = true,//' "does not say so"
	refuted lent bcast/lent 's/lent_bcast_taken(r, r->rank)),/rg_head(RG_OUT, r->n)),/' "which it has lent"
	COLLECTIVE=gather
	refuted lent gather/lent 's/rg_block_of(r, RG_IN, rank).len/r->n/' ""
	refuted lent gather/lent 's/r->P > 1 ? lent_gather_taken(r, rank) : rg_own(r, RG_OUT)/rg_block_of(r, RG_OUT, rank)/' \
		"which it has lent"
	COLLECTIVE=scatter
	refuted lent scatter/lent 's/root ? lent_nothing() : rg_own(r, RG_OUT)/rg_own(r, RG_OUT)/' ""
	COLLECTIVE=allgather
	refuted lent allgather/lent 's/r->in_place ? rg_block_of(r, RG_OUT, r->rank) : //' "in place"
	refuted lent allgather/lent 's/i < all.n; i++/i < all.n - 1; i++/' "ends wrong"
	COLLECTIVE=allreduce
	refuted lent parts/lent_sums.h 's/RG_TMP, lent_kept(r), piece/RG_TMP, 0, piece/' "spans that overlap"
	refuted lent parts/lent_sums.h 's/struct rg_span sum = .*;/struct rg_span sum = {rg_taken_by(r->rank), piece.off, piece.len};/' \
		"lends to be written"
	refuted lent allreduce/lent '/lent_add_share/{n;d}' "race: reclaims"
	refuted lent parts/lent_sums.h 's/rank == receiver/false/; s/receiver < 0/rank == r->rank/' "ends wrong"
	COLLECTIVE=reduce_scatter
	refuted lent reduce_scatter/lent 's/r->in_place ? (struct rg_span){RG_TMP, lent_kept(r), own.len} : own/own/' "which it has lent"
}

@test "pairwise exchange" {
	export COLLECTIVE=reduce_scatter
	refuted pairwise reduce_scatter/pairwise 's/s->step < r->P/s->step < r->P - 1/' ""
	refuted pairwise reduce_scatter/pairwise 's/if (rg_in_lanes(r))/if (false)/' "lanes"
	refuted pairwise parts/pairwise_landing 's/r->ordered ? r->P : 1/1/' "outside RG_TMP"
	refuted pairwise reduce_scatter/pairwise '0,/rg_wait/{/rg_wait/d}' "while it is being received"
}

@test "alltoall: around the ring, by bits, in a window" {
	export COLLECTIVE=alltoall
	refuted pairwise alltoall/pairwise 's/s->step < r->P/s->step < r->P - 1/' "ends wrong"
	refuted pairwise alltoall/pairwise 's/each_given(r, r->pos + s->step)/each_given(r, r->pos)/' "is not rank"
	refuted pairwise alltoall/pairwise 's/each_taken(r, r->pos - s->step)/each_taken(r, r->pos + s->step)/' "ends wrong"
	refuted pairwise parts/each 's/r->in_place ? each_copy(r, pos) : rg_block(r, RG_IN, pos)/rg_block(r, rg_mine(r), pos)/' "in place"
	refuted pairwise parts/each 's/r->in_place ? r->P \* rg_longest(r) : 0/0/' "outside RG_TMP"
	refuted pairwise parts/each:each_begin 's/each_own(r);//' "ends wrong"
	refuted pairwise parts/each:each_begin 's/i = 1; i < r->P/i = 2; i < r->P/' "in place"
	refuted xor alltoall/xor 's/if (xor_partner(r, s) < 0)/if (false)/' "(3 ranks"
	refuted xor alltoall/xor 's/while (end < r->P)/while (2 * end <= r->P)/' "(3 ranks"
	refuted xor alltoall/xor 's/r->in_place ? rg_head(RG_TMP, block.len) : block/block/' "in place"
	refuted linear alltoall/linear 's/window < most ? window : most/window/' ""
	refuted linear alltoall/linear 's/s->step = linear_end(r, s)/& + 1/' "ends wrong"
	refuted linear alltoall/linear '/rg_wait/d' ""
}

@test "alltoall: Bruck's, of any radix" {
	export COLLECTIVE=alltoall
	refuted bruck parts/bruck 's/each_taken(r, r->pos - i)/each_taken(r, r->pos + i)/' "ends wrong"
	refuted bruck parts/bruck 's/last < bruck_radix(r) ? last : bruck_radix(r) - 1/bruck_radix(r) - 1/' "by "
	refuted bruck parts/bruck 's/return 3 \* (int64_t)r->P/return 2 * (int64_t)r->P/' "outside RG_TMP"
	refuted bruck parts/bruck 's/bruck_block(r, in++)/bruck_block(r, in)/' "ends wrong"
	refuted bruck parts/bruck 's/-digit \* s->place/-s->place/' "by "
	refuted bruck alltoall/bruck 's/s->place < r->P/2 * s->place < r->P/' "(2 ranks"
}

@test "alltoall: phases of a tree, of branches alike and unlike, one with half, one alone" {
	export COLLECTIVE=alltoall
	# In all of these the two ends of a message disagree about its turn.
	refuted phases parts/tree_turns:rg_tree_sender 's/before \/ (mj \/ common)/before/' "machines"
	refuted phases parts/tree_turns:rg_tree_receiver 's/ + 1) % m0/) % m0/' ""
	refuted phases parts/tree_turns 's/member < 0 ? member + P : member < P ? member : member - P/member % P/' ""
	refuted phases parts/tree_turns 's/step.phase = own.phase < step.phase ? own.phase : step.phase;//' ""
	refuted phases parts/tree_turns 's/q >= 0 \&\& q < m \&\& from/q >= 0 \&\& from/' "machines"
	refuted phases parts/tree_turns 's/(t->number + k + 1) % m/(t->number + k) % m/' ""
	refuted phases parts/tree_turns 's/t->got < m - 1/t->got < m/' ""
	refuted phases parts/tree_phases:rg_tree_within 's/to \* stays/to * rg_branch_size(b, i)/' "machines"
	refuted phases parts/tree_phases:rg_tree_sends_in 's/before \/ (mj \/ common)/before/' "machines"
	# Runs that are not in the order of their lengths, as 3, 5, 2; a run with more than half; all in one.
	refuted phases parts/phased 's/sorted->number\[rg_run_at(\(.*\))\]/rg_run_at(\1)/' "machines"
	refuted phases parts/phased 's/sorted->begin\[branch\] + member/r->places->level[s->level].first[branch] + member/' "machines"
	refuted phases parts/phased 's/2 \* sorted->before\[1\] <= r->P/sorted->before[1] < r->P/' "machines"
	refuted phases parts/phased 's/others = others ? others : 1;//' "1 machine,"
	refuted phases:switch parts/phased 's/rg_at(r, rg_at(r, pos - sorted->begin\[0\]) - sorted->before\[1\])/pos/' "island"
	# The last run and the first are one branch.
	refuted phases:branch parts/phased 's/rg_at(r, pos - sorted->begin\[branch\])/pos - r->places->level[s->level].first[branch]/' "branch"
	refuted phases alltoall/phases '/rg_wait/d' ""
	# Signals: who tells and who heeds disagree; who waits for its signals to be heard waits for ever.
	refuted "phases:2 branch" parts/phased 's/PHASED_OUT, -s->apart)/PHASED_OUT, 1 - s->apart)/' "branch"
	refuted "phases:3" parts/phased 's/earlier.phase >= s->step.phase/earlier.phase > s->step.phase/' ""
	refuted "phases:2 branch" parts/tree_turns 's/(int)(number \/ size), in/(int)(number \/ size), !in/' "branch"
	refuted "phases:5" parts/phased 's/named < 2 \* least ? named : (int)(2 \* least)/named/' "never completes"
	refuted "phases:4" parts/phased 's/(away == 1) != (which == PHASED_IN)/which == PHASED_IN_BEFORE/' "never completes"
}

@test "alltoallv: lengths that only the two ends know" {
	export COLLECTIVE=alltoallv
	refuted pairwise alltoall/pairwise 's/each_given(r, r->pos + s->step)/each_taken(r, r->pos + s->step)/' "has no value yet"
	refuted pairwise alltoall/pairwise 's/each_taken(r, r->pos - s->step)/each_given(r, r->pos - s->step)/' "writes to RG_IN"
	refuted pairwise alltoall/pairwise 's/each_begin(r);//' "ends wrong"
	refuted linear alltoall/linear 's/each_given(r, r->pos + step)/each_given(r, r->pos - step)/' "elements"
	refuted phases alltoall/phases '/rg_wait/d' ""
	refuted xor alltoall/xor 's/rg_block(r, rg_mine(r), xor_partner(r, s))/rg_block(r, rg_mine(r), r->pos)/' ""
	refuted shared-pairs alltoall/shared_pairs 's/rg_await(r, r->order\[pos\]);//' "race: reads"
	refuted shared-pairs alltoall/shared_pairs 's/!s->done ||/s->done == 0 \&\& false ||/' ""
	refuted shared-pairs alltoall/shared_pairs 's/s->longest = r->P > 1;//' ""
	refuted shared-pairs alltoall/shared_pairs 's/shared_pairs_count(r, s, in);//' ""
	refuted shared-pairs alltoall/shared_pairs:shared_pairs_meets 's/shared_pairs_block(r, RG_OUT, pos).len > s->done/false/' ""
	refuted shared-pairs alltoall/shared_pairs 's/s->half + pos \* shared_pairs_most(r)/s->half/' "race: reads"
	refuted shared-pairs alltoall/shared_pairs 's/s->half = shared_next_half.*//' "race:"
	refuted shared-pairs alltoall/shared_pairs 's/if (shared_pairs_is_long(r, in))/if (false)/' "never completes"
	refuted shared-pairs alltoall/shared_pairs 's/r->sent_len \&\& //' "while it is being"
}

@test "alltoall on one machine: through windows, and lent" {
	export COLLECTIVE=alltoall
	refuted shared alltoall/shared 's/shared_meet(r, &all);//' "race: reads"
	refuted shared alltoall/shared 's/s->half = shared_next_half.*//' "race: writes"
	refuted shared alltoall/shared 's/shared_room(r) \/ r->P/shared_room(r)/' "outside the window"
	refuted shared alltoall/shared 's/s->half + pos \* len/s->half/' "is not rank"
	refuted shared alltoall/shared:shared_alltoall_publish 's/rg_mine(r)/RG_IN/' "in place"
	refuted lent alltoall/lent 's/r->in_place ? each_copy(r, pos) : each_taken(r, pos), from/each_taken(r, pos), from/' "which it has lent"
	refuted lent alltoall/lent 's/rg_given_by(r->order\[pos\]), r->rank/rg_given_by(r->order[pos]), r->order[pos]/' "is not rank"
	refuted lent alltoall/lent '0,/shared_meet(r, &all);/{/shared_meet(r, &all);/d}' "race: reads"
	refuted lent alltoall/lent 's/^\tlent_end(r);$//' "without having reclaimed"
}

@test "recursive halving" {
	export COLLECTIVE=reduce_scatter
	refuted recursive-halving reduce_scatter/halving 's/if (!(s->w.me & s->bit))/if (true)/' ""
	refuted recursive-halving parts/halving_order 's/i & high ? low : 0/i \& high ? high : 0/' ""
	refuted recursive-halving parts/halving_order 's/second ? b.off + b.len - len : b.off/b.off/' "ends wrong"
	refuted recursive-halving reduce_scatter/halving 's/rg_combine(r, mine, came);//' "ends wrong"
}

@test "recursive doubling: allgather" {
	export COLLECTIVE=allgather
	refuted recursive-doubling allgather/recursive_doubling 's/s->have \*= 2/s->have = s->bit/' ""
	refuted recursive-doubling parts/doubling_blocks 's/behind < s->bit ? behind : 0/false/' "(3 ranks"
	refuted recursive-doubling parts/ring_vector 's/ring_vector_apart(r) ? .* : 0;/0;/' "outside RG_TMP"
	refuted recursive-doubling allgather/recursive_doubling '0,/rg_wait/{/rg_wait/d}' "while it is being received"
	COLLECTIVE=allgatherv refuted recursive-doubling allgather/recursive_doubling 's/s->apart = .*;/s->apart = false;/' ""
}

# bats test_tags=long
@test "neighbour exchange" {
	export COLLECTIVE=allgather
	refuted neighbour parts/neighbour_pairs 's/pos % 2 ? -away : away/away/' ""
	refuted neighbour parts/neighbour_pairs 's|-(step + 1) / 2 : step / 2|-step / 2 : step / 2|' ""
	refuted neighbour parts/neighbour_pairs 's/pos % 2 ? 1 : -1/1/' ""
	refuted neighbour parts/neighbour_pairs 's/with_third ? r->P : pos + 1/pos + 1/' "(3 ranks"
	refuted neighbour parts/neighbour_pairs 's/- 1 ? r->P : 2 \* pair + 2/- 1 ? 2 * pair + 2 : 2 * pair + 2/' "(5 ranks"
	refuted neighbour parts/neighbour_pairs 's/neighbour_gets(r, r->P - 2, s->step)/neighbour_gets(r, r->P - 2, s->step - 1)/' "(5 ranks"
	refuted neighbour parts/ring_vector 's/ \&\& !rg_in_lanes(r)//' "lanes"
	refuted neighbour allgather/neighbour 's/ring_vector_deliver(r, s->apart);//' ""
	COLLECTIVE=allgatherv refuted neighbour allgather/neighbour 's/s->apart = .*;/s->apart = false;/' ""
}

# bats test_tags=long
@test "recursive doubling: reduce_scatter" {
	export COLLECTIVE=reduce_scatter
	refuted recursive-doubling parts/doubling_runs 's/bool right = .*/bool right = true;/' "out of rank order"
	refuted recursive-doubling parts/doubling_runs 's/return doubling_workers(r, s, at, i, i + 1)/return rg_head(RG_TMP, 0)/' \
		"has no value"
	refuted recursive-doubling parts/doubling_runs 's/s->in = r->n - s->in;/s->in = 0;/' "lacks rank"
	refuted recursive-doubling reduce_scatter/recursive_doubling 's/return 3 \* r->n/return 2 * r->n/' "outside RG_TMP"
	refuted recursive-doubling parts/doubling_runs 's/second ? both.off + both.len - len : both.off/both.off/' \
		"(3 ranks"
	refuted recursive-doubling parts/runs '0,/s->to.len += to.len/s//s->to.len += 0/' ""
}

@test "what is refuted is not emitted" {
	found_mutant butterfly parts/butterfly 's/s->bit > 0/s->bit > 1/'
	run -1 timeout 60 ./ringgen generate "$ROOT/topo-files/pair.xml" --ops allreduce=butterfly -o x
	[[ $output == "ringgen: error: allreduce by butterfly is refuted: "* ]]
	[ ! -e x.c ] && [ ! -e x.h ]
	timeout 60 ./ringgen generate "$ROOT/topo-files/pair.xml" --ops allreduce=recursive-doubling -o x
	[ -e x.c ]
}

# bats test_tags=long
@test "so it is with the ports that were chosen, and vectors of all kinds" {
	found_mutant factored parts/exchange 's/rg_run(r, s, exchange_\(gather\|scatter\)/if (!r->parameters || r->n <= 4 * r->P) &/'
	run -1 timeout 60 ./ringgen generate "$ROOT/topo-files/pair.xml" --ops allreduce=factored -o x
	echo "$output"
	[[ $output == "ringgen: error: allreduce by factored is refuted: "*", ports "* ]]
	[ ! -e x.c ] && [ ! -e x.h ]
	# With ports that the build did not try, too.
	run -1 timeout 60 ./ringgen generate "$ROOT/topo-files/pair.xml" --ops "allreduce=factored:-5 2" -o x
	[[ $output == "ringgen: error: allreduce by factored is refuted: "*", ports -5 2"* ]]
}

# bats test_tags=long
@test "what was asked for and is wrong is refuted, whether a plan would take it or not" {
	local pair=$ROOT/topo-files/pair.xml
	# It waits for ever, so no plan has it.
	found_mutant shared parts/shared 's/rg_notify(r, rg_member(g, i));/if (i) &/'
	run -1 timeout 120 ./ringgen generate "$pair" --hosts n0 --ranks-per-node 4 --ops allreduce=shared -o x
	echo "$output"
	[[ $output == "ringgen: error: allreduce by shared is refuted: "*"deadlock: "*"rank "* ]]
	[ ! -e x.c ] && [ ! -e x.h ]
	# Nobody named it: it is as wrong.
	run -1 timeout 120 ./ringgen generate "$pair" --hosts n0 --ranks-per-node 4 -o x
	[[ $output == *"ringgen: error: allreduce by shared is refuted: "* ]]
	[ ! -e x.c ]
	run -1 --separate-stderr timeout 120 ./ringgen plan "$pair" --hosts n0 --ranks-per-node 4 --collective allreduce
	[[ $stderr == "ringgen: error: allreduce by shared is refuted: "* ]]
	# Right where it was planned, wrong elsewhere; and never the fastest.
	found_mutant smp-binomial parts/tree 's/s->bit > 0/s->bit > (r->P == 3 ? 1 : 0)/'
	run -1 timeout 120 ./ringgen generate "$pair" --ops allreduce=ring,allreduce=smp-binomial -o x
	echo "$output"
	[[ $output == "ringgen: error: allreduce by smp-binomial is refuted: "*"3 ranks"* ]]
	[ ! -e x.c ]
}

# bats test_tags=long
@test "the fixed form does not know the NUMA nodes, so what is for them is to be right on any" {
	local pair=$ROOT/topo-files/pair.xml
	# Right as long as the ranks of a machine are on one NUMA node, as they are where nothing is known of it.
	found_mutant shared-tiers allreduce/shared_tiers 's/if (s->c.machines > 1)/if (false)/'
	run -1 timeout 120 ./ringgen generate "$pair" --hosts n0 --ranks-per-node 4 --ops allreduce=shared-tiers:numa -o x
	echo "$output"
	[[ $output == "ringgen: error: allreduce by shared-tiers is refuted: "*" numa nodes"* ]]
	[ ! -e x.c ]
}

@test "lanes keep apart" {
	refuted ring parts/ring_landings 's/= rg_block(r, RG_OUT, i);/= rg_block_of(r, RG_OUT, r->order[rg_at(r, i)]);/' ""
	COLLECTIVE=reduce_scatter refuted ring reduce_scatter/ring 's/if (rg_in_lanes(r))/if (false)/' "they have not joined"
	COLLECTIVE=reduce_scatter refuted columns parts/columns 's/r->in_place \&\& rg_in_lanes(r)/false/' "they have not joined"
	COLLECTIVE=reduce_scatter refuted islands parts/columns 's/r->in_place \&\& rg_in_lanes(r)/false/' "they have not joined"
	COLLECTIVE=allgather refuted ring allgather/ring 's/rg_own(r, RG_IN)/rg_head(RG_IN, rg_own(r, RG_IN).len)/' "ends wrong"
}

@test "windows of one machine" {
	refuted shared parts/shared:shared_meet 's/rg_await(.*);/;/' "race: reads"
	refuted shared parts/shared 's/return half ? 0 : shared_room(r)/return 0/' "race: "
	refuted shared parts/shared '0,/i != g->me/s//i > g->me/' "deadlock: the notification from"
	refuted shared parts/shared 's/n == 1 && i >= s->pairs/false/' ""
	refuted shared parts/shared 's/s.pairs = s.group->n - workers/s.pairs = 0/' "lacks rank"
	refuted shared parts/shared_vectors 's/(round.len + r->P - 1)/round.len/' "outside RG_TMP"
	refuted shared allreduce/shared '0,/rg_wait/!{/rg_wait/d}' ""
	refuted shared allreduce/shared 's/^\t*shared_collect_sums.*//' "has no value"
	COLLECTIVE=allgather refuted shared allgather/shared '/rg_wait/d' ""
	COLLECTIVE=allgather refuted shared allgather/shared 's/.machine = true,//' "outside the window"
	COLLECTIVE=reduce_scatter refuted shared parts/shared_pieces 's/(k < i ? k : k - 1)/k/' ""
	COLLECTIVE=reduce_scatter refuted shared parts/shared_pieces 's/r->in_place ? landing : result/result/' ""
}

# bats test_tags=long
@test "windows of one machine: tiers" {
	local of
	refuted shared-tiers parts/shared_tiers 's/shared_room(r) \* k \/ (k + 1)/shared_room(r)/' "outside the window"
	refuted shared-tiers parts/shared_tiers 's/sum.off = s->half .*//' "race: "
	refuted shared-tiers parts/shared_tiers 's/s->c.machines > 1 ? share : sum/share/' "" # in one run
	refuted shared-tiers allreduce/shared_tiers 's/if (s->c.machines > 1)/if (false)/' ""
	refuted shared-tiers allreduce/shared_tiers 's/shared_meet(r, &column);//' "race: reads"
	refuted shared-tiers parts/shared_tiers 's/in_run > of_runs ? in_run : of_runs/in_run/' "outside RG_TMP"
	refuted shared-tiers parts/shared_tiers 's/in_run > of_runs ? in_run : of_runs/of_runs/' "outside RG_TMP"
	refuted shared-tiers allreduce/shared_tiers 's/if (run.me < s->c.k) {/if (run.me < s->c.k - 1) {/' ""
	refuted shared-tiers allreduce/shared_tiers 's/\.commutes = true/.commutes = false/' "out of rank order"
	refuted shared-tiers allreduce/shared_tiers 's/\.machine = true,//' "outside the window"
	for of in allgather reduce_scatter; do
		# Runs that differ in length: those that have more serve several, or are served by one.
		COLLECTIVE=$of refuted shared-tiers parts/shared_tiers 's/i % t->own.n != t->own.me && t->own.me % run.n != i/i != t->own.me/' ""
		COLLECTIVE=$of refuted shared-tiers parts/shared_tiers 's/i % t->own.n != t->own.me && t->own.me % run.n != i/i % t->own.n != t->own.me/' ""
		COLLECTIVE=$of refuted shared-tiers $of/shared_tiers 's/tiers_meet(r, &t);//' "race: reads"
		COLLECTIVE=$of refuted shared-tiers $of/shared_tiers 's/shared_meet(r, &t.own);//' "race: reads"
		COLLECTIVE=$of refuted shared-tiers $of/shared_tiers 's/s->half = shared_next_half.*//' "race: writes"
	done
	COLLECTIVE=allgather refuted shared-tiers parts/shared_tiers 's/j < run.n && q != t->run;/j == t->own.me \&\& j < run.n \&\& q != t->run;/' ""
	COLLECTIVE=allgather refuted shared-tiers parts/shared_tiers 's/if (run != t->run)/if (true)/' ""
	COLLECTIVE=reduce_scatter refuted shared-tiers parts/shared_tiers 's/t->own.me % run.n)/0)/' ""
	COLLECTIVE=reduce_scatter refuted shared-tiers parts/shared_tiers 's/r->in_place ? landing : result/result/' ""
}

# bats test_tags=long
@test "levels below the machine: leaders and columns" {
	refuted leaders:numa allreduce/leaders 's/rg_run_of(r, leaders_lower(r))/rg_machine(r)/' ""
	refuted leaders:numa allreduce/leaders 's/leaders_first(&here) ? /rg_leads(r) ? /' "outside RG_TMP"
	refuted columns:numa allreduce/columns '0,/rg_level_of(r->parameters, RG_ON_MACHINE)/s//RG_ON_MACHINE/' "outside RG_TMP"
}

@test "windows of several machines: shares and leaders" {
	local by
	for by in shared-leaders shared-factored; do
		# What was published is read before it is told of, or after it may be overwritten.
		refuted $by parts/shared_factored.h '0,/rg_await(.*);/s//;/' "race: reads"
		refuted $by parts/shared_factored.h 's/(all ? g->me : i) < k/!all/; s/(all ? i : g->me) < k/!all/' "race: "
		refuted $by parts/shared_factored.h 's/r->in_place ? RG_TMP : sum->own/sum->own/' "in place"
		refuted $by parts/shared_factored 's/if (machine.n > 1)$/if (true)/' "outside the window"
		refuted $by parts/shared_factored.h 's/f->exchange.pairs || r->in_place ? all.len : 0/0/' ""
		refuted $by parts/shared_factored.h 's/return add > others ? add : others/return add/' "outside RG_TMP"
		refuted $by allreduce/shared_${by#shared-} 's/\.commutes = true/.commutes = false/' "out of rank order"
	done
	# Shares whose places follow from the round's length, which is another in the last round.
	refuted shared-factored parts/shared_factored.h 's/i \* shared_longest(r, s->k)/shared_part_of(r, s, RG_OUT, i).off - s->done/' ""
	refuted shared-factored parts/shared_factored.h 's/rg_of_each_machine(r, g->me)/rg_of_each_machine(r, 0)/' ""
	refuted shared-factored parts/shared_factored.h 's/(first.len + k - 1) \/ k/first.len \/ k/' ""
	refuted shared-factored allreduce/shared_factored 's/s->all.k = rg_fewest(r, RG_ON_MACHINE)/s->all.k = rg_machine(r).n/' ""
	refuted shared-leaders parts/fold.h 's/buf == RG_TMP ? p->ahead : 0/0/' ""
}

# bats test_tags=long
@test "windows of several machines: columns" {
	refuted shared-columns parts/columns:shared_columns_scatter '0,/rg_wait/{/rg_wait/d}' ""
	refuted shared-columns parts/columns.h 's/i % s->c.k != me/i < me/' ""
	refuted shared-columns parts/columns:shared_columns_scatter 's/s->half = shared_next_half.*//' "race: writes"
	refuted shared-columns parts/columns.h 's/\.keep = columns_all(r, &s->c)/.keep = 0/' ""
	refuted shared-columns parts/columns:shared_columns_gather 's/s->half = shared_next_half.*//' "race: writes"
	refuted shared-columns parts/columns 's/machine.n > 1 \&\& machine.me < s->c.k/machine.me < s->c.k/' "outside the window"
	refuted shared-columns parts/columns.h 's/int m = c->machine;/int m = 0;/' ""
	refuted shared-columns parts/columns.h 's/s->c.shared ? 1 : columns_here/true ? 2 : columns_here/' ""
	refuted shared-columns allreduce/shared_columns 's/\.commutes = true/.commutes = false/' "out of rank order"
	COLLECTIVE=allgather refuted shared-columns allgather/shared_columns 's/rg_machine(r).n > s->gather.c.k/false/' "no value"
	COLLECTIVE=allgather refuted shared-columns allgather/shared_columns 's/s->inside.c = s->gather.c;//' ""
	COLLECTIVE=reduce_scatter refuted shared-columns parts/columns.h:shared_columns_longest 's/length > longest ? length : longest/length/' ""
	COLLECTIVE=reduce_scatter refuted shared-columns parts/columns 's/r->in_place \&\& rg_in_lanes(r)/false/' "they have not joined"
}

# bats test_tags=long
@test "windows of several machines: exchanges within columns" {
	COLLECTIVE=allgather
	refuted shared-factored parts/columns_exchange 's/x->steps.exact = false;//' ""
	refuted shared-factored parts/columns_exchange 's/columns_length(r, x->of, slot)/columns_length(r, x->of, x->slot)/' ""
	refuted shared-factored allgather/shared_factored 's/after = 1; after/after = 2; after/' ""
	refuted shared-factored allgather/shared_factored 's/machine.n > s->c.k/false/' "no value"
	COLLECTIVE=reduce_scatter
	refuted shared-factored parts/columns_exchange 's/x->landing = x->to.len/x->landing = 0/' ""
	refuted shared-factored reduce_scatter/shared_factored 's/s->deliver.own = true;//' "no value"
	refuted shared-factored reduce_scatter/shared_factored 's/x.landing + exchange_landings(r, &x)/x.landing/' "outside RG_TMP"
	refuted shared-factored reduce_scatter/shared_factored 's/\.commutes = true/.commutes = false/' "out of rank order"
}

@test "along the ring, from the root and to it" {
	COLLECTIVE=bcast
	refuted ring bcast/ring 's/rg_next(r) != r->root/true/' "sends to rank"
	refuted ring bcast/ring 's/if (r->rank != r->root)/if (r->rank)/' "deadlock"
	refuted ring bcast/ring '0,/rg_wait(r, s);/{/rg_wait(r, s);/d}' "ends without waiting"
	refuted ring bcast/ring 's/rg_slice(r, RG_OUT, 0, r->n)/rg_head(RG_OUT, r->n)/' "another lane"
	COLLECTIVE=reduce
	refuted ring reduce/ring 's/r->rank == r->root \&\& !r->in_place ? all/r->rank == r->root ? all/' "spans that overlap"
	refuted ring reduce/ring 's/rg_prev(r) == r->root/false/' "deadlock"
	refuted ring reduce/ring 's/\.commutes = true/.commutes = false/' "out of rank order"
	refuted ring reduce/ring 's/? 0 : rg_slice_most(r, r->n)/? 0 : 0/' "outside RG_TMP"
	COLLECTIVE=gather
	refuted ring parts/ring_landings 's/j % 2 \* rg_longest(r)/0/' "while it is being sent"
	refuted ring parts/ring_landings 's/RG_OUT, r->pos - j - 1/RG_OUT, r->pos - j/' "while it is being received"
	refuted ring gather/ring 's/s->step < s->place - 1/true/' "deadlock"
	refuted ring gather/ring 's/if (!r->in_place)/if (false)/' "ends wrong"
	COLLECTIVE=scatter
	refuted ring parts/ring_landings 's/j % 2 \* rg_longest(r)/0/' "while it is being sent"
	refuted ring parts/ring_landings 's/r->root_pos - 1 - j/r->root_pos + 1 + j/' "ends wrong"
	refuted ring scatter/ring 's/s->step <= s->behind/s->step < s->behind/' "deadlock"
}

# bats test_tags=long
@test "trees as seen from the root" {
	COLLECTIVE=bcast
	refuted binomial bcast/tree '0,/rg_wait(r, s);/{/rg_wait(r, s);/d}' "ends without waiting"
	refuted binomial bcast/tree 's/int i = 0; i/int i = 1; i/' "deadlock"
	refuted binomial parts/rooted 's/me - low}/me - 1}/' "deadlock"
	refuted binary parts/rooted 's/b.root = me < middle ? b.root + 1 : middle/b.root = me < middle ? b.root + 1 : me/' "deadlock"
	refuted 'tree:binomial machine' parts/rooted 's/return rooted_has(run, r->root_pos) ? r->root_pos : run.first/return run.first/' "deadlock"
	refuted 'tree:binomial machine' parts/rooted 's/while (!rooted_takes_part(r, &t, top))/while (top < t.levels)/' "ends wrong"
	COLLECTIVE=reduce
	refuted binomial reduce/tree 's/s->child == s->tree.children - 1 \&\& !r->in_place/s->child == s->tree.children - 1/' "outside RG_IN"
	refuted binomial reduce/tree 's/s->tree.children ? tree_reduce_sum(r) : mine/tree_reduce_sum(r)/' "has no value"
	refuted binomial reduce/tree 's/r->rank == r->root ? 1 : 2/1/' "outside RG_TMP"
	refuted binomial reduce/tree 's/\.commutes = true/.commutes = false/' "out of rank order"
	COLLECTIVE=gather
	refuted binomial parts/rooted 's/part.off += block.len;//' "ends wrong"
	refuted binomial gather/tree 's/if (!r->in_place \&\& (root/if ((root/' "outside RG_IN"
	refuted binomial parts/rooted 's/me + low < n ? me + low : n/me + low/' "outside RG_TMP"
	refuted binomial parts/rooted 's/next.off != all.off + all.len/false/' "while it is being received"
	refuted binary parts/rooted 's/b.end = me < middle ? middle : b.end/b.end = n/' "deadlock"
	refuted 'tree:binomial machine' parts/rooted 's/return (pos - own.first + all.end - all.first) % (all.end - all.first)/return pos/' "which expects"
	refuted 'tree:binomial switch' parts/rooted 's/if (place >= own.end - own.first)/if (place > own.end - own.first)/' "while it is being received"
	refuted 'tree:sequential machine' parts/rooted 's/return first + g->all.end - g->all.first/return r->P/' "which expects"
	refuted 'tree:binomial switch' parts/rooted 's/for (int k = 0; k <= t->levels; k++) {/for (int k = 0; k < t->levels; k++) {/' "which expects"
	COLLECTIVE=scatter
	refuted binomial parts/rooted 's/part.off += block.len;//' "has no value"
	refuted binomial parts/rooted 's/rooted_length(r, t, t->begin, c.begin)/0/' "ends wrong"
	refuted binomial scatter/tree 's/if (!r->in_place \&\& (root/if ((root/' "outside RG_OUT"
}

@test "ordered trees: joined, told, landed" {
	COLLECTIVE=gatherv
	refuted ordered parts/ordered.h 's/(open || all > t->straight)/(all > t->straight)/' ""
	refuted ordered parts/ordered.h 's/i < s->mine ? -s->before - len : s->behind, len/s->behind, len/' ""
	refuted ordered parts/ordered.h 's/		s->before += len;/		s->behind += len;/' ""
	refuted ordered parts/ordered.h 's/s->gathers = false;//' ""
	refuted ordered parts/ordered.h 's/s->parent = s->gathers ? r->root : s->parent;//' ""
	refuted ordered parts/ordered '0,/ORDERED_SIZES \* s->parts/s//ORDERED_SIZES/' ""
	refuted ordered parts/ordered:ordered_gather 's/if (!r->in_place)/if (true)/' "in place"
	refuted ordered parts/ordered '/rg_copy(r, ordered_own_data/d' "no value"
	COLLECTIVE=scatterv refuted ordered parts/ordered '/rg_copy(r, rg_own(r, RG_OUT), ordered_own_data/d' ""
	COLLECTIVE=gather refuted ordered:1 parts/ordered.h 's/return s.children ? s.before + s.behind : 0;/return 1;/' "outside RG_TMP"
	COLLECTIVE=scatterv refuted ordered parts/ordered:ordered_scatter 's/ordered_child_data(&s->climb, i));/rg_head(RG_TMP, s->climb.child[i].len));/' ""
}

# bats test_tags=long
@test "irregular blocks through windows" {
	COLLECTIVE=gatherv
	refuted shared gatherv/shared 's/if (r->rank != r->root && shared_ring_again(&s->own.ring, s->k))/if (false)/' ""
	refuted shared gatherv/shared 's/rg_await(r, rank);/continue;/' ""
	refuted shared gatherv/shared 's/!k || k < shared_gatherv_block(r, rank).ring.rounds/!k/' ""
	refuted shared gatherv/shared 's/shared_gatherv_keep(r, s, s->k, s->own.*;/;/' ""
	refuted shared parts/shared_hidden 's/{most, 1, most, slots}/{most, 0, most, slots}/' ""
	refuted shared parts/shared_hidden 's/h->begin + shared_ring_place(&h->ring, k)/h->begin + k * h->ring.most/' ""
	COLLECTIVE=scatterv
	refuted shared scatterv/shared 's/rank < r->root || !rank ? rank : rank - 1/rank ? rank - 1 : 0/' ""
	refuted shared scatterv/shared 's/if (shared_ring_again(&s->block.ring, s->k + s->block.ring.slots))/if (true)/' ""
	refuted shared scatterv/shared 's/!shared_ring_again(&h.ring, s->k)/true/' ""
	refuted shared scatterv/shared 's/s->block.ring.rounds - s->kept/0/' ""
}

# bats test_tags=long
@test "what is carried with its length" {
	COLLECTIVE=gatherv
	refuted carried parts/ordered_carry 's/return closed \&\& all <= s->climb.tree.fixed/return closed/' ""
	refuted carried parts/ordered_carry 's/closed &= len >= 0;//' ""
	refuted carried parts/ordered_carry 's/ordered_parts(t, c, part) - 1; i >= 0; i--/0; i < ordered_parts(t, c, part); i++/' ""
	refuted carried parts/ordered_carry 's/ || ordered_total(&sizes) > t->straight;/;/' ""
	refuted carried parts/ordered_carry 's/(carried_slots(r) + 1) \*/carried_slots(r) */' "outside RG_TMP"
	refuted carried gatherv/carried 's/s->closed = own.len <= s->climb.tree.fixed;/s->closed = true;/' ""
	refuted carried gatherv/carried 's/s->closed ? data.len : -1, data/data.len, data/' ""
}

# bats test_tags=long
@test "reduce in rank order, and by halving" {
	COLLECTIVE=reduce
	refuted in-order reduce/in_order 's/rooted_partial_add(r, p, all, !(p->worker \& s->bit))/rooted_partial_add(r, p, all, true)/' "out of rank order"
	refuted in-order reduce/in_order 's/p->works \&\& s->bit < p->workers/p->works \&\& 2 * s->bit < p->workers/' "lacks rank"
	refuted in-order reduce/in_order 's/rooted_partial_end(r, p, all);//' "has no value"
	refuted in-order reduce/in_order 's/(p->worker \& s->bit) == (p->top \& s->bit)/!(p->worker \& s->bit)/' "lacks rank"
	refuted in-order parts/rooted_fold.h 's/i < p->pairs \&\& root == 2 \* i + 1/false/' "lacks rank"
	refuted in-order parts/rooted_fold.h 's/root ? 0 : place \* rg_slice_most/root ? 0 : 0 * rg_slice_most/' "spans that overlap"
	refuted in-order parts/rooted_fold.h 's/p.own = r->in_place ? 0 :/p.own = /' "spans that overlap"
	refuted in-order parts/rooted_fold 's/p->group.me % 2 == 0/true/' "out of rank order"
	refuted halving-gather parts/rooted_fold.h 's/int there = .*;/int there = p->in;/' "lacks rank"
	refuted halving-gather reduce/halving_gather 's/for (s->bit = p->workers \/ 2; p->works/for (s->bit = p->workers \/ 2; true/' "writes to RG_IN"
	refuted halving-gather reduce/halving_gather 's/s->bit = 1; p->works \&\& s->bit < p->workers; s->bit \*= 2/s->bit = p->workers \/ 2; p->works \&\& s->bit > 0; s->bit \/= 2/' "has no value"
	refuted halving-gather reduce/halving_gather 's/rooted_partial_end(r, p, .*;//' "has no value"
	refuted halving-gather parts/rooted_fold.h 's/(end < rest ? end : rest)/0/' "has no value"
}

# bats test_tags=long
@test "van de Geijn's broadcast" {
	COLLECTIVE=bcast
	refuted scatter-ring parts/bcast_scatter '0,/rg_wait(r, s);/{/rg_wait(r, s);/d}' "while it is being received"
	refuted scatter-ring parts/bcast_scatter 's/(begin < rest ? begin : rest)/0/' "while it is being sent"
	refuted scatter-ring parts/bcast_scatter 's/rooted_find(ROOTED_BINOMIAL, r->P, place).end/place + 2/' "ends wrong"
	refuted scatter-ring bcast/scatter_ring 's/s->step < r->P/s->step < r->P - 1/' "ends wrong"
	refuted scatter-ring bcast/scatter_ring 's/rg_at(r, place + 1), s->step/place, s->step/' "has no value"
	refuted scatter-doubling bcast/scatter_doubling 's/r->P - had < had ? r->P - had : had/had/' "while it is being sent"
	refuted scatter-doubling bcast/scatter_doubling 's/second < 2/second < 1/' "ends wrong"
	refuted scatter-doubling bcast/scatter_doubling 's/(place + r->P - had) % r->P/(place + had) % r->P/' "has no value"
	refuted scatter-doubling bcast/scatter_doubling 's/place \& -had/place/' "has no value"
	refuted scatter-doubling bcast/scatter_doubling 's/place <= begin \&\& begin < there/begin < there/' "ends wrong"
}

@test "barriers" {
	COLLECTIVE=barrier
	refuted dissemination barrier/dissemination 's/s->away < r->P;/2 * s->away < r->P;/' "leaves without having heard"
	refuted dissemination barrier/dissemination 's/s->away \*= 2/s->away *= 3/' "leaves without having heard"
	refuted dissemination barrier/dissemination '/rg_heed/d' "deadlock"
	refuted binomial barrier/tree '0,/rg_wait(r, s);/{/rg_wait(r, s);/d}' "leaves without having heard"
	refuted binomial barrier/tree '0,/rg_heed(r, .*);/s//;/' "leaves without having heard"
}

@test "prefixes" {
	COLLECTIVE=scan
	refuted recursive-doubling parts/scan_doubling 's/if (r->rank \& s->bit)/if (true)/' "where it does not belong"
	refuted recursive-doubling parts/scan_doubling 's/scan_peer(r, s) < r->P/true/' "sends to rank"
	refuted recursive-doubling parts/scan_doubling.h 's/rg_combine(r, came, out);/rg_combine_to(r, out, came, scan_slot(r, s->slot));/' "twice"
	refuted recursive-doubling parts/scan_doubling.h 's/int to = s->slot < 0 ? 1 - scan_landing(s) : s->slot;/int to = s->slot;/' "writes to RG_IN"
	refuted chain scan/chain 's/\.commutes = true/.commutes = false/' "brackets the ranks"
	refuted chain scan/chain '0,/rg_wait(r, s);/{/rg_wait(r, s);/d}' "while it is being received"
	refuted chain scan/chain 's/rg_combine_to(r, out, came, mine)/rg_combine_to(r, out, mine, came)/' "spans that overlap"
	refuted chain scan/chain 's/rg_slice_most(r, r->n) : 0/0 : 0/' "outside RG_TMP"
	COLLECTIVE=exscan
	refuted recursive-doubling parts/scan_doubling.h 's/return s->slot == 0;/return 1;/' "while it is being sent"
	refuted recursive-doubling exscan/recursive_doubling 's/exclusive = true/exclusive = false/' "outside RG_OUT"
	refuted recursive-doubling parts/scan_doubling.h 's/return 2 \* rg/return rg/' "outside RG_TMP"
	refuted recursive-doubling parts/scan_doubling.h 's/rg_combine_to(r, scan_slot(r, to), came, scan_slot(r, s->slot))/rg_combine_to(r, scan_slot(r, to), scan_slot(r, s->slot), came)/' "spans that overlap"
	refuted recursive-doubling parts/scan_doubling.h 's/s->any = true;//' "lacks rank"
	refuted chain exscan/chain 's/\.commutes = true/.commutes = false/' "brackets the ranks"
	refuted chain parts/chain_sums 's/r->in_place \&\& r->rank + 1 < r->P ? /false ? /' "spans that overlap"
	refuted chain parts/chain_sums 's/struct rg_span sum = r->in_place ? mine : /struct rg_span sum = /' "spans that overlap"
	refuted chain parts/chain_sums 's/if (!r->rank)$/if (false)/' "outside RG_OUT"
	refuted chain exscan/chain 's/if (r->rank \&\& came.buf != RG_OUT)/if (false)/' "where it does not belong"
}

@test "windows of one machine: from the root and to it" {
	COLLECTIVE=bcast
	# Slots that are written before they are read, or read before they are written; one more than there are; credits that
	# nobody awaits, or that never come; who may not leave early, and who meets nobody.
	refuted shared bcast/shared 's/s->pipe.one = r->root_pos/s->pipe.one = r->root/' ""
	refuted shared bcast/shared 's/\.machine = true,//' "outside the window"
	refuted shared bcast/shared 's/\.early = true,//' "leaves without having heard"
	refuted shared bcast/shared 's/shared_pipe_before(r, &s->pipe, s->k);//' ""
	refuted shared bcast/shared '/rg_wait/d' ""
	refuted shared parts/shared 's/k >= p->slots \&\& k < p->rounds/k > p->slots \&\& k < p->rounds/' "race: writes"
	refuted shared parts/shared 's/k >= p->slots \&\& k < p->rounds/k >= p->slots/' "without having awaited"
	refuted shared parts/shared 's/k >= p->slots \&\& k < p->rounds/k >= p->slots \&\& k < p->rounds - 1/' "race: writes"
	refuted shared parts/shared 's/k : k % p->slots)/k : k)/' "outside the window"
	refuted shared parts/shared 's/!shared_ring_again(&p->ring, k + p->ring.slots)/true/' "deadlock"
	COLLECTIVE=reduce
	refuted shared parts/shared_up 's/return same \&\& !(g->n == 2 \&\& g->me == 1)/return false/' "spans that overlap"
	refuted shared parts/shared_up 's/return same \&\& !(g->n == 2 \&\& g->me == 1)/return same \&\& g->n > 2/' "spans that overlap"
	refuted shared parts/shared_up 's/if (i != g->me)$/if (true)/' "no other process"
	refuted shared parts/shared_up 's/shared_up_tell(r, \&g, s);//' "race: reads"
	refuted shared parts/shared_up 's/(most + g.n - 1) \/ g.n/most \/ g.n/' "outside RG_TMP"
	refuted shared parts/shared_up 's/r->ordered ? rg_all(r) : rg_machine(r)/rg_machine(r)/' "out of rank order"
	refuted shared reduce/shared 's/\.early = true,//' "leaves without having heard"
	refuted shared parts/shared_up 's/shared_pipe_before(r, &s->pipe, s->k);//' ""
	COLLECTIVE=gather
	refuted shared gather/shared 's/shared_pipe_before(r, &s->pipe, s->k);//' ""
	refuted shared gather/shared 's/\.early = true,//' "leaves without having heard"
	refuted shared gather/shared 's/r->rank == r->root \&\& !r->in_place/r->rank == r->root/' "outside RG_IN"
	COLLECTIVE=scatter
	refuted shared scatter/shared 's/rank < r->root ? rank : rank - 1/rank/' ""
	refuted shared scatter/shared 's/most > 0 ? most : 1, others/most > 0 ? most : 1, 1/' ""
	refuted shared scatter/shared 's/shared_pipe_after(r, &s->pipe, s->k);//' "deadlock"
	refuted shared scatter/shared 's/r->rank != r->root || r->in_place/r->rank != r->root/' "outside RG_OUT"
	refuted shared scatter/shared 's/scatter_shared_keep(r, s, s->pipe.ring.rounds - s->kept);//' ""
	refuted shared scatter/shared 's/scatter_shared_keep(r, s, 1);/scatter_shared_keep(r, s, 2);/' ""
	# What is near has no more room than the vector.
	refuted shared scatter/shared 's/number \* ring->most/(number + 2) * ring->most/' "outside the window"
}

# bats test_tags=long
@test "windows of one machine: barrier and prefixes" {
	COLLECTIVE=barrier
	refuted shared barrier/shared 's/k < SHARED_BARRIER_RADIX \&\& k \* away/k < SHARED_BARRIER_RADIX - 1 \&\& k * away/' "leaves without having heard"
	refuted shared barrier/shared 's/g.n - k \* away/k * away/' "deadlock"
	# It may not be left early by its kind: who has not heard of all others has left too early.
	refuted shared barrier/shared 's/\.machine = true,/.machine = true, .early = true,/; s/k = 1; k < SHARED_BARRIER_RADIX/k = 1; k < 2/' "has begun"
	COLLECTIVE=scan
	refuted shared parts/shared_scan 's/shared_scan_await(r, false);//' ""
	refuted shared parts/shared_scan 's/shared_scan_await(r, true);//' "race: reads"
	refuted shared parts/shared_scan 's/shared_scan_notify(r, true);/{}/' "deadlock"
	refuted shared scan/shared 's/\.early = true,//' "leaves without having heard"
	refuted shared parts/shared_scan.h 's/right = out;//' "lacks rank"
	refuted shared parts/shared_scan 's/int n = 2; n <= r->rank/int n = 4; n <= r->rank/' "outside RG_TMP"
	COLLECTIVE=exscan
	refuted shared parts/shared_scan.h 's/else if (run.buf != out.buf)/else if (false)/' "has no value"
	refuted shared parts/shared_scan.h 's/any ? sum : out/out/' "spans that overlap"
	refuted shared parts/shared_scan.h 's/bool any = !s->exclusive/bool any = true/' "where it does not belong"
}

# bats test_tags=long
@test "windows of several machines: leaders as seen from the root" {
	COLLECTIVE=bcast
	refuted shared-leaders bcast/shared_leaders 's/s->k + 1);/s->k);/' ""
	refuted shared-leaders bcast/shared_leaders 's/if (s->of.machine.n > 1)/if (true)/' "outside the window"
	refuted shared-leaders bcast/shared_leaders 's/leaders_bcast_expect(r, s, 0);//' ""
	refuted shared-leaders bcast/shared_leaders 's/s->pipe.one = s->of.one/s->pipe.one = 0/' ""
	refuted shared-leaders bcast/shared_leaders 's/shared_pipe_before(r, &s->pipe, k);//' ""
	refuted shared-leaders bcast/shared_leaders 's/\.early = true,//' "leaves without having heard"
	refuted shared-leaders parts/rooted 's/k < s.tree.levels/k <= s.tree.levels/' "deadlock"
	refuted shared-leaders parts/rooted 's/s.one = .*/s.one = 0;/' "deadlock"
	refuted shared-leaders parts/rooted 's/level = level < RG_ON_MACHINE ? RG_ON_MACHINE : level;/level = RG_NO_LEVEL;/' "deadlock"
	COLLECTIVE=reduce
	refuted shared-leaders reduce/shared_leaders 's/s->most = shared_pipe_long(r, len);/s->most = shared_up_alone(r, len) ? shared_pipe_long(r, len) : shared_room(r);/' "outside RG_TMP"
	refuted shared-leaders reduce/shared_leaders 's/done \/ s->most % 2 \* s->most/0/' "combines element"
	refuted shared-leaders reduce/shared_leaders 's/(2 + child) \* s->most/(1 + child) * s->most/' "spans that overlap"
	refuted shared-leaders reduce/shared_leaders 's/first ? leaders_reduce_machine(r, s, done) : sum/sum/' "has no value"
	refuted shared-leaders reduce/shared_leaders 's/s->up.keep = .*/s->up.keep = 0;/' "spans that overlap"
	refuted shared-leaders reduce/shared_leaders 's/if (s->of.machine.n > 1)/if (true)/' "outside the window"
	refuted shared-leaders reduce/shared_leaders 's/\.commutes = true/.commutes = false/' "out of rank order"
	COLLECTIVE=barrier
	refuted shared-leaders barrier/shared_leaders 's/leaders_barrier_tell(r, true);//' "leaves without having heard"
	refuted shared-leaders barrier/shared_leaders 's/leaders_barrier_tell(r, false);//' "leaves without having heard"
	refuted shared-leaders barrier/shared_leaders 's/s->away < leaders.n/2 * s->away < leaders.n/' "leaves without having heard"
}

# ---- Where a fault is refuted that depends on a root, lanes, blocks or places which not all games have.

# The template of a collective's algorithm, as the prover names it.
template_of() {
	local file
	file=$(COLLECTIVE=$1 file_of "$2")
	echo "${file#"$ROOT/templates/"}"
}

# found_at PLACE COLLECTIVE ALGORITHM FILE SED WHAT: where the fault is refuted first: `make`, by the compiler or by what
# is played when ringgen is built; `generate`, by what is played of a placement before code is emitted; `set-up`, by what
# is played where a communicator is, on its first use. WHAT is what `ringgen prove` takes: a number of ranks, or a
# topology with its ranks.
found_at() {
	local place=$1 collective=$2 by=$3 made=0 played=0 all=0
	COLLECTIVE=$collective
	if ! mutant "$by" "$4" "$5" 2>compiler; then
		echo "$5: the compiler refuses it"
		grep -q poisoned compiler
		[ "$place" = make ]
		return
	fi
	# shellcheck disable=SC2086
	"$CC" ${SAN:+-fsanitize=$SAN} -o prover "$BATS_FILE_TMPDIR/prover.o" mutant.o "$BATS_FILE_TMPDIR/generator.a" $LIBRARIES
	timeout 60 ./prover "$(template_of "$collective" "$by")" >finding
	if grep -q '"},$' finding; then made=1; fi
	# shellcheck disable=SC2086
	timeout 60 ./ringgen prove $6 --ops "$collective=$by" >/dev/null || played=1
	# shellcheck disable=SC2086
	timeout 120 ./ringgen prove $6 --ops "$collective=$by" --thorough >report || all=1
	echo "$5: make $made, generate $played, set-up $all: $(grep -o 'refuted: .*' report)"
	case $place in
	make) [ $made = 1 ] ;;
	generate) [ $made$played = 01 ] ;;
	set-up) [ $made$played$all = 001 ] ;;
	esac
}

# idle CONDITION: an edit by which a process does nothing at all where CONDITION holds.
idle() {
	printf '%s' "s/RG_BEGIN(r, s);/&\\n\\tif (${1//&/\\&})\\n\\t\\treturn RG_DONE;/"
}

# bats test_tags=long
@test "a fault of some roots: where it is refuted" {
	found_at make bcast tree bcast/tree "$(idle 'r->P > 16 && r->root == r->P - 2')" "--ranks 20"
	found_at make bcast tree bcast/tree "$(idle 'r->P > 16 && r->root == 2')" "--ranks 20"
	found_at set-up bcast tree bcast/tree "$(idle 'r->P > 24 && r->root == 13')" "--ranks 29"
	found_at set-up bcast tree bcast/tree "$(idle 'r->P == 29 && r->root == r->P - 4')" "--ranks 29"
	found_at set-up scatter tree scatter/tree 's/rg_block(r, RG_IN, r->pos) :/rg_block(r, RG_IN, r->pos + (r->P > 24 \&\& r->root == 7)) :/' "--ranks 27"
	found_at set-up gather ring gather/ring "$(idle 'r->P > 24 && r->root == 20')" "--ranks 26"
	found_at set-up reduce ring reduce/ring "$(idle 'r->P > 24 && r->root == 17')" "--ranks 26"
	found_at set-up gatherv ordered parts/ordered:ordered_gather "$(idle 'r->P > 24 && r->root == 19')" "--ranks 26"
}

# bats test_tags=long
@test "a fault of some numbers of lanes: where it is refuted" {
	found_at make allreduce ring allreduce/ring "$(idle 'r->veiled_lanes == 7')" "--ranks 8"
	found_at make allgather ring allgather/ring "$(idle 'rg_cut_at(r, 16, 1) == 2')" "--ranks 8"
	found_at generate allgather ring allgather/ring "$(idle 'r->P == 26 && rg_in_lanes(r)')" "--ranks 26"
	# If the text could see them, each number that runs would be found.
	VEIL=-DRG_SEES_LANES
	found_at set-up allreduce ring allreduce/ring "$(idle 'r->P > 4 && r->veiled_lanes == 12')" "--ranks 6"
	found_at set-up allgather ring allgather/ring "$(idle 'r->P > 4 && r->veiled_lanes == 96')" "--ranks 6"
	found_at set-up bcast ring bcast/ring "$(idle 'r->veiled_lanes == 1024 && r->veiled_lane == 9')" "--ranks 6"
}

# bats test_tags=long
@test "a fault of some blocks: where it is refuted" {
	found_at make allgather ring parts/ring "$(idle 'r->P > 8 && r->len && !r->len[0] && r->len[1]')" "--ranks 12"
	found_at make reduce_scatter ring reduce_scatter/ring "$(idle 'r->P > 3 && r->len && !r->len[1] && !r->len[2] && r->len[0] && r->len[3]')" "--ranks 12"
	found_at set-up allgatherv ring parts/ring "$(idle 'r->P > 24 && r->len && !r->len[3] && r->len[2] && r->len[4]')" "--ranks 26"
	found_at set-up allgatherv ring parts/ring "$(idle 'r->P > 24 && r->len && !r->len[5] && !r->len[17] && r->len[4] && r->len[16] && r->len[6]')" "--ranks 26"
	found_at set-up reduce_scatter ring reduce_scatter/ring "$(idle 'r->P > 24 && r->len && r->len[11] && r->n == r->len[11]')" "--ranks 26"
	found_at set-up reduce_scatter ring reduce_scatter/ring "$(idle 'r->P > 24 && r->len && r->len[7] > r->n - r->len[7] && r->len[8]')" "--ranks 26"
	found_at set-up scatterv ordered parts/ordered:ordered_scatter "$(idle 'r->P > 24 && r->len && r->root == 4 && r->rank == 4 && !r->len[4]')" "--ranks 26"
}

# bats test_tags=long
@test "a fault of some places: where it is refuted" {
	machines='r->places->level[RG_ON_MACHINE]'
	found_at generate allgather ring parts/ring "$(idle "$machines.n == 4 && r->P == 29")" "$ROOT/topo-files/smp4x8.xml --ranks-per-node 8(x3),5"
	found_at generate allgather columns parts/columns:columns_gather "$(idle "$machines.n == 4 && $machines.first[3] == 20 && r->P == 27")" "$ROOT/topo-files/smp4x8.xml --ranks-per-node 8,8,4,7"
}
