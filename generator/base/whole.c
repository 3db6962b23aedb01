/* SPDX-License-Identifier: BSD-3-Clause
 * whole: output files that appear whole or not at all.
 */
#include "base/whole.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/temporary.h"

/* One output file, and what becomes of it. */
struct target {
	struct rg_whole *w;
	char *path;      /* the file itself, symbolic links followed */
	char *temp;      /* what is renamed to path; NULL: written directly */
	struct stat old; /* of the file that is replaced */
	bool existed, to_stdout, placed, exchanged, closed;
};

/* ---- Where the output goes */

/* The path of `name` in the directory of the file `beside`. NULL: no memory. Free it. */
static char *sibling(const char *beside, const char *name)
{
	const char *slash = strrchr(beside, '/');
	char *path;
	int folder = slash ? (int)(slash + 1 - beside) : 0;

	return asprintf(&path, "%.*s%s", folder, beside, name) < 0 ? NULL : path;
}

/* Where path leads, symbolic links of the last component followed, also when the file they lead to
 * is yet to be made (which realpath cannot). NULL: errno says why. Free it. */
static char *follow(const char *path)
{
	enum { MOST_LINKS = 40, LONGEST = 4096 };
	char *at = strdup(path);
	char to[LONGEST];

	for (int i = 0; at && i < MOST_LINKS; i++) {
		ssize_t n = readlink(at, to, sizeof(to) - 1);
		char *next;

		if (n < 0)
			return at; /* no link; what else is wrong shows when it is written */
		to[n] = 0;
		next = to[0] == '/' ? strdup(to) : sibling(at, to);
		free(at);
		at = next;
	}
	if (at)
		errno = ELOOP;
	free(at);
	return NULL;
}

/* Is st the file that standard output already goes to (/dev/stdout, redirected)? */
static bool is_stdout(const struct stat *st)
{
	struct stat out;

	return fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == st->st_dev &&
	       out.st_ino == st->st_ino;
}

bool rg_whole_is_stdout(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISCHR(st.st_mode) && is_stdout(&st);
}

/* Where standard output was closed, it is open for nothing or for reading, see main.c. */
static int check_stdout(void)
{
	int flags = fcntl(STDOUT_FILENO, F_GETFL);

	if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY)
		return 0;
	errno = EBADF;
	return -1;
}

/* The file itself: links are followed to what can be replaced, the kernel follows them to the rest
 * (/dev/fd/1 leads to a pipe that has no name). NULL: errno says why not. */
static char *find_path(const struct target *t)
{
	if (!*t->w->path) {
		errno = ENOENT;
		return NULL;
	}
	return t->existed && !S_ISREG(t->old.st_mode) ? strdup(t->w->path) : follow(t->w->path);
}

/* Find the file, and what of it can be told without writing. */
static int find(struct target *t)
{
	t->existed = t->w->path && stat(t->w->path, &t->old) == 0;
	t->to_stdout = !t->w->path || (t->existed && is_stdout(&t->old));
	if (t->to_stdout)
		return check_stdout();
	if (t->existed && S_ISDIR(t->old.st_mode)) {
		errno = EISDIR;
		return -1;
	}
	t->path = find_path(t);
	if (!t->path)
		return -1;
	return t->existed ? eaccess(t->path, W_OK) : 0; /* rename would replace a read-only file */
}

/* Is it a new file or one to be replaced? Others cannot be taken back, nor renamed to. */
static bool is_placed(const struct target *t)
{
	return !t->to_stdout && (!t->existed || S_ISREG(t->old.st_mode));
}

/* Make the temporary file; its descriptor, or -1. */
static int make_temp(struct target *t)
{
	int fd;

	t->temp = sibling(t->path, ".ringgen.XXXXXX");
	fd = t->temp ? rg_temporary_file(t->temp) : -1;
	if (fd < 0) {
		free(t->temp);
		t->temp = NULL;
	}
	return fd;
}

/* ---- Writing */

static mode_t new_file_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

