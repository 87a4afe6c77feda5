#!/usr/bin/env python3
"""Read Ringside's recordings and sessions, without Ringside and without other packages.

    import ringside
    for row in ringside.read("/var/tmp/trading"):                       # a recording
        print(row)
    for row in ringside.peek("/dev/shm/ringside-user", "trading"):      # what a session holds now
        print(row)

Events and gaps are dicts with the keys of ``ringside tail --format json``; a gap has the key ``lost``. The bytes are
described by the pages ``layout-recording.md``, ``layout-ring.md``, ``layout-ledger.md`` and ``schema-encoding.md``.
Every length is checked before it is used. Damage is reported to ``on_problem`` and skipped.
"""

import heapq
import json
import math
import mmap
import os
import re
import stat
import struct
import sys
import threading
import uuid
from collections import deque
from datetime import datetime, timedelta

__all__ = ["read", "sessions", "peek", "ledger", "crc32c", "RingsideError"]

U16, U32, I64 = struct.Struct("<H"), struct.Struct("<I"), struct.Struct("<q")
CHECKPOINT = struct.Struct("<12q")
CHECKPOINT_LENGTH = 128
EXCERPT = struct.Struct("<4siii")
EXCERPT_LENGTH = 16
LANES_MAX = 1024
BLOCK_MAX = 128 * 1024
NAME_MAX = 104
PENDING_MAX = 1_000_000
CANDIDATES_MAX = 1000
ZERO_LENGTH_VALUES_MAX = 65_535
SESSION, PROCESS, SCHEMA, BATCH, CHECKPOINTS = 1, 2, 3, 4, 5
COUNTS = ("delivered", "corrupt", "discarded", "overwritten", "full", "tooLarge", "error", "abandoned")
CAUSES = ("full", "tooLarge", "noLane", "notAttached", "error", "corrupt", "abandoned", "discarded")
NOT_LOST = ("overwritten", "missing", "behind")


class RingsideError(Exception):
    """The source cannot be read at all. The message says what and why."""


class Damage(Exception):
    """Bytes that do not fit together. Stays within this module."""


def _print_problem(text):
    print("ringside: " + text, file=sys.stderr)


# Checksums

def _crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ 0x82F63B78 if value & 1 else value >> 1
        table.append(value)
    return table


_CRC_TABLE = _crc_table()


def crc32c(data):
    """CRC32C of bytes, as an unsigned number."""
    crc = 0xFFFFFFFF
    table = _CRC_TABLE
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


# Schemas

class _Cursor:
    """Reads parts of known size, and raises Damage where they are not there."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def take(self, length):
        begin, self.at = self.at, self.at + length
        if length < 0 or self.at > len(self.data):
            raise Damage("part extends beyond its end")
        return self.data[begin:self.at]

    def number(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def text(self):
        return self.take(self.number("H")).decode("utf-8", "replace")


_NUMBERS = {1: "b", 2: "h", 3: "i", 4: "q", 5: "B", 6: "H", 7: "I", 8: "Q", 23: "Q", 25: "I", 26: "Q"}
_HEX_TYPES = (23, 25, 26)
_SIZES = {9: 4, 10: 8, 11: 1, 14: 16, 15: 8, 16: 4, 17: 16, 22: 4, 24: 8, 27: 16}
_TEXTS = (12, 13, 19, 20, 21)
_HEX_OUT = (16, 17, 18, 19, 29, 31, 32, 37)
_SIGNED_OUT = (3, 5, 7, 9)
_UNSIGNED_OUT = (4, 6, 8, 10, 20, 21, 30)


class _Field:
    __slots__ = ("name", "type", "shape", "count", "length", "sized_by", "out", "unit", "names", "bits", "patterns",
                 "members")


class _Event:
    __slots__ = ("name", "id", "version", "level", "opcode", "task", "keyword", "message", "sbe", "fields")


class _Schema:
    """A provider's declarations, as schema-encoding.md has them."""

    def __init__(self, data):
        c = _Cursor(data)
        if c.take(4) != b"RSCH":
            raise Damage("no schema")
        self.version = c.number("H")
        c.number("H")
        if not 1 <= self.version <= 6:
            raise Damage("schema version=%d is unknown" % self.version)
        if c.number("i") != len(data):
            raise Damage("schema has another length")
        count = c.number("i")
        if not 0 <= count <= 16_384:
            raise Damage("schema has events=%d" % count)
        self.id = uuid.UUID(bytes=struct.pack(">qq", c.number("q"), c.number("q")))
        self.name = c.text()
        c.text()
        for _ in range(3):
            for _ in range(c.number("H")):
                c.number("q")
                c.text()
        if self.version >= 4:
            for _ in range(c.number("H")):
                c.take(c.number("i"))
        self.events = [self._event(c) for _ in range(count)]

    def _event(self, c):
        event = _Event()
        event.name = c.text()
        (event.id, event.version, _, event.level, event.opcode, event.task,
         event.keyword) = struct.unpack("<HBBBBHQ", c.take(16))
        event.fields = self._fields(c, 0)
        event.message, event.sbe = None, False
        flags = c.number("B") if self.version >= 4 else 0
        if flags & 1:
            event.message = c.text()
        if flags & 2:
            c.number("H")
            event.sbe = True
        if flags & 4:
            c.text()
        return event

    def _fields(self, c, depth):
        count = c.number("H")
        if count > 128 or depth > 8:
            raise Damage("schema has fields=%d at depth=%d" % (count, depth))
        fields = []
        for _ in range(count):
            fields.append(self._field(c, fields, depth))
        return fields

    def _field(self, c, before, depth):
        field = _Field()
        field.type, field.shape = c.number("B"), c.number("B")
        flags = c.number("H" if self.version >= 3 else "B")
        if not 1 <= field.type <= 27 or field.shape > 3 or flags > 0x3FF:
            raise Damage("field has type=%d, shape=%d, flags=%#x" % (field.type, field.shape, flags))
        field.name = c.text()
        field.count = c.number("H") if field.shape in (1, 2) else 0
        field.length = c.number("H") if flags & 8 else None
        field.sized_by = c.number("H") if flags & 0x10 else None
        for index in (field.count if field.shape == 2 else None, field.sized_by):
            if index is not None and (index >= len(before) or before[index].type not in _NUMBERS):
                raise Damage("field refers to field=%d" % index)
        field.out = c.number("H") if flags & 4 else 0
        field.unit = c.text() if flags & 1 else None
        field.names, field.bits, field.patterns = None, bool(flags & 0x20), None
        if flags & 2:
            c.text()
            field.names = {}
            for _ in range(c.number("H")):
                value = c.number("q")
                field.names[value] = c.text()
        if flags & 0x40:
            c.text()
            field.patterns = []
            for _ in range(c.number("H")):
                field.patterns.append((c.text(), c.text()))
        if flags & 0x80:
            c.number("i")
        if flags & 0x100:
            c.number("H")
            c.take(c.number("H"))
        if flags & 0x200:
            c.text()
        field.members = self._fields(c, depth + 1) if field.type == 18 else None
        return field


# Payloads

