# SPDX-License-Identifier: GPL-2.0
#
# Tests of wakeup placement, for the Makefile beside this file.

TEST_GEN_PROGS += balance_map
TEST_GEN_PROGS += domain_flags_golden
TEST_GEN_PROGS += domain_flags_write
TEST_GEN_PROGS += domain_flags_rebuild
TEST_GEN_PROGS += domain_flags_obeyed
TEST_GEN_PROGS += idle_buddy
TEST_GEN_PROGS += placement_reasons
TEST_GEN_PROGS += placement_settings
TEST_GEN_PROGS += placement_stats
TEST_GEN_PROGS += placement_storm
TEST_GEN_PROGS += prefer_local
TEST_GEN_PROGS += wake_prev_first

LOCAL_HDRS += sched_files.h sched_load.h sched_trace.h sched_place.h
LOCAL_HDRS += sched_features.h sched_stage.h sched_expect.h sched_far.h
LOCAL_HDRS += sched_burst.h sched_cpuset.h sched_notify.h sched_wide.h
