/* SPDX-License-Identifier: BSD-3-Clause
 * input: files from elsewhere.
 */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Make a stream of a descriptor that was opened without waiting, to be read as any file. */
static FILE *open_waiting(int fd, const char **why)
{
	FILE *f = NULL;

	if (fd >= 0 && fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) == 0)
		f = fdopen(fd, "r");
	*why = f ? NULL : strerror(errno);
	return f;
}

/* A named pipe that was opened without waiting. If nobody has it open to write, a read ends at
 * once, which shows it; where a byte comes after all, it is put back. */
static FILE *open_pipe(int fd, const char **why)
{
	enum { PATIENCE = 5000 }; /* ms. <(COMMAND) of a shell has its writer from the beginning */
	struct pollfd p = {.fd = fd, .events = POLLIN};
	char first = 0;
	ssize_t n = poll(&p, 1, PATIENCE) ? -1 : read(fd, &first, 1);

	if (n == 0) {
		*why = "a pipe that nobody writes to";
		return NULL;
	}
	FILE *f = open_waiting(fd, why);
	if (f && n > 0)
		ungetc((unsigned char)first, f);
	return f;
}

/* A pipe without a writer does not block when it is opened so; its kind is that of what is open. */
static FILE *open_file(const char *path, enum rg_source source, const char **why)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st = {.st_mode = 0};
	FILE *f = NULL;

	if (fd >= 0)
		fstat(fd, &st);
	if (fd >= 0 && source == RG_REFERRED && !S_ISREG(st.st_mode)) {
		*why = "not a regular file";
	} else if (fd >= 0 && S_ISFIFO(st.st_mode)) {
		f = open_pipe(fd, why);
	} else {
		f = open_waiting(fd, why);
	}
	if (fd >= 0 && !f)
		close(fd);
	return f;
}

FILE *rg_input_open(const char *path, enum rg_source source, const char **why)
{
	if (source == RG_GIVEN && strcmp(path, "-") == 0) {
		*why = NULL;
		return stdin;
	}
	return open_file(path, source, why);
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
