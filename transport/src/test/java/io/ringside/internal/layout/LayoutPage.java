package io.ringside.internal.layout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Holds a layout page of {@code transport/docs} against the descriptor class that it documents.
 * <p>
 * A page has one section ({@code ## title}) per structure. A section has a table (rows
 * <code>| offset | length | type | name | …</code>). A structure of more than eight fields also has a picture (a fenced
 * block with rows <code>offset |cell|cell|</code>); a smaller one may have one. Checked is, for every structure:
 * <ul>
 * <li>the rows of the table follow each other from 0 to the structure's length without gap or overlap;</li>
 * <li>{@code i16}, {@code i32} and {@code i64} are as long as they say, and aligned;</li>
 * <li>a row {@code some name} has the offset of the constant {@code PREFIX_SOME_NAME_OFFSET}, and the length of
 * {@code PREFIX_SOME_NAME_LENGTH} where that exists; rows called {@code reserved} have no constant;</li>
 * <li>every row of the table begins in the picture, if there is one, at its offset and under its name, and nothing else
 * does.</li>
 * </ul>
 * At the end every {@code …_OFFSET} constant of the class must have been met. Use:
 *
 * <pre>
 * LayoutPage.of("layout-ledger.md", LedgerDescriptor.class)
 *         .structure("Header", "", HEADER_LENGTH)
 *         .structure("Lane entry", "LANE_", LANE_LENGTH)
 *         .verify();
 * </pre>
 */
public final class LayoutPage {
    private static final String OFFSET_SUFFIX = "_OFFSET";
    private static final String LENGTH_SUFFIX = "_LENGTH";
    /** Maximum number of fields of a structure that its table shows without a picture. */
    private static final int FIELDS_WITHOUT_PICTURE = 8;

    private final String page;
    private final List<String> lines;
    private final Class<?> descriptor;
    private final Set<String> met = new HashSet<>();

    private LayoutPage(final String page, final List<String> lines, final Class<?> descriptor) {
        this.page = page;
        this.lines = lines;
        this.descriptor = descriptor;
    }

    /**
     * Read a page.
     *
     * @param page       its file name in the docs of this module
     * @param descriptor the class whose constants it documents
     */
    public static LayoutPage of(final String page, final Class<?> descriptor) {
        try {
            return of(page, Files.readAllLines(Path.of("docs", page)), descriptor);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static LayoutPage of(final String page, final List<String> lines, final Class<?> descriptor) {
        return new LayoutPage(page, lines, descriptor);
    }

    /**
     * Check one structure.
     *
     * @param section title of its section
     * @param prefix  with which the names of its constants begin, may be empty
     * @param length  of the structure in bytes
     * @return this
     */
    public LayoutPage structure(final String section, final String prefix, final long length) {
        final List<String> body = section(section);
        final List<LayoutField> fields = table(section, body);
        contiguous(section, fields, length);
        for (final LayoutField field : fields) {
            field.checkType(page + " § " + section);
            if (!field.isReserved()) {
                agreesWithConstants(section, prefix, field);
            }
        }
        if (fields.size() > FIELDS_WITHOUT_PICTURE || body.stream().anyMatch(LayoutPicture::isRuler)) {
            LayoutPicture.parse(page + " § " + section, body).agreesWith(fields);
        }
        return this;
    }

    /** Check that no offset of the class has been left out. */
    public void verify() {
        final List<String> forgotten = Arrays.stream(descriptor.getDeclaredFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                .map(Field::getName)
                .filter(name -> name.endsWith(OFFSET_SUFFIX) && !met.contains(name))
                .toList();
        assertThat(forgotten).as("offsets of %s that %s does not show", descriptor.getSimpleName(), page).isEmpty();
    }

    private List<String> section(final String title) {
        final int begin = lines.indexOf("## " + title);
        assertThat(begin).as("section '## %s' in %s", title, page).isNotNegative();
        int end = begin + 1;
        while (end < lines.size() && !lines.get(end).startsWith("## ")) {
            end++;
        }
        return lines.subList(begin + 1, end);
    }

    private List<LayoutField> table(final String section, final List<String> body) {
        final List<LayoutField> fields = new ArrayList<>();
        for (final String line : body) {
            final LayoutField field = LayoutField.parse(line);
            if (field != null) {
                fields.add(field);
            }
        }
        assertThat(fields).as("rows '| offset | length | type | name |' of section '%s' in %s", section, page)
                .isNotEmpty();
        return fields;
    }

    private void contiguous(final String section, final List<LayoutField> fields, final long length) {
        long expected = 0;
        for (final LayoutField field : fields) {
            assertThat(field.offset()).as("offset of '%s' in %s § %s: the row before it ends there", field.name(), page,
                    section).isEqualTo(expected);
            assertThat(field.length()).as("length of '%s' in %s § %s", field.name(), page, section).isPositive();
            expected += field.length();
        }
        assertThat(expected).as("end of the last row of %s § %s", page, section).isEqualTo(length);
    }

    private void agreesWithConstants(final String section, final String prefix, final LayoutField field) {
        final String constant = prefix + field.name().toUpperCase(Locale.ROOT).replace(' ', '_');
        final String where = page + " § " + section + ": " + field.name();
        final Long offset = constant(constant + OFFSET_SUFFIX);
        if (offset == null) {
            fail("%s: no constant %s.%s%s", where, descriptor.getSimpleName(), constant, OFFSET_SUFFIX);
            return;
        }
        assertThat(offset).as("%s: value of %s%s", where, constant, OFFSET_SUFFIX).isEqualTo(field.offset());
        met.add(constant + OFFSET_SUFFIX);
        final Long length = constant(constant + LENGTH_SUFFIX);
        if (length != null) {
            assertThat(length).as("%s: value of %s%s", where, constant, LENGTH_SUFFIX).isEqualTo(field.length());
        }
    }

    private Long constant(final String name) {
        try {
            final Field field = descriptor.getDeclaredField(name);
            field.setAccessible(true);
            return ((Number) field.get(null)).longValue();
        } catch (final NoSuchFieldException e) {
            return null;
        } catch (final IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
