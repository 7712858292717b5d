#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# usage: errors.sh WAKECTL
#
# Runs wakectl on a tree of files as a kernel with the series has them, and on trees
# that lack something: each error is one line, and has its exit code. Prints KTAP.

set -euo pipefail
wakectl=$(realpath "${1:?usage: errors.sh WAKECTL}")
here=$(realpath "$(dirname "$0")")

scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT
cp "$wakectl" "$scratch/wakectl"
wakectl=$scratch/wakectl
tests=0 failed=0

result() { # result OK NAME
	tests=$((tests + 1))
	if (($1)); then
		echo "ok $tests $2"
	else
		echo "not ok $tests $2"
		failed=$((failed + 1))
	fi
}

# expect CODE PATTERN [WORD...]: wakectl WORD... ends with CODE, and one line on stderr
# that matches PATTERN; with no line if PATTERN is empty.
expect() {
	local code=$1 pattern=$2 status=0 lines good=1
	shift 2
	"${as[@]}" env WAKECTL_ROOT="$tree" "$wakectl" "$@" \
		>"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
	lines=$(wc -l <"$scratch/err")
	((status == code)) || good=0
	if [ -n "$pattern" ]; then
		((lines == 1)) && grep -q "^wakectl: .*$pattern" "$scratch/err" || good=0
	else
		((lines == 0)) || good=0
	fi
	result $good "$label: wakectl $* is $code"
	((good)) || sed 's/^/# /' <(echo "exit code $status") "$scratch/err"
}
as=()

# output PATTERN: what the last one printed matches
output() {
	local good=1
	grep -q -- "$1" "$scratch/out" || good=0
	result $good "  and prints $1"
	((good)) || sed 's/^/# /' "$scratch/out"
}

put() { # put FILE TEXT
	mkdir -p "$tree$(dirname "$1")"
	printf '%s\n' "$2" >"$tree$1"
}

domain() { # domain CPU NUMBER NAME CPUS FLAGS OVERRIDES
	local dir=/sys/kernel/debug/sched/domains/cpu$1/domain$2
	put "$dir/name" "$3"
	put "$dir/cpus" "$4"
	put "$dir/flags" "$5"
	put "$dir/overrides" "$6"
}

# Four CPUs in two nodes. One flag and one feature are not as by default.
make_tree() {
	local cpu node placement=/sys/kernel/debug/sched/placement
	local policy='SD_BALANCE_NEWIDLE SD_BALANCE_EXEC SD_BALANCE_FORK'
	tree=$scratch/$1
	put /proc/sys/kernel/osrelease 6.12.0-test
	put /proc/sys/kernel/sched_placement \
		'PLACE_LAG NO_NEXT_BUDDY SIS_UTIL PREFER_LOCAL NUMA:-SD_WAKE_AFFINE'
	put /proc/sys/kernel/sched_placement_stats 0
	put /proc/schedstat 'version 16'
	put /sys/devices/system/cpu/online 0-3
	put /sys/devices/system/cpu/possible 0-3
	put /sys/kernel/debug/sched/features 'PLACE_LAG NO_NEXT_BUDDY SIS_UTIL PREFER_LOCAL '
	put $placement/feature_defaults 'PLACE_LAG NO_NEXT_BUDDY SIS_UTIL NO_PREFER_LOCAL'
	put $placement/version $'series 0.1.0\nbase 6.12.0\npatch sched: One\npatch sched: Two'
	put $placement/stats $'reason decisions core llc node
prev 30 0 0 0\nprev_idle 60 6 3 3\nnewer_reason 10 1 0 0\ntotal 100 7 3 3'
	put $placement/cpu_stats $'cpu reason decisions core llc node
0 prev 10 0 0 0\n3 prev_idle 60 6 3 3'
	mkdir -p "$tree$placement/levels"/{MC,NUMA,all}
	for cpu in 0 1 2 3; do
		node=$((cpu / 2 * 2))
		domain $cpu 0 MC $node-$((node + 1)) "$policy SD_WAKE_AFFINE SD_SHARE_LLC" ''
		domain $cpu 1 NUMA 0-3 "$policy SD_NUMA" -SD_WAKE_AFFINE
	done
	printf 'CONFIG_SCHED_PLACEMENT=y\n# CONFIG_SCHED_CORE is not set\nCONFIG_HZ=250\n' |
		gzip >"$tree/proc/config.gz"
}

