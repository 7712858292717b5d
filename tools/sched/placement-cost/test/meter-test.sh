#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Holds the meter to a program whose function was counted by hand (bare.S), with a thread
# for each CPU, and to the emulator's own count of instructions, which its clock shows.
# KTAP on stdout; the argument is the folder where all is built.
set -euo pipefail

built=$1
# shellcheck source=/dev/null
. "${KTAP_HELPERS:?says where ktap_helpers.sh is}"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
qemu=${QEMU:-qemu-system-x86_64}

symbol() { nm "$built/bare.elf" | awk -v name="$1" '$3 == name { print $1 }'; }

plugin=$built/meter.so,kernel=$(symbol start),phases=$(symbol phase_code)
plugin+=,entry=$(symbol measured)
plugin+=,caller=$(symbol first_caller)-$(symbol first_caller_end):first
plugin+=,caller=$(symbol second_caller)-$(symbol second_caller_end):second
counts=counter=$(symbol counted)-$(symbol counted_end),counts=$(symbol counts):24:48

# run NAME METER_ARGUMENTS QEMU_ARGUMENT...
run() {
	local name=$1 meter=$2 status=0
	shift 2
	timeout 60 "$qemu" -nodefaults -no-user-config -display none -machine q35 -m 64 \
		-smp 2 "$@" -kernel "$built/bare.elf" -no-reboot \
		-device isa-debug-exit,iobase=0xf4,iosize=1 \
		-chardev "file,id=ticks,path=$tmp/$name.ticks" \
		-device isa-debugcon,iobase=0xe9,chardev=ticks \
		-plugin "$plugin,out=$tmp/$name.json$meter" >"$tmp/$name.log" 2>&1 || status=$?
	[ $status = 1 ] && return
	cat "$tmp/$name.log" >&2
	ktap_exit_fail_msg "$name: the emulator ended with $status, not 1 (124: it hangs)"
}

# value NAME EXPRESSION, of what the meter said as m and of its phases as p
value() {
	python3 -c '
import json, sys
m = json.load(open(sys.argv[1]))
p = m["phases"]
print(eval(sys.argv[2]))' "$tmp/$1.json" "$2"
}

is() { # NAME TEXT EXPRESSION WANTED
	local got
	got=$(value "$1" "$3" 2>&1) || true
	if [ "$got" = "$4" ]; then
		ktap_test_pass "$1: $2"
	else
		ktap_print_msg "$3 is ${got##*$'\n'}, not $4"
		ktap_test_fail "$1: $2"
	fi
}

refused() { # TEXT ARGUMENTS
	if "$qemu" -machine none -display none -plugin "$plugin,out=$tmp/no.json$2" \
		>"$tmp/no.log" 2>&1; then
		ktap_test_fail "$1 is refused"
	elif grep -q '^qemu.*meter:' "$tmp/no.log"; then
		ktap_test_pass "$1 is refused with the reason"
	else
		cat "$tmp/no.log" >&2
		ktap_test_fail "$1 is refused with the reason"
	fi
}

hist() { echo "p['$1']['$2']['$3']['histogram']"; }

ktap_print_header
ktap_set_plan 32

run threads ",memory=on,$counts" -accel tcg,thread=multi
run plain ",$counts" -accel tcg,thread=multi
run icount ",$counts" -accel tcg,thread=single -icount shift=0,sleep=off

is threads 'phases other than 0 are counted' "sorted(p)" "['1', '2']"
is threads 'nothing was counted wrong' "m['reopened'], m['overfull']" '(0, 0)'
is threads 'there are two CPUs' "m['vcpus']" 2
for mode in threads plain icount; do
	is $mode 'instructions' "$(hist 1 all instructions)" '[[31, 2], [51, 1]]'
	is $mode 'samples' "p['1']['all']['instructions']['count']" 3
	is $mode 'mean' "p['1']['all']['instructions']['mean']" 37.6667
	is $mode 'median' "p['1']['all']['instructions']['median']" 31
	is $mode 'p99' "p['1']['all']['instructions']['p99']" 51
	is $mode 'by caller' "sorted(p['1']), sorted(p['2'])" "(['all', 'first'], ['5', 'all', 'second'])"
	is $mode 'by outcome' "$(hist 2 5 instructions)" '[[4, 1]]'
done
for expected in loads:8 stores:3 lines:9 lines_elsewhere:2; do
	is threads "${expected%:*}" "$(hist 1 first "${expected%:*}")" "[[${expected#*:}, 3]]"
done
is plain 'no memory was looked at' "sorted(p['1']['all'])" "['instructions']"

# From one reading of the clock to the next there are the reading, a move and a call, too.
ticks=$(od -An -v -tu4 -w4 "$tmp/icount.ticks" | awk '{ printf "%s%d", sep, $1 - 3; sep = " " }')
if [ "$ticks" = '13 31 31 51 4 4' ]; then
	ktap_test_pass "icount: the emulator's clock agrees"
else
	ktap_print_msg "the clock says: $ticks"
	ktap_test_fail "icount: the emulator's clock agrees"
fi

refused 'an unknown argument' ,color=red
refused 'a caller without an end' ,caller=1000:x

ktap_finished
