#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Runs in the guest: each line of the plan is a phase, with a setting and a workload. The
# setting is made while nothing runs; the meter is told the number of the phase before
# the workload starts, and 0 after it ended. "stats=N" in a setting is how much the kernel
# shall count, all other words are for kernel.sched_placement.
set -euo pipefail

[ $# = 1 ] || { echo 'usage: run.sh PLAN' >&2; exit 2; }
settings=/proc/sys/kernel/sched_placement
counting=/proc/sys/kernel/sched_placement_stats
stats=/sys/kernel/debug/sched/placement/stats
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# From memory, not from the host.
cp /usr/share/dbench/client.txt "$tmp/client.txt"
cp /run/guest/busybox "$tmp/true"

set_to() { # WORD...
	local word level=0 words=()
	[ -e $settings ] || return 0
	for word; do
		case $word in
		stats=*) level=${word#*=} ;;
		*) words+=("$word") ;;
		esac
	done
	echo "$level" >$counting
	echo "reset ${words[*]}" >$settings
}

# tbench CLIENTS TIMES: that many seconds, each with new tasks, as a pair may stay for long
# where it was put at first.
tbench_of() {
	local i
	for ((i = 0; i < $2; i++)); do
		tbench -t 1 -c "$tmp/client.txt" "$1" 127.0.0.1 >"$tmp/tbench" 2>&1
		grep -q '^Throughput' "$tmp/tbench"
	done
}

# exec N: that many programs, one after the other
exec_of() {
	local i
	for ((i = 0; i < $1; i++)); do
		"$tmp/true"
	done
}

work() { # WORKLOAD, which is name:argument[:argument]
	local name first second
	IFS=: read -r name first second <<<"$1"
	case $name in
	tbench) tbench_of "$first" "$second" ;;
	hackbench) hackbench -g "$first" -l "$second" >"$tmp/hackbench" ;;
	exec) exec_of "$first" ;;
	esac
}

if [ -e $stats ]; then
	awk 'NR > 1 && $1 != "total" { print "outcome\t" NR - 2 "\t" $1 }' $stats
fi
tbench_srv >/dev/null 2>&1 &
sleep 1
while IFS=$'\t' read -r -u 3 phase workload _ words; do
	# shellcheck disable=SC2086 # settings are words
	set_to $words
	sleep 0.3
	/cost/phase "$phase"
	work "$workload"
	/cost/phase 0
	echo "done	$phase"
done 3<"$1"
kill %1
