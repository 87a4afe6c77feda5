package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.control.SessionProfile;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Starts the sessions that are described in files of a trace directory, each once per run of the host. The first
 * process that opens the directory starts them, whether it provides events, controls or reads. A session that was
 * stopped stays stopped until the host is restarted, or its file's status is removed. A file that failed is tried again
 * once it has changed. Thread-safe.
 */
public final class Autostart {
    /** Maximum length of a file in bytes. */
    private static final int MAX_LENGTH = 64 * 1024;

    private final Registry registry;
    private final Path folder;
    private final Supplier<String> bootId;
    private final Supplier<ClockPair> clock;

    /**
     * Create an instance for a directory.
     *
     * @param registry of the directory
     */
    public Autostart(final Registry registry) {
        this(registry, () -> ProcessIdentity.ofThisProcess(registry.participant().incarnation()).host().bootId()
                .toString(), ClockPair::now);
    }

    Autostart(final Registry registry, final Supplier<String> bootId, final Supplier<ClockPair> clock) {
        this.registry = registry;
        this.folder = registry.directory().autostart();
        this.bootId = bootId;
        this.clock = clock;
    }

    /**
     * Start the sessions that have not been started yet. Takes no lock if there are no files, or all have been read.
     *
     * @param lockTimeoutNs longest wait for the control lock, for each file
     * @return a line for each file that has failed in this call; its status contains the problem too
     */
    public List<String> run(final long lockTimeoutNs) {
        final List<String> problems = new ArrayList<>();
        try {
            for (final String name : names()) {
                if (isDue(name)) {
                    start(name, lockTimeoutNs).ifPresent(problems::add);
                }
            }
        } catch (final RingsideException e) {
            problems.add(AutostartStatus.describe(e));
        }
        return problems;
    }

    /** Returns the status of each file that has been read, in the order of their names. */
    public List<AutostartStatus> statuses() {
        return names().stream().flatMap(name -> AutostartStatus.read(folder, name).stream()).toList();
    }

    private List<String> names() {
        return FolderListing.namesIn(folder).stream().filter(name -> name.endsWith(SessionProfile.FILE_ENDING))
                .map(name -> name.substring(0, name.length() - SessionProfile.FILE_ENDING.length()))
                .filter(name -> !name.isEmpty()).toList();
    }

    private boolean isDue(final String name) {
        final Optional<AutostartStatus> status = AutostartStatus.read(folder, name);
        return status.isEmpty() || !status.get().settles(bootId.get(), digest(name));
    }

    private Optional<String> start(final String name, final long lockTimeoutNs) {
        try (ControlChange change = registry.change(lockTimeoutNs)) {
            if (!isDue(name)) {
                // Another process has opened the directory at the same time.
                return Optional.empty();
            }
            final AutostartStatus status = startUnder(change, name);
            status.write(registry.participant().files(), folder);
            return status.started() ? Optional.empty() : Optional.of(describe(name, status.detail()));
        } catch (final RingsideException e) {
            return Optional.of(describe(name, AutostartStatus.describe(e)));
        }
    }

    private AutostartStatus startUnder(final ControlChange change, final String name) {
        final String digest = digest(name);
        try {
            final SessionProfile file = SessionProfile.parse(name,
                    ExistingFile.read(path(name), MAX_LENGTH));
            requireNoWildcards(file.requests());
            final String detail = file.start() ? start(change, file) : "not to be started";
            return new AutostartStatus(name, bootId.get(), digest, true, detail);
        } catch (final RingsideException e) {
            return new AutostartStatus(name, bootId.get(), digest, false, AutostartStatus.describe(e));
        }
    }

    /**
     * Rejects wildcards. They represent the providers that are registered now, but a session that starts automatically
     * exists before any provider does.
     */
    private static void requireNoWildcards(final List<EnableRequest> requests) {
        for (final EnableRequest request : requests) {
            final String provider = request.providerName();
            if (provider != null && provider.indexOf('*') >= 0) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                        "session that starts automatically cannot enable "
                                + "providers by a wildcard: provider=" + provider + ": list each provider by its name");
            }
        }
    }

    private String start(final ControlChange change, final SessionProfile file) {
        final Optional<SessionRow> running = change.rows().session(file.settings().name());
        return running
                .map(session -> "session runs already: name=" + session.name() + ", id=" + session.id())
                .orElseGet(() -> {
                    final SessionRow session = SessionStart.in(registry, change, file.settings(), file.requests(),
                            clock.get());
                    return "session was started: name=" + session.name() + ", id=" + session.id();
                });
    }

    /** Returns a hash that distinguishes versions of a file; empty if the file cannot be read. */
    private String digest(final String name) {
        try {
            final byte[] contents = ExistingFile.read(path(name), MAX_LENGTH);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(contents));
        } catch (final RingsideException e) {
            return "";
        } catch (final NoSuchAlgorithmException e) {
            throw new RingsideException(ErrorCode.UNEXPECTED, "JVM without SHA-256: reason=" + e.getMessage()
                    + ": use one that has it", e);
        }
    }

    private Path path(final String name) {
        return folder.resolve(name + SessionProfile.FILE_ENDING);
    }

    private String describe(final String name, final String detail) {
        return "session does not start by itself: file=" + path(name) + ", reason=" + detail;
    }
}
