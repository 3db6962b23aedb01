/* SPDX-License-Identifier: BSD-3-Clause
 * The steps: collectives begun, completed, made persistent, started, among other traffic, on
 * communicators that come and go.
 *
 * The kind of a step, and its communicator, are drawn by everybody. Each rank draws for itself when
 * it completes what, and what it frees early. A rank that waits, waits for what all its peers have
 * begun, or will begin before they next wait for something later: so nobody waits for ever.
 */
#include "steps.h"

#include "faults.h"
#include "gate.h"
#include "pending.h"
#include "report.h"
#include "rows.h"

#include <string.h>
#include <unistd.h>

/* The purposes of a step's streams; those of a call have other numbers. */
enum { KIND = 1001, HERE, OWN, TRAFFIC_HERE };

enum { PERSISTENTS = 8, SETTLED = 24, ASKED = 8 };

struct actor {
	const struct plan *plan;
	int thread;
	uint64_t seed, step;
	struct communicators comms;
	struct pending pending;
	struct persistent {
		bool taken;
		int slot;          /* of its communicator */
		struct call *call; /* NULL: this rank is not in it */
	} persistent[PERSISTENTS];
	struct draw kind, own; /* of this step */
};

/* ---- Calls */

static bool listed(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, name, n) && (at[n] == ',' || !at[n]))
			return true;
	}
	return !list;
}

bool steps_only_is_right(const char *only)
{
	int commas = 0, found = 0;

	for (const char *at = only; at && *at; at++)
		commas += *at == ',';
	for (int i = 0; i < ROWS; i++)
		found += listed(only, rows[i].name);
	return !only || found == commas + 1;
}

static const struct row *draw_row(struct actor *a)
{
	const struct row *row;

	do
		row = &rows[draw_below(&a->kind, ROWS)];
	while (!listed(a->plan->only, row->name));
	return row;
}

static void tell(struct actor *a, const char *what, const struct call *c)
{
	char text[DOING];

	call_describe(c, text, sizeof text);
	report_doing(a->thread, a->step, "%s %s", what, text);
}

/* A call on the communicator of a slot; or NULL: this rank is not in it, or a fault of MPI's is. */
static struct call *draw_call(struct actor *a, enum form form, int slot)
{
	const struct place *p = &a->comms.at[slot];
	struct call_wish wish = {.row = draw_row(a),
	                         .form = form,
	                         .comm = p->comm,
	                         .shadow = p->shadow,
	                         .where = p->what,
	                         .seed = a->seed,
	                         .step = a->step,
	                         .most = a->plan->bytes,
	                         .same_types = a->plan->same_types};

	if (p->comm == MPI_COMM_NULL || (wish.row->prefix && p->inter))
		return NULL;
	report_doing(a->thread, a->step, "drawing %s", wish.row->name);
	struct call *c = call_draw(&wish);
	if (!fault_comes_through(c))
		return c;
	call_free(c);
	return NULL;
}

static void release_early(const struct actor *a, struct draw *d, struct call *c)
{
	if (a->plan->free_early && draw_once_in(d, 3))
		call_release(c);
}

static void block(struct actor *a, int slot)
{
	struct call *c = draw_call(a, BLOCKING, slot);

	if (!c)
		return;
	tell(a, "prepare", c);
	call_prepare(c);
	tell(a, "call", c);
	call_begin(c);
	call_check(c);
	call_free(c);
}

static void begin(struct actor *a, int slot)
{
	struct call *c = draw_call(a, NONBLOCKING, slot);

	if (!c)
		return;
	tell(a, "prepare", c);
	call_prepare(c);
	tell(a, "begin", c);
	call_begin(c);
	release_early(a, &a->own, c);
	pending_add_call(&a->pending, c);
}

/* ---- Persistent ones */

static void drop(struct actor *a, struct persistent *p)
{
	if (p->taken && p->call) {
		tell(a, "free", p->call);
		pending_complete_call(&a->pending, &a->own, p->call);
#if PERSISTENT_ONES
		OURS(Request_free)(&p->call->r);
#endif
		call_free(p->call);
	}
	p->taken = false;
}

static void make(struct actor *a, int slot)
{
	struct persistent *p = &a->persistent[draw_below(&a->kind, PERSISTENTS)];

	if (!PERSISTENT_ONES)
		return;
	drop(a, p);
	*p = (struct persistent){.taken = true, .slot = slot};
	p->call = draw_call(a, PERSISTENT, slot);
	if (!p->call)
		return;
	tell(a, "make", p->call);
	call_begin(p->call);
	/* On all ranks alike: before each start the MPI library's own is called with the types. */
	release_early(a, &a->kind, p->call);
}

/* Start those, by one call or one after the other. */
static void start_all(struct actor *a, struct call **calls, int n)
{
#if MPI_REQUESTS && PERSISTENT_ONES
	if (n && draw_once_in(&a->own, 2)) {
		MPI_Request requests[PERSISTENTS];
		for (int i = 0; i < n; i++) {
			gate_enter(calls[i]);
			requests[i] = calls[i]->r;
		}
		if (MPI_Startall(n, requests))
			report_failure("MPI_Startall failed");
		for (int i = 0; i < n; i++) {
			calls[i]->r = requests[i];
			calls[i]->active = true;
		}
		return;
	}
#endif
	for (int i = 0; i < n; i++) {
		tell(a, "start", calls[i]);
		call_start(calls[i]);
	}
	(void)a;
}

