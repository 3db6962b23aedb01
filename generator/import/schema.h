/* SPDX-License-Identifier: BSD-3-Clause
 * schema: is a tree of elements a topology file? What is wrong is said with a hint what was meant.
 * topology.rng is printed from the same table, for editors (schema_text.h). libxml2 could check a
 * file against that, but what it says of a mistake is the parent's name, or several guesses.
 */
#ifndef RG_SCHEMA_H
#define RG_SCHEMA_H

#include <libxml/tree.h>
#include <stdbool.h>

#include "base/diag.h"

/* How many of its children an element holds. */
enum rg_holding {
	RG_ANY,
	RG_OPENED, /* any, but the first kind at most once, before the others */
	RG_FILLED, /* at least one, and all of one kind */
};

/* An element; the lists end in NULL. */
struct rg_element {
	const char *name;
	int needed;                /* attributes that it must have, the first ones */
	const char *attribute[16]; /* that it may have */
	const char *child[6];      /* elements that it may hold */
	enum rg_holding holds;
};

/* All, the outermost first, ended by one without a name; the one of this name. */
extern const struct rg_element rg_elements[];
const struct rg_element *rg_element(const char *name);

/* The attributes that say the speed of a link, which an element directly in the outermost that
 * holds others does not have, and what its duplex may be. */
extern const char *const rg_speed[], *const rg_duplex[], *const rg_yes_no[];

/* Is the attribute yes or no? */
bool rg_says_yes_or_no(const char *attribute);

/* Is the word in such a list? */
bool rg_has_word(const char *const *list, const char *name);

/* Validate a tree of rg_xml_read. Returns 0, or -1 after reporting all that is wrong, each mistake
 * once, at the end of the start tag that it concerns. Elements that nobody can read are then marked
 * (rg_xml_mark); others may lack attributes. */
int rg_schema_check(xmlDoc *doc, const char *file, struct rg_diag *d);

#endif
