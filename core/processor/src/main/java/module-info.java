/** Annotation processor that generates the classes of typed providers, events and counter sets. */
module io.ringside.processor {
    requires io.ringside.core;
    requires java.compiler;
    requires jdk.compiler;
    requires static org.jspecify;

    provides javax.annotation.processing.Processor with io.ringside.processor.TraceProcessor;
}
