package io.ringside.proof;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process of the model: does what each line says, and answers with a line. Ends with its parent. */
final class ModelWriterMain {
    private ModelWriterMain() {}

    public static void main(final String[] arguments) throws IOException {
        try (ModelWriter writer = new ModelWriter(Path.of(arguments[0]));
                BufferedReader input = new BufferedReader(
                        new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            Commands.say("ready");
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                Commands.say(writer.run(line));
            }
        }
    }
}
