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

import codecs
import decimal
import fcntl
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
import unicodedata
import uuid
from collections import deque
from datetime import datetime, timedelta

__all__ = ["read", "sessions", "peek", "ledger", "counters", "crc32c", "RingsideError"]

U16, U32, I64 = struct.Struct("<H"), struct.Struct("<I"), struct.Struct("<q")
CHECKPOINT = struct.Struct("<12q")
CHECKPOINT_LENGTH = 128
EXCERPT = struct.Struct("<4siii")
EXCERPT_LENGTH = 16
PAGE, VERSION = 4096, 1
LANES_MAX = 1024
BLOCK_MAX = 128 * 1024
NAME_MAX = 104
PENDING_MAX = 1_000_000
CANDIDATES_MAX = 1000
RECEIPT_MAX = 8192
ZERO_LENGTH_VALUES_MAX = 65_535
SESSION, PROCESS, SCHEMA, BATCH, CHECKPOINTS, NAMES, END = 1, 2, 3, 4, 5, 6, 7
NAMES_MAX, NAMES_BYTES_MAX, NAME_BYTES_MAX, TABLE_BYTES_MAX = 65_536, 8 << 20, 255, 1024
COUNTS = ("delivered", "corrupt", "discarded", "overwritten", "full", "tooLarge", "error", "abandoned")
CAUSES = ("full", "tooLarge", "noLane", "notAttached", "error", "corrupt", "abandoned", "discarded")
SKIPPED = {"sampledOut": 200, "overLimit": 208}
WEIGHT_MAX = 1 << 40
NOT_LOST = ("overwritten", "missing", "behind")
NO_END = "recording has no end"


class RingsideError(Exception):
    """The source cannot be read at all. The message says what and why."""


class Damage(Exception):
    """Bytes that do not fit together. Stays within this module."""


def _print_problem(text):
    print("ringside: " + text, file=sys.stderr)


# Text

def _replaced(error):
    """U+FFFD for bytes that are not UTF-8; one for half of a surrogate pair that three bytes encode."""
    data, end = error.object, error.end
    if data[error.start] == 0xED and data[error.start + 1:error.start + 2] >= b"\xa0":
        for end in range(error.start + 1, error.start + 4):
            if data[end:end + 1] < b"\x80" or data[end:end + 1] > b"\xbf":
                break
    return "\ufffd", min(end, len(data))


codecs.register_error("ringside", _replaced)


class _Word(str):
    """What this reader made: hex, an address, an id or a time, not a text that an application wrote."""


class _Hex(_Word):
    """Bytes."""


class _Time(int):
    """Nanoseconds since 1970."""


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
        return self.take(self.number("H")).decode("utf-8", "ringside")


_NUMBERS = {1: "b", 2: "h", 3: "i", 4: "q", 5: "B", 6: "H", 7: "I", 8: "Q", 23: "Q", 25: "I", 26: "Q"}
_HEX_TYPES = (23, 25, 26)
_SIZES = {9: 4, 10: 8, 11: 1, 14: 16, 15: 8, 16: 4, 17: 16, 22: 4, 24: 8, 27: 16}
_TEXTS = (12, 13, 19, 20, 21)
_HEX_OUT = (16, 17, 18, 19, 29, 31, 32, 37)
_SIGNED_OUT = (3, 5, 7, 9)
_UNSIGNED_OUT = (4, 6, 8, 10, 20, 21, 30)


class _Field:
    __slots__ = ("name", "type", "shape", "count", "length", "sized_by", "out", "unit", "names", "bits", "table",
                 "patterns", "scale", "scaled_by", "members")


class _Event:
    __slots__ = ("name", "id", "version", "level", "opcode", "task", "keyword", "message", "sbe", "fields")


class _Schema:
    """A provider's declarations, as schema-encoding.md has them."""

    def __init__(self, data):
        c = _Cursor(data)
        magic, version = c.take(4), c.number("H")
        c.number("H")
        if magic != b"RSSE" or version != VERSION:
            raise Damage("schema has magic=%r, version=%d" % (magic, version))
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
        for _ in range(c.number("H")):
            c.take(c.number("i"))
        self.publishes = False
        self.events = [self._event(c) for _ in range(count)]

    def _event(self, c):
        event = _Event()
        event.name = c.text()
        (event.id, event.version, _, event.level, event.opcode, event.task,
         event.keyword) = struct.unpack("<HBBBBHQ", c.take(16))
        event.fields = self._fields(c, 0)
        event.message, event.sbe = None, False
        flags = c.number("B")
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
        flags = c.number("H")
        if not 1 <= field.type <= 27 or field.shape > 3 or flags > 0xFFF:
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
        field.names, field.bits, field.table, field.patterns = None, bool(flags & 0x20), None, None
        if flags & 2:
            table = c.text()
            field.names = {}
            for _ in range(c.number("H")):
                value = c.number("q")
                field.names[value] = c.text()
            if not field.names:
                if field.bits:
                    raise Damage("field has no names of values")
                # A process publishes them.
                field.table = table
                self.publishes = True
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
        field.scale = c.number("B") if flags & 0x400 else 0
        if flags & 0x400 and (not 1 <= field.scale <= 18 or field.type not in _NUMBERS or field.out or field.bits
                              or field.table is not None):
            raise Damage("field has type=%d, scale=%d" % (field.type, field.scale))
        field.scaled_by = c.number("H") if flags & 0x800 else None
        if field.scaled_by is not None and (
                field.type not in _NUMBERS or field.out or field.names is not None or field.scale
                or field.scaled_by >= len(before) or not _gives_scale(before[field.scaled_by])):
            raise Damage("field has type=%d, scale of field=%d" % (field.type, field.scaled_by))
        field.members = self._fields(c, depth + 1) if field.type == 18 else None
        return field


def _gives_scale(field):
    return (field.type in _NUMBERS and field.shape == 0 and field.out != 22 and not field.scale
            and field.scaled_by is None)


# Payloads

class _Truncated(Exception):
    def __init__(self, field):
        super().__init__(field)
        self.field = field


