# SPDX-License-Identifier: GPL-2.0
#
# Tests of wakeup placement, for the Makefile beside this file.

TEST_GEN_PROGS += domain_flags_golden
TEST_GEN_PROGS += domain_flags_write
TEST_GEN_PROGS += domain_flags_rebuild
TEST_GEN_PROGS += domain_flags_obeyed
TEST_GEN_PROGS += placement_reasons
TEST_GEN_PROGS += placement_settings
TEST_GEN_PROGS += placement_stats
TEST_GEN_PROGS += prefer_local

LOCAL_HDRS += sched_files.h sched_load.h sched_trace.h sched_place.h
