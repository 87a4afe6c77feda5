package io.ringside.reader;

import io.ringside.etw.trace.EventRecord;
import io.ringside.etw.trace.TraceEvents;
import io.ringside.internal.schema.TextFields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The events that a trace has delivered: values of providers' events, and texts of all. */
final class TraceEventList implements EventHandler {
    final List<Long> values = new ArrayList<>();
    final List<String> texts = new ArrayList<>();
    final List<Long> timestamps = new ArrayList<>();
    final List<Object> contexts = new ArrayList<>();
    Consumer<EventView> onEvent = event -> {};
    EventRecord record = new EventRecord();

    @Override
    public void onEvent(final EventView event) {
        final boolean isHeader = TraceEvents.EVENT_TRACE_ID.equals(event.providerId())
                && event.descriptor().opcode() == TraceEvents.HEADER_OPCODE;
        final boolean isLoss = TraceEvents.LOST_EVENT_ID.equals(event.providerId());
        timestamps.add(record.wrap(event).timestamp());
        contexts.add(record.userContext());
        if (isHeader || isLoss) {
            final StringBuilder text = new StringBuilder().append(event.eventName()).append(' ')
                    .append(event.descriptor().opcode()).append(' ');
            new TextFields().append(text, event.schema(), event.buffer(), event.payloadOffset(),
                    event.payloadLength());
            texts.add(text.toString());
        } else {
            final long value = event.buffer().getLong(event.payloadOffset());
            values.add(value);
            texts.add(String.valueOf(value));
        }
        onEvent.accept(event);
    }

    /** What the last one is: its value, or the name of an event of the trace itself. */
    String lastName() {
        final String last = texts.get(texts.size() - 1);
        final int end = last.indexOf(' ');
        return end < 0 ? last : last.substring(0, end);
    }

    /** Without headers. */
    List<String> textsBehindHeaders() {
        return texts.stream().filter(text -> !text.startsWith("Header")).toList();
    }
}
