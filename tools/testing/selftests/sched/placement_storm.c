// SPDX-License-Identifier: GPL-2.0
/*
 * All that has a say in placement changes at random while tasks wake, fork and exec:
 * domain flags, features, counting, which CPUs are online, cpuset partitions, and where
 * each task may run. The tests of single switches do not see what happens between two.
 *
 * Whatever is chosen, a task runs where it may, and none is forgotten. So that there is
 * such a place for each task at any time, some CPUs are steady: they stay online and in
 * no partition, and each task may run on one of them at least.
 *
 * PLACEMENT_STORM_SEED repeats a storm's changes, PLACEMENT_STORM_ROUNDS is how many.
 */

#include <dirent.h>
#include <time.h>

#include "sched_cpuset.h"
#include "sched_features.h"
#include "sched_load.h"
#include "../kselftest_harness.h"

#define PLACEMENT_DIR	SCHED_DIR "/placement"
#define COUNTING	PLACEMENT_DIR "/counting"
#define MAP_CHECK	PLACEMENT_DIR "/map_check"
#define LOAD_GROUP	CGROUP_ROOT "/sched_storm_load"
#define PART_GROUP	CGROUP_ROOT "/sched_storm_partition"

#define ROUNDS		400
#define LIST_LEN	1024
#define TASKS_MAX	80
#define FOLLOWERS_MAX	8
#define LEVELS_MAX	16
#define PATIENCE	200	/* seconds that a task may take to wake up once more */

/*
 * Switching these patches code that other CPUs run, which emulators have been seen to
 * get wrong now and then. So it happens in few of the rounds only.
 */
static const char * const switched[] = {
	"BALANCE_MAP", "IDLE_BUDDY", "IDLE_BUDDY_SCAN", "WAKE_PREV_FIRST", "PREFER_LOCAL",
};

#define PATCHES		10

/* --- The tasks -------------------------------------------------------------- */

/**
 * struct task - what a task of the load shares with the test
 * @pid: its ID
 * @resident: it is in the partition while that stands, and keeps its affinity
 * @allowed: where it may run; written by itself
 * @random: the state of its random numbers
 * @stands: &load.stands when it forked its last child, which may be in another group
 * @wakeups: how often it woke up
 * @wrongs: how often it was where it must not be
 * @wrong: what was wrong the first time
 */
struct task {
	pid_t pid;
	bool resident;
	cpu_set_t allowed;
	unsigned int random;
	unsigned int stands;
	atomic_ulong wakeups;
	atomic_ulong wrongs;
	char wrong[LIST_LEN];
};

/**
 * struct load - what all of them share, a file for those that exec
 * @stop: no more
 * @steady: see the top of this file
 * @stands: odd while there is a partition, and another number for each
 * @partition: its CPUs, while it stands
 * @nr: how many tasks there are
 * @task: the tasks
 */
struct load {
	atomic_bool stop;
	cpu_set_t steady;
	atomic_uint stands;
	cpu_set_t partition;
	int nr;
	struct task task[TASKS_MAX];
};

static struct load *load;
static int load_fd;

static struct load *map_load(int fd)
{
	return mmap(NULL, sizeof(*load), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

static unsigned int random_below(unsigned int *state, unsigned int limit)
{
	return rand_r(state) % limit;
}

/* A byte that is lost would be a task that is lost, so the rest ends here. */
static void must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "# storm: %s: %s\n", what, strerror(errno));
	_exit(1);
}

/* @stands is the &load.stands that it is about, if that is still so. */
static void check_cpu(struct task *me, unsigned int stands)
{
	cpu_set_t partition = load->partition;
	bool inside, allowed;
	char list[LIST_LEN / 2];
	int cpu = sched_getcpu();

	allowed = CPU_ISSET(cpu, &me->allowed);
	inside = CPU_ISSET(cpu, &partition);
	if (!(stands & 1) || stands != load->stands)
		inside = me->resident;
	if ((allowed && inside == me->resident) || me->wrongs++)
		return;

	format_cpulist(allowed ? &partition : &me->allowed, list, sizeof(list));
	snprintf(me->wrong, sizeof(me->wrong), "task %d, %s the partition, was on CPU %d, %s %s",
		 (int)(me - load->task), me->resident ? "in" : "not in", cpu,
		 allowed ? "the partition has" : "its affinity is", list);
}

