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
 * The names that a process has published for values of a provider's fields, such as 17 = AAPL in the table {@code
 * symbol}, and the scales of decimals that belong to values, such as 4 for 17, in the order of publication. A name or
 * scale applies from its time until the next one for the same value; a value's first name and first scale also apply
 * before their time. Names are added and never removed, up to {@link #NAMES_MAX} and {@link #BYTES_MAX}. Thread-safe;
 * lookups neither lock nor allocate.
 */
public final class PublishedNames {
    /** Maximum number of names and scales of a process and provider, in all tables, including later ones of a value. */
    public static final int NAMES_MAX = 65_536;
    /** Maximum length of a name in bytes of UTF-8. */
    public static final int NAME_BYTES_MAX = 255;
    /** Maximum total length of all entries in bytes: see {@link Entry#length}. */
    public static final int BYTES_MAX = 8 * 1024 * 1024;
    /** Length of an entry in bytes before its two texts. */
    public static final int ENTRY_HEADER_LENGTH = 24;

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Table> tables = new ConcurrentHashMap<>();
    private int bytes;
    private volatile @Nullable Runnable lookAhead;

    /** Creates an object without names, to which published or read names are added. */
    public PublishedNames() {
        this.lookAhead = null;
    }

    /**
     * Creates an object without names, for a reader that can look for later names.
     *
     * @param lookAhead called once, when a name is missing that may come later; adds the names that it finds
     */
    public PublishedNames(final Runnable lookAhead) {
        this.lookAhead = lookAhead;
    }

    /**
     * A name or a scale of a value. Immutable.
     *
     * @param table     of the name
     * @param value     with the name or scale; an unsigned 64-bit one as the long with the same bits
     * @param name      1..255 bytes of UTF-8; empty if this is a scale
     * @param scale     digits after the decimal point, 0..18; {@link ValueMap#NO_SCALE} if this is a name
     * @param timeTicks time of publication, in nanoseconds of the process's monotonic clock, like the times of its
     *                  events
     */
    public record Entry(String table, long value, String name, int scale, long timeTicks) {
        /**
         * Creates the entry of a name.
         *
         * @param table     of the name
         * @param value     with that name
         * @param name      1..255 bytes of UTF-8
         * @param timeTicks time of publication
         * @return the entry
         */
        public static Entry ofName(final String table, final long value, final String name, final long timeTicks) {
            return new Entry(table, value, name, ValueMap.NO_SCALE, timeTicks);
        }

        /**
         * Creates the entry of a scale.
         *
         * @param table     of the scale
         * @param value     with that scale
         * @param scale     digits after the decimal point, 0..18
         * @param timeTicks time of publication
         * @return the entry
         */
        public static Entry ofScale(final String table, final long value, final int scale, final long timeTicks) {
            return new Entry(table, value, "", scale, timeTicks);
        }

        /** {@return whether this is a scale rather than a name} */
        public boolean isScale() {
            return scale != ValueMap.NO_SCALE;
        }

        /**
         * Returns the same entry with another time.
         *
         * @param ticks time of publication
         * @return the entry
         */
        public Entry at(final long ticks) {
            return new Entry(table, value, name, scale, ticks);
        }

        /** {@return the length in files and recordings in bytes, a multiple of 8} */
        public int length() {
            return length(utf8Length(table), utf8Length(name));
        }

        /**
         * Returns the length of an entry in bytes.
         *
         * @param tableBytes of the table's name
         * @param nameBytes  of the name
         * @return a multiple of 8
         */
        public static int length(final int tableBytes, final int nameBytes) {
            return (ENTRY_HEADER_LENGTH + tableBytes + nameBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        }
    }

    /** The time for which a reader shows names: that of the event it reads. Used by one thread at a time. */
    public static final class AsOf {
        private long timeTicks = Long.MAX_VALUE;

        /** Creates it for the newest names. */
        public AsOf() {
            // Applies until another time is set.
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
     * @param entry that is newer than others of the same value
     * @return false if nothing is added: the value already has it, or another one of that time or a later one
     * @throws RingsideException if it is not allowed, or there are too many entries
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
     * @param table    of the name
     * @param value    to name
     * @param name     of the value
     * @param nowTicks as in {@link Entry#timeTicks}; replaced by a later time if an entry already has this one
     * @return false if the value has that name already
     * @throws RingsideException if the name is not allowed or too long, or there are too many entries
     */
    public boolean publish(final String table, final long value, final String name, final long nowTicks) {
        return addNewest(Entry.ofName(table, value, name, nowTicks));
    }

    /**
     * Adds a scale that is newer than all others.
     *
     * @param table    of the scale
     * @param value    that has the scale
     * @param scale    digits after the decimal point, 0..18
     * @param nowTicks as in {@link Entry#timeTicks}; replaced by a later time if an entry already has this one
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
     * @param entry any entry
     * @throws RingsideException if the name of the table or of the value is not allowed or too long, or the scale is
     *                             out of range
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
     * {@return whether a text may be a name: 1..{@value #NAME_BYTES_MAX} bytes of UTF-8, no control characters, no
     * unpaired surrogates} Allocates nothing.
     *
     * @param text any text
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
     * @param table of the scale
     * @param value of the scale
     * @param scale to check
     * @throws RingsideException if it is out of range
     */
    public static void checkScale(final String table, final long value, final int scale) {
        if (scale < 0 || scale > SchemaLimits.SCALE_MAX) {
            throw RingsideException
                    .invalidArgument("published scale is out of range: table=" + table + ", value=" + value
                            + ", scale=" + scale + ", min=0, max=" + SchemaLimits.SCALE_MAX);
        }
    }

    /** {@return the number of names and scales that have been added} */
    public synchronized int size() {
        return entries.size();
    }

    /**
     * Returns names in the order of publication.
     *
     * @param from number of names to skip, 0..{@link #size()}
     * @return a copy of the others that exist now
     */
    public synchronized List<Entry> entries(final int from) {
        return List.copyOf(entries.subList(from, entries.size()));
    }

    @Override
    public String toString() {
        return "PublishedNames{names=" + size() + '}';
    }

    /** Returns a table, empty if no name is published in it. Schemas refer to a limited number of tables. */
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

    /** A published name of a value, with the one before it. */
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

        /** Returns the name of a value as of a time; null if it has none. */
        @Nullable
        String nameOf(final long value, final AsOf asOf) {
            final Named named = find(names, value, asOf);
            return named == null ? null : named.name;
        }

        /** Returns the scale of a value as of a time; {@link ValueMap#NO_SCALE} if it has none. */
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
     * Hash table of the published names by value, with open addressing. Puts are serialised; concurrent lookups see the
     * state either before or after a put.
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

        /** Returns the slot of a value, or the empty slot where it would be stored; there always is one. */
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
