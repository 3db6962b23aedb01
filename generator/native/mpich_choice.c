/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_choice: the choice of algorithms that MPICH is built with.
 */
#include "native/mpich_choice.h"

#include <dlfcn.h>
#include <errno.h>
#include <json.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/embedded.h"
#include "base/input.h"
#include "native/mpich_usual.h"

/* A file of JSON is read up to this length; those of MPICH have 20 KB. And the most that
 * MPI_Get_library_version writes: MPICH's MPI_MAX_LIBRARY_VERSION_STRING, the longest of any MPI
 * library. */
enum { JSON_MOST = 1 << 20, TEXT_MOST = 8192 };

/* Are they objects all the way down? Nothing else has a meaning. */
static bool is_tree(json_object *o)
{
	if (!json_object_is_type(o, json_type_object))
		return false;
	json_object_object_foreach(o, name, next)
	{
		(void)name;
		if (!is_tree(next))
			return false;
	}
	return true;
}

/* The text at s, of at most n bytes up to a zero byte, as such a tree; NULL: it is none. */
static json_object *parse(const char *s, size_t n)
{
	json_tokener *t = json_tokener_new();
	json_object *o = json_tokener_parse_ex(t, s, (int)strnlen(s, n));
	if (json_tokener_get_error(t) != json_tokener_success || !is_tree(o)) {
		json_object_put(o);
		o = NULL;
	}
	json_tokener_free(t);
	return o;
}

/* ---- What it takes by itself */

/* The length that a condition is about, bytes; negative: it is not about lengths. */
static int64_t length_of(const char *word, size_t n, const struct rg_native_call *c)
{
	static const char *const asked[] = {"avg_msg_size", "total_msg_size"};
	for (int i = 0; i < 2; i++)
		if (strlen(asked[i]) == n && strncmp(word, asked[i], n) == 0)
			return rg_agreement_length(rg_agreement_of(RG_OF_MPICH, c->collective),
			                           c->bytes, c->P);
	if (n == 17 && strncmp(word, "per_proc_msg_size", n) == 0)
		return c->bytes / c->P;
	return -1;
}

/* Does one of the other conditions hold, with its value as it is written? Nothing is known of those
 * that are not here. The operation is MPI's own and commutes. */
static bool is_so(const char *condition, const struct rg_native_call *c)
{
	const int P = c->P;
	static const char *const hold[] = {"comm_type=intra", "is_commutative=yes",
	                                   "is_op_built_in=yes", "is_block_regular=yes",
	                                   "is_sendbuf_inplace=no"};
	for (size_t i = 0; i < sizeof hold / sizeof *hold; i++)
		if (strcmp(condition, hold[i]) == 0)
			return true;
	if (strcmp(condition, "comm_hierarchy=parent") == 0)
		return c->machines > 1 && P > c->machines;
	if (strcmp(condition, "comm_size=node_comm_size") == 0)
		return c->machines == 1;
	/* With a rank on each machine, or one machine, it is: but then it comes to the same as if
	 * it were not. */
	if (strcmp(condition, "is_node_consecutive=no") == 0)
		return c->machines == P || c->machines == 1;
	if (strcmp(condition, "comm_size=pow2") == 0)
		return (P & (P - 1)) == 0;
	if (strcmp(condition, "count<pow2") == 0)
		return rg_mpich_few_elements(c);
	const char *end = condition + strlen(condition);
	return end - condition > 4 && strcmp(end - 4, "=any") == 0;
}

static bool holds(const char *condition, const struct rg_native_call *c)
{
	size_t n = strcspn(condition, "<=");
	const char *value = condition + n;
	int64_t is = n == 9 && strncmp(condition, "comm_size", n) == 0 ? c->P
	                                                               : length_of(condition, n, c);
	if (value[0] != '<' || is < 0)
		return is_so(condition, c);
	bool equal = value[1] == '=';
	char *end;
	long long most = strtoll(value + 1 + equal, &end, 10);
	if (*end || end == value + 1 + equal)
		return is_so(condition, c);
	return equal ? is <= most : is < most;
}

/* The algorithm that an object leads to; NULL: to none. */
static const char *led_to(json_object *o, const struct rg_native_call *c)
{
	static const char leaf[] = "algorithm=";
	json_object_object_foreach(o, name, next)
	{
		if (strncmp(name, leaf, sizeof leaf - 1) == 0)
			return name + sizeof leaf - 1;
		if (holds(name, c))
			return led_to(next, c);
	}
	return NULL;
}

