/** ETW's own names and structures, for programs and people that come from ETW. */
module io.ringside.etw {
    requires transitive io.ringside.consumer;
    requires static org.jspecify;

    exports io.ringside.etw.classic;
    exports io.ringside.etw.control;
    exports io.ringside.etw.property;
    exports io.ringside.etw.relog;
    exports io.ringside.etw.trace;
}