static int write_all(int fd, const struct rg_whole *w)
{
	size_t done = 0;

	while (done < w->len) {
		ssize_t n = write(fd, w->text + done, w->len - done);

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

/* First pass: find out where the output goes, and write what is not seen yet. */
static int prepare(struct target *t)
{
	int fd;

	if (find(t) < 0)
		return -1;
	if (!is_placed(t))
		return 0;
	fd = make_temp(t);
	if (fd < 0 || set_mode(fd, t) < 0)
		return fd < 0 ? -1 : close_after(fd, -1);
	return close_after(fd, write_all(fd, t->w));
}

static int write_open(struct target *t)
{
	int fd;

	if (t->to_stdout)
		return fflush(stdout) ? -1 : write_all(STDOUT_FILENO, t->w);
	fd = open(t->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	return close_after(fd, write_all(fd, t->w));
}

/* Second pass: standard output, devices and pipes, which cannot be taken back. A reader that has
 * closed a pipe has read what it wanted. */
static int write_direct(struct target *t)
{
	if (t->temp)
		return 0;
	if (write_open(t) == 0)
		return 0;
	t->closed = errno == EPIPE;
	return t->closed ? 0 : -1;
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

/* ---- All of them */

/* Run a pass over all of them, up to the first that fails. */
static int each(struct target *t, int n, int (*pass)(struct target *))
{
	for (int i = 0; i < n; i++)
		if (pass(&t[i]) < 0) {
			t[i].w->error = errno;
			return -1;
		}
	return 0;
}

static int place_all(struct target *t, int n)
{
	int result;

	rg_temporary_hold(); /* a signal finds all of them in place, or none */
	result = each(t, n, place);
	for (int i = 0; i < n && result < 0; i++)
		t[i].w->replaced = !undo(&t[i]);
	rg_temporary_release();
	return result;
}

static struct target *new_targets(struct rg_whole *w, int n)
{
	struct target *t = calloc(n ? (size_t)n : 1, sizeof(*t));

	for (int i = 0; i < n; i++) {
		w[i].error = t ? 0 : ENOMEM;
		w[i].replaced = false;
		if (t)
			t[i].w = &w[i];
	}
	return t;
}

/* Remove what is left beside the targets: files that took no place, and old ones that lost it. */
static void clean_up(struct target *t, int n)
{
	for (int i = 0; i < n; i++) {
		if (t[i].temp && t[i].placed && !t[i].exchanged)
			rg_temporary_keep(t[i].temp);
		else if (t[i].temp)
			rg_temporary_remove(t[i].temp);
		free(t[i].temp);
		free(t[i].path);
	}
	free(t);
}

/* A closed pipe and a limit on the size of files are errors, and no signals. */
static void ignore(const int signals[2], struct sigaction old[2])
{
	const struct sigaction ignored = {.sa_handler = SIG_IGN};

	for (int i = 0; i < 2; i++)
		sigaction(signals[i], &ignored, &old[i]);
}

enum rg_whole_result rg_whole_write(struct rg_whole *w, int n)
{
	static const int signals[] = {SIGPIPE, SIGXFSZ};
	struct target *t = new_targets(w, n);
	struct sigaction old[2];
	bool good, closed = false;

	if (!t)
		return RG_WHOLE_FAILED;
	ignore(signals, old);
	good = each(t, n, prepare) == 0 && each(t, n, write_direct) == 0 && place_all(t, n) == 0;
	for (int i = 0; i < n; i++)
		closed |= t[i].closed;
	clean_up(t, n);
	for (int i = 0; i < 2; i++)
		sigaction(signals[i], &old[i], NULL);
	return !good ? RG_WHOLE_FAILED : closed ? RG_WHOLE_CLOSED : RG_WHOLE_DONE;
}

/* Find it, and make the temporary file, which goes at once. */
static int try(struct target *t)
{
	int fd = 0;

	if (find(t) < 0)
		return -1;
	if (is_placed(t)) {
		fd = make_temp(t);
		if (fd >= 0)
			close(fd);
	}
	return fd < 0 ? -1 : 0;
}

bool rg_whole_test(struct rg_whole *w, int n)
{
	struct target *t = new_targets(w, n);
	bool good = t;

	for (int i = 0; t && i < n; i++)
		if (try(&t[i]) < 0) {
			w[i].error = errno;
			good = false;
		}
	if (t)
		clean_up(t, n);
	return good;
}