json_object *rg_mpich_member(json_object *all, enum rg_collective collective)
{
	char name[64];
	snprintf(name, sizeof name, "collective=%s", rg_collectives[collective].name);
	return json_object_object_get(all, name);
}

static const char *usual(const void *context, const struct rg_native_call *call)
{
	const struct rg_mpich *m = context;
	json_object *o = rg_mpich_member(m->all, call->collective);
	return o ? led_to(o, call) : NULL;
}

static bool has(const void *context, const struct rg_native_algorithm *n)
{
	const struct rg_mpich_version *v = ((const struct rg_mpich *)context)->version;
	return !v || !v->lacks || strcmp(n->name, v->lacks) != 0;
}

struct rg_mpi_library rg_mpich_library(const struct rg_mpich *m)
{
	return (struct rg_mpi_library){
		.mpi = RG_OF_MPICH, .usual = usual, .has = has, .context = m};
}

/* ---- Reading it */

json_object *rg_mpich_algorithm(const char *name)
{
	char leaf[128];
	json_object *o = json_object_new_object();
	snprintf(leaf, sizeof leaf, "algorithm=%s", name);
	json_object_object_add(o, leaf, json_object_new_object());
	return o;
}

/* The device's compositions that are a collective inside the machines and one between them
 * (src/mpid/ch4/src/ch4_coll_impl.h of 4.0): MPICH has an algorithm of its own that does so, which
 * is what a file can say. All others leave all to MPICH. */
static const struct {
	const char *composition, *algorithm;
} by_machine[] = {
	{"composition=MPIDI_Allreduce_intra_composition_alpha", "MPIR_Allreduce_intra_smp"},
	{"composition=MPIDI_Bcast_intra_composition_alpha", "MPIR_Bcast_intra_smp"},
	{"composition=MPIDI_Bcast_intra_composition_beta", "MPIR_Bcast_intra_smp"},
	{"composition=MPIDI_Reduce_intra_composition_alpha", "MPIR_Reduce_intra_smp"},
	{"composition=MPIDI_Reduce_intra_composition_beta", "MPIR_Reduce_intra_smp"},
};

/* The device's choice, with algorithms in place of its compositions; what it leaves to MPICH is
 * `own`. */
static json_object *translated(json_object *of, json_object *own)
{
	json_object *o = json_object_new_object();
	json_object_object_foreach(of, name, next)
	{
		if (strncmp(name, "composition=", strlen("composition=")) != 0) {
			json_object_object_add(o, name, translated(next, own));
			continue;
		}
		json_object_put(o);
		for (size_t i = 0; i < sizeof by_machine / sizeof *by_machine; i++)
			if (strcmp(name, by_machine[i].composition) == 0)
				return rg_mpich_algorithm(by_machine[i].algorithm);
		return json_object_get(own);
	}
	return o;
}

/* MPICH's choice with the device's before it. */
static void put_device_first(json_object *all, json_object *first)
{
	static const char intra[] = "comm_type=intra";
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		json_object *of = rg_mpich_member(all, (enum rg_collective)k),
			    *by = rg_mpich_member(first, (enum rg_collective)k), *own, *choice;
		if (of && by && json_object_object_get_ex(of, intra, &own) &&
		    json_object_object_get_ex(by, intra, &choice))
			json_object_object_add(of, intra, translated(choice, own));
	}
}

/* An embedded file. */
static json_object *embedded(const char *name)
{
	struct rg_text text = {0};
	for (const char *const *line = rg_embedded(name); *line; line++)
		rg_text_add(&text, *line);
	json_object *o = parse(text.s, text.len);
	rg_text_free(&text);
	return o;
}

/* The choice of a version that is kept. */
static json_object *choice_of(const struct rg_mpich_version *v, bool ch4)
{
	json_object *all = embedded("native/mpich/generic.json");
	json_object *changes = v->changes ? embedded(v->changes) : json_object_new_object();
	json_object *first = ch4 ? embedded("native/mpich/ch4.json") : NULL;
	json_object_object_foreach(changes, name, member)
	{
		json_object_object_add(all, name, json_object_get(member));
	}
	if (first)
		put_device_first(all, first);
	json_object_put(changes);
	json_object_put(first);
	return all;
}

/* What the library says of its version; false: it is not of MPI. */
static bool ask(void *library, char text[TEXT_MOST])
{
	int length = 0, (*get_version)(char *, int *);
	*(void **)&get_version = dlsym(library, "MPI_Get_library_version");
	return get_version && get_version(text, &length) == 0;
}

