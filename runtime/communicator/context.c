/* SPDX-License-Identifier: BSD-3-Clause
 * The contexts of a communicator: they are an attribute of it, so that they go when the
 * communicator goes and are not copied to duplicates. Communicators that the user never freed (at
 * least MPI_COMM_WORLD) lose theirs at the beginning of MPI_Finalize, when MPI deletes the
 * attributes of MPI_COMM_SELF.
 */
#include "communicator/context.h"
#include "communicator/at_hand.h"
#include "communicator/proofs.h"
#include "communicator/tuned_file.h"
#include "mpi/host.h"
#include "mpi/launch.h"
#include "mpi/op.h"
#include "mpi/own_comm.h"
#include "mpi/type.h"
#include "transport/progress.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The contexts of one communicator: the attribute's value, and a link of the list of them all. */
struct family {
	MPI_Comm comm;
	struct rg_context *first;
	struct family *prev, *next;
};

static struct family all = {.prev = &all, .next = &all};
static int held;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the two above */
static int keyval = MPI_KEYVAL_INVALID, finalize_keyval = MPI_KEYVAL_INVALID;

/* The context that this thread asked for last, if it has windows, is native for good or has left a
 * call to MPI: only there does the look-up take a time that counts. When any context ends all
 * threads forget theirs. The communicator and cluster that were asked for stand here as well, since
 * another thread may be freeing the context of another communicator. We do not ask for the model of
 * thread-local memory that is found without a call: room for such memory is little, and a simulated
 * cluster loads this library once for each process. */
static _Thread_local struct {
	const struct rg_cluster *c;
	MPI_Comm comm;
	struct rg_context *x;
	unsigned gone;
} last;
static atomic_uint gone; /* families that are no more */

struct rg_context *rg_context_last(const struct rg_cluster *c, MPI_Comm comm)
{
	bool holds = last.x && last.gone == atomic_load_explicit(&gone, memory_order_acquire);
	return holds && last.c == c && last.comm == comm ? last.x : NULL;
}

static void remember(struct rg_context *x)
{
	if (!x || !(x->window || x->leaves || x->why > RG_OURS))
		return;
	bool counts = rg_wants_summary(); /* asked here, for rg_counts */
	x->handed_on =
		x->why > RG_OURS && !x->check && !x->reproducible && !rg_verbose() && !counts;
	last.gone = atomic_load_explicit(&gone, memory_order_acquire);
	last.x = x;
	last.c = x->c;
	last.comm = x->comm;
	rg_at_hand_put(x->c, x->comm, x);
}

void rg_context_forget_places(struct rg_context *x)
{
	free(x->own_order);
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++) {
		free((void *)x->places.level[k].first);
		free((void *)x->places.by_length[k].begin);
	}
	x->own_order = NULL;
	x->places = (struct rg_places){.P = x->P};
	memset(x->to_mpi, 0, sizeof x->to_mpi);
	x->leaves = false;
}

static void free_context(struct rg_context *x)
{
	if (x->kinds)
		x->free_kinds(x);
	if (x->own != MPI_COMM_NULL) {
		MPI_Comm own = x->own;
		rg_context_own(x, MPI_COMM_NULL);
		PMPI_Comm_free(&own);
	}
	if (x->handler != MPI_ERRHANDLER_NULL)
		PMPI_Errhandler_free(&x->handler);
	for (int i = 0; i < RG_ROOMS; i++)
		rg_window_close(x->room[i]);
	rg_window_close(x->window);
	rg_context_forget_places(x);
	free(x->own_plans);
	free(x->own_ring);
	free(x->own_choices);
	free(x->off);
	free(x->scratch);
	free(x->frame);
	free(x->ready);
	free(x->exchange);
	free(x);
}

/* The contexts of freed communicators that operations still use, or used at the last look. Locked
 * (progress.h), since operations that end count down. */
static struct rg_context *orphans;

/* Free the orphans that nobody uses any more; `all`: and the others. */
static void free_orphans(bool all_of_them)
{
	struct rg_context *unused = NULL;

	rg_progress_lock();
	for (struct rg_context **at = &orphans; *at;) {
		struct rg_context *x = *at;
		if (x->users && !all_of_them) {
			at = &x->sibling;
			continue;
		}
		*at = x->sibling;
		x->sibling = unused;
		unused = x;
	}
	rg_progress_unlock();
	while (unused) {
		struct rg_context *next = unused->sibling;
		free_context(unused);
		unused = next;
	}
}

