/* SPDX-License-Identifier: BSD-3-Clause
 * The effective bandwidth of the ranks as they are placed.
 *
 * Each rank sends a message to the left and one to the right, again and again for some
 * milliseconds. All lengths, patterns and ways take turns, three times; the best of the three
 * counts, and the best of the ways. A pattern has two messages of a rank, and its time is that of
 * the slowest rank.
 */
#include "ringbench/b_eff.h"
#include "ringbench/output.h"
#include "ringbench/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As the authors have it: three times; at first 300 exchanges in a row, then as many as take
 * from 2.5 to 5 ms, here the middle of it. */
enum { REPETITIONS = 3, EXCHANGES_MOST = 300 };
#define ROW_SECONDS 3.75e-3
enum { LONGEST_MOST = 128 << 20 };

enum { TO_THE_LEFT = 1, TO_THE_RIGHT };

/* A rank's part in a pattern. */
struct part {
	int left, right; /* ranks */
	int bytes;
	char *out, *in; /* two messages each: to the left and to the right, from the right and from
	                   the left */
	int *counts, *out_displs, *in_displs; /* [ranks] zeros */
};

/* ---- The ways */

static void by_sendrecv(const struct part *p)
{
	MPI_Status status;

	MPI_Sendrecv(p->out, p->bytes, MPI_BYTE, p->left, TO_THE_LEFT, p->in, p->bytes, MPI_BYTE,
	             p->right, TO_THE_LEFT, MPI_COMM_WORLD, &status);
	MPI_Sendrecv(p->out + p->bytes, p->bytes, MPI_BYTE, p->right, TO_THE_RIGHT,
	             p->in + p->bytes, p->bytes, MPI_BYTE, p->left, TO_THE_RIGHT, MPI_COMM_WORLD,
	             &status);
}

static void by_requests(const struct part *p)
{
	MPI_Request request[4];
	MPI_Status statuses[4]; /* MPI_STATUSES_IGNORE makes gcc warn under MPICH */

	MPI_Irecv(p->in, p->bytes, MPI_BYTE, p->right, TO_THE_LEFT, MPI_COMM_WORLD, &request[0]);
	MPI_Irecv(p->in + p->bytes, p->bytes, MPI_BYTE, p->left, TO_THE_RIGHT, MPI_COMM_WORLD,
	          &request[1]);
	MPI_Isend(p->out, p->bytes, MPI_BYTE, p->left, TO_THE_LEFT, MPI_COMM_WORLD, &request[2]);
	MPI_Isend(p->out + p->bytes, p->bytes, MPI_BYTE, p->right, TO_THE_RIGHT, MPI_COMM_WORLD,
	          &request[3]);
	MPI_Waitall(4, request, statuses);
}

/* In a ring of two, left and right are one rank, and both messages one block. */
static void by_alltoallv(const struct part *p)
{
	bool two = p->left == p->right;

	p->counts[p->left] += p->bytes;
	p->counts[p->right] += p->bytes;
	p->out_displs[p->right] = p->in_displs[p->left] = two ? 0 : p->bytes;
	MPI_Alltoallv(p->out, p->counts, p->out_displs, MPI_BYTE, p->in, p->counts, p->in_displs,
	              MPI_BYTE, MPI_COMM_WORLD);
	p->counts[p->left] = p->counts[p->right] = 0;
	p->out_displs[p->right] = p->in_displs[p->left] = 0;
}

static const struct way {
	const char *name;
	void (*exchange)(const struct part *);
} ways[B_EFF_WAYS] = {
	[BY_SENDRECV] = {"sendrecv", by_sendrecv},
	[BY_ALLTOALLV] = {"alltoallv", by_alltoallv},
	[BY_REQUESTS] = {"requests", by_requests},
};

/* ---- A row of exchanges */

/* What the first and the last byte of a message are. */
static char mark(int rank, int direction, int exchange)
{
	return (char)(rank * 7 + direction * 3 + exchange);
}

static void set(char *message, int bytes, char value)
{
	message[0] = message[bytes - 1] = value;
}

static bool is(const char *message, int bytes, char value)
{
	return message[0] == value && message[bytes - 1] == value;
}

/* So many exchanges in a row, after one that is not timed. Seconds of this rank; *right: all that
 * came was what was sent. */
static double row(const struct part *p, const struct way *way, int exchanges, bool *right)
{
	double since = 0;
	int rank;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = -1; i < exchanges; i++) {
		if (!i)
			since = MPI_Wtime();
		set(p->out, p->bytes, mark(rank, TO_THE_LEFT, i));
		set(p->out + p->bytes, p->bytes, mark(rank, TO_THE_RIGHT, i));
		way->exchange(p);
		*right &= is(p->in, p->bytes, mark(p->right, TO_THE_LEFT, i)) &&
		          is(p->in + p->bytes, p->bytes, mark(p->left, TO_THE_RIGHT, i));
	}
	return MPI_Wtime() - since;
}

