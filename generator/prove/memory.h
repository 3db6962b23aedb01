/* SPDX-License-Identifier: BSD-3-Clause
 * memory: a transport in memory.
 */
#ifndef RG_MEMORY_H
#define RG_MEMORY_H

#include "ringgen/engine.h"

/* Its lanes are those of lane.h. */
extern const struct rg_transport rg_in_memory;

#endif
