/* SPDX-License-Identifier: BSD-3-Clause
 * json: results as JSON, for programs: what the object of each command begins with, and how values
 * are written. The keys are in the manual, ringgen-json(5).
 *
 * A ringgen may be built without json-c, whose objects these are; it refuses --json, and calls none
 * of these (generator/without/json-c.c).
 *
 * What is made here belongs to the object that it is put into; the outermost one is freed by
 * rg_json_print. Memory that is out ends the command, as in alloc.h.
 */
#ifndef RG_JSON_H
#define RG_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "fabric/route.h"

typedef struct json_object json_object; /* json-c's */

/* Was ringgen built with json-c? */
extern const bool rg_json_there;

/* A new object with the version of ringgen, the command's name, the format's number, and the file
 * and name of the topology. */
json_object *rg_json_new(const char *command, const struct rg_topo *t);

/* The object as indented text with a newline at the end, added to out; and it is freed. */
void rg_json_print(json_object *o, struct rg_text *out);

/* The same with each element of this array, which is the last of its keys, on a line. */
void rg_json_print_rows(json_object *o, const char *rows, struct rg_text *out);

/* Put a new object, or a new array, under this key of an object, or at the end of an array (key
 * NULL), and return it; to NULL: it is an outermost one. */
json_object *rg_json_object(json_object *to, const char *key);
json_object *rg_json_array(json_object *to, const char *key);

/* What an object has under this key; NULL: nothing. */
json_object *rg_json_under(json_object *of, const char *key);

/* Put a value in the same way. A number is as short as reads back as the same number, and null
 * where it is not finite; in a text what is not UTF-8 becomes U+FFFD, and NULL is null. */
void rg_json_text(json_object *to, const char *key, const char *s);
void rg_json_whole(json_object *to, const char *key, int64_t n);
void rg_json_number(json_object *to, const char *key, double number);
void rg_json_flag(json_object *to, const char *key, bool flag);
void rg_json_null(json_object *to, const char *key);

/* Put an object for a link of t: its ends as the file has them, "duplex", bytes per second of each
 * direction (half duplex: of both together), and the latency in seconds. */
json_object *rg_json_link(json_object *to, const char *key, const struct rg_topo *t, int link);

/* Put an object for a resource: its name for people, and of a link's direction its ends, in that
 * direction, and "duplex"; null if there is none (i < 0). Return it, NULL for none. */
json_object *rg_json_resource(json_object *to, const char *key, const struct rg_routes *r, int i);

#endif
