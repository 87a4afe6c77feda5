package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.PublishedNames.Entry;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for repeated texts, such as symbols. An event contains the number; the text is published once, as the name of
 * the number in the dictionary's table, and readers show it. A known text is found without lock and allocation. A new
 * text is published before its number is returned, which waits for the control thread, 10 ms at most, and not for other
 * texts. Texts are never removed. Thread-safe.
 * <p>
 * A text that is not added has the number {@link #NOT_INTERNED}, which readers show as {@code (not interned)}: if there
 * are {@link #TEXTS_MAX} texts already or the maximum number of published names, if the text is longer than 255 bytes
 * of UTF-8, has control characters or is not Unicode, or if there is no memory for it. {@link #notInterned} counts
 * these cases.
 */
public final class TextDictionary {
    /** Number of the empty text, and of null. */
    public static final int EMPTY = 0;
    /** Number of all texts that are not added. */
    public static final int NOT_INTERNED = 1;
    /** Maximum number of texts in a dictionary: a quarter of the names that a process may publish for a provider. */
    public static final int TEXTS_MAX = PublishedNames.NAMES_MAX / 4;

    /** Longest wait for the publication of a text. */
    static final int WAIT_MS = 10;

    private static final String EMPTY_NAME = "(empty)";
    private static final String NOT_INTERNED_NAME = "(not interned)";
    private static final int FIRST = 2;
    private static final int INITIAL_SLOTS = 64;
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    private final String table;
    private final PublishedNames names;
    private final Runnable publication;
    private final Consumer<String> log;
    /** Differs in each run, so that nobody can choose texts that collide. */
    private final long seed = ThreadLocalRandom.current().nextLong();
    private final AtomicLong notInterned = new AtomicLong();
    private final AtomicBoolean isTold = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile AtomicReferenceArray<@Nullable Known> slots = new AtomicReferenceArray<>(INITIAL_SLOTS);
    private volatile boolean full;
    /** Number of assigned numbers, guarded by the lock. */
    private int size;

    /** A text with its number. */
    private static final class Known {
        private final String text;
        private final long hash;
        private final int number;
        /** Whether the text has been published, or the wait for this has ended. */
        private volatile boolean isPublished;

        Known(final String text, final long hash, final int number) {
            this.text = text;
            this.hash = hash;
            this.number = number;
        }
    }

    /**
     * Creates a dictionary without texts.
     *
     * @param table       table of the names, which must be empty
     * @param names       names that the process publishes for the provider
     * @param publication publishes names that were added
     * @param log         receives a message when the dictionary is full
     */
    TextDictionary(final String table, final PublishedNames names, final Runnable publication,
            final Consumer<String> log) {
        this.table = table;
        this.names = names;
        this.publication = publication;
        this.log = log;
        for (final Entry entry : names.entries(0)) {
            if (entry.table().equals(table) && !entry.isScale()) {
                throw RingsideException
                        .invalidArgument("table of a dictionary has names that were published one by one: table="
                                + table + ", value=" + entry.value() + ", name=" + entry.name()
                                + ": take another table");
            }
        }
        publish(EMPTY, EMPTY_NAME);
        publish(NOT_INTERNED, NOT_INTERNED_NAME);
        publication.run();
    }

    /**
     * {@return whether a number and its name represent all texts that a dictionary has not added, which may differ}
     *
     * @param number number in an event
     * @param name   published name of the number
     */
    public static boolean isNotInterned(final long number, final String name) {
        return number == NOT_INTERNED && name.equals(NOT_INTERNED_NAME);
    }

    /** {@return the name of the dictionary's table} */
    public String table() {
        return table;
    }

    /** {@return the number of calls with a text that was not added, since the dictionary was created} */
    public long notInterned() {
        return notInterned.get();
    }

    /**
     * Returns the number of a text, which is published if it is new.
     *
     * @param text any text, not changed by other threads meanwhile
     * @return {@link #EMPTY}, {@link #NOT_INTERNED}, or a number from 2 on that is unique to this text
     */
    public int idOf(final @Nullable CharSequence text) {
        if (text == null || text.length() == 0) {
            return EMPTY;
        }
        if (text.length() > PublishedNames.NAME_BYTES_MAX) {
            return rejected();
        }
        final Known known = find(slots, text, hash(text));
        return known != null && known.isPublished ? known.number : publishedOrRejected(text, known);
    }

    private int publishedOrRejected(final CharSequence text, final @Nullable Known known) {
        try {
            return known == null ? add(text) : published(known);
        } catch (final OutOfMemoryError e) {
            return rejected();
        }
    }

    private int add(final CharSequence text) {
        if (full || !PublishedNames.isName(text)) {
            return rejected();
        }
        // A copy that cannot change: the text that is checked is the text that is published.
        final String copy = text.toString();
        if (!PublishedNames.isName(copy)) {
            return rejected();
        }
        final Known known = known(copy);
        if (known != null) {
            return published(known);
        }
        tellOnce();
        return rejected();
    }

    /** No thread waits for a file or another thread under the lock. */
    private @Nullable Known known(final String text) {
        final long hash = hash(text);
        lock.lock();
        try {
            final Known known = find(slots, text, hash);
            if (known != null) {
                return known;
            }
            if (full || size == TEXTS_MAX) {
                full = true;
                return null;
            }
            // If memory is lacking later, the number is never assigned again, since its name may have been published.
            final int number = FIRST + size++;
            if (!publish(number, text)) {
                full = true;
                size--;
                return null;
            }
            final Known added = new Known(text, hash, number);
            put(added);
            return added;
        } finally {
            lock.unlock();
        }
    }

    /** Each thread with the same text waits for its publication on its own. */
    private int published(final Known known) {
        publication.run();
        known.isPublished = true;
        return known.number;
    }

    private boolean publish(final int number, final String text) {
        try {
            names.publish(table, number, text, System.nanoTime());
            return true;
        } catch (final RingsideException e) {
            return false;
        }
    }

    private void tellOnce() {
        if (isTold.compareAndSet(false, true)) {
            log.accept("dictionary is full: table=" + table + ", texts=" + texts() + ", max=" + TEXTS_MAX
                    + ", publishedNames=" + names.size() + ", max=" + PublishedNames.NAMES_MAX
                    + ": events have '" + NOT_INTERNED_NAME
                    + "' in place of other texts; intern only texts that repeat");
        }
    }

    private int texts() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    private int rejected() {
        notInterned.incrementAndGet();
        return NOT_INTERNED;
    }

    private long hash(final CharSequence text) {
        long hash = seed;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * HASH_FACTOR;
        }
        return hash ^ (hash >>> Integer.SIZE);
    }

    /** At least half of the places are empty, so an empty one ends the search. */
    private static @Nullable Known find(final AtomicReferenceArray<@Nullable Known> array, final CharSequence text,
            final long hash) {
        final int mask = array.length() - 1;
        int slot = (int) hash & mask;
        for (Known known = array.get(slot); known != null; known = array.get(slot)) {
            if (known.hash == hash && isSame(known.text, text)) {
                return known;
            }
            slot = (slot + 1) & mask;
        }
        return null;
    }

    private static boolean isSame(final String known, final CharSequence text) {
        final int length = known.length();
        if (length != text.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void put(final Known added) {
        final AtomicReferenceArray<@Nullable Known> array = slots;
        if (2 * size <= array.length()) {
            putInto(array, added);
            return;
        }
        final AtomicReferenceArray<@Nullable Known> larger = new AtomicReferenceArray<>(2 * array.length());
        for (int i = 0; i < array.length(); i++) {
            final Known known = array.get(i);
            if (known != null) {
                putInto(larger, known);
            }
        }
        putInto(larger, added);
        slots = larger;
    }

    private static void putInto(final AtomicReferenceArray<@Nullable Known> array, final Known added) {
        final int mask = array.length() - 1;
        int slot = (int) added.hash & mask;
        while (array.get(slot) != null) {
            slot = (slot + 1) & mask;
        }
        array.set(slot, added);
    }
}
