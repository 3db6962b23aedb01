/* SPDX-License-Identifier: BSD-3-Clause
 * A collective that does not block: set up once, started, in progress, over.
 */
#include "call/operation.h"
#include "call/announce.h"
#include "call/summary.h"
#include "mpi/report.h"
#include "mpi/type.h"

#include <stdlib.h>
#include <string.h>

static struct rg_operation all = {.prev = &all, .next = &all}; /* locked, as all of them */

/* ---- Windows of its own */

enum { KEY_INTS = sizeof(struct rg_window_key) / sizeof(int) };

/* This rank's windows, NULL if there are none; *needed: it is not alone on its machine. Collective.
 */
static struct rg_window *open_windows(const struct rg_context *x, struct rg_window_key *keys,
                                      bool *needed)
{
	struct rg_group here = rg_machine(&x->seat);
	bool makes = here.n > 1 && !here.me && rg_windows_held() < RG_WINDOWS_MOST;
	int trouble = 0;
	struct rg_window_key mine = rg_window_offer(makes ? here.n : 0, 1, &trouble);
	struct rg_window *w = NULL;

	*needed = here.n > 1;
	if (!PMPI_Allgather(&mine, KEY_INTS, MPI_INT, keys, KEY_INTS, MPI_INT, x->own) && *needed)
		w = rg_window_open(keys, sizeof *keys, here.rank, here.n, here.me, x->P, 1,
		                   &trouble);
	PMPI_Barrier(x->own); /* all have opened them */
	rg_window_withdraw(&mine);
	if (trouble && rg_first(x->c, RG_ONCE_WINDOWS))
		rg_say("'%s': a persistent collective has no memory in common with the ranks of "
		       "its machine, so it sends messages: rank %d: %s",
		       x->c->name, x->rank, rg_window_trouble(trouble));
	return w;
}

/* Whether a thing is so on all ranks. Collective. */
static bool all_have(const struct rg_context *x, bool mine)
{
	int here = mine, all = 0;
	return !PMPI_Allreduce(&here, &all, 1, MPI_INT, MPI_MIN, x->own) && all;
}

/* Whether all ranks that share a machine have windows of their own for it. Collective. */
static bool make_windows(struct rg_operation *o)
{
	struct rg_window_key *keys = malloc((size_t)o->x->P * sizeof *keys);
	bool needed = true;

	if (all_have(o->x, keys))
		o->window = open_windows(o->x, keys, &needed);
	free(keys);
	if (all_have(o->x, !needed || o->window))
		return true;
	rg_window_close(o->window);
	o->window = NULL;
	return false;
}

/* ---- The parts of the call that it keeps */

/* Where each block has a type of its own. False: no memory. */
static bool keep_types_of_blocks(struct rg_operation *o)
{
	int P = o->x->P;

	o->types = rg_types_keep(o->k.types, o->k.in_place ? NULL : o->k.in_types, P);
	o->k.types = o->types;
	o->k.in_types = o->types ? o->types + P : NULL;
	return o->types;
}

static void give_back_types(struct rg_operation *o)
{
	rg_types_give_back(o->types, o->x->P);
	rg_type_give_back(&o->type);
	rg_type_give_back(&o->in_type);
}

static void keep_types(struct rg_operation *o)
{
	bool alone = !o->types; /* else these are not there */
	bool sends = alone && rg_is_moved(&o->k) && rg_sends(&o->k, o->x->rank);
	bool receives = alone && (o->k.reduces || rg_receives(&o->k, o->x->rank));
	bool same = receives && o->k.in_type == o->k.type;

	if (receives)
		o->k.type = rg_type_keep(o->k.type, &o->type);
	if (sends)
		o->k.in_type = same ? o->k.type : rg_type_keep(o->k.in_type, &o->in_type);
}

/* Let them be in `row`, n of them; NULL: there are none. */
static void keep_numbers(struct rg_numbers *numbers, MPI_Aint *row, int n)
{
	bool any = numbers->small || numbers->large || numbers->places;

	for (int i = 0; i < n && any; i++)
		row[i] = rg_number(numbers, i);
	*numbers = (struct rg_numbers){.places = row};
}

