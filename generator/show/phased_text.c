/* SPDX-License-Identifier: BSD-3-Clause
 * phased_text: an all-to-all, certified, in words.
 */
#include "show/phased_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

enum { NAME = 256 /* room for a resource's name */ };

static const char *plural(int n)
{
	return n == 1 ? "" : "s";
}

/* "alltoall of 32 ranks on 4 machines in 31 phases" */
static void print_what(const struct rg_phased_certificate *c, struct rg_text *out)
{
	rg_textf(out, "alltoall of %d rank%s on %d machine%s in %d phase%s", c->P, plural(c->P),
	         c->machines, plural(c->machines), c->phases, plural(c->phases));
}

/* "phase 16 has load 8 on s0 -> s1" */
static void print_busiest(const struct rg_phased_certificate *c, struct rg_text *out)
{
	char name[NAME];
	rg_textf(out, "phase %d has load %d on %s", c->busiest + 1, c->busy->load[c->worst],
	         rg_resource_name(c->routes, c->worst, name, sizeof name));
}

static void print_refuted(const struct rg_phased_certificate *c, struct rg_text *out)
{
	if (c->fault[0]) {
		rg_textf(out, "; %s\n", c->fault);
		return;
	}
	rg_text_add(out, "; ");
	print_busiest(c, out);
	if (c->beyond)
		rg_textf(out,
		         ": it takes %.2f times as long, and %d of the phases take longer "
		         "than their slowest message alone\n",
		         c->demand, c->beyond);
	else
		rg_text_add(out, ", though within capacity\n");
}

static void print_verdict(const struct rg_phased_certificate *c, struct rg_text *out)
{
	rg_textf(out, "%s: ", rg_verdict_words[c->verdict]);
	print_what(c, out);
	switch (c->verdict) {
	case RG_IS_PROVED:
		rg_textf(out,
		         c->used ? ", in each of them load 1 at most on all %d link "
		                   "direction%s used\n"
		                 : ", no link used\n",
		         c->used, plural(c->used));
		break;
	case RG_IS_PROVED_ANY_WAY:
		rg_textf(out,
		         ", load 1 at most, whichever of its shortest ways each message takes "
		         "(%lld have several)\n",
		         (long long)c->several);
		break;
	case RG_IS_WITHIN_CAPACITY:
		rg_textf(out,
		         ", load %d at most, and no phase takes longer than its slowest message "
		         "alone\n",
		         c->most);
		break;
	case RG_IS_REFUTED:
		print_refuted(c, out);
		break;
	case RG_IS_UNKNOWN:
		rg_text_add(out, "; ");
		rg_phased_doubt(c, out);
		rg_text_add(out, "\n");
		break;
	}
}

static void print_loads(const struct rg_phased_certificate *c, struct rg_text *out)
{
	rg_text_add(out, "\nhighest load by phase:\n");
	for (int i = 0; i < c->phases; i++)
		rg_textf(out, "  %6d %6d\n", i + 1, c->load[i]);
}

/* ---- Times ---- */

double rg_phased_seconds(const struct rg_phased_certificate *c, int64_t bytes)
{
	return c->lost || c->fault[0] ? NAN : c->seconds * (double)bytes / c->P;
}

/* Why nothing is faster: messages over one link, or over several that part the ranks. */
static void print_reason(const struct rg_phased_certificate *c, const struct rg_lower_bound *b,
                         struct rg_text *out)
{
	char size[64], name[NAME];
	int links;
	if (b->cut >= 0) {
		bool half = c->routes->topo->link[b->cut / 2].half;
		double carries = b->bound * c->routes->topo->link[b->cut / 2].bandwidth;
		rg_show_size(size, sizeof size, half ? carries / 2 : carries);
		rg_textf(out, "%s each way over %s", size,
		         rg_resource_name(c->routes, b->cut, name, sizeof name));
		return;
	}
	free(rg_pairs_bound_links(c->busy, &links));
	rg_textf(out, "over %d links that part the ranks", links);
}

/* What phases take beside the bound. */
static void print_seconds(const struct rg_phased_certificate *c, const struct rg_lower_bound *b,
                          int64_t bytes, struct rg_text *out)
{
	char seconds[64], share[16];
	double takes = rg_phased_seconds(c, bytes);
	if (isnan(takes)) {
		rg_text_add(out, "not known");
		return;
	}
	rg_show_time_beside(seconds, sizeof seconds, takes, b->bound);
	rg_textf(out, "%s, efficiency %s", seconds,
	         rg_show_efficiency(share, sizeof share, b->bound, takes));
}

/* With load 1 there are as many phases as the busiest link has messages. */
static void print_least(const struct rg_phased_certificate *c, struct rg_text *out)
{
	char name[NAME];
	if (c->crowded < 0 || c->lost)
		return;
	rg_textf(out, "; with load 1 no fewer than %d, the messages over %s", c->least,
	         rg_resource_name(c->routes, c->crowded, name, sizeof name));
}

static void print_times(const struct rg_phased_report *r, struct rg_text *out)
{
	char size[64], seconds[64];
	struct rg_lower_bound b = rg_pairs_bound(r->c->busy, r->o.bytes);
	if (b.bound <= 0) {
		rg_text_add(out, "\nbound: none, for no link is used\n");
		return;
	}
	rg_show_size(size, sizeof size, (double)r->o.bytes);
	rg_show_time(seconds, sizeof seconds, b.bound);
	int width = (int)(strlen("bound for alltoall of ") + strlen(size)) + 1; /* and the colon */
	rg_textf(out, "\nbound for alltoall of %s: %s (", size, seconds);
	print_reason(r->c, &b, out);
	rg_textf(out, ")\n%-*s ", width, "these phases:");
	print_seconds(r->c, &b, r->o.bytes, out);
	rg_textf(out, " (%s: %d phase%s", r->by, r->c->phases, plural(r->c->phases));
	print_least(r->c, out);
	rg_textf(out, ")\n%-*s ", width, "pairwise by rank:");
	print_seconds(r->usual, &b, r->o.bytes, out);
	rg_textf(out, " (as MPI libraries do: %d phase%s; its busiest ", r->usual->phases,
	         plural(r->usual->phases));
	if (r->usual->busiest >= 0)
		print_busiest(r->usual, out);
	else
		rg_text_add(out, "phase is not known");
	rg_text_add(out, ")\n");
}

void rg_phased_print(const struct rg_phased_report *r, struct rg_text *out)
{
	const struct rg_phased_certificate *c = r->c;
	char when[32];
	print_verdict(c, out);
	rg_assumptions_print(&c->assumed, out);
	snprintf(when, sizeof when, " in phase %d", c->busiest + 1);
	if (c->verdict == RG_IS_REFUTED)
		rg_certificate_print_overloaded(c->busy, when, r->o.most_pairs, out);
	if (r->o.all_loads)
		print_loads(c, out);
	print_times(r, out);
	rg_text_add(out, "\ngiven: phases are aligned, each begins when the one before it is over; "
	                 "all blocks have one size\n"
	                 "not in the claim: the inside of the machines and of the switches; "
	                 "latencies\n");
}
