package io.ringside.bench;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Here, because bench is the one module that sees all others. */
@Tag("proof")
class ArchitectureTest {
    private static final String ROOT = "io.ringside";

    /** Packages whose room has another name. */
    private static final Map<String, String> ROOMS = Map.of(".provider.counter", ".counter", ".counterset", ".counter",
            ".expression", ".filter", ".typed.generated", ".typed", ".write.generated", ".write");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(ROOT);

    @Test
    void shouldDependOneWayWhenModulesUseEachOther() {
        layeredArchitecture().consideringOnlyDependenciesInLayers()
                .layer("core").definedBy(inModule("core"))
                .layer("transport").definedBy(inModule("transport"))
                .layer("consumer").definedBy(inModule("consumer"))
                .layer("etw").definedBy(inModule("etw"))
                .layer("sbe").definedBy(inModule("sbe"))
                .layer("export").definedBy(inModule("export"))
                .layer("sql").definedBy(inModule("sql"))
                .layer("micrometer").definedBy(inModule("micrometer"))
                .layer("serve").definedBy(inModule("serve"))
                .layer("ship-kafka").definedBy(inModule("ship-kafka"))
                .layer("ship-aeron").definedBy(inModule("ship-aeron"))
                .layer("cli").definedBy(inModule("cli"))
                .layer("bench").definedBy(inModule("bench"))
                .layer("bridge-log").definedBy(inModule("bridge-log"))
                .layer("bridge-logback").definedBy(inModule("bridge-logback"))
                .layer("bridge-log4j").definedBy(inModule("bridge-log4j"))
                .layer("bridge-jfr").definedBy(inModule("bridge-jfr"))
                .layer("bridge-aeron").definedBy(inModule("bridge-aeron"))
                .layer("bridge-netty").definedBy(inModule("bridge-netty"))
                .whereLayer("core").mayNotAccessAnyLayer()
                .whereLayer("transport").mayOnlyAccessLayers("core")
                .whereLayer("bridge-log").mayOnlyAccessLayers("core", "transport")
                .whereLayer("bridge-logback").mayOnlyAccessLayers("core", "transport", "bridge-log")
                .whereLayer("bridge-log4j").mayOnlyAccessLayers("core", "transport", "bridge-log")
                .whereLayer("bridge-jfr").mayOnlyAccessLayers("core", "transport")
                .whereLayer("bridge-aeron").mayOnlyAccessLayers("core", "transport")
                .whereLayer("bridge-netty").mayOnlyAccessLayers("core", "transport")
                .whereLayer("consumer").mayOnlyAccessLayers("core", "transport")
                .whereLayer("etw").mayOnlyAccessLayers("core", "transport", "consumer")
                .whereLayer("sbe").mayOnlyAccessLayers("core")
                .whereLayer("export").mayOnlyAccessLayers("core", "consumer")
                .whereLayer("sql").mayOnlyAccessLayers("core", "consumer", "export")
                .whereLayer("micrometer").mayOnlyAccessLayers("core", "transport", "consumer")
                .whereLayer("serve").mayOnlyAccessLayers("core", "transport", "consumer")
                .whereLayer("ship-kafka").mayOnlyAccessLayers("core", "transport", "consumer")
                .whereLayer("ship-aeron").mayOnlyAccessLayers("core", "transport", "consumer")
                .whereLayer("cli").mayOnlyAccessLayers("core", "transport", "consumer", "etw", "export", "serve",
                        "sql")
                .check(CLASSES);
    }

    @Test
    void shouldUseOnlyTheJdkAndAgronaWhenInCore() {
        classes().that(inModule("core"))
                .should().onlyDependOnClassesThat(inModule("core")
                        .or(JavaClass.Predicates.resideInAnyPackage("java..", "org.agrona..", "org.jspecify..")))
                .check(CLASSES);
    }

    @Test
    void shouldUseBenchHarnessesInBenchOnly() {
        noClasses().that(DescribedPredicate.not(inModule("bench")))
                .should().dependOnClassesThat().resideInAnyPackage("org.openjdk.jmh..", "org.openjdk.jcstress..")
                .check(CLASSES);
    }

