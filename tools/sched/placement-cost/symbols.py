#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Reads `nm -S vmlinux` and prints what the meter must know of that kernel.

The compiler splits functions (.cold), and makes copies (.isra.0, .constprop.0): all parts
of a caller are that caller. select_task_rq() is one of its own if it was not inlined.
"""
import sys

ENTRY = 'select_task_rq_fair'
CALLERS = {
    'try_to_wake_up': 'wake',
    'wake_up_new_task': 'fork',
    'sched_exec': 'exec',
    'select_task_rq': 'other',
}
COUNTS = 'placement_counts'
COUNTERS = ('placement_decided',)
REASONS = 24

words = ['kernel=ffff800000000000']
counts, counters = None, []
for line in sys.stdin:
    fields = line.split()
    if len(fields) != 4:
        continue
    address, size, name = int(fields[0], 16), int(fields[1], 16), fields[3]
    span = f'{address:x}-{address + size:x}'
    whole = name.split('.')[0]
    if name == ENTRY:
        words.append(f'entry={address:x}')
    elif whole in CALLERS:
        words.append(f'caller={span}:{CALLERS[whole]}')
    elif whole in COUNTERS:
        counters.append(f'counter={span}')
    elif name == COUNTS:
        counts = f'counts={address:x}:{REASONS}:{size // REASONS}'
if counts:
    words += [counts] + counters
if not any(word.startswith('entry=') for word in words):
    sys.exit(f'there is no {ENTRY} in this kernel')
print(','.join(words))
