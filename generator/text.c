/* SPDX-License-Identifier: BSD-3-Clause
 * text: growing strings, and output files that appear whole or not at all.
 */
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"

/* Room for n more bytes and the terminator. */
static void reserve(struct rg_text *t, size_t n)
{
	size_t need = n < SIZE_MAX - t->len ? t->len + n + 1 : SIZE_MAX;

	if (need <= t->cap)
		return;
	if (need < SIZE_MAX / 2)
		need = need < 128 ? 256 : need * 2;
	t->s = rg_realloc(t->s, need, 1);
	t->cap = need;
}

void rg_text_addn(struct rg_text *t, const char *s, size_t n)
{
	reserve(t, n);
	if (n)
		memcpy(t->s + t->len, s, n);
	t->len += n;
	t->s[t->len] = 0;
}

void rg_text_add(struct rg_text *t, const char *s)
{
	rg_text_addn(t, s, strlen(s));
}

void rg_textf(struct rg_text *t, const char *fmt, ...)
{
	va_list ap;
	char *more;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&more, fmt, ap);
	va_end(ap);
	if (n < 0) {
		reserve(t, SIZE_MAX); /* no memory, or over 2 GB in one call: ends the run */
		return;
	}
	rg_text_addn(t, more, (size_t)n);
	free(more);
}

void rg_text_free(struct rg_text *t)
{
	free(t->s);
	*t = (struct rg_text){0};
}

/* What becomes of one rg_output. */
struct target {
	const char *name; /* as asked for; NULL: standard output */
	const struct rg_text *text;
	char *path;      /* the file itself, symbolic links followed */
	char *temp;      /* what is renamed to path; NULL: written directly */
	struct stat old; /* of the file that is replaced */
	bool existed, to_stdout, placed, exchanged;
};

/* The path of `name` in the directory of the file `beside`. Free it. */
static char *sibling(const char *beside, const char *name)
{
	const char *slash = strrchr(beside, '/');
	struct rg_text t = {0};

	if (slash)
		rg_text_addn(&t, beside, (size_t)(slash + 1 - beside));
	rg_text_add(&t, name);
	return t.s;
}

/* Where path leads, symbolic links of the last component followed, also when the file they lead to
 * is yet to be made (which realpath cannot). NULL: errno says why. Free it. */
static char *follow(const char *path)
{
	enum { MOST_LINKS = 40, LONGEST = 4096 };
	char *at = rg_strdup(path);
	char to[LONGEST];

	for (int i = 0; i < MOST_LINKS; i++) {
		ssize_t n = readlink(at, to, sizeof(to) - 1);
		char *next;

		if (n < 0)
			return at; /* no link; what else is wrong shows when it is written */
		to[n] = 0;
		next = to[0] == '/' ? rg_strdup(to) : sibling(at, to);
		free(at);
		at = next;
	}
	free(at);
	errno = ELOOP;
	return NULL;
}

static mode_t new_file_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* Is st the file that standard output already goes to (/dev/stdout, redirected)? */
static bool is_stdout(const struct stat *st)
{
	struct stat out;

	return fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == st->st_dev &&
	       out.st_ino == st->st_ino;
}

static int write_all(int fd, const struct rg_text *text)
{
	size_t done = 0;

	while (done < text->len) {
		ssize_t n = write(fd, text->s + done, text->len - done);

		if (n < 0 && errno != EINTR)
			return -1;
		if (n > 0)
			done += (size_t)n;
	}
	return 0;
}

/* Close fd; 0 only when that and what was done before it went well. Keeps the first errno. */
static int close_after(int fd, int result)
{
	int saved = errno;

	if (close(fd) < 0 && result == 0)
		return -1;
	errno = saved;
	return result;
}

/* The permissions of the file that it replaces, or those of any new file. */
static int set_mode(int fd, const struct target *t)
{
	if (!t->existed)
		return fchmod(fd, new_file_mode());
	/* Only root can give a file away; for others it is theirs from now on. */
	if (geteuid() == 0 && fchown(fd, t->old.st_uid, t->old.st_gid) < 0)
		return -1;
	return fchmod(fd, t->old.st_mode & 0777);
}

