package io.ringside.cli.console;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * SIGTERM, which ends the program as SIGINT does: with the same exit code, and behind all that shutdown hooks have to
 * do. Stateless.
 */
final class TerminationSignal {
    private static final String NAME = "TERM";

    private TerminationSignal() {}

    /** From now on the JVM does not tell the number of the signal, but that it was interrupted. */
    static void interrupt() {
        try {
            // By their names, as the compiler warns of classes that are exported by the JDK, but not specified.
            final Class<?> signal = Class.forName("sun.misc.Signal");
            final Class<?> handler = Class.forName("sun.misc.SignalHandler");
            signal.getMethod("handle", signal, handler).invoke(null, signal.getConstructor(String.class)
                    .newInstance(NAME), MethodHandleProxies.asInterfaceInstance(handler, exit(signal)));
        } catch (final ReflectiveOperationException e) {
            // Without such signals, or with -Xrs, nothing but the exit code is another one.
        }
    }

    private static MethodHandle exit(final Class<?> signal) throws ReflectiveOperationException {
        final MethodHandle exit = MethodHandles.publicLookup()
                .findStatic(System.class, "exit", MethodType.methodType(void.class, int.class));
        return MethodHandles.dropArguments(MethodHandles.insertArguments(exit, 0, ExitCode.INTERRUPTED), 0, signal);
    }
}
