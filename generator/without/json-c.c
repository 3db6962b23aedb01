/* SPDX-License-Identifier: BSD-3-Clause
 * What stands in for show/json.c, native/mpich_choice.c and native/mpich_file.c in a ringgen
 * without json-c. It refuses --json, and to find out MPICH's choice; so the rest is never called.
 */
#include <stdlib.h>

#include "native/mpich_file.h"
#include "show/json.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

const bool rg_json_there = false;

enum rg_status rg_mpich_read(const char *from, int P, struct rg_mpich **out, struct rg_diag *d)
{
	*out = NULL;
	rg_error(d, NULL, 0,
	         "what MPICH takes by itself: this ringgen was built without json-c, and knows "
	         "Open MPI's only: --mpi openmpi");
	return RG_UNKNOWN;
}

void rg_mpich_free(struct rg_mpich *m)
{
}

struct rg_mpi_library rg_mpich_library(const struct rg_mpich *m)
{
	return (struct rg_mpi_library){.mpi = RG_OF_MPICH};
}

/* ---- Never called */

void rg_mpich_file(const struct rg_mpich *m, const struct rg_native_choices choices[RG_COLLECTIVES],
                   struct rg_text *out)
{
	abort();
}

json_object *rg_json_new(const char *command, const struct rg_topo *t)
{
	abort();
}

void rg_json_print(json_object *o, struct rg_text *out)
{
	abort();
}

void rg_json_print_rows(json_object *o, const char *rows, struct rg_text *out)
{
	abort();
}

json_object *rg_json_object(json_object *to, const char *key)
{
	abort();
}

json_object *rg_json_array(json_object *to, const char *key)
{
	abort();
}

json_object *rg_json_under(json_object *of, const char *key)
{
	abort();
}

void rg_json_text(json_object *to, const char *key, const char *s)
{
	abort();
}

void rg_json_whole(json_object *to, const char *key, int64_t n)
{
	abort();
}

void rg_json_number(json_object *to, const char *key, double number)
{
	abort();
}

void rg_json_flag(json_object *to, const char *key, bool flag)
{
	abort();
}

void rg_json_null(json_object *to, const char *key)
{
	abort();
}

json_object *rg_json_link(json_object *to, const char *key, const struct rg_topo *t, int link)
{
	abort();
}

json_object *rg_json_resource(json_object *to, const char *key, const struct rg_routes *r, int i)
{
	abort();
}