static void change_affinity(struct task *me)
{
	cpu_set_t cpus;
	int cpu;

	do {
		cpu_set_t steady;

		CPU_ZERO(&cpus);
		for (cpu = 0; cpu < nr_cpus(); cpu++) {
			if (random_below(&me->random, 2))
				CPU_SET(cpu, &cpus);
		}
		CPU_AND(&steady, &cpus, &load->steady);
		cpu = first_cpu(&steady);
	} while (cpu < 0);

	/* Refused while a partition begins or ends. */
	while (sched_setaffinity(0, sizeof(cpus), &cpus))
		must(errno == EINVAL, "sched_setaffinity");
	me->allowed = cpus;
}

static void woke_up(struct task *me)
{
	me->wakeups++;
	check_cpu(me, load->stands);
	if (me->resident || random_below(&me->random, 64))
		return;
	change_affinity(me);
	check_cpu(me, load->stands);
}

#define GO	'g'
#define STOP	's'

static char receive_byte(int fd)
{
	char byte;

	must(read(fd, &byte, 1) == 1, "read");

	return byte;
}

static void send_byte(int fd, char byte)
{
	must(write(fd, &byte, 1) == 1, "write");
}

/**
 * struct group - one task that wakes others, who answer
 * @followers: how many
 * @to: a pipe to each
 * @back: the pipe for all answers
 */
struct group {
	int followers;
	int to[FOLLOWERS_MAX][2];
	int back[2];
};

static void lead(struct task *me, struct group *group)
{
	bool stop;
	int i;

	do {
		stop = load->stop;
		for (i = 0; i < group->followers; i++)
			send_byte(group->to[i][1], stop ? STOP : GO);
		for (i = 0; i < group->followers; i++) {
			receive_byte(group->back[0]);
			woke_up(me);
		}
	} while (!stop);
}

static void follow(struct task *me, struct group *group, int i)
{
	char byte;

	do {
		byte = receive_byte(group->to[i][0]);
		woke_up(me);
		send_byte(group->back[1], byte);
	} while (byte != STOP);
}

static void exec_myself(struct task *me)
{
	char fd[NAME_LEN], nr[NAME_LEN];

	snprintf(fd, sizeof(fd), "%d", load_fd);
	snprintf(nr, sizeof(nr), "%d", (int)(me - load->task));
	execl("/proc/self/exe", "placement_storm", "--exec", fd, nr, NULL);
	must(false, "exec");
}

/* What a task becomes by exec_myself(). */
static int after_exec(const char *fd, const char *nr)
{
	struct task *me;

	load = map_load(atoi(fd));
	must(load != MAP_FAILED, "mmap");
	me = &load->task[atoi(nr)];
	check_cpu(me, me->stands);

	return 0;
}

static void fork_and_exec(struct task *me)
{
	while (!load->stop) {
		bool execs = random_below(&me->random, 2);
		int status;
		pid_t pid;

		me->stands = load->stands;
		pid = fork();
		must(pid >= 0, "fork");
		if (!pid) {
			check_cpu(me, me->stands);
			if (execs)
				exec_myself(me);
			_exit(0);
		}
		must(waitpid(pid, &status, 0) == pid && !status, "a child");
		woke_up(me);
	}
}

static struct task *new_task(unsigned int *random, bool resident)
{
	struct task *task = &load->task[load->nr++];
	pid_t pid;
	int cpu;

	task->resident = resident;
	task->random = rand_r(random);
	for (cpu = 0; cpu < nr_cpus(); cpu++)
		CPU_SET(cpu, &task->allowed);

	pid = fork();
	must(pid >= 0, "fork");
	if (pid) {
		task->pid = pid;
		return NULL;
	}

	prctl(PR_SET_PDEATHSIG, SIGKILL);

	return task;
}

static void new_group(unsigned int *random, int followers, bool resident)
{
	struct group group = { .followers = followers };
	struct task *me;
	int i;

	must(!pipe(group.back), "pipe");
	for (i = 0; i < followers; i++)
		must(!pipe(group.to[i]), "pipe");

	for (i = 0; i < followers; i++) {
		me = new_task(random, resident);
		if (me) {
			follow(me, &group, i);
			_exit(0);
		}
	}
	me = new_task(random, resident);
	if (me) {
		lead(me, &group);
		_exit(0);
	}

	for (i = 0; i < followers; i++) {
		close(group.to[i][0]);
		close(group.to[i][1]);
	}
	close(group.back[0]);
	close(group.back[1]);
}

static void new_forker(unsigned int *random, bool resident)
{
	struct task *me = new_task(random, resident);

	if (me) {
		fork_and_exec(me);
		_exit(0);
	}
}

/*
 * The tasks are born in their group: a task that joins one while a partition becomes an
 * isolated one may wait for that forever in 6.12, as that does for a fork, and that for
 * the task.
 */
