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

/** The content of the folder of requests at one moment, and the order in which they are served. For one thread. */
final class RequestListing {
    /** Requests of one asker that are read; its others have to wait until some of these are gone. */
    static final int ASKER_MAX = 512;
    /** The same for all askers together, which take turns. */
    static final int REQUESTS_MAX = 4_096;

    private final Set<RequestFileName> requests = new HashSet<>();
    private final Set<RequestFileName> answers = new HashSet<>();
    /** The last number of each asker that may be read now. */
    private final Map<Incarnation, Long> lastNumbers = new HashMap<>();

    /** A request, and how many of its asker come before it. */
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
     * @param known  requests that were read already
     * @return what is there
     */
    static RequestListing of(final Path folder, final Set<RequestFileName> known) {
        final RequestListing first = new RequestListing(folder);
        if (known.containsAll(first.requests)) {
            return first;
        }
        // A listing may miss what is made meanwhile, and yet hold what was made after it: what came before the last
        // of the first listing is in the second for certain.
        final RequestListing second = new RequestListing(folder);
        first.requests.forEach(name -> second.lastNumbers.merge(name.asker(), name.number(), Math::max));
        return second;
    }

    /** The requests that exist, also those that are not to be read yet. */
    Set<RequestFileName> requests() {
        return requests;
    }

    /** The answers that exist. */
    Set<RequestFileName> answers() {
        return answers;
    }

    /**
     * The requests that are new: those of an asker in the order in which they were made, askers in turn, so that none
     * has to wait because another one asks for much.
     *
     * @param known requests that exist and were read already
     * @return as many as there is room for
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
