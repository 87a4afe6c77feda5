package io.ringside.bench.instructions;

import io.ringside.bench.report.Observation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Program that counts the instructions of a compiled method. Started by {@code bench/instructions}. */
public final class InstructionsMain {
    private static final Map<String, Double> MOST = Map.of("locked", 0.0, "fences", 0.0, "clockCalls", 1.0,
            "otherCalls", 0.0);

    private InstructionsMain() {}

    /**
     * Counts the instructions.
     *
     * @param args file to which the counts are added, output of the JVM, the method as {@code class::name}, and the
     *             version of the JDK
     * @throws IOException          if a file cannot be read or written, or objdump cannot be run
     * @throws InterruptedException never
     */
    public static void main(final String[] args) throws IOException, InterruptedException {
        if (args.length != 4) {
            throw new IllegalArgumentException("arguments are missing: FILE LOG METHOD JDK");
        }
        final MachineCode code = MachineCode.find(Files.readAllLines(Path.of(args[1])), args[2]);
        final HotPath path = HotPath.of(listing(code), code.entry());
        System.out.printf("%s, JDK %s%n", args[2], args[3]);
        final Map<String, Double> counts = new LinkedHashMap<>();
        path.counts().forEach((kind, count) -> counts.put(kind, count.doubleValue()));
        Observation.append(Path.of(args[0]), List.of(
                new Observation("instructions", Map.of(), args[3], 1, "instructions", counts, null)));
        final boolean isMet = counts.entrySet().stream()
                .allMatch(count -> count.getValue() <= MOST.getOrDefault(count.getKey(), Double.MAX_VALUE));
        if (!isMet) {
            path.instructions().forEach(one -> System.err.printf("%x: %s %s%n", one.address(), one.mnemonic(),
                    one.operands()));
            System.exit(1);
        }
    }

    private static List<String> listing(final MachineCode code) throws IOException, InterruptedException {
        final Path file = Files.createTempFile("ringside-", ".code");
        try {
            Files.write(file, code.bytes());
            final Process objdump = new ProcessBuilder("objdump", "-D", "-b", "binary", "-m", "i386:x86-64",
                    "--no-show-raw-insn", "--adjust-vma=0x" + Long.toHexString(code.begin()), file.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            final List<String> lines = new String(objdump.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines().toList();
            if (objdump.waitFor() != 0) {
                throw new IOException("objdump has failed: code=" + objdump.exitValue());
            }
            return lines;
        } finally {
            Files.delete(file);
        }
    }
}
