package io.ringside.etw.trace;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.util.UUID;

/**
 * Events that a trace generates itself: its header and its losses. Stateless. Readers that want only events of
 * providers can skip these ids.
 */
public final class TraceEvents {
    /** Provider of the header: ETW's EventTraceGuid. */
    public static final UUID EVENT_TRACE_ID = UUID.fromString("68fdd900-4a3e-11d1-84f4-0000f80464e3");
    /** Opcode of the header. */
    public static final int HEADER_OPCODE = 0;

    /** Provider of the records of losses. */
    public static final UUID LOST_EVENT_ID = UUID.fromString("6a399ae0-4bc6-4de9-870b-3657f8947e7e");
    /** Opcode of events lost individually, before they were recorded. */
    public static final int LOST_EVENT_OPCODE = 32;
    /** Opcode of events lost with a damaged block. */
    public static final int LOST_BUFFER_OPCODE = 33;
    /** Opcode of events that were recorded, and discarded before anybody read them. */
    public static final int LOST_FILE_OPCODE = 34;

    /** Schema of the header, with the fields in ETW's order; counts of events are wider. */
    public static final ProviderSchema EVENT_TRACE = ProviderSchema.builder("EventTrace").id(EVENT_TRACE_ID)
            .event("Header", EventDescriptor.of(0, 2, 0, 0, 0, HEADER_OPCODE, 0),
                    FieldSchema.of("bufferSize", FieldType.UINT32),
                    FieldSchema.of("endTime", FieldType.TIMESTAMP),
                    FieldSchema.of("logFileMode", FieldType.UINT32),
                    FieldSchema.of("buffersWritten", FieldType.UINT64),
                    FieldSchema.of("pointerSize", FieldType.UINT32),
                    FieldSchema.of("eventsLost", FieldType.UINT64),
                    FieldSchema.of("loggerName", FieldType.STRING),
                    FieldSchema.of("logFileName", FieldType.STRING),
                    FieldSchema.of("perfFreq", FieldType.UINT64),
                    FieldSchema.of("startTime", FieldType.TIMESTAMP),
                    FieldSchema.of("clockType", FieldType.UINT32),
                    FieldSchema.of("buffersLost", FieldType.UINT64))
            .build();

    /** Schema of a record of losses. It contains the number of lost events, which ETW's record does not have. */
    public static final ProviderSchema LOST_EVENT = ProviderSchema.builder("LostEvent").id(LOST_EVENT_ID)
            .event("RT_LostEvent", EventDescriptor.of(0, 2, 0, 0, 0, LOST_EVENT_OPCODE, 0),
                    FieldSchema.of("events", FieldType.UINT64))
            .event("RT_LostBuffer", EventDescriptor.of(0, 2, 0, 0, 0, LOST_BUFFER_OPCODE, 0),
                    FieldSchema.of("events", FieldType.UINT64))
            .event("RT_LostFile", EventDescriptor.of(0, 2, 0, 0, 0, LOST_FILE_OPCODE, 0),
                    FieldSchema.of("events", FieldType.UINT64))
            .build();

    /** Length of an address: all JVMs that are read here have 64 bits. */
    static final int POINTER_BYTES = 8;

    private TraceEvents() {}
}
