/* SPDX-License-Identifier: BSD-3-Clause
 * prune: which of the candidates are left out.
 */
#include "plan/prune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/excerpts.h"
#include "plan/choices.h"

/* A size of a contest. */
struct entry {
	int sample, size;      /* which, and the number of the size */
	double least, seconds; /* of all variants; of the one that serves it */
	int variant;           /* that one */
};

struct pruning {
	const struct rg_sample *sample; /* [samples] */
	int samples;
	struct rg_variant
		*variant;   /* [variants] of all samples, each once: by algorithm and parameters */
	bool *kept, *tried; /* [variants]; tried in vain: it stays */
	bool *apart;        /* [variants] its messages meet less than those of others as fast */
	size_t variants, variant_cap;
	int *number; /* [samples * variants] of a variant in a contest, -1: it is none of it */
	struct entry *entry;
	size_t entries, entry_cap;
	double lost[RG_COLLECTIVES]; /* the sum of logarithms, */
	int counted[RG_COLLECTIVES]; /* of so many entries */
	struct rg_excerpts excerpts; /* of all variants */
	bool *uses;    /* [variants * excerpts] is it in a generated file that has the variant? */
	double factor; /* of what may be lost */
	int enough;    /* lines; 0: the fewer the better */
};

/* ---- Lines */

static void list_excerpts(struct pruning *p)
{
	for (size_t i = 0; i < p->variants; i++)
		rg_excerpts_add(&p->excerpts, p->variant[i].routine->template);
	p->uses = rg_alloc(p->variants * p->excerpts.n, sizeof *p->uses);
	for (size_t i = 0; i < p->variants; i++) {
		struct rg_excerpts own = {0};
		rg_excerpts_add(&own, p->variant[i].routine->template);
		for (size_t k = 0; k < own.n; k++)
			p->uses[i * p->excerpts.n +
			        rg_excerpts_find(&p->excerpts, &own.excerpt[k])] = true;
		rg_excerpts_free(&own);
	}
}

/* The lines of text of the variants that are kept. */
static int lines_of(const struct pruning *p, const bool *kept)
{
	int lines = 0;
	for (size_t f = 0; f < p->excerpts.n; f++)
		for (size_t i = 0; i < p->variants; i++)
			if (kept[i] && p->uses[i * p->excerpts.n + f]) {
				lines += p->excerpts.excerpt[f].lines;
				break;
			}
	return lines;
}

/* ---- Which variants and sizes there are */

static size_t find_variant(const struct pruning *p, const struct rg_variant *v)
{
	size_t i = 0;
	while (i < p->variants && !rg_same_play(&p->variant[i], v))
		i++;
	return i;
}

static void list_variants(struct pruning *p)
{
	for (int h = 0; h < p->samples; h++)
		for (int i = 0; i < rg_contest_candidates(p->sample[h].contest); i++) {
			const struct rg_variant *v = rg_contest_variant(p->sample[h].contest, i);
			if (find_variant(p, v) < p->variants)
				continue;
			p->variant = rg_grow(p->variant, p->variants, &p->variant_cap,
			                     sizeof *p->variant);
			p->variant[p->variants++] = *v;
		}
	p->kept = rg_alloc(p->variants, sizeof *p->kept);
	p->tried = rg_alloc(p->variants, sizeof *p->tried);
	p->number = rg_alloc((size_t)p->samples * p->variants, sizeof *p->number);
	for (size_t i = 0; i < (size_t)p->samples * p->variants; i++)
		p->number[i] = -1;
	for (int h = 0; h < p->samples; h++)
		for (int i = 0; i < rg_contest_candidates(p->sample[h].contest); i++)
			p->number[(size_t)h * p->variants +
			          find_variant(p, rg_contest_variant(p->sample[h].contest, i))] = i;
	for (size_t i = 0; i < p->variants; i++)
		p->kept[i] = true;
}

/* The kept variant that serves an entry best; -1: none does. */
static int serve(const struct pruning *p, const struct entry *e, double *seconds)
{
	struct rg_contest *c = p->sample[e->sample].contest;
	const int *number = p->number + (size_t)e->sample * p->variants;
	bool *allowed = rg_alloc((size_t)rg_contest_candidates(c), sizeof *allowed);
	for (size_t i = 0; i < p->variants; i++)
		if (number[i] >= 0)
			allowed[number[i]] = p->kept[i];
	struct rg_prediction best =
		rg_contest_fastest(c, allowed, (double)rg_planned_size(e->size));
	int variant = -1;
	*seconds = best.seconds;
	for (size_t i = 0; i < p->variants && best.i >= 0; i++)
		if (number[i] == best.i)
			variant = (int)i;
	free(allowed);
	return variant;
}

/* List the entries: each size of whole clusters, each second one of others. */
static void list_entries(struct pruning *p)
{
	for (int h = 0; h < p->samples; h++)
		for (int s = 0; s < RG_SIZES; s += p->sample[h].whole ? 1 : 2) {
			struct entry e = {.sample = h, .size = s};
			rg_contest_least(p->sample[h].contest, s);
			e.variant = serve(p, &e, &e.seconds);
			e.least = e.seconds;
			if (e.variant < 0)
				continue;
			p->entry = rg_grow(p->entry, p->entries, &p->entry_cap, sizeof *p->entry);
			p->entry[p->entries++] = e;
			p->counted[rg_contest_collective(p->sample[h].contest)]++;
		}
}

