"""Answers about an order flow from its file alone, with the simplest means.

Usage: order_flow.py FILE MIDNIGHT_NS

FILE is a message file of the LOBSTER format. Its times are nanoseconds after MIDNIGHT_NS, which is in nanoseconds since
1970. Prices are dollars. Each line of the output has a question, a group or key, and figures, with tabs between them.
"""
import decimal
import sys

EVENTS = {1: "submitted", 2: "canceled", 3: "deleted", 4: "executed", 5: "executedHidden"}
# Hundredths of a percent.
PERCENTILES = (5000, 9000, 9900, 9990, 9999)


def read(path, midnight_ns):
    messages = []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            seconds, kind, order, size, price, direction = line.strip().split(",")
            if int(kind) in EVENTS:
                messages.append({
                    "time": midnight_ns + int(decimal.Decimal(seconds).scaleb(9)), "event": EVENTS[int(kind)],
                    "order": int(order), "size": int(size), "price": decimal.Decimal(price).scaleb(-4),
                    "direction": int(direction)})
    return messages


def figures(numbers):
    """Count, greatest number and percentiles: of all numbers, so many are not greater."""
    ordered = sorted(numbers)
    ranks = [max(1, -(-share * len(ordered) // 10000)) for share in PERCENTILES]
    return [len(ordered), ordered[-1] if ordered else 0] + [ordered[rank - 1] if ordered else 0 for rank in ranks]


def measure(question, messages, group, number):
    groups = {}
    for message in messages:
        groups.setdefault(group(message), []).append(number(message))
    for name, numbers in groups.items():
        print(question, name, sum(numbers), min(numbers), *figures(numbers), sep="\t")


def timelines(messages):
    """A timeline ends where its order is submitted once more."""
    ended = []
    current = {}
    for message in messages:
        key = message["order"]
        if message["event"] == "submitted" and key in current:
            ended.append(current.pop(key))
        current.setdefault(key, []).append(message)
    begun_again = len(ended)
    ended.extend(current.values())
    for stages in ended:
        print("timeline", stages[0]["order"], stages[-1]["time"] - stages[0]["time"],
              str(stages[0]["event"] == "submitted").lower(),
              " ".join(f"{stage['event']}@{stage['time']}" for stage in stages), sep="\t")
    print("timelines", len(ended), sum(stages[0]["event"] != "submitted" for stages in ended), begun_again, sep="\t")


def between(messages, first, second):
    """An end goes with the oldest begin of its order that has no end yet."""
    durations = []
    begun = {}
    begun_again = without_begin = 0
    for message in messages:
        key = message["order"]
        if message["event"] == second:
            if key in begun:
                durations.append(message["time"] - begun.pop(key))
            elif first != second:
                without_begin += 1
        if message["event"] == first:
            begun_again += key in begun
            begun.setdefault(key, message["time"])
    print("between", f"{first},{second}", len(begun) + begun_again, begun_again, without_begin, *figures(durations),
          sep="\t")


def main(path, midnight_ns):
    messages = read(path, int(midnight_ns))
    measure("size", messages, lambda message: "", lambda message: message["size"])
    measure("price by event", messages, lambda message: f'"event":"{message["event"]}"',
            lambda message: message["price"])
    measure("value by direction", messages, lambda message: f'"direction":{message["direction"]}',
            lambda message: message["price"] * message["size"])
    measure("size by event and second", messages,
            lambda message: f'{message["time"] // 10**9 * 10**9} "event":"{message["event"]}"',
            lambda message: message["size"])
    timelines(messages)
    for pair in (("submitted", "executed"), ("submitted", "deleted"), ("executed", "executed")):
        between(messages, *pair)


main(*sys.argv[1:])
