/* SPDX-License-Identifier: BSD-3-Clause
 * ring: the ring that certify and plot are about.
 */
#ifndef RG_ASKED_RING_H
#define RG_ASKED_RING_H

#include "certify/certify.h"
#include "cli/options.h"

/* The certificate of the ring that the options ask for: ours, or somebody's order. *ring holds the
 * places of the latter. NULL: *status says why not. */
struct rg_certificate *rg_asked_ring(struct rg_job *s, const struct rg_options *o,
                                     struct rg_place **ring, enum rg_status *status);

#endif