/* The lengths and places of blocks, of the call and of the run. False: no memory. */
static bool keep_blocks(struct rg_operation *o)
{
	int P = o->x->P;
	bool pairs = rg_is_by_pairs(o->k.which);

	if (!rg_knows_blocks(&o->k, o->x->rank))
		return true;
	if (!(o->numbers = calloc((pairs ? 8 : 4) * (size_t)P, sizeof *o->numbers)))
		return false;
	keep_numbers(&o->k.counts, o->numbers, P);
	keep_numbers(&o->k.places, o->numbers + P, P);
	if (!pairs)
		return true;
	keep_numbers(&o->k.in_counts, o->numbers + 4 * P, P);
	keep_numbers(&o->k.in_places, o->numbers + 5 * P, P);
	return !o->k.types || keep_types_of_blocks(o);
}

/* The run's blocks, which were prepared in the context's. */
static void keep_blocks_of_run(struct rg_operation *o)
{
	_Static_assert(sizeof(MPI_Aint) == sizeof(int64_t), "numbers hold either");
	size_t P = (size_t)o->x->P;

	if (!o->numbers)
		return;
	int64_t *off = (int64_t *)o->numbers + 2 * P, *len = off + P;
	memcpy(off, o->x->off, P * sizeof *off);
	memcpy(len, o->x->len, P * sizeof *len);
	for (int i = 0; i < o->run.m.lanes; i++) {
		o->run.m.lane[i].r.off = off;
		o->run.m.lane[i].r.len = len;
	}
	if (!rg_is_by_pairs(o->k.which))
		return;
	int64_t *sent_off = off + 4 * P, *sent_len = sent_off + P;
	memcpy(sent_off, o->x->sent_off, P * sizeof *sent_off);
	memcpy(sent_len, o->x->sent_len, P * sizeof *sent_len);
	for (int i = 0; i < o->run.m.lanes; i++) {
		o->run.m.lane[i].r.sent_off = sent_off;
		o->run.m.lane[i].r.sent_len = sent_len;
	}
}

/* ---- In progress */

static void launch(struct rg_operation *o)
{
	const struct rg_call *k = rg_is_moved(&o->k) ? &o->bytes.call : &o->k;

	o->launched = true;
	rg_prepared_place(&o->run, k->in, k->out, o->scratch);
	rg_mpi_begin(&o->run.m);
}

/* Nonblocking ones have the same slots and rooms in turn, as they were made: those before have to
 * be over. Those of persistent ones are theirs alone. */
static bool is_its_turn(const struct rg_operation *o)
{
	return o->k.form == RG_PERSISTENT ||
	       (o->x->left[o->slot] == o->slot_turn &&
	        (o->room < 0 || o->x->emptied[o->room] == o->room_turn));
}

/* Whether the comparison with the other ranks' calls, if there is one, is over; they may not match.
 */
static bool is_compared(struct rg_operation *o)
{
	if (!o->comparison)
		return true;
	if (!rg_comparison_over(o->comparison))
		return false;
	o->err = rg_comparison_outcome(o->comparison);
	return true;
}

/* Advance an operation that MPI's own collective serves. Calls that do not match may never be over
 * there, and are not looked at. (If our operations do not go on by themselves, nor does the
 * comparison, and it must not hold up a request that MPI has completed: see
 * rg_operation_end_beside.) */
static bool advance_native(struct rg_operation *o)
{
	int done = 0;

	if (!is_compared(o))
		return false;
	if (!o->err)
		o->err = PMPI_Test(&o->native, &done, MPI_STATUS_IGNORE);
	return o->err || done;
}

static bool advance(struct rg_task *t, bool *moved)
{
	struct rg_operation *o = (struct rg_operation *)t;

	if (o->left)
		return advance_native(o);
	if (!o->launched && (!is_compared(o) || !is_its_turn(o)))
		return false;
	if (!o->launched && o->err)
		return true;
	if (!o->launched)
		launch(o);
	if (!rg_mpi_advance(&o->run.m, o->run.algorithm, moved))
		return false;
	int err[] = {rg_mpi_end(&o->run.m),
	             rg_is_moved(&o->k) ? rg_bytes_after(&o->bytes) : MPI_SUCCESS,
	             rg_images_after(&o->images)};
	o->err = err[0] ? err[0] : err[1] ? err[1] : err[2];
	return true;
}

static void over(struct rg_task *t)
{
	struct rg_operation *o = (struct rg_operation *)t;

	if (o->k.form != RG_PERSISTENT && !o->left)
		o->x->left[o->slot]++;
	if (o->room >= 0)
		o->x->emptied[o->room]++;
	o->launched = false;
	atomic_store_explicit(&o->over, true, memory_order_release);
	if (o->told)
		o->told(o);
}

void rg_operation_start(struct rg_operation *o)
{
	rg_progress_lock();
	atomic_store_explicit(&o->over, false, memory_order_relaxed);
	o->err = MPI_SUCCESS;
	rg_images_before(&o->images);
	if (rg_is_moved(&o->k) && !o->left)
		rg_bytes_before(&o->bytes);
	rg_progress_add(&o->task);
	rg_progress_unlock();
}

