/* SPDX-License-Identifier: BSD-3-Clause
 * print: what a command has to say, where -o says.
 */
#include "cli/print.h"

enum rg_status rg_print(const struct rg_options *o, struct rg_text *text)
{
	struct rg_diag d = {0};
	const struct rg_output out = {o->output, text};
	rg_write(&out, 1, &d);
	rg_text_free(text);
	return d.errors ? RG_INVALID : RG_OK;
}
