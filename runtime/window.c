/* SPDX-License-Identifier: BSD-3-Clause
 * Windows: memory of a communicator's processes that the others on the machine can read, and
 * notifications between them. No communicator has one so far.
 */
#include "window.h"

#include <stddef.h>

void rg_window_begin(struct rg_window *w, int lanes)
{
	(void)w, (void)lanes;
}

int64_t rg_window_size(const struct rg_window *w, int lanes)
{
	(void)w, (void)lanes;
	return 0;
}

uintptr_t rg_window_base(const struct rg_window *w, int lane, int rank)
{
	(void)w, (void)lane, (void)rank;
	return 0;
}

void rg_window_notify(struct rg_window *w, int lane, int peer)
{
	(void)w, (void)lane, (void)peer;
}

void rg_window_await(struct rg_window *w, int lane, int peer)
{
	(void)w, (void)lane, (void)peer;
}

bool rg_window_arrived(struct rg_window *w, int lane)
{
	(void)w, (void)lane;
	return true;
}
