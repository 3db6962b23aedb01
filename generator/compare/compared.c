/* SPDX-License-Identifier: BSD-3-Clause
 * compared: is a program faster with ringgen's collectives, and by what?
 */
#include "compare/compared.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/statistics.h"
#include "compare/comparable.h"

/* ---- The runs */

/* On a terminal, before each run, since what the program prints comes between. */
static void show_progress(const struct rg_compared *c, int run, enum rg_run_side side,
                          double before)
{
	const int all = 2 * c->pairs + 2;
	if (!isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "ringgen: run %d of %d: %s", run + 1, all, rg_side_names[side]);
	const double left = before / (run ? run : 1) * (all - run);
	if (run < 2)
		fprintf(stderr, ", does not count");
	else
		fprintf(stderr, ", about %.*f s left", left < 10 ? 1 : 0, left);
	fputc('\n', stderr);
}

/* A program that has failed: whose run it was, and how it ended. */
static enum rg_status tell_failure(const struct rg_run_result *run, int number,
                                   enum rg_run_side side, bool ended_well, struct rg_diag *d)
{
	const char *also = ended_well ? "; with MPI's own it has ended well" : "";
	if (WIFSIGNALED(run->status)) {
		const int n = WTERMSIG(run->status);
		rg_error(d, NULL, 0,
		         "nothing is compared: in run %d, with %s, the program was ended by signal "
		         "%d (%s)%s",
		         number, rg_side_names[side], n, strsignal(n), also);
		return (enum rg_status)(128 + n);
	}
	rg_error(d, NULL, 0,
	         "nothing is compared: in run %d, with %s, the program has ended with status %d%s",
	         number, rg_side_names[side], WEXITSTATUS(run->status), also);
	return (enum rg_status)WEXITSTATUS(run->status);
}

/* Pair -1 is the one that does not count, whose runs stand in `first`. */
static struct rg_run_result *place_of(struct rg_compared *c, struct rg_run_result first[RG_SIDES],
                                      int pair, enum rg_run_side side)
{
	return pair < 0 ? &first[side] : &c->run[side][pair];
}

static enum rg_status run_all(const struct rg_runner *r, struct rg_compared *c,
                              struct rg_run_result first[RG_SIDES])
{
	struct rg_diag d = {0};
	double spent = 0;
	for (int i = 0; i < 2 * c->pairs + 2; i++) {
		const int pair = i / 2 - 1;
		const enum rg_run_side side = (enum rg_run_side)((i + (pair > 0 ? pair : 0)) % 2);
		struct rg_run_result *run = place_of(c, first, pair, side);
		show_progress(c, i, side, spent);
		if (rg_run_once(r, side, run, &d) < 0)
			return RG_INVALID;
		if (run->status != 0)
			return tell_failure(run, i + 1, side, i > 0 && side == RG_SIDE_RINGGEN, &d);
		spent += run->seconds;
		if (i % 2 && !rg_is_comparable(r, place_of(c, first, pair, RG_SIDE_MPI),
		                               place_of(c, first, pair, RG_SIDE_RINGGEN), &d))
			return RG_UNKNOWN;
	}
	return RG_OK;
}

/* ---- Their sums */

/* What a row of a run is summed up for: a collective, or all that block (NULL). */
static bool belongs(const struct rg_account_row *a, const char *collective)
{
	return collective ? strcmp(a->collective, collective) == 0 : a->timed;
}

/* The calls, bytes and seconds of a run. */
static struct rg_account_row sum_of(const struct rg_run_result *run, const char *collective)
{
	struct rg_account_row sum = {.seconds = 0};
	for (int i = 0; i < run->account.n; i++) {
		const struct rg_account_row *a = &run->account.row[i];
		if (!belongs(a, collective))
			continue;
		sum.calls += a->calls;
		sum.bytes += a->bytes;
		sum.seconds += a->seconds;
		sum.timed = sum.timed || a->timed;
	}
	return sum;
}

static double median_of(const double *value, int n)
{
	struct rg_samples s = {rg_alloc((size_t)n, sizeof *s.sorted), 0};
	for (int i = 0; i < n; i++)
		rg_samples_add(&s, value[i]);
	const double median = rg_samples_median(&s);
	free(s.sorted);
	return median;
}

