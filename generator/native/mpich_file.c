/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_file: MPICH's choice of algorithms with other choices in it.
 */
#include "native/mpich_file.h"

#include <json.h>
#include <stdio.h>
#include <string.h>

static void put(json_object *to, const char *condition, json_object *o)
{
	json_object_object_add(to, condition, o);
}

/* {"CONDITION": yes, "OTHERWISE": no} */
static json_object *either(const char *condition, json_object *yes, const char *otherwise,
                           json_object *no)
{
	json_object *o = json_object_new_object();
	put(o, condition, yes);
	put(o, otherwise, no);
	return o;
}

/* One choice; where there are no nodes after all, it is the library's own. */
static json_object *leaf(const struct rg_native_choice *c, json_object *own)
{
	if (!c->native)
		return json_object_get(own);
	json_object *o = rg_mpich_algorithm(c->native->name);
	return c->native->needs == RG_NEEDS_NODES
	               ? either("comm_hierarchy=parent", o, "comm_hierarchy=any",
	                        json_object_get(own))
	               : o;
}

/* The choices by size, which are the whole vector's. */
static json_object *by_size(const struct rg_native_choices *c, enum rg_collective collective, int P,
                            json_object *own)
{
	const struct rg_agreement *asks = rg_agreement_of(RG_OF_MPICH, collective);
	const char *length = asks->condition;
	json_object *o = json_object_new_object();
	char condition[64];
	for (int i = 0; i < c->n; i++) {
		const struct rg_native_choice *next = i + 1 < c->n ? c->choice + i + 1 : NULL;
		if (next && next->native == c->choice[i].native)
			continue;
		if (next)
			snprintf(condition, sizeof condition, "%s<%lld", length,
			         (long long)rg_agreement_length(asks, next->bytes, P));
		else
			snprintf(condition, sizeof condition, "%s=any", length);
		put(o, condition, leaf(&c->choice[i], own));
	}
	return o;
}

/* The choices for communicators of P ranks. Those for reductions are for operations that commute;
 * reductions of whole vectors by blocks need an element for each rank, and MPI's own operations. An
 * all-to-all has algorithms of its own in place, and is asked first. */
static json_object *for_all_ranks(const struct rg_mpich *m, const struct rg_native_choices *c,
                                  enum rg_collective collective, json_object *own)
{
	char fewer[32], as_many[32];
	json_object *o = by_size(c, collective, m->P, own), *ranks = json_object_new_object();
	if (rg_collectives[collective].reduces && rg_has_any_length(collective)) {
		o = either("count<pow2", json_object_get(own), "count=any", o);
		o = either("is_op_built_in=no", json_object_get(own), "is_op_built_in=yes", o);
	}
	if (rg_is_for_each(collective))
		o = either("is_sendbuf_inplace=yes", json_object_get(own), "is_sendbuf_inplace=no",
		           o);
	if (rg_collectives[collective].reduces)
		o = either("is_commutative=no", json_object_get(own), "is_commutative=yes", o);
	snprintf(fewer, sizeof fewer, "comm_size<%d", m->P);
	snprintf(as_many, sizeof as_many, "comm_size<=%d", m->P);
	put(ranks, fewer, json_object_get(own));
	put(ranks, as_many, o);
	put(ranks, "comm_size=any", json_object_get(own));
	return ranks;
}

/* The member for a collective, with the choices in it. */
static json_object *changed(const struct rg_mpich *m, const struct rg_native_choices *c,
                            enum rg_collective collective, json_object *of)
{
	json_object *o = json_object_new_object();
	json_object_object_foreach(of, name, next)
	{
		bool intra = strcmp(name, "comm_type=intra") == 0;
		put(o, name, intra ? for_all_ranks(m, c, collective, next) : json_object_get(next));
	}
	return o;
}

void rg_mpich_file(const struct rg_mpich *m, const struct rg_native_choices choices[RG_COLLECTIVES],
                   struct rg_text *out)
{
	json_object *all = json_object_new_object();
	json_object_object_foreach(m->all, name, of)
	{
		json_object *o = NULL;
		for (int k = 0; k < RG_COLLECTIVES; k++)
			if (rg_mpich_member(m->all, (enum rg_collective)k) == of &&
			    rg_native_changes(&choices[k]))
				o = changed(m, &choices[k], (enum rg_collective)k, of);
		put(all, name, o ? o : json_object_get(of));
	}
	rg_text_add(out, json_object_to_json_string_ext(
				 all, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
	rg_text_add(out, "\n");
	json_object_put(all);
}