echo 'TAP version 13'

label='complete tree'
make_tree whole
expect 0 '' show
output '^  NUMA  *0-3 .*-SD_WAKE_AFFINE\*$'
output '^    MC  *2-3 .*SD_SHARE_LLC$'
output 'NO_NEXT_BUDDY SIS_UTIL PREFER_LOCAL\*'
output 'SCHED_CORE=n'
output 'HZ=250'
output '0.1.0 on 6.12.0, 2 patches'
expect 0 '' show --json
good=1
python3 - "$scratch/out" <<'END' || good=0
import json, sys
state = json.load(open(sys.argv[1]))
assert state["series"] == {"present": True, "version": "0.1.0", "base": "6.12.0",
                           "patches": ["sched: One", "sched: Two"]}
numa, = state["domains"]
assert numa["name"] == "NUMA" and numa["changed"] == ["-SD_WAKE_AFFINE"]
assert [child["span"] for child in numa["children"]] == ["0-1", "2-3"]
assert state["features"]["PREFER_LOCAL"] == {"on": True, "changed": True}
assert state["kconfig"]["HZ"] == "250" and state["kconfig"]["NUMA"] is None
END
result $good '  and is the JSON that is wanted'

expect 0 '' stat
output '^ *100  *0.0  *30.0  *0.0  *60.0 .* 10.0  *7.0  *3.0  *3.0$'
good=1
(($(wc -L <"$scratch/out") <= 100)) || good=0
result $good '  and fits 100 characters'
expect 0 '' stat -v
output '^newer_reason  *10 '
expect 0 '' stat --cpus 0-1
output '^ *10  *0.0  *100 '
expect 0 '' stat --json
good=1
python3 -c 'import json, sys
stat = json.load(open(sys.argv[1]))
assert stat["decisions"] == 100 and stat["reasons"]["prev_idle"]["percent"] == 60
assert abs(sum(r["percent"] for r in stat["reasons"].values()) - 100) < 0.1' "$scratch/out" ||
	good=0
result $good '  and is the JSON that is wanted'
expect 0 'counting was off' stat 0.05 2
good=1
[ "$(cat "$tree/proc/sys/kernel/sched_placement_stats")" = 0 ] || good=0
result $good '  and counting is off again'

expect 0 '' save "$scratch/saved"
good=1
[ "$(grep -v '^#' "$scratch/saved")" = $'PREFER_LOCAL\nNUMA:-SD_WAKE_AFFINE' ] || good=0
result $good '  and saves what is not by default'
expect 1 'cannot write /nowhere/x: No such file' save /nowhere/x

