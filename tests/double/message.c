/* SPDX-License-Identifier: BSD-3-Clause
 * Messages between the ranks of a communicator, and what its collectives are made of.
 */
#include "message.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OF_COLLECTIVES = -7 /* the tag of their messages: no user's */ };

struct mpi_request {
	MPI_Comm comm;
	bool done;
	int from, tag;
	void *to;
	size_t bytes;
	MPI_Request next;
};

void double_die(const char *what)
{
	fprintf(stderr, "the double for MPI: %s\n", what);
	abort();
}

static void *get(size_t size)
{
	void *memory = calloc(1, size);
	if (!memory)
		double_die("no memory");
	return memory;
}

struct shared *double_share(int n)
{
	size_t queues = (size_t)n * (size_t)n;
	struct shared *s = get(sizeof *s + queues * sizeof *s->queue);

	s->users = n;
	for (size_t i = 0; i < queues; i++)
		s->queue[i].read = s->queue[i].written = get(sizeof(struct message));
	return s;
}

MPI_Comm double_comm(struct shared *shared, int n, int rank)
{
	MPI_Comm comm = get(sizeof *comm);

	comm->n = n;
	comm->rank = rank;
	comm->shared = shared;
	comm->handler = MPI_ERRORS_ARE_FATAL;
	pthread_mutex_init(&comm->lock, NULL);
	return comm;
}

/* ---- The two ends of a queue */

static struct queue *queue_of(MPI_Comm comm, int from, int to)
{
	return &comm->shared->queue[from * comm->n + to];
}

static void put(MPI_Comm comm, int to, int tag, const void *data, size_t bytes)
{
	struct queue *q = queue_of(comm, comm->rank, to);
	struct message *m = get(sizeof *m + bytes);

	m->from = comm->rank;
	m->tag = tag;
	m->bytes = bytes;
	if (bytes)
		memcpy(m->data, data, bytes);
	atomic_store_explicit(&q->written->next, m, memory_order_release);
	q->written = m;
}

/* The next message, as memory of the receiver's; NULL: there is none. */
static struct message *take(struct queue *q)
{
	struct message *m = atomic_load_explicit(&q->read->next, memory_order_acquire);

	if (!m)
		return NULL;
	struct message *own = get(sizeof *own + m->bytes);
	own->from = m->from;
	own->tag = m->tag;
	own->bytes = m->bytes;
	memcpy(own->data, m->data, m->bytes);
	free(q->read);
	q->read = m;
	return own;
}

/* ---- Matching: each request, in the order of the calls, has the first message that fits. Locked.
 */

static void look(MPI_Comm comm)
{
	struct message **end = &comm->arrived;

	while (*end)
		end = &(*end)->behind;
	for (int from = 0; from < comm->n; from++)
		while ((*end = take(queue_of(comm, from, comm->rank))))
			end = &(*end)->behind;
}

static bool receive(MPI_Request q)
{
	for (struct message **at = &q->comm->arrived, *m; (m = *at); at = &m->behind) {
		if (m->from != q->from || m->tag != q->tag)
			continue;
		if (m->bytes > q->bytes)
			double_die("a message is longer than where it is to go");
		memcpy(q->to, m->data, m->bytes);
		*at = m->behind;
		free(m);
		return true;
	}
	return false;
}

static void match(MPI_Comm comm)
{
	MPI_Request *at = &comm->posted;

	look(comm);
	while (*at) {
		if (receive(*at)) {
			(*at)->done = true;
			*at = (*at)->next;
		} else {
			at = &(*at)->next;
		}
	}
}

/* ---- MPI's calls */

static size_t bytes_of(int count, MPI_Datatype type)
{
	return (size_t)count * (size_t)(type >> 8);
}

int PMPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request *request)
{
	pthread_mutex_lock(&comm->lock);
	put(comm, dest, tag, buf, bytes_of(count, type));
	pthread_mutex_unlock(&comm->lock);
	*request = get(sizeof **request);
	**request = (struct mpi_request){.comm = comm, .done = true};
	return MPI_SUCCESS;
}

int PMPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request *request)
{
	MPI_Request q = *request = get(sizeof *q), *end = &comm->posted;

	*q = (struct mpi_request){comm, false, source, tag, buf, bytes_of(count, type), NULL};
	pthread_mutex_lock(&comm->lock);
	while (*end)
		end = &(*end)->next;
	*end = q;
	pthread_mutex_unlock(&comm->lock);
	return MPI_SUCCESS;
}

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
	MPI_Request q = *request;

	(void)status;
	*flag = 1;
	if (!q)
		return MPI_SUCCESS;
	pthread_mutex_lock(&q->comm->lock);
	match(q->comm);
	*flag = q->done;
	pthread_mutex_unlock(&q->comm->lock);
	if (!*flag)
		return MPI_SUCCESS;
	free(q);
	*request = MPI_REQUEST_NULL;
	return MPI_SUCCESS;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
	int flag = 0;

	while (!PMPI_Test(request, &flag, status) && !flag)
		sched_yield();
	return MPI_SUCCESS;
}

int PMPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
	bool any = false;

	*flag = 0;
	for (int i = 0; i < count && !*flag; i++) {
		any = any || requests[i];
		if (requests[i])
			PMPI_Test(&requests[i], flag, status);
		*index = i;
	}
	*flag = *flag || !any;
	*index = any ? *index : MPI_UNDEFINED;
	return MPI_SUCCESS;
}

int PMPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
	int flag = 0;

	while (!PMPI_Testany(count, requests, index, &flag, status) && !flag)
		sched_yield();
	return MPI_SUCCESS;
}

/* Messages move when somebody waits for them. */
int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
	(void)source, (void)tag, (void)comm, (void)status;
	*flag = 0;
	return MPI_SUCCESS;
}

void double_gather(MPI_Comm comm, const void *mine, size_t bytes, void *all)
{
	MPI_Request q;

	for (int i = 0; i < comm->n; i++) {
		PMPI_Isend(mine, (int)bytes, MPI_BYTE, i, OF_COLLECTIVES, comm, &q);
		PMPI_Wait(&q, MPI_STATUS_IGNORE);
	}
	for (int i = 0; i < comm->n; i++) {
		char *to = (char *)all + (size_t)i * bytes;
		PMPI_Irecv(to, (int)bytes, MPI_BYTE, i, OF_COLLECTIVES, comm, &q);
		PMPI_Wait(&q, MPI_STATUS_IGNORE);
	}
}