/* The user's communicator is gone. */
static void leave(struct rg_context *x)
{
	PMPI_Comm_get_errhandler(x->comm, &x->handler);
	rg_progress_lock();
	x->gone = true;
	x->sibling = orphans;
	orphans = x;
	rg_progress_unlock();
}

static void unlink_family(struct family *f)
{
	pthread_mutex_lock(&lock);
	f->prev->next = f->next;
	f->next->prev = f->prev;
	pthread_mutex_unlock(&lock);
}

static int delete_family(MPI_Comm comm, int key, void *value, void *extra)
{
	struct family *f = value;
	(void)comm, (void)key, (void)extra;

	atomic_fetch_add(&gone, 1);
	rg_at_hand_clear();
	unlink_family(f);
	while (f->first) {
		struct rg_context *sibling = f->first->sibling;
		leave(f->first);
		f->first = sibling;
	}
	free(f);
	free_orphans(false);
	return MPI_SUCCESS;
}

/* The newest communicator, MPI_COMM_NULL when there is none. */
static MPI_Comm newest(void)
{
	pthread_mutex_lock(&lock);
	MPI_Comm comm = all.next == &all ? MPI_COMM_NULL : all.next->comm;
	pthread_mutex_unlock(&lock);
	return comm;
}

/* Other functions to call when MPI_Finalize begins. */
enum { ENDS = 5 };
static void (*ends[ENDS])(void);

void rg_context_at_end(void (*end)(void))
{
	int i = 0;

	pthread_mutex_lock(&lock);
	while (i < ENDS && ends[i] && ends[i] != end)
		i++;
	if (i < ENDS)
		ends[i] = end;
	pthread_mutex_unlock(&lock);
}

static int at_finalize(MPI_Comm self, int key, void *value, void *extra)
{
	(void)self, (void)key, (void)value, (void)extra;

	rg_progress_stop();
	for (int i = 0; i < ENDS && ends[i]; i++)
		ends[i]();
	for (MPI_Comm comm; (comm = newest()) != MPI_COMM_NULL;)
		if (PMPI_Comm_delete_attr(comm, keyval))
			break;
	free_orphans(true);
	rg_tuned_end();
	rg_op_free();
	rg_type_free();
	rg_host_free();
	rg_proofs_free();
	rg_report_free();
	PMPI_Comm_free_keyval(&keyval);
	PMPI_Comm_free_keyval(&finalize_keyval);
	return MPI_SUCCESS;
}

/* Keep the shared object that holds this address, whoever closes it: MPI calls the functions below
 * when the communicators go, and contexts point to their cluster, whose address names it. */
static void pin(const void *address)
{
	Dl_info object;

	if (dladdr(address, &object) && object.dli_fname)
		dlopen(object.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

static void make_keyvals(void)
{
	int rank = 0;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (!rank && rg_settings() == RG_WRONG_SETTING)
		rg_settings_tell(true);
	pin(&keyval);
	PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_family, &keyval, NULL);
	PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_finalize, &finalize_keyval, NULL);
	PMPI_Comm_set_attr(MPI_COMM_SELF, finalize_keyval, NULL);
}

static struct family *make_family(MPI_Comm comm)
{
	struct family *f = calloc(1, sizeof *f);

	if (!f)
		return NULL;
	f->comm = comm;
	pthread_mutex_lock(&lock);
	f->prev = &all;
	f->next = all.next;
	all.next->prev = f;
	all.next = f;
	pthread_mutex_unlock(&lock);
	if (!PMPI_Comm_set_attr(comm, keyval, f))
		return f;
	unlink_family(f);
	free(f);
	return NULL;
}

/* The reason that this process can find without asking others. The version is the first member of
 * the cluster that is read: the struct of another version may be different. */
static enum rg_reason first_look(const struct rg_context *x, bool inter)
{
	if (inter)
		return RG_INTER;
	if (x->P == 1)
		return RG_ONE_PROCESS;
	if (x->c->version / 100 != RINGGEN_VERSION / 100)
		return RG_OTHER_VERSION;
	if (x->c->P && x->c->P != x->P)
		return RG_OTHER_SIZE;
	return RG_NEW;
}

static void warn_first_look(const struct rg_context *x)
{
	int ranks = 0;

	if (x->why == RG_ONE_PROCESS && !PMPI_Comm_size(MPI_COMM_WORLD, &ranks) && ranks == 1)
		rg_launch_alone();
	if (x->why < RG_OTHER_VERSION || !rg_first(x->c, x->why) || x->rank)
		return;
	if (x->why == RG_OTHER_VERSION)
		rg_say("'%s' was generated for libringgen version %d, this is %d: MPI's own "
		       "collectives are used",
		       x->c->name, x->c->version, RINGGEN_VERSION);
	else
		rg_say("'%s' was generated for %d ranks, this communicator has %d: MPI's own "
		       "collectives are used on this communicator",
		       x->c->name, x->c->P, x->P);
}

