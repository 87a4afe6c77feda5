package io.ringside.processor;

import io.ringside.RingsideException;
import io.ringside.schema.SbeSchema;
import io.ringside.typed.SbeMessage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.List;
import javax.annotation.processing.Filer;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/** Parses an event with {@link SbeMessage}. */
final class SbeParser {
    /** Types of the parameters of a method that claims space. */
    static final List<String> CLAIM_TYPES = List.of("io.ringside.write.EventClaim", "int");

    private static final List<String> TYPES_AFTER_BUFFER = List.of("int", "int");

    private final Problems problems;
    private final Filer filer;

    SbeParser(final Problems problems, final Filer filer) {
        this.problems = problems;
        this.filer = filer;
    }

    /** Returns the schema named by the annotation; null if a problem was reported. */
    @Nullable
    SbeSchema parse(final ExecutableElement method, final SbeMessage message) {
        final String what = "event=" + method.getSimpleName() + ", resource=" + message.value();
        for (final StandardLocation place : List.of(StandardLocation.CLASS_OUTPUT, StandardLocation.CLASS_PATH)) {
            try (InputStream input = filer.getResource(place, "", message.value()).openInputStream()) {
                final byte[] ir = input.readAllBytes();
                if (ir.length > 0 && ir[0] == '<') {
                    problems.report(method, SbeMessage.class, "value", "schema of SBE is XML: " + what
                            + ": name the file .sbeir that SBE's tool writes with -Dsbe.generate.ir=true");
                    return null;
                }
                if (ir.length == 0) {
                    problems.report(method, SbeMessage.class, "value", "schema of SBE is empty: " + what
                            + ": let SBE's tool write it again");
                    return null;
                }
                return SbeSchema.of(ir);
            } catch (final FileNotFoundException | NoSuchFileException e) {
                // The next location may have it.
            } catch (final IOException | IllegalArgumentException | UnsupportedOperationException e) {
                problems.report(method, SbeMessage.class, "value", "schema of SBE cannot be read: " + what
                        + ", reason=" + e + ": name it as in acme/orders.sbeir");
                return null;
            } catch (final RingsideException e) {
                problems.report(method, SbeMessage.class, "value", e.getMessage() + ", " + what
                        + ": let the schema have fewer messages");
                return null;
            }
        }
        problems.report(method, SbeMessage.class, "value", "schema of SBE is missing: " + what
                + ": let SBE's tool write it among the classes, with -Dsbe.generate.ir=true, before they are compiled");
        return null;
    }

    /** Checks that the parameters, besides activities and time, specify the message. */
    void checkParameters(final ExecutableElement method, final List<ParameterModel> parameters) {
        final List<String> types = parameters.stream()
                .filter(parameter -> parameter.role() == ParameterModel.Role.MESSAGE)
                .map(ParameterModel::javaType).toList();
        if (types.isEmpty() || !AgronaPackage.buffers().contains(types.get(0))
                || !types.subList(1, types.size()).equals(TYPES_AFTER_BUFFER)) {
            problems.report(method, "event of SBE takes a buffer, an offset and a length: event="
                    + method.getSimpleName() + ", parameters=" + method.getParameters()
                    + ": declare them as (DirectBuffer buffer, int offset, int length), beside them @Activity,"
                    + " @RelatedActivity and @EventTime at most");
        }
    }

    /** Returns whether a method claims space for an SBE event. */
    static boolean isClaim(final ExecutableElement method, final List<EventModel> events) {
        final String name = method.getSimpleName().toString();
        return !method.getModifiers().contains(Modifier.STATIC)
                && !method.getModifiers().contains(Modifier.PRIVATE)
                && method.getReturnType().getKind() == TypeKind.BOOLEAN
                && hasTypes(method, CLAIM_TYPES)
                && events.stream().anyMatch(event -> event.sbe() != null
                        && name.equals(event.name() + ProviderModel.CLAIM_SUFFIX));
    }

    private static boolean hasTypes(final ExecutableElement method, final List<String> types) {
        return types.equals(
                method.getParameters().stream().map(parameter -> FieldParser.type(parameter.asType())).toList());
    }
}
