package io.ringside.provider;

import io.ringside.callback.ControlNotice;
import io.ringside.callback.ProviderCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A callback that keeps what it is told, and fails if two calls overlap. */
final class CallbackLog implements ProviderCallback {
    /** A copy of a notice. */
    record Told(int code, UUID sourceId, int level, long matchAny, long matchAll, List<List<Byte>> filterData,
            List<ControlNotice.SessionChange> changes, @Nullable Object context, Thread thread) {
        /** Level, keywords and code, as the rules show a call. */
        String summary() {
            return code == ControlNotice.DISABLE_PROVIDER && level == 0 && matchAny == 0 && matchAll == 0
                    ? "DISABLE"
                    : "(" + level + ",0x" + Long.toHexString(matchAny) + ","
                            + List.of("DISABLE", "ENABLE", "CAPTURE").get(code) + ")";
        }
    }

    private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile @Nullable Throwable overlap;

    @Override
    public void onControl(final ControlNotice notice) {
        if (inside.incrementAndGet() != 1) {
            overlap = new AssertionError("two calls at once");
        }
        final List<List<Byte>> data = notice.filterData().stream().map(CallbackLog::bytes).toList();
        told.add(new Told(notice.code(), notice.sourceId(), notice.level(), notice.matchAny(), notice.matchAll(), data,
                notice.changes(), notice.context(), Thread.currentThread()));
        inside.decrementAndGet();
    }

    /** The next notice, which is waited for. */
    Told next() {
        try {
            final Told next = told.poll(RingsideFixture.TIMEOUT_NS, TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new AssertionError("callback is not called");
            }
            return next;
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Notices that have come and were not looked at. */
    List<Told> rest() {
        final List<Told> rest = List.copyOf(told);
        told.clear();
        if (overlap != null) {
            throw new AssertionError(overlap);
        }
        return rest;
    }

    private static List<Byte> bytes(final ControlNotice.FilterView view) {
        final List<Byte> bytes = new ArrayList<>();
        for (int i = 0; i < view.length(); i++) {
            bytes.add(view.byteAt(i));
        }
        return bytes;
    }
}
