package io.ringside.processor;

import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import java.io.IOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;

/**
 * Generates, for an interface with {@link TraceProvider}, the class that writes its events and the one that receives
 * them, and the listing of what it declares: {@code META-INF/ringside/NAME.events} among the classes.
 * <p>
 * Option {@code ringside.listings}: a folder with the listings that are kept with the sources, in which a change of a
 * layout without a new version is an error. Option {@code ringside.listings.write}: {@code true} to write them there.
 */
public final class TraceProcessor extends AbstractProcessor {
    /** Option that names the folder of listings. */
    public static final String LISTINGS = "ringside.listings";
    /** Option that lets listings be written. */
    public static final String LISTINGS_WRITE = "ringside.listings.write";

    private static final String GENERATED = "javax.annotation.processing.Generated";

    /** For the compiler. */
    public TraceProcessor() {
        // It initialises itself.
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(TraceProvider.class.getName(), TraceEvent.class.getName());
    }

    @Override
    public Set<String> getSupportedOptions() {
        return Set.of(LISTINGS, LISTINGS_WRITE);
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(final Set<? extends TypeElement> annotations, final RoundEnvironment round) {
        final Problems problems = new Problems(processingEnv.getMessager());
        for (final Element method : round.getElementsAnnotatedWith(TraceEvent.class)) {
            final Element type = method.getEnclosingElement();
            if (type != null && type.getAnnotation(TraceProvider.class) == null) {
                problems.report(method, TraceEvent.class, "id", "event stands outside of a provider: event="
                        + method.getSimpleName() + ", type=" + type
                        + ": give the interface @TraceProvider(\"its name\")");
            }
        }
        for (final Element type : round.getElementsAnnotatedWith(TraceProvider.class)) {
            final ProviderModel provider = new ProviderParser(problems, processingEnv.getElementUtils(),
                    processingEnv.getFiler())
                    .parse((TypeElement) type);
            if (provider != null) {
                generate(provider, problems);
            }
        }
        return false;
    }

    private void generate(final ProviderModel provider, final Problems problems) {
        final String mark = canMark(provider.type())
                ? "@" + GENERATED + "(\"" + TraceProcessor.class.getName() + "\")\n"
                : "";
        write(provider, "Provider", new ProviderSource(provider).text(mark), problems);
        write(provider, "Receiver", new ReceiverSource(provider).text(mark), problems);
        new ListingCheck(processingEnv, problems).check(provider);
    }

    private void write(final ProviderModel provider, final String suffix, final String text, final Problems problems) {
        final String name = (provider.packageName().isEmpty() ? "" : provider.packageName() + ".")
                + provider.baseName() + suffix;
        try (Writer writer = processingEnv.getFiler().createSourceFile(name, provider.type()).openWriter()) {
            writer.write(text);
        } catch (final IOException e) {
            problems.report(provider.type(), "class cannot be generated: class=" + name + ", reason=" + e
                    + ": see that no other class has the name, and that the folder can be written");
        }
    }

    /** A module that does not read {@code java.compiler} cannot name the annotation. */
    private boolean canMark(final TypeElement type) {
        final ModuleElement module = processingEnv.getElementUtils().getModuleOf(type);
        return module != null && processingEnv.getElementUtils().getTypeElement(module, GENERATED) != null;
    }
}
