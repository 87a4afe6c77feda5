package io.ringside.bridge.log;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Access to OpenTelemetry's current span, if its API is visible to the bridge. It is found by name, since a bridge does
 * not depend on it. It is only used after the application has set {@code GlobalOpenTelemetry}: the first access to a
 * span creates the storage of contexts, after which the application could not extend it. Thread-safe.
 */
final class CurrentSpan {
    private static final String SPAN = "io.opentelemetry.api.trace.Span";
    private static final String GLOBAL = "io.opentelemetry.api.GlobalOpenTelemetry";
    private static final String CONTEXT = "io.opentelemetry.api.trace.SpanContext";
    /** Spans by class of a bridge, which owns them: they refer to classes of the application. */
    private static final ClassValue<CurrentSpan> KNOWN = new ClassValue<>() {
        @Override
        protected CurrentSpan computeValue(final Class<?> bridge) {
            return of(bridge.getClassLoader());
        }
    };

    /** Returns whether the application has set it up; null without OpenTelemetry. */
    private final @Nullable MethodHandle isSet;
    private volatile boolean wasSet;
    /** Returns the context of the calling thread's span. */
    private final @Nullable MethodHandle current;
    private final @Nullable MethodHandle isValid;
    private final @Nullable MethodHandle traceId;
    private final @Nullable MethodHandle spanId;

    private CurrentSpan(final @Nullable ClassLoader loader) throws ReflectiveOperationException {
        final MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        final Class<?> span = Class.forName(SPAN, false, loader);
        final Class<?> context = Class.forName(CONTEXT, false, loader);
        isSet = isSet(Class.forName(GLOBAL, false, loader));
        current = MethodHandles.filterReturnValue(
                lookup.findStatic(span, "current", MethodType.methodType(span)),
                lookup.findVirtual(span, "getSpanContext", MethodType.methodType(context)))
                .asType(MethodType.methodType(Object.class));
        isValid = lookup.findVirtual(context, "isValid", MethodType.methodType(boolean.class))
                .asType(MethodType.methodType(boolean.class, Object.class));
        final MethodType text = MethodType.methodType(String.class, Object.class);
        traceId = lookup.findVirtual(context, "getTraceId", MethodType.methodType(String.class)).asType(text);
        spanId = lookup.findVirtual(context, "getSpanId", MethodType.methodType(String.class)).asType(text);
    }

    /** Returns the method that checks the setup; older versions do not have it. */
    private static MethodHandle isSet(final Class<?> global) throws ReflectiveOperationException {
        try {
            return MethodHandles.publicLookup().findStatic(global, "isSet", MethodType.methodType(boolean.class));
        } catch (final NoSuchMethodException e) {
            final Field field = global.getDeclaredField("globalOpenTelemetry");
            field.setAccessible(true);
            final MethodHandle nonNull = MethodHandles.lookup().findStatic(Objects.class, "nonNull",
                    MethodType.methodType(boolean.class, Object.class));
            return MethodHandles.filterReturnValue(MethodHandles.lookup().unreflectGetter(field)
                    .asType(MethodType.methodType(Object.class)), nonNull);
        }
    }

    private CurrentSpan() {
        isSet = null;
        current = null;
        isValid = null;
        traceId = null;
        spanId = null;
    }

    /** Returns the span access for the class loader of a bridge; it exists as long as the bridge's class. */
    static Reference<CurrentSpan> of(final Class<?> bridge) {
        return new WeakReference<>(KNOWN.get(bridge));
    }

    /** Returns the span access of a class loader; without OpenTelemetry, there is never a span. */
    private static CurrentSpan of(final @Nullable ClassLoader loader) {
        try {
            return new CurrentSpan(loader);
        } catch (final ReflectiveOperationException | RuntimeException | LinkageError e) {
            return new CurrentSpan();
        }
    }

    /** Sets the ids of the calling thread's span in an entry, if there is a span. */
    void read(final LogEntry entry) {
        if (isSet == null || current == null || isValid == null || traceId == null || spanId == null) {
            return;
        }
        try {
            if (!wasSet && !(boolean) isSet.invokeExact()) {
                return;
            }
            wasSet = true;
            final Object context = (Object) current.invokeExact();
            if ((boolean) isValid.invokeExact(context)) {
                entry.span((String) traceId.invokeExact(context), (String) spanId.invokeExact(context));
            }
        } catch (final Throwable e) {
            // The event is written without its activity.
            return;
        }
    }
}