    @Test
    void shouldUseHeavyLibrariesInTheirOwnModulesOnly() {
        noClasses().that(DescribedPredicate.not(inModule("cli"))).and(DescribedPredicate.not(inModule("bench")))
                .should().dependOnClassesThat().resideInAnyPackage("picocli..", "org.HdrHistogram..", "org.jline..")
                .check(CLASSES);
        noClasses().that(DescribedPredicate.not(inModule("sbe")))
                .should().dependOnClassesThat().resideInAPackage("uk.co.real_logic..")
                .check(CLASSES);
        noClasses().that(DescribedPredicate.not(inModule("micrometer")))
                .should().dependOnClassesThat().resideInAPackage("io.micrometer..")
                .check(CLASSES);
        noClasses().that(DescribedPredicate.not(inModule("bridge-logback")))
                .should().dependOnClassesThat().resideInAPackage("ch.qos.logback..")
                .check(CLASSES);
        noClasses().that(DescribedPredicate.not(inModule("bridge-log4j")))
                .should().dependOnClassesThat().resideInAPackage("org.apache.logging.log4j..")
                .check(CLASSES);
        noClasses().that(DescribedPredicate.not(inModule("bridge-netty")))
                .should().dependOnClassesThat().resideInAPackage("io.netty..")
                .check(CLASSES);
        noClasses().that(DescribedPredicate.not(inModule("sql")))
                .should().dependOnClassesThat().resideInAPackage("org.duckdb..")
                .check(CLASSES);
        noClasses().that(DescribedPredicate.not(inModule("serve")))
                .should().dependOnClassesThat().resideInAPackage("io.prometheus..")
                .check(CLASSES);
        noClasses().that(DescribedPredicate.not(inModule("ship-kafka")))
                .should().dependOnClassesThat().resideInAPackage("org.apache.kafka..")
                .check(CLASSES);
        noClasses().that(DescribedPredicate.not(inModule("ship-aeron")))
                .and(DescribedPredicate.not(inModule("bridge-aeron"))).and(DescribedPredicate.not(inModule("bench")))
                .should().dependOnClassesThat().resideInAPackage("io.aeron..")
                .check(CLASSES);
        noClasses().that().resideOutsideOfPackage(ROOT + ".internal.queue..")
                .and(DescribedPredicate.not(inModule("bench")))
                .should().dependOnClassesThat().resideInAPackage("net.openhft..")
                .check(CLASSES);
    }

    /** Typed events and what they are made with, the generated classes of the bench's own among them. */
    @Test
    void shouldWriteAndReceiveTypedEventsWithoutReflection() {
        noClasses().that(inModule("core").or(JavaClass.Predicates.resideInAnyPackage(ROOT + ".write..",
                ROOT + ".internal.write..", ROOT + ".bench.fixture..")))
                .and().doNotHaveFullyQualifiedName(ROOT + ".internal.write.Carriers")
                .and().doNotHaveFullyQualifiedName(ROOT + ".internal.write.Carriers$Parts")
                .should().dependOnClassesThat().resideInAPackage("java.lang.reflect..")
                .orShould().callMethod(Class.class, "forName", String.class)
                .check(CLASSES);
    }

    /** A room is an exported package together with the internal one of the same name that it is built on. */
    @Test
    void shouldBeFreeOfCyclesWhenRoomsUseEachOther() {
        slices().assignedFrom(new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(final JavaClass type) {
                if (!type.getPackageName().startsWith(ROOT)) {
                    return SliceIdentifier.ignore();
                }
                final String room = type.getPackageName().replace(ROOT + ".internal.", ROOT + ".")
                        .substring(ROOT.length());
                return SliceIdentifier.of(ROOMS.getOrDefault(room, room));
            }

            @Override
            public String getDescription() {
                return "rooms";
            }
        }).should().beFreeOfCycles().check(CLASSES);
    }

    /** By where the class file lies, since the packages of a module share no common name. */
    private static DescribedPredicate<JavaClass> inModule(final String module) {
        final String folder = module.replace("bridge-", "bridges/");
        final Pattern place = Pattern.compile("/" + folder + "/target/|/ringside-" + module + "-[0-9]");
        return describe("in module " + module, type -> type.getBaseComponentType().getSource()
                .map(source -> place.matcher(source.getUri().toString()).find())
                .orElse(false));
    }
}
