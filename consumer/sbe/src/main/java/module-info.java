/** Reads messages of Simple Binary Encoding in the fields of events. */
module io.ringside.sbe {
    requires io.ringside.core;
    requires uk.co.real_logic.sbe.tool;
    requires static org.jspecify;

    provides io.ringside.internal.schema.SbeReader with io.ringside.internal.sbe.OtfSbeReader;
}
