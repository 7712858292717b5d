#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Runs in the guest: shows the scheduling domains with their flags, then what
# placement-demo does under four settings.
set -eu

dir=$(dirname "$0")
sched=/sys/kernel/debug/sched
levels=$sched/placement/levels
set -- "$sched"/domains/cpu0/domain*/name
while [ $# -gt 1 ]; do
	shift
done
top=$(cat "$1")

cat <<END

Linux $(uname -r), $(nproc) CPUs. Scheduling domains of all CPUs, by level, lowest first:

END
sed -e 's/SD_//g' -e 's/: /:\n    /' "$levels/all/flags" | fold -s -w 96 |
	sed -e '/^[^ ].*[^:]$/s/^/    /'

reset_all() {
	echo NO_PREFER_LOCAL >$sched/features
	echo reset >$levels/all/flags
}

row() { # NAME
	printf '%-20s' "$1"
	"$dir/placement-demo"
	reset_all
}

cat <<END

Tasks that wake each other across the machine, and children that are forked and exec.
How many there were, and how many of them went to another CPU, last-level cache, node:

                                 wakeups                     forks                       execs
setting                 all    CPU    LLC   node    all    CPU    LLC   node    all    CPU    LLC   node
END

reset_all
row 'all off'

echo PREFER_LOCAL >$sched/features
row 'PREFER_LOCAL'

echo -SD_WAKE_AFFINE >"$levels/$top/flags"
row "$top -WAKE_AFFINE"

echo +SD_BALANCE_WAKE >$levels/all/flags
row 'all +BALANCE_WAKE'

cat <<END

PREFER_LOCAL keeps forks in their node while fewer tasks run than the machine has cores;
$top without SD_WAKE_AFFINE leaves wakeups in the part of it that they slept in; SD_BALANCE_WAKE
searches the machine, but only for wakeups that are not affine. Under emulation only the
placement is real, the times are not, and the counts vary from run to run.
END