/* ---- All rows */

struct bench {
	struct part part;
	int rank, ranks;
	int *order[RINGS_ORDERS],
		*place[RINGS_ORDERS]; /* the rank at each place, and the reverse */
	int exchanges[B_EFF_WAYS];    /* in a row, for the length that is next */
};

static void take_part(struct bench *b, int order, int pattern)
{
	int left, right;

	rings_neighbours(pattern, b->ranks, b->place[order][b->rank], &left, &right);
	b->part.left = b->order[order][left];
	b->part.right = b->order[order][right];
}

/* The row of a pattern, by a way: bytes a second of all messages, and seconds an exchange, both the
 * same on all ranks. */
static double speed_of(struct bench *b, enum b_eff_way way, double *seconds, bool *wrong)
{
	bool right = true;
	double own[2], most[2]; /* seconds, and whether it is wrong */

	own[0] = row(&b->part, &ways[way], b->exchanges[way], &right) / b->exchanges[way];
	own[1] = !right;
	MPI_Allreduce(own, most, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	*wrong |= most[1] > 0;
	*seconds = most[0];
	return 2.0 * b->ranks * b->part.bytes / fmax(most[0], 1e-9);
}

/* All patterns of a length, by all ways. */
static void measure_length(struct bench *b, int length, struct b_eff *found)
{
	double slowest[B_EFF_WAYS] = {0};

	b->part.bytes = (int)found->length[length];
	for (int order = 0; order < RINGS_ORDERS; order++)
		for (int pattern = 0; pattern < RINGS_PATTERNS; pattern++) {
			double *any = &found->speeds[order][pattern][length];
			take_part(b, order, pattern);
			for (int way = 0; way < B_EFF_WAYS; way++) {
				double *best = &found->by_way[order][pattern][length][way];
				double seconds, speed = speed_of(b, (enum b_eff_way)way, &seconds,
				                                 &found->wrong);
				*best = fmax(*best, speed);
				*any = fmax(*any, speed);
				slowest[way] = fmax(slowest[way], seconds);
			}
		}
	for (int way = 0; way < B_EFF_WAYS; way++) {
		double fit = ROW_SECONDS / fmax(slowest[way], 1e-9);
		b->exchanges[way] = fit < 1 ? 1 : fit > EXCHANGES_MOST ? EXCHANGES_MOST : (int)fit;
	}
}

/* Is there time for the length? It takes as much longer than the one before, which took so long, as
 * it is longer; or as it did before. Rank 0's clock counts. */
static bool has_time(const struct budget *budget, double last, double growth)
{
	int has = budget_left(budget) > last * growth;

	MPI_Bcast(&has, 1, MPI_INT, 0, MPI_COMM_WORLD);
	return has;
}

static void measure_once(struct bench *b, const struct budget *budget, struct b_eff *found)
{
	double last = 0;
	int n = 0;

	for (int way = 0; way < B_EFF_WAYS; way++)
		b->exchanges[way] = EXCHANGES_MOST;
	for (; n < RINGS_LENGTHS && !found->wrong; n++) {
		double growth = n ? (double)found->length[n] / (double)found->length[n - 1] : 1;
		double since = MPI_Wtime();
		if (!has_time(budget, last, growth))
			break;
		measure_length(b, n, found);
		last = MPI_Wtime() - since;
	}
	if (n > found->measured)
		found->measured = n;
	found->repeated += n == RINGS_LENGTHS;
}

static struct bench new_bench(const struct options *o, long long longest)
{
	struct bench b = {0};
	struct random random = {o->seed};

	MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &b.ranks);
	b.part.out = allocate(2 * (size_t)longest, 1);
	b.part.in = allocate(2 * (size_t)longest, 1);
	b.part.counts = allocate((size_t)b.ranks, sizeof(int));
	b.part.out_displs = allocate((size_t)b.ranks, sizeof(int));
	b.part.in_displs = allocate((size_t)b.ranks, sizeof(int));
	for (int order = 0; order < RINGS_ORDERS; order++) {
		b.order[order] = allocate((size_t)b.ranks, sizeof(int));
		b.place[order] = allocate((size_t)b.ranks, sizeof(int));
		for (int i = 0; i < b.ranks; i++)
			b.order[order][i] = i;
		if (order == AT_RANDOM)
			random_shuffle(&random, b.order[order], b.ranks);
		for (int i = 0; i < b.ranks; i++)
			b.place[order][b.order[order][i]] = i;
	}
	return b;
}

static void free_bench(struct bench *b)
{
	free(b->part.out);
	free(b->part.in);
	free(b->part.counts);
	free(b->part.out_displs);
	free(b->part.in_displs);
	for (int order = 0; order < RINGS_ORDERS; order++) {
		free(b->order[order]);
		free(b->place[order]);
	}
}

