package io.ringside.callback;

import io.ringside.filter.EnablementFilters;
import io.ringside.session.Composite;
import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The argument of a callback: either the state that results from changes, or a session's request for the provider's
 * state. Immutable except for the filter data, which is valid during the call only.
 */
public final class ControlNotice {
    /** Code of a notice: no session has the provider enabled any more. */
    public static final int DISABLE_PROVIDER = 0;
    /** Code of a notice: at least one session has the provider enabled. */
    public static final int ENABLE_PROVIDER = 1;
    /** Code of a notice: a session asks the provider to log its state. */
    public static final int CAPTURE_STATE = 2;

    /**
     * Filter data of one session: bytes that are interpreted only by the provider. Valid until the callback returns, on
     * any thread; copy them to use them later.
     */
    public static final class FilterView {
        private final WriteOptions.Target session;
        private final int id;
        private final int version;
        private final int length;
        /** Null once the callback has returned. */
        private volatile byte @Nullable [] bytes;

        FilterView(final WriteOptions.Target session, final EnablementFilters.Data data) {
            final byte[] copy = data.bytes();
            this.session = session;
            this.id = data.id();
            this.version = data.version();
            this.length = copy.length;
            this.bytes = copy;
        }

        /** {@return the session that supplied the data, which writes may exclude} */
        public WriteOptions.Target session() {
            return session;
        }

        /** {@return the kind of the data, 0 to 65,535, as the provider defines it} */
        public int id() {
            return id;
        }

        /** {@return the version of the kind, 0 to 255} */
        public int version() {
            return version;
        }

        /** {@return bytes of the data, at most 1,024} */
        public int length() {
            return length;
        }

        /**
         * Returns one byte.
         *
         * @param offset offset from 0 to the length, exclusive
         * @return the byte
         * @throws IndexOutOfBoundsException if the offset is out of range
         * @throws IllegalStateException     if the callback has returned
         */
        public byte byteAt(final int offset) {
            return valid()[Objects.checkIndex(offset, length)];
        }

        /**
         * Returns a copy of all bytes, which stays valid.
         *
         * @return the bytes
         * @throws IllegalStateException if the callback has returned
         */
        public byte[] copy() {
            return valid().clone();
        }

        /** Ends the validity of filter data, once the callback has returned. */
        void expire() {
            final byte[] old = bytes;
            bytes = null;
            if (old != null) {
                // A caller that kept the bytes nevertheless notices this at the first test.
                Arrays.fill(old, (byte) 0);
            }
        }

        private byte[] valid() {
            final byte[] current = bytes;
            if (current == null) {
                throw new IllegalStateException("filter data is valid only during the callback: sessionId="
                        + session.sessionId() + ", id=" + id + ": copy it there");
            }
            return current;
        }
    }

    /**
     * The change of one session since the last notice of a state. Immutable.
     *
     * @param session     session whose enablement has changed
     * @param sessionName name of the session
     * @param before      previous enablement, null if none
     * @param after       new enablement, null if none; equal to the previous one if the provider was enabled again
     */
    public record SessionChange(
            WriteOptions.Target session, String sessionName, @Nullable Enablement before, @Nullable Enablement after) {}

    private final int code;
    private final @Nullable UUID sourceId;
    private final Composite wanted;
    private final List<FilterView> filterData;
    private final List<SessionChange> changes;
    private final WriteOptions.@Nullable Target requester;
    private final @Nullable Object context;

    private ControlNotice(final int code, final @Nullable UUID sourceId, final Composite wanted,
            final List<FilterView> filterData,
            final List<SessionChange> changes, final WriteOptions.@Nullable Target requester,
            final @Nullable Object context) {
        this.code = code;
        this.sourceId = sourceId;
        this.wanted = wanted;
        this.filterData = List.copyOf(filterData);
        this.changes = List.copyOf(changes);
        this.requester = requester;
        this.context = context;
    }

    /**
     * Create a builder of a notice, as used by the runtime; applications need it to test their callbacks.
     *
     * @param code one of the constants, or any other number, since callbacks receive unknown codes unchanged
     * @return a builder
     */
    public static Builder builder(final int code) {
        return new Builder(code);
    }

    /** {@return one of the constants, which are ETW's numbers, or an unknown number, which is to be ignored} */
    public int code() {
        return code;
    }

    /** {@return whether the code is one of the constants} */
    public boolean isKnown() {
        return code >= DISABLE_PROVIDER && code <= CAPTURE_STATE;
    }

