/* SPDX-License-Identifier: BSD-3-Clause
 * The rest of MPI, of what libringgen calls on one machine: communicators, their attributes, what a
 * set-up exchanges, types.
 */
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Communicators */

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made)
{
	int n = 0, rank = 0, first = -1, *colors = calloc((size_t)comm->n, sizeof *colors);
	struct shared *mine = NULL, **all = calloc((size_t)comm->n, sizeof(struct shared *));

	(void)key;
	double_gather(comm, &color, sizeof color, colors);
	for (int i = 0; i < comm->n; i++) {
		first = first < 0 && colors[i] == color ? i : first;
		rank += colors[i] == color && i < comm->rank;
		n += colors[i] == color;
	}
	if (first == comm->rank)
		mine = double_share(n);
	double_gather(comm, &mine, sizeof mine, all);
	*made = double_comm(all[first], n, rank);
	free(colors);
	free(all);
	return MPI_SUCCESS;
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *made)
{
	return PMPI_Comm_split(comm, 0, 0, made);
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made)
{
	if (group != comm)
		double_die("a communicator of some of the ranks");
	return PMPI_Comm_dup(comm, made);
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
	*group = comm;
	return MPI_SUCCESS;
}

int PMPI_Group_free(MPI_Group *group)
{
	*group = NULL;
	return MPI_SUCCESS;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
	*rank = comm->rank;
	return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
	*size = comm->n;
	return MPI_SUCCESS;
}

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
	(void)comm;
	*flag = 0;
	return MPI_SUCCESS;
}

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info)
{
	(void)comm;
	*info = MPI_INFO_NULL;
	return MPI_SUCCESS;
}

int PMPI_Comm_get_name(MPI_Comm comm, char *name, int *length)
{
	(void)comm;
	*name = '\0';
	*length = 0;
	return MPI_SUCCESS;
}

/* ---- Error handlers */

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler)
{
	*handler = comm->handler;
	return MPI_SUCCESS;
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler)
{
	comm->handler = handler;
	return MPI_SUCCESS;
}

int PMPI_Errhandler_free(MPI_Errhandler *handler)
{
	*handler = MPI_ERRHANDLER_NULL;
	return MPI_SUCCESS;
}

int PMPI_Comm_call_errhandler(MPI_Comm comm, int err)
{
	(void)err;
	if (comm->handler != MPI_ERRORS_RETURN)
		double_die("an error was raised");
	return MPI_SUCCESS;
}

/* ---- Attributes */

enum { KEYS = 64 };
static MPI_Comm_delete_attr_function *of_key[KEYS]; /* a key is one rank's alone */
static atomic_int keys = 1;

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *gone,
                            int *key, void *extra)
{
	(void)copy, (void)extra; /* nothing that is copied is made here */
	*key = atomic_fetch_add_explicit(&keys, 1, memory_order_relaxed);
	if (*key >= KEYS)
		double_die("too many keys");
	of_key[*key] = gone;
	return MPI_SUCCESS;
}

int PMPI_Comm_free_keyval(int *key)
{
	*key = MPI_KEYVAL_INVALID;
	return MPI_SUCCESS;
}

static struct attribute **find(MPI_Comm comm, int key)
{
	struct attribute **at = &comm->attributes;

	while (*at && (*at)->key != key)
		at = &(*at)->next;
	return at;
}

int PMPI_Comm_set_attr(MPI_Comm comm, int key, void *value)
{
	struct attribute *new = malloc(sizeof *new);

	if (!new)
		return MPI_ERR_NO_MEM;
	PMPI_Comm_delete_attr(comm, key);
	pthread_mutex_lock(&comm->lock);
	*new = (struct attribute){key, value, comm->attributes};
	comm->attributes = new;
	pthread_mutex_unlock(&comm->lock);
	return MPI_SUCCESS;
}

int PMPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *found)
{
	static const int most_tag = 32767;
	struct attribute *a = NULL;

	if (key == MPI_TAG_UB) {
		*found = 1;
		*(const int **)value = &most_tag;
		return MPI_SUCCESS;
	}
	pthread_mutex_lock(&comm->lock);
	if ((a = *find(comm, key)))
		*(void **)value = a->value;
	pthread_mutex_unlock(&comm->lock);
	*found = a != NULL;
	return MPI_SUCCESS;
}

