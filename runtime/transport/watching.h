/* SPDX-License-Identifier: BSD-3-Clause
 * The transport of a run that is watched (watch.h).
 */
#ifndef RG_WATCHING_H
#define RG_WATCHING_H

#include "ringgen/engine.h"

#pragma GCC visibility push(hidden)

/* That of MPI, which passes all on and notes when. Only for lanes of a run that is watched. */
extern const struct rg_transport rg_watching_transport;

#pragma GCC visibility pop
#endif