    /**
     * {@return the source id that the controller specified when it enabled the provider; null if it specified none, if
     * the provider was enabled before it registered, or if a session has disabled it or ended}
     */
    public @Nullable UUID sourceId() {
        return sourceId;
    }

    /**
     * {@return the highest level that a session wants, 1 to 255; 0 if none does} In a request for the provider's state,
     * the level to be logged.
     */
    public int level() {
        return wanted.level();
    }

    /** {@return keywords of which an event needs one; 0 if no session wants any} In a request, as {@link #level}. */
    public long matchAny() {
        return wanted.matchAny();
    }

    /** {@return keywords of which an event needs all} In a request, as {@link #level}. */
    public long matchAll() {
        return wanted.matchAll();
    }

    /** {@return level and keywords in one value, which may be stored for testing events} */
    public Composite wanted() {
        return wanted;
    }

    /** {@return one entry for each session that supplied data, whether it has changed or not} */
    public List<FilterView> filterData() {
        return filterData;
    }

    /**
     * {@return the changes since the last notice of a state, session by session, empty for other notices: first the
     * sessions that have disabled the provider, then the others in the order of their requests}
     */
    public List<SessionChange> changes() {
        return changes;
    }

    /**
     * {@return the session that requests the provider's state; empty in other notices} The events that the provider
     * writes in answer go to all sessions that want them, unless it excludes sessions.
     */
    public WriteOptions.@Nullable Target requester() {
        return requester;
    }

    /** {@return the context given when the provider was registered, the very same object} */
    public @Nullable Object context() {
        return context;
    }

    /** Ends the validity of filter data, once the callback has returned. */
    private void expire() {
        filterData.forEach(FilterView::expire);
    }

    @Override
    public String toString() {
        return "ControlNotice{code=" + code + ", sourceId=" + sourceId + ", wanted=" + wanted + ", changes=" + changes
                + '}';
    }

    /**
     * Builds a notice, for the runtime and for tests of callbacks. Values that are not set are those of a provider that
     * no session has enabled. Not thread-safe.
     *
     * <pre>{@code
     * ControlNotice.builder(ENABLE_PROVIDER)
     *         .wanted(Composite.of(List.of(Enablement.of(4, 0x1, 0))))
     *         .deliverTo(callback);
     * }</pre>
     */
    public static final class Builder {
        private final int code;
        private final List<FilterView> filterData = new ArrayList<>();
        private final List<SessionChange> changes = new ArrayList<>();
        private @Nullable UUID sourceId;
        private Composite wanted = Composite.DISABLED;
        private WriteOptions.@Nullable Target requester;
        private @Nullable Object context;

        private Builder(final int code) {
            this.code = code;
        }

        /**
         * Set {@link ControlNotice#sourceId}.
         *
         * @param id id specified by the controller
         * @return this
         */
        public Builder sourceId(final @Nullable UUID id) {
            sourceId = id;
            return this;
        }

        /**
         * Set {@link ControlNotice#wanted}, which includes level and keywords.
         *
         * @param state combined state of all sessions
         * @return this
         */
        public Builder wanted(final Composite state) {
            wanted = state;
            return this;
        }

        /**
         * Add an entry of {@link ControlNotice#filterData}.
         *
         * @param session session that supplied the data
         * @param data    data for the callback
         * @return this
         */
        public Builder filterData(final WriteOptions.Target session, final EnablementFilters.Data data) {
            filterData.add(new FilterView(session, data));
            return this;
        }

        /**
         * Add an entry of {@link ControlNotice#changes}.
         *
         * @param change of one session
         * @return this
         */
        public Builder change(final SessionChange change) {
            changes.add(change);
            return this;
        }

        /**
         * Set {@link ControlNotice#requester}.
         *
         * @param session session that requests the state
         * @return this
         */
        public Builder requester(final WriteOptions.Target session) {
            requester = session;
            return this;
        }

        /**
         * Set {@link ControlNotice#context}.
         *
         * @param object context specified by the application
         * @return this
         */
        public Builder context(final @Nullable Object object) {
            context = object;
            return this;
        }

        /** {@return the notice} Its filter data stays valid. */
        public ControlNotice build() {
            return new ControlNotice(code, sourceId, wanted, filterData, changes, requester, context);
        }

        /**
         * Call a callback on this thread, as a runtime does: the filter data is valid during the call only.
         *
         * @param callback callback to call; its exceptions are passed on
         */
        public void deliverTo(final ProviderCallback callback) {
            final ControlNotice notice = build();
            try {
                callback.onControl(notice);
            } finally {
                notice.expire();
            }
        }
    }
}
