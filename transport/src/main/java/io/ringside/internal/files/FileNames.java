package io.ringside.internal.files;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The structured names of files and folders in a trace directory. Each kind is parsed and formatted by a record.
 * <pre>
 * name                                      | in              | what it is
 * ------------------------------------------|-----------------|-----------------------------------------
 * &lt;session&gt;.session                         | rows            | row of a session
 * &lt;session&gt;.&lt;provider&gt;.enablement           | rows            | row of an enablement
 * &lt;provider&gt;.&lt;content hash&gt;.schema          | providers       | schema with its enable masks
 * &lt;incarnation&gt;.page                        | processes       | page of a process
 * &lt;incarnation&gt;.alive                       | processes       | lock that a process holds while it lives
 * &lt;session&gt;                                 | sessions        | folder of a session
 * &lt;incarnation&gt;.ledger                      | sessions/&lt;session&gt; | ledger of a process in a session
 * &lt;incarnation&gt;.&lt;batch&gt;.ring                | sessions/&lt;session&gt; | lanes of a process in a session
 * &lt;incarnation&gt;.&lt;set&gt;.&lt;segment&gt;.counters    | counters        | instances of a counter set
 * &lt;incarnation&gt;.requests                    | counters        | folder in which a process is asked
 * &lt;incarnation&gt;.&lt;number&gt;.request            | counters/…      | request for counters
 * &lt;incarnation&gt;.&lt;number&gt;.answer             | counters/…      | answer to a request
 * .tmp.&lt;incarnation&gt;.&lt;number&gt;               | everywhere      | file that is being made
 * </pre>
 * Sessions and content hashes are 16 hex digits, incarnations 32, batches, sets, segments and numbers decimal. The name
 * is the record's {@code toString}. Stateless.
 */
public final class FileNames {
    private FileNames() {}

    /**
     * Name of a session's row. Immutable.
     *
     * @param sessionId id of the session
     */
    public record SessionFileName(long sessionId) {
        private static final Pattern PATTERN = Pattern.compile(HexText.REGEX + "\\.session");

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable SessionFileName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches()
                    ? new SessionFileName(HexText.parse(matcher.group(1)))
                    : null;
        }

