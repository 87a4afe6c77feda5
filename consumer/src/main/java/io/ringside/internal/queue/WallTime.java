package io.ringside.internal.queue;

import net.openhft.chronicle.core.time.TimeProvider;

/** A clock that moves when it is set, so that no file is rolled between two excerpts that belong together. */
final class WallTime implements TimeProvider {
    private long nowMs;

    WallTime(final long nowMs) {
        this.nowMs = nowMs;
    }

    void set(final long toMs) {
        nowMs = Math.max(nowMs, toMs);
    }

    @Override
    public long currentTimeMillis() {
        return nowMs;
    }
}
