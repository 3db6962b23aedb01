/* SPDX-License-Identifier: BSD-3-Clause
 * The routines of MPI that the program and its libraries import, read from the relocations of what
 * is loaded: these are all that the dynamic linker fills in for them.
 *
 * The MPI library itself, its Fortran library and tools call requests' routines beneath us for what
 * has come by here. What else does so is a program (or a library of it) that passes us by.
 */
#include "preload/names/imports.h"
#include "preload/names/sight.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What an object imports */

struct object {
	const struct dl_phdr_info *info;
	const ElfW(Dyn) * dynamic;
	const ElfW(Sym) * symbols;
	const char *strings;
	struct relocations {
		const char *at;
		size_t bytes, stride;
	} table[3];
};

enum { WITH_ADDENDS, WITHOUT, OF_ROUTINES };

/* Most systems leave the address in memory where it is, some do not. */
static const void *address(const struct object *o, ElfW(Addr) at)
{
	return (const void *)(uintptr_t)(at < o->info->dlpi_addr ? o->info->dlpi_addr + at : at);
}

static void note(struct object *o, const ElfW(Dyn) * d)
{
	struct relocations *t = o->table;

	switch (d->d_tag) {
	case DT_SYMTAB:
		o->symbols = address(o, d->d_un.d_ptr);
		break;
	case DT_STRTAB:
		o->strings = address(o, d->d_un.d_ptr);
		break;
	case DT_RELA:
		t[WITH_ADDENDS].at = address(o, d->d_un.d_ptr);
		break;
	case DT_RELASZ:
		t[WITH_ADDENDS].bytes = d->d_un.d_val;
		break;
	case DT_REL:
		t[WITHOUT].at = address(o, d->d_un.d_ptr);
		break;
	case DT_RELSZ:
		t[WITHOUT].bytes = d->d_un.d_val;
		break;
	case DT_JMPREL:
		t[OF_ROUTINES].at = address(o, d->d_un.d_ptr);
		break;
	case DT_PLTRELSZ:
		t[OF_ROUTINES].bytes = d->d_un.d_val;
		break;
	case DT_PLTREL:
		if (d->d_un.d_val == DT_REL)
			t[OF_ROUTINES].stride = sizeof(ElfW(Rel));
	}
}

/* False: it has no dynamic section. */
static bool begin(struct object *o, const struct dl_phdr_info *info)
{
	*o = (struct object){.info = info};
	o->table[WITH_ADDENDS].stride = o->table[OF_ROUTINES].stride = sizeof(ElfW(Rela));
	o->table[WITHOUT].stride = sizeof(ElfW(Rel));
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			o->dynamic = (const void *)(uintptr_t)(info->dlpi_addr +
			                                       info->dlpi_phdr[i].p_vaddr);
	for (const ElfW(Dyn) *d = o->dynamic; d && d->d_tag != DT_NULL; d++)
		note(o, d);
	return o->symbols && o->strings;
}

/* The symbol of the relocation at this place of a table; NULL: it has none, or defines it. */
static const char *imported(const struct object *o, const char *relocation)
{
	const ElfW(Rel) *r = (const void *)relocation; /* one with an addend begins like it */
#if __SIZEOF_POINTER__ == 8
	size_t i = ELF64_R_SYM(r->r_info);
#else
	size_t i = ELF32_R_SYM(r->r_info);
#endif

	return i && o->symbols[i].st_shndx == SHN_UNDEF ? o->strings + o->symbols[i].st_name : NULL;
}

/* ---- Suspects: imports that are looked at again when the dynamic linker's lock is free */

struct suspect {
	char *file, *symbol; /* file: "" is the program */
	const void *dynamic; /* of the object that imports it */
};

struct suspects {
	struct suspect *at;
	size_t n, room;
	bool failed; /* no memory */
};