label='wrong words'
expect 2 'a command is missing'
expect 2 "no command 'shwo'; did you mean 'show'" shwo
expect 2 "no command 'xyzzy'; see" xyzzy
expect 2 "has no option '--nope'" show --nope
expect 2 "has no option '-x'" stat -x
expect 2 "needs a value" set --cpus
expect 2 'too few words' set
expect 2 'no setting' set ''
expect 2 'too many words' reset now
expect 2 'too few words' save
expect 2 'too many words' load a b
expect 2 "'x' is no number of seconds" stat x
expect 2 "'0' is no number of seconds" stat 0
expect 2 "'nan' is no number of seconds" stat nan
expect 2 "'-1' is no number of intervals\|no option" stat 1 -1
expect 2 "'1x' is no number of intervals" stat 1 1x
expect 2 'no command stands behind' stat --
expect 2 "there is no CPU 9; this machine has 0-3" stat --cpus 0,9
expect 2 "'3-1' is no list of CPUs" stat --cpus 3-1
expect 2 "there is no CPU 4" set --cpus 4 MC:+SD_BALANCE_WAKE
expect 2 'holds for all CPUs' set --cpus 1 PREFER_LOCAL
expect 2 'names its CPUs already' set --cpus 1 MC/0:+SD_BALANCE_WAKE
expect 2 "'x' is no PID" trace -p x
expect 2 'is no name of a task' trace -c a_name_that_is_too_long
expect 2 "'0' is no number of decisions" trace -n 0
expect 2 'does not end with .png or .svg' map --plot file.gif
expect 2 "'x' is no number of seconds" map x
expect 1 'cannot read /nowhere: No such file' map --from /nowhere
expect 1 'is not what wakectl map --json prints' map --from /etc/passwd
for bad in '{}' '{"cpus":[],"matrix":[]}' '[1]' '{"cpus":[1],"matrix":[[1]]}' \
	'{"cpus":[{"cpu":0,"core":0,"llc":0,"node":0}],"matrix":[[1,2]]}' \
	'{"cpus":[{"cpu":0,"core":0,"llc":0,"node":0}],"matrix":[[-1]]}'; do
	echo "$bad" >"$scratch/bad.json"
	label="$bad"
	expect 1 'is not what wakectl map --json prints' map --from "$scratch/bad.json"
done

label='a matrix'
cat >"$scratch/map.json" <<'END'
{"seconds":2.0,"decisions":30,"lost":0,"cpus":[{"cpu":0,"core":0,"llc":0,"node":0},
{"cpu":1,"core":1,"llc":1,"node":0},{"cpu":2,"core":2,"llc":2,"node":1}],
"matrix":[[10,0,0],[0,10,0],[5,0,5]]}
END
expect 0 '' map --from "$scratch/map.json"
output '^ *0 @ |   ||  '
output '30 decisions in 2.0 s: 83.3 % in the same CPU'
if command -v gnuplot >/dev/null; then
	expect 0 '' map --from "$scratch/map.json" --plot "$scratch/it's.svg"
	good=1
	grep -q 'Which CPU chose which' "$scratch/it's.svg" || good=0
	result $good '  and draws it'
	expect 0 '' map --from "$scratch/map.json" --plot "$scratch/map.png"
	expect 1 'cannot write /nowhere/x.png' map --from "$scratch/map.json" --plot /nowhere/x.png
fi