static void start_load(unsigned int *random)
{
	int pairs = 1 + nr_cpus() / 4;

	load_fd = memfd_create("placement_storm", 0);
	must(load_fd >= 0 && !ftruncate(load_fd, sizeof(*load)), "memfd");
	load = map_load(load_fd);
	must(load != MAP_FAILED, "mmap");

	/* With a sibling, the number of cores with two threads does not become 0. */
	thread_siblings(0, &load->steady);
	CPU_SET(0, &load->steady);
	if (CPU_COUNT(&load->steady) == 1 && nr_cpus() > 3)
		CPU_SET(1 + random_below(random, nr_cpus() - 1), &load->steady);

	must(!write_text(LOAD_GROUP "/cgroup.procs", "0"), LOAD_GROUP);
	new_group(random, 1, true);
	new_forker(random, true);
	new_forker(random, false);
	new_group(random, nr_cpus() < FOLLOWERS_MAX ? nr_cpus() : FOLLOWERS_MAX, false);
	while (pairs-- && load->nr + 2 <= TASKS_MAX)
		new_group(random, 1, false);
	must(!write_text(CGROUP_ROOT "/cgroup.procs", "0"), CGROUP_ROOT);
}

/* --- The storm -------------------------------------------------------------- */

/**
 * struct storm - what changes
 * @random: the state of the random numbers
 * @offline: CPUs that are
 * @keeper: the CPU of the partition that stays online, so that it stays valid
 * @taken: how many changes of flags the kernel has taken
 * @refused: and how many not
 */
struct storm {
	unsigned int random;
	cpu_set_t offline;
	int keeper;
	int taken;
	int refused;
};

static unsigned int one_of(struct storm *storm, unsigned int nr)
{
	return random_below(&storm->random, nr);
}

static void random_flags(struct storm *storm, char *text, size_t size)
{
	size_t i, len = 0;

	if (!one_of(storm, 8)) {
		snprintf(text, size, "reset");
		return;
	}

	while (!len) {
		for (i = 0; i < ARRAY_SIZE(policy_flags); i++) {
			if (!one_of(storm, 3))
				len += snprintf(text + len, size - len, "%c%s ",
						one_of(storm, 2) ? '+' : '-', policy_flags[i]);
		}
	}
}

/* Some flags make no sense without others, and a level may have lost its domains. */
static int taken_or_refused(struct storm *storm, int err)
{
	if (err == -EINVAL || err == -ENODEV) {
		storm->refused++;
		return 0;
	}
	storm->taken++;

	return err;
}

static int change_level(struct storm *storm)
{
	static char names[LEVELS_MAX][NAME_LEN];
	DIR *dir = opendir(LEVELS_DIR);
	struct dirent *entry;
	char text[LIST_LEN];
	int nr = 0;

	if (!dir)
		return -errno;
	while (nr < LEVELS_MAX && (entry = readdir(dir))) {
		if (entry->d_name[0] != '.')
			snprintf(names[nr++], NAME_LEN, "%.31s", entry->d_name);
	}
	closedir(dir);
	random_flags(storm, text, sizeof(text));

	return nr ? taken_or_refused(storm, write_level(names[one_of(storm, nr)], text)) : -ENOENT;
}

/* An isolated CPU has no domain, and neither has one that is offline. */
static int change_domain(struct storm *storm)
{
	int cpu, domains;
	char text[LIST_LEN];

	do {
		cpu = one_of(storm, nr_cpus());
		domains = nr_domains(cpu);
	} while (!domains && CPU_COUNT(&load->steady) > 1);
	if (!domains)
		return 0;
	random_flags(storm, text, sizeof(text));

	return taken_or_refused(storm, write_domain(cpu, one_of(storm, domains), text));
}

static int change_cpu(struct storm *storm)
{
	int cpu = one_of(storm, nr_cpus());
	bool online = CPU_ISSET(cpu, &storm->offline);

	if (CPU_ISSET(cpu, &load->steady) || (load->stands & 1 && cpu == storm->keeper))
		return 0;

	if (online)
		CPU_CLR(cpu, &storm->offline);
	else
		CPU_SET(cpu, &storm->offline);

	return set_cpu_online(cpu, online);
}

static int move_residents(const char *procs)
{
	int i, err = 0;

	for (i = 0; i < load->nr && !err; i++) {
		char pid[NAME_LEN];

		snprintf(pid, sizeof(pid), "%d", load->task[i].pid);
		if (load->task[i].resident)
			err = write_text(procs, pid);
	}

	return err;
}

