/* SPDX-License-Identifier: BSD-3-Clause
 * A signal, or the end of the program, leaves nothing behind. Each case is a child with a folder of
 * its own, which says by a pipe that it is ready, and then gets a signal.
 */
#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "test.h"

/* How many entries the working directory has, hidden ones too. */
static int entries(void)
{
	DIR *dir = opendir(".");
	int n = -2;

	while (dir && readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static void make_file(const char *path)
{
	close(open(path, O_WRONLY | O_CREAT, 0644));
}

/* ---- Children: each ends by a signal, and says when it may come */

static void say_ready(int to)
{
	if (write(to, "r", 1) != 1)
		_exit(1);
}

static void make_everything(void)
{
	char folder[] = "folder.XXXXXX", file[] = ".file.XXXXXX", made[64];
	int fd = rg_temporary_file(file);

	snprintf(made, sizeof made, "%s", rg_temporary_folder(folder) == 0 ? folder : "none");
	strcat(made, "/made");
	if (fd < 0 || rg_temporary_expect(made) != 0)
		_exit(1);
	make_file(made);
	close(fd);
}

static void wait_with_files(int to)
{
	make_everything();
	say_ready(to);
	for (;;)
		pause();
}

static void wait_for_reader(int to)
{
	const struct rg_text text = {.s = (char[]){"text"}, .len = 4};
	const struct rg_output out[] = {{"new", &text}, {"pipe", &text}};
	struct rg_diag d = {0};

	say_ready(to);
	rg_write(out, 2, &d); /* opening the pipe takes until somebody reads */
}

/* The shell says that it is ready by a file, and so do those that it has started. */
static void wait_for_shell(int to)
{
	const char *const argument[] = {"mark", NULL};

	make_everything();
	say_ready(to);
	rg_temporary_shell("touch \"$1\"; sleep 1000 & sleep 1000; touch late", argument);
}

static void exit_early(int to)
{
	make_everything();
	say_ready(to);
	exit(0);
}

/* Its handler is what it was again when there is nothing more to remove. */
static void remove_before(int to)
{
	char file[] = "file.XXXXXX", other[] = "other.XXXXXX";

	signal(SIGTERM, SIG_IGN);
	close(rg_temporary_file(file));
	close(rg_temporary_file(other));
	rg_temporary_remove(file);
	rg_temporary_keep(other);
	unlink(other);
	raise(SIGTERM); /* still ignored */
	signal(SIGTERM, SIG_DFL);
	say_ready(to);
	for (;;)
		pause();
}

static void hold_then_release(int to)
{
	make_everything();
	rg_temporary_hold();
	say_ready(to);
	while (entries() < 4) /* its parent makes `sent` after the signal was sent */
		usleep(1000);
	unlink("sent");
	make_file("held");
	rg_temporary_release(); /* it comes now */
	make_file("never");
}

/* ---- Their parent */

static pid_t start(void child(int))
{
	int ends[2];
	char ready;
	pid_t pid;

	CHECK(pipe(ends) == 0);
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		alarm(60);
		child(ends[1]);
		_exit(0);
	}
	close(ends[1]);
	CHECK(read(ends[0], &ready, 1) == 1);
	close(ends[0]);
	return pid;
}

/* The status as a shell has it: 128 and the signal, or the exit status. */
static int end_of(pid_t pid)
{
	int status = 0;

	CHECK(waitpid(pid, &status, 0) == pid);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void await_file(const char *path)
{
	struct stat st;

	for (int i = 0; i < 60000 && stat(path, &st) != 0; i++)
		usleep(1000);
}

static void check_signals(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		pid_t pid = start(wait_with_files);
		CHECK_INT(entries(), 2);
		kill(pid, signals[i]);
		CHECK_INT(end_of(pid), 128 + signals[i]);
		CHECK_INT(entries(), 0);
	}
}

static void check_exit(void)
{
	CHECK_INT(end_of(start(exit_early)), 0);
	CHECK_INT(entries(), 0);
}

/* Is a process of the group there that is more than a zombie? */
static bool group_lives(pid_t group)
{
	char command[128];

	snprintf(command, sizeof command, "ps -e -o pgid=,stat= | grep -q '^ *%d [^Z]'", group);
	return system(command) == 0;
}

static void check_shell(void)
{
	char name[PATH_MAX];
	pid_t pid = start(wait_for_shell);
	int shell = 0;

	await_file("mark");
	snprintf(name, sizeof name, "ps -o pid= --ppid %d", pid);
	FILE *ps = popen(name, "r");
	CHECK(ps && fscanf(ps, "%d", &shell) == 1);
	pclose(ps);
	CHECK(getpgid(shell) == shell && group_lives(shell));
	kill(pid, SIGTERM);
	CHECK_INT(end_of(pid), 128 + SIGTERM);
	CHECK(!group_lives(shell));
	CHECK_INT(entries(), 1);
	unlink("mark");
}

static void check_writing(void)
{
	CHECK(mkfifo("pipe", 0600) == 0);
	pid_t pid = start(wait_for_reader);
	for (int i = 0; i < 60000 && entries() < 2; i++)
		usleep(1000);
	CHECK_INT(entries(), 2);
	kill(pid, SIGINT);
	CHECK_INT(end_of(pid), 128 + SIGINT);
	CHECK_INT(entries(), 1);
	unlink("pipe");
}

static void check_before_and_after(void)
{
	pid_t pid = start(remove_before);
	CHECK_INT(entries(), 0);
	kill(pid, SIGTERM);
	CHECK_INT(end_of(pid), 128 + SIGTERM);
	CHECK_INT(entries(), 0);

	pid = start(hold_then_release);
	kill(pid, SIGTERM);
	make_file("sent");
	make_file("sent too");
	CHECK_INT(end_of(pid), 128 + SIGTERM);
	CHECK(unlink("held") == 0 && unlink("sent too") == 0);
	CHECK_INT(entries(), 0);
}

/* The status at the shell's end. */
static void check_status(void)
{
	const char *const argument[] = {"3", "two words", NULL};
	int status =
		rg_temporary_shell("[ \"$2\" = 'two words' ] && [ $# = 2 ] && exit $1", argument);

	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	status = rg_temporary_shell("kill -9 $$", argument);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void check_limits(void)
{
	char name[40], *longest = malloc(PATH_MAX + 40);

	for (int i = 0; i < 16; i++) {
		snprintf(name, sizeof name, "none%d", i);
		CHECK_INT(rg_temporary_expect(name), 0);
	}
	CHECK_INT(rg_temporary_expect("more"), -1);
	CHECK_INT(errno, EMFILE);
	for (int i = 0; i < 16; i++) {
		snprintf(name, sizeof name, "none%d", i);
		rg_temporary_keep(name);
	}
	memset(longest, 'x', PATH_MAX);
	strcpy(longest + PATH_MAX, "XXXXXX");
	CHECK_INT(rg_temporary_file(longest), -1);
	CHECK_INT(errno, ENAMETOOLONG);
	free(longest);
	CHECK_INT(rg_temporary_folder(strcpy(name, "no/XXXXXX")), -1);
	CHECK_INT(errno, ENOENT);
	CHECK_INT(entries(), 0);
}

int main(void)
{
	char dir[] = "/tmp/ringgen-temporary.XXXXXX";

	if (!mkdtemp(dir) || chdir(dir) != 0) {
		perror(dir);
		return 1;
	}
	setrlimit(RLIMIT_CORE, &(struct rlimit){0});
	check_signals();
	check_exit();
	check_shell();
	check_writing();
	check_before_and_after();
	check_status();
	check_limits();
	rmdir(dir);
	return TEST_END;
}
