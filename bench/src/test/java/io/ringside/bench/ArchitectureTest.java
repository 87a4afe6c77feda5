package io.ringside.bench;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Here, because bench is the one module that sees all others. */
class ArchitectureTest {
    private static final String ROOT = "io.ringside";

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
                .layer("bench").definedBy(inModule("bench"))
                .whereLayer("core").mayNotAccessAnyLayer()
                .whereLayer("transport").mayOnlyAccessLayers("core")
                .whereLayer("consumer").mayOnlyAccessLayers("core", "transport")
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
    void shouldUsePicocliInTheCommandLineOnly() {
        noClasses().that().resideOutsideOfPackage("io.ringside.consumer.cli..")
                .should().dependOnClassesThat().resideInAPackage("picocli..")
                .check(CLASSES);
    }

    /** Typed events and what they are made with, the generated classes of the bench's own among them. */
    @Test
    void shouldWriteAndReceiveTypedEventsWithoutReflection() {
        noClasses().that(inModule("core").or(JavaClass.Predicates.resideInAnyPackage(ROOT + ".transport.typed..",
                ROOT + ".transport.write..", ROOT + ".bench.fixture..")))
                .and().doNotHaveFullyQualifiedName(ROOT + ".transport.write.Carriers")
                .and().doNotHaveFullyQualifiedName(ROOT + ".transport.write.Carriers$Parts")
                .should().dependOnClassesThat().resideInAPackage("java.lang.reflect..")
                .orShould().callMethod(Class.class, "forName", String.class)
                .check(CLASSES);
    }

    @Test
    void shouldBeFreeOfCyclesWhenPackagesUseEachOther() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** By where the class file lies, since the packages of a module share no common name. */
    private static DescribedPredicate<JavaClass> inModule(final String module) {
        final Pattern place = Pattern.compile("/" + module + "/target/|/ringside-" + module + "-");
        return describe("in module " + module, type -> type.getBaseComponentType().getSource()
                .map(source -> place.matcher(source.getUri().toString()).find())
                .orElse(false));
    }
}
