// SPDX-License-Identifier: GPL-2.0
/*
 * Keys of different builds: a partition never holds a CPU of another one, whatever the
 * numbers of the builds are, and even if they are equal, as those of builds that are 65536
 * apart. And CPUs that have no map, as they have no domain, or no memory was left.
 */

#include "attach.h"
#include "map_test.h"

/**
 * check_builds() - compare what is found on a machine whose partitions were built apart
 * @t: the machine, without maps; it has none afterwards either
 * @rnd: what numbers the builds have
 */
void check_builds(const struct topology *t, struct random *rnd)
{
	struct attach_how how = attach_plainly;

	/* The last number, too, after which they wrap round. */
	how.first_build = random_percent(rnd, 50) ? 0xffff : random_u64(rnd);
	how.build_step = 1 + random_below(rnd, 1000);
	attach(t, &how);
	check_finds(t, MAP_BUILDS, rnd, 1);
	detach(t);

	how.first_build = 1 + random_below(rnd, 0xffff);
	how.build_step = 0;
	attach(t, &how);
	check_finds(t, MAP_SAME_BUILD, rnd, 1);
	detach(t);
}

/**
 * check_no_map() - compare what is found where some CPUs have no map
 * @t: the machine, without maps; it has none afterwards either
 * @rnd: which
 */
void check_no_map(const struct topology *t, struct random *rnd)
{
	struct attach_how how = attach_plainly;

	how.no_memory = random_percent(rnd, 20) ? 100 : 40;
	how.seed = random_u64(rnd);
	attach(t, &how);
	check_finds(t, MAP_NONE, rnd, 1);
	check_below(t, MAP_NONE, 1);
	detach(t);
}