void rg_operation_wait(struct rg_operation *o)
{
	int flag;

	while (!rg_operation_over(o) && !rg_progress_until(&o->over)) {
		/* Other processes get their turn, and MPI. */
		PMPI_Iprobe(o->x->rank, 0, o->x->own, &flag, MPI_STATUS_IGNORE);
		rg_progress_yield();
	}
}

bool rg_operation_is_behind(MPI_Request request)
{
	const struct rg_operation *o = NULL;

	if (request == MPI_REQUEST_NULL || !rg_progress_any())
		return false;
	rg_progress_lock();
	for (o = all.next; o != &all; o = o->next)
		if (o->request == request && !rg_operation_over(o))
			break;
	rg_progress_unlock();
	return o != &all;
}

int rg_operation_outcome(struct rg_operation *o)
{
	int err = o->err;

	if (err)
		rg_context_raise(o->x, err);
	return err;
}

void rg_operation_status(MPI_Status *status)
{
	if (status == MPI_STATUS_IGNORE)
		return;
	PMPI_Status_set_elements(status, MPI_BYTE, 0);
	PMPI_Status_set_cancelled(status, 0);
	status->MPI_SOURCE = MPI_ANY_SOURCE;
	status->MPI_TAG = MPI_ANY_TAG;
}

/* ---- Made and freed */

static void release(struct rg_operation *o)
{
	rg_mpi_free(&o->run.m);
	rg_prepared_free(&o->run);
	rg_bytes_free(&o->bytes);
	rg_images_free(&o->images);
	if (o->room < 0)
		rg_window_close(o->window);
	give_back_types(o);
	if (o->left && !o->err)
		rg_comparison_raise(o->comparison);
	else
		rg_comparison_free(o->comparison);
	free(o->numbers);
	free(o->scratch);
	free(o);
}

void rg_operation_free(struct rg_operation *o)
{
	rg_progress_lock();
	o->prev->next = o->next;
	o->next->prev = o->prev;
	o->x->users--;
	rg_progress_unlock();
	release(o);
}

bool rg_operation_differs(struct rg_operation *o)
{
	return is_compared(o) && o->err;
}

int rg_operation_end_beside(struct rg_operation *o, int err)
{
	if (rg_operation_differs(o))
		err = rg_operation_outcome(o);
	rg_operation_free(o);
	return err;
}

/* MPI_Finalize has begun: free the operations that were never freed. */
static void free_all(void)
{
	while (all.next != &all)
		rg_operation_free(all.next);
}

/* Give it the next slot of its form: they are made in the same order on all ranks. False: there is
 * none. */
static bool take_slot(struct rg_operation *o)
{
	enum { IN_TURN = RG_SLOTS - 1 };
	struct rg_context *x = o->x;

	if (o->k.form == RG_NONBLOCKING) {
		o->slot = 1 + (int)(x->made % IN_TURN);
		o->slot_turn = x->made++ / IN_TURN;
		return true;
	}
	o->slot = RG_SLOTS + ++x->persistent;
	return o->slot < x->slots;
}

static void link_operation(struct rg_operation *o)
{
	rg_progress_lock();
	o->prev = all.prev;
	o->next = &all;
	all.prev->next = o;
	all.prev = o;
	o->x->users++;
	rg_progress_unlock();
}

/* Make all that it needs, for a call that is in order and has its algorithm. False: no memory. */
static bool prepare(struct rg_operation *o, const struct rg_inquiry *j, bool windows)
{
	const struct rg_call *k = &o->k;
	const struct rg_shape *s = &o->s;

	if (!keep_blocks(o))
		return false;
	keep_types(o);
	if (j->images && rg_images_make(&o->images, &o->k, o->x, s))
		return false;
	if (rg_is_moved(k)) {
		if (rg_bytes_make(&o->bytes, k, o->x, s))
			return false;
		k = &o->bytes.call;
		s = &o->bytes.shape;
	}
	if (!rg_prepare(&o->run, k, o->x, s, j->choice, windows, true))
		return false;
	keep_blocks_of_run(o);
	o->run.m.window = o->window;
	o->run.m.tag = o->slot * RG_LANES_MOST;
	rg_mpi_open(&o->run.m, &o->posts);
	o->scratch = o->run.scratch ? malloc(rg_prepared_scratch(&o->run)) : NULL;
	return !o->run.scratch || o->scratch;
}

