// SPDX-License-Identifier: GPL-2.0
/*
 * Whether maps follow the flags, which administrators change: of a level, or of single
 * domains, to anything, so that some domains between others have a flag or lack it.
 */

#include "../sched.h"
#include "attach.h"
#include "map_test.h"

static void change_levels(const struct topology *t, struct random *rnd)
{
	u64 seed = random_u64(rnd);
	int place;

	for (place = 0; place < t->nr; place++) {
		struct sched_domain *sd;

		for (sd = cpu_rq(t->number[place])->sd; sd; sd = sd->parent) {
			struct random level = { .state = seed + sd->level };

			sd->flags &= ~POLICY_FLAGS;
			sd->flags |= random_u64(&level) & POLICY_FLAGS;
		}
	}
}

static void change_domains(const struct topology *t, struct random *rnd)
{
	int percent = random_in(rnd, 5, 95);
	int place;

	for (place = 0; place < t->nr; place++) {
		struct sched_domain *sd;

		for (sd = cpu_rq(t->number[place])->sd; sd; sd = sd->parent) {
			if (random_percent(rnd, percent))
				sd->flags ^= random_u64(rnd) & POLICY_FLAGS;
		}
	}
}

/**
 * change_flags() - give domains other policy flags
 * @t: the machine
 * @rnd: which
 */
void change_flags(const struct topology *t, struct random *rnd)
{
	if (random_percent(rnd, 50))
		change_levels(t, rnd);
	else
		change_domains(t, rnd);
}

/**
 * check_followed() - compare all again after flags have changed
 * @t: the machine, with maps
 * @rnd: which
 * @sample: every so manieth CPU is one that decides
 */
void check_followed(const struct topology *t, struct random *rnd, int sample)
{
	change_flags(t, rnd);
	follow(t);
	check_finds(t, MAP_FOLLOWED, rnd, sample);
	check_below(t, MAP_FOLLOWED, sample);
}
