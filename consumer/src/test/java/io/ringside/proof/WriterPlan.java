package io.ringside.proof;

import java.nio.file.Path;

/**
 * What a writing process does.
 *
 * @param directory   trace directory
 * @param truth       file for the truth
 * @param process     its number in the payloads
 * @param slots       threads that write at a time
 * @param generations threads that write one after another in each slot
 * @param count       numbers of each thread
 * @param nested      whether some are written while a claim is open: for one session only
 * @param hold        whether threads take their lanes before they are let go
 * @param paceNs      time between two numbers of a thread, 0 for none
 */
record WriterPlan(Path directory, Path truth, int process, int slots, int generations, int count, boolean nested,
        boolean hold, long paceNs) {
    private static final int ARGUMENTS = 9;

    WriterPlan(final Path directory, final Path truth, final int process, final int slots, final int count) {
        this(directory, truth, process, slots, 1, count, false, false, 0);
    }

    WriterPlan withGenerations(final int newGenerations) {
        return new WriterPlan(directory, truth, process, slots, newGenerations, count, nested, hold, paceNs);
    }

    WriterPlan withNested() {
        return new WriterPlan(directory, truth, process, slots, generations, count, true, hold, paceNs);
    }

    WriterPlan withHeldLanes() {
        return new WriterPlan(directory, truth, process, slots, generations, count, nested, true, paceNs);
    }

    WriterPlan withPace(final long newPaceNs) {
        return new WriterPlan(directory, truth, process, slots, generations, count, nested, hold, newPaceNs);
    }

    int threads() {
        return slots * generations;
    }

    String[] toArguments() {
        return new String[]{directory.toString(), truth.toString(), Integer.toString(process), Integer.toString(slots),
            Integer.toString(generations), Integer.toString(count), Boolean.toString(nested), Boolean.toString(hold),
            Long.toString(paceNs)};
    }

    static WriterPlan parse(final String[] arguments) {
        if (arguments.length != ARGUMENTS) {
            throw new IllegalArgumentException("wrong number of arguments: arguments=" + arguments.length);
        }
        int i = 0;
        return new WriterPlan(Path.of(arguments[i++]), Path.of(arguments[i++]), Integer.parseInt(arguments[i++]),
                Integer.parseInt(arguments[i++]), Integer.parseInt(arguments[i++]), Integer.parseInt(arguments[i++]),
                Boolean.parseBoolean(arguments[i++]), Boolean.parseBoolean(arguments[i++]),
                Long.parseLong(arguments[i]));
    }
}
