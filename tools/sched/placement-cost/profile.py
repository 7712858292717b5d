#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Shows where the instructions of placements are, of a run with profile=on.

usage: nm -S vmlinux | profile.py RESULT.json [FUNCTION]

Prints the instructions per placement of each function, most first; of FUNCTION, those of
each translation block, in order of address.
"""
import bisect
import collections
import json
import sys


def read_functions(lines):
    functions = []
    for line in lines:
        fields = line.split()
        if len(fields) == 4 and fields[2] in 'tT':
            functions.append((int(fields[0], 16), int(fields[1], 16), fields[3]))
    return sorted(functions)


def find(functions, address):
    at = bisect.bisect_right(functions, (address, 1 << 64, '')) - 1
    if at >= 0 and address < functions[at][0] + functions[at][1]:
        return functions[at][2]
    return '?'


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding='ascii') as file:
        measured = json.load(file)
    windows = sum(phase['all']['instructions']['count'] for phase in measured['phases'].values())
    functions = read_functions(sys.stdin)
    taken = collections.Counter()
    for address, instructions, runs in measured['blocks']:
        function = find(functions, int(address, 16))
        if len(sys.argv) == 2:
            taken[function] += instructions * runs
        elif function == sys.argv[2]:
            taken[address, instructions] += runs
    if len(sys.argv) == 2:
        for function, instructions in taken.most_common():
            print(f'{instructions / windows:10.2f}  {function}')
    else:
        for (address, instructions), runs in sorted(taken.items()):
            print(f'{address}  {instructions:4}  {runs / windows:8.4f}')


main()