/* Take the choice of a version, whose number is of n characters; v NULL: it is not known. */
static enum rg_status use_version(struct rg_mpich *m, const struct rg_mpich_version *v,
                                  const char *number, size_t n, bool ch4, struct rg_diag *d)
{
	m->version = v;
	if (v) {
		m->all = choice_of(v, ch4);
		return RG_OK;
	}
	rg_error(d, NULL, 0,
	         "which algorithms MPICH %.*s takes by itself is unknown, only those of %s are "
	         "known: give its choice in JSON by --from",
	         (int)n, number, rg_mpich_versions);
	return RG_UNKNOWN;
}

static enum rg_status use_loaded(struct rg_mpich *m, void *library, const char *path,
                                 struct rg_diag *d)
{
	char text[TEXT_MOST] = "";
	size_t n;
	const char *number = ask(library, text) ? rg_mpich_number(text, &n) : NULL;
	if (number)
		return use_version(m, rg_mpich_version_told(text), number, n, rg_mpich_is_ch4(text),
		                   d);
	rg_error(d, path, 0, "this is no library of MPICH");
	return RG_INVALID;
}

/* The library that the loader finds. */
static enum rg_status use_installed(struct rg_mpich *m, struct rg_diag *d)
{
	static const char *const names[] = {"libmpich.so.12", "libmpich.so", "libmpi.so.12"};
	void *library = NULL;
	size_t i = 0;
	while (i < sizeof names / sizeof *names &&
	       !(library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL)))
		i++;
	if (library)
		return use_loaded(m, library, names[i], d);
	rg_error(d, NULL, 0, "no library of MPICH is found: give it, or its version, by --from");
	return RG_INVALID;
}

/* A library in a file. The loader looks for names without a folder elsewhere. */
static enum rg_status use_library(struct rg_mpich *m, const char *path, struct rg_diag *d)
{
	char *whole = realpath(path, NULL);
	void *library = dlopen(whole ? whole : path, RTLD_LAZY | RTLD_LOCAL);
	free(whole);
	if (library)
		return use_loaded(m, library, path, d);
	rg_error(d, path, 0, "cannot be loaded, give its version by --from: %s", dlerror());
	return RG_INVALID;
}

/* JSON; failed: errno of reading it, or 0. */
static enum rg_status use_json(struct rg_mpich *m, const struct rg_text *text, int failed,
                               const char *path, struct rg_diag *d)
{
	if (!failed && text->len && text->s[0] == '{')
		m->all = parse(text->s, text->len);
	if (m->all)
		return RG_OK;
	if (failed)
		rg_error(d, path, 0, "cannot read: %s", strerror(failed));
	else if (!text->len)
		rg_error(d, path, 0, "it is empty");
	else
		rg_error(d, path, 0,
		         "this is neither a shared library of MPICH nor its choice of algorithms "
		         "in JSON");
	return RG_INVALID;
}

static bool begins_with(const struct rg_text *text, const char *magic)
{
	return text->len >= strlen(magic) && memcmp(text->s, magic, strlen(magic)) == 0;
}

/* A library, or JSON. */
static enum rg_status use_file(struct rg_mpich *m, const char *path, struct rg_diag *d)
{
	struct rg_text text = {0};
	const char *why;
	enum rg_status status = RG_INVALID;
	FILE *f = rg_input_open(path, RG_GIVEN, &why);
	if (!f) {
		rg_error(d, path, 0, "cannot open: %s", why);
		return RG_INVALID;
	}
	int failed = rg_input_read(f, JSON_MOST, &text) < 0 ? errno : 0;
	rg_input_close(f);
	if (begins_with(&text, "\177ELF"))
		status = use_library(m, path, d);
	else if (begins_with(&text, "!<arch>"))
		rg_error(d, path, 0, "this is a static library: give its version by --from");
	else
		status = use_json(m, &text, failed, path, d);
	rg_text_free(&text);
	return status;
}

enum rg_status rg_mpich_read(const char *from, int P, struct rg_mpich **out, struct rg_diag *d)
{
	struct rg_mpich *m = *out = rg_alloc(1, sizeof *m);
	m->P = P;
	if (!from)
		return use_installed(m, d);
	size_t n = strspn(from, "0123456789.");
	if (n && !from[n]) /* as a version is written */
		return use_version(m, rg_mpich_version_named(from), from, n, true, d);
	return use_file(m, from, d);
}

void rg_mpich_free(struct rg_mpich *m)
{
	if (m)
		json_object_put(m->all);
	free(m);
}
