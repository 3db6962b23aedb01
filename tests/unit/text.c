/* SPDX-License-Identifier: BSD-3-Clause
 * Growing strings, and output that is written whole or not at all. Works in a directory of its own,
 * whose whole contents are compared after each case: nothing may be left there.
 */
#include "base/text.h"
#include "base/utf8.h"
#include "base/xml_text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

static struct rg_text one = {.s = (char[]){"one\n"}, .len = 4};
static struct rg_text two = {.s = (char[]){"two\n"}, .len = 4};

static void put(const char *path, const char *contents)
{
	FILE *f = fopen(path, "w");

	fputs(contents, f);
	fclose(f);
}

/* The contents of a file, "(none)" when it is not there. Good until the next call. */
static const char *contents(const char *path)
{
	static char buf[4096];
	FILE *f = fopen(path, "r");

	if (!f)
		return "(none)";
	buf[fread(buf, 1, sizeof(buf) - 1, f)] = 0;
	fclose(f);
	return buf;
}

static int mode_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? (int)(st.st_mode & 07777) : -1;
}

/* How many entries the directory has, hidden ones too; removes them. */
static int sweep(const char *path)
{
	DIR *dir = opendir(path);
	int n = 0;

	for (const struct dirent *e; dir && (e = readdir(dir));) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		unlinkat(dirfd(dir), e->d_name, 0);
		unlinkat(dirfd(dir), e->d_name, AT_REMOVEDIR);
		n++;
	}
	closedir(dir);
	return n;
}

/* Standard error goes into `said` between mute() and unmute(). */
static char said[1024];
static int saved_stderr;
static FILE *muted;

static void mute(void)
{
	muted = tmpfile();
	saved_stderr = dup(STDERR_FILENO);
	dup2(fileno(muted), STDERR_FILENO);
}

static void unmute(void)
{
	fflush(stderr);
	dup2(saved_stderr, STDERR_FILENO);
	close(saved_stderr);
	rewind(muted);
	said[fread(said, 1, sizeof(said) - 1, muted)] = 0;
	fclose(muted);
}

/* rg_write of `one` to a and, b not NULL, `two` to b. Its message is in `said`; the result and the
 * count of errors must agree. */
static int write_two(const char *a, const char *b)
{
	struct rg_output out[] = {{a, &one}, {b, &two}};
	struct rg_diag d = {0};
	int result;

	mute();
	result = rg_write(out, b ? 2 : 1, &d);
	unmute();
	CHECK_INT(d.errors, result ? 1 : 0);
	CHECK_INT(said[0] != 0, result != 0);
	return result;
}

static void check_growing(void)
{
	struct rg_text t = {0};

	rg_text_add(&t, "");
	CHECK_STR(t.s, "");
	rg_textf(&t, "%d-%s", 7, "x");
	rg_text_addn(&t, "ab\0c", 4);
	CHECK(t.len == 7 && memcmp(t.s, "7-xab\0c", 8) == 0);
	rg_text_addn(&t, NULL, 0);
	CHECK_INT(t.len, 7);
	rg_text_free(&t);
	CHECK(!t.s && t.len == 0 && t.cap == 0);
	for (int i = 0; i < 100000; i++)
		rg_textf(&t, "%09d\n", i);
	CHECK(t.len == 1000000 && t.cap > t.len && strlen(t.s) == t.len);
	CHECK(strncmp(t.s + 123450, "000012345\n", 10) == 0);
	rg_textf(&t, "%0*d", 100000, 1);
	CHECK(t.len == 1100000 && t.s[t.len - 1] == '1');
	rg_text_free(&t);
}

static void check_new_files(void)
{
	umask(022);
	CHECK_INT(write_two("a", "b"), 0);
	CHECK_STR(contents("a"), "one\n");
	CHECK_STR(contents("b"), "two\n");
	CHECK_INT(mode_of("a"), 0644);
	umask(077);
	CHECK_INT(write_two("c", NULL), 0);
	CHECK_INT(mode_of("c"), 0600);
	CHECK_INT(umask(022), 077);
	CHECK_INT(sweep("."), 3);
}

static void check_existing_files(void)
{
	static const int modes[] = {0600, 0640, 0666, 0755};

	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		put("a", "something longer than it becomes\n");
		chmod("a", (mode_t)modes[i]);
		CHECK_INT(write_two("a", "b"), 0);
		CHECK_STR(contents("a"), "one\n");
		CHECK_INT(mode_of("a"), modes[i]);
		CHECK_INT(mode_of("b"), 0644);
		CHECK_INT(sweep("."), 2);
	}
}

