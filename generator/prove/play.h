/* SPDX-License-Identifier: BSD-3-Clause
 * play: a transport in memory. P processes of one routine, the very text that is emitted, run in
 * this process; what they send is the schedule. Elements are not numbers but expressions over the
 * contributions of the processes, so that afterwards one can see what has been computed.
 *
 * The timing is the worst that MPI allows: a send completes only when its receive is posted, every
 * wait returns, the stack is overwritten between resumes (what a routine keeps in local variables
 * across a wait is lost), and each span is checked against what is in flight. Receives name their
 * sender, awaits their notifier, so one schedule decides whether there is a deadlock.
 *
 * Lanes of a process run side by side: an element that one of them writes is no other's, unless all
 * have joined in between. Windows are watched (races.h): each access must be in order with those of
 * others, and whoever leaves must have heard from every process on its machine, if any of them used
 * a window. Two calls in turn use two halves of the memory, so that one call and the next but one
 * have the same windows; by then all that was done in the former is over, and so it is enough to
 * play one call.
 */
#ifndef RG_PLAY_H
#define RG_PLAY_H

#include "prove/played.h"

/* The ring allreduce of 4,096 processes is proved in two and a half minutes and 920 MB (that of
 * 1,024 in five seconds and 82 MB); both grow with the square. */
enum { RG_PLAY_MOST = 8192 };

/* Play a game; `tell` (may be NULL) hears of each message. Vectors are at most 2^56 elements. Free
 * the result with rg_played_free. */
struct rg_played *rg_play(const struct rg_game *game, rg_message_fn *tell, void *context);
void rg_played_free(struct rg_played *p);

#endif
