/* SPDX-License-Identifier: BSD-3-Clause
 * host_keys: the keys that launchers know behind a host.
 */
#ifndef RG_HOST_KEYS_H
#define RG_HOST_KEYS_H

#include <stddef.h>

/* How many ranks are there, or may be at most; or how to get there, which is all the same here. */
enum rg_host_key { RG_KEY_SLOTS, RG_KEY_MOST_SLOTS, RG_KEY_ACCESS, RG_NO_KEY };

/* The meaning of the key of n characters at s. */
enum rg_host_key rg_host_key_find(const char *s, size_t n);

#endif
