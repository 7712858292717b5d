#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Runs in the guest: shows the machine with its scheduling domains, then what
# placement-demo does under four settings: how far tasks went, why, and from which CPU
# to which. Leaves a matrix for each setting in /out.
set -eu

dir=$(dirname "$0")
demo=$dir/placement-demo
out=/out
mkdir -p $out

set -- /sys/kernel/debug/sched/domains/cpu0/domain*/name
while [ $# -gt 1 ]; do
	shift
done
top=$(cat "$1")

wakectl show
echo 1 >/proc/sys/kernel/sched_placement_stats

try() { # FILE NAME [SETTING...]
	file=$out/$1 name=$2
	shift 2
	wakectl reset
	[ $# = 0 ] || wakectl set "$@"
	wakectl stat -- sh -c "$demo >$file.row" >"$file.stat" 2>/dev/null
	wakectl map --json -- sh -c "$demo >/dev/null" >"$file.json" 2>/dev/null
	printf '%-20s%s\n' "$name" "$(cat "$file.row")"
}

reasons() { # FILE NAME
	printf '%-20s%s\n' "$2" "$(tail -n 1 "$out/$1.stat")"
}

matrix() { # FILE NAME
	printf '\n%s\n\n' "$2"
	wakectl map --from "$out/$1.json"
}

each() { # COMMAND, which gets FILE NAME [SETTING...]
	$1 off 'all off'
	$1 prefer-local 'PREFER_LOCAL' PREFER_LOCAL
	$1 no-affine "$top -WAKE_AFFINE" "$top:-SD_WAKE_AFFINE"
	$1 balance-wake 'all +BALANCE_WAKE' all:+SD_BALANCE_WAKE
}

cat <<END

Tasks that wake each other across the machine, and children that are forked and exec.
How many there were, and how many of them went to another CPU, last-level cache, node:

                                 wakeups                     forks                       execs
setting                 all    CPU    LLC   node    all    CPU    LLC   node    all    CPU    LLC   node
END

each try
wakectl reset

cat <<END

Why they went there: decisions, per cent of them by reason, and by how far the task moved
(man wakectl has the legend):

$(printf '%-20s%s' setting "$(head -n 1 $out/off.stat)")
END
each reasons

cat <<END

Which CPU woke, forked or exec'ed (rows), and which was chosen (columns):
END
each matrix

cat <<END

PREFER_LOCAL keeps forks in their node while fewer tasks run than the machine has cores;
$top without SD_WAKE_AFFINE leaves wakeups in the part of it that they slept in; SD_BALANCE_WAKE
searches the machine, but only for wakeups that are not affine. Under emulation only the
placement is real, the times are not, and the counts vary from run to run.
END