class _Truncated(Exception):
    def __init__(self, field):
        super().__init__(field)
        self.field = field


class _Payload:
    """Decodes the part that schema and payload have in common."""

    def __init__(self, data, event):
        self.data, self.at, self.empty, self.last = data, 0, 0, 0
        self.fields = {}
        try:
            self._group(event.fields, self.fields)
            if self.at < len(data):
                self.fields["$unread"] = data[self.at:].hex()
        except _Truncated as e:
            self.fields["$truncated"] = e.field.name
            if self.at < len(data):
                self.fields["$unread"] = data[self.at:].hex()

    def _group(self, fields, into):
        raw = []
        for field in fields:
            raw.append(self._value(field, raw, into))

    def _value(self, field, raw, into):
        length = field.length if field.sized_by is None else raw[field.sized_by]
        if field.shape == 0:
            if field.type == 18:
                members = into[field.name] = {}
                self._group(field.members, members)
                return None
            into[field.name], number = self._single(field, length)
            return number
        if field.shape == 1:
            count = field.count
        elif field.shape == 2:
            count = raw[field.count]
        else:
            count = U16.unpack(self._take(field, 2))[0]
        if count is None or count < 0:
            raise _Truncated(field)
        values = into[field.name] = []
        for _ in range(count):
            begin = self.at
            if field.type == 18:
                values.append({})
                self._group(field.members, values[-1])
            else:
                values.append(self._single(field, length)[0])
            self._count_empty(field, begin)
        return None

    def _count_empty(self, field, begin):
        if self.at == begin:
            self.empty += 1
            if self.empty > ZERO_LENGTH_VALUES_MAX:
                raise _Truncated(field)

    def _take(self, field, length):
        if length < 0 or length > len(self.data) - self.at:
            raise _Truncated(field)
        begin, self.at = self.at, self.at + length
        return self.data[begin:self.at]

    def _single(self, field, length):
        """The value as it is shown, and as a number if it is one."""
        kind = field.type
        if kind in _NUMBERS:
            form = struct.Struct("<" + _NUMBERS[kind])
            number = form.unpack(self._take(field, form.size))[0]
            return _shown_number(field, number, form.size * 8), number
        if kind in _TEXTS:
            return self._text(field, length), None
        data = self._take(field, _SIZES[kind])
        if kind == 9:
            return _shortest(data), None
        if kind == 10:
            return struct.unpack("<d", data)[0], None
        if kind in (11, 22):
            number = int.from_bytes(data, "little")
            if field.names is not None and number in field.names:
                return field.names[number], None
            return any(data), None
        if kind == 14:
            return str(uuid.UUID(bytes=data[7::-1] + data[:7:-1])), None
        if kind == 15:
            time = I64.unpack(data)[0]
            return time if field.out == 0 else _iso(time // 10**9, time % 10**9), None
        if kind == 24:
            units = int.from_bytes(data, "little")
            return _iso(units // 10**7 - 11_644_473_600, units % 10**7 * 100), None
        if kind == 27:
            return str(uuid.UUID(bytes_le=data)), None
        return _address(data), None

    def _text(self, field, length):
        kind = field.type
        unit = 2 if kind in (20, 21) else 1
        if kind in (19, 21) and length is None:
            data = _before_zero(self.data[self.at:], unit)
            self.at = min(len(self.data), self.at + len(data) + unit)
        elif length is None:
            data = self._take_prefixed(field)
        else:
            if kind == 13 and field.out == 24 and length == 0:
                length = 16
            data = self._take(field, length * unit)
            if kind != 13:
                data = _before_zero(data, unit)
        if kind == 13:
            return _shown_bytes(field, data)
        text = data.decode("utf-8" if unit == 1 else "utf-16-le", "replace")
        for pattern, symbol in field.patterns or ():
            head, star, tail = pattern.partition("*")
            if text == pattern if not star else (len(text) >= len(head) + len(tail) and text.startswith(head)
                                                 and text.endswith(tail)):
                return symbol
        return text

    def _take_prefixed(self, field):
        begin = self.at
        length = U16.unpack(self._take(field, 2))[0]
        try:
            return self._take(field, length)
        except _Truncated:
            self.at = begin
            raise


def _before_zero(data, unit):
    """The text up to the first zero of one or two bytes, or all of it."""
    if unit == 1:
        return data.partition(b"\0")[0]
    for at in range(0, len(data) - unit + 1, unit):
        if not any(data[at:at + unit]):
            return data[:at]
    return data


def _shown_number(field, number, bits):
    unsigned = number & ((1 << bits) - 1)
    if field.out == 22:
        unsigned = number = int.from_bytes(unsigned.to_bytes(2, "little"), "big")
    signed64 = number - (1 << 64) if number >= 1 << 63 else number
    if field.names is not None:
        if not field.bits:
            if signed64 in field.names:
                return field.names[signed64]
        else:
            words, rest = [], unsigned
            for value, name in field.names.items():
                value &= (1 << 64) - 1
                if unsigned == 0 if value == 0 else unsigned & value == value:
                    words.append(name)
                    rest &= ~value
            if rest:
                words.append(hex(rest))
            if words:
                return "|".join(words)
    if field.out in _HEX_OUT or (field.out == 0 and field.type in _HEX_TYPES):
        return hex(unsigned)
    if field.out == 13:
        return number != 0
    if field.out == 1:
        return chr(unsigned)
    if field.out == 23:
        return _address(unsigned.to_bytes(4, "little"))
    if field.out in _SIGNED_OUT:
        return unsigned - (1 << bits) if unsigned >> (bits - 1) else unsigned
    if field.out in _UNSIGNED_OUT:
        return unsigned
    return number


def _shortest(data):
    """The double with the fewest digits that is this float."""
    value = struct.unpack("<f", data)[0]
    if not math.isfinite(value):
        return value
    for digits in range(1, 10):
        short = float("%.*g" % (digits, value))
        try:
            if struct.pack("<f", short) == struct.pack("<f", value):
                return short
        except OverflowError:
            continue
    return value


def _shown_bytes(field, data):
    if field.out == 24 and len(data) == 16:
        return _address(data)
    if field.out == 25 and len(data) >= 8:
        family, port = U16.unpack_from(data)[0], int.from_bytes(data[2:4], "big")
        if family == 2:
            return "%s:%d" % (_address(data[4:8]), port)
        if family in (10, 23) and len(data) >= 24:
            return "[%s]:%d" % (_address(data[8:24]), port)
    if field.out in (1, 28, 34, 35):
        return data.decode("utf-8", "replace")
    return data.hex()


def _address(data):
    if len(data) == 4:
        return ".".join(str(byte) for byte in data)
    groups = ["%x" % int.from_bytes(data[i:i + 2], "big") for i in range(0, 16, 2)]
    begin, length = 0, 1
    for i in range(8):
        end = i
        while end < 8 and groups[end] == "0":
            end += 1
        if end - i > length:
            begin, length = i, end - i
    if length == 1:
        return ":".join(groups)
    return ":".join(groups[:begin]) + "::" + ":".join(groups[begin + length:])


def _iso(seconds, ns):
    """ISO 8601 with 0, 3, 6 or 9 decimals, also of years that datetime does not have."""
    cycles, seconds = divmod(seconds, 400 * 31_556_952)
    time = datetime(1970, 1, 1) + timedelta(seconds=seconds)
    year = time.year + 400 * cycles
    text = "%s%04d%s" % ("-" if year < 0 else "+" if year > 9999 else "", abs(year), time.strftime("-%m-%dT%H:%M:%S"))
    if ns:
        digits, unit = (3, 10**6) if ns % 10**6 == 0 else (6, 10**3) if ns % 10**3 == 0 else (9, 1)
        text += ".%0*d" % (digits, ns // unit)
    return text + "Z"


def _message(event, fields):
    values = [fields[field.name] for field in event.fields if field.name in fields]

    def part(match):
        word = match.group(1)
        if word == "%":
            return "%"
        if word == "n":
            return " "
        index = int(word) - 1
        return _plain(values[index]) if 0 <= index < len(values) else match.group(0)

    return re.sub(r"%(%|n|[1-9][0-9]?)(?:![^!]*!)?", part, event.message)


def _plain(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# Lanes

class _Process:
    def __init__(self, known, pid, shift, schemas):
        self.known, self.pid, self.shift, self.schemas = known, pid, shift, schemas


class _Clock:
    """Makes times of ticks."""

    def __init__(self, wall, ticks, shift):
        self.offset, self.shift = wall - ticks, shift

    def time(self, ticks, process):
        return ticks + self.offset - (process.shift if process is not None and process.known else self.shift)


class _Directory:
    """Processes and schemas, by what refers to them."""

    def __init__(self):
        self.processes, self.encoded, self.decoded = {}, {}, {}

    def process(self, incarnation):
        return self.processes.get(incarnation)

    def encoded_schema(self, key):
        return self.encoded.get(key)

    def provider(self, process, index):
        """Name of a provider; its id if its schema is not there, zeros if its process is unknown."""
        schema = self.schema(process, index)
        if schema is not None:
            return schema.name
        if process is None or index >= len(process.schemas):
            return str(uuid.UUID(int=0))
        return str(_uuid(*struct.unpack("<qq", process.schemas[index][:16])))

    def schema(self, process, index):
        if process is None or index >= len(process.schemas):
            return None
        key = process.schemas[index]
        if key not in self.decoded:
            try:
                data = self.encoded_schema(key)
                self.decoded[key] = None if data is None else _Schema(data)
            except Damage:
                self.decoded[key] = None
        return self.decoded[key]


class _Lane:
    """What a reader knows of a lane: the outcomes up to an attempt, and the thread that writes."""

    def __init__(self, incarnation, index, checkpoint=None):
        self.incarnation, self.index = incarnation, index
        self.thread, self.last_time = None, None
        self.counts = dict.fromkeys(COUNTS, 0)
        self.position = self.next = self.owner = 0
        if checkpoint is not None:
            self.restart(checkpoint)

    def restart(self, checkpoint):
        if self.owner != checkpoint.owner:
            self.thread = None
        self.position, self.next, self.owner = checkpoint.position, checkpoint.next, checkpoint.owner
        self.counts = dict(checkpoint.counts)


class _Checkpoint:
    def __init__(self, data, at):
        numbers = CHECKPOINT.unpack_from(data, at)
        self.position, self.next = numbers[:2]
        self.counts = dict(zip(COUNTS, numbers[2:10]))
        self.owner, self.damaged = numbers[10:]
        if min(numbers[:10]) < 0 or sum(numbers[2:10]) != self.next:
            raise Damage("checkpoint does not add up")


class _Walker:
    """Turns the frames of a lane into events and gaps."""

    def __init__(self, directory, clock, block):
        self.directory, self.clock, self.block = directory, clock, block

    def walk(self, lane, data, begin, rest, sink):
        """Hand over what the bytes from a position on contain. `rest` is the cause of losses that have no other."""
        position, end = begin, begin + len(data)
        while position < end:
            block_end = (position // self.block + 1) * self.block
            try:
                position = self._frame(lane, data, position, position - begin, min(block_end, end) - position, rest,
                                       sink)
            except (Damage, struct.error):
                position = block_end

    def _frame(self, lane, data, position, at, room, rest, sink):
        if position % self.block == 0:
            if room < 64:
                raise Damage("block header is cut")
            self._block(lane, data, position, at, rest, sink)
            return position + 64
        word, = I64.unpack_from(data, at)
        length, index, schema = word & 0xFFFFFF, word >> 32 & 0xFFFF, word >> 48 & 0xFFF
        if length < 8 or length > room or word >> 61:
            raise Damage("frame length")
        if schema != 4095:
            if word >> 24 & 0xFF != lane.next & 0xFF:
                raise Damage("number")
            self.record(lane, data[at:at + length], word, sink)
            lane.next += 1
            lane.counts["delivered"] += 1
        elif index == 2:
            if not 16 <= length <= 16 + NAME_MAX:
                raise Damage("owner frame")
            lane.owner, = I64.unpack_from(data, at + 8)
            lane.thread = data[at + 16:at + length].decode("utf-8", "replace") or None
        elif index == 3:
            if length != 64:
                raise Damage("gap frame")
            first, following, full, large, error, from_time, to_time = struct.unpack_from("<7q", data, at + 8)
            if not first <= lane.next <= following:
                raise Damage("gap frame")
            lost = {"full": full, "tooLarge": large, "error": error}
            if sum(lost[k] - lane.counts[k] for k in lost) != following - lane.next:
                raise Damage("gap frame")
            self.advance(lane, following, lost, rest, from_time, to_time, sink)
        elif index != 1:
            raise Damage("kind of frame")
        return position + (length + 7) // 8 * 8

    def _block(self, lane, data, position, at, rest, sink):
        magic, header, number, first, full, large, error, owner, _ = struct.unpack_from("<4siqqqqqqq", data, at)
        if magic != b"RSBK" or header != 64 or number != position // self.block:
            raise Damage("block header")
        if first > lane.next:
            self.advance(lane, first, {"full": full, "tooLarge": large, "error": error}, rest, 0, 0, sink)
        if owner != lane.owner:
            lane.owner, lane.thread = owner, None

    def advance(self, lane, following, lost, rest, from_time, to_time, sink):
        """Take over totals of losses up to an attempt."""
        new = {k: v - lane.counts[k] for k, v in lost.items()}
        others = following - lane.next - sum(new.values())
        if others < 0 or min(new.values()) < 0:
            raise Damage("losses do not add up")
        if others:
            new[rest] = new.get(rest, 0) + others
        lane.next = following
        for k, v in new.items():
            lane.counts[k if k in lane.counts else "delivered"] += v
        self.gap(lane, new, from_time, to_time, sink)

    def settle(self, lane, checkpoint, taken, from_time, to_time, sink):
        """Report what a checkpoint counts beyond what is known; `taken` is what became of delivered events."""
        if checkpoint.next < lane.next:
            return
        new = {}
        for cause, count in checkpoint.counts.items():
            more = count - lane.counts[cause]
            if more > 0:
                cause = taken if cause == "delivered" else cause
                new[cause] = new.get(cause, 0) + more
        # What this reader called corrupt may have been delivered to the drain, and the other way round.
        surplus = sum(new.values()) - (checkpoint.next - lane.next)
        for cause in (taken, "corrupt"):
            less = min(surplus, new.get(cause, 0))
            if less > 0:
                new[cause] -= less
                surplus -= less
        self.gap(lane, new, from_time, to_time, sink)

    def gap(self, lane, lost, from_time, to_time, sink):
        process = self.directory.process(lane.incarnation)
        for row in gap_rows(lost, self._time(lane, from_time, process), self._time(lane, to_time, process),
                            process, lane.owner or None, lane.thread):
            sink(lane.last_time, row)

    def _time(self, lane, ticks, process):
        """Without a time of its own, a gap has that of the lane's last event."""
        return self.clock.time(ticks, process) if ticks else lane.last_time

    def record(self, lane, data, word, sink):
        if len(data) < 32:
            raise Damage("record is shorter than its header")
        process = self.directory.process(lane.incarnation)
        index, schema = word >> 32 & 0xFFFF, self.directory.schema(process, word >> 48 & 0xFFF)
        ticks, most, least = struct.unpack_from("<qqq", data, 8)
        at, items = 32, {}
        if word >> 60 & 1:
            at, items = _items(data)
        payload = bytes(data[at:])
        event = schema.events[index] if schema is not None and index < len(schema.events) else None
        if event is None and schema is not None and index < 65_534:
            raise Damage("event index")
        row = {"time": self.clock.time(ticks, process), "ticks": ticks,
               "provider": self.directory.provider(process, word >> 48 & 0xFFF), "event": event and event.name,
               "id": event.id if event else 0, "version": event.version if event else 0,
               "level": event.level if event else 0, "keyword": hex(event.keyword if event else 0),
               "opcode": event.opcode if event else 0, "task": event.task if event else 0,
               "pid": process.pid if process is not None and process.known else None,
               "tid": lane.owner, "thread": lane.thread,
               "activityId": str(_uuid(most, least)) if most | least else None}
        if 1 in items:
            row["tid"], = I64.unpack(items[1])
            row["thread"] = items[11].decode("utf-8", "replace") if 11 in items else None
        if 2 in items:
            row["relatedActivityId"] = str(_uuid(*struct.unpack("<qq", items[2])))
        for item, key in ((3, "eventKey"), (4, "processStartKey")):
            if item in items:
                row[key] = hex(struct.unpack("<Q", items[item])[0])
        if 6 in items:
            row["stack"] = items[6].decode("utf-8", "replace").split("\n")
        if 8 in items:
            class_most, class_least, kind, level, version, _ = struct.unpack("<qqHHHH", items[8])
            row.update(opcode=kind, level=level, version=version)
            if schema is None or not schema.name:
                row["provider"] = str(_uuid(class_most, class_least))
        if index == 65_535 and 5 in items:
            row["level"], _, keyword = struct.unpack("<iiQ", items[5])
            row["keyword"] = hex(keyword)
            row["string"] = (payload[:-2] if payload[-2:] == b"\0\0" else payload).decode("utf-16-le", "replace")
        elif event is None or event.sbe:
            row["payload"] = payload.hex()
        else:
            fields = _Payload(payload, event).fields
            if event.message:
                row["message"] = _message(event, fields)
            row["fields"] = fields
        lane.last_time = row["time"]
        sink(row["time"], row)


_ITEM_LENGTHS = {1: 8, 2: 16, 3: 8, 4: 8, 5: 16, 7: 8, 8: 24, 9: 24, 10: 24}


def _items(data):
    items, at, more = {}, 32, 1
    while more:
        if at + 8 > len(data):
            raise Damage("item extends beyond its record")
        word, = I64.unpack_from(data, at)
        kind, length, more = word & 0xFFFF, word >> 16 & 0xFFFF, word >> 32 & 1
        if length < 8 or at + length > len(data) or length - 8 != _ITEM_LENGTHS.get(kind, length - 8):
            raise Damage("length of item")
        items[kind] = bytes(data[at + 8:at + length])
        at += (length + 7) // 8 * 8
    return min(at, len(data)), items


def _uuid(most, least):
    return uuid.UUID(bytes=struct.pack(">qq", most, least))


def gap_rows(lost, from_time, to_time, process, tid, thread):
    """One row for each way in which events of a gap were lost, as tail prints them."""
    for cause in NOT_LOST + CAUSES:
        count = lost.get(cause, 0)
        if count > 0:
            row = {"lost": 0 if cause in NOT_LOST else count, "cause": cause}
            if cause in NOT_LOST:
                row[cause] = count
            row.update({"from": from_time, "to": to_time,
                        "pid": process.pid if process is not None and process.known else None, "tid": tid,
                        "thread": thread})
            yield row


class _Merge:
    """Delivers the heads of lanes in the order of their times, and marks late events."""

    def __init__(self):
        self.lanes, self.heads, self.size, self.last = {}, [], 0, None

    def add(self, key, time, row):
        lane = self.lanes.get(key)
        if lane is None:
            lane = self.lanes[key] = deque()
        # A gap is delivered with what precedes it in its lane.
        lane.append((-(1 << 63) if time is None or "lost" in row else time, row))
        self.size += 1
        if len(lane) == 1:
            heapq.heappush(self.heads, (lane[0][0], key))

    def until(self, watermark):
        while self.heads and (watermark is None or self.heads[0][0] <= watermark or self.size > PENDING_MAX):
            time, key = heapq.heappop(self.heads)
            lane = self.lanes[key]
            row = lane.popleft()[1]
            self.size -= 1
            if lane:
                heapq.heappush(self.heads, (lane[0][0], key))
            if "lost" not in row:
                if self.last is not None and time < self.last:
                    row = _with_late(row)
                else:
                    self.last = time
            yield row


def _with_late(row):
    marked = {}
    for key, value in row.items():
        marked[key] = value
        if key == "activityId":
            marked["late"] = True
    return marked


# Recordings

def _open_regular(path):
    """Open a regular file, and nothing else, for reading."""
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise OSError("not a regular file: path=%s" % path)
    return fd


class _Recording:
    def __init__(self, folder, checksums, on_problem):
        self.folder, self.checksums, self.on_problem = folder, checksums, on_problem
        self.directory = _Directory()
        self.problems = set()
        self.damaged = False

    def _problem(self, name, position, text):
        self.damaged = True
        message = "%s: file=%s, position=%d" % (text, os.path.join(self.folder, name), position)
        if message not in self.problems:
            self.problems.add(message)
            self.on_problem(message)

    def names(self):
        try:
            names = sorted(name for name in os.listdir(self.folder) if name.endswith(".cq4"))
        except OSError as e:
            raise RingsideError("recording cannot be read: folder=%s: %s" % (self.folder, e.strerror)) from e
        if not names:
            raise RingsideError("folder contains no recording: folder=%s" % self.folder)
        return names

    def excerpts(self, kinds):
        """Kind, version and content of the excerpts, file by file."""
        for name in self.names():
            try:
                fd = _open_regular(os.path.join(self.folder, name))
            except OSError as e:
                raise RingsideError("file cannot be read: %s" % e) from e
            try:
                if os.fstat(fd).st_size == 0:
                    continue
                with mmap.mmap(fd, 0, access=mmap.ACCESS_READ) as data:
                    yield from self._documents(name, data, kinds)
            finally:
                os.close(fd)

    def _documents(self, name, data, kinds):
        at, end = 0, len(data)
        while at + 4 <= end:
            word, = U32.unpack_from(data, at)
            length = word & 0x3FFFFFFF
            begin = at + 4
            if word & 0x80000000 or word == 0:
                following = self._resume(data, begin)
                if following is not None:
                    self._problem(name, at, "document has a damaged header")
                at = end if following is None else following
                continue
            if begin + length > end or length == 0:
                following = self._resume(data, begin)
                self._problem(name, at, "document extends beyond its file")
                at = end if following is None else following
                continue
            next_at = (begin + length + 3) // 4 * 4
            if not word & 0x40000000:
                header = self._header(data, begin, length)
                if header is None:
                    self._problem(name, at, "document is no excerpt")
                    following = self._resume(data, begin)
                    at = end if following is None else following
                    continue
                version, kind = header
                if kind in kinds:
                    content = data[begin:begin + length]
                    if self.checksums and version > 4 and not _is_sound(content):
                        self._problem(name, at, "excerpt has another checksum")
                    else:
                        yield name, at, kind, content[:len(content) - 8] if version > 4 else content
            elif data[begin:begin + 4] == b"RSRC":
                self._problem(name, at, "document has a damaged header")
                if self._header(data, begin, length) is None:
                    next_at = self._resume(data, begin) or end
            at = next_at

    @staticmethod
    def _header(data, at, length):
        if length < EXCERPT_LENGTH + 8:
            return None
        magic, version, kind, own = EXCERPT.unpack_from(data, at)
        if magic != b"RSRC" or not 4 <= version <= 6 or not 1 <= kind <= 5 or own != length:
            return None
        return version, kind

    def _resume(self, data, at):
        """Position of the next document that is certainly an excerpt."""
        for _ in range(CANDIDATES_MAX):
            at = data.find(b"RSRC", at)
            if at < 0:
                return None
            if at % 4 == 0 and at >= 4 and at + EXCERPT_LENGTH <= len(data):
                word, = U32.unpack_from(data, at - 4)
                if at + word <= len(data) and self._header(data, at, word) is not None:
                    return at - 4
            at += 1
        return None

    def describe(self):
        """Read the descriptions first: some follow the events that need them."""
        for name, at, kind, content in self.excerpts((PROCESS, SCHEMA)):
            try:
                self._describe(kind, content)
            except (Damage, struct.error) as e:
                self._problem(name, at, "description is damaged (%s)" % e)

    def _describe(self, kind, content):
        c = _Cursor(content, EXCERPT_LENGTH)
        key = c.take(16)
        if kind == SCHEMA:
            key += c.take(8)
            self.directory.encoded[key] = c.take(c.number("i"))
            return
        known, count = c.number("i"), c.number("i")
        pid = c.number("q")
        c.take(32)
        shift = c.number("q")
        c.take(24)
        c.take(c.number("i"))
        c.at = (c.at + 7) // 8 * 8
        if not 0 <= count <= 4095:
            raise Damage("schemas=%d" % count)
        schemas = [c.take(24) for _ in range(count)]
        before = self.directory.processes.get(key)
        if before is None or len(before.schemas) < len(schemas) or not before.known:
            self.directory.processes[key] = _Process(known == 1, pid, shift, schemas)

    def rows(self):
        self.describe()
        merge, walker, lanes, without, session = _Merge(), None, {}, {}, None
        order = 0
        for name, at, kind, content in self.excerpts((SESSION, BATCH, CHECKPOINTS)):
            try:
                if kind == SESSION:
                    key, walker = self._session(content)
                    if key != session:
                        if session is not None and not self.rewritten:
                            yield from merge.until(None)
                        session, order = key, order + 1
                        lanes, without = self.states.setdefault(key, ({}, {}))
                elif walker is None:
                    raise Damage("no session precedes it")
                elif kind == BATCH:
                    watermark = self._batch(content, walker, lanes, without, merge)
                    yield from merge.until(watermark)
                else:
                    self._checkpoint(content, walker, lanes, merge)
            except (Damage, struct.error) as e:
                self._problem(name, at, "excerpt is damaged (%s)" % e)
        yield from merge.until(None)

    states = None
    rewritten = False

    def _session(self, content):
        session_id, wall, ticks, shift, most, least = struct.unpack_from("<6q", content, 16)
        _, lane_bytes, rewritten, length = struct.unpack_from("<4i", content, 64)
        if lane_bytes < 4096 or lane_bytes & 7 or not 0 <= length <= len(content) - 80:
            raise Damage("session has lane bytes=%d" % lane_bytes)
        if self.states is None:
            self.states = {}
        self.rewritten = rewritten == 1
        return (session_id, wall, ticks, most, least), _Walker(self.directory, _Clock(wall, ticks, shift),
                                                               min(lane_bytes // 4, BLOCK_MAX))

    def _batch(self, content, walker, lanes, without, merge):
        watermark, _, count = struct.unpack_from("<3q", content, 16)
        at = 40
        for _ in range(count):
            if at + 64 > len(content):
                raise Damage("chunk extends beyond its batch")
            (length, kind, incarnation, lane, size, from_time, to_time, number,
             total) = struct.unpack_from("<ii16siiqqqq", content, at)
            if length < 64 or length % 8 or at + length > len(content) or size < 0:
                raise Damage("chunk has length=%d" % length)
            chunk = content[at:at + length]
            at += length
            key = (struct.unpack("<QQ", incarnation), lane)

            def sink(time, row, key=key):
                merge.add(key, time, row)

            if kind == 3:
                self._without_lane(walker, incarnation, lane, from_time, to_time, number, total, without, sink)
                continue
            if not 0 <= lane < LANES_MAX:
                raise Damage("lane=%d" % lane)
            state = lanes.get(key)
            if kind == 4:
                if state is None:
                    state = lanes[key] = _Lane(incarnation, lane)
                self._kept(walker, state, chunk, size, number, total, sink)
            elif kind in (1, 2):
                before, after = _Checkpoint(chunk, 64), _Checkpoint(chunk, 192)
                if state is None:
                    state = lanes[key] = _Lane(incarnation, lane, before)
                self._chunk(walker, state, chunk, kind, size, total, before, after, from_time, to_time, sink)
            else:
                raise Damage("chunk kind=%d" % kind)
        return walker.clock.time(watermark, None)

    def _chunk(self, walker, lane, chunk, kind, size, total, before, after, from_time, to_time, sink):
        if after.position < before.position or after.next < before.next:
            raise Damage("checkpoints go back")
        taken = "corrupt" if self.damaged else "missing"
        walker.settle(lane, before, taken, 0, 0, sink)
        lane.restart(before)
        if kind == 1 and size:
            if size > len(chunk) - 320 or size != after.position - before.position:
                raise Damage("frames=%d" % size)
            name_at = 320 + (size + 7) // 8 * 8
            if 0 < total <= NAME_MAX and name_at + total <= len(chunk):
                lane.thread = chunk[name_at:name_at + total].decode("utf-8", "replace")
            walker.walk(lane, memoryview(chunk)[320:320 + size].tobytes(), before.position, "corrupt", sink)
        walker.settle(lane, after, "corrupt", from_time, to_time, sink)
        thread = lane.thread if lane.owner == after.owner else None
        lane.restart(after)
        lane.thread = thread

    def _without_lane(self, walker, incarnation, cause, from_time, to_time, number, total, without, sink):
        if not 0 <= cause < len(CAUSES) or number < 0:
            raise Damage("cause=%d" % cause)
        process = self.directory.process(incarnation)
        for row in gap_rows({CAUSES[cause]: number}, walker.clock.time(from_time, process) if from_time else None,
                            walker.clock.time(to_time, process) if to_time else None, process, None, None):
            sink(None, row)

    def _kept(self, walker, lane, chunk, size, number, total, sink):
        if size > len(chunk) - 72 or total < number or number < 0:
            raise Damage("kept records")
        if number > lane.next:
            walker.gap(lane, {"corrupt" if self.damaged else "missing": number - lane.next}, 0, 0, sink)
        lane.next = total
        at = 72
        while at < 72 + size:
            length, kind, lane_owner = struct.unpack_from("<iiq", chunk, at)
            at += 16
            if length < 0 or at + length > 72 + size:
                raise Damage("entry")
            if lane_owner != lane.owner:
                lane.owner, lane.thread = lane_owner, None
            if kind == 1:
                walker.record(lane, chunk[at:at + length], I64.unpack_from(chunk, at)[0], sink)
            elif kind == 2:
                gap_total, from_time, to_time, *numbers = struct.unpack_from("<10q", chunk, at)
                lost = dict(zip(("overwritten", "full", "tooLarge", "error", "corrupt", "abandoned", "discarded"),
                                numbers))
                lost["missing"] = gap_total - sum(numbers)
                walker.gap(lane, lost, from_time, to_time, sink)
            elif kind == 3:
                lane.thread = chunk[at:at + length].decode("utf-8", "replace")
            at += (length + 7) // 8 * 8

    def _checkpoint(self, content, walker, lanes, merge):
        lane_count, = struct.unpack_from("<i", content, 32)
        if not 0 <= lane_count <= (len(content) - 112) // 152:
            raise Damage("lanes=%d" % lane_count)
        for i in range(lane_count):
            at = 112 + 152 * i
            incarnation, index = content[at:at + 16], U32.unpack_from(content, at + 16)[0]
            checkpoint = _Checkpoint(content, at + 24)
            key = (struct.unpack("<QQ", incarnation), index)
            lane = lanes.get(key)
            if lane is None:
                lanes[key] = _Lane(incarnation, index, checkpoint)
            elif checkpoint.next > lane.next:
                walker.settle(lane, checkpoint, "corrupt" if self.damaged else "missing", 0, 0,
                              lambda time, row, key=key: merge.add(key, time, row))
                lane.restart(checkpoint)


def _is_sound(content):
    return crc32c(memoryview(content)[:-8]) == struct.unpack_from("<Q", content, len(content) - 8)[0]


def read(folder, checksums=True, on_problem=_print_problem):
    """Iterate the events and gaps of a recording in the order of time.

    folder      of the recording
    checksums   whether excerpts are checked; without it, reading is faster and damage may remain unseen
    on_problem  called with a text for each damaged place; reading continues after it
    """
    return _Recording(os.fspath(folder), checksums, on_problem).rows()


# Sessions

LEDGER_LENGTH, LANE_LENGTH = 256, 640
PAGE_LENGTH, SCHEMA_TABLE, LOSSES = 291_776, 29_696, 9_216
ROW_MAX, SCHEMA_MAX = 4 << 20, 4 << 20
RETRIES = 100
_PATTERNS = {"row": re.compile(r"([0-9a-f]{16})\.session"), "ledger": re.compile(r"([0-9a-f]{32})\.ledger")}
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "f": "\f"}
_fence_lock = threading.Lock()


def _fence():
    """No load is done before this that stands after it: taking a lock orders memory."""
    with _fence_lock:
        pass


def _content(path, most):
    """The bytes of a regular file of bounded length."""
    fd = _open_regular(path)
    with os.fdopen(fd, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError("file is longer than bytes=%d: path=%s" % (most, path))
    return data


def _properties(data):
    """A row: one key=value for each line, escaped as java.util.Properties does."""
    row = {}
    for line in data.decode("utf-8", "replace").split("\n"):
        match = re.match(r"((?:[^\\=]|\\.)+)=(.*)", line)
        if match and not line.startswith("#"):
            key, value = (re.sub(r"\\(u[0-9a-fA-F]{4}|.)", _unescaped, part) for part in match.groups())
            row[key] = value
    return row


def _unescaped(match):
    escape = match.group(1)
    return chr(int(escape[1:], 16)) if len(escape) == 5 else _ESCAPES.get(escape, escape)


class _Words:
    """The 64-bit words of a mapped file, each of which is read at once."""

    def __init__(self, path, magic, length=None):
        if sys.byteorder != "little":
            raise RingsideError("sessions can be read on little-endian machines only; record this one")
        fd = _open_regular(path)
        try:
            size = os.fstat(fd).st_size
            if size < LEDGER_LENGTH or length not in (None, size):
                raise Damage("file has length=%d" % size)
            self.words = memoryview(mmap.mmap(fd, size // 8 * 8, access=mmap.ACCESS_READ)).cast("q")
        finally:
            os.close(fd)
        if self.bytes(0, 8) != magic:
            raise Damage("file has another magic number")

    def at(self, offset):
        return self.words[offset // 8]

    def bytes(self, offset, length):
        return self.words[offset // 8:(offset + length) // 8].tobytes()


class _Ledger(_Words):
    def __init__(self, path, session_id):
        super().__init__(path, b"RSLEDGER")
        (self.version, header, most, least, session, self.limit, batch, self.lane_bytes,
         self.block) = struct.unpack("<iiqqqiiqi", self.bytes(8, 56)[:52])
        self.incarnation = struct.pack("<qq", most, least)
        if not 3 <= self.version <= 5 or header != LEDGER_LENGTH or session != session_id or batch != 4:
            raise Damage("ledger has version=%d, session=%d" % (self.version, session))
        if not 1 <= self.limit <= LANES_MAX or len(self.words) * 8 < LEDGER_LENGTH + LANE_LENGTH * self.limit:
            raise Damage("ledger has lanes=%d" % self.limit)
        if (self.lane_bytes < 4096 or self.lane_bytes >= 1 << 40 or self.lane_bytes % 8
                or self.block != min(self.lane_bytes // 4, BLOCK_MAX) or self.lane_bytes % self.block):
            raise Damage("ledger has lane bytes=%d, block bytes=%d" % (self.lane_bytes, self.block))

    def lanes(self):
        return max(0, min(self.limit, self.at(56) >> 32))

    def lane(self, index, offset):
        return self.at(LEDGER_LENGTH + LANE_LENGTH * index + offset)

    def checkpoint(self, index):
        """The checkpoint in force; nothing if the lane does not exist."""
        for _ in range(RETRIES):
            sequence = self.lane(index, 264)
            if sequence == 0:
                return None
            begin = LEDGER_LENGTH + LANE_LENGTH * index + 384 + CHECKPOINT_LENGTH * (sequence & 1)
            _fence()
            data = self.bytes(begin, CHECKPOINT_LENGTH)
            _fence()
            if self.lane(index, 264) == sequence:
                return _Checkpoint(data, 0)
        raise Damage("checkpoint changes all the time")

    def name(self, index):
        """Id and name of the thread that has or had the lane."""
        for _ in range(RETRIES):
            word = self.lane(index, 8)
            _fence()
            data = self.bytes(LEDGER_LENGTH + LANE_LENGTH * index + 16, 8 + NAME_MAX)
            _fence()
            if self.lane(index, 8) == word:
                length = word & 0xFF
                if 0 < length <= NAME_MAX:
                    return I64.unpack_from(data)[0], data[8:8 + length].decode("utf-8", "replace")
                break
        return 0, None


class _LiveDirectory(_Directory):
    """Processes and schemas of a trace directory."""

    def __init__(self, path):
        super().__init__()
        self.path = path

    def process(self, incarnation):
        process = self.processes.get(incarnation)
        if process is None:
            process = self.processes[incarnation] = _Process(False, None, 0, [])
        if not process.known:
            try:
                process.page = _Words(os.path.join(self.path, "processes", _hex(incarnation) + ".page"), b"RSPROCES",
                                      PAGE_LENGTH)
                process.pid, process.shift = process.page.at(40), process.page.at(80)
                process.known = process.page.at(8) & 0xFFFFFFFF == 2
            except (OSError, Damage):
                return process
        count = min(4095, process.page.at(512) & 0xFFFFFFFF)
        _fence()
        for i in range(len(process.schemas), count):
            process.schemas.append(process.page.bytes(SCHEMA_TABLE + 64 * i, 24))
        return process

    def encoded_schema(self, key):
        most, least, content_hash = struct.unpack("<qqQ", key)
        path = os.path.join(self.path, "providers", "%s.%016x.schema" % (_uuid(most, least), content_hash))
        try:
            data = _content(path, SCHEMA_MAX + 256 + 8 * 16_384 + 8)
        except OSError:
            return None
        if len(data) < 256 or data[:8] != b"RSSCHEMA" or data[24:48] != key:
            return None
        events, length = struct.unpack_from("<ii", data, 48)
        begin = 256 + 8 * events
        return data[begin:begin + length] if events >= 0 and 0 <= length <= len(data) - begin else None


def _hex(incarnation):
    return "%016x%016x" % struct.unpack("<QQ", incarnation)


def _layout(directory):
    path = os.path.join(os.fspath(directory), "v1")
    if not os.path.isdir(path):
        raise RingsideError("directory is no trace directory: directory=%s" % directory)
    return path


def _rows(path):
    for name in sorted(os.listdir(os.path.join(path, "rows"))):
        match = _PATTERNS["row"].fullmatch(name)
        if match:
            try:
                row = _properties(_content(os.path.join(path, "rows", name), ROW_MAX))
                yield {"name": row["name"], "id": int(row["id"]), "slot": int(row["slot"]), "state": row["state"],
                       "startWallNs": int(row["start.wallNs"]), "startTicks": int(row["start.monotonicNs"]),
                       "settings": {key[8:]: value for key, value in row.items() if key.startswith("setting.")}}
            except (OSError, KeyError, ValueError):
                continue


def sessions(directory):
    """The running sessions of a trace directory, as a list of dicts: name, id, slot, state, start, settings."""
    return list(_rows(_layout(directory)))


def _session(path, name):
    for row in _rows(path):
        if row["name"] == name:
            return row
    raise RingsideError("session is not running: name=%s" % name)


class _Live:
    """A session that is read beside its drain: nothing is stored, and no lock is held."""

    def __init__(self, directory, name, on_problem):
        self.path = _layout(directory)
        self.row = _session(self.path, name)
        self.folder = os.path.join(self.path, "sessions", "%016x" % self.row["id"])
        self.directory = _LiveDirectory(self.path)
        self.on_problem = on_problem
        self.clock = _Clock(self.row["startWallNs"], self.row["startTicks"], 0)

    def ledgers(self):
        try:
            names = sorted(os.listdir(self.folder))
        except FileNotFoundError:
            return
        for name in names:
            if _PATTERNS["ledger"].fullmatch(name):
                try:
                    yield _Ledger(os.path.join(self.folder, name), self.row["id"])
                except FileNotFoundError:
                    continue
                except (OSError, Damage) as e:
                    self.on_problem("ledger cannot be read (%s): file=%s" % (e, os.path.join(self.folder, name)))

    def copy(self, ledger, index, position, length):
        """Bytes of a lane, and the position from which on they are good."""
        ring = os.path.join(self.folder, "%s.%d.ring" % (_hex(ledger.incarnation), index // 4))
        fd = _open_regular(ring)
        try:
            data = os.pread(fd, length, index % 4 * ledger.lane_bytes + position % ledger.lane_bytes)
        finally:
            os.close(fd)
        if len(data) != length:
            raise Damage("ring is cut")
        _fence()
        good = min(max(ledger.lane(index, 256), ledger.lane(index, 192)),
                   ledger.lane(index, 136) + 3 * ledger.block - ledger.lane_bytes)
        return data, good

    def rows(self):
        merge = _Merge()
        for ledger in self.ledgers():
            walker = _Walker(self.directory, self.clock, ledger.block)
            for index in range(ledger.lanes()):
                key = (struct.unpack("<QQ", ledger.incarnation), index)
                try:
                    self._lane(walker, ledger, index, lambda time, row, key=key: merge.add(key, time, row))
                except FileNotFoundError:
                    continue
                except (OSError, Damage, struct.error) as e:
                    self._lane_problem(ledger, index, e)
            for cause, (lost, from_time, to_time) in self.without_lane(ledger, True).items():
                process = self.directory.process(ledger.incarnation)
                times = [self.clock.time(ticks, process) if ticks else None for ticks in (from_time, to_time)]
                for row in gap_rows({cause: lost}, times[0], times[1], process, None, None):
                    merge.add((struct.unpack("<QQ", ledger.incarnation), -1), None, row)
        return merge.until(None)

    def without_lane(self, ledger, unreported):
        """Losses without a lane, from the process page: by cause, the count and the times."""
        page = getattr(self.directory.process(ledger.incarnation), "page", None)
        begin = LOSSES + 320 * self.row["slot"]
        if page is None or not 0 <= self.row["slot"] < 64 or page.at(begin) != self.row["id"]:
            return {}
        losses = {}
        for i, cause in enumerate(("noLane", "notAttached")):
            tallies = [begin + 64 + 32 * t for t in range(8)]
            count = sum(page.at(at + 8 * i) for at in tallies) - (page.at(begin + 8 + 8 * i) if unreported else 0)
            used = [at for at in tallies if page.at(at) or page.at(at + 8)]
            if count > 0 and used:
                losses[cause] = (count, min(page.at(at + 16) for at in used), max(page.at(at + 24) for at in used))
        return losses

    def _lane(self, walker, ledger, index, sink):
        checkpoint = ledger.checkpoint(index)
        lane = _Lane(ledger.incarnation, index, checkpoint)
        owner, name = ledger.name(index)
        if owner == lane.owner:
            lane.thread = name
        position, rest, tail = lane.position, "corrupt", ledger.lane(index, 136)
        if ledger.lane(index, 192) > position:
            position = self._begin_at_oldest(ledger, index, lane)
        while position < tail:
            if tail - position > ledger.lane_bytes and position >= ledger.lane(index, 256):
                raise Damage("tail=%d is ahead of position=%d" % (tail, position))
            block_end = (position // ledger.block + 1) * ledger.block
            data, good = self.copy(ledger, index, position, min(block_end, tail) - position)
            if position < good:
                position, rest = -(-good // ledger.block) * ledger.block, "behind"
                continue
            walker.walk(lane, data, position, rest, sink)
            position, rest = position + len(data), "corrupt"
        self._losses(walker, ledger, index, lane, position, sink)

    @staticmethod
    def _losses(walker, ledger, index, lane, position, sink):
        """Losses after the last record, which only the ledger has."""
        offsets = {"full": 144, "tooLarge": 152, "error": 160}
        lost = {cause: ledger.lane(index, at) for cause, at in offsets.items()}
        _fence()
        times = ledger.lane(index, 176), ledger.lane(index, 184)
        tail = ledger.lane(index, 136)
        _fence()
        if tail == position and lost == {cause: ledger.lane(index, at) for cause, at in offsets.items()}:
            new = sum(count - lane.counts[cause] for cause, count in lost.items())
            if new > 0:
                walker.advance(lane, lane.next + new, lost, "corrupt", times[0], times[1], sink)

    def totals(self):
        lost = dict.fromkeys(CAUSES, 0)
        total = {"name": self.row["name"], "id": self.row["id"], "wanted": 0, "delivered": 0, "overwritten": 0}
        folded = self._folded()
        for key in ("wanted", "delivered", "overwritten"):
            total[key] += int(folded.get(key, 0))
        for cause in CAUSES:
            lost[cause] += int(folded.get("lost." + cause, 0))
        for ledger in self.ledgers():
            if _hex(ledger.incarnation) in folded.get("incarnations", "").split(","):
                continue
            for index in range(ledger.lanes()):
                try:
                    self._add_lane(total, lost, ledger, index)
                except (OSError, Damage, struct.error) as e:
                    self._lane_problem(ledger, index, e)
            for cause, (count, _, _) in self.without_lane(ledger, False).items():
                lost[cause] += count
                total["wanted"] += count
        total["lost"] = sum(lost.values())
        total["lostByCause"] = {cause: count for cause, count in lost.items() if count}
        total["inRing"] = total["wanted"] - total["delivered"] - total["overwritten"] - total["lost"]
        return total

    def _add_lane(self, total, lost, ledger, index):
        checkpoint = ledger.checkpoint(index)
        if checkpoint is None:
            return
        overwritten = checkpoint.counts["overwritten"] + self._evicted(ledger, index, checkpoint)
        for cause, at in (("full", 144), ("tooLarge", 152), ("error", 160)):
            lost[cause] += ledger.lane(index, at)
        for cause in ("corrupt", "discarded", "abandoned"):
            lost[cause] += checkpoint.counts[cause]
        total["delivered"] += checkpoint.counts["delivered"]
        total["overwritten"] += overwritten
        total["wanted"] += ledger.lane(index, 128)

    def _lane_problem(self, ledger, index, error):
        self.on_problem("lane cannot be read (%s): incarnation=%s, lane=%d" % (error, _hex(ledger.incarnation), index))

    def _evicted(self, ledger, index, checkpoint):
        """Events that a flight recorder has overwritten since the checkpoint."""
        if ledger.lane(index, 192) <= checkpoint.position:
            return 0
        _, first, losses = self._oldest(ledger, index)
        return first - checkpoint.next - sum(losses[cause] - checkpoint.counts[cause] for cause in losses)

    def _begin_at_oldest(self, ledger, index, lane):
        """A flight recorder's events before its oldest block are not reported."""
        position, lane.next, losses = self._oldest(ledger, index)
        lane.counts.update(losses)
        return position

    def _oldest(self, ledger, index):
        """Position, first number and losses of the oldest block of a flight recorder."""
        for _ in range(RETRIES):
            evicted = ledger.lane(index, 192)
            data, good = self.copy(ledger, index, evicted, 64)
            if evicted >= good:
                magic, _, number, first, *losses = struct.unpack_from("<4si5q", data)
                if magic != b"RSBK" or number != evicted // ledger.block:
                    raise Damage("block header")
                return evicted, first, dict(zip(("full", "tooLarge", "error"), losses))
        raise Damage("the oldest block changes all the time")

    def _folded(self):
        try:
            return _properties(_content(os.path.join(self.folder, "folded"), ROW_MAX))
        except OSError:
            return {}


def peek(directory, session, on_problem=_print_problem):
    """Iterate the events and gaps that a session holds now, in the order of time.

    Takes nothing, holds no lock, and may run beside a recorder and its writers. What they have overwritten meanwhile
    is reported as a gap with the cause ``behind``.
    """
    return _Live(directory, session, on_problem).rows()


def ledger(directory, session, on_problem=_print_problem):
    """Totals of a session: wanted, delivered, overwritten, lost, lostByCause, and inRing for the rest.

    The sums are exact when nobody writes; else each of them is of a slightly different moment.
    """
    return _Live(directory, session, on_problem).totals()


# Command line

def _json(value):
    """JSON as tail prints it: what is not finite is a string."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: _json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_json(item) for item in value]
    return value


def main(arguments=None):
    arguments = sys.argv[1:] if arguments is None else arguments
    problems = []

    def on_problem(text):
        problems.append(text)
        _print_problem(text)

    command = arguments[:1]
    try:
        if command == ["read"] and len(arguments) == 2:
            rows = read(arguments[1], on_problem=on_problem)
        elif command == ["sessions"] and len(arguments) == 2:
            rows = sessions(arguments[1])
        elif command == ["peek"] and len(arguments) == 3:
            rows = peek(arguments[1], arguments[2], on_problem=on_problem)
        elif command == ["ledger"] and len(arguments) == 3:
            rows = [ledger(arguments[1], arguments[2], on_problem=on_problem)]
        else:
            print("usage: ringside.py read FOLDER | sessions DIR | peek DIR SESSION | ledger DIR SESSION",
                  file=sys.stderr)
            return 2
        for row in rows:
            print(json.dumps(_json(row), separators=(",", ":"), ensure_ascii=True))
    except RingsideError as e:
        _print_problem(str(e))
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