/* Those that serve a whole cluster since their messages meet less than others'. */
static void list_apart(struct pruning *p)
{
	p->apart = rg_alloc(p->variants, sizeof *p->apart);
	for (int h = 0; h < p->samples; h++) {
		struct rg_contest *c = p->sample[h].contest;
		if (!p->sample[h].whole || !rg_is_for_each(rg_contest_collective(c)))
			continue;
		struct rg_plan_choices own = rg_plan_choices_of(c);
		for (int s = 0; s < RG_SIZES && own.n; s++) {
			double bytes = (double)rg_planned_size(s);
			const struct rg_plan_choice *choice = rg_plan_choices_at(&own, bytes);
			if (rg_plan_keeps_apart(c, choice, bytes))
				p->apart[find_variant(p, &choice->variant)] = true;
		}
	}
}

/* ---- What goes */

static double loss(const struct entry *e)
{
	return e->least > 0 ? log(e->seconds / e->least) : 0;
}

static bool is_too_much(const struct pruning *p, const struct entry *e)
{
	double may = p->sample[e->sample].whole ? RG_LOST_WHOLE : RG_LOST_ELSEWHERE;
	return e->seconds > e->least * (1 + may * p->factor);
}

/* Serve all entries by what is kept. False: that loses too much, and all is as before. */
static bool settle(struct pruning *p)
{
	for (size_t i = 0; i < p->variants; i++)
		if (p->apart[i] && !p->kept[i] && p->factor <= 1)
			return false;
	struct entry *before = rg_alloc(p->entries, sizeof *before);
	double lost[RG_COLLECTIVES];
	bool good = true;
	memcpy(before, p->entry, p->entries * sizeof *before);
	memcpy(lost, p->lost, sizeof lost);
	for (size_t i = 0; i < p->entries && good; i++) {
		struct entry *e = &p->entry[i];
		int collective = rg_contest_collective(p->sample[e->sample].contest);
		if (p->kept[e->variant])
			continue;
		p->lost[collective] -= loss(e);
		e->variant = serve(p, e, &e->seconds);
		good = e->variant >= 0 && !is_too_much(p, e);
		if (good)
			p->lost[collective] += loss(e);
	}
	for (int c = 0; c < RG_COLLECTIVES && good; c++)
		good = p->lost[c] <= p->counted[c] * log(1 + RG_LOST_WHOLE * p->factor);
	if (!good) {
		memcpy(p->entry, before, p->entries * sizeof *before);
		memcpy(p->lost, lost, sizeof lost);
	}
	free(before);
	return good;
}

/* Leave out variant i, and (all) the others of its template. False: they are needed. */
static bool leave_out(struct pruning *p, size_t i, bool all)
{
	bool *before = rg_alloc(p->variants, sizeof *before);
	memcpy(before, p->kept, p->variants * sizeof *before);
	for (size_t k = 0; k < p->variants; k++)
		if (k == i ||
		    (all && p->variant[k].routine->template == p->variant[i].routine->template))
			p->kept[k] = false;
	bool good = settle(p);
	if (!good)
		memcpy(p->kept, before, p->variants * sizeof *before);
	free(before);
	return good;
}

/* The lines that go with the template of variant i. */
static int lines_with(const struct pruning *p, size_t i)
{
	bool *kept = rg_alloc(p->variants, sizeof *kept);
	for (size_t k = 0; k < p->variants; k++)
		kept[k] = p->kept[k] &&
		          p->variant[k].routine->template != p->variant[i].routine->template;
	int lines = lines_of(p, p->kept) - lines_of(p, kept);
	free(kept);
	return lines;
}

/* The template with the most lines of its own that was not tried yet: one of its variants, or
 * p->variants. * The ring stays: its load is what is proved of the cluster. */
static size_t heaviest(const struct pruning *p)
{
	size_t found = p->variants;
	int most = -1;
	for (size_t i = 0; i < p->variants; i++) {
		if (!p->kept[i] || p->tried[i] || p->variant[i].routine->algorithm->ring)
			continue;
		int lines = lines_with(p, i);
		if (lines <= most)
			continue;
		most = lines;
		found = i;
	}
	return found;
}

static bool are_few(const struct pruning *p)
{
	return p->enough && lines_of(p, p->kept) <= p->enough;
}

/* Leave out templates, those with the most lines first: one that cannot go now will not do so
 * later, either. Then leave out single parameters. */
static void prune(struct pruning *p)
{
	memset(p->tried, 0, p->variants * sizeof *p->tried);
	for (size_t i; !are_few(p) && (i = heaviest(p)) < p->variants;)
		if (!leave_out(p, i, true))
			for (size_t k = 0; k < p->variants; k++)
				p->tried[k] |= p->variant[k].routine->template ==
				               p->variant[i].routine->template;
	for (size_t i = p->variants; i-- > 0 && !are_few(p);)
		if (p->kept[i] && !p->variant[i].routine->algorithm->ring)
			leave_out(p, i, false);
}

/* For a budget of lines more may be lost each time, by this factor, so often. Chosen: small steps,
 * so that little more is lost than must be, and in the end any loss, 4e10 times as much. */
#define MORE 1.5
enum { MORE_MOST = 60 };

struct rg_variant *rg_prune(const struct rg_sample *sample, int samples,
                            const struct rg_budget *budget, size_t *n)
{
	struct pruning p = {.sample = sample, .samples = samples, .factor = budget->all ? 0 : 1};
	list_variants(&p);
	list_excerpts(&p);
	list_entries(&p);
	list_apart(&p);
	prune(&p);
	p.enough = budget->lines;
	for (int i = 0; i < MORE_MOST && p.enough && !are_few(&p); i++) {
		p.factor *= MORE;
		prune(&p);
	}
	*n = 0;
	for (size_t i = 0; i < p.variants; i++)
		if (p.kept[i])
			p.variant[(*n)++] = p.variant[i];
	rg_excerpts_free(&p.excerpts);
	free(p.uses);
	free(p.kept);
	free(p.tried);
	free(p.apart);
	free(p.number);
	free(p.entry);
	return p.variant;
}
