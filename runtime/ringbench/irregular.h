/* SPDX-License-Identifier: BSD-3-Clause
 * Gatherv and scatterv as users and MPI libraries have them, as peers to compare with: padded, and
 * by trees that do not follow the blocks.
 */
#ifndef IRREGULAR_H
#define IRREGULAR_H

#include "ringbench/routines.h"

extern const struct routines padded_routines, knomial2_routines, knomial4_routines;

#endif