        @Override
        public String toString() {
            return HexText.of(sessionId) + ".session";
        }
    }

    /**
     * Name of an enablement's row. Immutable.
     *
     * @param sessionId  id of the session
     * @param providerId id of the provider
     */
    public record EnablementFileName(long sessionId, UUID providerId) {
        private static final Pattern PATTERN = Pattern
                .compile(HexText.REGEX + "\\." + HexText.UUID_REGEX + "\\.enablement");

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable EnablementFileName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches()
                    ? new EnablementFileName(HexText.parse(matcher.group(1)), UUID.fromString(matcher.group(2)))
                    : null;
        }

        @Override
        public String toString() {
            return HexText.of(sessionId) + "." + providerId + ".enablement";
        }
    }

    /**
     * Name of a schema's file. Immutable.
     *
     * @param providerId  id of the provider
     * @param contentHash of the schema
     */
    public record SchemaFileName(UUID providerId, long contentHash) {
        private static final Pattern PATTERN = Pattern
                .compile(HexText.UUID_REGEX + "\\." + HexText.REGEX + "\\.schema");

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable SchemaFileName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches()
                    ? new SchemaFileName(UUID.fromString(matcher.group(1)), HexText.parse(matcher.group(2)))
                    : null;
        }

        @Override
        public String toString() {
            return providerId + "." + HexText.of(contentHash) + ".schema";
        }
    }

    /**
     * Name of the file of the names that a process publishes for a provider. Immutable.
     *
     * @param providerId  id of the provider
     * @param incarnation incarnation of the process
     */
    public record NamesFileName(UUID providerId, Incarnation incarnation) {
        private static final Pattern PATTERN = Pattern
                .compile(HexText.UUID_REGEX + "\\." + Incarnation.REGEX + "\\.names");

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable NamesFileName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches()
                    ? new NamesFileName(UUID.fromString(matcher.group(1)), Incarnation.ofHex(matcher.group(2)))
                    : null;
        }

        @Override
        public String toString() {
            return providerId + "." + incarnation + ".names";
        }
    }

    /**
     * Name of a file that exists once per process: its page, its alive file, or its ledger in a session's folder.
     * Immutable.
     *
     * @param incarnation incarnation of the process
     * @param kind        of the file
     */
    public record ProcessFileName(Incarnation incarnation, ProcessFileName.Kind kind) {
        private static final Pattern PATTERN = Pattern.compile(Incarnation.REGEX + "\\.(page|alive|ledger)");

        /** The content of the file. */
        public enum Kind {
            /** Identity, acknowledgements, registrations. */
            PAGE,
            /** Empty; locked as long as the process is alive. */
            ALIVE,
            /** Counters of one session. */
            LEDGER
        }

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable ProcessFileName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches()
                    ? new ProcessFileName(Incarnation.ofHex(matcher.group(1)),
                            ProcessFileName.Kind.valueOf(matcher.group(2).toUpperCase(Locale.ROOT)))
                    : null;
        }

        @Override
        public String toString() {
            return incarnation + "." + kind.name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Name of a session's folder. Immutable.
     *
     * @param sessionId id of the session
     */
    public record SessionFolderName(long sessionId) {
        private static final Pattern PATTERN = Pattern.compile(HexText.REGEX);

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable SessionFolderName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches() ? new SessionFolderName(HexText.parse(matcher.group(1))) : null;
        }

        @Override
        public String toString() {
            return HexText.of(sessionId);
        }
    }

    /**
     * Name of a ring file. Immutable.
     *
     * @param incarnation of the process that writes it
     * @param batch       number of the batch of lanes, from 0
     */
    public record RingFileName(Incarnation incarnation, int batch) {
        private static final Pattern PATTERN = Pattern.compile(Incarnation.REGEX + "\\.(0|[1-9][0-9]{0,5})\\.ring");

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable RingFileName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches()
                    ? new RingFileName(Incarnation.ofHex(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                    : null;
        }

        @Override
        public String toString() {
            return incarnation + "." + batch + ".ring";
        }
    }

    /**
     * Name of a file of counters. Immutable.
     *
     * @param incarnation of the process that writes it
     * @param set         number of the counter set in its process, never used again
     * @param segment     number of the file among those of the set, from 0
     */
    public record CounterFileName(Incarnation incarnation, int set, int segment) {
        private static final String NUMBER = "(0|[1-9][0-9]{0,8})";
        private static final Pattern PATTERN = Pattern
                .compile(Incarnation.REGEX + "\\." + NUMBER + "\\." + NUMBER + "\\.counters");
        private static final int SET_GROUP = 2;
        private static final int SEGMENT_GROUP = 3;

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable CounterFileName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches()
                    ? new CounterFileName(Incarnation.ofHex(matcher.group(1)),
                            Integer.parseInt(matcher.group(SET_GROUP)), Integer.parseInt(matcher.group(SEGMENT_GROUP)))
                    : null;
        }

        @Override
        public String toString() {
            return incarnation + "." + set + "." + segment + ".counters";
        }
    }

    /**
     * Name of the folder in which a process receives requests for counters. Immutable.
     *
     * @param provider process that answers
     */
    public record RequestFolderName(Incarnation provider) {
        private static final Pattern PATTERN = Pattern.compile(Incarnation.REGEX + "\\.requests");

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable RequestFolderName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches() ? new RequestFolderName(Incarnation.ofHex(matcher.group(1))) : null;
        }

        @Override
        public String toString() {
            return provider + ".requests";
        }
    }

    /**
     * Name of a request for counters, and of the answer to it. Immutable.
     *
     * @param asker  process that asks
     * @param number number of the request among those of the asker, never used again
     * @param kind   request or answer
     */
    public record RequestFileName(Incarnation asker, long number, RequestFileName.Kind kind) {
        private static final Pattern PATTERN = Pattern
                .compile(Incarnation.REGEX + "\\.(0|[1-9][0-9]{0,17})\\.(request|answer)");
        private static final int NUMBER_GROUP = 2;
        private static final int KIND_GROUP = 3;

        /** The kind of a file. */
        public enum Kind {
            /** Made and removed by the asking process. */
            REQUEST,
            /** Made by the process that is asked. */
            ANSWER;

            private final String suffix = name().toLowerCase(Locale.ROOT);
        }

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable RequestFileName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches()
                    ? new RequestFileName(Incarnation.ofHex(matcher.group(1)),
                            Long.parseLong(matcher.group(NUMBER_GROUP)),
                            RequestFileName.Kind.valueOf(matcher.group(KIND_GROUP).toUpperCase(Locale.ROOT)))
                    : null;
        }

        /** Returns the name of the request to which this name belongs. */
        public RequestFileName request() {
            return new RequestFileName(asker, number, RequestFileName.Kind.REQUEST);
        }

        /** Returns the name of the answer to this request. */
        public RequestFileName answer() {
            return new RequestFileName(asker, number, RequestFileName.Kind.ANSWER);
        }

        @Override
        public String toString() {
            return asker + "." + number + "." + kind.suffix;
        }
    }

    /**
     * Name of an unfinished file. It may be removed when its maker is dead. Immutable.
     *
     * @param maker  process that makes it
     * @param number number of the file among those of its maker
     */
    public record TemporaryFileName(Incarnation maker, long number) {
        private static final Pattern PATTERN = Pattern.compile("\\.tmp\\." + Incarnation.REGEX + "\\.([0-9]{1,18})");

        /** Parses a name; returns null if it is not of this kind. */
        public static @Nullable TemporaryFileName parse(final String name) {
            final Matcher matcher = PATTERN.matcher(name);
            return matcher.matches()
                    ? new TemporaryFileName(Incarnation.ofHex(matcher.group(1)), Long.parseLong(matcher.group(2)))
                    : null;
        }

        @Override
        public String toString() {
            return ".tmp." + maker + "." + number;
        }
    }
}