int PMPI_Comm_delete_attr(MPI_Comm comm, int key)
{
	pthread_mutex_lock(&comm->lock);
	struct attribute **at = find(comm, key), *a = *at;
	if (a)
		*at = a->next;
	pthread_mutex_unlock(&comm->lock);
	if (a && of_key[key])
		of_key[key](comm, key, a->value, NULL);
	free(a);
	return MPI_SUCCESS;
}

/* The last rank frees what they shared. */
int PMPI_Comm_free(MPI_Comm *freed)
{
	MPI_Comm comm = *freed;
	int queues = comm->n * comm->n;

	while (comm->attributes)
		PMPI_Comm_delete_attr(comm, comm->attributes->key);
	if (atomic_fetch_sub(&comm->shared->users, 1) == 1) {
		for (int i = 0; i < queues; i++)
			free(comm->shared->queue[i].read);
		free(comm->shared);
	}
	pthread_mutex_destroy(&comm->lock);
	free(comm);
	*freed = MPI_COMM_NULL;
	return MPI_SUCCESS;
}

/* ---- Collectives of a set-up */

int PMPI_Barrier(MPI_Comm comm)
{
	char *all = malloc((size_t)comm->n);

	double_gather(comm, "", 1, all);
	free(all);
	return MPI_SUCCESS;
}

int PMPI_Allgather(const void *from, int count, MPI_Datatype type, void *to, int received,
                   MPI_Datatype into, MPI_Comm comm)
{
	(void)received, (void)into;
	double_gather(comm, from, (size_t)count * (size_t)(type >> 8), to);
	return MPI_SUCCESS;
}

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
	*request = MPI_REQUEST_NULL;
	return PMPI_Barrier(comm);
}

/* The least of integers; or of nothing, which is asked only whether it can be. */
int PMPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm)
{
	int *least = to, *all = calloc((size_t)(comm->n * count + 1), sizeof *all);

	if (count && (type != MPI_INT || op != MPI_MIN))
		double_die("a reduction of its own");
	double_gather(comm, from, (size_t)count * sizeof *all, all);
	for (int i = 0; i < comm->n * count; i++)
		if (i < count || all[i] < least[i % count])
			least[i % count] = all[i];
	free(all);
	return MPI_SUCCESS;
}

/* ---- Types: all are MPI's own, in one piece */

int PMPI_Type_size_x(MPI_Datatype type, MPI_Count *size)
{
	*size = type >> 8;
	return MPI_SUCCESS;
}

int PMPI_Type_size(MPI_Datatype type, int *size)
{
	*size = type >> 8;
	return MPI_SUCCESS;
}

int PMPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
	*lb = 0;
	*extent = type >> 8;
	return MPI_SUCCESS;
}

int PMPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
	return PMPI_Type_get_extent(type, lb, extent);
}

int PMPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types,
                           int *combiner)
{
	(void)type;
	*integers = *addresses = *types = 0;
	*combiner = MPI_COMBINER_NAMED;
	return MPI_SUCCESS;
}

/* There are none that could be cached with a type. */
int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *copy, MPI_Type_delete_attr_function *gone,
                            int *key, void *extra)
{
	(void)copy, (void)gone, (void)key, (void)extra;
	return MPI_ERR_OTHER;
}

int PMPI_Pack(const void *from, int count, MPI_Datatype type, void *to, int size, int *at,
              MPI_Comm comm)
{
	(void)from, (void)type, (void)to, (void)size, (void)at, (void)comm;
	return count ? MPI_ERR_OTHER : MPI_SUCCESS;
}

int PMPI_Op_commutative(MPI_Op op, int *commutes)
{
	(void)op;
	*commutes = 1;
	return MPI_SUCCESS;
}

/* ---- What it is */

int PMPI_Initialized(int *flag)
{
	*flag = 1;
	return MPI_SUCCESS;
}

int PMPI_Query_thread(int *level)
{
	*level = MPI_THREAD_MULTIPLE;
	return MPI_SUCCESS;
}

int PMPI_Get_processor_name(char *name, int *length)
{
	strcpy(name, "here");
	*length = (int)strlen(name);
	return MPI_SUCCESS;
}

double PMPI_Wtick(void)
{
	return 1e-9;
}

int PMPI_Get_library_version(char *version, int *length)
{
	*length = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "double");
	return MPI_SUCCESS;
}

double PMPI_Wtime(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
