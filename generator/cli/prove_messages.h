/* SPDX-License-Identifier: BSD-3-Clause
 * prove_messages: the schedule of one collective, for prove --messages.
 */
#ifndef RG_PROVE_MESSAGES_H
#define RG_PROVE_MESSAGES_H

#include "cli/options.h"

/* Print the messages of one variant among P processes, on a placement or (NULL) one to a machine,
 * in an order that holds for each pair and lane; they are proved, too. */
enum rg_status rg_prove_messages(const struct rg_options *o, const struct rg_variant *v, int P,
                                 const struct rg_placement *placement);

#endif