void b_eff_measure(const struct options *o, const struct budget *budget, long long longest,
                   struct b_eff *found)
{
	struct bench b = new_bench(o, longest);

	*found = (struct b_eff){.measured = 0};
	rings_lengths(longest, found->length);
	for (int i = 0; i < REPETITIONS && !found->wrong; i++)
		measure_once(&b, budget, found);
	free_bench(&b);
}

long long b_eff_longest(void)
{
	long long own, least;
	MPI_Comm machine;
	int ranks;

	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
	MPI_Comm_size(machine, &ranks);
	MPI_Comm_free(&machine);
	own = (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / ranks / 128;
	MPI_Allreduce(&own, &least, 1, MPI_LONG_LONG, MPI_MIN, MPI_COMM_WORLD);
	return least > LONGEST_MOST ? LONGEST_MOST : least < 4096 ? 4096 : least;
}

/* ---- In words */

static void print_rings(const struct b_eff *found, int ranks, int pattern)
{
	double speed[RINGS_ORDERS];
	char rings[32];

	for (int order = 0; order < RINGS_ORDERS; order++)
		speed[order] = rings_mean(found->speeds[order][pattern]);
	snprintf(rings, sizeof rings, pattern == RINGS_PATTERNS - 1 ? "all" : "%d",
	         rings_size(pattern, ranks));
	printf("%8s  %12.1f  %12.1f  %5.2f\n", rings, speed[BY_RANK] / 1e6, speed[AT_RANDOM] / 1e6,
	       speed[AT_RANDOM] / speed[BY_RANK]);
}

/* The last length alone: the mean over the patterns of an order, as that over all lengths. */
static double at_longest(const struct b_eff *found, int order)
{
	double product = 0;

	for (int pattern = 0; pattern < RINGS_PATTERNS; pattern++)
		product += log(found->speeds[order][pattern][RINGS_LENGTHS - 1]);
	return exp(product / RINGS_PATTERNS);
}

static void print_result(struct b_eff *found, int ranks)
{
	double b_eff = rings_b_eff(found->speeds);
	double order[RINGS_ORDERS], longest[RINGS_ORDERS];

	for (int k = 0; k < RINGS_ORDERS; k++) {
		order[k] = rings_mean_of_order(found->speeds[k]);
		longest[k] = at_longest(found, k);
	}
	printf("%8s  %12.1f  %12.1f  %5.2f\n", "mean", order[BY_RANK] / 1e6, order[AT_RANDOM] / 1e6,
	       order[AT_RANDOM] / order[BY_RANK]);
	printf("%8s  %12.1f  %12.1f  %5.2f\n", "longest", longest[BY_RANK] / 1e6,
	       longest[AT_RANDOM] / 1e6, longest[AT_RANDOM] / longest[BY_RANK]);
	printf("b_eff: %.1f MB/s, %.1f MB/s a rank\n", b_eff / 1e6, b_eff / 1e6 / ranks);
}

void b_eff_print(const struct options *o, const struct b_eff *found, int ranks, int machines)
{
	struct b_eff all = *found;
	char longest[32], shortest[32];

	printf("b_eff, %d ranks on %d machine%s, messages up to %s%s%s\n", ranks, machines,
	       machines == 1 ? "" : "s",
	       output_size_text(found->length[RINGS_LENGTHS - 1], longest), *o->label ? ": " : "",
	       o->label);
	if (found->wrong) {
		printf("a message was WRONG\n");
		return;
	}
	if (!found->repeated) {
		printf("there was no time for messages from %s on (--budget): no b_eff\n",
		       output_size_text(found->length[found->measured], shortest));
		return;
	}
	printf("%8s  %12s  %12s  %5s\n", "rings of", rings_order_names[BY_RANK],
	       rings_order_names[AT_RANDOM], "ratio");
	for (int pattern = 0; pattern < RINGS_PATTERNS; pattern++)
		print_rings(&all, ranks, pattern);
	print_result(&all, ranks);
	if (found->repeated < REPETITIONS)
		printf("measured %s, not three times (--budget): the best of three may be more\n",
		       found->repeated == 1 ? "once" : "twice");
}

void b_eff_csv(const struct options *o, const struct b_eff *found, int ranks, FILE *to)
{
	fprintf(to, "label,order,ring,bytes,way,MBps\n");
	for (int order = 0; order < RINGS_ORDERS; order++)
		for (int pattern = 0; pattern < RINGS_PATTERNS; pattern++)
			for (int i = 0; i < found->measured; i++)
				for (int way = 0; way < B_EFF_WAYS; way++)
					fprintf(to, "%s,%s,%d,%lld,%s,%.6g\n", o->label,
					        rings_order_names[order],
					        rings_size(pattern, ranks), found->length[i],
					        ways[way].name,
					        found->by_way[order][pattern][i][way] / 1e6);
}