static int set_partition(const char *type)
{
	static char text[TEXT_MAX];
	int err;

	err = write_text(PART_GROUP "/cpuset.cpus.partition", type) ?:
	      read_text(PART_GROUP "/cpuset.cpus.partition", text);
	text[strcspn(text, "\n")] = '\0';

	return err ?: strcmp(text, type) ? -EINVAL : 0;
}

static int leave_partition(void)
{
	load->stands++;

	return move_residents(LOAD_GROUP "/cgroup.procs") ?: set_partition("member");
}

static const char *random_partition(struct storm *storm)
{
	return one_of(storm, 2) ? "root" : "isolated";
}

static int enter_partition(struct storm *storm)
{
	char list[LIST_LEN];
	int cpu, err;

	do {
		storm->keeper = one_of(storm, nr_cpus());
	} while (CPU_ISSET(storm->keeper, &load->steady) ||
		 CPU_ISSET(storm->keeper, &storm->offline));

	CPU_ZERO(&load->partition);
	CPU_SET(storm->keeper, &load->partition);
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		if (!CPU_ISSET(cpu, &load->steady) && one_of(storm, 2))
			CPU_SET(cpu, &load->partition);
	}
	format_cpulist(&load->partition, list, sizeof(list));

	err = write_text(PART_GROUP "/cpuset.cpus", list) ?:
	      set_partition(random_partition(storm)) ?:
	      move_residents(PART_GROUP "/cgroup.procs");
	if (!err)
		load->stands++;

	return err;
}

static int change_partition(struct storm *storm)
{
	if (CPU_COUNT(&load->steady) + CPU_COUNT(&storm->offline) == nr_cpus())
		return 0;
	if (!(load->stands & 1))
		return enter_partition(storm);

	return one_of(storm, 2) ? leave_partition() : set_partition(random_partition(storm));
}

static int change_feature(struct storm *storm)
{
	const char *name = switched[one_of(storm, ARRAY_SIZE(switched))];
	char negative[PATH_LEN];

	snprintf(negative, sizeof(negative), "NO_%s", name);

	return want_feature(has_feature(name) ? negative : name);
}

static int change_counting(struct storm *storm)
{
	static const char * const levels[] = { "0", "1", "2" };

	return write_text(COUNTING, levels[one_of(storm, ARRAY_SIZE(levels))]);
}

static const struct change {
	const char *what;
	int (*change)(struct storm *storm);
	int share;
} changes[] = {
	{ "level", change_level, 30 },
	{ "domain", change_domain, 40 },
	{ "CPU", change_cpu, 20 },
	{ "partition", change_partition, 10 },
}, patches[] = {
	{ "feature", change_feature, 80 },
	{ "counting", change_counting, 20 },
};

static const struct change *random_change(struct storm *storm, const struct change *change)
{
	int at = one_of(storm, 100);

	while (at >= change->share)
		at -= change++->share;

	return change;
}

/* --- What was, and shall be again ------------------------------------------- */

static char counting_before[TEXT_MAX];
static char flags_before[TEXT_MAX];

static int remove_group(const char *path)
{
	int err, i;

	/* A task that was killed may not be gone yet. */
	for (i = 0; i < 1000; i++) {
		err = rmdir(path) ? -errno : 0;
		if (err != -EBUSY)
			break;
		usleep(1000);
	}

	return err == -ENOENT ? 0 : err;
}

/* Also after a test that was killed, and where there is nothing left to do. */
static int restore(void)
{
	static char text[TEXT_MAX];
	int cpu, err = 0;

	if (!access(PART_GROUP, F_OK)) {
		write_text(PART_GROUP "/cgroup.kill", "1");
		err = set_partition("member");
	}
	if (!access(LOAD_GROUP, F_OK))
		write_text(LOAD_GROUP "/cgroup.kill", "1");
	err = remove_group(PART_GROUP) ?: remove_group(LOAD_GROUP) ?: err;

	for (cpu = 1; cpu < nr_cpus(); cpu++)
		err = set_cpu_online(cpu, true) ?: err;
	err = write_text(ALL_LEVELS, "reset") ?: err;

	err = restore_features(features_before) ?: err;
	if (read_text(COUNTING, text) || strcmp(text, counting_before))
		err = write_text(COUNTING, counting_before) ?: err;

	return err;
}

/* A number of map_check, or -1 if the kernel has no such file. */
static long map_check(const char *what)
{
	static char text[TEXT_MAX];
	const char *at;

	if (read_text(MAP_CHECK, text))
		return -1;
	at = strstr(text, what);

	return at ? atol(at + strlen(what)) : -1;
}

