/* SPDX-License-Identifier: BSD-3-Clause
 * What `ringbench --help` says.
 */
#include "options.h"

const char options_help[] = "Usage: mpiexec ... ringbench [OPTION...]\n";
