/* SPDX-License-Identifier: BSD-3-Clause
 * json: results as JSON.
 */
#include "show/json.h"

#include <json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "ringgen/engine.h"

const bool rg_json_there = true;

/* It grows by one when a key goes or means something else; keys may be added to a format. */
enum { FORMAT = 1 };

/* "A -> B" of two names of at most 255 characters, of four bytes each. */
enum { NAME = 2100 };

/* ---- Objects ---- */

static _Noreturn void out_of_memory(void)
{
	rg_error(&(struct rg_diag){0}, NULL, 0, "out of memory");
	rg_give_up();
}

static json_object *made(json_object *o)
{
	if (!o)
		out_of_memory();
	return o;
}

static void put(json_object *to, const char *key, json_object *value)
{
	if (key ? json_object_object_add(to, key, value) : json_object_array_add(to, value))
		out_of_memory();
}

json_object *rg_json_new(const char *command, const struct rg_topo *t)
{
	json_object *o = rg_json_object(NULL, NULL);
	rg_json_text(o, "ringgen", RINGGEN_VERSION_TEXT);
	rg_json_text(o, "command", command);
	rg_json_whole(o, "format", FORMAT);
	rg_json_text(o, "file", t->file);
	rg_json_text(o, "topology", t->name);
	return o;
}

static void add_printed(json_object *o, int how, struct rg_text *out)
{
	const char *s = json_object_to_json_string_ext(o, how | JSON_C_TO_STRING_SPACED |
	                                                          JSON_C_TO_STRING_NOSLASHESCAPE);
	if (!s)
		out_of_memory();
	rg_text_add(out, s);
}

void rg_json_print(json_object *o, struct rg_text *out)
{
	add_printed(o, JSON_C_TO_STRING_PRETTY, out);
	rg_text_add(out, "\n");
	json_object_put(o);
}

void rg_json_print_rows(json_object *o, const char *rows, struct rg_text *out)
{
	const char *before = "{\n";
	json_object_object_foreach(o, key, value)
	{
		rg_textf(out, "%s  \"%s\": ", before, key);
		before = ",\n";
		if (strcmp(key, rows) != 0) {
			add_printed(value, 0, out);
			continue;
		}
		for (size_t i = 0; i < json_object_array_length(value); i++) {
			rg_text_add(out, i ? ",\n    " : "[\n    ");
			add_printed(json_object_array_get_idx(value, i), 0, out);
		}
		rg_text_add(out, json_object_array_length(value) ? "\n  ]" : "[]");
	}
	rg_text_add(out, "\n}\n");
	json_object_put(o);
}

json_object *rg_json_object(json_object *to, const char *key)
{
	json_object *o = made(json_object_new_object());
	if (to)
		put(to, key, o);
	return o;
}

json_object *rg_json_array(json_object *to, const char *key)
{
	json_object *o = made(json_object_new_array());
	if (to)
		put(to, key, o);
	return o;
}

json_object *rg_json_under(json_object *of, const char *key)
{
	return json_object_object_get(of, key);
}

/* ---- Values ---- */

/* A file's name can have any bytes, a text of JSON cannot. */
void rg_json_text(json_object *to, const char *key, const char *s)
{
	struct rg_text clean = {0};
	if (!s) {
		rg_json_null(to, key);
		return;
	}
	rg_text_add(&clean, "");
	while (*s) {
		size_t n = rg_utf8_character(s);
		rg_text_addn(&clean, n ? s : "\xef\xbf\xbd", n ? n : 3);
		s += n ? n : 1;
	}
	put(to, key, made(json_object_new_string_len(clean.s, (int)clean.len)));
	rg_text_free(&clean);
}

void rg_json_whole(json_object *to, const char *key, int64_t n)
{
	put(to, key, made(json_object_new_int64(n)));
}

void rg_json_number(json_object *to, const char *key, double number)
{
	char buf[40];
	int digits = 15;
	if (!isfinite(number)) {
		rg_json_null(to, key);
		return;
	}
	do
		snprintf(buf, sizeof buf, "%.*g", digits, number);
	while (strtod(buf, NULL) != number && ++digits <= 17);
	put(to, key, made(json_object_new_double_s(number, buf)));
}

void rg_json_flag(json_object *to, const char *key, bool flag)
{
	put(to, key, made(json_object_new_boolean(flag)));
}

void rg_json_null(json_object *to, const char *key)
{
	put(to, key, NULL);
}

/* ---- What of a cluster every command speaks of ---- */

static const char *duplex_of(const struct rg_link *l)
{
	return l->half ? "half" : "full";
}

json_object *rg_json_link(json_object *to, const char *key, const struct rg_topo *t, int link)
{
	const struct rg_link *l = &t->link[link];
	json_object *o = rg_json_object(to, key);
	rg_json_text(o, "a", t->vertex[l->a].name);
	rg_json_text(o, "b", t->vertex[l->b].name);
	rg_json_text(o, "duplex", duplex_of(l));
	rg_json_number(o, "bandwidth_bytes_per_second", l->bandwidth);
	rg_json_number(o, "latency_seconds", l->latency);
	return o;
}

json_object *rg_json_resource(json_object *to, const char *key, const struct rg_routes *r, int i)
{
	char name[NAME];
	if (i < 0) {
		rg_json_null(to, key);
		return NULL;
	}
	json_object *o = rg_json_object(to, key);
	rg_json_text(o, "name", rg_resource_name(r, i, name, sizeof name));
	if (rg_is_link(r, i)) {
		const struct rg_link *l = &r->topo->link[i / 2];
		rg_json_text(o, "from", r->topo->vertex[i % 2 ? l->b : l->a].name);
		rg_json_text(o, "to", r->topo->vertex[i % 2 ? l->a : l->b].name);
		rg_json_text(o, "duplex", duplex_of(l));
	}
	return o;
}
