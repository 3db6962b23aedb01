/* SPDX-License-Identifier: BSD-3-Clause
 * When are two names those of one host? The one rule, for the runtime, which finds the machine that
 * it runs on, and for the generator, which refuses a topology whose machines could be mistaken for
 * each other. Upper and lower case are the same, whatever the program's language, and a short name
 * is that of a full one; n1.red and n1.blue are two hosts.
 */
#ifndef RG_NAME_H
#define RG_NAME_H

#include <stddef.h>
#include <string.h>

static inline int rg_name_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

/* Like strncmp, without regard to case. */
static inline int rg_name_compare(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++) {
		int order = rg_name_lower(*a) - rg_name_lower(*b);
		if (order || !*a)
			return order;
	}
	return 0;
}

/* The length of a name up to its first dot. An address has no short form. */
static inline size_t rg_name_short(const char *name)
{
	return name[strspn(name, "0123456789.")] ? strcspn(name, ".") : strlen(name);
}

#endif
