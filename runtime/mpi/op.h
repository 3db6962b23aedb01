/* SPDX-License-Identifier: BSD-3-Clause
 * Properties of an operation that are known before it is used.
 */
#ifndef RG_OP_H
#define RG_OP_H

#include "ringgen.h"

#pragma GCC visibility push(hidden)

bool rg_op_commutes(MPI_Op op);

/* The number of MPI's own operation, and the name of that number; -1: it is a user's. */
int rg_op_predefined(MPI_Op op);
const char *rg_op_name(int i);

/* Whether MPI defines the operation for the type. A user's operation is defined for all. */
bool rg_op_defined(MPI_Op op, MPI_Datatype type);

void rg_op_free(void);

#pragma GCC visibility pop
#endif
