/* SPDX-License-Identifier: BSD-3-Clause
 * The requests of MPI that stand for operations of ours.
 */
#include "handles.h"
#include "private.h"

#include <pthread.h>
#include <stdlib.h>

/* ---- Nonblocking: a receive from this process itself, of a message that says that it is over */

static MPI_Comm self = MPI_COMM_NULL; /* private */
static int last_tag, most_tag;
static struct rg_operation *garbage; /* over, to be freed, the next one in `whose` */

/* All of it locked (progress.h). False: there is no communicator. */
static bool have_self(void)
{
	int *most, found = 0;

	if (self != MPI_COMM_NULL)
		return true;
	self = rg_private(MPI_COMM_SELF);
	if (self == MPI_COMM_NULL)
		return false;
	PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &found);
	most_tag = found ? *most : 32767; /* what MPI has at least */
	return true;
}

/* A thread that waits in MPICH 4.0 looks at its request again only after a count of what has been
 * done, and a message to oneself alone is not counted when another thread sends it. To release the
 * request of a receive is. (Its tag is not that of an operation.) */
static void wake_waiting_threads(void)
{
#ifdef MPICH
	PMPI_Sendrecv(NULL, 0, MPI_BYTE, 0, 0, NULL, 0, MPI_BYTE, 0, 0, self, MPI_STATUS_IGNORE);
#endif
}

/* It is over. Whoever waits is told in any case; of an error the communicator's handler has been
 * told, too. What it has been cannot be freed here, where all is locked. */
static void tell_mpi(struct rg_operation *o)
{
	static const char error[1];

	PMPI_Send(error, rg_operation_outcome(o) ? 1 : 0, MPI_BYTE, 0, o->tag, self);
	wake_waiting_threads();
	o->whose = garbage;
	garbage = o;
}

static void free_garbage(void)
{
	rg_progress_lock();
	struct rg_operation *o = garbage;
	garbage = NULL;
	rg_progress_unlock();
	while (o) {
		struct rg_operation *next = o->whose;
		rg_operation_free(o);
		o = next;
	}
}

static int begin(struct rg_operation *o, MPI_Request *request)
{
	int err = MPI_ERR_NO_MEM;

	free_garbage();
	rg_progress_lock();
	if (have_self()) {
		o->tag = last_tag = last_tag < most_tag ? last_tag + 1 : 1;
		err = PMPI_Irecv(NULL, 0, MPI_BYTE, 0, o->tag, self, request);
	}
	rg_progress_unlock();
	if (err) {
		rg_operation_free(o);
		return err;
	}
	o->told = tell_mpi;
	rg_operation_start(o);
	return MPI_SUCCESS;
}

/* MPI_Finalize has begun. */
static void end(void)
{
	if (self != MPI_COMM_NULL)
		PMPI_Comm_free(&self);
}

/* ---- Persistent: a table */

enum { PLACES = 1024 };

static struct rg_handle *table[PLACES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of it */
static atomic_int handles;

static struct rg_handle **place_of(MPI_Request request)
{
	uint64_t mix = (uint64_t)(uintptr_t)request * UINT64_C(0x9e3779b97f4a7c15);
	return &table[mix >> 54];
}

bool rg_handles_any(void)
{
	return atomic_load_explicit(&handles, memory_order_relaxed);
}

/* What this thread asked for last: it is started, and then awaited. The end of any puts an end to
 * what all threads remember. */
static _Thread_local struct {
	struct rg_handle *h;
	unsigned gone;
} last;
static atomic_uint gone; /* handles that are no more */

static struct rg_handle *find(MPI_Request request)
{
	pthread_mutex_lock(&lock);
	struct rg_handle *h = *place_of(request);
	while (h && h->request != request)
		h = h->next;
	pthread_mutex_unlock(&lock);
	return h;
}

struct rg_handle *rg_handle_of(MPI_Request request)
{
	if (!rg_handles_any())
		return NULL;
	unsigned now = atomic_load_explicit(&gone, memory_order_acquire);
	if (last.h && last.gone == now && last.h->request == request)
		return last.h;
	struct rg_handle *h = find(request);
	if (h) {
		last.h = h;
		last.gone = now;
	}
	return h;
}

static int add(struct rg_operation *o, MPI_Request *request)
{
	_Static_assert(PLACES == 1 << 10, "place_of() takes ten bits");
	struct rg_handle *h = malloc(sizeof *h);
	int err = MPI_ERR_NO_MEM;

	if (h) {
		*h = (struct rg_handle){.op = o};
		/* From nobody, MPI_PROC_NULL, MPICH 4.0 leaves something in its request that
		 * hangs a persistent collective of its own that gets it next. */
		rg_progress_lock();
		if (have_self())
			err = PMPI_Recv_init(NULL, 0, MPI_BYTE, 0, 0, self, &h->request);
		rg_progress_unlock();
	}
	if (err) {
		rg_operation_free(o);
		free(h);
		return err;
	}
	*request = h->request;
	pthread_mutex_lock(&lock);
	struct rg_handle **place = place_of(h->request);
	h->next = *place;
	*place = h;
	pthread_mutex_unlock(&lock);
	atomic_fetch_add(&handles, 1);
	return MPI_SUCCESS;
}

int rg_handle_free(struct rg_handle *h, MPI_Request *request)
{
	if (h->active)
		rg_operation_wait(h->op);
	pthread_mutex_lock(&lock);
	struct rg_handle **at = place_of(h->request);
	while (*at != h)
		at = &(*at)->next;
	*at = h->next;
	atomic_fetch_add(&gone, 1);
	pthread_mutex_unlock(&lock);
	atomic_fetch_sub(&handles, 1);
	rg_operation_free(h->op);
	free(h);
	return PMPI_Request_free(request);
}

bool rg_handle_make(struct rg_call *k, MPI_Request *request, int *err)
{
	struct rg_operation *o;

	k->on_its_own = true;
	if (!rg_operation_make(k, &o, err))
		return false;
	if (!o)
		return true;
	rg_context_at_end(end); /* after those of operations */
	*err = k->form == RG_PERSISTENT ? add(o, request) : begin(o, request);
	if (*err)
		PMPI_Comm_call_errhandler(k->comm, *err);
	return true;
}
