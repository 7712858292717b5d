#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Runs in the guest: measures each sample of the plan, and prints it as soon as it is
# there, so that a guest that dies has lost one. The load of a number of clients is
# started once, and stands still while settings are switched: features patch the kernel's
# text. A reset of the counters patches nothing.
set -euo pipefail

[ $# = 3 ] || { echo 'usage: run.sh PLAN WAKEUPS SECONDS' >&2; exit 2; }
plan=$1 wanted=$2 limit=$3

settings=/proc/sys/kernel/sched_placement
stats=/sys/kernel/debug/sched/placement/stats
reset=/sys/kernel/debug/sched/placement/reset
tmp=$(mktemp -d)
pids=()

# Job control, so that each job is a process group, which can be killed as one.
set -m
stop() {
	((${#pids[@]} == 0)) || kill -KILL -- "${pids[@]/#/-}" 2>/dev/null || true
	wait "${pids[@]}" 2>/dev/null || true
	pids=()
}
trap 'stop; rm -rf "$tmp"' EXIT

# counted: wakeups, then how many were to another core, cache, node, on a busy CPU and
# missed an idle one, then all of it by reason. Forks and execs are no wakeups.
counted() {
	awk 'NR == 1 || /^(fork|exec|total) / || !$2 { next }
		{
			for (i = 2; i <= 7; i++)
				sum[i] += $i
			reasons = reasons (reasons ? "," : "") $1 "=" $2 ":" $6 ":" $7
		}
		END {
			for (i = 2; i <= 7; i++)
				printf "%d\t", sum[i]
			print reasons
		}' $stats
}

# With the load on, the guest is too slow to run programs: only the shell's own words.
mkfifo "$tmp/never"
exec {never}<>"$tmp/never"
pause() { read -r -t "$1" -u "$never" || true; }

wakeups() {
	local reason decisions rest
	sum=0
	while read -r reason decisions rest; do
		[[ $reason =~ ^(reason|fork|exec|total)$ ]] || ((sum += decisions, 1))
	done <$stats
}

bytes() { awk -F '[: ]+' '$2 == "lo" { print $3 }' /proc/net/dev; }

# all_run CLIENTS: tbench has printed as many in front of a line.
all_run() { [[ $(<"$tmp/tbench") =~ $'\n'' '*$1' '[^$'\n']*MB/sec ]]; }

signal() { kill "-$1" -- "${pids[@]/#/-}"; }

start() { # CLIENTS
	local began=$SECONDS
	: >"$tmp/tbench"
	# The one before may hold the port for a while.
	until grep -q ':1B5B 00000000:0000 0A' /proc/net/tcp; do
		if ((${#pids[@]} == 0)) || ! kill -0 "${pids[0]}" 2>/dev/null; then
			tbench_srv >/dev/null 2>&1 &
			pids=($!)
		fi
		pause 0.5
	done
	tbench -t 86400 -c "$tmp/client.txt" "$1" 127.0.0.1 >"$tmp/tbench" 2>&1 &
	pids+=($!)
	until all_run "$1"; do
		if ((SECONDS - began > 600)) || ! kill -0 "${pids[1]}"; then
			cat "$tmp/tbench" >&2
			return 1
		fi
		pause 1
	done
	signal STOP
	echo "# $1 clients run after $((SECONDS - began)) s"
}

sample() { # ROUND CLIENTS LABEL SETTING...
	local round=$1 clients=$2 label=$3 began from took sent sum=0
	shift 3
	pause 1
	echo "reset $*" >$settings
	pause 1
	sent=$(bytes)
	began=${EPOCHREALTIME/./}
	signal CONT
	# The warm-up, in which tasks leave where the last setting had them.
	pause 2

	echo 1 >$reset
	from=${EPOCHREALTIME/./}
	while ((sum < wanted && ${EPOCHREALTIME/./} - from < limit * 1000000)); do
		pause 1
		wakeups
	done
	took=$((${EPOCHREALTIME/./} - from))
	signal STOP
	began=$((${EPOCHREALTIME/./} - began))
	pause 0.5
	sent=$(($(bytes) - sent))
	printf 'sample\t%s\t%s\t%s\t%s\t%s\t%s\n' "$round" "$clients" "$label" \
		"$(awk "BEGIN { print $took / 1e6 }")" \
		"$(awk "BEGIN { print $sent / $began }")" "$(counted)"
}

# Each client reads it; from memory, not from the host.
cp /usr/share/dbench/client.txt "$tmp/client.txt"
echo 2 >/proc/sys/kernel/sched_placement_stats
sleep 2
running=0
while IFS=$'\t' read -r -u 3 round clients label words; do
	if ((clients != running)); then
		stop
		start "$clients"
		running=$clients
	fi
	# shellcheck disable=SC2086 # settings are words
	sample "$round" "$clients" "$label" $words
done 3<"$plan"
