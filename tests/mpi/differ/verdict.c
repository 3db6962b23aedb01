/* SPDX-License-Identifier: BSD-3-Clause
 * One call of a collective: its data, the expected result, and whether it came out.
 */
#include "call.h"
#include "faults.h"
#include "gate.h"
#include "report.h"
#include "rows.h"

#include <string.h>

enum { DATA = 16 }; /* and behind: streams for the data of each round */

_Atomic int64_t calls_checked, calls_native_wrong, calls_native_failed;

static const struct type *sent_type(const struct call *c)
{
	return c->row->reduces ? &c->type : &c->in_type;
}

static void succeeded(const struct call *c, int err, const char *what)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length;

	if (!err)
		return;
	MPI_Error_string(err, text, &length);
	report_failure("%s of %s failed: %s", what, c->row->name, text);
}

/* ---- Before */

/* This rank's data, into the buffer that they are sent from. Returns them in canonical form. */
static unsigned char *fill(struct call *c, int64_t units)
{
	struct draw d = draw_from(c->seed, c->step, c->rank, DATA + c->round);
	const struct type *t = c->in_place ? &c->type : sent_type(c);
	int per = c->in_place ? c->per : c->in_per;
	unsigned char *data = get((size_t)units * c->s.size);
	unsigned char *origin = c->in_place ? c->out.origin : c->in.origin;
	struct span *spans = get(((size_t)c->P + 1) * sizeof *spans);
	int n = call_sent(c, spans);

	buffer_clear(&c->out);
	if (!c->in_place)
		buffer_clear(&c->in);
	if (c->o)
		operation_values(&d, c->o, &c->s, data, units);
	else
		draw_bytes(&d, data, (uint64_t)units * c->s.size);
	unsigned char *block = data;
	for (int i = 0; i < n; block += (size_t)spans[i++].n * c->s.size)
		type_unpack(t, origin, spans[i].at * per, spans[i].n * per, block);
	block = data;
	for (int i = 0; i < n; block += (size_t)spans[i++].n * c->s.size)
		type_pack(t, origin, spans[i].at * per, spans[i].n * per, block);
	free(spans); /* packed again, since parts may lie over each other */
	return data;
}

/* The data that all ranks send, or those of the other group, by the library's own allgatherv of
 * bytes. in[i] is rank i's. */
static unsigned char **exchange(struct call *c, unsigned char *data)
{
	size_t P = (size_t)c->P;
	int *bytes = get(P * sizeof *bytes), *at = get(P * sizeof *at), all = 0;
	unsigned char **in = get(P * sizeof *in);

	for (int i = 0; i < c->P; i++) {
		bytes[i] = (int)(c->row->sends(c, i) * (int64_t)c->s.size);
		at[i] = all;
		all += bytes[i];
	}
	unsigned char *memory = get((size_t)all);
	for (int i = 0; i < c->P; i++)
		in[i] = memory + at[i];
	int sent = (int)(c->sends * (int64_t)c->s.size);
	if (PMPI_Allgatherv(data, sent, MPI_BYTE, memory, bytes, at, MPI_BYTE, c->shadow))
		report_failure("MPI's own allgatherv of bytes failed");
	free(bytes);
	free(at);
	return in;
}

static void compute(struct call *c, unsigned char **in)
{
	struct span *blocks = get(((size_t)c->P + 1) * sizeof *blocks);
	int n = c->row->receives(c, blocks);
	int64_t units = 0;

	for (int i = 0; i < n; i++)
		units += blocks[i].n;
	unsigned char *out = get((size_t)units * c->s.size), *from = out;
	if (n)
		c->row->result(c, in, out);
	for (int i = 0; i < n; i++) {
		type_unpack(&c->type, c->expected.origin, blocks[i].at * c->per,
		            blocks[i].n * c->per, from);
		from += (size_t)blocks[i].n * c->s.size;
	}
	free(out);
	free(blocks);
}

static const void *input(const struct call *c)
{
	if (c->in_place)
		return MPI_IN_PLACE;
	bool empty = !c->in_count || (c->row->root == FROM_ROOT && !call_is_root(c));
	/* Between two groups MPICH 4.0 wants to see one at the root of a reduce, too. */
	if (c->inter && c->row->root)
		empty = false;
	return c->nowhere && empty ? NULL : type_address(sent_type(c), c->in.origin);
}

/* Whether it has a receive buffer at all. MPICH 4.0 wants to see one of the first rank of an
 * exscan, too. */
static bool has_output(const struct call *c)
{
	if (c->row->excludes && is_open_mpi())
		return c->rank;
	return c->row->root != TO_ROOT || call_is_root(c);
}

