package io.ringside.recording;

import java.util.concurrent.TimeUnit;

/** Interval at which a recording begins a new file, counted from 1970 in UTC. */
public enum RollInterval {
    /** Every second: for trials. */
    SECONDLY(TimeUnit.SECONDS.toMillis(1)),
    /** Every five minutes. */
    FIVE_MINUTELY(TimeUnit.MINUTES.toMillis(5)),
    /** Every hour. */
    HOURLY(TimeUnit.HOURS.toMillis(1)),
    /** Every day, at midnight. */
    DAILY(TimeUnit.DAYS.toMillis(1));

    private final long lengthMs;

    RollInterval(final long lengthMs) {
        this.lengthMs = lengthMs;
    }

    /** {@return milliseconds from one file to the next} */
    public long lengthMs() {
        return lengthMs;
    }
}
