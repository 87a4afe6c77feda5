#!/usr/bin/env python3
"""Run a reader of Ringside's files against the cases beside this file.

    run.py READER                      READER is called as: READER read FOLDER, READER peek DIRECTORY SESSION,
                                       READER ledger DIRECTORY SESSION, READER sessions DIRECTORY,
                                       READER counters DIRECTORY
    run.py --read 'TEMPLATE' …         or by a template for each question: {folder} is the recording's folder or the
                                       trace directory, {session} the session's name

The reader prints JSON lines. A case passes if they are those of its .json file, and the reader ends with 0, or with
another code if a part of the files is damaged. Prints a line for each case that fails, and a table; ends with 0 if none
fails.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fnmatch import fnmatch

ASKS = ("read", "peek", "ledger", "sessions", "counters")
HERE = os.path.dirname(os.path.abspath(__file__))
SESSION = "golden"
TIMEOUT_S = 60
SIGNALS_FROM = 126


def case_files(patterns):
    """Names of the cases, with their folder."""
    path = os.path.join(HERE, "cases")
    for name in sorted(os.listdir(path)):
        case, end = os.path.splitext(name)
        if end == ".zip" and (not patterns or any(fnmatch(case, pattern) for pattern in patterns)):
            yield os.path.join(path, case)


def command(templates, ask, folder):
    places = {"{folder}": folder, "{session}": SESSION}
    return [places.get(word, word) for word in shlex.split(templates[ask])]


def number_of(text):
    """A number with a fraction: a float, unless it is a decimal with more digits than that has."""
    return float(text) if "e" in text.lower() or Decimal(repr(float(text))) == Decimal(text) else Decimal(text)


def rows_of(text):
    return [json.loads(line, parse_float=number_of) for line in text.splitlines() if line]


def without_zeros(rows):
    return [{key: {cause: count for cause, count in value.items() if count} if isinstance(value, dict) else value
             for key, value in row.items()} for row in rows]


def differences(ask, expected, actual):
    """Texts about what is not equal."""
    if ask not in ("read", "peek"):
        # A reader may say more, and need not say what is zero.
        expected, actual = without_zeros(expected), without_zeros(actual)
        actual = [{key: row.get(key) for key in known} for known, row in zip(expected, actual)] + actual[len(expected):]
        return [] if actual == expected else ["expected %s\n      actual   %s" % (json.dumps(expected),
                                                                               json.dumps(actual))]
    texts = []
    events = [[row for row in side if "lost" not in row] for side in (expected, actual)]
    if len(events[0]) != len(events[1]):
        texts.append("events: expected %d, actual %d" % (len(events[0]), len(events[1])))
    for index, (known, row) in enumerate(zip(*events)):
        if row != known:
            keys = [key for key in {**known, **row} if known.get(key) != row.get(key)]
            if set(keys) < {"fields", "payload"} and len(keys) == 1 and keys[0] not in row and "payload" in known:
                # A reader prints the fields of other encodings, or their bytes.
                continue
            key = keys[0] if keys else next(key for key in {**known, **row} if (key in known) != (key in row))
            texts.append("event %d, %s: expected %s, actual %s" % (index, key, json.dumps(known.get(key), default=str),
                                                                 json.dumps(row.get(key), default=str)))
    gaps = [Counter(json.dumps(row, sort_keys=True) for row in side if "lost" in row) for side in (expected, actual)]
    texts += ["only expected: %s" % gap for gap in (gaps[0] - gaps[1]).elements()]
    texts += ["only actual: %s" % gap for gap in (gaps[1] - gaps[0]).elements()]
    return texts


def unpack(archive, folder):
    os.chmod(folder, 0o700)
    with zipfile.ZipFile(archive) as files:
        files.extractall(folder)


def run_ask(templates, case, question):
    ask = question["ask"]
    with tempfile.TemporaryDirectory() as folder:
        unpack(case + ".zip", folder)
        # A recording with files beside it.
        within = os.path.join(folder, "recording")
        asked = within if os.path.isdir(within) else folder
        try:
            run = subprocess.run(command(templates, ask, asked), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return ["did not end within %d s" % TIMEOUT_S]
    texts = []
    if run.returncode < 0 or run.returncode >= SIGNALS_FROM:
        texts.append("ended by a signal, or could not start: code %d" % run.returncode)
    elif question["exit"] is not None and (run.returncode == 0) != (question["exit"] == 0):
        texts.append("exit code: expected %s, actual %d" % ("0" if question["exit"] == 0 else "not 0", run.returncode))
    try:
        actual = rows_of(run.stdout.decode("utf-8"))
    except ValueError as e:
        return texts + ["not JSON lines: %s" % e]
    texts += differences(ask, question["rows"], actual)
    if texts and run.stderr:
        texts.append("it said: " + run.stderr.decode("utf-8", "replace").strip().splitlines()[-1])
    return texts


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Run a reader against the cases.")
    parser.add_argument("reader", nargs="?", help="command that is called with a question and its arguments")
    for ask in ASKS:
        parser.add_argument("--" + ask, metavar="TEMPLATE", help="command for this question")
    parser.add_argument("--only", action="append", metavar="PATTERN", help="only cases whose names match, such as 'gap-*'")
    parser.add_argument("--asks", default=",".join(ASKS), help="questions that the reader can answer (default: all)")
    given = parser.parse_args(arguments)
    forms = {"read": "read {folder}", "peek": "peek {folder} {session}", "ledger": "ledger {folder} {session}",
             "sessions": "sessions {folder}", "counters": "counters {folder}"}
    templates = {ask: getattr(given, ask) or (given.reader and "%s %s" % (given.reader, forms[ask])) for ask in ASKS}
    asks = [ask for ask in ASKS if templates[ask] and ask in given.asks.split(",")]
    if not asks:
        parser.error("name a reader")
    work = []
    for case in case_files(given.only):
        with open(case + ".json", encoding="utf-8") as file:
            work += [(case, question) for question in json.load(file, parse_float=number_of)["asks"] if question["ask"] in asks]
    passed, failed = Counter(), Counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (case, question), texts in zip(work, pool.map(lambda item: run_ask(templates, *item), work)):
            (failed if texts else passed)[question["ask"]] += 1
            if texts:
                print("FAIL %s %s" % (question["ask"], os.path.basename(case)))
                for text in texts[:5]:
                    print("      " + text)
    print("%-10s %6s %6s" % ("question", "passed", "failed"))
    for ask in asks:
        print("%-10s %6d %6d" % (ask, passed[ask], failed[ask]))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
