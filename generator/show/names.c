/* SPDX-License-Identifier: BSD-3-Clause
 * names: what of the names of machines and switches is drawn.
 */
#include "show/names.h"

#include <ctype.h>
#include <string.h>

static const char *name_of(const struct rg_topo *t, int machine)
{
	return t->vertex[t->machine[machine]].name;
}

/* Bytes that both end in. */
static size_t common_end(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b), k = 0;

	while (k < n && k < m && a[n - k - 1] == b[m - k - 1])
		k++;
	return k;
}

static bool has_letter(const char *s)
{
	while (*s && !isalpha((unsigned char)*s))
		s++;
	return *s;
}

size_t rg_common_domain(const struct rg_topo *t)
{
	if (t->machines < 2)
		return 0;
	const char *first = name_of(t, 0);
	size_t all = strlen(first), common = all;

	for (int i = 1; i < t->machines && common; i++) {
		size_t k = common_end(first, name_of(t, i)), n = strlen(name_of(t, i));
		common = k < common ? k : common;
		common = common == n ? n - 1 : common; /* something must be left of it */
	}
	common = common == all ? all - 1 : common;
	const char *dot = strchr(first + (all - common), '.');
	return dot && has_letter(dot) ? strlen(dot) : 0;
}

size_t rg_without_domain(const char *name, const char *domain)
{
	size_t n = strlen(name), m = strlen(domain);

	return n > m && strcmp(name + n - m, domain) == 0 ? n - m : n;
}