label='profiles'
mkdir -p "$tree/etc/wakectl/profiles" "$tree/usr/share/wakectl/profiles"
cp "$here"/../profiles/* "$tree/usr/share/wakectl/profiles"
echo PREFER_LOCAL >"$tree/etc/wakectl/profiles/mine"
expect 0 '' profiles
good=1
[ "$(cat "$scratch/out")" = $'balance-map-2013\nidle-buddy\nidle-buddy-2012\nmine\nprefer-local-2009\nstock' ] || good=0
result $good '  and lists all'
expect 2 "there is no profile 'none'" load none
expect 1 'cannot read ./none: No such file' load ./none
printf 'A\0B' >"$scratch/nul"
expect 2 'has a NUL byte at 1' load "$scratch/nul"
head -c 1048576 /dev/zero | tr '\0' A >"$scratch/long"
expect 2 'has 1048582 bytes of settings' load "$scratch/long"
good=1
grep -q '^PLACE_LAG' "$tree/proc/sys/kernel/sched_placement" || good=0
result $good '  and none of these has written'

label='refused by the kernel'
# Takes numbers only, and so refuses settings.
ln -sf /proc/self/oom_score_adj "$tree/proc/sys/kernel/sched_placement"
expect 1 'refused.*the kernel log, which cannot be read' set PREFER_LOCAL
mkdir -p "$tree/dev"
echo '6,1,1,-;sched_placement: an old reason' >"$tree/dev/kmsg"
expect 1 'refused.*no reason is in the kernel log' set PREFER_LOCAL
expect 1 'refused.*did you mean the level NUMA' set NUMMA:-SD_WAKE_AFFINE
ln -sf /dev/full "$tree/proc/sys/kernel/sched_placement"
expect 1 'cannot write .*No space left' set PREFER_LOCAL

label='not verified'
make_tree unverified
ln -sf /dev/null "$tree/proc/sys/kernel/sched_placement"
echo PREFER_LOCAL >"$scratch/profile"
expect 1 'PREFER_LOCAL does not hold' load "$scratch/profile"

label='no series'
make_tree stock
rm "$tree"/proc/sys/kernel/sched_placement* -r
rm -r "$tree/sys/kernel/debug/sched/placement"
expect 3 'series is not in this kernel' show
output 'series    none'
output '^  NUMA  *0-3 '
output 'PREFER_LOCAL$'
expect 3 'series is not in this kernel' set PREFER_LOCAL
expect 3 'series is not in this kernel' reset
expect 3 'series is not in this kernel' save "$scratch/nothing"
expect 3 'series is not in this kernel' load "$scratch/profile"
expect 3 'series is not in this kernel' stat
expect 3 'series is not in this kernel' stat 1
expect 3 'series is not in this kernel' trace -n 1
expect 3 'series is not in this kernel' map 1
good=1
[ ! -e "$scratch/nothing" ] || good=0
result $good '  and nothing was saved'

label='spans from schedstat'
rm -r "$tree/sys/kernel/debug/sched/domains"
printf '%s\n' 'version 16' 'timestamp 1' 'cpu0 1 2 3' 'domain0 3 0 0' 'domain1 f 0' \
	'cpu1 1 2 3' 'domain0 3 0 0' 'domain1 f 0' 'cpu2 1 2' 'domain0 c 0' 'domain1 f 0' \
	'cpu3 1 2 3' 'domain0 c 0 0' 'domain1 f 0' >"$tree/proc/schedstat"
expect 3 'series is not in this kernel' show
output '^  domain  *0-3 '
output '^    domain  *2-3 '

label='debugfs not mounted'
make_tree no-debugfs
rm -r "$tree"/sys/kernel/debug/*
expect 5 'mount -t debugfs' show
output 'PREFER_LOCAL'
expect 5 'mount -t debugfs' stat
expect 5 'mount -t tracefs' trace -n 1
expect 5 'mount -t tracefs' map 1
mkdir -p "$tree/sys/kernel/debug/other"
expect 1 'CONFIG_SCHED_DEBUG' stat

label='no tracepoint'
make_tree no-tracepoint
put /sys/kernel/tracing/events/header_page ''
put /sys/kernel/tracing/events/sched/other/format ''
expect 1 'sched:sched_placement\|cannot read the events' trace -n 1

label='no /proc'
tree=$scratch/empty
mkdir -p "$tree"
expect 1 '/proc is not mounted' set PREFER_LOCAL

label='no permission'
make_tree denied
chmod 600 "$tree"/proc/sys/kernel/sched_placement*
chmod 700 "$tree/sys/kernel/debug"
if (($(id -u) == 0)); then
	as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
else
	chmod 400 "$tree"/proc/sys/kernel/sched_placement*
	chmod 000 "$tree/sys/kernel/debug"
fi
expect 4 'no permission' set PREFER_LOCAL
expect 4 'no permission' reset
expect 4 'no permission' stat
expect 4 'no permission' show
chmod 700 "$tree/sys/kernel/debug"
as=()

label='help'
for command in show set reset save load profiles stat trace map; do
	expect 0 '' $command --help
	output "^usage: wakectl $command"
done
expect 0 '' --help
output '^  show '
expect 0 '' --version
output '^wakectl [0-9]'

echo "1..$tests"
echo "# Totals: pass:$((tests - failed)) fail:$failed xfail:0 xpass:0 skip:0 error:0"
((failed == 0))
