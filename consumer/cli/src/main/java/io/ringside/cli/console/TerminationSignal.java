package io.ringside.cli.console;

import java.lang.reflect.Proxy;

/**
 * SIGTERM, which ends the program as SIGINT does: with the same exit code, and after all that shutdown hooks have to
 * do. Stateless.
 */
final class TerminationSignal {
    private static final String NAME = "TERM";

    private TerminationSignal() {}

    /** From now on SIGTERM ends the process with the exit code of an interruption. */
    static void interrupt() {
        try {
            // By their names, as the compiler warns of classes that are exported by the JDK, but not specified.
            final Class<?> signal = Class.forName("sun.misc.Signal");
            final Class<?> handler = Class.forName("sun.misc.SignalHandler");
            signal.getMethod("handle", signal, handler).invoke(null, signal.getConstructor(String.class)
                    .newInstance(NAME),
                    Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[]{handler},
                            (proxy, method, args) -> {
                                System.exit(ExitCode.INTERRUPTED);
                                return null;
                            }));
        } catch (final ReflectiveOperationException e) {
            // Without such signals, or with -Xrs, only the exit code differs.
        }
    }
}
