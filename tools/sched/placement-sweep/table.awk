# SPDX-License-Identifier: GPL-2.0
#
# Makes tables from the samples of scripts/sweep, in reStructuredText, one for each
# figure: the median over the rounds, and the least and greatest below it in brackets.

function median(list, n,	i, j, t) {
	for (i = 2; i <= n; i++) {
		t = list[i]
		for (j = i - 1; j && list[j] > t; j--)
			list[j + 1] = list[j]
		list[j + 1] = t
	}
	return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}

function number(x) { return sprintf(x < 9.95 ? "%.1f" : "%.0f", x) }

function rule(	i, line) {
	line = bar(width)
	for (i = 1; i <= columns; i++)
		line = line "  " bar(11)
	print line
}

function bar(n,	s) {
	while (n--)
		s = s "="
	return s
}

function table(title, figure, mark,	i, j, k, n, list, spread, line, below) {
	print title "\n"
	rule()
	line = sprintf("%-*s", width, "tbench clients")
	for (j = 1; j <= columns; j++)
		line = line sprintf("  %-11s", clients[j] (clients[j] > mark ? " \\*" : ""))
	sub(/ +$/, "", line)
	print line
	rule()
	for (i = 1; i <= rows; i++) {
		line = sprintf("%-*s", width, settings[i])
		below = sprintf("%*s", width, "")
		for (j = 1; j <= columns; j++) {
			n = samples[settings[i], clients[j]]
			for (k = 1; k <= n; k++)
				list[k] = value[settings[i], clients[j], k, figure]
			if (!n) {
				line = line sprintf("  %-11s", "\\-")
				below = below sprintf("  %-11s", "")
				continue
			}
			line = line sprintf("  %-11s", number(median(list, n)))
			spread = n > 1 ? "(" number(list[1]) "-" number(list[n]) ")" : ""
			below = below sprintf("  %-11s", spread)
		}
		sub(/ +$/, "", line)
		sub(/ +$/, "", below)
		print line
		if (below)
			print below
	}
	rule()
	print ""
}

BEGIN { FS = "\t" }

/^#/ || $1 == "round" { next }

{
	if (!($3 in known)) {
		known[$3] = 1
		settings[++rows] = $3
		if (length($3) > width)
			width = length($3)
	}
	if (!($2 in known_clients)) {
		known_clients[$2] = 1
		clients[++columns] = $2
	}
	n = ++samples[$3, $2]
	if (n > rounds)
		rounds = n
	if (!least || $6 < least)
		least = $6
	if ($6 > most)
		most = $6
	per = $6 / 1000
	for (i = 7; i <= 11; i++)
		value[$3, $2, n, i] = $i / per
	value[$3, $2, n, "idle"] = 100 - 100 * $10 / $6
	value[$3, $2, n, "rate"] = $5
}

END {
	# In the order of numbers, and settings in that of the alphabet, base first.
	median(clients, columns)
	for (i = 2; i <= rows; i++)
		for (j = i; j > 1 && settings[j - 1] > settings[j]; j--) {
			t = settings[j]
			settings[j] = settings[j - 1]
			settings[j - 1] = t
		}
	for (i = 2; i <= rows; i++)
		for (j = i; j > 1 && settings[j] ~ /^base/ && settings[j - 1] !~ /^base/; j--) {
			t = settings[j]
			settings[j] = settings[j - 1]
			settings[j - 1] = t
		}

	for (i = 1; i <= rows; i++)
		for (j = 1; j <= columns; j++) {
			n = samples[settings[i], clients[j]]
			fewest = i == 1 && j == 1 || n < fewest ? n : fewest
		}
	print "Samples a cell: " (fewest < rounds ? fewest " to " : "") rounds \
		". Wakeups a sample: " least " to " most ".\n"
	always = 1e9
	table("Wakeups that moved the task to another core, of 1,000:", 7, always)
	table("To another last level cache, of 1,000:", 8, always)
	table("To another node, of 1,000:", 9, always)
	table("Wakeups on an idle CPU, per cent:", "idle", always)
	table("Wakeups on a busy CPU, of 1,000:", 10, always)
	table("On a busy CPU while one of its cache was idle, of 1,000:", 11, always)
	table("MB/s over the loopback interface; \\* is what the host gives, not the setting:", "rate", mark)
}
