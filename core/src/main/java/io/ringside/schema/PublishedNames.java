package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The names that a process has published for values of a provider's fields, such as 17 = AAPL in the table
 * {@code symbol}, and the scales of decimals that belong to them, such as 4 for 17, in the order of publication. A name
 * or scale applies from its time on, until the next one of the same value; the first name and the first scale of a
 * value apply before their time too. Names are added and never removed, up to {@link #NAMES_MAX}
 * and {@link #BYTES_MAX}. Thread-safe; looking up neither locks nor allocates.
 */
public final class PublishedNames {
    /** Most names and scales of one process and provider, in all tables, later ones of a value included. */
    public static final int NAMES_MAX = 65_536;
    /** Longest name, in bytes of UTF-8. */
    public static final int NAME_BYTES_MAX = 255;
    /** Bytes that all entries may have together: see {@link Entry#length}. */
    public static final int BYTES_MAX = 8 * 1024 * 1024;
    /** Bytes of an entry before its two texts. */
    public static final int ENTRY_HEADER_LENGTH = 24;

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Table> tables = new ConcurrentHashMap<>();
    private int bytes;
    private volatile @Nullable Runnable lookAhead;

    /** Makes it without names: they come when they are published, or read. */
    public PublishedNames() {
        this.lookAhead = null;
    }

    /**
     * Makes it without names, for a reader that may find some which come later.
     *
     * @param lookAhead called once, when a name is missed that may be among them; adds what it finds
     */
    public PublishedNames(final Runnable lookAhead) {
        this.lookAhead = lookAhead;
    }

    /**
     * A name of a value, or a scale. Immutable.
     *
     * @param table     that it is in
     * @param value     that it is of; of an unsigned 64-bit value the long of the same bits
     * @param name      1..255 bytes of UTF-8; empty if this is a scale
     * @param scale     digits after the decimal point, 0..18; {@link ValueMap#NO_SCALE} if this is a name
     * @param timeTicks when it was published, in nanoseconds of the process's monotonic clock, as its events' times
     */
    public record Entry(String table, long value, String name, int scale, long timeTicks) {
        /**
         * A name of a value.
         *
         * @param table     that it is in
         * @param value     that it names
         * @param name      1..255 bytes of UTF-8
         * @param timeTicks when it was published
         * @return the entry
         */
        public static Entry ofName(final String table, final long value, final String name, final long timeTicks) {
            return new Entry(table, value, name, ValueMap.NO_SCALE, timeTicks);
        }

        /**
         * A scale of a value.
         *
         * @param table     that it is in
         * @param value     that has it
         * @param scale     digits after the decimal point, 0..18
         * @param timeTicks when it was published
         * @return the entry
         */
        public static Entry ofScale(final String table, final long value, final int scale, final long timeTicks) {
            return new Entry(table, value, "", scale, timeTicks);
        }

        /** {@return whether this is a scale, and no name} */
        public boolean isScale() {
            return scale != ValueMap.NO_SCALE;
        }

        /**
         * The same at another time.
         *
         * @param ticks when it was published
         * @return the entry
         */
        public Entry at(final long ticks) {
            return new Entry(table, value, name, scale, ticks);
        }

        /** {@return the bytes that it takes in files and recordings, a multiple of 8} */
        public int length() {
            return length(utf8Length(table), utf8Length(name));
        }

        /**
         * The bytes of an entry.
         *
         * @param tableBytes of the table's name
         * @param nameBytes  of the name
         * @return a multiple of 8
         */
        public static int length(final int tableBytes, final int nameBytes) {
            return (ENTRY_HEADER_LENGTH + tableBytes + nameBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        }
    }

    /** The time of which a reader wants to see names: that of the event that it reads. For one thread. */
    public static final class AsOf {
        private long timeTicks = Long.MAX_VALUE;

        /** Makes it for the newest names. */
        public AsOf() {
            // Until it is given another time.
        }

        /**
         * Sets the time.
         *
         * @param newTimeTicks as in {@link Entry#timeTicks}
         */
        public void timeTicks(final long newTimeTicks) {
            timeTicks = newTimeTicks;
        }
    }

    /**
     * Adds a name or a scale.
     *
     * @param entry that is newer than those of the same value
     * @return false if it adds nothing: the value has that already, or another of the same time or a later one
     * @throws RingsideException if it is not allowed, or there are too many
     */
    public synchronized boolean add(final Entry entry) {
        check(entry);
        final Table table = table(entry.table());
        final Slots slots = entry.isScale() ? table.scales : table.names;
        final Named newest = slots.find(entry.value());
        if (newest != null && (newest.is(entry) || newest.timeTicks >= entry.timeTicks())) {
            return false;
        }
        if (entries.size() >= NAMES_MAX || bytes + entry.length() > BYTES_MAX) {
            throw RingsideException.invalidArgument("too many names were published: table=" + entry.table() + ", value="
                    + entry.value() + ", name=" + entry.name() + ", scale=" + entry.scale() + ", names="
                    + entries.size() + ", max=" + NAMES_MAX + ", bytes=" + bytes + ", maxBytes=" + BYTES_MAX
                    + ": publish only names of values that events have, or put the text into the event");
        }
        slots.put(new Named(entry, newest));
        entries.add(entry);
        bytes += entry.length();
        return true;
    }

    /**
     * Adds a name that is newer than all others.
     *
     * @param table    that it is in
     * @param value    that it names
     * @param name     of the value
     * @param nowTicks as in {@link Entry#timeTicks}; a later time is taken if there is an entry of this one
     * @return false if the value has that name already
     * @throws RingsideException if the name is not allowed or too long, or there are too many
     */
    public boolean publish(final String table, final long value, final String name, final long nowTicks) {
        return addNewest(Entry.ofName(table, value, name, nowTicks));
    }

    /**
     * Adds a scale that is newer than all others.
     *
     * @param table    that it is in
     * @param value    that has it
     * @param scale    digits after the decimal point, 0..18
     * @param nowTicks as in {@link Entry#timeTicks}; a later time is taken if there is an entry of this one
     * @return false if the value has that scale already
     * @throws RingsideException if the scale is out of range, or there are too many entries
     */
    public boolean publishScale(final String table, final long value, final int scale, final long nowTicks) {
        checkScale(table, value, scale);
        return addNewest(Entry.ofScale(table, value, scale, nowTicks));
    }

    private synchronized boolean addNewest(final Entry entry) {
        final long lastTicks = entries.isEmpty() ? Long.MIN_VALUE : entries.get(entries.size() - 1).timeTicks();
        return add(entry.at(Math.max(entry.timeTicks(), lastTicks + 1)));
    }

    /**
     * Checks a name or a scale without adding it.
     *
     * @param entry any
     * @throws RingsideException if the name of the table or of the value is not allowed or too long, or the scale is
     *                           out
     *                         of range
     */
    public static void check(final Entry entry) {
        SchemaName.check("table of names", entry.table());
        if (entry.isScale()) {
            checkScale(entry.table(), entry.value(), entry.scale());
            if (!entry.name().isEmpty()) {
                throw RingsideException
                        .invalidArgument("published scale has a name: table=" + entry.table() + ", value="
                                + entry.value() + ", scale=" + entry.scale() + ", name=" + entry.name()
                                + ": publish them one by one");
            }
            return;
        }
        SchemaName.checkPrintable("value " + entry.value() + " in " + entry.table(), entry.name());
        if (utf8Length(entry.name()) > NAME_BYTES_MAX) {
            throw RingsideException
                    .invalidArgument("published name is too long: table=" + entry.table() + ", value=" + entry.value()
                            + ", bytes=" + utf8Length(entry.name()) + ", max=" + NAME_BYTES_MAX + ": shorten it");
        }
    }

    /**
     * {@return whether a text may be a name: 1..{@value #NAME_BYTES_MAX} bytes of UTF-8, no control characters, no lone
     * surrogates} Allocates nothing.
     *
     * @param text any
     */
    public static boolean isName(final CharSequence text) {
        final int length = text.length();
        int utf8Length = 0;
        int i = 0;
        while (i < length && utf8Length <= NAME_BYTES_MAX) {
            final char c = text.charAt(i++);
            if (Character.isISOControl(c)) {
                return false;
            }
            if (!Character.isSurrogate(c)) {
                utf8Length += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            } else if (i < length && Character.isSurrogatePair(c, text.charAt(i))) {
                utf8Length += 4;
                i++;
            } else {
                return false;
            }
        }
        return length > 0 && utf8Length <= NAME_BYTES_MAX;
    }

    /**
     * Checks a scale without adding it.
     *
     * @param table that it is for
     * @param value that it is for
     * @param scale any
     * @throws RingsideException if it is out of range
     */
    public static void checkScale(final String table, final long value, final int scale) {
        if (scale < 0 || scale > SchemaLimits.SCALE_MAX) {
            throw RingsideException
                    .invalidArgument("published scale is out of range: table=" + table + ", value=" + value
                            + ", scale=" + scale + ", min=0, max=" + SchemaLimits.SCALE_MAX);
        }
    }

    /** {@return how many names and scales have been added} */
    public synchronized int size() {
        return entries.size();
    }

    /**
     * Returns names in the order of publication.
     *
     * @param from number of names that are left out, 0..{@link #size()}
     * @return the others up to now, a copy
     */
    public synchronized List<Entry> entries(final int from) {
        return List.copyOf(entries.subList(from, entries.size()));
    }

    @Override
    public String toString() {
        return "PublishedNames{names=" + size() + '}';
    }

    /** The table of a name, without names if none is published; as many as fields of schemas name. */
    Table table(final String name) {
        return tables.computeIfAbsent(name, each -> new Table(this));
    }

    private void lookAhead() {
        final Runnable once;
        synchronized (this) {
            once = lookAhead;
            lookAhead = null;
        }
        if (once != null) {
            once.run();
        }
    }

    private static int utf8Length(final String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** The name that is published for a value, with the one before it. */
    private static final class Named {
        private final long value;
        private final String name;
        private final int scale;
        private final long timeTicks;
        private final @Nullable Named previous;

        Named(final Entry entry, final @Nullable Named previous) {
            this.value = entry.value();
            this.name = entry.name();
            this.scale = entry.scale();
            this.timeTicks = entry.timeTicks();
            this.previous = previous;
        }

        boolean is(final Entry entry) {
            return name.equals(entry.name()) && scale == entry.scale();
        }
    }

    /** The names and scales of a table. */
    static final class Table {
        private final PublishedNames owner;
        private final Slots names = new Slots();
        private final Slots scales = new Slots();

        Table(final PublishedNames owner) {
            this.owner = owner;
        }

        /** The name of a value as of a time; null if it has none. */
        @Nullable
        String nameOf(final long value, final AsOf asOf) {
            final Named named = find(names, value, asOf);
            return named == null ? null : named.name;
        }

        /** The scale of a value as of a time; {@link ValueMap#NO_SCALE} if it has none. */
        int scaleOf(final long value, final AsOf asOf) {
            final Named named = find(scales, value, asOf);
            return named == null ? ValueMap.NO_SCALE : named.scale;
        }

        private @Nullable Named find(final Slots slots, final long value, final AsOf asOf) {
            Named named = slots.find(value);
            if (named == null && owner.lookAhead != null) {
                owner.lookAhead();
                named = slots.find(value);
            }
            if (named == null) {
                return null;
            }
            for (Named before = named.previous; before != null
                    && named.timeTicks > asOf.timeTicks; before = before.previous) {
                named = before;
            }
            return named;
        }
    }

    /**
     * The published names, by value, with open addressing. One thread puts at a time; any other may look up meanwhile,
     * and sees either the state before a put or the state after it.
     */
    private static final class Slots {
        private static final int INITIAL_LENGTH = 64;
        private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

        private volatile AtomicReferenceArray<@Nullable Named> slots = new AtomicReferenceArray<>(INITIAL_LENGTH);
        private int size;

        private @Nullable Named find(final long value) {
            final AtomicReferenceArray<@Nullable Named> array = slots;
            return array.get(slotOf(array, value));
        }

        private void put(final Named named) {
            AtomicReferenceArray<@Nullable Named> array = slots;
            final int slot = slotOf(array, named.value);
            if (array.get(slot) == null) {
                size++;
            }
            array.set(slot, named);
            if (size > array.length() / 2) {
                final AtomicReferenceArray<@Nullable Named> larger = new AtomicReferenceArray<>(2 * array.length());
                for (int i = 0; i < array.length(); i++) {
                    final Named each = array.get(i);
                    if (each != null) {
                        larger.setPlain(slotOf(larger, each.value), each);
                    }
                }
                array = larger;
                slots = array;
            }
        }

        /** Returns where a value is, or the empty place where it would be; there always is one. */
        private static int slotOf(final AtomicReferenceArray<@Nullable Named> array, final long value) {
            final int mask = array.length() - 1;
            int slot = (int) ((value * HASH_FACTOR) >>> Integer.SIZE) & mask;
            for (Named found = array.get(slot); found != null && found.value != value; found = array.get(slot)) {
                slot = (slot + 1) & mask;
            }
            return slot;
        }
    }
}