/* What serves most of the calls that ringgen serves; if it serves none, why most are not. */
static void find_server(const struct rg_run_result *run, struct rg_compared_row *row)
{
	double most = 0;
	for (int i = 0; i < run->account.n; i++)
		if (belongs(&run->account.row[i], row->collective) && run->account.row[i].ours)
			row->ours += run->account.row[i].calls;
	for (int i = 0; i < run->account.n; i++) {
		const struct rg_account_row *a = &run->account.row[i];
		if (!belongs(a, row->collective) || a->ours != (row->ours > 0) || a->calls <= most)
			continue;
		most = a->calls;
		row->by = a->by;
	}
	for (int i = 0; i < run->account.n; i++) {
		const struct rg_account_row *a = &run->account.row[i];
		row->also |= belongs(a, row->collective) && a->ours == (row->ours > 0) &&
		             strcmp(a->by, row->by) != 0;
	}
}

/* The row of a collective; NULL: of all that block. */
static struct rg_compared_row make_row(const struct rg_compared *c, const char *collective)
{
	struct rg_compared_row row = {.collective = collective, .by = ""};
	double *value[RG_SIDES][3];
	for (int side = 0; side < RG_SIDES; side++) {
		for (int k = 0; k < 3; k++)
			value[side][k] = rg_alloc((size_t)c->pairs, sizeof *value[side][k]);
		for (int i = 0; i < c->pairs; i++) {
			const struct rg_account_row sum = sum_of(&c->run[side][i], collective);
			value[side][0][i] = sum.calls;
			value[side][1][i] = sum.bytes;
			value[side][2][i] = sum.seconds;
			row.timed = row.timed || sum.timed;
		}
		row.calls[side] = median_of(value[side][0], c->pairs);
		row.bytes[side] = median_of(value[side][1], c->pairs);
		row.seconds[side] = median_of(value[side][2], c->pairs);
	}
	row.times = rg_paired_ratio(value[RG_SIDE_MPI][2], value[RG_SIDE_RINGGEN][2], c->pairs);
	for (int side = 0; side < RG_SIDES; side++)
		for (int k = 0; k < 3; k++)
			free(value[side][k]);
	find_server(&c->run[RG_SIDE_RINGGEN][c->pairs - 1], &row);
	return row;
}

static bool has_row(const struct rg_compared *c, const char *collective)
{
	int i = 0;
	while (i < c->n && strcmp(c->row[i].collective, collective) != 0)
		i++;
	return i < c->n;
}

/* The seconds that ringgen makes a difference by. */
static double difference(const struct rg_compared_row *r)
{
	return fabs(r->seconds[RG_SIDE_MPI] - r->seconds[RG_SIDE_RINGGEN]);
}

static int by_difference(const void *pa, const void *pb)
{
	const struct rg_compared_row *a = pa, *b = pb;
	const double da = difference(a), db = difference(b);
	return da < db ? 1 : da > db ? -1 : strcmp(a->collective, b->collective);
}

static void sum_up(struct rg_compared *c)
{
	double *seconds[RG_SIDES];
	for (int side = 0; side < RG_SIDES; side++) {
		seconds[side] = rg_alloc((size_t)c->pairs, sizeof *seconds[side]);
		for (int i = 0; i < c->pairs; i++) {
			const struct rg_account *a = &c->run[side][i].account;
			seconds[side][i] = c->run[side][i].seconds;
			for (int k = 0; k < a->n; k++) {
				if (has_row(c, a->row[k].collective))
					continue;
				c->row = rg_realloc(c->row, (size_t)c->n + 1, sizeof *c->row);
				c->row[c->n++] = (struct rg_compared_row){
					.collective = a->row[k].collective};
			}
		}
		c->seconds[side] = median_of(seconds[side], c->pairs);
	}
	c->times = rg_paired_ratio(seconds[RG_SIDE_MPI], seconds[RG_SIDE_RINGGEN], c->pairs);
	for (int side = 0; side < RG_SIDES; side++)
		free(seconds[side]);
	for (int i = 0; i < c->n; i++)
		c->row[i] = make_row(c, c->row[i].collective);
	c->all = make_row(c, NULL);
	qsort(c->row, (size_t)c->n, sizeof *c->row, by_difference);
}

enum rg_status rg_compare(const struct rg_runner *r, int pairs, struct rg_compared *c)
{
	struct rg_run_result first[RG_SIDES] = {{0}};
	*c = (struct rg_compared){.pairs = pairs};
	for (int side = 0; side < RG_SIDES; side++)
		c->run[side] = rg_alloc((size_t)pairs, sizeof *c->run[side]);
	enum rg_status status = run_all(r, c, first);
	for (int side = 0; side < RG_SIDES; side++)
		rg_account_free(&first[side].account);
	if (status == RG_OK)
		sum_up(c);
	return status;
}

void rg_compared_free(struct rg_compared *c)
{
	for (int side = 0; side < RG_SIDES; side++) {
		for (int i = 0; i < c->pairs; i++)
			rg_account_free(&c->run[side][i].account);
		free(c->run[side]);
	}
	free(c->row);
}