static void check_sizes(void)
{
	struct rg_text empty = {0}, large = {0};
	struct rg_diag d = {0};
	struct stat st;

	for (int i = 0; i < 500000; i++)
		rg_text_add(&large, "ten bytes\n");
	CHECK_INT(rg_write(&(struct rg_output){"a", &empty}, 1, &d), 0);
	CHECK(stat("a", &st) == 0 && st.st_size == 0);
	CHECK_INT(rg_write(&(struct rg_output){"a", &large}, 1, &d), 0);
	CHECK(stat("a", &st) == 0 && st.st_size == 5000000);
	CHECK_INT(rg_write(NULL, 0, &d), 0);
	rg_text_free(&large);
	CHECK_INT(sweep("."), 1);
}

static void check_symbolic_links(void)
{
	struct stat st;

	mkdir("d", 0755);
	put("d/real", "old\n");
	CHECK(symlink("d/real", "link") == 0 && symlink("../new", "d/dangling") == 0);
	CHECK(symlink("d/dangling", "twice") == 0 && symlink("loop", "loop") == 0);
	CHECK_INT(write_two("link", "twice"), 0);
	CHECK_STR(contents("d/real"), "one\n");
	CHECK_STR(contents("new"), "two\n");
	CHECK(lstat("link", &st) == 0 && S_ISLNK(st.st_mode));
	CHECK(lstat("d/dangling", &st) == 0 && S_ISLNK(st.st_mode));
	CHECK_INT(write_two("loop", NULL), -1);
	CHECK(strstr(said, "loop: error: cannot write: "));
	CHECK_INT(sweep("d"), 2);
	CHECK_INT(sweep("."), 5);
}

/* One that cannot be written: the other is not written either, wherever it stands. */
static void check_all_or_none(void)
{
	static const char *const wrong[] = {
		"no/such/dir", "d", "d/", "new/", "file/below", "", "/dev/full", "/proc/none",
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		for (int k = 0; k < 4; k++) {
			const char *other = k < 2 ? "old" : "fresh";

			mkdir("d", 0755);
			put("file", "a file\n");
			put("old", "old\n");
			CHECK_INT(k % 2 ? write_two(wrong[i], other) : write_two(other, wrong[i]),
			          -1);
			CHECK(strstr(said, ": error: cannot write: "));
			CHECK(strncmp(said, wrong[i], strlen(wrong[i])) == 0);
			CHECK_STR(contents("old"), "old\n");
			CHECK_STR(contents("fresh"), "(none)");
			CHECK_INT(sweep("d"), 0);
			CHECK_INT(sweep("."), 3);
		}
	}
}

/* Errors that can be told before anything is written; nothing is made or changed. */
static void check_writable(void)
{
	static const char *const wrong[] = {
		"no/such/dir", "d", "d/", "new/", "file/below", "", "/proc/none", "loop",
	};
	static const char *const good[] = {"new", "file", "link", "/dev/null", "/dev/full", "-"};
	struct rg_diag d = {0};

	mkdir("d", 0755);
	put("file", "a file\n");
	CHECK(symlink("d/new", "link") == 0 && symlink("loop", "loop") == 0);
	mute();
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		CHECK_INT(rg_writable(&(struct rg_output){wrong[i], &one}, 1, &d), -1);
	CHECK_INT(d.errors, sizeof(wrong) / sizeof(wrong[0]));
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		CHECK_INT(rg_writable(&(struct rg_output){good[i], NULL}, 1, &d), 0);
	CHECK_INT(d.errors, sizeof(wrong) / sizeof(wrong[0]));
	/* All that cannot be written are told of. */
	struct rg_output both[] = {{"d", NULL}, {"new", NULL}, {"no/such", NULL}};
	CHECK_INT(rg_writable(both, 3, &d), -1);
	unmute();
	CHECK_INT(d.errors, sizeof(wrong) / sizeof(wrong[0]) + 2);
	CHECK_STR(contents("file"), "a file\n");
	CHECK_INT(sweep("d"), 0);
	CHECK_INT(sweep("."), 4);
}

