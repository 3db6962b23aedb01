/* SPDX-License-Identifier: BSD-3-Clause
 * compared_text: what a comparison has shown, for people and for programs.
 */
#include "show/compared_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Ratios */

/* Where an interval is beyond 1 by little, so many decimals that one sees it. */
static int decimals_of(const struct rg_paired *p)
{
	const double nearest = p->low > 1 ? p->low : p->high;
	int decimals = 2;
	if (p->low <= 1 && p->high >= 1)
		return decimals;
	while (decimals < 6 && fabs(nearest - 1) < 0.5 * pow(10, -decimals))
		decimals++;
	return decimals;
}

/* "1.23 (1.18 to 1.29)". */
static void say_ratio(char *text, size_t size, const struct rg_paired *p)
{
	const int decimals = decimals_of(p);
	if (isnan(p->ratio))
		snprintf(text, size, "-");
	else
		snprintf(text, size, "%.*f (%.*f to %.*f)", decimals, p->ratio, decimals, p->low,
		         decimals, p->high);
}

static void add_verdict(const struct rg_compared *c, struct rg_text *out)
{
	const struct rg_paired *p = &c->times;
	const struct rg_paired back = {1 / p->ratio, 1 / p->high, 1 / p->low, p->level};
	char ratio[96];
	say_ratio(ratio, sizeof ratio, p->high < 1 ? &back : p);
	rg_textf(out, "%s: %s times\n",
	         p->low > 1    ? "faster"
	         : p->high < 1 ? "slower"
	                       : "no difference shown",
	         ratio);
}

/* ---- The text */

static void add_basis(const struct rg_compared *c, struct rg_text *out)
{
	rg_textf(
		out,
		"\n%d pairs of runs, after one that does not count. A run took %.4g s with MPI's "
		"own collectives\nand %.4g s with ringgen's (medians). In parentheses: the %.0f %% "
		"confidence interval of the ratio,\nby Wilcoxon's signed ranks of the pairs' "
		"logarithms.\n",
		c->pairs, c->seconds[RG_SIDE_MPI], c->seconds[RG_SIDE_RINGGEN],
		floor(100 * c->times.level));
	if (c->all.timed)
		rg_textf(out,
		         "Rank 0 was in collectives that block for %.4g s and %.4g s of that, "
		         "waiting "
		         "for others included.\n",
		         c->all.seconds[RG_SIDE_MPI], c->all.seconds[RG_SIDE_RINGGEN]);
	else
		rg_text_add(out,
		            "Rank 0 was in no collective that blocks; others have no times.\n");
}

/* "all, by shared", "990, most by ring", "none: there is no data". */
static void add_server(const struct rg_compared_row *r, struct rg_text *out)
{
	const char *most = r->also ? "most " : "";
	if (!r->ours)
		rg_textf(out, "none: %s%s", r->also ? "most since " : "", r->by);
	else if (r->ours < r->calls[RG_SIDE_RINGGEN])
		rg_textf(out, "%.0f, %sby %s", r->ours, most, r->by);
	else
		rg_textf(out, "all, %sby %s", most, r->by);
}

static void add_row(const struct rg_compared_row *r, struct rg_text *out)
{
	char ratio[96], seconds[RG_SIDES][32] = {"-", "-"};
	for (int side = 0; side < RG_SIDES && r->timed; side++)
		snprintf(seconds[side], sizeof seconds[side], "%.6f", r->seconds[side]);
	say_ratio(ratio, sizeof ratio, &r->times);
	rg_textf(out, "%-26s %10.0f %12.3f %12s %12s  %-22s  ",
	         r->collective ? r->collective : "all that block", r->calls[RG_SIDE_RINGGEN],
	         r->bytes[RG_SIDE_RINGGEN] / 1e6, seconds[RG_SIDE_MPI], seconds[RG_SIDE_RINGGEN],
	         ratio);
	add_server(r, out);
	rg_text_add(out, "\n");
}

/* A program that calls otherwise on the other side does other work, too. */
static void add_unlike(const struct rg_compared *c, struct rg_text *out)
{
	for (int i = 0; i < c->n; i++) {
		const struct rg_compared_row *r = &c->row[i];
		if (r->calls[RG_SIDE_MPI] == r->calls[RG_SIDE_RINGGEN] &&
		    r->bytes[RG_SIDE_MPI] == r->bytes[RG_SIDE_RINGGEN])
			continue;
		rg_textf(out,
		         "\nThe program calls otherwise with MPI's own collectives: %s %.0f times, "
		         "with %.3f MB. It may go by the time,\nor by the last bits of a sum; what "
		         "it "
		         "computes may differ as well.\n",
		         r->collective, r->calls[RG_SIDE_MPI], r->bytes[RG_SIDE_MPI] / 1e6);
		return;
	}
}

void rg_compared_text(const struct rg_compared *c, struct rg_text *out)
{
	add_verdict(c, out);
	add_basis(c, out);
	rg_textf(out, "\n%-26s %10s %12s %12s %12s  %-22s  %s\n", "", "calls", "MB", "MPI's, s",
	         "ringgen's, s", "MPI's / ringgen's", "served by ringgen");
	for (int i = 0; i < c->n; i++)
		add_row(&c->row[i], out);
	if (c->n > 1 && c->all.timed)
		add_row(&c->all, out);
	add_unlike(c, out);
}

/* ---- CSV */

/* In quotation marks, since a reason may have commas. */
static void add_quoted(struct rg_text *out, const char *s)
{
	rg_text_add(out, "\"");
	for (; *s; s++)
		rg_text_add(out, *s == '"' ? "\"\"" : (char[]){*s, '\0'});
	rg_text_add(out, "\"");
}

static void add_times(const struct rg_paired *p, struct rg_text *out)
{
	if (isnan(p->ratio))
		rg_text_add(out, ",,,");
	else
		rg_textf(out, ",%.6g,%.6g,%.6g", p->ratio, p->low, p->high);
}

static void add_line(const struct rg_compared_row *r, struct rg_text *out)
{
	const enum rg_run_side mpi = RG_SIDE_MPI, ringgen = RG_SIDE_RINGGEN;
	rg_textf(out, "%s,%.0f,%.0f,%.0f,%.0f,", r->collective ? r->collective : "blocking",
	         r->calls[mpi], r->calls[ringgen], r->bytes[mpi], r->bytes[ringgen]);
	if (r->timed)
		rg_textf(out, "%.9g,%.9g", r->seconds[mpi], r->seconds[ringgen]);
	else
		rg_text_add(out, ",");
	add_times(&r->times, out);
	rg_textf(out, ",%.0f,", r->ours);
	add_quoted(out, r->by);
	rg_text_add(out, "\n");
}

void rg_compared_csv(const struct rg_compared *c, struct rg_text *out)
{
	rg_textf(out,
	         "what,calls_mpi,calls_ringgen,bytes_mpi,bytes_ringgen,seconds_mpi,"
	         "seconds_ringgen,ratio,low,high,served,by\nprogram,,,,,%.9g,%.9g",
	         c->seconds[RG_SIDE_MPI], c->seconds[RG_SIDE_RINGGEN]);
	add_times(&c->times, out);
	rg_text_add(out, ",,\n");
	add_line(&c->all, out);
	for (int i = 0; i < c->n; i++)
		add_line(&c->row[i], out);
}
