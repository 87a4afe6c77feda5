package io.ringside.bench.instructions;

import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import io.ringside.bench.result.ResultLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Counts the instructions of a compiled method. Started by {@code bench/instructions}. */
public final class InstructionsMain {
    private static final String TITLE = "Instructions of a write of 32 bytes";
    private static final Map<String, HarnessTarget> JUDGED = Map.of(
            "locked", HarnessTarget.INSTRUCTIONS_LOCKED,
            "fences", HarnessTarget.INSTRUCTIONS_FENCES,
            "calls of the clock", HarnessTarget.INSTRUCTIONS_CLOCK,
            "other calls", HarnessTarget.INSTRUCTIONS_CALLS);

    private InstructionsMain() {}

    /**
     * Counts.
     *
     * @param args file that the counts are added to, what the JVM has printed, the method as {@code class::name}, and
     *             the version of the JDK that has printed it
     * @throws IOException          if a file cannot be read or written, or objdump cannot be run
     * @throws InterruptedException never
     */
    public static void main(final String[] args) throws IOException, InterruptedException {
        if (args.length != 4) {
            throw new IllegalArgumentException("arguments are missing: FILE LOG METHOD JDK");
        }
        final MachineCode code = MachineCode.find(Files.readAllLines(Path.of(args[1])), args[2]);
        final HotPath path = HotPath.of(listing(code), code.entry());
        final List<Observation> observations = new ArrayList<>();
        boolean isMet = true;
        System.out.printf("%s, JDK %s%n", args[2], args[3]);
        for (final Map.Entry<String, Long> count : path.counts().entrySet()) {
            final double value = count.getValue().doubleValue();
            final HarnessTarget target = JUDGED.get(count.getKey());
            System.out.printf("%6d %s%n", count.getValue(), count.getKey());
            observations.add(Observation.of(TITLE, Observation.OURS, Map.of("kind", count.getKey()), 1,
                    "instructions", value).ofJdk(args[3]));
            if (target != null) {
                isMet &= value <= Objects.requireNonNull(target.atMost(), target.label());
                observations.add(Observation.of(target, "", 1, value).ofJdk(args[3]));
            }
        }
        ResultLines.append(Path.of(args[0]), observations);
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
