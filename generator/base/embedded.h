/* SPDX-License-Identifier: BSD-3-Clause
 * embedded: the text files that the command carries in itself (templates, help), so that it
 * needs no data files. embed.sh makes embedded.c from them.
 */
#ifndef RG_EMBEDDED_H
#define RG_EMBEDDED_H

/* The lines of the file called `name` ("parts/ring.c", "cli/help/plan.txt"), each with its newline,
 * NULL at the end; or NULL when there is no such file. */
const char *const *rg_embedded(const char *name);

#endif
