/* SPDX-License-Identifier: BSD-3-Clause
 * statement: what was proved of an emission, in words: for its banner.
 */
#ifndef RG_STATEMENT_H
#define RG_STATEMENT_H

#include "certify/certify.h"
#include "emit/emit.h"
#include "prove/emitted.h"

/* Add what is proved to *fact in one line, and to *proof at length: e->fact and e->proof. `c` is
 * the certificate of the ring, NULL: there is no topology. What is not proved of the links is
 * warned of, too. */
void rg_state_proof(const struct rg_emission *e, const struct rg_scope *s,
                    const struct rg_certificate *c, struct rg_text *fact, struct rg_text *proof);

#endif
