/* SPDX-License-Identifier: BSD-3-Clause
 * report: what was measured, in words.
 */
#include "calibrate/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/units.h"

/* Measurements that make every link suspicious are told of with a few. */
enum { TOLD_MOST = 5 };

/* "s0 - n3" into `name`, which is emptied before. */
static const char *link_name(const struct rg_topo *t, int l, struct rg_text *name)
{
	name->len = 0;
	rg_textf(name, "%s - %s", t->vertex[t->link[l].a].name, t->vertex[t->link[l].b].name);
	return name->s;
}

/* ---- The table ---- */

static const char *note(const struct rg_link *l, const struct rg_estimate *e)
{
	if (e->half)
		return "half duplex?";
	if (e->full)
		return "full duplex?";
	if (!e->at_least)
		return "";
	return l->bandwidth > e->seen ? "at least; nominal kept" : "at least";
}

static void print_row(const char *name, int width, const struct rg_link *l,
                      const struct rg_estimate *e, double least, struct rg_text *out)
{
	char nominal[64], measured[64], ratio[32] = "-";
	rg_show_bandwidth(nominal, sizeof(nominal), l->bandwidth);
	rg_show_bandwidth(measured, sizeof(measured), e->seen);
	snprintf(ratio, sizeof(ratio), "%.3f", e->seen / l->bandwidth);
	rg_textf(out, "%-*s %12s %12s %7s", width, name, nominal, measured, ratio);
	rg_show_time_beside(nominal, sizeof(nominal), l->latency, least);
	rg_show_time_beside(measured, sizeof(measured), e->latency, least);
	if (l->latency > 0)
		snprintf(ratio, sizeof(ratio), "%.3f", e->latency / l->latency);
	else
		strcpy(ratio, "-");
	rg_textf(out, " %10s %10s %7s", nominal, measured, ratio);
	rg_textf(out, *note(l, e) ? "  %s\n" : "%s\n", note(l, e));
}

/* The shortest latency that is told, in whose unit all are. */
static double least_latency(const struct rg_calibration *c)
{
	double least = INFINITY;
	for (int l = 0; l < c->t->links; l++) {
		double before = c->t->link[l].latency, now = c->e[l].latency;
		if (c->e[l].measured && before > 0)
			least = fmin(least, before);
		if (c->e[l].measured && now > 0)
			least = fmin(least, now);
	}
	return least;
}

/* What was measured: how many links were not is told beside it. */
static void print_table(const struct rg_calibration *c, struct rg_text *out)
{
	struct rg_text name = {0};
	int width = strlen("link");
	double least = least_latency(c);
	for (int l = 0; l < c->t->links; l++) {
		if (!c->e[l].measured)
			continue;
		int n = strlen(link_name(c->t, l, &name));
		width = n > width ? n : width;
	}
	rg_textf(out, "%-*s %12s %12s %7s %10s %10s %7s\n", width, "link", "bandwidth", "measured",
	         "ratio", "latency", "measured", "ratio");
	for (int l = 0; l < c->t->links; l++)
		if (c->e[l].measured)
			print_row(link_name(c->t, l, &name), width, &c->t->link[l], &c->e[l], least,
			          out);
	rg_text_free(&name);
}

static void print_told(const struct rg_calibration *c, struct rg_text *out)
{
	static char *(*const show[])(char *, size_t, double) = {
		[RG_TIME] = rg_show_time, [RG_RATE] = rg_show_bandwidth, [RG_SIZE] = rg_show_size};
	char measured[64];
	for (int k = 0; k < RG_TOLDS; k++)
		if (c->m.told[k] > 0)
			rg_textf(out, "%s: %s\n", rg_tellings[k].words,
			         show[rg_tellings[k].is](measured, sizeof measured, c->m.told[k]));
	for (int i = 0; i < c->m.combinings; i++)
		rg_textf(out, "a process combines %s: %s\n", c->m.combining[i].of,
		         rg_show_bandwidth(measured, sizeof measured, c->m.combining[i].rate));
}

void rg_calibration_print(const struct rg_calibration *c, struct rg_text *out)
{
	print_table(c, out);
	print_told(c, out);
}

/* ---- What is told beside it ---- */

/* One warning for all links that are as `is` says, with the first of them. */
static void tell_count(const struct rg_calibration *c, bool is(const struct rg_estimate *),
                       const char *what, const char *hence)
{
	struct rg_text name = {0};
	int n = 0, first = -1;
	for (int l = c->t->links - 1; l >= 0; l--)
		if (is(&c->e[l])) {
			n++;
			first = l;
		}
	if (n)
		rg_warning(c->t->file, 0, "%s: %d of %d links (%s%s): %s", what, n, c->t->links,
		           link_name(c->t, first, &name), n > 1 ? ", ..." : "", hence);
	rg_text_free(&name);
}

static bool is_untouched(const struct rg_estimate *e)
{
	return !e->measured;
}

static bool is_at_least(const struct rg_estimate *e)
{
	return e->at_least;
}

static void tell_duplex(const struct rg_calibration *c)
{
	struct rg_text name = {0};
	int told = 0, more = 0;
	for (int l = 0; l < c->t->links; l++) {
		const struct rg_estimate *e = &c->e[l];
		if (!e->half && !e->full)
			continue;
		if (told++ >= TOLD_MOST)
			more++;
		else
			rg_warning(c->t->file, c->t->link[l].line,
			           "%s behaves as %s duplex: both ways at once, each way has %s",
			           link_name(c->t, l, &name), e->half ? "half" : "full",
			           e->half ? "about half" : "more than half");
	}
	if (more)
		rg_warning(c->t->file, 0, "so do %d more links (the table has them)", more);
	rg_text_free(&name);
}

void rg_calibration_warn(const struct rg_calibration *c)
{
	tell_duplex(c);
	tell_count(c, is_at_least, "never the bottleneck",
	           "at least what was seen, and the bandwidth of the file where that is more");
	tell_count(c, is_untouched, "in no measured pair", "all as it was");
}
