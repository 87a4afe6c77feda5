package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The clock of another host, related to the clock of the host that receives from it: the offset from the other host's
 * monotonic clock to nanoseconds since 1970 by the receiver's clock, measured at some moments. Between two measurements
 * the offset is interpolated; before the first and after the last it is constant. There is no interpolation across a
 * jump of a clock. No clock drifts by more than {@link #DRIFT_MAX}: a larger measured drift is treated as a measurement
 * error, and the offset is moved towards the most exact measurement. Immutable, thread-safe.
 */
public final class HostClock {
    /** Maximum drift between two clocks, in nanoseconds per nanosecond: more than Linux ever adjusts a clock. */
    public static final double DRIFT_MAX = 500e-6;
    /** Maximum error of a drift; with a larger error, the drift is unknown. */
    private static final double DRIFT_ERROR_MAX = DRIFT_MAX / 5;
    /** Maximum number of measurements kept. */
    public static final int POINTS_MAX = 512;

    private static final String HEADING = "ringside-clock 1";
    private static final String BOOT = "boot=";
    private static final String WALL = "wall=";
    private static final int HEAD_LINES = 3;
    private static final int MAX_BYTES = 128 * 1024;
    private static final int COLUMNS = 4;
    private static final double MILLION = 1e6;

    private final UUID bootId;
    private final long wallNs;
    private final long[] hostNs;
    private final long[] offsetNs;
    private final long[] boundNs;
    private final boolean[] jumped;

    /**
     * A measurement. Immutable.
     *
     * @param hostNs   time on the other host's monotonic clock
     * @param offsetNs offset to add to that clock
     * @param boundNs  maximum error of the offset, at least 0
     * @param jumped   whether a clock has jumped since the previous measurement
     */
    public record Point(long hostNs, long offsetNs, long boundNs, boolean jumped) {}

    /**
     * Creates a clock from its measurements.
     *
     * @param bootId boot id of the other host's kernel
     * @param wallNs offset from the other host's monotonic clock to its wall clock
     * @param points measurements, at least one, in the order of their times
     */
    public HostClock(final UUID bootId, final long wallNs, final List<Point> points) {
        if (points.isEmpty()) {
            throw new IllegalArgumentException("clock has no measurement: bootId=" + bootId);
        }
        this.bootId = bootId;
        this.wallNs = wallNs;
        this.hostNs = points.stream().mapToLong(Point::hostNs).toArray();
        this.offsetNs = points.stream().mapToLong(Point::offsetNs).toArray();
        this.boundNs = points.stream().mapToLong(Point::boundNs).toArray();
        this.jumped = new boolean[hostNs.length];
        for (int i = 0; i < jumped.length; i++) {
            jumped[i] = points.get(i).jumped();
        }
        for (int from = 0; from < jumped.length;) {
            int end = from + 1;
            while (end < jumped.length && !jumped[end]) {
                end++;
            }
            limitDrift(from, end);
            from = end;
        }
    }

    /** Limits the drift of the measurements between two jumps. */
    private void limitDrift(final int from, final int end) {
        int best = from;
        for (int i = from; i < end; i++) {
            best = boundNs[i] < boundNs[best] ? i : best;
        }
        for (int i = best + 1; i < end; i++) {
            limitDrift(i, i - 1, hostNs[i] - hostNs[i - 1]);
        }
        for (int i = best - 1; i >= from; i--) {
            limitDrift(i, i + 1, hostNs[i + 1] - hostNs[i]);
        }
    }

    private void limitDrift(final int i, final int neighbour, final long elapsedNs) {
        final long limitNs = drift(elapsedNs);
        final long limited = Math.max(offsetNs[neighbour] - limitNs, Math.min(offsetNs[neighbour] + limitNs,
                offsetNs[i]));
        boundNs[i] += Math.abs(offsetNs[i] - limited);
        offsetNs[i] = limited;
    }

    /** Returns the boot id of the kernel of this monotonic clock. */
    public UUID bootId() {
        return bootId;
    }

    /**
     * Returns the offset to add to the other host's monotonic clock.
     *
     * @param atHostNs reading of that clock
     */
    public long offsetNs(final long atHostNs) {
        final int next = next(atHostNs);
        if (next == 0) {
            return offsetNs[0];
        }
        final int before = next - 1;
        if (next == hostNs.length || jumped[next]) {
            return offsetNs[before];
        }
        final double share = (double) (atHostNs - hostNs[before]) / (hostNs[next] - hostNs[before]);
        return offsetNs[before] + (long) (share * (offsetNs[next] - offsetNs[before]));
    }

    /**
     * Returns the maximum error of the offset. Between two measurements, it lies between their errors; beyond them, and
     * on either side of a jump, it grows with the maximum drift.
     *
     * @param atHostNs reading of the other host's monotonic clock
     */
    public long boundNs(final long atHostNs) {
        final int next = next(atHostNs);
        if (next == 0) {
            return boundNs[0] + drift(hostNs[0] - atHostNs);
        }
        final int before = next - 1;
        if (next == hostNs.length) {
            return boundNs[before] + drift(atHostNs - hostNs[before]);
        }
        return Math.max(boundNs[before], boundNs[next]) + Math.abs(offsetNs[next] - offsetNs[before]);
    }

    /**
     * Returns by how much the receiver's clock is faster, in parts per million, since the last jump.
     *
     * @return the drift; null if the first and the last measurement since then are too inexact for the time between
     *         them
     */
    public @Nullable Double driftPpm() {
        final int last = hostNs.length - 1;
        int first = last;
        while (first > 0 && !jumped[first]) {
            first--;
        }
        final double elapsedNs = (double) hostNs[last] - hostNs[first];
        return first == last || boundNs[first] + boundNs[last] > elapsedNs * DRIFT_ERROR_MAX
                ? null
                : Double.valueOf(MILLION * (offsetNs[last] - offsetNs[first]) / elapsedNs);
    }

    /** Returns the number of detected jumps of a clock. */
    public int jumps() {
        int jumps = 0;
        for (final boolean each : jumped) {
            jumps += each ? 1 : 0;
        }
        return jumps;
    }

    /** Returns the lead of the other host's wall clock over the receiver's clock at the last measurement. */
    public long aheadNs() {
        return wallNs - offsetNs[offsetNs.length - 1];
    }

    /** Returns the last measurement. */
    public Point last() {
        return point(hostNs.length - 1);
    }

    /** Returns all measurements, in the order of their times. */
    public List<Point> points() {
        final Point[] all = new Point[hostNs.length];
        Arrays.setAll(all, this::point);
        return List.of(all);
    }

    private Point point(final int i) {
        return new Point(hostNs[i], offsetNs[i], boundNs[i], jumped[i]);
    }

    /** Returns the index of the first measurement after a time. */
    private int next(final long atHostNs) {
        final int found = Arrays.binarySearch(hostNs, atHostNs);
        return found < 0 ? -found - 1 : found + 1;
    }

    private static long drift(final long ns) {
        return (long) (ns * DRIFT_MAX);
    }

    /** Returns the text of the clock's file. */
    public String text() {
        final StringBuilder text = new StringBuilder(HEADING).append('\n').append(BOOT).append(bootId).append('\n')
                .append(WALL).append(wallNs).append('\n');
        for (int i = 0; i < hostNs.length; i++) {
            text.append(hostNs[i]).append(' ').append(offsetNs[i]).append(' ').append(boundNs[i]).append(' ')
                    .append(jumped[i] ? 1 : 0).append('\n');
        }
        return text.toString();
    }

    /**
     * Read the file of a clock.
     *
     * @return the clock; null if there is no file
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if the file is damaged
     */
    public static @Nullable HostClock load(final Path path) {
        final String text = RecordingOrigin.textOf(path, MAX_BYTES);
        if (text == null) {
            return null;
        }
        final List<String> lines = text.lines().toList();
        try {
            if (lines.size() <= HEAD_LINES || !lines.get(0).equals(HEADING) || !lines.get(1).startsWith(BOOT)
                    || !lines.get(2).startsWith(WALL) || lines.size() > POINTS_MAX + HEAD_LINES) {
                throw new IllegalArgumentException("lines=" + lines.size());
            }
            final List<Point> points = lines.subList(HEAD_LINES, lines.size()).stream().map(HostClock::parse).toList();
            for (int i = 0; i < points.size(); i++) {
                if (points.get(i).boundNs() < 0 || (i > 0 && points.get(i - 1).hostNs() >= points.get(i).hostNs())) {
                    throw new IllegalArgumentException("point=" + i);
                }
            }
            return new HostClock(UUID.fromString(lines.get(1).substring(BOOT.length())),
                    Long.parseLong(lines.get(2).substring(WALL.length())), points);
        } catch (final IllegalArgumentException e) {
            throw damaged(path, e);
        }
    }

    private static Point parse(final String line) {
        final String[] columns = line.split(" ", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException("columns=" + columns.length);
        }
        return new Point(Long.parseLong(columns[0]), Long.parseLong(columns[1]), Long.parseLong(columns[2]),
                Integer.parseInt(columns[3]) != 0);
    }

    private static RingsideException damaged(final Path path, final Exception cause) {
        return new RingsideException(ErrorCode.CORRUPT, "clock of a received recording is damaged: path=" + path
                + ": remove it; until it is measured again, events have the time of their own host", cause);
    }
}
