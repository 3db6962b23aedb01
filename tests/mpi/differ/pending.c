/* SPDX-License-Identifier: BSD-3-Clause
 * The items in progress, and how they are completed.
 */
#include "pending.h"

#include "faults.h"
#include "report.h"

static void add(struct pending *p, struct item i)
{
	if (p->n == PENDING_MOST)
		report_failure("more than %d are in progress", PENDING_MOST);
	p->item[p->n++] = i;
}

void pending_add_call(struct pending *p, struct call *c)
{
	add(p, (struct item){.call = c});
}

void pending_add_message(struct pending *p, struct message *m)
{
	add(p, (struct item){.message = m});
}

/* It has been completed. */
static void finish(struct item i)
{
	if (i.message) {
		traffic_check(i.message);
		return;
	}
	call_check(i.call);
	if (i.call->form == NONBLOCKING)
		call_free(i.call);
}

static void succeed(int err, const char *what)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length;

	if (!err)
		return;
	MPI_Error_string(err, text, &length);
	report_failure("%s failed: %s", what, text);
}

/* ---- One by one */

static int test(struct item *i, int *flag)
{
	if (i->message)
		return MPI_Test(&i->message->request, flag, MPI_STATUS_IGNORE);
	return OURS(Test)(&i->call->r, flag, MPI_STATUS_IGNORE);
}

static int wait_for(struct item *i)
{
	if (i->message)
		return MPI_Wait(&i->message->request, MPI_STATUS_IGNORE);
	return OURS(Wait)(&i->call->r, MPI_STATUS_IGNORE);
}

static void complete_one(struct item *i, struct draw *d)
{
	int flag = 0, err = MPI_SUCCESS;

	if (draw_once_in(d, 2)) {
		succeed(wait_for(i), "waiting");
	} else {
		while (!flag && !err)
			err = test(i, &flag);
		succeed(err, "testing");
	}
	finish(*i);
}

/* ---- Several at a time, where requests are MPI's */

#if MPI_REQUESTS

struct several {
	struct item *item;
	MPI_Request request[PENDING_MOST];
	bool over[PENDING_MOST];
	int n, left;
};

static void over(struct several *s, int i)
{
	if (i < 0 || i >= s->n || s->over[i])
		report_failure("request %d of %d is completed, which was not in progress", i, s->n);
	bool stays = s->item[i].call && s->item[i].call->form == PERSISTENT;
	if (!stays && s->request[i] != MPI_REQUEST_NULL)
		report_failure("request %d of %d is left", i, s->n);
	if (s->item[i].call)
		s->item[i].call->r = s->request[i];
	/* MPICH 4.0 completes persistent collectives by Waitsome that are not active any more. */
	s->request[i] = MPI_REQUEST_NULL;
	s->over[i] = true;
	s->left--;
	finish(s->item[i]);
}

static void all_over(struct several *s)
{
	for (int i = 0; i < s->n; i++)
		if (!s->over[i])
			over(s, i);
}

/* Check the statuses of several items: an error in a status is told with the item that it belongs
 * to. */
static void all_succeed(const struct several *s, int err, const MPI_Status *status, int n,
                        const int *which, const char *what)
{
	for (int i = 0; err == MPI_ERR_IN_STATUS && i < n; i++) {
		const struct call *c = s->item[which ? which[i] : i].call;
		char text[DOING] = "other traffic", name[DOING + 32];

		if (!status[i].MPI_ERROR || status[i].MPI_ERROR == MPI_ERR_PENDING)
			continue;
		if (c)
			call_describe(c, text, sizeof text);
		snprintf(name, sizeof name, "%s of %s", what, text);
		succeed(status[i].MPI_ERROR, name);
	}
	succeed(err, what);
}

/* MPICH 4.0's MPI_Testall takes persistent collectives of its own for ones that have failed. */
static bool may_be_tested(const struct several *s)
{
	for (int i = 0; i < s->n; i++) {
		const struct call *c = s->item[i].call;
		if (c && c->form == PERSISTENT && call_is_passed_on(c) && !is_open_mpi())
			return false;
	}
	return s->n > 0;
}

