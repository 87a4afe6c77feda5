package io.ringside.internal.machine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Method handles of native functions. They are used only where native access has been permitted, so that no warning is
 * printed. Stateless.
 */
public final class ForeignFunctions {
    private static final int FIRST_JDK = 22;
    private static final String PACKAGE = "java.lang.foreign.";

    private ForeignFunctions() {}

    /**
     * Check whether this JVM may call native functions.
     *
     * @return null if it may, else the reason and its remedy
     */
    public static @Nullable String refusal() {
        final int feature = Runtime.version().feature();
        if (feature < FIRST_JDK) {
            return "JDK is too old for foreign functions: java=" + feature + ": use " + FIRST_JDK + " or newer";
        }
        try {
            final Module module = ForeignFunctions.class.getModule();
            final Method permitted = Module.class.getMethod("isNativeAccessEnabled");
            return (boolean) permitted.invoke(module)
                    ? null
                    : "native access is not permitted: flag=--enable-native-access="
                            + (module.isNamed() ? module.getName() : "ALL-UNNAMED") + ": start the JVM with it";
        } catch (final ReflectiveOperationException e) {
            return "JVM does not say whether native access is permitted: reason=" + e + ": use another one";
        }
    }

    /**
     * Link a function of the system's libraries.
     *
     * @param symbol of the function
     * @param type   type of the function, with {@code int} and {@code long} only
     * @return a handle of that type
     * @throws ReflectiveOperationException if there is no such function, or no API to call it
     */
    public static MethodHandle link(final String symbol, final MethodType type) throws ReflectiveOperationException {
        return downcall(find(symbol), type, null);
    }

    /**
     * Link a function of the system's libraries that takes any number of arguments.
     *
     * @param symbol        of the function
     * @param type          type of the function, with {@code int} and {@code long} only
     * @param firstVariadic index of the first variadic argument
     * @return a handle of that type
     * @throws ReflectiveOperationException if there is no such function, or no API to call it
     */
    public static MethodHandle linkVariadic(final String symbol, final MethodType type, final int firstVariadic)
            throws ReflectiveOperationException {
        return downcall(find(symbol), type,
                type("Linker$Option").getMethod("firstVariadicArg", int.class).invoke(null, firstVariadic));
    }

    /**
     * Link code that returns within nanoseconds, as a leaf: the JVM regards the calling thread as running Java code, so
     * that no safepoint is reached while the code runs.
     *
     * @param address of the code
     * @param type    type of the code, with {@code int} and {@code long} only
     * @return a handle of that type
     * @throws ReflectiveOperationException if there is no API to call it
     */
    public static MethodHandle linkLeaf(final long address, final MethodType type)
            throws ReflectiveOperationException {
        return downcall(segment(address), type,
                type("Linker$Option").getMethod("critical", boolean.class).invoke(null, false));
    }

    /**
     * Access memory that was not allocated by the JVM.
     *
     * @param address address of the first byte
     * @param length  length in bytes
     * @return the memory; it must not be unmapped while the buffer is used
     * @throws ReflectiveOperationException if there is no API to access it
     */
    public static ByteBuffer memory(final long address, final int length) throws ReflectiveOperationException {
        final Class<?> segmentType = type("MemorySegment");
        final Object sized = segmentType.getMethod("reinterpret", long.class).invoke(segment(address), (long) length);
        return (ByteBuffer) segmentType.getMethod("asByteBuffer").invoke(sized);
    }

    private static Object segment(final long address) throws ReflectiveOperationException {
        return type("MemorySegment").getMethod("ofAddress", long.class).invoke(null, address);
    }

    private static Object linker() throws ReflectiveOperationException {
        return type("Linker").getMethod("nativeLinker").invoke(null);
    }

    private static Object find(final String symbol) throws ReflectiveOperationException {
        final Object lookup = type("Linker").getMethod("defaultLookup").invoke(linker());
        final Method find = type("SymbolLookup").getMethod("find", String.class);
        return ((Optional<?>) find.invoke(lookup, symbol)).orElseThrow(() -> new NoSuchMethodException(symbol));
    }

    private static MethodHandle downcall(final Object symbol, final MethodType type, final @Nullable Object option)
            throws ReflectiveOperationException {
        final List<Class<?>> parameters = type.parameterList();
        final Object arguments = Array.newInstance(type("MemoryLayout"), parameters.size());
        for (int i = 0; i < parameters.size(); i++) {
            Array.set(arguments, i, layout(parameters.get(i)));
        }
        final Class<?> descriptorType = type("FunctionDescriptor");
        final Object descriptor = descriptorType.getMethod("of", type("MemoryLayout"), arguments.getClass())
                .invoke(null, layout(type.returnType()), arguments);
        final Object options = Array.newInstance(type("Linker$Option"), option == null ? 0 : 1);
        if (option != null) {
            Array.set(options, 0, option);
        }
        return (MethodHandle) type("Linker")
                .getMethod("downcallHandle", type("MemorySegment"), descriptorType, options.getClass())
                .invoke(linker(), symbol, descriptor, options);
    }

    private static Object layout(final Class<?> carrier) throws ReflectiveOperationException {
        return type("ValueLayout").getField(carrier == long.class ? "JAVA_LONG" : "JAVA_INT").get(null);
    }

    private static Class<?> type(final String name) throws ClassNotFoundException {
        return Class.forName(PACKAGE + name);
    }
}
