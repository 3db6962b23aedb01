/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers of a run in the memory of the host, for those of the call that are in a device's. Data
 * are copied between them by a message of this process to itself: an MPI library that takes such
 * buffers does that, for any type.
 */
#ifndef RG_IMAGE_H
#define RG_IMAGE_H

#include "call/where.h"

/* One buffer, and the parts of it that hold data. */
struct rg_image {
	char *memory; /* NULL: the buffer is the host's, and stays */
	char *buffer, *image;
	struct rg_image_part {
		int64_t at, n; /* bytes from there; elements, */
		MPI_Datatype type;
		MPI_Count size; /* of which one has so many bytes, */
		MPI_Aint extent;
	} * part;
	int parts;
	bool reads, writes; /* what the call does with it */
	int64_t written;    /* of the first part, so many elements */
};

/* Those of a call. */
struct rg_images {
	struct rg_image of[RG_BUFFERS];
	const struct rg_context *x;
	int failure; /* of what was to be done before the run, which goes on: others wait for it */
};

#pragma GCC visibility push(hidden)

/* Make them for the call, whose buffers are the images from then on. Returns MPI's error code;
 * *images is to be freed, whatever that is. */
int rg_images_make(struct rg_images *images, struct rg_call *k, struct rg_context *x,
                   const struct rg_shape *s);
void rg_images_free(struct rg_images *images);

/* Before the run, and after it: returns MPI's error code. Locked (progress.h). */
void rg_images_before(struct rg_images *images);
int rg_images_after(const struct rg_images *images);

#pragma GCC visibility pop
#endif