static struct rg_context *make_context(const struct rg_cluster *c, MPI_Comm comm)
{
	struct rg_context *x = calloc(1, sizeof *x);
	int inter = 0;

	if (!x)
		return NULL;
	pin(c);
	x->c = c;
	x->comm = comm;
	x->own = MPI_COMM_NULL;
	x->op = MPI_OP_NULL;
	x->handler = MPI_ERRHANDLER_NULL;
	x->type = x->dense = MPI_DATATYPE_NULL;
	PMPI_Comm_test_inter(comm, &inter);
	PMPI_Comm_size(comm, &x->P);
	PMPI_Comm_rank(comm, &x->rank);
	x->why = first_look(x, inter);
	x->check = rg_wants_check();
	x->reproducible = c->reproducible || rg_wants_same_bits();
	warn_first_look(x);
	return x;
}

void rg_context_begin(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, make_keyvals);
}

int rg_context(const struct rg_cluster *c, MPI_Comm comm, struct rg_context **x)
{
	struct family *f;
	int found = 0, world = 0;

	if ((*x = rg_context_last(c, comm)))
		return MPI_SUCCESS;
	if (PMPI_Initialized(&world) || !world) /* sessions alone: there is no MPI_COMM_SELF */
		return MPI_SUCCESS;
	rg_context_begin();
	if (comm == MPI_COMM_SELF || keyval == MPI_KEYVAL_INVALID)
		return MPI_SUCCESS;
	int err = PMPI_Comm_get_attr(comm, keyval, &f, &found);
	if (err)
		return err;
	if (!found && !(f = make_family(comm)))
		return MPI_ERR_NO_MEM;
	struct rg_context **at = &f->first;
	while (*at && (*at)->c != c)
		at = &(*at)->sibling;
	if (!*at)
		*at = make_context(c, comm);
	*x = *at;
	remember(*x);
	return *x ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

void rg_context_forget(MPI_Comm comm)
{
	struct family *f;
	int found = 0;

	if (keyval != MPI_KEYVAL_INVALID && !PMPI_Comm_get_attr(comm, keyval, &f, &found) && found)
		PMPI_Comm_delete_attr(comm, keyval);
}

int rg_contexts_held(void)
{
	pthread_mutex_lock(&lock);
	int n = held;
	pthread_mutex_unlock(&lock);
	return n;
}

void rg_context_own(struct rg_context *x, MPI_Comm own)
{
	pthread_mutex_lock(&lock);
	held += (own != MPI_COMM_NULL) - (x->own != MPI_COMM_NULL);
	pthread_mutex_unlock(&lock);
	x->own = own;
}

void rg_context_raise(const struct rg_context *x, int err)
{
	MPI_Comm own;

	if (!x->gone) {
		PMPI_Comm_call_errhandler(x->comm, err);
		return;
	}
	if (x->handler == MPI_ERRHANDLER_NULL ||
	    (own = rg_own_comm(MPI_COMM_SELF)) == MPI_COMM_NULL)
		return;
	PMPI_Comm_set_errhandler(own, x->handler);
	PMPI_Comm_call_errhandler(own, err);
	PMPI_Comm_free(&own);
}

int rg_context_root(struct rg_context *x, int root)
{
	if (x->places.order[x->root_pos] == root)
		return x->root_pos;
	x->root_pos = 0;
	while (x->places.order[x->root_pos] != root)
		x->root_pos++;
	return x->root_pos;
}

bool rg_context_blocks(struct rg_context *x)
{
	if (x->off)
		return true;
	x->off = calloc(4 * (size_t)x->P, sizeof *x->off);
	if (!x->off)
		return false;
	x->len = x->off + x->P;
	x->sent_off = x->len + x->P;
	x->sent_len = x->sent_off + x->P;
	return true;
}

char *rg_context_scratch(struct rg_context *x, size_t size)
{
	if (size <= x->scratch_size)
		return x->scratch;
	free(x->scratch);
	x->scratch = malloc(size);
	x->scratch_size = x->scratch ? size : 0;
	return x->scratch;
}

void rg_context_trim(struct rg_context *x)
{
	if (x->scratch_size <= RG_SCRATCH_KEPT)
		return;
	free(x->scratch);
	x->scratch = NULL;
	x->scratch_size = 0;
}
