/* SPDX-License-Identifier: BSD-3-Clause
 * Where the buffers of a call are: in memory that the processor reads, or in that of a device.
 *
 * A buffer in a device's memory is for MPI: a library built for that takes it, and knows how to get
 * there. The call must be handed on by all ranks, and a rank knows of its own buffers only. So on a
 * communicator where any process might have such memory when it was set up (x->asks) the ranks
 * agree before each call. One that does not block cannot wait for that, and is always MPI's there.
 *
 * On another one a process may load such a library later. It sees that before its next call, but no
 * other rank can know: they may all be in that call already. Then the run gets an image of the
 * buffer in the host's memory instead (image.h).
 */
#ifndef RG_WHERE_H
#define RG_WHERE_H

#include "call/arguments.h"

/* A buffer of a call, as this rank has it. */
struct rg_call_buffer {
	void *at;
	MPI_Datatype type;
	MPI_Count size; /* of an element, and */
	MPI_Aint extent;
	int64_t n;           /* elements from there on; 0: there are none, or in */
	int blocks;          /* so many blocks, */
	const int64_t *off,  /* that begin at these elements */
		*len;        /* and have so many; the context's; */
	bool pairs, sent;    /* or so many, whose lengths pairs know, of what is sent */
	uintptr_t low, high; /* the bytes from `low` on and before `high`; the same: none */
};

#pragma GCC visibility push(hidden)

/* The send and the receive buffer of a call whose shape is known, as far as this rank has them and
 * they hold any data. */
enum { RG_SENT, RG_RECEIVED, RG_BUFFERS };
void rg_buffers_of(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                   struct rg_call_buffer buffer[RG_BUFFERS]);

/* Whether it is in the memory of a device: its first byte is, or its last. The bytes between are
 * not asked about; MPI libraries ask about the first one alone. */
bool rg_is_on_device(const struct rg_call_buffer *buffer);

/* Whether this is to be found out for calls that have data. */
bool rg_where_matters(const struct rg_context *x);

/* Find it out for a call that is ours as far as anybody knows. RG_ON_DEVICE: a buffer of some rank
 * is on a device, and all ranks leave the call to MPI. Else RG_OURS; *images: one of this rank is,
 * which nobody else can know. Does not return before all ranks have come, if x->asks. */
enum rg_reason rg_where(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                        bool *images);

#pragma GCC visibility pop
#endif