static void suspect(struct suspects *all, const struct object *o, const char *symbol)
{
	const char *file = o->info->dlpi_name ? o->info->dlpi_name : "";

	if (all->n == all->room) {
		size_t room = all->room ? 2 * all->room : 64;
		struct suspect *more = realloc(all->at, room * sizeof *more);
		if (!more) {
			all->failed = true;
			return;
		}
		all->at = more;
		all->room = room;
	}
	struct suspect *s = &all->at[all->n];
	*s = (struct suspect){strdup(file), strdup(symbol), o->dynamic};
	all->failed = all->failed || !s->file || !s->symbol;
	all->n++;
}

static int look_into(struct dl_phdr_info *info, size_t bytes, void *data)
{
	struct suspects *all = data;
	struct object o;

	(void)bytes;
	if (!begin(&o, info))
		return 0;
	for (int k = 0; k < (int)(sizeof o.table / sizeof *o.table); k++)
		for (size_t i = 0; i + o.table[k].stride <= o.table[k].bytes;
		     i += o.table[k].stride) {
			const char *symbol = imported(&o, o.table[k].at + i);
			enum rg_sight sight = symbol ? rg_sight(symbol) : RG_SIGHT_NOT_MPI;
			if (sight == RG_SIGHT_PASSED_BY || sight == RG_SIGHT_UNKNOWN)
				suspect(all, &o, symbol);
		}
	return all->failed;
}

static void forget(struct suspects *all)
{
	for (size_t i = 0; i < all->n; i++) {
		free(all->at[i].file);
		free(all->at[i].symbol);
	}
	free(all->at);
}

/* ---- Whose calls they are */

static bool defines(const struct suspect *s, void *handle, const char *symbol)
{
	void *found = dlsym(handle, symbol);
	struct link_map *map = NULL;
	Dl_info at;

	return found && dladdr1(found, &at, (void **)&map, RTLD_DL_LINKMAP) && map &&
	       map->l_ld == s->dynamic;
}

/* Whether the object is a part of MPI, is libringgen, or stands between the program and MPI: then
 * it has a name itself that sees requests. */
static bool is_between(const struct suspect *s)
{
	static const char *const own[] = {"PMPI_Init",
	                                  "pmpi_init_",
	                                  "pmpi_init_f08_",
	                                  "rg_libringgen_for_mpich",
	                                  "rg_libringgen_for_openmpi",
	                                  "rg_libringgen_for_abi"};
	void *handle = dlopen(*s->file ? s->file : NULL, RTLD_LAZY | RTLD_NOLOAD);
	char symbol[64];
	const char *name;
	bool is = false;

	if (!handle)
		return false;
	for (int i = 0; i < (int)(sizeof own / sizeof *own); i++)
		is = is || defines(s, handle, own[i]);
	for (int i = 0; !is && (name = rg_sight_completes(i)); i++) {
		snprintf(symbol, sizeof symbol, "MPI_%s", name);
		is = defines(s, handle, symbol);
	}
	dlclose(handle);
	return is;
}

/* Each routine of MPI has its name with P, too. Another library's that is called like one of MPI
 * has not, and what is not there at all cannot be called. */
static bool is_of_mpi(const char *symbol)
{
	char other[128];

	rg_sight_beneath(symbol, other, sizeof other);
	return dlsym(RTLD_DEFAULT, symbol) && dlsym(RTLD_DEFAULT, other);
}

bool rg_imports_unseen(char *symbol, char *file, int size)
{
	struct suspects all = {.failed = false};

	*symbol = *file = '\0';
	dl_iterate_phdr(look_into, &all);
	bool found = all.failed;
	for (size_t i = 0; i < all.n && !found; i++) {
		const struct suspect *s = &all.at[i];
		if (!is_of_mpi(s->symbol) || is_between(s))
			continue;
		found = true;
		snprintf(symbol, (size_t)size, "%s", s->symbol);
		snprintf(file, (size_t)size, "%s", s->file);
	}
	forget(&all);
	return found;
}
