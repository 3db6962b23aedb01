/* SPDX-License-Identifier: BSD-3-Clause
 * prune: which of the candidates are left out.
 */
#include "plan/prune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/excerpts.h"

/* A size of a contest. */
struct entry {
	int sample, size;      /* which, and the number of the size */
	double least, seconds; /* of all ways; of the one that serves it */
	int way;               /* that one */
};

struct pruning {
	const struct rg_sample *sample; /* [samples] */
	int samples;
	struct rg_way *way; /* [ways] of all samples, each once: by algorithm and parameters */
	bool *kept, *tried; /* [ways]; tried in vain: it stays */
	size_t ways, way_cap;
	int *number; /* [samples * ways] of a way in a contest, -1: it is none of it */
	struct entry *entry;
	size_t entries, entry_cap;
	double lost[RG_COLLECTIVES]; /* the sum of logarithms, */
	int counted[RG_COLLECTIVES]; /* of so many entries */
	struct rg_excerpts excerpts; /* of all ways */
	bool *uses;    /* [ways * excerpts] is it in a generated file that has the way? */
	double factor; /* of what may be lost */
	int enough;    /* lines; 0: the fewer the better */
};

/* ---- Lines */

static void list_excerpts(struct pruning *p)
{
	for (size_t i = 0; i < p->ways; i++)
		rg_excerpts_add(&p->excerpts, p->way[i].routine->template);
	p->uses = rg_alloc(p->ways * p->excerpts.n, sizeof *p->uses);
	for (size_t i = 0; i < p->ways; i++) {
		struct rg_excerpts own = {0};
		rg_excerpts_add(&own, p->way[i].routine->template);
		for (size_t k = 0; k < own.n; k++)
			p->uses[i * p->excerpts.n +
			        rg_excerpts_add(&p->excerpts, own.excerpt[k].name)] = true;
		rg_excerpts_free(&own);
	}
}

/* The lines of text of the ways that are kept. */
static int lines_of(const struct pruning *p, const bool *kept)
{
	int lines = 0;
	for (size_t f = 0; f < p->excerpts.n; f++)
		for (size_t i = 0; i < p->ways; i++)
			if (kept[i] && p->uses[i * p->excerpts.n + f]) {
				lines += p->excerpts.excerpt[f].lines;
				break;
			}
	return lines;
}

/* ---- Which ways and sizes there are */

static size_t find_way(const struct pruning *p, const struct rg_way *w)
{
	size_t i = 0;
	while (i < p->ways && !rg_same_play(&p->way[i], w))
		i++;
	return i;
}

static void list_ways(struct pruning *p)
{
	for (int h = 0; h < p->samples; h++)
		for (int i = 0; i < rg_contest_ways(p->sample[h].contest); i++) {
			const struct rg_way *w = rg_contest_way(p->sample[h].contest, i);
			if (find_way(p, w) < p->ways)
				continue;
			p->way = rg_grow(p->way, p->ways, &p->way_cap, sizeof *p->way);
			p->way[p->ways++] = *w;
		}
	p->kept = rg_alloc(p->ways, sizeof *p->kept);
	p->tried = rg_alloc(p->ways, sizeof *p->tried);
	p->number = rg_alloc((size_t)p->samples * p->ways, sizeof *p->number);
	for (size_t i = 0; i < (size_t)p->samples * p->ways; i++)
		p->number[i] = -1;
	for (int h = 0; h < p->samples; h++)
		for (int i = 0; i < rg_contest_ways(p->sample[h].contest); i++)
			p->number[(size_t)h * p->ways +
			          find_way(p, rg_contest_way(p->sample[h].contest, i))] = i;
	for (size_t i = 0; i < p->ways; i++)
		p->kept[i] = true;
}

/* The kept way that serves an entry best; -1: none does. */
static int serve(const struct pruning *p, const struct entry *e, double *seconds)
{
	struct rg_contest *c = p->sample[e->sample].contest;
	const int *number = p->number + (size_t)e->sample * p->ways;
	bool *allowed = rg_alloc((size_t)rg_contest_ways(c), sizeof *allowed);
	for (size_t i = 0; i < p->ways; i++)
		if (number[i] >= 0)
			allowed[number[i]] = p->kept[i];
	struct rg_offer o = rg_contest_fastest(c, allowed, (double)rg_planned_size(e->size));
	int way = -1;
	*seconds = o.seconds;
	for (size_t i = 0; i < p->ways && o.i >= 0; i++)
		if (number[i] == o.i)
			way = (int)i;
	free(allowed);
	return way;
}

