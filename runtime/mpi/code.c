/* SPDX-License-Identifier: BSD-3-Clause
 * Which code is it that runs.
 */
#include "mpi/code.h"
#include "ringgen/fnv.h"

#include <elf.h>
#include <inttypes.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct search {
	uintptr_t address;
	char *identity;
};

static bool holds(const struct dl_phdr_info *object, uintptr_t address)
{
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		if (part->p_type == PT_LOAD &&
		    address - (object->dlpi_addr + part->p_vaddr) < part->p_memsz)
			return true;
	}
	return false;
}

/* The build id in some notes; false: there is none. */
static bool read_notes(const unsigned char *at, size_t left, char *identity)
{
	ElfW(Nhdr) note;

	while (left >= sizeof note) {
		memcpy(&note, at, sizeof note);
		size_t name = (note.n_namesz + 3u) & ~(size_t)3, id = note.n_descsz;
		size_t length = sizeof note + name + ((id + 3) & ~(size_t)3);
		if (length > left)
			return false;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(at + sizeof note, "GNU", 4)) {
			for (size_t i = 0; i < id && 2 * i + 2 < RG_IDENTITY; i++)
				sprintf(identity + 2 * i, "%02x", at[sizeof note + name + i]);
			return id > 0;
		}
		at += length;
		left -= length;
	}
	return false;
}

static const void *start_of(const struct dl_phdr_info *object, const ElfW(Phdr) * part)
{
	return (const void *)(uintptr_t)(object->dlpi_addr + part->p_vaddr);
}

static bool read_build_id(const struct dl_phdr_info *object, char *identity)
{
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		if (part->p_type == PT_NOTE &&
		    read_notes(start_of(object, part), part->p_filesz, identity))
			return true;
	}
	return false;
}

/* By words of 8 bytes where there are so many: a program has some megabytes. A sanitizer
 * has what it guards between the variables. */
__attribute__((no_sanitize_address)) static uint64_t add(uint64_t hash, const unsigned char *at,
                                                         size_t n)
{
	for (uint64_t word; n >= sizeof word; n -= sizeof word, at += sizeof word) {
		memcpy(&word, at, sizeof word);
		hash = rg_fnv(hash, word);
		hash ^= hash >> 32;
	}
	for (; n; n--)
		hash = rg_fnv(hash, *at++);
	return hash;
}

static void hash_code(const struct dl_phdr_info *object, char *identity)
{
	uint64_t hash = RG_FNV_EMPTY;

	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		if (part->p_type == PT_LOAD && part->p_flags & PF_R && !(part->p_flags & PF_W))
			hash = add(hash, start_of(object, part), part->p_filesz);
	}
	snprintf(identity, RG_IDENTITY, "loaded-%016" PRIx64, hash);
}

static int identify(struct dl_phdr_info *object, size_t size, void *on)
{
	struct search *s = on;
	(void)size;

	if (!holds(object, s->address))
		return 0;
	if (!read_build_id(object, s->identity))
		hash_code(object, s->identity);
	return 1;
}

void rg_code_identity(const void *address, char identity[RG_IDENTITY])
{
	struct search s = {(uintptr_t)address, identity};

	*identity = '\0';
	dl_iterate_phdr(identify, &s);
}
