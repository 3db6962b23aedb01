/* SPDX-License-Identifier: BSD-3-Clause
 * parts: parts of a topology that nothing joins. They may be meant, as two clusters in one file; no
 * message gets from one to another.
 */
#ifndef RG_PARTS_H
#define RG_PARTS_H

#include "fabric/topo.h"

/* Warn of each part but the one with the most machines. */
void rg_parts_warn(const struct rg_topo *t);

#endif
