#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
#
# Runs every command of wakectl on the kernel that runs, as root. For busybox. Prints
# KTAP with the kernel's ktap_helpers.sh, which is beside this file or where
# KTAP_HELPERS says. WAKECTL is the program (default: in the folder above).
#
# Turning the tracepoint on patches code, too. It needs not be if two trace instances have
# it on from the start, as with the kernel parameters
#
#	trace_instance=a,sched:sched_placement trace_instance=b,sched:sched_placement

here=$(dirname "$0")
# shellcheck disable=SC1090
. "${KTAP_HELPERS:-$here/ktap_helpers.sh}"

wakectl=${WAKECTL:-$here/../wakectl}
settings=/proc/sys/kernel/sched_placement
counting=/proc/sys/kernel/sched_placement_stats
instances=/sys/kernel/tracing/instances
scratch=$(mktemp -d)
tests=0 load=

ok() { # ok NAME COMMAND...: a test, which passes if the command does
	name=$1
	shift
	tests=$((tests + 1))
	if "$@" >/dev/null 2>&1; then
		ktap_test_pass "$name"
	else
		ktap_test_fail "$name"
		sed 's/^/# out: /' "$scratch/out"
		sed 's/^/# err: /' "$scratch/err"
	fi
}

run() { # run WORD...: wakectl, whose exit code goes to $code
	code=0
	"$wakectl" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
}

ends() { # ends CODE WORD...: wakectl ends with CODE
	wanted=$1
	shift
	run "$@"
	ok "wakectl $* ends with $wanted, not $code" [ "$code" = "$wanted" ]
}

prints() { ok "  it prints $1" grep -q -e "$1" "$scratch/out"; }
says() { ok "  it says $1" grep -q -e "^wakectl: .*$1" "$scratch/err"; }
lines() { ok "  it prints $1 lines" [ "$(wc -l <"$scratch/out")" = "$1" ]; }
now_is() { ok "  now the kernel has $1" grep -qw -e "$1" $settings; }
as_before() { ok "  nothing has changed" [ "$(cat $settings)" = "$before" ]; }

finish() {
	[ -z "$load" ] || kill $load 2>/dev/null
	rm -rf "$scratch"
	ktap_set_plan $tests
	ktap_finished
}

# within SECONDS COMMAND...: the command succeeds by then; machines may be slow
within() {
	left=$1
	shift
	until "$@" 2>/dev/null; do
		left=$((left - 1))
		[ $left -gt 0 ] || return 1
		sleep 1
	done
}

# Forks, execs and wakeups, until killed.
start_load() {
	while :; do
		echo | cat >/dev/null
	done &
	load=$!
}

test_stock() {
	ends 3 show
	says 'series is not in this kernel'
	prints 'series    none'
	prints "domains of CPUs $(cat /sys/devices/system/cpu/online)"
	prints 'PLACE_LAG'
	for words in 'set PREFER_LOCAL' reset "save $scratch/p" 'load stock' stat 'stat 1' \
		'trace -n 1' 'map 1'; do
		# shellcheck disable=SC2086
		ends 3 $words
	done
}

test_show() {
	ends 0 show
	prints "domains of CPUs $(cat /sys/devices/system/cpu/online)"
	prints '^series    [0-9]'
	prints 'SCHED_PLACEMENT=y'
	ok '  nothing but the legend has a star' [ "$(grep -c '\*' "$scratch/out")" = 1 ]
	ends 0 show --json
	prints '^{$'
	prints '^}$'
	prints '"present": true'
}

test_set() {
	ends 0 set PREFER_LOCAL "$top:-SD_WAKE_AFFINE"
	now_is PREFER_LOCAL
	now_is "$top:-SD_WAKE_AFFINE"
	run show
	prints ' PREFER_LOCAL\*'
	prints "$top .* -SD_WAKE_AFFINE\*"

	before=$(cat $settings)
	ends 1 set NO_PREFER_LOCAL WA_IDEL
	says 'no such feature: WA_IDEL; did you mean WA_IDLE?'
	as_before
	ends 1 set NO_PREFER_LOCAL "$top:-SD_WAKE_AFINE"
	says 'no such flag: -SD_WAKE_AFINE; did you mean -SD_WAKE_AFFINE?'
	as_before
	ends 1 set "${top}X:-SD_WAKE_AFFINE"
	says "no CPU has such a domain; did you mean the level $top?"
	as_before
	ends 1 set "$top:-SD_BALANCE_NEWIDLE" "$top:+SD_NUMA" NO_PREFER_LOCAL
	says 'fact of the topology'
	as_before

	ends 0 set --cpus 0 "$top:+SD_WAKE_AFFINE"
	ok '  now CPU 0 differs' grep -qE "$top(@[0-9]+)?/0:\+SD_WAKE_AFFINE" $settings
	before=$(cat $settings)
	ends 2 set --cpus 0 NO_PREFER_LOCAL
	says 'holds for all CPUs'
	ends 2 set --cpus 4000 "$top:+SD_WAKE_AFFINE"
	says 'there is no CPU 4000'
	as_before
}

