/* SPDX-License-Identifier: BSD-3-Clause
 * host_keys: the keys that launchers know behind a host.
 */
#include "import/host_keys.h"

/* The keys that launchers know, - and _ being the same: those of Open MPI and PRRTE (their
 * hostfile_lex.l) and of Hydra (its utils/args.c). */
static const struct {
	const char *name;
	enum rg_host_key says;
} keys[] = {
	{"slots", RG_KEY_SLOTS},          {"cpu", RG_KEY_SLOTS},
	{"count", RG_KEY_SLOTS},          {"max_slots", RG_KEY_MOST_SLOTS},
	{"slots_max", RG_KEY_MOST_SLOTS}, {"max_cpu", RG_KEY_MOST_SLOTS},
	{"cpu_max", RG_KEY_MOST_SLOTS},   {"max_count", RG_KEY_MOST_SLOTS},
	{"count_max", RG_KEY_MOST_SLOTS}, {"username", RG_KEY_ACCESS},
	{"user_name", RG_KEY_ACCESS},     {"user", RG_KEY_ACCESS},
	{"port", RG_KEY_ACCESS},          {"ifname", RG_KEY_ACCESS},
	{"binding", RG_KEY_ACCESS},
};

enum rg_host_key rg_host_key_find(const char *s, size_t n)
{
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		size_t k = 0;
		while (k < n && (s[k] == '-' ? '_' : s[k]) == keys[i].name[k])
			k++;
		if (k == n && !keys[i].name[k])
			return keys[i].says;
	}
	return RG_NO_KEY;
}
