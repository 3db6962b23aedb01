/* SPDX-License-Identifier: BSD-3-Clause
 * prototypes: what an application calls, for the generated header. ringgen/entries.h defines it.
 */
#ifndef RG_PROTOTYPES_H
#define RG_PROTOTYPES_H

#include "base/text.h"
#include "ringgen/engine.h"

/* How a collective is called. */
enum { RG_FORM_BLOCKING, RG_FORM_NONBLOCKING, RG_FORM_PERSISTENT, RG_FORMS };
extern const char *const rg_forms[RG_FORMS]; /* "blocking" */

/* The type of a request. */
void rg_prototypes_request(struct rg_text *out, const char *prefix);

/* The entries of a collective in a form. */
void rg_prototypes(struct rg_text *out, const char *prefix, enum rg_collective which, int form);

/* What a request is gone on with. */
void rg_prototypes_requests(struct rg_text *out, const char *prefix);

#endif
