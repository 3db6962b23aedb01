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

/* Memory for the parts, and what they are. False: no memory. */
static bool take_parts(struct rg_image *m, const struct rg_call_buffer *b)
{
	m->parts = b->blocks ? b->blocks : 1;
	m->part = malloc((size_t)m->parts * sizeof *m->part);
	for (int i = 0; i < m->parts && m->part; i++)
		m->part[i] = b->blocks ? (struct rg_image_part){b->off[i], b->len[i]}
		                       : (struct rg_image_part){0, b->n};
	return m->part;
}

static int make(struct rg_image *m, const struct rg_call_buffer *b)
{
	size_t line = b->low % LINE;

	*m = (struct rg_image){
		.buffer = b->at, .type = b->type, .size = b->size, .extent = b->extent};
	m->memory = aligned_alloc(LINE, (line + (b->high - b->low) + LINE - 1) / LINE * LINE);
	if (!m->memory || !take_parts(m, b))
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
			err = make(&images->of[i], &buffer[i]);
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

/* n elements from element `at` on, by messages to this process itself. */
static int copy(const struct rg_image *m, const struct rg_context *x, const char *from, char *to,
                struct rg_image_part part)
{
	int64_t most = m->size < MOST ? MOST / m->size : 1;
	int err = MPI_SUCCESS;

	for (int64_t i = 0; i < part.n && !err; i += most) {
		uintptr_t at = (uintptr_t)((part.at + i) * m->extent);
		int n = (int)(part.n - i < most ? part.n - i : most);
		err = PMPI_Sendrecv((const void *)((uintptr_t)from + at), n, m->type, x->rank, TAG,
		                    (void *)((uintptr_t)to + at), n, m->type, x->rank, TAG, x->own,
		                    MPI_STATUS_IGNORE);
	}
	return err;
}

void rg_images_before(struct rg_images *images)
{
	int err = MPI_SUCCESS;

	for (int i = 0; i < RG_BUFFERS; i++) {
		const struct rg_image *m = &images->of[i];
		for (int p = 0; m->memory && m->reads && p < m->parts && !err; p++)
			err = copy(m, images->x, m->buffer, m->image, m->part[p]);
	}
	images->failure = err;
}

int rg_images_after(const struct rg_images *images)
{
	const struct rg_image *m = &images->of[RG_RECEIVED];
	int err = images->failure;

	for (int p = 0; m->memory && m->writes && p < m->parts && !err; p++)
		err = copy(m, images->x, m->image, m->buffer,
		           p ? m->part[p] : (struct rg_image_part){m->part[0].at, m->written});
	return err;
}