test_profiles() {
	before=$(cat $settings)
	ends 0 save "$scratch/profile"
	ok '  it has what has changed, and no more' \
		[ "$(grep -v '^#' "$scratch/profile" | grep -vc :)" = 1 ]
	ends 0 reset
	ok '  now nothing is written' sh -c "! grep -q : $settings"
	now_is NO_PREFER_LOCAL
	ends 0 load "$scratch/profile"
	as_before

	printf 'NO_PREFER_LOCAL\n%s:+SD_NOTHING\n' "$top" >"$scratch/bad"
	ends 1 load "$scratch/bad"
	says 'no such flag'
	as_before
	ends 1 load "$scratch/none"
	ends 2 load none
	as_before

	ends 0 load "$here/../profiles/stock"
	now_is NO_PREFER_LOCAL
	if [ "$top" = NUMA ]; then
		ends 0 load "$here/../profiles/prefer-local-2009"
		now_is PREFER_LOCAL
		now_is 'NUMA:+SD_PREFER_LOCAL'
	else
		ends 1 load "$here/../profiles/prefer-local-2009"
		now_is NO_PREFER_LOCAL
	fi
	ends 0 reset
}

# The percentages of a row: all but the rate and the three moves.
sum_is_100() {
	awk 'NR == 2 { for (i = 2; i <= 13; i++) sum += $i; exit !(sum > 99 && sum < 101) }' \
		"$scratch/out"
}

# Switching the counters patches code, which emulators have been seen to get wrong. So it
# is done where it is what is tested.
test_stat() {
	ok 'counting is off' [ "$(cat $counting)" = 0 ]
	ends 0 stat 0.5 2
	says 'counting was off'
	lines 3
	ok '  percentages come to 100' sum_is_100
	ok '  counting is off again' [ "$(cat $counting)" = 0 ]

	"$wakectl" stat 100 >"$scratch/out" 2>"$scratch/err" &
	pid=$!
	ok 'counting is on while stat runs' within 20 grep -q 1 $counting
	kill $pid
	wait $pid
	ok 'and off after SIGTERM' [ "$(cat $counting)" = 0 ]
	ends 1 stat -- false
	says 'false has ended with exit code 1'
	ok '  counting is off again' [ "$(cat $counting)" = 0 ]

	echo 1 >$counting
	ends 1 stat -- /no/such/program
	ends 0 stat -- sleep 0.3
	lines 2
	ends 0 stat --json 0.5 2
	lines 2
	prints '^{"seconds":0.*"decisions":[1-9].*}}$'
	ends 0 stat -v --cpus 0 0.5 1
	prints '^total '
	ends 0 stat
	prints '^ *[1-9]'
	ok '  what was on stays on' [ "$(cat $counting)" = 1 ]
	echo 0 >$counting
}

no_instance() {
	set -- "$instances"/*wakectl*
	ok '  its trace instance is gone' [ ! -e "$1" ]
}

test_trace() {
	ends 0 trace -n 5
	lines 5
	prints 'comm=.* pid=.* waker_cpu=[0-9]* .* reason=[a-z_]* '
	no_instance
	ends 0 trace -n 3 --json
	lines 3
	prints '^{"time":[0-9.]*,"comm":.*"reason":"[a-z_]*","flags":\["[A-Z]*".*}$'
	ends 0 trace -c cat -n 3
	ok '  all are of that name' [ "$(grep -c ' comm=cat ' "$scratch/out")" = 3 ]

	ends 0 trace -p $load -n 2
	ok '  all are of that PID' [ "$(grep -c " pid=$load " "$scratch/out")" = 2 ]

	"$wakectl" trace -c nobody >"$scratch/out" 2>"$scratch/err" &
	pid=$!
	ok 'trace has an instance while it runs' within 20 ls -d $instances/wakectl-$pid
	kill $pid
	wait $pid
	no_instance
}

test_map() {
	ends 0 map 1
	prints '^rows: '
	prints '^[1-9][0-9]* decisions in '
	ends 0 map --json 1
	prints '^{"seconds":.*"matrix":\[\[.*\]\]}$'
	cp "$scratch/out" "$scratch/map.json"
	ends 0 map --from "$scratch/map.json"
	prints '^[1-9][0-9]* decisions in '
	ends 0 map -- sleep 0.5
	prints '^[1-9][0-9]* decisions in '
	ends 1 map --from "$scratch/map.json" --plot "$scratch/map.png"
	says 'gnuplot is not installed'
	no_instance
}

ktap_print_header
"$wakectl" --version | sed 's/^/# /'

if [ ! -e $settings ]; then
	test_stock
	finish
fi

top=$(cat /sys/kernel/debug/sched/domains/cpu0/domain*/name | tail -1)
"$wakectl" reset
test_show
test_set
test_profiles
start_load
test_stat
test_trace
test_map
finish
