package io.ringside.processor;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** One run of the compiler with the processor: what it said, in the order of the source. */
final class Compilation {
    private static final String IMPORTS = "package acme; import io.ringside.typed.*; import io.ringside.event.*;"
            + " import io.ringside.counter.*; import java.util.*; import java.nio.*; import org.agrona.*;\n";

    private final DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    private final String source;

    private Compilation(final String source) {
        this.source = IMPORTS + source;
    }

    /**
     * Processes the source of a file {@code acme/Test.java}, behind imports of all that it may need.
     *
     * @param output  folder of the classes
     * @param source  of the file
     * @param options of the compiler
     */
    static Compilation of(final Path output, final String source, final String... options) {
        final Compilation compilation = new Compilation(source);
        final List<String> all = new ArrayList<>(List.of("-proc:only", "-d", output.toString(), "-cp",
                System.getProperty("java.class.path")));
        all.addAll(List.of(options));
        final JavaCompiler.CompilationTask task = ToolProvider.getSystemJavaCompiler().getTask(new StringWriter(), null,
                compilation.diagnostics, all, null, List.of(compilation.file()));
        task.setProcessors(List.of(new TraceProcessor()));
        task.call();
        return compilation;
    }

    /** Errors, each as the text where it stands up to the end of the line, an arrow, and the message. */
    List<String> errors() {
        return diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .filter(diagnostic -> diagnostic.getSource() != null
                        && diagnostic.getSource().getName().endsWith("Test.java"))
                .map(diagnostic -> place(diagnostic) + " -> " + diagnostic.getMessage(null))
                .toList();
    }

    private String place(final Diagnostic<?> diagnostic) {
        final int begin = (int) diagnostic.getPosition();
        final int end = source.indexOf('\n', begin);
        return source.substring(begin, end < 0 ? source.length() : end);
    }

    private JavaFileObject file() {
        return new SimpleJavaFileObject(URI.create("string:///acme/Test.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(final boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }
}
