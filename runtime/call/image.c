/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers of a run in the memory of the host, for those of the call that are in a device's.
 */
#include "call/image.h"

#include <stdlib.h>

/* The tag of messages to oneself on the private communicator, behind those of call_check.c. */
enum { TAG = RG_SLOTS * RG_LANES_MOST + 2 };

/* An image begins as far from a cache line's begin as its buffer does: types have their alignment.
 */
enum { LINE = 64 };

/* A message has so many bytes at most, if an element is no longer: some libraries count bytes in an
 * int. */
enum { MOST = 1 << 30 };

/* ---- Made */

/* Number i of the parts of a buffer. */
static struct rg_image_part part_of(const struct rg_call_buffer *b, int i)
{
	int64_t first = b->blocks ? b->off[i] : 0;

	return (struct rg_image_part){.at = first * b->extent,
	                              .n = b->blocks ? b->len[i] : b->n,
	                              .type = b->type,
	                              .size = b->size,
	                              .extent = b->extent};
}

/* The same, of blocks whose lengths pairs know. */
static struct rg_image_part part_of_pair(const struct rg_call *k, struct rg_context *x, bool sent,
                                         int i)
{
	struct rg_pair_block block = rg_pair_block(k, sent, i);
	struct rg_shape s = {0};

	if (!block.count || rg_measure_type(x, block.type, &s))
		return (struct rg_image_part){.type = MPI_BYTE};
	return (struct rg_image_part){.at = block.at * (block.bytes ? 1 : s.extent),
	                              .n = s.size ? block.count : 0,
	                              .type = block.type,
	                              .size = s.size,
	                              .extent = s.extent};
}

/* Memory for the parts, and what they are. False: no memory. */
static bool take_parts(struct rg_image *m, const struct rg_call_buffer *b, const struct rg_call *k,
                       struct rg_context *x)
{
	m->parts = b->blocks ? b->blocks : 1;
	m->part = malloc((size_t)m->parts * sizeof *m->part);
	for (int i = 0; i < m->parts && m->part; i++)
		m->part[i] = b->pairs ? part_of_pair(k, x, b->sent, i) : part_of(b, i);
	return m->part;
}

static int make(struct rg_image *m, const struct rg_call_buffer *b, const struct rg_call *k,
                struct rg_context *x)
{
	size_t line = b->low % LINE;

	*m = (struct rg_image){.buffer = b->at};
	m->memory = aligned_alloc(LINE, (line + (b->high - b->low) + LINE - 1) / LINE * LINE);
	if (!m->memory || !take_parts(m, b, k, x))
		return MPI_ERR_NO_MEM;
	m->image = (char *)((uintptr_t)m->memory + line - (b->low - (uintptr_t)b->at));
	return MPI_SUCCESS;
}

/* Settle what the call does with them. A broadcast has one buffer, which the root sends from. In
 * place, the receive buffer holds the data to send; the result of a reduce-scatter is then the own
 * block alone. */
static void settle_use(struct rg_images *images, const struct rg_call *k, const struct rg_shape *s)
{
	struct rg_image *sent = &images->of[RG_SENT], *received = &images->of[RG_RECEIVED];
	bool one = rg_has_one_buffer(k->which), root = images->x->rank == k->root;

	sent->reads = true;
	received->reads = one ? root : k->in_place;
	received->writes = !(one && root);
	if (received->memory)
		received->written = k->reduces && rg_collectives[k->which].ends == RG_OWN_BLOCK
		                            ? s->own
		                            : received->part[0].n;
}

int rg_images_make(struct rg_images *images, struct rg_call *k, struct rg_context *x,
                   const struct rg_shape *s)
{
	struct rg_call_buffer buffer[RG_BUFFERS];
	int err = MPI_SUCCESS;

	*images = (struct rg_images){.x = x};
	rg_buffers_of(k, x, s, buffer);
	for (int i = 0; i < RG_BUFFERS && !err; i++)
		if (rg_is_on_device(&buffer[i]))
			err = make(&images->of[i], &buffer[i], k, x);
	if (err)
		return err;
	settle_use(images, k, s);
	if (images->of[RG_SENT].memory)
		k->in = images->of[RG_SENT].image;
	if (images->of[RG_RECEIVED].memory)
		k->out = images->of[RG_RECEIVED].image;
	return MPI_SUCCESS;
}

void rg_images_free(struct rg_images *images)
{
	for (int i = 0; i < RG_BUFFERS; i++) {
		free(images->of[i].memory);
		free(images->of[i].part);
		images->of[i] = (struct rg_image){0};
	}
}

/* ---- Copied */

/* A part, by messages to this process itself. */
static int copy(const struct rg_context *x, const char *from, char *to, struct rg_image_part part)
{
	int64_t most = part.size && part.size < MOST ? MOST / part.size : 1;
	int err = MPI_SUCCESS;

	for (int64_t i = 0; i < part.n && !err; i += most) {
		uintptr_t at = (uintptr_t)(part.at + i * part.extent);
		int n = (int)(part.n - i < most ? part.n - i : most);
		err = PMPI_Sendrecv((const void *)((uintptr_t)from + at), n, part.type, x->rank,
		                    TAG, (void *)((uintptr_t)to + at), n, part.type, x->rank, TAG,
		                    x->own, MPI_STATUS_IGNORE);
	}
	return err;
}

void rg_images_before(struct rg_images *images)
{
	int err = MPI_SUCCESS;

	for (int i = 0; i < RG_BUFFERS; i++) {
		const struct rg_image *m = &images->of[i];
		for (int p = 0; m->memory && m->reads && p < m->parts && !err; p++)
			err = copy(images->x, m->buffer, m->image, m->part[p]);
	}
	images->failure = err;
}

int rg_images_after(const struct rg_images *images)
{
	const struct rg_image *m = &images->of[RG_RECEIVED];
	int err = images->failure;

	for (int p = 0; m->memory && m->writes && p < m->parts && !err; p++) {
		struct rg_image_part part = m->part[p];
		part.n = p ? part.n : m->written;
		err = copy(images->x, m->image, m->buffer, part);
	}
	return err;
}
