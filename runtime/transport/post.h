/* SPDX-License-Identifier: BSD-3-Clause
 * The messages that an algorithm posts over MPI. See struct rg_transport, ringgen/irregular.h.
 */
#ifndef RG_POST_H
#define RG_POST_H

#include "ringgen/irregular.h"
#include "transport/lane.h"

#pragma GCC visibility push(hidden)

void rg_post_send(struct rg *r, int peer, const struct rg_span *from);
void rg_post_recv(struct rg *r, int peer, const struct rg_span *to);
void rg_post_tell(struct rg *r, int peer, const int64_t *number, int n);
void rg_post_hear(struct rg *r, int peer, int64_t *number, int n);
void rg_post_carry(struct rg *r, int peer, int64_t number, const struct rg_span *from);
void rg_post_catch(struct rg *r, int peer, const struct rg_span *to);
int64_t rg_post_caught(struct rg *r, const struct rg_span *to);
void rg_post_room(struct rg *r, int64_t len);
void rg_post_send_blocks(struct rg *r, int peer, const struct rg_blocks *from);
void rg_post_recv_blocks(struct rg *r, int peer, const struct rg_blocks *to);

#pragma GCC visibility pop
#endif
