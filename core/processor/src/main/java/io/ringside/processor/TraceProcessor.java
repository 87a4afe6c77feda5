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
 * Generates, for an interface with {@link TraceProvider}, the class that writes its events and the one that receives
 * them, and the listing of what it declares: {@code META-INF/ringside/NAME.events} among the classes. For one with
 * {@link TraceCounterSet} the class that opens the set, and the one of its instances.
 * <p>
 * Option {@code ringside.listings}: a folder with the listings that are kept with the sources, in which a change of a
 * layout without a new version is an error. Option {@code ringside.listings.write}: {@code true} to write them there.
 */
public final class TraceProcessor extends AbstractProcessor {
    /** Option that names the folder of listings. */
    public static final String LISTINGS = "ringside.listings";
    /** Option that lets listings be written. */
    public static final String LISTINGS_WRITE = "ringside.listings.write";

    private static final String UNWARNED = "@java.lang.SuppressWarnings({\"deprecation\", \"removal\"})\n";
    private static final String GENERATED = "javax.annotation.processing.Generated";

    /** Whether it has generated a class, so that it answers for their mark. */
    private boolean hasGenerated;

    /** For the compiler. */
    public TraceProcessor() {
        // It initialises itself.
    }

    /**
     * All of the package, and the mark of what is generated, which it claims: of others the compiler would say, if
     * asked to, that no processor reads them. Only processors that are before it in the compiler's order see them too.
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

    /** Claims annotations that are ours alone; else a user with warnings as errors could not compile. */
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
     * Runs a task, and leaves it to the compiler to report an annotation that does not compile, such as one with a name
     * that is not imported.
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
     * Says by whom a class was generated, which a module that does not read {@code java.compiler} cannot say; and that
     * it uses what is deprecated, as its user cannot change it: the interface, an event, or a type of a field.
     */
    private String mark(final TypeElement type) {
        final ModuleElement module = processingEnv.getElementUtils().getModuleOf(type);
        return UNWARNED + (module != null && processingEnv.getElementUtils().getTypeElement(module, GENERATED) != null
                ? "@" + GENERATED + "(\"" + TraceProcessor.class.getName() + "\")\n"
                : "");
    }
}
