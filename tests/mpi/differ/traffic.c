/* SPDX-License-Identifier: BSD-3-Clause
 * The user's messages, and collectives by MPI's names: MPI's own, or ours where those are taken
 * over.
 */
#include "traffic.h"

#include "../routines.h"
#include "report.h"

enum { LONGEST = 30000, HEADER_INTS = 3, TAGS = 5 };

static struct message *new_message(const char *what, int n)
{
	struct message *m = get(sizeof *m);

	*m = (struct message){.what = what, .n = n, .source = -1, .tag = -1, .root = -1};
	m->data = get((size_t)n * sizeof *m->data);
	for (int i = 0; i < n; i++)
		m->data[i] = -1;
	return m;
}

/* A message says from whom it is, its tag and its length. */
static int value(const int *header, int i)
{
	return header[0] * 7919 + header[1] * 104729 + i;
}

static void write_message(struct message *m, int source, int tag)
{
	m->data[0] = source;
	m->data[1] = tag;
	m->data[2] = m->n;
	for (int i = HEADER_INTS; i < m->n; i++)
		m->data[i] = value(m->data, i);
}

static int draw_length(struct draw *d)
{
	return HEADER_INTS +
	       (draw_once_in(d, 6) ? draw_below(d, LONGEST - HEADER_INTS) : draw_below(d, 200));
}

/* A message to the one so many ranks behind. */
static int send_around(const struct place *p, struct draw *common, struct draw *own,
                       struct message *messages[MESSAGES_MOST])
{
	int P, rank, shift, tag = draw_below(common, TAGS), source;
	struct message *out = new_message("send", draw_length(own));
	struct message *in = new_message("receive", LONGEST);

	MPI_Comm_size(p->comm, &P);
	MPI_Comm_rank(p->comm, &rank);
	shift = draw_below(common, P);
	source = (rank + P - shift) % P;
	write_message(out, rank, tag);
	in->source = p->matching == ANYTHING ? -1 : source;
	in->tag = p->matching == EXACT ? tag : -1;
	MPI_Irecv(in->data, in->n, MPI_INT, in->source < 0 ? MPI_ANY_SOURCE : source,
	          in->tag < 0 ? MPI_ANY_TAG : tag, p->comm, &in->request);
	if (draw_once_in(own, 4))
		MPI_Issend(out->data, out->n, MPI_INT, (rank + shift) % P, tag, p->comm,
		           &out->request);
	else
		MPI_Isend(out->data, out->n, MPI_INT, (rank + shift) % P, tag, p->comm,
		          &out->request);
	messages[0] = in;
	messages[1] = out;
	return 2;
}

static int broadcast(const struct place *p, struct draw *common, struct draw *own,
                     struct message *messages[MESSAGES_MOST])
{
	int P, rank, n = draw_length(common);
	struct message *m = new_message("broadcast", n);

	(void)own;
	MPI_Comm_size(p->comm, &P);
	MPI_Comm_rank(p->comm, &rank);
	m->root = draw_below(common, P);
	if (rank == m->root)
		write_message(m, m->root, 0);
	messages[0] = m;
	if (draw_once_in(common, 2)) {
		MPI_Ibcast(m->data, n, MPI_INT, m->root, p->comm, &m->request);
		return 1;
	}
	MPI_Bcast(m->data, n, MPI_INT, m->root, p->comm);
	traffic_check(m);
	return 0;
}

static int barrier(const struct place *p, struct draw *common, struct draw *own,
                   struct message *messages[MESSAGES_MOST])
{
	(void)own;
	if (draw_once_in(common, 2)) {
		MPI_Barrier(p->comm);
		return 0;
	}
	messages[0] = new_message("barrier", HEADER_INTS);
	MPI_Ibarrier(p->comm, &messages[0]->request);
	return 1;
}

static int prefix_sum(const struct place *p, struct draw *common, struct draw *own,
                      struct message *messages[MESSAGES_MOST])
{
	int rank, sum = 0, one;

	(void)common, (void)own, (void)messages;
	MPI_Comm_rank(p->comm, &rank);
	one = rank + 1;
	MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, p->comm);
	if (sum != (rank + 1) * (rank + 2) / 2)
		report_failure("MPI_Scan gives %d", sum);
	return 0;
}

int traffic_begin(const struct place *p, struct draw *common, struct draw *own,
                  struct message *messages[MESSAGES_MOST])
{
	static int (*const ways[])(const struct place *, struct draw *, struct draw *,
	                           struct message **) = {send_around, send_around, send_around,
	                                                 broadcast,   barrier,     prefix_sum};

	return ways[draw_below(common, sizeof ways / sizeof *ways)](p, common, own, messages);
}

void traffic_check(struct message *m)
{
	bool has_data = m->source >= 0 || m->tag >= 0 || m->root >= 0 || m->data[0] >= 0;
	int n = has_data ? m->data[2] : 0;

	if (has_data && (n < HEADER_INTS || n > m->n))
		report_failure("%s: the length is %d", m->what, n);
	if ((m->source >= 0 && m->data[0] != m->source) || (m->tag >= 0 && m->data[1] != m->tag) ||
	    (m->root >= 0 && m->data[0] != m->root))
		report_failure("%s: from %d with tag %d came that of %d with tag %d", m->what,
		               m->source, m->tag, m->data[0], m->data[1]);
	for (int i = HEADER_INTS; i < n; i++)
		if (m->data[i] != value(m->data, i))
			report_failure("%s: number %d of %d is %d, not %d", m->what, i, n,
			               m->data[i], value(m->data, i));
	free(m->data);
	free(m);
}
