/* SPDX-License-Identifier: BSD-3-Clause
 * The requests of MPI that stand for operations of ours.
 */
#include "preload/names/handles.h"
#include "call/summary.h"
#include "mpi/library.h"
#include "mpi/own_comm.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* ---- Nonblocking: a receive from this process itself, of a message that says that it is over */

static MPI_Comm self = MPI_COMM_NULL; /* private */
static int last_tag, most_tag;
static struct rg_operation *garbage; /* over, to be freed, the next one in `whose` */

static void raise_beneath(MPI_Comm *comm, int *err, ...);

/* All of it locked (progress.h). False: there is no communicator. */
static bool have_self(void)
{
	MPI_Errhandler handler;
	int *most, found = 0;

	if (self != MPI_COMM_NULL)
		return true;
	self = rg_own_comm(MPI_COMM_SELF);
	if (self == MPI_COMM_NULL)
		return false;
	if (!PMPI_Comm_create_errhandler(raise_beneath, &handler)) {
		PMPI_Comm_set_errhandler(self, handler);
		PMPI_Errhandler_free(&handler);
	}
	PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &found);
	most_tag = found ? *most : 32767; /* what MPI has at least */
	return true;
}

/* A thread that waits in MPICH 4.0 looks at its request again only when a count of what has been
 * done has changed. A message that another thread sends to this same process is not counted, but
 * the release of a receive's request is. (Its tag is not that of an operation.) */
static void wake_waiting_threads(void)
{
#if defined(MPICH) || defined(RG_STANDARD_ABI)
	if (!RG_IS_OPEN_MPI)
		PMPI_Sendrecv(NULL, 0, MPI_BYTE, 0, 0, NULL, 0, MPI_BYTE, 0, 0, self,
		              MPI_STATUS_IGNORE);
#endif
}

/* Over with an error that the program has not been told yet, as the list above. */
static struct rg_operation *failed;
static atomic_int failures;

static void push(struct rg_operation **list, struct rg_operation *o)
{
	o->whose = *list;
	*list = o;
}

/* The operation is over. It cannot be freed here, nor its error raised, since the lock is held. */
static void tell(struct rg_operation *o, int bytes)
{
	static const char message[1];

	if (o->err)
		atomic_fetch_add(&failures, 1);
	push(o->err ? &failed : &garbage, o);
	PMPI_Send(message, bytes, MPI_BYTE, 0, o->tag, self);
	wake_waiting_threads();
}

static void tell_mpi(struct rg_operation *o)
{
	tell(o, 0);
}

/* An error is that of the message, which is too long then. */
static void tell_beneath(struct rg_operation *o)
{
	tell(o, o->err ? 1 : 0);
}

bool rg_handles_may_fail(void)
{
	return rg_progress_any() || atomic_load(&failures);
}

/* Take a failed one from the list: that with this request and tag, or of this kind, or any. NULL:
 * there is none. */
static struct rg_operation *take_failed(const MPI_Request *request, int tag,
                                        void (*told)(struct rg_operation *))
{
	struct rg_operation *o = NULL, *before = NULL;

	if (!atomic_load(&failures))
		return NULL;
	rg_progress_lock();
	for (o = failed; o; before = o, o = o->whose)
		if ((!request || (o->request == *request && o->tag == tag)) &&
		    (!told || o->told == told))
			break;
	if (o && before)
		before->whose = o->whose;
	else if (o)
		failed = o->whose;
	if (o)
		atomic_fetch_sub(&failures, 1);
	rg_progress_unlock();
	return o;
}

static int raise_and_free(struct rg_operation *o)
{
	int err = rg_operation_outcome(o);

	rg_operation_free(o);
	return err;
}

int rg_handle_raise(MPI_Request request, int tag)
{
	struct rg_operation *o = take_failed(&request, tag, NULL);
	return o ? raise_and_free(o) : MPI_SUCCESS;
}

/* The handler of `self`: MPI has completed a request beneath us, and found that it failed. */
static void raise_beneath(MPI_Comm *comm, int *err, ...)
{
	(void)comm, (void)err;
	for (struct rg_operation *o; (o = take_failed(NULL, 0, tell_beneath));)
		raise_and_free(o);
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

static int begin(struct rg_operation *o, MPI_Request *request, bool beneath)
{
	int err = MPI_ERR_NO_MEM;

	free_garbage();
	rg_progress_lock();
	if (have_self()) {
		o->tag = last_tag = last_tag < most_tag ? last_tag + 1 : 1;
		err = PMPI_Irecv(NULL, 0, MPI_BYTE, 0, o->tag, self, &o->request);
	}
	rg_progress_unlock();
	if (err) {
		rg_operation_free(o);
		return err;
	}
	*request = o->request;
	o->told = beneath ? tell_beneath : tell_mpi;
	rg_operation_start(o);
	return MPI_SUCCESS;
}

/* MPI_Finalize has begun: errors that nobody has asked for are not kept back. */
static void end(void)
{
	for (struct rg_operation *o; (o = take_failed(NULL, 0, NULL));)
		raise_and_free(o);
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

/* The handle that this thread asked for last: it is started, and soon after awaited. When any
 * handle ends all threads forget theirs. The request stands here as well, since another thread may
 * be freeing another handle. */
static _Thread_local struct {
	MPI_Request request;
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
	if (last.h && last.gone == now && last.request == request)
		return last.h;
	struct rg_handle *h = find(request);
	if (h) {
		last.h = h;
		last.request = request;
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
		/* Not from MPI_PROC_NULL: in MPICH 4.0 such a request, used again for a persistent
		 * collective of its own, makes that one hang. */
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

/* Without the receive that stands for it, the message that ends it would stay: MPICH waits for that
 * in MPI_Finalize. */
int rg_handle_refuse_cancel(MPI_Request request)
{
	if (!rg_handle_of(request) && !rg_operation_is_behind(request))
		return MPI_SUCCESS;
	PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_REQUEST);
	return MPI_ERR_REQUEST;
}

bool rg_handle_make(struct rg_call *k, MPI_Request *request, bool beneath,
                    struct rg_operation **beside, int *err)
{
	struct rg_operation *o;

	*beside = NULL;
	if (!k->c) {
		if (rg_wants_summary())
			rg_summary_begun_by_mpi(k);
		return false;
	}
	k->on_its_own = true;
	rg_context_at_end(end); /* before that of operations, which frees them all */
	bool ours = rg_operation_make(k, &o, err);
	*beside = ours ? NULL : o;
	if (!ours || !o)
		return ours;
	*err = k->form == RG_PERSISTENT ? add(o, request) : begin(o, request, beneath);
	if (*err)
		PMPI_Comm_call_errhandler(k->comm, *err);
	return true;
}

int rg_handle_beside(struct rg_operation *beside, MPI_Request *request, bool beneath, int err)
{
	if (err || *request == MPI_REQUEST_NULL) {
		rg_operation_free(beside);
		return err;
	}
	beside->native = *request;
	begin(beside, request, beneath); /* if it cannot, MPI's request stands for itself */
	return MPI_SUCCESS;
}
