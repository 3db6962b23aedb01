/* SPDX-License-Identifier: BSD-3-Clause
 * generated_files: what generate writes.
 */
#include "cli/generated_files.h"

#include <string.h>

#include "base/text.h"
#include "emit/preload_build.h"

static bool is_library(const struct rg_options *o)
{
	size_t n = strlen(o->output);
	return o->emit.preload && n > 3 && strcmp(o->output + n - 3, ".so") == 0;
}

const struct rg_end *rg_generated_ends(const struct rg_options *o)
{
	static const struct rg_end ends[] = {
		{".c", RG_END_IS_ADDED},
		{".h", RG_END_IS_ADDED},
		{".so", "-o: a library is made with --preload; else give DIR/BASE:"},
		{NULL, NULL},
	};
	return is_library(o) ? &ends[3] : ends;
}

void rg_generated_names(const struct rg_options *o, struct rg_outputs *out)
{
	if (is_library(o)) {
		rg_outputs_add(out, o->output, "", "");
		return;
	}
	if (o->emit.preload)
		rg_outputs_add(out, o->output, "lib", "-preload.so");
	rg_outputs_add(out, o->output, "", ".c");
	rg_outputs_add(out, o->output, "", ".h");
}

enum rg_status rg_generated_write(const struct rg_options *o, const struct rg_emission *e)
{
	struct rg_diag d = {0};
	struct rg_text source = {0}, header = {0}, library = {0};
	const struct rg_text *text[] = {&library, &source, &header};
	struct rg_output out[RG_OUTPUTS_MOST];
	struct rg_outputs names;
	enum rg_status status = RG_OK;
	rg_outputs_name(o, &names);
	for (int i = 0; i < names.n; i++)
		out[i] = (struct rg_output){names.path[i], text[i + !o->emit.preload]};
	rg_emit_source(e, &source);
	rg_emit_header(e, &header);
	if (o->emit.preload)
		status = rg_preload_build(e->prefix, &source, &library);
	if (status == RG_OK && rg_write(out, names.n, &d) < 0)
		status = RG_INVALID;
	rg_outputs_free(&names);
	rg_text_free(&source);
	rg_text_free(&header);
	rg_text_free(&library);
	return status;
}
