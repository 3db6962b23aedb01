/* SPDX-License-Identifier: BSD-3-Clause
 * As if generated: the routines of a cluster that is read at run time, see from_file.c.
 */
#include "ringgen.h"

#define FROM_FILE(NAME, name, Entry, large, arguments, ...)  \
	int from_file_##Entry(RG_LIST(RG_TAKES, arguments)); \
	RG_WITH_C(large, int from_file_##Entry##_c(RG_LIST(RG_TAKES_c, arguments));)
RG_ROWS(FROM_FILE)
