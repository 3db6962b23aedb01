/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_choice: the choice of algorithms that MPICH is built with.
 */
#include "native/mpich_choice.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/input.h"
#include "native/mpich_usual.h"

/* A library is read up to this length; Debian's are of 40 to 60 MB. */
enum { LIBRARY_MOST = 512 << 20 };

/* ---- Where it is */

/* Every choice in a library begins so. One of them is among all of MPICH's own algorithms, which
 * has this in it; another is the device's (ch4), which comes first: whether to make of a collective
 * one inside the machines and one between them. */
static const char begins[] = "{\"collective=", all_algorithms[] = "algorithm=MPIR_Ineighbor_",
		  device[] = "composition=MPIDI_Bcast_";

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

/* The choice in a library that has `what` in it; NULL: there is none. */
static json_object *find_in(const struct rg_text *text, const char *what)
{
	const char *s = text->s, *end = s + text->len;
	while ((s = memmem(s, (size_t)(end - s), begins, sizeof begins - 1))) {
		size_t n = strnlen(s, (size_t)(end - s));
		if (memmem(s, n, what, strlen(what)))
			return parse(s, n);
		s += n;
	}
	return NULL;
}

/* The path of the library that the loader finds; NULL: there is none. To be freed. */
static char *loaded(void)
{
	static const char *const names[] = {"libmpich.so.12", "libmpich.so", "libmpi.so.12"};
	struct link_map *map;
	char *path = NULL;
	for (size_t i = 0; i < sizeof names / sizeof *names && !path; i++) {
		void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
		if (library && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0)
			path = rg_strndup(map->l_name, strlen(map->l_name));
	}
	return path;
}

/* ---- What it takes by itself */

/* The length that a condition is about, bytes; negative: it is not about lengths. */
static int64_t length_of(const char *word, size_t n, const struct rg_native_call *c)
{
	static const char *const whole[] = {"avg_msg_size", "total_msg_size"};
	for (int i = 0; i < 2; i++)
		if (strlen(whole[i]) == n && strncmp(word, whole[i], n) == 0)
			return c->bytes;
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
	return !((const struct rg_mpich *)context)->lacks[n - rg_natives];
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

/* The choices that a library or a file has; NULL: none. */
static json_object *choice_in(const struct rg_text *text)
{
	if (text->s[0] == '{')
		return parse(text->s, text->len);
	json_object *all = find_in(text, all_algorithms), *first = find_in(text, device);
	if (all && first)
		put_device_first(all, first);
	json_object_put(first);
	return all;
}

/* Which algorithms a library does not know by name. A file of JSON need not name all that there
 * are.
 */
static void find_lacking(struct rg_mpich *m, const struct rg_text *text)
{
	char name[128];
	m->lacks = rg_alloc((size_t)rg_natives_n, sizeof *m->lacks);
	for (int i = 0; i < rg_natives_n && text->s[0] != '{'; i++) {
		snprintf(name, sizeof name, "algorithm=%s", rg_natives[i].name);
		m->lacks[i] = !memmem(text->s, text->len, name, strlen(name) + 1);
	}
}

/* False after reporting errors. */
static bool read_choice(struct rg_mpich *m, const char *path, struct rg_diag *d)
{
	struct rg_text text = {0};
	const char *why;
	int before = d->errors;
	FILE *f = rg_input_open(path, RG_GIVEN, &why);
	if (!f) {
		rg_error(d, path, 0, "cannot open: %s", why);
		return false;
	}
	if (rg_input_read(f, LIBRARY_MOST, &text) < 0)
		rg_error(d, path, 0, "cannot read: %s", strerror(errno));
	else if (!text.len)
		rg_error(d, path, 0, "it is empty");
	else if (!(m->all = choice_in(&text)))
		rg_error(d, path, 0,
		         "this is neither a library of MPICH 4 nor its choice of algorithms in "
		         "JSON");
	else
		find_lacking(m, &text);
	rg_input_close(f);
	rg_text_free(&text);
	return d->errors == before;
}

struct rg_mpich *rg_mpich_read(const char *path, int P, struct rg_diag *d)
{
	char *found = path ? NULL : loaded();
	if (!path && !found) {
		rg_error(d, NULL, 0, "no library of MPICH is found: give it by --from");
		return NULL;
	}
	struct rg_mpich *m = rg_alloc(1, sizeof *m);
	m->P = P;
	if (!read_choice(m, path ? path : found, d)) {
		rg_mpich_free(m);
		m = NULL;
	}
	free(found);
	return m;
}

void rg_mpich_free(struct rg_mpich *m)
{
	if (m) {
		json_object_put(m->all);
		free(m->lacks);
	}
	free(m);
}