static unsigned int number_from_environment(const char *name, unsigned int otherwise)
{
	const char *value = getenv(name);

	return value ? strtoul(value, NULL, 0) : otherwise;
}

/* --- The test --------------------------------------------------------------- */

FIXTURE(storm) {
	struct storm storm;
	unsigned int rounds;
	long compared;
};

FIXTURE_SETUP(storm)
{
	if (!have_cpusets())
		SKIP(return, "needs cgroup2 with the cpuset controller");

	self->storm.random = number_from_environment("PLACEMENT_STORM_SEED", time(NULL));
	self->rounds = number_from_environment("PLACEMENT_STORM_ROUNDS", ROUNDS);
	TH_LOG("PLACEMENT_STORM_SEED=%u PLACEMENT_STORM_ROUNDS=%u",
	       self->storm.random, self->rounds);

	self->compared = map_check("compared ");
	ASSERT_EQ(want_feature("BALANCE_MAP"), 0);
	ASSERT_EQ(mkdir(LOAD_GROUP, 0755), 0);
	ASSERT_EQ(mkdir(PART_GROUP, 0755), 0);
	start_load(&self->storm.random);
}

FIXTURE_TEARDOWN(storm)
{
	static char text[TEXT_MAX];

	EXPECT_EQ(restore(), 0);
	EXPECT_EQ(read_text(FEATURES, text), 0);
	EXPECT_STREQ(text, features_before);
	EXPECT_EQ(read_text(ALL_LEVELS, text), 0);
	EXPECT_STREQ(text, flags_before);
}

/* Who waits for a task that is lost would be lost, too. */
static void assert_all_awake(struct __test_metadata *_metadata)
{
	int i, lost = 0, patience = PATIENCE * 100;
	unsigned long before[TASKS_MAX];

	for (i = 0; i < load->nr; i++)
		before[i] = load->task[i].wakeups;
	for (i = 0; i < load->nr; i++) {
		struct task *task = &load->task[i];

		while (task->wakeups == before[i] && patience) {
			patience--;
			usleep(10000);
		}
		EXPECT_GT(task->wakeups, before[i]) {
			TH_LOG("task %d, PID %d, state %c, woke up %lu times",
			       i, task->pid, task_state(task->pid), before[i]);
			lost++;
		}
	}
	ASSERT_EQ(lost, 0);
}

static void expect_all_right(struct __test_metadata *_metadata)
{
	int i;

	for (i = 0; i < load->nr; i++) {
		EXPECT_EQ((unsigned long)load->task[i].wrongs, 0)
			TH_LOG("%s", load->task[i].wrong);
	}
}

static void expect_end(struct __test_metadata *_metadata)
{
	int i, status;

	load->stop = true;
	for (i = 0; i < load->nr; i++) {
		EXPECT_EQ(waitpid(load->task[i].pid, &status, 0), load->task[i].pid);
		EXPECT_EQ(status, 0) TH_LOG("task %d", i);
	}
}

TEST_F_TIMEOUT(storm, tasks_run_where_they_may, 900)
{
	unsigned int i, patch = self->rounds / PATCHES + 1;

	for (i = 1; i <= self->rounds; i++) {
		const struct change *change;

		change = random_change(&self->storm, i % patch ? changes : patches);
		ASSERT_EQ(change->change(&self->storm), 0)
			TH_LOG("round %u: %s", i, change->what);
	}

	TH_LOG("%d changes of flags were taken, %d refused",
	       self->storm.taken, self->storm.refused);
	EXPECT_GT(self->storm.taken, 0);

	assert_all_awake(_metadata);
	if (load->stands & 1)
		EXPECT_EQ(leave_partition(), 0);
	expect_end(_metadata);
	expect_all_right(_metadata);

	if (self->compared < 0)
		return;
	EXPECT_GT(map_check("compared "), self->compared);
	EXPECT_EQ(map_check("differed "), 0);
}

int main(int argc, char **argv)
{
	size_t i;
	int ret;

	if (argc == 4 && !strcmp(argv[1], "--exec"))
		return after_exec(argv[2], argv[3]);

	require_series();
	for (i = 0; i < ARRAY_SIZE(switched); i++)
		require_feature(switched[i]);
	if (read_text(COUNTING, counting_before) || read_text(ALL_LEVELS, flags_before))
		ksft_exit_fail_msg("%s: %s\n", SCHED_DIR, strerror(errno));
	restore_features_at_exit();

	ret = test_harness_run(argc, argv);
	restore();

	return ret;
}
