/* SPDX-License-Identifier: BSD-3-Clause
 * ring: the ring that certify and plot are about.
 */
#ifndef RG_ASKED_RING_H
#define RG_ASKED_RING_H

#include "certify/certify.h"
#include "cli/options.h"

/* The ring that the options ask for: ours, or somebody's order. */
struct rg_asked_ring {
	struct rg_job job;
	struct rg_place *order; /* somebody's: its places; else NULL */
	struct rg_certificate *certificate;
};

/* Find it; *r is zero before. Unless it returns RG_OK there is no certificate; RG_UNKNOWN: the
 * order names what the topology does not have. Free it in any case. */
enum rg_status rg_ask_ring(struct rg_asked_ring *r, const struct rg_options *o);
void rg_asked_ring_free(struct rg_asked_ring *r);

#endif