/* Not both: they would be the same buffer to MPI. */
static void *output(const struct call *c, const struct buffer *b)
{
	bool empty = c->row->reduces ? c->row->has_blocks && !c->len[c->rank] : !c->total;
	void *address = type_address(&c->type, b->origin);

	if (c->stays)
		return MPI_IN_PLACE;
	if (!c->in_place && !has_output(c))
		return c->nowhere ? NULL : address;
	return c->nowhere && empty && input(c) && !c->in_place ? NULL : address;
}

void call_prepare(struct call *c)
{
	unsigned char *data = fill(c, c->sends);
	unsigned char **in = exchange(c, data);

	free(data);
	buffer_take(&c->expected, &c->out);
	buffer_take(&c->native, &c->out);
	if (!c->in_place)
		buffer_take(&c->sent, &c->in);
	compute(c, in);
	free(in[0]);
	free(in);
	c->asked = call_agreed(c, !c->released && !fault_of(c) && !fault_in_copy(c));
	c->refused = c->asked && c->row->native(c, input(c), output(c, &c->native));
	calls_native_failed += c->refused;
	c->round++;
}

/* ---- The call */

void call_begin(struct call *c)
{
	gate_enter(c);
	succeeded(c, c->row->ours(c, input(c), output(c, &c->out)), "the call");
	c->active = c->form == NONBLOCKING;
}

void call_start(struct call *c)
{
	gate_enter(c);
#if PERSISTENT_ONES
	succeeded(c, OURS(Start)(&c->r), "the start");
#endif
	c->active = true;
}

/* ---- After */

/* Make an expected buffer like another one in what does not count. */
static void excuse(const struct call *c, struct buffer *expected, const struct buffer *got)
{
	struct span *blocks = get(((size_t)c->P + 1) * sizeof *blocks);
	int n = c->row->receives(c, blocks), per = c->per;

	for (int i = 0; i < n; i++) {
		int64_t at = blocks[i].at * per, units = blocks[i].n * per;
		buffer_excuse(expected, got, &c->type, at, units, false);
		if (c->o && c->o->of_pairs)
			buffer_excuse_gaps(expected, got, &c->type, at, units);
	}
	/* In a vector that was reduced in place, the rest beside the result is anybody's. */
	if (c->row->reduces && c->in_place && n) {
		struct span own = c->row->own(c);
		int64_t end = blocks[0].at + blocks[0].n, before = blocks[0].at - own.at;
		buffer_excuse(expected, got, &c->type, own.at * per, before * per, true);
		buffer_excuse(expected, got, &c->type, end * per, (own.at + own.n - end) * per,
		              true);
	}
	free(blocks);
}

/* Whether the MPI library's own result was right, too. */
static bool native_is_right(const struct call *c)
{
	struct buffer expected = buffer_copy(&c->expected);

	excuse(c, &expected, &c->native);
	bool right = buffer_difference(&expected, &c->native) == BUFFER_SAME;
	buffer_free(&expected);
	return right;
}

static const char *native_verdict(const struct call *c)
{
	const char *fault = fault_of(c);

	if (fault)
		return fault;
	if (c->refused)
		return "failed";
	if (!c->asked)
		return "was not asked";
	return native_is_right(c) ? "gives what was expected" : "gives neither";
}

static void tell_bytes(const struct buffer *b, ptrdiff_t at, char text[64])
{
	const unsigned char *end = b->memory + b->size;
	int used = 0;

	for (const unsigned char *p = b->origin + at; p < end && used < 48; p++)
		used += sprintf(text + used, "%s%02x", used ? " " : "", *p);
}

static bool wrong(const struct call *c, const char *what, const struct buffer *got,
                  const struct buffer *expected, ptrdiff_t at)
{
	char is[64] = "", should[64] = "", text[DOING];

	tell_bytes(got, at, is);
	tell_bytes(expected, at, should);
	call_describe(c, text, sizeof text);
	report_failure("%s: %s differs from byte %td on (extent %td): %s, not %s; MPI's own %s",
	               text, what, at, (ptrdiff_t)c->type.extent, is, should, native_verdict(c));
	return false;
}

bool call_check(struct call *c)
{
	ptrdiff_t at;

	c->active = false;
	calls_checked++;
	gate_check(c);
	if (!c->in_place && (at = buffer_difference(&c->in, &c->sent)) != BUFFER_SAME)
		return wrong(c, "the send buffer", &c->in, &c->sent, at);
	bool native = !c->asked || c->refused || native_is_right(c);
	excuse(c, &c->expected, &c->out);
	at = buffer_difference(&c->out, &c->expected);
	/* A call that is passed on is as wrong as the MPI library is. */
	if (at == BUFFER_SAME || (!native && call_is_passed_on(c))) {
		calls_native_wrong += !native;
		return true;
	}
	return wrong(c, "the receive buffer", &c->out, &c->expected, at);
}