/* List the entries: each size of whole clusters, each second one of others. */
static void list_entries(struct pruning *p)
{
	for (int h = 0; h < p->samples; h++)
		for (int s = 0; s < RG_SIZES; s += p->sample[h].whole ? 1 : 2) {
			struct entry e = {.sample = h, .size = s};
			rg_contest_least(p->sample[h].contest, s);
			e.way = serve(p, &e, &e.seconds);
			e.least = e.seconds;
			if (e.way < 0)
				continue;
			p->entry = rg_grow(p->entry, p->entries, &p->entry_cap, sizeof *p->entry);
			p->entry[p->entries++] = e;
			p->counted[rg_contest_collective(p->sample[h].contest)]++;
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
	struct entry *before = rg_alloc(p->entries, sizeof *before);
	double lost[RG_COLLECTIVES];
	bool good = true;
	memcpy(before, p->entry, p->entries * sizeof *before);
	memcpy(lost, p->lost, sizeof lost);
	for (size_t i = 0; i < p->entries && good; i++) {
		struct entry *e = &p->entry[i];
		int collective = rg_contest_collective(p->sample[e->sample].contest);
		if (p->kept[e->way])
			continue;
		p->lost[collective] -= loss(e);
		e->way = serve(p, e, &e->seconds);
		good = e->way >= 0 && !is_too_much(p, e);
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

/* Leave out way i, and (all) the others of its template. False: they are needed. */
static bool leave_out(struct pruning *p, size_t i, bool all)
{
	bool *before = rg_alloc(p->ways, sizeof *before);
	memcpy(before, p->kept, p->ways * sizeof *before);
	for (size_t k = 0; k < p->ways; k++)
		if (k == i || (all && p->way[k].routine->template == p->way[i].routine->template))
			p->kept[k] = false;
	bool good = settle(p);
	if (!good)
		memcpy(p->kept, before, p->ways * sizeof *before);
	free(before);
	return good;
}

/* The lines that go with the template of way i. */
static int lines_with(const struct pruning *p, size_t i)
{
	bool *kept = rg_alloc(p->ways, sizeof *kept);
	for (size_t k = 0; k < p->ways; k++)
		kept[k] = p->kept[k] && p->way[k].routine->template != p->way[i].routine->template;
	int lines = lines_of(p, p->kept) - lines_of(p, kept);
	free(kept);
	return lines;
}

/* The template with the most lines of its own that was not tried yet: one of its ways, or `ways`.
 * The ring stays: its load is what is proved of the cluster. */
static size_t heaviest(const struct pruning *p)
{
	size_t found = p->ways;
	int most = -1;
	for (size_t i = 0; i < p->ways; i++) {
		if (!p->kept[i] || p->tried[i] || p->way[i].routine->algorithm->ring)
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
	memset(p->tried, 0, p->ways * sizeof *p->tried);
	for (size_t i; !are_few(p) && (i = heaviest(p)) < p->ways;)
		if (!leave_out(p, i, true))
			for (size_t k = 0; k < p->ways; k++)
				p->tried[k] |=
					p->way[k].routine->template == p->way[i].routine->template;
	for (size_t i = p->ways; i-- > 0 && !are_few(p);)
		if (p->kept[i] && !p->way[i].routine->algorithm->ring)
			leave_out(p, i, false);
}

/* For a budget of lines more may be lost each time, by this factor, so often. Chosen: small steps,
 * so that little more is lost than must be, and in the end any loss, 4e10 times as much. */
#define MORE 1.5
enum { MORE_MOST = 60 };

struct rg_way *rg_prune(const struct rg_sample *sample, int samples, const struct rg_budget *budget,
                        size_t *n)
{
	struct pruning p = {.sample = sample, .samples = samples, .factor = budget->all ? 0 : 1};
	list_ways(&p);
	list_excerpts(&p);
	list_entries(&p);
	prune(&p);
	p.enough = budget->lines;
	for (int i = 0; i < MORE_MOST && p.enough && !are_few(&p); i++) {
		p.factor *= MORE;
		prune(&p);
	}
	*n = 0;
	for (size_t i = 0; i < p.ways; i++)
		if (p.kept[i])
			p.way[(*n)++] = p.way[i];
	rg_excerpts_free(&p.excerpts);
	free(p.uses);
	free(p.kept);
	free(p.tried);
	free(p.number);
	free(p.entry);
	return p.way;
}
