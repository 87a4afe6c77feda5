package io.ringside.transport.agent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code membarrier} system call of Linux through the foreign-function API of JDK 22 and newer, found by reflection
 * because this library also runs on 17. Used only where native access has been permitted, so that no warning is
 * printed. Thread-safe.
 */
final class MemoryBarrierCall {
    private static final int PRIVATE_EXPEDITED = 8;
    private static final int REGISTER_PRIVATE_EXPEDITED = 16;
    private static final int FIRST_JDK = 22;
    private static final @Nullable MethodHandle CALL = link();

    private MemoryBarrierCall() {}

    static boolean isAvailable() {
        return CALL != null;
    }

    /** Flush the store buffers of all threads of this process; false if that failed. */
    static boolean call() {
        return CALL != null && invoke(CALL, PRIVATE_EXPEDITED);
    }

    private static boolean invoke(final MethodHandle call, final int command) {
        try {
            return (long) call.invokeExact(command) == 0;
        } catch (final Throwable e) {
            // Without the call there is the wait.
            return false;
        }
    }

    private static @Nullable MethodHandle link() {
        final long number = callNumber();
        if (number < 0 || Runtime.version().feature() < FIRST_JDK) {
            return null;
        }
        try {
            final Method permitted = Module.class.getMethod("isNativeAccessEnabled");
            if (!(boolean) permitted.invoke(MemoryBarrierCall.class.getModule())) {
                return null;
            }
            final MethodHandle call = systemCall(number);
            return invoke(call, REGISTER_PRIVATE_EXPEDITED) ? call : null;
        } catch (final ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    private static long callNumber() {
        if (!"Linux".equals(System.getProperty("os.name"))) {
            return -1;
        }
        return switch (System.getProperty("os.arch", "")) {
            case "amd64" -> 324;
            case "aarch64" -> 283;
            default -> -1;
        };
    }

    /** {@code long syscall(long number, int command, int flags, int cpu)} with all but the command bound. */
    private static MethodHandle systemCall(final long number) throws ReflectiveOperationException {
        final Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
        final Class<?> optionType = Class.forName("java.lang.foreign.Linker$Option");
        final Class<?> layoutType = Class.forName("java.lang.foreign.MemoryLayout");
        final Class<?> layouts = Class.forName("java.lang.foreign.ValueLayout");
        final Class<?> descriptorType = Class.forName("java.lang.foreign.FunctionDescriptor");
        final Class<?> segmentType = Class.forName("java.lang.foreign.MemorySegment");
        final Object longLayout = layouts.getField("JAVA_LONG").get(null);
        final Object intLayout = layouts.getField("JAVA_INT").get(null);
        final Object arguments = arrayOf(layoutType, longLayout, intLayout, intLayout, intLayout);
        final Object descriptor = descriptorType.getMethod("of", layoutType, arguments.getClass()).invoke(null,
                longLayout,
                arguments);
        final Object variadic = optionType.getMethod("firstVariadicArg", int.class).invoke(null, 1);
        final Object options = arrayOf(optionType, variadic);
        final Object linker = linkerType.getMethod("nativeLinker").invoke(null);
        final Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
        final Method find = Class.forName("java.lang.foreign.SymbolLookup").getMethod("find", String.class);
        final Object symbol = ((Optional<?>) find.invoke(lookup, "syscall")).orElseThrow();
        final MethodHandle handle = (MethodHandle) linkerType
                .getMethod("downcallHandle", segmentType, descriptorType, options.getClass())
                .invoke(linker, symbol, descriptor, options);
        final MethodHandle call = MethodHandles.insertArguments(MethodHandles.insertArguments(handle, 2, 0, 0), 0,
                number);
        return call.asType(MethodType.methodType(long.class, int.class));
    }

    private static Object arrayOf(final Class<?> type, final Object... elements) {
        final Object array = Array.newInstance(type, elements.length);
        for (int i = 0; i < elements.length; i++) {
            Array.set(array, i, elements[i]);
        }
        return array;
    }
}
