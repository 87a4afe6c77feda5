package io.ringside.bridge.log;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * OpenTelemetry's current span, if its API is where a bridge is. Found by name, since a bridge does not depend on it.
 * Immutable.
 */
final class CurrentSpan {
    private static final String SPAN = "io.opentelemetry.api.trace.Span";
    private static final String CONTEXT = "io.opentelemetry.api.trace.SpanContext";

    /** Gives the context of the calling thread's span; null if there is no OpenTelemetry. */
    private final @Nullable MethodHandle current;
    private final @Nullable MethodHandle isValid;
    private final @Nullable MethodHandle traceId;
    private final @Nullable MethodHandle spanId;

    private CurrentSpan(final @Nullable ClassLoader loader) throws ReflectiveOperationException {
        final MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        final Class<?> span = Class.forName(SPAN, false, loader);
        final Class<?> context = Class.forName(CONTEXT, false, loader);
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

    private CurrentSpan() {
        current = null;
        isValid = null;
        traceId = null;
        spanId = null;
    }

    /** What a class loader has; without OpenTelemetry, there is never a span. */
    static CurrentSpan of(final @Nullable ClassLoader loader) {
        try {
            return new CurrentSpan(loader);
        } catch (final ReflectiveOperationException | LinkageError e) {
            return new CurrentSpan();
        }
    }

    /** Give an entry the ids of the calling thread's span, if there is one. */
    void read(final LogEntry entry) {
        if (current == null || isValid == null || traceId == null || spanId == null) {
            return;
        }
        try {
            final Object context = (Object) current.invokeExact();
            if ((boolean) isValid.invokeExact(context)) {
                entry.span((String) traceId.invokeExact(context), (String) spanId.invokeExact(context));
            }
        } catch (final Throwable e) {
            // The event is worth more than its activity.
            return;
        }
    }
}