/* A full disk, as a limit on the size of files. */
static void check_full_disk(void)
{
	struct rlimit old, small;
	struct rg_text big = {0};
	struct rg_diag d = {0};
	struct rg_output out[] = {{"a", &one}, {"b", &big}};
	int result;

	for (int i = 0; i < 100000; i++)
		rg_text_add(&big, "ten bytes\n");
	put("b", "old\n");
	mute();
	getrlimit(RLIMIT_FSIZE, &old);
	small = old;
	small.rlim_cur = 65536;
	setrlimit(RLIMIT_FSIZE, &small);
	result = rg_write(out, 2, &d);
	setrlimit(RLIMIT_FSIZE, &old);
	unmute();
	CHECK_INT(result, -1);
	CHECK_STR(said, "b: error: cannot write: File too large\n");
	CHECK_STR(contents("a"), "(none)");
	CHECK_STR(contents("b"), "old\n");
	CHECK_INT(sweep("."), 1);
	rg_text_free(&big);
}

/* Standard output is `fd` for one write to each of a and b. */
static int write_stdout(int fd, const char *a, const char *b)
{
	int result, saved;

	fflush(stdout);
	saved = dup(STDOUT_FILENO);
	dup2(fd, STDOUT_FILENO);
	result = write_two(a, b);
	dup2(saved, STDOUT_FILENO);
	close(saved);
	return result;
}

/* The signal that ends a child that writes to `fd`, and to b. */
static int end_of_child(int fd)
{
	int status = 0;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		write_stdout(fd, "-", "b");
		_exit(0);
	}
	return waitpid(child, &status, 0) == child && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void check_stdout(void)
{
	int fd = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0644), ends[2];

	CHECK_INT(write_stdout(fd, "-", NULL), 0);
	CHECK_INT(write_stdout(fd, "-", "b"), 0);
	CHECK_STR(contents("out"), "one\none\n");
	/* Redirected, /dev/stdout is a regular file: it is written on, not replaced. */
	CHECK_INT(write_stdout(fd, "/dev/stdout", "-"), 0);
	CHECK_INT(write_stdout(fd, "out", NULL), 0);
	CHECK_STR(contents("out"), "one\none\none\ntwo\none\n");
	CHECK_STR(contents("b"), "two\n");
	close(fd);
	CHECK_INT(sweep("."), 2);

	fd = open("/dev/null", O_RDONLY); /* as good as closed */
	CHECK_INT(write_stdout(fd, "-", "b"), -1);
	CHECK_STR(said, "standard output: error: cannot write: Bad file descriptor\n");
	close(fd);
	fd = open("/dev/full", O_WRONLY);
	CHECK_INT(write_stdout(fd, "b", "-"), -1);
	CHECK_STR(said, "standard output: error: cannot write: No space left on device\n");
	close(fd);
	CHECK_INT(sweep("."), 0);

	/* Nobody reads any more: no error, and the other file is written. SIGPIPE then ends the
	 * program, where it is not ignored. */
	CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
	signal(SIGPIPE, SIG_IGN);
	CHECK_INT(write_stdout(ends[1], "-", "b"), 0);
	CHECK_STR(contents("b"), "two\n");
	CHECK_INT(sweep("."), 1);
	signal(SIGPIPE, SIG_DFL);
	CHECK_INT(end_of_child(ends[1]), SIGPIPE);
	CHECK_STR(contents("b"), "two\n");
	close(ends[1]);
	CHECK_INT(sweep("."), 1);
}

static void check_devices(void)
{
	char buf[16] = {0};
	int fd;

	CHECK_INT(write_two("/dev/null", "a"), 0);
	CHECK_STR(contents("a"), "two\n");
	CHECK(mkfifo("pipe", 0600) == 0);
	fd = open("pipe", O_RDWR);
	CHECK_INT(write_two("pipe", NULL), 0);
	CHECK(read(fd, buf, sizeof(buf) - 1) == 4);
	CHECK_STR(buf, "one\n");
	close(fd);
	CHECK_INT(sweep("."), 2);
}

/* The errors of a user who is not root; `mine` is a directory where he may write, `sticky` one
 * where he may add files, and change "theirs", but not replace it. */
