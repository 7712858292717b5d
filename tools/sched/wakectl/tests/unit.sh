#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# usage: unit.sh UNIT [NUMBER]
#
# Runs the unit tests over NUMBER fuzzed profiles (default: 3000). Seeds are numbers from 1
# on, so that the profiles are the same each time.

set -euo pipefail
here=$(dirname "$0")
unit=${1:?usage: unit.sh UNIT [NUMBER]} number=${2:-3000}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/seed" <<'END'
# All that a profile can have.
PREFER_LOCAL NO_SIS_UTIL,WA_IDLE
NUMA:-SD_WAKE_AFFINE
all:+SD_BALANCE_WAKE,-SD_BALANCE_FORK	# of all levels
NUMA/0-3,8:-SD_WAKE_AFFINE NUMA@20/0-3:+SD_PREFER_LOCAL
MC:reset
MC:SD_BALANCE_NEWIDLE,SD_BALANCE_EXEC
END
# One that is nearly as long as the kernel takes.
for ((i = 0; i < 190; i++)); do
	echo "NUMA/$i:-SD_BALANCE_WAKE"
done >"$folder/long"
truncate -s 4086 "$folder/long"

ratios=(0.0005 0.002 0.01 0.05)
for ((seed = 1; seed <= number; seed++)); do
	from=seed
	((seed % 10)) || from=long
	zzuf -s "$seed" -r "${ratios[seed % 4]}" <"$folder/$from" >"$folder/fuzzed.$seed"
done

status=0
"$unit" "$folder"/fuzzed.* "$here"/../profiles/* 2>"$folder/log" || status=$?
if ((status)); then
	grep -v '^wakectl: ' "$folder/log" | sed 's/^/# /' | head -50
fi
exit "$status"
