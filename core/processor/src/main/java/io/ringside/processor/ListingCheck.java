package io.ringside.processor;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import javax.annotation.processing.ProcessingEnvironment;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/**
 * Compares the listing of a provider with the one stored with the sources, if there is a folder of listings: fields may
 * be added at the end, with a higher version; existing fields of events must not change.
 */
final class ListingCheck {
    private static final String OUTPUT = "META-INF/ringside/";
    private static final String SUFFIX = ".events";
    private static final String NOTHING = "nothing";
    private static final String WRITE = "compile once with -A" + TraceProcessor.LISTINGS_WRITE
            + "=true and commit the file";

    private final ProcessingEnvironment environment;
    private final Problems problems;

    ListingCheck(final ProcessingEnvironment environment, final Problems problems) {
        this.environment = environment;
        this.problems = problems;
    }

    void check(final ProviderModel provider) {
        final Listing listing = Listing.of(provider.schema());
        final String name = provider.schema().name().replaceAll("[^A-Za-z0-9._-]", "_") + SUFFIX;
        try {
            try (Writer output = environment.getFiler()
                    .createResource(StandardLocation.CLASS_OUTPUT, "", OUTPUT + name, provider.type()).openWriter()) {
                output.write(listing.text());
            }
            final String folder = environment.getOptions().get(TraceProcessor.LISTINGS);
            if (folder != null) {
                compare(provider, listing, Path.of(folder, name));
            }
        } catch (final IOException e) {
            problems.report(provider.type(), "listing cannot be read or written: listing=" + name + ", reason=" + e
                    + ": see that the folder can be written, and that no other provider has the name");
        }
    }

    private void compare(final ProviderModel provider, final Listing listing, final Path file) throws IOException {
        final boolean exists = Files.exists(file);
        final String text = exists ? Files.readString(file) : "";
        if (text.lines().toList().equals(listing.text().lines().toList())) {
            // Line ends are ignored, since they depend on the checkout.
            return;
        }
        final int before = problems.count();
        final Listing kept = Listing.parse(text);
        for (final EventModel event : provider.events()) {
            final int id = event.descriptor().id();
            final int version = event.descriptor().version();
            compare(event, earlier(kept, listing, id, version), listing.upTo(id, version));
        }
        if (problems.count() != before) {
            return;
        }
        if (Boolean.parseBoolean(environment.getOptions().get(TraceProcessor.LISTINGS_WRITE))) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, listing.text());
        } else {
            problems.report(provider.type(), (exists
                    ? "interface is not what its listing says: listing=" + file + difference(text, listing.text())
                    : "provider has no listing: listing=" + file) + ": " + WRITE);
        }
    }

    /** Returns the first lines that differ, with their event; one of them is missing if a text has no more lines. */
    private static String difference(final String kept, final String now) {
        final Iterator<String> listed = lines(kept);
        final Iterator<String> declared = lines(now);
        String event = "";
        String one = "";
        String other = "";
        while (one.equals(other) && (listed.hasNext() || declared.hasNext())) {
            event = Listing.isEvent(one) ? ", event=" + Listing.nameOf(one) : event;
            one = next(listed);
            other = next(declared);
        }
        if (one.equals(other)) {
            return ", in blank lines only";
        }
        final String where = isOfEvent(one) || isOfEvent(other) ? event : "";
        return one.strip().equals(other.strip())
                ? where + ", in blanks only, listed=" + one.strip()
                : where + ", listed=" + one.strip() + ", declared=" + other.strip();
    }

    private static boolean isOfEvent(final String line) {
        return !Listing.isEvent(line) && !line.equals(NOTHING);
    }

    private static Iterator<String> lines(final String text) {
        return text.lines().filter(line -> !line.isBlank()).iterator();
    }

    private static String next(final Iterator<String> lines) {
        return lines.hasNext() ? lines.next() : NOTHING;
    }

    /**
     * Returns the version that a version of an event must extend: the newest listed one up to it, or else the newest
     * declared one before it; null if there is none.
     */
    private static Listing.@Nullable Entry earlier(final Listing kept, final Listing listing, final int id,
            final int version) {
        final Listing.Entry listed = kept.upTo(id, version);
        final Listing.Entry declared = listing.upTo(id, version - 1);
        if (listed != null || declared != null) {
            return listed != null ? listed : declared;
        }
        // Only later versions are listed: if none of them is declared any more, the version has decreased.
        final Listing.Entry oldest = kept.oldest(id);
        final Listing.Entry newest = listing.upTo(id, Integer.MAX_VALUE);
        return oldest == null || newest == null || newest.version() >= oldest.version() ? null : oldest;
    }

    private void compare(final EventModel event, final Listing.@Nullable Entry kept,
            final Listing.@Nullable Entry now) {
        if (kept == null || now == null) {
            return;
        }
        final String what = "event=" + event.name() + ", id=" + event.descriptor().id() + ", version=" + now.version()
                + ", listed=" + kept.version();
        if (now.version() < kept.version()) {
            problems.report(event.method(), "version of event goes back: " + what + ": raise it");
        } else if (now.sbe() >= 0 && now.sbe() < kept.sbe()) {
            problems.report(event.method(), "version of the event's schema of SBE goes back: " + what
                    + ", schemaVersion=" + now.sbe() + ", listedSchemaVersion=" + kept.sbe() + ": raise it");
        } else if (!now.continues(kept) && now.sbe() >= 0) {
            problems.report(event.method(), "messages of event are not those they were: " + what + ", schemaVersion="
                    + now.sbe() + ", listedSchemaVersion=" + kept.sbe()
                    + ": add fields, groups and data at the end only, with a new version of the schema as their"
                    + " sinceVersion; give another event another id, or delete this one's lines in the listing if"
                    + " nobody has it");
        } else if (!now.continues(kept)) {
            problems.report(event.method(), "fields of event are not those it had: " + what
                    + ": add fields at the end only; give another event another id, or delete this one's lines in the"
                    + " listing if nobody has it");
        } else if (now.sbe() < 0 && now.fields().size() > kept.fields().size() && now.version() == kept.version()) {
            problems.report(event.method(), "event has got fields and no new version: " + what + ": set version = "
                    + (kept.version() + 1));
        }
    }
}
