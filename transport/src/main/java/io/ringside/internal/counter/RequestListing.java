package io.ringside.internal.counter;

import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FileNames.RequestFileName.Kind;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The content of the request folder at one moment, with the order in which requests are served. Not thread-safe. */
final class RequestListing {
    /** Maximum number of requests of one asker that are read; others wait until some of these are gone. */
    static final int ASKER_MAX = 512;
    /** Maximum number of requests of all askers together, which take turns. */
    static final int REQUESTS_MAX = 4_096;

    private final Set<RequestFileName> requests = new HashSet<>();
    private final Set<RequestFileName> answers = new HashSet<>();
    /** The last number of each asker that may be read now. */
    private final Map<Incarnation, Long> lastNumbers = new HashMap<>();

    /** A request, with its position among the requests of its asker. */
    private record Turn(int place, RequestFileName name) {}

    private RequestListing(final Path folder) {
        for (final String name : FolderListing.namesIn(folder)) {
            final RequestFileName file = RequestFileName.parse(name);
            if (file != null) {
                (file.kind() == Kind.REQUEST ? requests : answers).add(file);
            }
        }
    }

    /**
     * List a folder.
     *
     * @param folder of requests
     * @param known  requests that have been read already
     * @return the content of the folder
     */
    static RequestListing of(final Path folder, final Set<RequestFileName> known) {
        final RequestListing first = new RequestListing(folder);
        if (known.containsAll(first.requests)) {
            return first;
        }
        // A listing may miss a file that is made meanwhile, and yet contain a later one. All files older than the last
        // file of the first listing are certainly in the second.
        final RequestListing second = new RequestListing(folder);
        first.requests.forEach(name -> second.lastNumbers.merge(name.asker(), name.number(), Math::max));
        return second;
    }

    /** Returns the existing requests, including those that are not to be read yet. */
    Set<RequestFileName> requests() {
        return requests;
    }

    /** Returns the existing answers. */
    Set<RequestFileName> answers() {
        return answers;
    }

    /**
     * Returns the new requests: those of an asker in the order in which they were made, and askers in turn, so that
     * none has to wait for the many requests of another.
     *
     * @param known existing requests that have been read already
     * @return at most as many requests as there is room for
     */
    List<RequestFileName> next(final Set<RequestFileName> known) {
        final Map<Incarnation, Integer> countByAsker = new HashMap<>();
        known.forEach(name -> countByAsker.merge(name.asker(), 1, Integer::sum));
        final List<Turn> turns = new ArrayList<>();
        requests.stream().filter(name -> !known.contains(name)
                && name.number() <= lastNumbers.getOrDefault(name.asker(), Long.MIN_VALUE))
                .sorted(Comparator.comparingLong(RequestFileName::number)).forEach(name -> {
                    final int count = countByAsker.merge(name.asker(), 1, Integer::sum);
                    if (count <= ASKER_MAX) {
                        turns.add(new Turn(count, name));
                    }
                });
        return turns.stream().sorted(Comparator.comparingInt(Turn::place))
                .limit(Math.max(0, REQUESTS_MAX - known.size())).map(Turn::name).toList();
    }
}