static void check_as_user(void)
{
	put("mine/readonly", "old\n");
	chmod("mine/readonly", 0444);
	CHECK_INT(write_two("mine/a", "mine/readonly"), -1);
	CHECK_STR(said, "mine/readonly: error: cannot write: Permission denied\n");
	CHECK_INT(write_two("mine/a", "closed"), -1);
	CHECK_STR(said, "closed: error: cannot write: Permission denied\n");
	CHECK_STR(contents("mine/readonly"), "old\n");
	CHECK_INT(sweep("mine"), 1);

	/* Here the rename fails, after another one has been made: that one is undone. */
	put("mine/a", "old\n");
	CHECK_INT(write_two("mine/a", "sticky/theirs"), -1);
	CHECK_STR(said, "sticky/theirs: error: cannot write: Operation not permitted\n");
	CHECK_STR(contents("mine/a"), "old\n");
	CHECK_INT(write_two("mine/new", "sticky/theirs"), -1);
	CHECK_STR(contents("mine/new"), "(none)");
	CHECK_STR(contents("sticky/theirs"), "old\n");
	CHECK_INT(sweep("mine"), 1);
}

static void check_permissions(void)
{
	enum { NOBODY = 65534 };
	int status = 0;
	pid_t child;

	if (geteuid() != 0) {
		printf("text.c: not root: what another user may not do is not checked\n");
		return;
	}
	CHECK(mkdir("mine", 0700) == 0);
	if (chown("mine", NOBODY, NOBODY) && errno == EINVAL) {
		printf("text.c: there is no other user in this name space: what that one may not "
		       "do is not checked\n");
		return;
	}
	CHECK(mkdir("sticky", 0777) == 0 && chmod("sticky", 01777) == 0 && chmod(".", 0755) == 0);
	put("sticky/theirs", "old\n");
	chmod("sticky/theirs", 0666);
	fflush(stdout);
	child = fork();
	if (child == 0) {
		checks = failures = 0;
		CHECK(setgid(NOBODY) == 0 && setuid(NOBODY) == 0);
		check_as_user();
		fflush(stderr);
		_exit(failures != 0);
	}
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	CHECK_INT(sweep("sticky"), 1);
	CHECK_INT(sweep("."), 2);
	/* root keeps the owner of what it replaces */
	put("a", "old\n");
	CHECK(chown("a", NOBODY, NOBODY) == 0);
	CHECK_INT(write_two("a", NULL), 0);
	struct stat st;
	CHECK(stat("a", &st) == 0 && st.st_uid == NOBODY && st.st_gid == NOBODY);
	CHECK_INT(sweep("."), 1);
}

/* The first and the last of each length, and what is beside them. */
static void check_characters(void)
{
	static const struct {
		const char *s;
		size_t bytes;
	} of[] = {{"\x7f", 1},
	          {"\x80", 0},
	          {"\xc1\xbf", 0},
	          {"\xc2\x80", 2},
	          {"\xdf\xbf", 2},
	          {"\xe0\x9f\xbf", 0},
	          {"\xe0\xa0\x80", 3},
	          {"\xed\x9f\xbf", 3},
	          {"\xed\xa0\x80", 0},
	          {"\xee\x80\x80", 3},
	          {"\xef\xbf\xbf", 3},
	          {"\xf0\x8f\xbf\xbf", 0},
	          {"\xf0\x90\x80\x80", 4},
	          {"\xf4\x8f\xbf\xbf", 4},
	          {"\xf4\x90\x80\x80", 0},
	          {"\xf5\x80\x80\x80", 0},
	          {"\xc2", 0},
	          {"\xf0\x90\x80", 0},
	          {"\xe2\x82z", 0}};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (!CHECK(rg_utf8_character(of[i].s) == of[i].bytes))
			fprintf(stderr, "text %zu\n", i);
}

static void check_markup(void)
{
	struct rg_text t = {0};

	rg_xml_text(&t, "");
	CHECK(t.len == 0);
	rg_xml_text(&t, "a<b> & \"ü\"");
	CHECK(strcmp(t.s, "a&lt;b&gt; &amp; &quot;ü&quot;") == 0);
	rg_text_free(&t);
}

int main(void)
{
	char dir[] = "/tmp/ringgen-text.XXXXXX";

	if (!mkdtemp(dir) || chdir(dir) != 0) {
		perror(dir);
		return 1;
	}
	check_growing();
	check_characters();
	check_markup();
	check_new_files();
	check_existing_files();
	check_sizes();
	check_symbolic_links();
	check_all_or_none();
	check_writable();
	check_full_disk();
	check_stdout();
	check_devices();
	check_permissions();
	rmdir(dir);
	return TEST_END;
}