/* Some of them, in any order: but those that are MPI's may be nonblocking ones with MPI 3, which
 * are begun in the same order everywhere, and MPICH 4.0 takes persistent ones for one another else.
 */
static void start(struct actor *a)
{
	struct call *calls[PERSISTENTS], *list[PERSISTENTS];
	int order[PERSISTENTS], n = 0, in_order = 0;

	for (int i = 0; i < PERSISTENTS; i++) {
		struct persistent *p = &a->persistent[i];
		if (!draw_once_in(&a->kind, 2) || !p->taken || !p->call)
			continue;
		pending_complete_call(&a->pending, &a->own, p->call);
		tell(a, "prepare", p->call);
		call_prepare(p->call);
		list[n++] = p->call;
	}
	draw_order(&a->own, order, n);
	bool shuffled = !a->plan->start_in_order;
	for (int i = 0; i < n; i++)
		shuffled = shuffled && !call_is_passed_on(list[i]);
	for (int i = 0; i < n; i++)
		calls[in_order++] = list[shuffled ? order[i] : i];
	start_all(a, calls, n);
	for (int i = 0; i < n; i++)
		pending_add_call(&a->pending, calls[i]);
}

/* ---- The rest */

static void do_traffic(struct actor *a, int slot)
{
	const struct place *p = &a->comms.at[slot];
	struct draw common = draw_from(a->seed, a->step, EVERYBODY, TRAFFIC_HERE);
	struct message *messages[MESSAGES_MOST];

	if (p->comm == MPI_COMM_NULL || p->inter)
		return;
	report_doing(a->thread, a->step, "other traffic on %s", p->what);
	int n = traffic_begin(p, &common, &a->own, messages);
	for (int i = 0; i < n; i++)
		pending_add_message(&a->pending, messages[i]);
}

/* Before that, persistent requests there are freed; calls in progress need not be over. But Open
 * MPI 4.1 does not keep a communicator that came from two groups for its own collectives. */
static void free_communicator(struct actor *a, int slot)
{
	for (int i = 0; i < PERSISTENTS; i++)
		if (a->persistent[i].slot == slot)
			drop(a, &a->persistent[i]);
	report_doing(a->thread, a->step, "free %s", a->comms.at[slot].what);
	if (!a->plan->free_early || pending_is_mpis(&a->pending, a->comms.at[slot].comm))
		pending_complete(&a->pending, &a->own, PENDING_MOST);
	communicators_free(&a->comms, slot);
}

static void settle(struct actor *a, int n)
{
	report_doing(a->thread, a->step, "complete %d of %d", n, a->pending.n);
	pending_complete(&a->pending, &a->own, n);
}

/* The things that a rank does for itself now and then. */
static void linger(struct actor *a)
{
	switch (draw_below(&a->own, 12)) {
	case 0:
	case 1:
		settle(a, draw_below(&a->own, a->pending.n + 1));
		break;
	case 2:
	case 3:
		report_doing(a->thread, a->step, "test one of %d", a->pending.n);
		pending_poke(&a->pending, &a->own);
		break;
	case 4:
		usleep((unsigned)draw_below(&a->own, 300));
		break;
	}
}

static void step(struct actor *a)
{
	a->kind = draw_from(a->seed, a->step, EVERYBODY, KIND);
	int me;
	MPI_Comm_rank(a->comms.at[0].comm, &me);
	a->own = draw_from(a->seed, a->step, me, OWN);
	int slot = communicators_any(&a->comms, &a->kind), what = draw_below(&a->kind, 100);

	if (what < 40)
		block(a, slot);
	else if (what < 65)
		begin(a, slot);
	else if (what < 73)
		make(a, slot);
	else if (what < 80)
		start(a);
	else if (what < 92)
		do_traffic(a, slot);
	else if (what < 96) {
		report_doing(a->thread, a->step, "make a communicator");
		communicators_make(&a->comms, &a->kind);
	} else if (what < 98 && slot)
		free_communicator(a, slot);
	linger(a);
	if (a->step % SETTLED == SETTLED - 1)
		settle(a, PENDING_MOST);
}

/* Whether to go on, as rank 0 says, which looks at the time. */
static bool goes_on(const struct actor *a, double end)
{
	int on = 1;

	if (a->plan->steps >= 0)
		return (int64_t)a->step < a->plan->steps;
	if (a->step % ASKED)
		return true;
	on = MPI_Wtime() < end;
	PMPI_Bcast(&on, 1, MPI_INT, 0, a->comms.at[0].shadow);
	return on;
}

int64_t steps_run(const struct plan *plan, int thread, MPI_Comm base)
{
	struct actor *a = get(sizeof *a);
	double end = MPI_Wtime() + plan->seconds;

	memset(a, 0, sizeof *a);
	a->plan = plan;
	a->thread = thread;
	a->seed = plan->seed + (uint64_t)thread * 0x100000001u;
	communicators_begin(&a->comms, base);
	for (; goes_on(a, end); a->step++)
		step(a);
	settle(a, PENDING_MOST);
	for (int i = 0; i < PERSISTENTS; i++)
		drop(a, &a->persistent[i]);
	communicators_end(&a->comms);
	report_doing(thread, a->step, "done");
	int64_t steps = (int64_t)a->step;
	free(a);
	return steps;
}
