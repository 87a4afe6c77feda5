#!/usr/bin/env python3
"""Compare two files of JSON lines as `ringside tail --format json` prints them: compare.py EXPECTED ACTUAL

Events must be equal, in the same order; gaps must be equal, in any order. What an expected event says of its time of
arrival (`late`) must be equal, too. Prints the first differences and ends with 1 if there are any.
"""

import json
import sys
from collections import Counter


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def main(expected, actual):
    expected, actual = rows(expected), rows(actual)
    differences = []
    events = [[row for row in side if "lost" not in row] for side in (expected, actual)]
    if len(events[0]) != len(events[1]):
        differences.append("events: %d and %d" % (len(events[0]), len(events[1])))
    for i, (a, b) in enumerate(zip(*events)):
        if a != b:
            keys = [key for key in {**a, **b} if a.get(key) != b.get(key)]
            differences.append("event %d, key %s:\n  %s\n  %s" % (i, keys[0] if keys else "missing",
                                                               *(json.dumps(row.get(keys[0] if keys else ""))
                                                                 for row in (a, b))))
    gaps = [Counter(json.dumps(row, sort_keys=True) for row in side if "lost" in row) for side in (expected, actual)]
    differences += ["only expected: %s" % gap for gap in gaps[0] - gaps[1]]
    differences += ["only actual: %s" % gap for gap in gaps[1] - gaps[0]]
    print("events=%d gaps=%d differences=%d" % (len(events[0]), sum(gaps[0].values()), len(differences)))
    for difference in differences[:10]:
        print(difference)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
