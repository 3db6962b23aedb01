/* SPDX-License-Identifier: BSD-3-Clause
 * input: files from elsewhere.
 */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A FIFO without a writer does not block when it is opened so; its kind is that of what is open. */
static FILE *open_regular(const char *path, const char **why)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;
	FILE *f = NULL;

	if (fd >= 0 && fstat(fd, &st) == 0 && !S_ISREG(st.st_mode)) {
		*why = "not a regular file";
	} else {
		f = fd < 0 ? NULL : fdopen(fd, "r");
		*why = f ? NULL : strerror(errno);
	}
	if (fd >= 0 && !f)
		close(fd);
	return f;
}

FILE *rg_input_open(const char *path, enum rg_source source, const char **why)
{
	FILE *f;

	if (source == RG_REFERRED)
		return open_regular(path, why);
	f = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	*why = f ? NULL : strerror(errno);
	return f;
}

void rg_input_close(FILE *f)
{
	if (f && f != stdin)
		fclose(f);
}

int rg_input_read(FILE *f, size_t most, struct rg_text *text)
{
	char piece[1 << 16];
	size_t n, total = 0;

	errno = 0;
	while (total <= most && (n = fread(piece, 1, sizeof(piece), f)) > 0) {
		total += n;
		rg_text_addn(text, piece, n);
	}
	if (total > most)
		errno = EFBIG;
	return total > most || ferror(f) ? -1 : 0;
}

size_t rg_input_mark(const char *s, size_t n)
{
	return n >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}
