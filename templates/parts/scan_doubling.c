/* Prefix sums by recursive doubling (Thakur & Gropp 2003 name scan among what is to come; Hillis &
 * Steele 1986), by rank. In step j each process exchanges the sum of its aligned run of 2^j ranks
 * with the one whose number differs in bit j; what comes from lower ranks is part of its prefix.
 *
 * Cost: ceil(lg P) messages of the whole vector out of and into each process, up to twice as many
 * combinations. Scratch: two segments. Ranks are combined in their order, each process's prefix in
 * brackets that depend on its rank alone: the operation need not commute.
 */
#pragma once
#include "ringgen/parts/scan_doubling.h"

static int scan_doubling(struct rg *r, void *frame)
{
	struct scan_doubling *s = frame;

	RG_BEGIN(r, s);
	scan_begin(r, s);
	for (s->bit = 1; s->bit < r->P; s->bit *= 2)
		if (scan_peer(r, s) < r->P) {
			rg_send(r, scan_peer(r, s), scan_slot(r, s->slot));
			rg_recv(r, scan_peer(r, s), scan_slot(r, scan_landing(s)));
			rg_wait(r, s);
			if (r->rank & s->bit)
				scan_add_lower(r, s);
			else
				scan_add_higher(r, s);
		}
	RG_END(s);
}
