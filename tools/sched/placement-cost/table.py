#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Makes tables of what the meter said.

A folder of results has for each boot three files: NAME.json, from the meter; NAME.plan,
whose lines are phase, workload, setting, words; and NAME.out, what the guest printed. A
boot's name ends in a dot and its number. A cell is what one setting took under one
workload, one number from each boot. Boots of the same number are compared with each other:
a ratio is the median of as many ratios as there are boots, and significant if all of them
lie on the same side of 1 (with five boots and no difference, that happens once in 16).
"""
import argparse
import collections
import json
import pathlib
import statistics
import sys

METRICS = {
    'instructions': 'instructions',
    'loads': 'loads',
    'stores': 'stores',
    'lines': 'lines',
    'lines_elsewhere': 'written elsewhere',
}


class Results:
    """cells[workload, setting][group][metric] is {boot: distribution}."""

    def __init__(self, folder):
        self.cells = collections.defaultdict(
            lambda: collections.defaultdict(lambda: collections.defaultdict(dict)))
        self.outcomes = {}
        self.boots = set()
        for path in sorted(pathlib.Path(folder).glob('*.json')):
            self.read(path)
        if not self.boots:
            sys.exit(f'{folder}: there are no results in it')

    def read(self, path):
        boot = int(path.stem.rsplit('.', 1)[1])
        measured = json.loads(path.read_text())
        for flaw in 'reopened', 'overfull':
            if measured[flaw]:
                sys.exit(f'{path}: the meter lost count: {flaw} is {measured[flaw]}')
        for line in path.with_suffix('.out').read_text().splitlines():
            word, *rest = line.split('\t')
            if word == 'outcome':
                self.outcomes[rest[0]] = rest[1]
        self.boots.add(boot)
        for line in path.with_suffix('.plan').read_text().splitlines():
            phase, workload, setting, _ = line.split('\t')
            for group, metrics in measured['phases'].get(phase, {}).items():
                group = self.outcomes.get(group, group)
                for metric, distribution in metrics.items():
                    self.cells[workload, setting][group][metric][boot] = distribution

    def workloads(self):
        return list(dict.fromkeys(workload for workload, _ in self.cells))

    def settings(self):
        return list(dict.fromkeys(setting for _, setting in self.cells))

    def of(self, workload, setting, group, metric, statistic='mean'):
        """{boot: number}"""
        cell = self.cells.get((workload, setting), {}).get(group, {}).get(metric, {})
        return {boot: distribution[statistic] for boot, distribution in cell.items()}

    def samples(self, workload, setting, group):
        return sum(self.of(workload, setting, group, 'instructions', 'count').values())


def ratios(numbers, base):
    return [numbers[boot] / base[boot] for boot in sorted(numbers) if base.get(boot)]


def show_ratio(numbers, base):
    found = ratios(numbers, base)
    if not found:
        return ''
    same_side = min(found) > 1 or max(found) < 1
    spread = (max(found) - min(found)) / 2 * 100
    return f'{statistics.median(found):.3f} ± {spread:.1f} %' + ('' if same_side else ' ~')


def show(numbers, digits):
    return f'{statistics.median(numbers.values()):.{digits}f}' if numbers else ''


def rst(title, rows):
    print(f'{title}\n')
    width = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    rule = '  '.join('=' * w for w in width)
    print(rule)
    for number, row in enumerate(rows):
        print('  '.join(text.ljust(w) for text, w in zip(row, width)).rstrip())
        if number == 0:
            print(rule)
    print(f'{rule}\n')


def print_tables(results, base, group):
    for workload in results.workloads():
        measured = [m for m in METRICS if any(
            results.of(workload, setting, group, m) for setting in results.settings())]
        rows = [['setting', 'boots', 'placements', 'median', 'p99'] +
                [METRICS[m] for m in measured] + [f'against {base}']]
        if 'lines_elsewhere' in measured:
            rows[0].append('elsewhere')
        for setting in results.settings():
            numbers = {m: results.of(workload, setting, group, m) for m in measured}
            if not numbers.get('instructions'):
                continue
            row = [setting, str(len(numbers['instructions'])),
                   str(results.samples(workload, setting, group))]
            row += [show(results.of(workload, setting, group, 'instructions', s), 0)
                    for s in ('median', 'p99')]
            row += [show(numbers[m], 1) for m in measured]
            for metric in ('instructions', 'lines_elsewhere'):
                if metric in measured:
                    row.append('' if setting == base else show_ratio(
                        numbers[metric], results.of(workload, base, group, metric)))
            rows.append(row)
        if len(rows) > 1:
            rst(f'``{workload}``, {group}, per placement', rows)


def print_outcomes(results, setting):
    for workload in results.workloads():
        rows = [['outcome', 'share', 'instructions', 'median', 'p99', 'lines',
                 'written elsewhere']]
        total = results.samples(workload, setting, 'all')
        for outcome in results.outcomes.values():
            count = results.samples(workload, setting, outcome)
            if not count:
                continue
            rows.append([outcome, f'{count / total * 100:.1f} %'] +
                        [show(results.of(workload, setting, outcome, 'instructions', s), d)
                         for s, d in (('mean', 1), ('median', 0), ('p99', 0))] +
                        [show(results.of(workload, setting, outcome, m), 1)
                         for m in ('lines', 'lines_elsewhere')])
        if len(rows) > 1:
            rst(f'``{workload}``, {setting}, by outcome', rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('folder')
    parser.add_argument('--against', default='all off', help='setting to compare with')
    parser.add_argument('--group', default='all', help='all, wake, fork, exec, or an outcome')
    parser.add_argument('--outcomes', metavar='SETTING', help='by outcome, of this setting')
    args = parser.parse_args()
    results = Results(args.folder)
    if args.outcomes:
        print_outcomes(results, args.outcomes)
    else:
        print_tables(results, args.against, args.group)


main()
