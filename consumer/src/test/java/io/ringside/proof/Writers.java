package io.ringside.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All writing threads of a proof. */
final class Writers {
    private final List<Writer> all = new ArrayList<>();
    private final Set<Writer> nesting = new HashSet<>();
    private final Map<List<Long>, Writer> byNumber = new HashMap<>();
    private final Map<List<Long>, Writer> byThreadId = new HashMap<>();

    void add(final TruthFile truth) {
        for (int thread = 0; thread < truth.threads(); thread++) {
            if (truth.threadId(thread) != 0) {
                final Writer writer = new Writer(truth, thread);
                all.add(writer);
                if (nests(writer) || (writer.isCutOff() && WriterThread.mayNest(writer.returned()))) {
                    nesting.add(writer);
                }
                byNumber.put(List.of((long) truth.process(), (long) thread), writer);
                byThreadId.put(List.of(truth.pid(), truth.threadId(thread)), writer);
            }
        }
    }

    List<Writer> all() {
        return all;
    }

    /** Whether the thread has written while a claim was open, through a second lane, or was cut off where it would. */
    boolean isNesting(final Writer writer) {
        return nesting.contains(writer);
    }

    private static boolean nests(final Writer writer) {
        for (long number = 0; number < writer.returned(); number++) {
            if (Outcome.isNested(writer.outcome(number))) {
                return true;
            }
        }
        return false;
    }

    /** By the numbers in a payload; null if there is none. */
    Writer find(final int process, final int thread) {
        return byNumber.get(List.of((long) process, (long) thread));
    }

    /** By pid and id of the thread; null if there is none. */
    Writer find(final long pid, final long threadId) {
        return byThreadId.get(List.of(pid, threadId));
    }
}
