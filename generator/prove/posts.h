/* SPDX-License-Identifier: BSD-3-Clause
 * posts: what lanes have posted, and how one post answers another.
 */
#ifndef RG_POSTS_H
#define RG_POSTS_H

#include "prove/lane.h"

/* The lane can run: it goes to the end of the queue. */
void rg_post_ready(struct rg_actor *a);

/* Post something to or from a peer; span NULL: without data. */
struct rg_post *rg_post_new(struct rg_actor *a, enum rg_post_kind kind, int peer,
                            const struct rg_span *span);

/* It is over. The lane is ready if it waited for nothing else. */
void rg_post_complete(struct rg_actor *a, struct rg_post *op);

/* The oldest post of a that is still open, of that kind and for that peer; NULL: there is none. */
struct rg_post *rg_post_counterpart(struct rg_actor *a, enum rg_post_kind kind, int peer);

/* The message that `mine` sends or receives is delivered if the other end is there. */
void rg_post_match(struct rg_actor *a, struct rg_post *mine);

#endif
