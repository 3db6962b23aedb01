/* SPDX-License-Identifier: BSD-3-Clause
 * json_advise: advice for programs.
 */
#include "show/json_advise.h"

#include <math.h>
#include <string.h>

#include "show/advice_text.h"
#include "show/json.h"

static void put_row(json_object *list, const struct rg_advice *a, enum rg_collective c, int i)
{
	static const char *const keys[RG_ADVISED] = {"as_it_is_seconds", "ring_order_seconds",
	                                             "tuning_file_seconds", "ringgen_seconds"};
	int64_t bytes = rg_planned_size(rg_advised_size[i]);
	json_object *o = rg_json_object(list, NULL);
	rg_json_text(o, "collective", rg_collectives[c].name);
	rg_json_whole(o, "bytes", bytes);
	for (int w = 0; w < RG_ADVISED; w++)
		rg_json_number(o, keys[w], a->seconds[c][i][w]);
	double bound = rg_time_bound_at(&a->bound[c], (double)bytes);
	rg_json_number(o, "bound_seconds", bound > 0 ? bound : NAN);
}

/* A way with its gain and its command lines, each a text. */
static void put_way(json_object *list, const struct rg_advice *a, const struct rg_job_request *q,
                    enum rg_advised way)
{
	struct rg_text commands = {0};
	json_object *o = rg_json_object(list, NULL);
	rg_json_text(o, "way", rg_advised_names[way]);
	rg_json_number(o, "mean_gain", a->gain[way]);
	rg_json_number(o, "greatest_gain", a->best_gain[way]);
	json_object *lines = rg_json_array(o, "commands");
	rg_advice_commands(a, q, way, &commands);
	for (char *rest, *line = strtok_r(commands.s, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest))
		if (strspn(line, " ") == RG_COMMAND_INDENT) /* else it is a word between them */
			rg_json_text(lines, NULL, line + RG_COMMAND_INDENT);
	rg_text_free(&commands);
}

void rg_json_advise(const struct rg_advice *a, const struct rg_job_request *q, struct rg_text *out)
{
	const struct rg_certificate *c = a->certificate;
	enum rg_advised first = rg_first_to_do(a);
	json_object *all = rg_json_new("advise", a->job->topo);
	rg_json_whole(all, "ranks", a->job->placement->places.P);
	rg_json_whole(all, "machines", a->job->placement->machines);
	rg_json_text(all, "mpi", rg_mpi_words[a->library->mpi]);
	rg_json_whole(all, "highest_load", c->most);
	rg_json_resource(all, "worst", c->routes, rg_certificate_worst(c, NULL));
	json_object *list = rg_json_array(all, "predicted");
	for (int k = 0; k < RG_COLLECTIVES; k++)
		for (int i = 0; i < RG_ADVISED_SIZES && rg_is_asked(a, (enum rg_collective)k); i++)
			put_row(list, a, (enum rg_collective)k, i);
	list = rg_json_array(all, "ways");
	for (int w = RG_BY_ORDER; w < RG_ADVISED; w++)
		put_way(list, a, q, (enum rg_advised)w);
	rg_json_text(all, "first", first == RG_AS_IT_IS ? NULL : rg_advised_names[first]);
	rg_json_print(all, out);
}