static void by_all(struct several *s, bool waits)
{
	MPI_Status status[PENDING_MOST];
	int flag = 1;

	if (waits || !may_be_tested(s))
		all_succeed(s, MPI_Waitall(s->n, s->request, status), status, s->n, NULL,
		            "MPI_Waitall");
	else
		all_succeed(s, MPI_Testall(s->n, s->request, &flag, status), status, s->n, NULL,
		            "MPI_Testall");
	if (flag)
		all_over(s);
}

static void by_any(struct several *s, bool waits)
{
	int flag = 1, index = 0;
	MPI_Status status;

	if (waits)
		succeed(MPI_Waitany(s->n, s->request, &index, &status), "MPI_Waitany");
	else
		succeed(MPI_Testany(s->n, s->request, &index, &flag, &status), "MPI_Testany");
	if (flag)
		over(s, index); /* MPI_UNDEFINED is none of them */
}

static void by_some(struct several *s, bool waits)
{
	int done = 0, which[PENDING_MOST], err;
	MPI_Status status[PENDING_MOST];

	if (waits)
		err = MPI_Waitsome(s->n, s->request, &done, which, status);
	else
		err = MPI_Testsome(s->n, s->request, &done, which, status);
	all_succeed(s, err, status, done, which, waits ? "MPI_Waitsome" : "MPI_Testsome");
	if (done == MPI_UNDEFINED)
		report_failure("none of some is active, of %d", s->left);
	for (int i = 0; i < done; i++)
		over(s, which[i]);
}

static void by_status(struct several *s, struct draw *d)
{
	int i = draw_below(d, s->n), flag;

	succeed(MPI_Request_get_status(s->request[i], &flag, MPI_STATUS_IGNORE),
	        "MPI_Request_get_status");
}

static void complete_several(struct item *item, int n, struct draw *d)
{
	static void (*const ways[])(struct several *, bool) = {by_all, by_any, by_some};
	struct several s = {.item = item, .n = n, .left = n};

	for (int i = 0; i < n; i++)
		s.request[i] = item[i].call ? item[i].call->r : item[i].message->request;
	while (s.left) {
		if (draw_once_in(d, 8))
			by_status(&s, d);
		ways[draw_below(d, 3)](&s, draw_once_in(d, 2));
	}
}

#else

static void complete_several(struct item *item, int n, struct draw *d)
{
	for (int i = 0; i < n; i++)
		complete_one(&item[i], d);
}

#endif

/* ---- All of it */

/* Bring so many to the end of the list, in random order, and take them out. */
static struct item *take(struct pending *p, struct draw *d, int n)
{
	for (int i = 0; i < n; i++) {
		int j = draw_below(d, p->n - i), end = p->n - 1 - i;
		struct item item = p->item[j];
		p->item[j] = p->item[end];
		p->item[end] = item;
	}
	p->n -= n;
	return &p->item[p->n];
}

void pending_complete(struct pending *p, struct draw *d, int n)
{
	n = n < p->n ? n : p->n;
	struct item *item = take(p, d, n);
	int alone = draw_once_in(d, 3) ? n : draw_below(d, n / 2 + 1);

	for (int i = 0; i < alone; i++)
		complete_one(&item[i], d);
	if (alone < n)
		complete_several(item + alone, n - alone, d);
}

void pending_complete_call(struct pending *p, struct draw *d, struct call *c)
{
	for (int i = 0; i < p->n; i++)
		if (p->item[i].call == c) {
			struct item item = p->item[i];
			p->item[i] = p->item[--p->n];
			complete_one(&item, d);
			return;
		}
}

void pending_poke(struct pending *p, struct draw *d)
{
	int flag;

	if (!p->n)
		return;
	int i = draw_below(d, p->n);
	struct item item = p->item[i];
	succeed(test(&item, &flag), "testing");
	if (!flag)
		return;
	p->item[i] = p->item[--p->n];
	finish(item);
}

bool pending_is_mpis(const struct pending *p, MPI_Comm comm)
{
	bool is = false;

	for (int i = 0; i < p->n && !is; i++) {
		const struct call *c = p->item[i].call;
		is = c && c->comm == comm && call_is_passed_on(c) && is_open_mpi();
	}
	return is;
}
