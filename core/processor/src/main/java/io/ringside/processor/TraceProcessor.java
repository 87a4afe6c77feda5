package io.ringside.processor;

import io.ringside.typed.TraceCounterSet;
import io.ringside.typed.TraceProvider;
import java.io.IOException;
import java.io.Writer;
import java.lang.annotation.AnnotationTypeMismatchException;
import java.lang.annotation.IncompleteAnnotationException;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;

/**
 * Generates, for an interface with {@link TraceProvider}, the class that writes its events, the class that receives
 * them, and the listing of its declarations: {@code META-INF/ringside/NAME.events} among the classes. For an interface
 * with {@link TraceCounterSet} it generates the class that opens the set, and the class of its instances.
 * <p>
 * Option {@code ringside.listings}: a folder of listings, kept with the sources, with which declarations are compared:
 * a change of a layout without a new version is an error. Option {@code ringside.listings.write}: {@code true} to write
 * them to that folder.
 */
public final class TraceProcessor extends AbstractProcessor {
    /** Option with the folder of listings. */
    public static final String LISTINGS = "ringside.listings";
    /** Option that permits writing listings. */
    public static final String LISTINGS_WRITE = "ringside.listings.write";

    private static final String UNWARNED = "@java.lang.SuppressWarnings({\"deprecation\", \"removal\"})\n";
    private static final String GENERATED = "javax.annotation.processing.Generated";

    /** Whether it has generated a class, and so claims their {@code Generated} annotation. */
    private boolean hasGenerated;

    /** Creates a processor; called by the compiler. */
    public TraceProcessor() {
        // The compiler initialises it.
    }

    /**
     * {@return all annotations of the package, and {@code Generated}} Claiming these prevents the compiler's optional
     * warning that no processor handles them. Only processors that precede this one in the compiler's order see them
     * too.
     */
    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(TraceProvider.class.getPackageName() + ".*", GENERATED);
    }

    @Override
    public Set<String> getSupportedOptions() {
        return Set.of(LISTINGS, LISTINGS_WRITE);
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    /** Claims only annotations of Ringside; otherwise a user whose warnings are errors could not compile. */
    @Override
    @SuppressWarnings("DoNotClaimAnnotations")
    public boolean process(final Set<? extends TypeElement> annotations, final RoundEnvironment round) {
        final Problems problems = new Problems(processingEnv);
        unlessBroken(() -> new AnnotationPlaces(problems).check(round));
        for (final Element type : round.getElementsAnnotatedWith(TraceProvider.class)) {
            unlessBroken(() -> generateProvider((TypeElement) type, problems));
        }
        for (final Element type : round.getElementsAnnotatedWith(TraceCounterSet.class)) {
            unlessBroken(() -> generateCounterSet((TypeElement) type, problems));
        }
        return hasGenerated
                || annotations.stream().noneMatch(type -> type.getQualifiedName().contentEquals(GENERATED));
    }

    /**
     * Runs a task; an annotation that does not compile, such as one with a name that is not imported, is left for the
     * compiler to report.
     */
    private static void unlessBroken(final Runnable task) {
        try {
            task.run();
        } catch (final AnnotationTypeMismatchException | IncompleteAnnotationException
                | EnumConstantNotPresentException e) {
            return;
        }
    }

    private void generateCounterSet(final TypeElement type, final Problems problems) {
        final CounterSetModel set = new CounterSetParser(problems, processingEnv.getElementUtils()).parse(type);
        if (set != null) {
            final CounterSetSource source = new CounterSetSource(set);
            write(set.type(), set.setName(), source.setText(mark(set.type())), problems);
            write(set.type(), set.instanceName(), source.instanceText(mark(set.type())), problems);
        }
    }

    private void generateProvider(final TypeElement type, final Problems problems) {
        final ProviderModel provider = new ProviderParser(problems, processingEnv).parse(type);
        if (provider == null) {
            return;
        }
        final String mark = mark(provider.type());
        write(provider.type(), provider.baseName() + "Provider", new ProviderSource(provider).text(mark), problems);
        write(provider.type(), provider.baseName() + "Receiver", new ReceiverSource(provider).text(mark), problems);
        new ListingCheck(processingEnv, problems).check(provider);
    }

    private void write(final TypeElement type, final String simpleName, final String text, final Problems problems) {
        final PackageElement folder = processingEnv.getElementUtils().getPackageOf(type);
        final String name = (folder.isUnnamed() ? "" : folder.getQualifiedName() + ".") + simpleName;
        try (Writer writer = processingEnv.getFiler().createSourceFile(name, type).openWriter()) {
            writer.write(text);
            hasGenerated = true;
        } catch (final IOException e) {
            problems.report(type, "class cannot be generated: class=" + name + ", reason=" + e
                    + ": see that no other class has the name, and that the folder can be written");
        }
    }

    /**
     * Returns annotations of a generated class: the generator's name, if the module reads {@code java.compiler}; and
     * suppression of deprecation warnings about the interface, events or field types, which the user cannot avoid.
     */
    private String mark(final TypeElement type) {
        final ModuleElement module = processingEnv.getElementUtils().getModuleOf(type);
        return UNWARNED + (module != null && processingEnv.getElementUtils().getTypeElement(module, GENERATED) != null
                ? "@" + GENERATED + "(\"" + TraceProcessor.class.getName() + "\")\n"
                : "");
    }
}
