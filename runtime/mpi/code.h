/* SPDX-License-Identifier: BSD-3-Clause
 * Which code is it that runs: the identity of the program or shared object that an address is in.
 */
#ifndef RG_CODE_H
#define RG_CODE_H

#include <stddef.h>

/* Room for an identity as text. */
enum { RG_IDENTITY = 48 };

#pragma GCC visibility push(hidden)

/* The identity of what holds this address: the same in all processes that run that very file, and
 * another one once its code is another. It is the build id that the linker noted, or else is made
 * of all its loaded parts that are not written. "" if no loaded object holds the address. */
void rg_code_identity(const void *address, char identity[RG_IDENTITY]);

#pragma GCC visibility pop
#endif