/* Settle whether it has windows, and which algorithm serves it then. */
static enum rg_decision settle_windows(struct rg_operation *o, struct rg_inquiry *j, bool *windows)
{
	*windows = rg_fits_windows(&o->k, j->x, &j->s);
	if (!*windows || o->k.form == RG_NONBLOCKING || (*windows = make_windows(o)))
		return RG_FOR_US;
	return rg_decide_plain(&o->k, j);
}

/* The room that is next, of a nonblocking one with windows; no matter whether a rank is alone on
 * its machine and needs none. False: no memory. */
static bool enter_room(struct rg_operation *o)
{
	struct rg_context *x = o->x;

	o->room = (int)(x->entered % RG_ROOMS);
	o->room_turn = x->entered++ / RG_ROOMS;
	if (x->window && !x->room[o->room])
		x->room[o->room] = rg_window_room(x->window, x->P, 1 + o->room);
	o->window = x->room[o->room];
	return !x->window || o->window;
}

static bool complete(struct rg_operation *o, struct rg_inquiry *j, int *err)
{
	bool windows;

	*err = MPI_SUCCESS;
	if (settle_windows(o, j, &windows) != RG_FOR_US)
		return false;
	if (!take_slot(o)) {
		j->why = RG_NO_TAG;
		rg_tell_why(j->x, &o->k, RG_NO_TAG, NULL);
		return false;
	}
	bool entered = !windows || o->k.form == RG_PERSISTENT || enter_room(o);
	if (!entered || !prepare(o, j, windows))
		*err = MPI_ERR_NO_MEM;
	return true;
}

/* One for the call, which has nothing yet. NULL: no memory. */
static struct rg_operation *new_operation(const struct rg_call *k, const struct rg_inquiry *j,
                                          struct rg_comparison *comparison)
{
	struct rg_operation *o = calloc(1, sizeof *o);

	if (!o)
		return NULL;
	o->comparison = comparison;
	o->task = (struct rg_task){.advance = advance, .over = over};
	o->x = j->x;
	o->k = *k;
	o->s = j->s;
	o->type = o->in_type = MPI_DATATYPE_NULL;
	o->native = o->request = MPI_REQUEST_NULL;
	o->room = -1;
	o->over = true;
	rg_context_at_end(free_all);
	return o;
}

/* A call that is MPI's and is compared becomes an operation, too. Where operations do not go on by
 * themselves, so that requests are MPI's, or where there is no memory, the comparison goes on
 * alone. */
static struct rg_operation *leave_to_mpi(const struct rg_call *k, const struct rg_inquiry *j,
                                         struct rg_comparison *comparison)
{
	struct rg_operation *o = NULL;

	if (comparison && (j->x->progress || !k->on_its_own))
		o = new_operation(k, j, comparison);
	if (!o) {
		rg_comparison_raise(comparison);
		return NULL;
	}
	o->left = true;
	link_operation(o);
	return o;
}

/* The call does not become an operation: raise the error. */
static bool fail(const struct rg_call *k, int err)
{
	PMPI_Comm_call_errhandler(k->comm, err);
	return true;
}

static void count(const struct rg_call *k, const struct rg_inquiry *j)
{
	if (rg_wants_summary())
		rg_summary_begun(k, j);
}

bool rg_operation_make(struct rg_call *k, struct rg_operation **made, int *err)
{
	struct rg_comparison *comparison = NULL;
	struct rg_inquiry j = {0};
	enum rg_decision verdict = rg_find_context(k, &j);

	*made = NULL;
	if (k->form == RG_NONBLOCKING && j.x)
		comparison = rg_comparison_begin(k, j.x);
	if (verdict == RG_FOR_US)
		verdict = rg_decide(k, &j);
	*err = j.err;
	if (verdict == RG_FOR_MPI) {
		count(k, &j);
		*made = leave_to_mpi(k, &j, comparison);
		return false;
	}
	struct rg_operation *o = verdict == RG_FOR_US ? new_operation(k, &j, comparison) : NULL;
	if (!o) {
		rg_comparison_free(comparison);
		if (verdict == RG_WRONG)
			return true;
		*err = MPI_ERR_NO_MEM;
		return fail(k, *err);
	}
	bool ours = complete(o, &j, err);
	if (ours && !*err) {
		count(k, &j);
		link_operation(o);
		*made = o;
		return true;
	}
	if (!ours) {
		count(k, &j);
		o->comparison = NULL;
		*made = leave_to_mpi(k, &j, comparison);
	}
	release(o);
	return ours && fail(k, *err);
}
