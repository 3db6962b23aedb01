/* SPDX-License-Identifier: BSD-3-Clause
 * trace: a timeline in the Trace Event Format.
 */
#include "show/trace.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "show/json.h"

/* Keys of the format (Google, "Trace Event Format"): ph is what kind of event it is, X a span, b
 * and e the ends of one that may overlap others, s and f those of an arrow, M a name. */
struct maker {
	const struct rg_topo *topo;
	const struct rg_placement *p;
	json_object *events;
};

static const char *const doings[RG_DOING_KINDS] = {
	[RG_DOES_SEND] = "send", [RG_DOES_RECEIVE] = "receive", [RG_DOES_COMBINE] = "combine",
	[RG_DOES_COPY] = "copy", [RG_DOES_WAIT] = "wait",
};

/* Microseconds, to a nanosecond. */
static double us(double seconds)
{
	return round(seconds * 1e9) / 1e3;
}

static json_object *add_event(struct maker *x, const char *ph, const char *name, int rank)
{
	json_object *e = rg_json_object(x->events, NULL);
	rg_json_text(e, "ph", ph);
	rg_json_text(e, "name", name);
	rg_json_whole(e, "pid", x->p->place[rank].machine);
	rg_json_whole(e, "tid", rank);
	return e;
}

static void add_name(struct maker *x, const char *what, int rank, const char *name)
{
	rg_json_text(rg_json_object(add_event(x, "M", what, rank), "args"), "name", name);
}

/* Each machine once, each rank, and where each stands: in the order of the ring. */
static void add_names(struct maker *x)
{
	bool *named = rg_alloc((size_t)x->topo->machines, sizeof *named);
	for (int i = 0; i < x->p->places.P; i++) {
		int rank = x->p->places.order[i], machine = x->p->place[rank].machine;
		char name[32];
		if (!named[machine]) {
			add_name(x, "process_name", rank,
			         x->topo->vertex[x->topo->machine[machine]].name);
			rg_json_whole(rg_json_object(add_event(x, "M", "process_sort_index", rank),
			                             "args"),
			              "sort_index", i);
		}
		named[machine] = true;
		snprintf(name, sizeof name, "rank %d", rank);
		add_name(x, "thread_name", rank, name);
	}
	free(named);
}

static void add_doing(struct maker *x, const struct rg_doing *d)
{
	json_object *e = add_event(x, "X", doings[d->kind], d->rank), *args;
	rg_json_number(e, "ts", us(d->begin));
	rg_json_number(e, "dur", us(us(d->end) * 1e-6 - us(d->begin) * 1e-6));
	if (d->peer < 0 && d->bytes <= 0)
		return;
	args = rg_json_object(e, "args");
	if (d->peer >= 0)
		rg_json_whole(args, "to", d->peer);
	rg_json_number(args, "bytes", d->bytes);
}

static json_object *add_end(struct maker *x, const char *ph, const char *name, int rank,
                            const struct rg_flight *f, size_t id, double seconds)
{
	json_object *e = add_event(x, ph, name, rank);
	rg_json_text(e, "cat", f->notice ? "notification" : "message");
	rg_json_whole(e, "id", (int64_t)id);
	rg_json_number(e, "ts", us(seconds));
	return e;
}

static void add_flight(struct maker *x, const struct rg_flight *f, size_t id)
{
	const char *arrow = f->notice ? "notification" : "message";
	char name[64];
	snprintf(name, sizeof name, "%d to %d", f->from, f->to);
	json_object *args = rg_json_object(add_end(x, "b", name, f->from, f, id, f->begin), "args");
	rg_json_whole(args, "from", f->from);
	rg_json_whole(args, "to", f->to);
	rg_json_number(args, "bytes", f->bytes);
	add_end(x, "e", name, f->from, f, id, f->end);
	add_end(x, "s", arrow, f->from, f, id, f->sent);
	rg_json_text(add_end(x, "f", arrow, f->to, f, id, f->end), "bp", "e");
}

void rg_trace(const struct rg_timeline *t, const struct rg_topo *topo, const struct rg_placement *p,
              const char *title, const char *below, struct rg_text *out)
{
	json_object *o = rg_json_object(NULL, NULL);
	rg_json_text(o, "displayTimeUnit", "ns");
	json_object *other = rg_json_object(o, "otherData");
	struct maker x = {topo, p, rg_json_array(o, "traceEvents")};
	rg_json_text(other, "title", title);
	rg_json_text(other, "of", below);
	add_names(&x);
	for (size_t i = 0; i < t->doings; i++)
		add_doing(&x, &t->doing[i]);
	for (size_t i = 0; i < t->flights; i++)
		add_flight(&x, &t->flight[i], i);
	rg_json_print_rows(o, "traceEvents", out);
}
