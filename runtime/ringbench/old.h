/* SPDX-License-Identifier: BSD-3-Clause
 * The reduce-scatter that MPICH had before 2003, as a peer to compare with.
 */
#ifndef OLD_H
#define OLD_H

#include "ringbench/routines.h"

extern const struct routines old_routines;

#endif