static int write_temp(struct target *t)
{
	char *temp = sibling(t->path, ".ringgen.XXXXXX");
	int fd = mkostemp(temp, O_CLOEXEC);

	if (fd < 0) {
		free(temp);
		return -1;
	}
	t->temp = temp;
	if (set_mode(fd, t) < 0)
		return close_after(fd, -1);
	return close_after(fd, write_all(fd, t->text));
}

/* First pass: find out where the output goes, and write what is not seen yet. */
static int prepare(struct target *t)
{
	t->to_stdout = !t->name;
	if (t->to_stdout)
		return 0;
	t->path = follow(t->name);
	if (!t->path)
		return -1;
	t->existed = stat(t->path, &t->old) == 0;
	if (!t->existed)
		return write_temp(t);
	t->to_stdout = is_stdout(&t->old);
	if (t->to_stdout)
		return 0;
	if (S_ISDIR(t->old.st_mode)) {
		errno = EISDIR;
		return -1;
	}
	if (eaccess(t->path, W_OK) < 0) /* rename would replace a read-only file */
		return -1;
	return S_ISREG(t->old.st_mode) ? write_temp(t) : 0;
}

/* Second pass: standard output, devices and pipes, which cannot be taken back. */
static int write_direct(struct target *t)
{
	int fd;

	if (t->temp)
		return 0;
	if (t->to_stdout)
		return fflush(stdout) ? -1 : write_all(STDOUT_FILENO, t->text);
	fd = open(t->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	return close_after(fd, write_all(fd, t->text));
}

/* renameat2 is younger than some C libraries and file systems; it says so with an error. */
static bool exchange(const char *a, const char *b)
{
	return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0;
}

/* Third pass: the temporary file takes its place. An existing file changes places with it, so that
 * undo can bring it back; where the file system cannot do that, it is replaced. */
static int place(struct target *t)
{
	if (!t->temp)
		return 0;
	t->exchanged = t->existed && exchange(t->temp, t->path);
	if (!t->exchanged && rename(t->temp, t->path) < 0)
		return -1;
	t->placed = true;
	return 0;
}

/* Make it as it was before the third pass; false where that cannot be. */
static bool undo(struct target *t)
{
	if (!t->placed)
		return true;
	t->placed = false;
	if (!t->existed)
		return unlink(t->path) == 0;
	return t->exchanged && exchange(t->temp, t->path);
}

/* Run a pass over all of them; stop at the first that fails, and report it. */
static int each(struct target *t, int n, int (*pass)(struct target *), struct rg_diag *d)
{
	for (int i = 0; i < n; i++) {
		if (pass(&t[i]) == 0)
			continue;
		rg_error(d, t[i].name ? t[i].name : "standard output", 0, "cannot write: %s",
		         strerror(errno));
		return -1;
	}
	return 0;
}

static int place_all(struct target *t, int n, struct rg_diag *d)
{
	if (each(t, n, place, d) == 0)
		return 0;
	for (int i = 0; i < n; i++) {
		if (!undo(&t[i]))
			rg_error(d, t[i].name, 0, "is already replaced, and stays so");
	}
	return -1;
}

/* Remove what is left beside the targets: files that took no place, and old ones that lost it. */
static void clean_up(struct target *t, int n)
{
	for (int i = 0; i < n; i++) {
		if (t[i].temp && (!t[i].placed || t[i].exchanged))
			unlink(t[i].temp);
		free(t[i].temp);
		free(t[i].path);
	}
	free(t);
}

int rg_write(const struct rg_output *out, int n, struct rg_diag *d)
{
	struct target *t = rg_alloc((size_t)n, sizeof(*t));
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
	int result;

	for (int i = 0; i < n; i++) {
		bool dash = !out[i].path || strcmp(out[i].path, "-") == 0;

		t[i].name = dash ? NULL : out[i].path;
		t[i].text = out[i].text;
	}
	sigaction(SIGPIPE, &ignore, &old); /* a closed pipe is an error to report */
	result = each(t, n, prepare, d);
	if (result == 0)
		result = each(t, n, write_direct, d);
	if (result == 0)
		result = place_all(t, n, d);
	sigaction(SIGPIPE, &old, NULL);
	clean_up(t, n);
	return result;
}
