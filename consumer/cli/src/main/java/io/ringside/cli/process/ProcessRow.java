package io.ringside.cli.process;

import io.ringside.internal.render.JsonRow;

/**
 * What is shown of a JVM. Immutable.
 *
 * @param pid     of the process
 * @param main    main class or jar, empty if unknown
 * @param traced  whether it has registered in the trace directory
 * @param version of its Java, empty if unknown
 * @param refusal why the agent cannot be loaded into it; empty if it can, as far as is known
 */
record ProcessRow(long pid, String main, boolean traced, String version, String refusal) {
    static ProcessRow of(final JavaProcess process, final boolean traced) {
        return new ProcessRow(process.pid(), process.main(), traced, process.version(), process.refusal().orElse(""));
    }

    CharSequence json() {
        return new JsonRow().put("pid", pid).put("main", main).put("traced", traced)
                .put("version", version.isEmpty() ? null : version).put("traceable", refusal.isEmpty())
                .put("reason", refusal.isEmpty() ? null : refusal).end();
    }
}
