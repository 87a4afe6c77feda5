package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Data that a session passes to the callbacks of a provider, which interpret it. Nothing else of an enablement's
 * filters is passed to them. Immutable.
 */
public final class FilterData {
    private static final int ID_MAX = 0xFFFF;
    private static final int VERSION_MAX = 0xFF;

    private final int id;
    private final int version;
    private final byte[] bytes;

    private FilterData(final int id, final int version, final byte[] bytes) {
        FilterLimits.check(FilterType.SCHEMATIZED, "id", id, 0, ID_MAX);
        FilterLimits.check(FilterType.SCHEMATIZED, "version", version, 0, VERSION_MAX);
        FilterLimits.check(FilterType.SCHEMATIZED, "bytes", bytes.length, 0, FilterLimits.DATA_LENGTH_MAX);
        this.id = id;
        this.version = version;
        this.bytes = bytes.clone();
    }

    /**
     * Creates filter data.
     *
     * @param id      number whose meaning the provider defines, 0..65,535.
     * @param version of the data's layout, 0..255.
     * @param bytes   at most {@link FilterLimits#DATA_LENGTH_MAX} bytes, which are copied.
     * @return the data.
     * @throws RingsideException if a number is out of range or there are too many bytes.
     */
    public static FilterData of(final int id, final int version, final byte[] bytes) {
        return new FilterData(id, version, bytes);
    }

    /** {@return a number whose meaning the provider defines, 0..65,535} */
    public int id() {
        return id;
    }

    /** {@return the version of the data's layout, 0..255} */
    public int version() {
        return version;
    }

    /** {@return a copy of the bytes} */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof FilterData that
                && id == that.id
                && version == that.version
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * id + version) + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "FilterData{id=" + id + ", version=" + version + ", bytes=" + HexFormat.of().formatHex(bytes) + '}';
    }
}
