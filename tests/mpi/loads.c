/* SPDX-License-Identifier: BSD-3-Clause
 * loads FILE: a program that knows nothing of MPI loads the shared object FILE, and calls its
 * `begin` with the rest of its arguments, as Python does with a module.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	int (*begin)(int, char **);
	void *object = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
	void *symbol = object ? dlsym(object, "begin") : NULL;

	if (!symbol) {
		fprintf(stderr, "loads: %s\n", argc > 1 ? dlerror() : "FILE is missing");
		return 2;
	}
	memcpy(&begin, &symbol, sizeof begin);
	return begin(argc - 1, argv + 1);
}
