/* SPDX-License-Identifier: BSD-3-Clause
 * lacks: what this ringgen does not do, as it was built without a library.
 */
#ifndef RG_LACKS_H
#define RG_LACKS_H

#include "base/diag.h"

/* RG_UNKNOWN after an error: what was asked for needs that library. */
enum rg_status rg_lacks(const char *what, const char *library);

/* Tell users, a line for each library that it was built without, after `before`; nothing if it has
 * all. */
void rg_lacks_print(const char *before);

#endif
