#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# embed.sh FILE...: print embedded.c, which holds the lines of the files as C strings. A file is called by its path within
# templates/, generator/ or runtime/, which may be a folder of what is built.
set -eu

name_of() {
	printf %s "$1" | sed -E 's,^(.*/)?(templates|generator|runtime)/,,'
}

echo '#include <string.h>'
echo '#include "base/embedded.h"'
for file; do
	name=$(name_of "$file")
	printf '\nstatic const char *const file_%s[] = {\n' "$(printf '%s' "$name" | tr -c 'A-Za-z0-9' '_')"
	sed 's/\\/\\\\/g; s/"/\\"/g; s/	/\\t/g; s/.*/"&\\n",/' "$file"
	echo 'NULL};'
done
printf '\nstatic const struct {\n\tconst char *name;\n\tconst char *const *lines;\n} files[] = {\n'
for file; do
	name=$(name_of "$file")
	printf '\t{"%s", file_%s},\n' "$name" "$(printf '%s' "$name" | tr -c 'A-Za-z0-9' '_')"
done
cat <<'C'
};

const char *const *rg_embedded(const char *name)
{
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (strcmp(files[i].name, name) == 0)
			return files[i].lines;
	return NULL;
}
C