class _Payload:
    """Decodes the part that schema and payload have in common."""

    def __init__(self, data, event, names=None, ticks=0):
        self.data, self.at, self.empty, self.last = data, 0, 0, 0
        self.names, self.ticks = names, ticks
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
            scale = field.scale
            if field.scaled_by is not None:
                scale = self._given_scale(fields[field.scaled_by], raw[field.scaled_by])
            raw.append(self._value(field, raw, into, scale))

    def _given_scale(self, giving, number):
        """The scale that a field gives to others; None if it gives none."""
        if giving.table is None:
            return number if 0 <= number <= 18 else None
        return None if self.names is None else self.names.at(giving.table, number, self.ticks, True)

    def _value(self, field, raw, into, scale):
        length = field.length if field.sized_by is None else raw[field.sized_by]
        if field.shape == 0:
            if field.type == 18:
                members = into[field.name] = {}
                self._group(field.members, members)
                return None
            into[field.name], number = self._single(field, length, scale)
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
                values.append(self._single(field, length, scale)[0])
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

    def _single(self, field, length, scale):
        """The value as it is shown, and as a number if it is one."""
        kind = field.type
        if kind in _NUMBERS:
            form = struct.Struct("<" + _NUMBERS[kind])
            number = form.unpack(self._take(field, form.size))[0]
            if field.table is not None and self.names is not None:
                name = self.names.at(field.table, number, self.ticks)
                if name is not None:
                    return name, number
            return _shown_number(field, number, form.size * 8, scale), number
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
            return _Word(uuid.UUID(bytes=data[7::-1] + data[:7:-1])), None
        if kind == 15:
            time = I64.unpack(data)[0]
            return _Time(time) if field.out == 0 else _iso(time // 10**9, time % 10**9), None
        if kind == 24:
            units = int.from_bytes(data, "little")
            return _iso(units // 10**7 - 11_644_473_600, units % 10**7 * 100), None
        if kind == 27:
            return _Word(uuid.UUID(bytes_le=data)), None
        return _address(data), None

    def _text(self, field, length):
        kind = field.type
        unit = 2 if kind in (20, 21) else 1
        if kind in (19, 21) and length is None:
            if self.at == len(self.data):
                raise _Truncated(field)
            data = _before_zero(self.data[self.at:], unit)
            self.at = min(len(self.data), self.at + len(data) + unit)
            data = data[:len(data) // unit * unit]
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
        text = data.decode("utf-8", "ringside") if unit == 1 else data.decode("utf-16-le", "replace")
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


def _shown_number(field, number, bits, scale):
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
    if scale is None:
        return "%d (no scale)" % number
    if scale:
        # Exact, whatever the context of this thread is.
        return decimal.Decimal("%dE-%d" % (number, scale))
    if field.out in _HEX_OUT or (field.out == 0 and field.type in _HEX_TYPES):
        return _Word(hex(unsigned))
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
    """The double with the fewest digits, but at least two, that is this float."""
    value = struct.unpack("<f", data)[0]
    if not math.isfinite(value):
        return value
    for digits in range(2, 10):
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
            return _Word("%s:%d" % (_address(data[4:8]), port))
        if family in (10, 23) and len(data) >= 24:
            return _Word("[%s]:%d" % (_address(data[8:24]), port))
    if field.out in (1, 28, 34, 35):
        return data.decode("utf-8", "ringside")
    return _Hex(data.hex())


def _address(data):
    if len(data) == 4:
        return _Word(".".join(str(byte) for byte in data))
    groups = ["%x" % int.from_bytes(data[i:i + 2], "big") for i in range(0, 16, 2)]
    begin, length = 0, 1
    for i in range(8):
        end = i
        while end < 8 and groups[end] == "0":
            end += 1
        if end - i > length:
            begin, length = i, end - i
    if length == 1:
        return _Word(":".join(groups))
    return _Word(":".join(groups[:begin]) + "::" + ":".join(groups[begin + length:]))


def _iso(seconds, ns):
    """ISO 8601 with 0, 3, 6 or 9 decimals, also of years that datetime does not have."""
    cycles, seconds = divmod(seconds, 400 * 31_556_952)
    time = datetime(1970, 1, 1) + timedelta(seconds=seconds)
    year = time.year + 400 * cycles
    text = "%s%04d%s" % ("-" if year < 0 else "+" if year > 9999 else "", abs(year), time.strftime("-%m-%dT%H:%M:%S"))
    if ns:
        digits, unit = (3, 10**6) if ns % 10**6 == 0 else (6, 10**3) if ns % 10**3 == 0 else (9, 1)
        text += ".%0*d" % (digits, ns // unit)
    return _Word(text + "Z")


def _message(event, fields):
    values = [fields[field.name] for field in event.fields if field.name in fields]

    def part(match):
        word = match.group(1)
        if word is None:
            return _escaped(match.group(0))
        if word == "%":
            return "%"
        if word == "n":
            return " "
        index = int(word) - 1
        return _plain(values[index], True) if 0 <= index < len(values) else match.group(0)

    return re.sub(r"%(%|n|[1-9][0-9]?)(?:![^!]*!)?|[^%]+", part, event.message)


def _plain(value, is_outermost=False):
    """A value in the form that it has in text."""
    if isinstance(value, _Hex):
        return "0x" + value
    if isinstance(value, _Word):
        return value
    if isinstance(value, str):
        if is_outermost:
            return _escaped(value)
        return value if value and not any(c in ' =,[]{}"\\' or _is_control(c) for c in value) else _quoted(value)
    if isinstance(value, _Time):
        return _iso(value // 10**9, value % 10**9)
    if isinstance(value, dict):
        return "{" + " ".join(name + "=" + _plain(item) for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value)) + "]"
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    return _real(value) if isinstance(value, float) else str(value).lower()


def _is_control(c):
    """Whether a character could command a terminal, break a line or change the order in which text is shown."""
    return unicodedata.category(c) in ("Cc", "Zl", "Zp") or (c < "\U00010000" and unicodedata.category(c) == "Cf")


_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escaped(text):
    return "".join(_ESCAPED.get(c, "\\u%04x" % ord(c)) if _is_control(c) else c for c in text)


def _quoted(text):
    return '"' + "".join(_ESCAPED[c] if c in '"\\' else _escaped(c) for c in text) + '"'


def _real(value):
    """The fewest digits that identify a number, in the form of Java: 0.001, 100.0, 1.0E7."""
    if not math.isfinite(value):
        return _not_finite(value)
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return repr(value)
    digits = repr(value).lower().partition("e")[0].replace("-", "").replace(".", "").strip("0")
    mantissa, _, exponent = ("%.*e" % (max(1, len(digits) - 1), value)).partition("e")
    return "%sE%d" % (mantissa, int(exponent))


# Lanes

class _Process:
    def __init__(self, known, pid, shift, schemas):
        self.known, self.pid, self.shift, self.schemas = known, pid, shift, schemas


class _Names:
    """Names and scales that a process has published for values of a provider's fields, as layout-names.md has them."""

    def __init__(self):
        self.entries, self.count, self.bytes = {}, 0, 0

    def at(self, table, number, ticks, scale=False):
        """The name, or the scale, that applies at a time; the first one also before its time."""
        if number >= 1 << 63:
            number -= 1 << 64
        found = None
        for time, name in self.entries.get((table, number, scale), ()):
            if found is not None and time > ticks:
                break
            found = name
        return found

    def add(self, data):
        at = 0
        while at < len(data):
            if at + 24 > len(data):
                raise Damage("name ends too early")
            # 0: it is a name.
            table_length, length, scale, value, time = struct.unpack_from("<iHHqq", data, at)
            end = at + 24 + table_length + length
            if (not 0 < table_length <= TABLE_BYTES_MAX or _align(end, 8) > len(data)
                    or not (0 < length <= NAME_BYTES_MAX if scale == 0 else length == 0 and scale <= 19)):
                raise Damage("name has length=%d, table=%d, scale=%d" % (length, table_length, scale - 1))
            try:
                table = data[at + 24:at + 24 + table_length].decode("utf-8")
                name = scale - 1 if scale else data[end - length:end].decode("utf-8")
            except UnicodeDecodeError:
                raise Damage("name is no text") from None
            known = self.entries.setdefault((table, value, scale != 0), [])
            if not known or (known[-1][0] < time and known[-1][1] != name):
                self.count, self.bytes = self.count + 1, self.bytes + _align(end, 8) - at
                if self.count > NAMES_MAX or self.bytes > NAMES_BYTES_MAX:
                    raise Damage("too many names")
                known.append((time, name))
            at = _align(end, 8)


class _Clock:
    """Makes times of ticks."""

    def __init__(self, wall, ticks, shift):
        self.offset, self.shift = wall - ticks, shift

    def time(self, ticks, process):
        """Wraps around as 64 bits do: applications can give an event any time."""
        time = ticks + self.offset - (process.shift if process is not None and process.known else self.shift)
        return (time + (1 << 63)) % (1 << 64) - (1 << 63)


class _Directory:
    """Processes and schemas, by what refers to them."""

    def __init__(self):
        self.processes, self.encoded, self.decoded, self.named = {}, {}, {}, {}

    def process(self, incarnation):
        return self.processes.get(incarnation)

    def names(self, incarnation, provider):
        """Names that a process has published for a provider; nothing if there are none."""
        return self.named.get((incarnation, provider))

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
        self.thread, self.last_time, self.damaged = None, None, False
        self.counts = dict.fromkeys(COUNTS, 0)
        self.position = self.next = self.owner = 0
        if checkpoint is not None:
            self.restart(checkpoint)

    def restart(self, checkpoint):
        if self.owner != checkpoint.owner:
            self.thread = None
        self.position, self.next, self.owner = checkpoint.position, checkpoint.next, checkpoint.owner
        self.damaged = checkpoint.damaged != 0
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

    def walk(self, lane, data, begin, rest, sink, limit):
        """Hand over what the bytes from a position on contain.

        `rest` is the cause of losses that have no other, `limit` the number of attempts that the frames can describe.
        """
        position, end = begin, begin + len(data)
        while position < end:
            block_end = (position // self.block + 1) * self.block
            try:
                position = self._frame(lane, data, position, position - begin, min(block_end, end) - position, rest,
                                       sink, limit)
            except (Damage, struct.error):
                # The next block says how many events it was.
                lane.damaged = True
                position = block_end

    def _frame(self, lane, data, position, at, room, rest, sink, limit):
        if position % self.block == 0:
            if room < 64:
                raise Damage("block header is cut")
            self._block(lane, data, position, at, rest, sink, limit)
            return position + 64
        if lane.damaged:
            raise Damage("frames after others that are damaged")
        word, = I64.unpack_from(data, at)
        length, index, schema = word & 0xFFFFFF, word >> 32 & 0xFFFF, word >> 48 & 0xFFF
        if length < 8 or _align(length, 8) > room:
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
            lane.thread = data[at + 16:at + length].rstrip(b"\0").decode("utf-8", "ringside") or None
        elif index == 3:
            if length != 64:
                raise Damage("gap frame")
            first, following, full, large, error, from_time, to_time = struct.unpack_from("<7q", data, at + 8)
            if not 0 <= first <= lane.next <= following <= limit:
                raise Damage("gap frame")
            lost = {"full": full, "tooLarge": large, "error": error}
            if sum(lost[k] - lane.counts[k] for k in lost) != following - lane.next:
                raise Damage("gap frame")
            self.advance(lane, following, lost, rest, from_time, to_time, sink)
        elif index != 1 or (position + length) % self.block:
            raise Damage("kind of frame")
        return position + _align(length, 8)

    def _block(self, lane, data, position, at, rest, sink, limit):
        magic, header, number, first, full, large, error, owner, _ = struct.unpack_from("<4siqqqqqqq", data, at)
        if magic != b"RSBK" or header != 64 or number != position // self.block:
            raise Damage("block header")
        lost = {"full": full, "tooLarge": large, "error": error}
        others = first - lane.next - sum(lost[k] - lane.counts[k] for k in lost)
        if (min(lost.values()) < 0 or sum(lost.values()) > first or first > limit or others < 0
                or others and not lane.damaged):
            raise Damage("numbers of a block header")
        if first > lane.next:
            self.advance(lane, first, lost, rest, 0, 0, sink)
        lane.damaged = False
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

    def settle(self, lane, checkpoint, from_time, to_time, sink):
        """Report what a checkpoint counts beyond what is known; delivered events were in what is damaged."""
        new = {}
        for cause, count in checkpoint.counts.items():
            more = count - lane.counts[cause]
            if more > 0:
                cause = "corrupt" if cause == "delivered" else cause
                new[cause] = new.get(cause, 0) + more
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
        if 8 in items:
            event = _classic_event(schema, items[8])
        row = {"time": self.clock.time(ticks, process), "ticks": ticks,
               "provider": self.directory.provider(process, word >> 48 & 0xFFF), "event": event and event.name,
               "id": event.id if event else 0, "version": event.version if event else 0,
               "level": event.level if event else 0, "keyword": hex(event.keyword if event else 0),
               "opcode": event.opcode if event else 0, "task": event.task if event else 0,
               "pid": process.pid if process is not None and process.known else None,
               "tid": lane.owner, "thread": lane.thread,
               "activityId": str(_uuid(most, least)) if most | least else None}
        if 1 in items:
            row["tid"], = I64.unpack_from(items[1])
            row["thread"] = items[11].decode("utf-8", "ringside") if 11 in items else None
        if 2 in items:
            row["relatedActivityId"] = str(_uuid(*struct.unpack_from("<qq", items[2])))
        for item, key in ((3, "eventKey"), (4, "processStartKey")):
            if item in items:
                row[key] = hex(struct.unpack_from("<Q", items[item])[0])
        if _weight(items) != 1:
            row["weight"] = _weight(items)
        if 6 in items:
            row["stack"] = items[6].decode("utf-8", "ringside").split("\n")
        if 8 in items:
            class_most, class_least, kind, level, version = struct.unpack_from("<qqHHH", items[8])
            row.update(opcode=kind, level=level, version=version)
            if schema is None or schema.id != _uuid(class_most, class_least):
                row["provider"] = str(_uuid(class_most, class_least))
        elif 10 in items and any(items[10][:16]):
            row["provider"] = str(_uuid(*struct.unpack_from("<qq", items[10])))
        if 10 in items:
            row["id"] = U32.unpack_from(items[10], 16)[0]
        if index == 65_535 and 5 in items:
            row["level"], _, keyword = struct.unpack_from("<iiQ", items[5])
            row["keyword"] = hex(keyword)
            row["string"] = (payload[:-2] if payload[-2:] == b"\0\0" else payload).decode("utf-16-le", "replace")
        elif event is None or event.sbe:
            row["payload"] = payload.hex()
        else:
            names = None
            if schema.publishes:
                names = self.directory.names(lane.incarnation, process.schemas[word >> 48 & 0xFFF][:16])
            fields = _Payload(payload, event, names, ticks).fields
            if event.message:
                row["message"] = _message(event, fields)
            row["fields"] = fields
        lane.last_time = row["time"]
        sink(row["time"], row)


def _classic_event(schema, item):
    """The event of a class that has the type and the version of a classic event."""
    class_most, class_least, kind, _, version = struct.unpack_from("<qqHHH", item)
    if schema is None or schema.id != _uuid(class_most, class_least):
        return None
    return next((event for event in schema.events if event.opcode == kind and event.version == version), None)


_ITEM_LENGTHS = {1: 8, 2: 16, 3: 8, 4: 8, 5: 16, 7: 8, 8: 24, 9: 24, 10: 24, 16: 16}


def _weight(items):
    """For how many events a record stands."""
    one_in, _, over_limit = struct.unpack_from("<iiq", items[16]) if 16 in items else (1, 0, 0)
    one_in = max(1, one_in)
    return one_in * (1 + max(0, min(over_limit, WEIGHT_MAX // one_in - 1)))


def _items(data):
    items, at, more = {}, 32, 1
    while more:
        if at + 8 > len(data):
            raise Damage("item extends beyond its record")
        word, = I64.unpack_from(data, at)
        kind, length, more = word & 0xFFFF, word >> 16 & 0xFFFF, word >> 32 & 1
        if length - 8 < _ITEM_LENGTHS.get(kind, 0) or _align(at + length, 8) > len(data):
            raise Damage("length of item")
        items[kind] = bytes(data[at + 8:at + length])
        at += (length + 7) // 8 * 8
    return at, items


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


class _ReadSession:
    """What was read of a session's lanes."""

    def __init__(self):
        self.lanes, self.damages = {}, {}

    def is_damaged(self, key, damages):
        """Whether something was damaged since this was asked of the lane before: what it misses was damaged, too."""
        before, self.damages[key] = self.damages.get(key, 0), damages
        return before < damages


class _Recording:
    def __init__(self, folder, checksums, on_problem):
        self.folder, self.checksums, self.on_problem = folder, checksums, on_problem
        self.directory = _Directory()
        self.problems = set()
        self.damages, self.describing = 0, False
        self.place, self.states = None, {}
        # Whether the last excerpt is the end mark; what the recording says of itself, and of its damaged places.
        self.marked, self.identity, self.events, self.damaged_events, self.damages_counted = False, None, 0, 0, 0
        # Events in the batches that were read, and events that their lanes have shown to be missing.
        self.events_read, self.events_missed = 0, 0
        self.last_file = None

    def _problem(self, name, position, text):
        if self.describing:
            return
        self.damages += 1
        self.marked = False
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
        """Kind and content of the excerpts, file by file."""
        names = self.names()
        self.last_file = names[-1]
        for name in names:
            try:
                fd = _open_regular(os.path.join(self.folder, name))
            except OSError as e:
                raise RingsideError("file cannot be read: %s" % e) from e
            try:
                if os.fstat(fd).st_size == 0:
                    continue
                with mmap.mmap(fd, 0, access=mmap.ACCESS_READ) as data:
                    yield from self._documents(name, data, kinds, name == names[-1])
            finally:
                os.close(fd)

    def _documents(self, name, data, kinds, is_last):
        at, end = 0, len(data)
        while at + 4 <= end:
            word, = U32.unpack_from(data, at)
            length = word & 0x3FFFFFFF
            begin = at + 4
            if word & 0x80000000 or word == 0:
                following = self._resume(data, begin)
                if following is None and not (data[begin:begin + 4] == b"RSEX" and (word == 0 or not is_last)):
                    if word == 0 and not is_last:
                        # A writer ends each file before it begins another one.
                        self._problem(name, at, "end of the file is missing")
                    return
                self._problem(name, at, "document has a damaged header")
            elif begin + length > end:
                following = self._resume(data, begin)
                self._problem(name, at, "document extends beyond its file")
            elif word & 0x40000000:
                following = _align(begin + length, 4)
                if data[begin:begin + 4] == b"RSEX":
                    self._problem(name, at, "document has a damaged header")
                    if self._header(data, begin, length) is None:
                        following = self._resume(data, begin)
            else:
                following = _align(begin + length, 4)
                kind = self._header(data, begin, length)
                if kind is None:
                    self._problem(name, at, "document is no excerpt, or of another layout: magic=%r, version=%d"
                                  % (data[begin:begin + 4], int.from_bytes(data[begin + 4:begin + 8], "little")))
                    following = self._resume(data, begin)
                else:
                    content = self._content(name, at, data[begin:begin + length])
                    if content is not None and kind in kinds:
                        yield name, at, kind, content
            if following is None:
                return
            at = following
        if end % PAGE:
            self._problem(name, at, "file is cut")

    def _content(self, name, at, excerpt):
        """What an excerpt contains before its trailer; nothing if it is damaged."""
        if self.checksums and not _is_sound(excerpt):
            self._problem(name, at, "excerpt has another checksum")
            return None
        return excerpt[:-8]

    @staticmethod
    def _header(data, at, length):
        if length < EXCERPT_LENGTH + 8:
            return None
        magic, version, kind, own = EXCERPT.unpack_from(data, at)
        return kind if magic == b"RSEX" and version == VERSION and 1 <= kind <= 7 and own == length else None

    def _resume(self, data, at):
        """Position of the next document that is certainly an excerpt."""
        for _ in range(CANDIDATES_MAX):
            at = data.find(b"RSEX", at)
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
        self.describing = True
        for _, _, kind, content in self.excerpts((PROCESS, SCHEMA, NAMES)):
            try:
                self._describe(kind, content)
            except (Damage, struct.error):
                # It is reported in its turn.
                continue
        self.describing = False

    def _describe(self, kind, content):
        c = _Cursor(content, EXCERPT_LENGTH)
        key = c.take(16)
        if kind == SCHEMA:
            key += c.take(8)
            data = c.take(c.number("i"))
            if key not in self.directory.encoded:
                _Schema(data)
                self.directory.encoded[key] = data
            return
        if kind == NAMES:
            of = key, c.take(16)
            self.directory.named.setdefault(of, _Names()).add(c.take(c.number("q")))
            return
        known, count = c.number("i"), c.number("i")
        pid = c.number("q")
        c.take(32)
        shift = c.number("q")
        c.take(24)
        c.take(c.number("i"))
        c.at = _align(c.at, 8)
        if not 0 <= count <= 4095:
            raise Damage("schemas=%d" % count)
        schemas = [c.take(24) for _ in range(count)]
        before = self.directory.processes.get(key)
        if before is None or len(before.schemas) < len(schemas) or not before.known:
            self.directory.processes[key] = _Process(known != 0, pid, shift, schemas)

    def _count(self, events):
        """The recording says how many events it has up to here: those that were not read were in damaged places."""
        if self.damages > self.damages_counted:
            self.damaged_events += max(events - self.events, 0)
        self.events, self.damages_counted = events, self.damages

    def _end(self, content):
        _, _, events, *_ = struct.unpack_from("<11q", content, EXCERPT_LENGTH)
        if events < 0:
            raise Damage("events=%d" % events)
        if self.identity is not None:
            self._count(events)
        self.marked = True

    def _is_written(self):
        """By its recorder or its receiver, which closes some recordings and goes on with them."""
        return self._is_held("recording.lock") or self._is_held("../receive.lock")

    def _is_held(self, name):
        """Whether somebody holds a lock, as far as this user can find out."""
        try:
            fd = _open_regular(os.path.join(self.folder, name))
        except OSError as e:
            return not isinstance(e, FileNotFoundError)
        try:
            # Others that only ask hold shared locks, too.
            fcntl.lockf(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return False
        except OSError:
            return True
        finally:
            os.close(fd)

    def _missed_by_receiver(self):
        """Events that the receiver of the recording knows to be missing, and that no lane shows."""
        try:
            fd = _open_regular(os.path.abspath(self.folder) + ".receipt")
            with open(fd, "rb") as file:
                receipt = file.read(RECEIPT_MAX + 1)
        except OSError:
            return 0
        if len(receipt) > RECEIPT_MAX:
            return 0
        counts = dict.fromkeys((b"events", b"before", b"lost"), b"0")
        for line in reversed(receipt.splitlines()):
            name, _, value = line.partition(b"=")
            if name in counts:
                counts[name] = value
        if not all(re.fullmatch(rb"-?\d{1,19}", value) for value in counts.values()):
            return 0
        events, before, lost = map(int, counts.values())
        if not all(-1 << 63 <= count < 1 << 63 for count in (events, before, lost)):
            return 0
        return min(lost, events - before - self.events_read) - self.events_missed

    def _conclude(self, was_written):
        """Say what is not known, or not there, after everything was read."""
        if not (self.marked or was_written or self._is_written()):
            self.on_problem("%s, or its recorder was killed: path=%s, lastFile=%s: an unknown number of events may be "
                            "missing after the last one; restore missing files, or continue the recording while its "
                            "session runs" % (NO_END, self.folder, self.last_file))
        if self.damages:
            events = self.damaged_events if self.damages == self.damages_counted else "unknown"
            self.on_problem("recording is damaged in places: path=%s, damagedPlaces=%d, missingEvents=%s: restore "
                            "intact files to read the rest" % (self.folder, self.damages, events))

    def rows(self):
        # Asked first: what its holder writes later is not read.
        was_written = self._is_written()
        self.describe()
        merge, walker, session, state = _Merge(), None, None, None
        for name, at, kind, content in self.excerpts(range(SESSION, END + 1)):
            self.place, self.marked = (name, at), False
            try:
                if kind == SESSION:
                    key, walker = self._session(content)
                    if key != session:
                        if session is not None and not self.rewritten:
                            yield from merge.until(None)
                        session, state = key, self.states.setdefault(key, _ReadSession())
                elif kind in (PROCESS, SCHEMA, NAMES):
                    self._describe(kind, content)
                elif kind == END:
                    self._end(content)
                elif walker is None:
                    raise Damage("no session precedes it")
                elif kind == BATCH:
                    yield from merge.until(self._batch(content, walker, state, merge))
                else:
                    self._checkpoint(content, walker, state, merge)
            except (Damage, struct.error) as e:
                self._problem(name, at, "excerpt is damaged (%s)" % e)
        yield from merge.until(None)
        if session is not None:
            yield from gap_rows({"missing": self._missed_by_receiver()}, None, None, None, None, None)
        self._conclude(was_written)

    rewritten = False

    def _session(self, content):
        session_id, wall, ticks, shift, most, least = struct.unpack_from("<6q", content, 16)
        _, lane_bytes, rewritten, length = struct.unpack_from("<4i", content, 64)
        if lane_bytes < 4096 or lane_bytes & 7 or not 0 <= length <= len(content) - 80:
            raise Damage("session has lane bytes=%d" % lane_bytes)
        self.rewritten = rewritten == 1
        most_least, events = struct.unpack_from("<16sq", content, _align(80 + length, 8))
        if events < 0:
            raise Damage("events=%d" % events)
        if most_least == self.identity:
            self._count(events)
        self.identity, self.events = most_least, events
        return (session_id, wall, ticks, most, least), _Walker(self.directory, _Clock(wall, ticks, shift),
                                                               min(lane_bytes // 4, BLOCK_MAX))

    def _batch(self, content, walker, session, merge):
        watermark, events, count = struct.unpack_from("<3q", content, 16)
        self.events += max(events, 0)
        self.events_read += max(events, 0)
        if count < 0:
            raise Damage("batch has chunks=%d" % count)
        at = 40
        for _ in range(count):
            if at + 64 > len(content):
                raise Damage("chunk extends beyond its batch")
            (length, kind, incarnation, lane, size, from_time, to_time, number,
             total) = struct.unpack_from("<ii16siiqqqq", content, at)
            if length < 64 or length % 8 or at + length > len(content):
                raise Damage("chunk has length=%d" % length)
            chunk = content[at:at + length]
            at += length
            key = (struct.unpack("<qq", incarnation), lane)

            def sink(time, row, key=key):
                merge.add(key, time, row)

            if kind == 3:
                self._without_lane(walker, incarnation, lane, from_time, to_time, number, sink)
                continue
            if not 0 <= lane < LANES_MAX or size < 0 or size % 8:
                raise Damage("chunk has lane=%d, bytes=%d" % (lane, size))
            reading = _Reading(walker, session, key, incarnation, sink)
            if kind == 4:
                self._kept(reading, chunk, size, number, total)
            elif kind in (1, 2):
                before, after = _Checkpoint(chunk, 64), _Checkpoint(chunk, 192)
                if after.position < before.position or after.next < before.next or before.position % 8:
                    raise Damage("checkpoints go back")
                if size > len(chunk) - 320:
                    raise Damage("frames=%d" % size)
                if kind == 1:
                    self._frames(reading, chunk, size, number, total, before, after)
                else:
                    lane = self._follows(reading, before, False)
                    if lane is not None:
                        lane.restart(before)
                        walker.settle(lane, after, from_time, to_time, sink)
                        self._leave(lane, after)
            else:
                raise Damage("chunk kind=%d" % kind)
        return walker.clock.time(watermark, None)

    def _follows(self, reading, before, is_kept):
        """The lane of a chunk, after what lies between what was read of it and the chunk; nothing if that is read."""
        lanes, key = reading.session.lanes, reading.key
        is_damaged = self.damages > 0 and reading.session.is_damaged(key, self.damages)
        lane = lanes.get(key)
        if lane is None:
            lane = lanes[key] = _Lane(reading.incarnation, key[1], None if is_damaged or is_kept else before)
        if before.next < lane.next:
            self._problem(*self.place, "chunk begins before what was read of lane=%d" % key[1])
            return None
        if before.next == lane.next:
            return lane
        self.events_missed += (before.next - lane.next if is_kept
                               else max(before.counts["delivered"] - lane.counts["delivered"], 0))
        if is_damaged and not is_kept:
            reading.walker.settle(lane, before, 0, 0, reading.sink)
        else:
            self._missing(reading, lane, before.next - lane.next)
        return lane

    @staticmethod
    def _missing(reading, lane, count):
        """Of so many attempts nothing says what became of them."""
        reading.walker.gap(lane, {"missing": count}, 0, 0, reading.sink)

    @staticmethod
    def _leave(lane, after):
        thread = lane.thread if lane.owner == after.owner else None
        lane.restart(after)
        lane.thread = thread

    def _frames(self, reading, chunk, size, number, total, before, after):
        name_at = 320 + size
        if not 0 <= total <= min(len(chunk) - name_at, NAME_MAX):
            raise Damage("name of a thread")
        lane = self._follows(reading, before, False)
        if lane is None:
            return
        lane.restart(before)
        if total:
            lane.thread = chunk[name_at:name_at + total].decode("utf-8", "ringside")
        reading.walker.walk(lane, chunk[320:320 + size], before.position, "corrupt", reading.sink, number)
        if lane.next != after.next or lane.counts["delivered"] != after.counts["delivered"]:
            self._problem(*self.place, "frames do not match the recorder's count")
            self._missing(reading, lane, after.next - lane.next)
        self._leave(lane, after)

    def _without_lane(self, walker, incarnation, cause, from_time, to_time, number, sink):
        if not 0 <= cause < len(CAUSES) or number <= 0:
            raise Damage("cause=%d" % cause)
        process = self.directory.process(incarnation)
        for row in gap_rows({CAUSES[cause]: number}, walker.clock.time(from_time, process) if from_time else None,
                            walker.clock.time(to_time, process) if to_time else None, process, None, None):
            sink(None, row)

    def _kept(self, reading, chunk, size, number, total):
        if size > len(chunk) - 72:
            raise Damage("kept records")
        filtered, = I64.unpack_from(chunk, 64)
        if not 0 <= number <= total or not 0 <= filtered <= total - number:
            raise Damage("numbers of kept records")
        before = _Lane(reading.incarnation, reading.key[1])
        before.next = number
        known = reading.session.lanes.get(reading.key)
        if known is not None:
            known.owner, known.thread = 0, None
        lane = self._follows(reading, before, True)
        if lane is None:
            return
        lane.next = total
        told = filtered
        try:
            for count in self._entries(reading.walker, lane, chunk, 72, 72 + size, reading.sink):
                told += count
        except (Damage, struct.error):
            self._missing_kept(reading, lane, total - number - told)
            raise
        if told != total - number:
            self._problem(*self.place, "chunk does not match its writer's count")
            self._missing_kept(reading, lane, total - number - told)

    def _missing_kept(self, reading, lane, count):
        lane.owner, lane.thread = 0, None
        self._missing(reading, lane, count)

    @staticmethod
    def _entries(walker, lane, chunk, at, end, sink):
        """Hand over what entries contain; iterates the number of attempts of each."""
        while at < end:
            length, kind, owner = struct.unpack_from("<iiq", chunk, at)
            at += 16
            if length < 0 or at + _align(length, 8) > end:
                raise Damage("length of an entry")
            if owner != lane.owner:
                lane.owner, lane.thread = owner, None
            if kind == 1:
                word, = I64.unpack_from(chunk, at)
                if length < 32 or word & 0xFFFFFF != length or word >> 48 & 0xFFF == 4095:
                    raise Damage("record of an entry")
                walker.record(lane, chunk[at:at + length], word, sink)
                yield 1
            elif kind == 2:
                if length != 80:
                    raise Damage("gap of an entry")
                gap_total, from_time, to_time, *numbers = struct.unpack_from("<10q", chunk, at)
                lost = dict(zip(("overwritten", "full", "tooLarge", "error", "corrupt", "abandoned", "discarded"),
                                numbers))
                lost["missing"] = gap_total - sum(numbers)
                if min(lost.values()) < 0:
                    raise Damage("gap of an entry")
                walker.gap(lane, lost, from_time, to_time, sink)
                yield gap_total
            elif kind == 3:
                if length > NAME_MAX:
                    raise Damage("name of an entry")
                lane.thread = chunk[at:at + length].decode("utf-8", "ringside")
            else:
                raise Damage("kind of an entry")
            at += _align(length, 8)

    def _checkpoint(self, content, walker, session, merge):
        lane_count, process_count = struct.unpack_from("<ii", content, 32)
        if lane_count < 0 or process_count < 0 or 112 + 152 * lane_count + 32 * process_count != len(content):
            raise Damage("lanes=%d, processes=%d" % (lane_count, process_count))
        if min(struct.unpack_from("<8q", content, 48)) < 0:
            raise Damage("losses of the session")
        for i in range(lane_count):
            at = 112 + 152 * i
            incarnation, index = content[at:at + 16], U32.unpack_from(content, at + 16)[0]
            if index >= LANES_MAX:
                raise Damage("lane=%d" % index)
            checkpoint = _Checkpoint(content, at + 24)
            key = (struct.unpack("<qq", incarnation), index)
            lane = session.lanes.get(key)
            if lane is None:
                session.lanes[key] = _Lane(incarnation, index, checkpoint)
            elif checkpoint.next > lane.next and self.damages and session.is_damaged(key, self.damages):
                # Without damage, what a lane misses comes with its next chunk.
                self.events_missed += max(checkpoint.counts["delivered"] - lane.counts["delivered"], 0)
                walker.settle(lane, checkpoint, 0, 0, lambda time, row, key=key: merge.add(key, time, row))
                lane.restart(checkpoint)


class _Reading:
    """What the chunk of a lane is read with."""

    def __init__(self, walker, session, key, incarnation, sink):
        self.walker, self.session, self.key, self.incarnation, self.sink = walker, session, key, incarnation, sink


def _is_sound(content):
    return crc32c(memoryview(content)[:-8]) == struct.unpack_from("<Q", content, len(content) - 8)[0]


def read(folder, checksums=True, on_problem=_print_problem):
    """Iterate the events and gaps of a recording in the order of time.

    folder      of the recording
    checksums   whether excerpts are checked; without it, reading is faster and damage may remain unseen
    on_problem  called with a text for each damaged place, after which reading continues; then with one if the end of the
                recording is missing, and one with the number of events in damaged places
    """
    return _Recording(os.fspath(folder), checksums, on_problem).rows()


# Sessions

LEDGER_LENGTH, LANE_LENGTH = 256, 640
PAGE_LENGTH, SCHEMA_TABLE, LOSSES = 291_776, 29_696, 9_216
ROW_MAX, SCHEMA_MAX = 4 << 20, 4 << 20
RETRIES = 100
_PATTERNS = {"row": re.compile(r"([0-9a-f]{16})\.session"), "ledger": re.compile(r"([0-9a-f]{32})\.ledger"),
             "counters": re.compile(r"([0-9a-f]{32})\.(\d{1,9})\.(\d{1,9})\.counters")}
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
    for line in data.decode("utf-8", "ringside").split("\n"):
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
        super().__init__(path, b"RS-LEDGR")
        (version, header, most, least, session, self.limit, batch, self.lane_bytes,
         self.block) = struct.unpack("<iiqqqiiqi", self.bytes(8, 56)[:52])
        self.incarnation = struct.pack("<qq", most, least)
        if version != VERSION or header != LEDGER_LENGTH or session != session_id or batch != 4:
            raise Damage("ledger has version=%d, session=%d" % (version, session))
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
                    return I64.unpack_from(data)[0], data[8:8 + length].decode("utf-8", "ringside")
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
                process.page = _Words(os.path.join(self.path, "processes", _hex(incarnation) + ".page"), b"RS-PROCS",
                                      PAGE_LENGTH)
                if process.page.at(8) != VERSION | PAGE_LENGTH << 32 or process.page.at(16):
                    raise Damage("page of another version")
                process.pid, process.shift = process.page.at(40), process.page.at(80)
                process.known = True
            except (OSError, Damage):
                process.page = None
                return process
        count = min(4095, process.page.at(512) & 0xFFFFFFFF)
        _fence()
        for i in range(len(process.schemas), count):
            process.schemas.append(process.page.bytes(SCHEMA_TABLE + 64 * i, 24))
        return process

    def names(self, incarnation, provider):
        key = incarnation, provider
        names, read = self.named.get(key, (None, 0))
        path = os.path.join(self.path, "providers", "%s.%s.names" % (_uuid(*struct.unpack("<qq", provider)),
                                                                    _hex(incarnation)))
        try:
            with os.fdopen(_open_regular(path), "rb") as file:
                header, length = file.read(256), os.fstat(file.fileno()).st_size
                if (len(header) < 256 or header[:8] != b"RS-NAMES" or header[8:16] != struct.pack("<ii", VERSION, length)
                        or any(header[16:24]) or header[24:56] != provider + incarnation):
                    raise Damage("names of another process or version")
                published, = I64.unpack_from(header, 128)
                if not 0 <= published <= min(NAMES_BYTES_MAX, length - 256) or published % 8:
                    raise Damage("names have published=%d" % published)
                if names is None or published < read:
                    names, read = _Names(), 0
                if published > read:
                    file.seek(256 + read)
                    names.add(file.read(published - read))
            self.named[key] = names, published
        except (OSError, Damage):
            # Numbers are shown, and names that were read before.
            self.named[key] = names or _Names(), read
        return self.named[key][0]

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


def _names(folder):
    """The names in a folder of a trace directory, sorted; none if it is not there (any more)."""
    try:
        return sorted(os.listdir(folder))
    except FileNotFoundError:
        return []
    except OSError as e:
        raise RingsideError("folder cannot be read: folder=%s: %s" % (folder, e.strerror)) from e


def _rows(path):
    if not os.path.lexists(os.path.join(path, "rows")):
        raise RingsideError("directory is no trace directory, it has no rows: directory=%s" % path)
    for name in _names(os.path.join(path, "rows")):
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
        for name in _names(self.folder):
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
                key = (struct.unpack("<qq", ledger.incarnation), index)
                self._read(walker, ledger, index, lambda time, row, key=key: merge.add(key, time, row))
            for cause, (lost, from_time, to_time) in self.without_lane(ledger, True).items():
                process = self.directory.process(ledger.incarnation)
                times = [self.clock.time(ticks, process) if ticks else None for ticks in (from_time, to_time)]
                for row in gap_rows({cause: lost}, times[0], times[1], process, None, None):
                    merge.add((struct.unpack("<qq", ledger.incarnation), -1), None, row)
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

    def _read(self, walker, ledger, index, sink):
        lane = _Lane(ledger.incarnation, index)
        try:
            self._lane(walker, ledger, index, lane, sink)
        except (OSError, Damage, struct.error) as e:
            rest = ledger.lane(index, 128) - max(lane.next, self._next(ledger, index))
            if not isinstance(e, FileNotFoundError) or rest > 0:
                self._lane_problem(ledger, index, e)
            # Whatever nobody will read here does not vanish in silence.
            if 0 < rest < 1 << 60:
                walker.gap(lane, {"corrupt": rest}, 0, 0, sink)

    @staticmethod
    def _next(ledger, index):
        try:
            checkpoint = ledger.checkpoint(index)
        except Damage:
            checkpoint = None
        return 0 if checkpoint is None else checkpoint.next

    def _lane(self, walker, ledger, index, lane, sink):
        checkpoint = ledger.checkpoint(index)
        if checkpoint is not None:
            if checkpoint.position % 8:
                raise Damage("checkpoint has position=%d" % checkpoint.position)
            lane.restart(checkpoint)
        owner, name = ledger.name(index)
        if owner == lane.owner:
            lane.thread = name
        position, rest, tail = lane.position, "corrupt", ledger.lane(index, 136)
        if ledger.lane(index, 192) > position:
            position = self._begin_at_oldest(ledger, index, lane)
        if tail < 0 or tail % 8 or tail < position - 2 * BLOCK_MAX:
            raise Damage("tail=%d" % tail)
        while position < tail:
            if tail - position > ledger.lane_bytes and position >= ledger.lane(index, 256):
                raise Damage("tail=%d is ahead of position=%d" % (tail, position))
            block_end = (position // ledger.block + 1) * ledger.block
            data, good = self.copy(ledger, index, position, min(block_end, tail) - position)
            if position < good:
                position, rest, lane.damaged = _align(good, ledger.block), "behind", True
                # Without the header of a block that is good, nobody knows how many events were missed.
                tail = max(tail, ledger.lane(index, 136))
                continue
            walker.walk(lane, data, position, rest, sink, ledger.lane(index, 128))
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
        for key in SKIPPED:
            total[key] = int(folded.get(key, 0))
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
        for key, at in SKIPPED.items():
            total[key] += max(0, ledger.lane(index, at))

    def _lane_problem(self, ledger, index, error):
        self.on_problem("lane cannot be read (%s): incarnation=%s, lane=%d" % (error, _hex(ledger.incarnation), index))

    def _evicted(self, ledger, index, checkpoint):
        """Events that newer ones replaced since the checkpoint."""
        if ledger.lane(index, 192) <= checkpoint.position:
            return 0
        _, first, losses = self._oldest(ledger, index)
        return first - checkpoint.next - sum(losses[cause] - checkpoint.counts[cause] for cause in losses)

    def _begin_at_oldest(self, ledger, index, lane):
        """In overwrite mode, events before its oldest block are not reported."""
        position, lane.next, losses = self._oldest(ledger, index)
        lane.counts.update(losses)
        return position

    def _oldest(self, ledger, index):
        """Position, first number and losses of the oldest block in overwrite mode."""
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

    What rate filters have left out is not wanted: sampledOut and overLimit.

    The sums are exact when nobody writes; else each of them is of a slightly different moment.
    """
    return _Live(directory, session, on_problem).totals()


# Counters

COUNTERS_HEADER, COUNTER_SLOT, COUNTERS_MAX = 192, 64, 64 << 20


class _CounterFile(_Words):
    """One segment of a counter set of one process."""

    def __init__(self, path, name):
        super().__init__(path, b"RS-COUNT")
        (version, length, features, most, least, self.pid, number, segment, self.values, self.name_room, self.slots,
         content_length) = struct.unpack("<iiqqqqiiiiii", self.bytes(8, 64))
        if version != VERSION or features or length != 8 * len(self.words) or length > COUNTERS_MAX:
            raise Damage("counters have version=%d, features=%#x, length=%d" % (version, features, length))
        if name.group(1) != _hex(struct.pack("<qq", most, least)) or (number, segment) != (int(name.group(2)),
                                                                                        int(name.group(3))):
            raise Damage("counters have the name of others")
        self.set, self.is_single, self.counters = self._set(content_length)
        self.first = _align(COUNTERS_HEADER + content_length, 64)
        self.slot_length = _align(COUNTER_SLOT + 8 * self.values, 64) + self.name_room
        if (len(self.counters) != self.values or self.name_room < 0 or self.name_room % 64 or self.slots < 0
                or self.first + self.slots * self.slot_length > length):
            raise Damage("counters have values=%d, slots=%d" % (self.values, self.slots))

    def _set(self, length):
        if not 0 < length <= 8 * len(self.words) - COUNTERS_HEADER:
            raise Damage("counter set has length=%d" % length)
        c = _Cursor(self.bytes(COUNTERS_HEADER, _align(length, 8))[:length])

        def text():
            return c.take(c.number("i")).decode("utf-8", "ringside")

        name = text()
        text()
        c.take(16)
        kind, count = c.number("i"), c.number("i")
        if not 0 <= kind <= 4 or not 0 <= count <= 4096:
            raise Damage("counter set has kind=%d, counters=%d" % (kind, count))
        counters = []
        for _ in range(count):
            c.number("i")
            is_large = c.number("i") & 0x300 != 0
            c.take(28)
            counters.append((text(), is_large))
            text()
            text()
        if c.at != length:
            raise Damage("counter set has another length")
        return name, kind in (0, 2), counters

    def rows(self):
        if self.at(136) != 1:
            return
        used = self.at(128)
        is_damaged = not 0 <= used <= self.slots
        for index in range(self.slots if is_damaged else used):
            begin = self.first + index * self.slot_length
            generation = self.at(begin)
            _fence()
            data = self.bytes(begin, self.slot_length)
            _fence()
            if generation == 0 or self.at(begin) != generation:
                continue
            length = U32.unpack_from(data, 24)[0]
            if length > self.name_room:
                raise Damage("instance has a name of length=%d" % length)
            name_at = self.slot_length - self.name_room
            name = None if self.is_single else data[name_at:name_at + length].decode("utf-8", "ringside")
            for value, (counter, is_large) in enumerate(self.counters):
                yield {"set": self.set, "instance": name, "id": I64.unpack_from(data, 8)[0], "counter": counter,
                       "pid": self.pid, "raw": (I64 if is_large else U32).unpack_from(data, COUNTER_SLOT + 8 * value)[0]}
        if is_damaged:
            raise Damage("number of used slots is damaged, and all slots were read: used=%d" % used)


def _align(length, alignment):
    return (length + alignment - 1) // alignment * alignment


def counters(directory, on_problem=_print_problem):
    """The performance counters of a trace directory, as a list of dicts: set, instance, id, counter, pid, raw.

    An instance that appears twice under one name has the same name in both rows.
    """
    folder = os.path.join(_layout(directory), "counters")
    rows = []
    for name in _names(folder):
        match = _PATTERNS["counters"].fullmatch(name)
        if match:
            path = os.path.join(folder, name)
            try:
                rows += _CounterFile(path, match).rows()
            except FileNotFoundError:
                continue
            except (OSError, Damage) as e:
                on_problem("counters cannot be read (%s): file=%s" % (e, path))
    return rows


# Command line

def _not_finite(value):
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


def _json(value):
    """JSON as tail prints it: what is not finite is a string, and a decimal has all its digits."""
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(key) + ":" + _json(item) for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_json, value)) + "]"
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, float) and not math.isfinite(value):
        return '"' + _not_finite(value) + '"'
    return json.dumps(value)


def main(arguments=None):
    arguments = sys.argv[1:] if arguments is None else arguments
    problems = []

    def on_problem(text):
        if not text.startswith(NO_END):
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
        elif command == ["counters"] and len(arguments) == 2:
            rows = counters(arguments[1], on_problem=on_problem)
        else:
            print("usage: ringside.py read FOLDER | sessions DIR | peek DIR SESSION | ledger DIR SESSION | "
                  "counters DIR", file=sys.stderr)
            return 2
        for row in rows:
            print(_json(row))
    except RingsideError as e:
        _print_problem(str(e))
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
