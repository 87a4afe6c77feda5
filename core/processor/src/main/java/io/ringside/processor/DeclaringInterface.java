package io.ringside.processor;

import java.lang.annotation.Annotation;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** The rules that all interfaces share for which classes are generated. Stateless. */
final class DeclaringInterface {
    /** The outermost packages that generated classes name. */
    private static final Set<String> PACKAGES = Set.of("io", "java", "org");

    private DeclaringInterface() {}

    /**
     * Whether classes can be generated beside a type; if not, that has been reported.
     *
     * @param problems   to report to.
     * @param type       with the annotation.
     * @param annotation with a value.
     * @param what       it declares, with its article.
     */
    static boolean isSound(final Problems problems, final TypeElement type,
            final Class<? extends Annotation> annotation,
            final String what) {
        if (type.getKind() != ElementKind.INTERFACE) {
            problems.report(type, annotation, "value", what + " is declared by an interface: type=" + type
                    + ": make it an interface");
        } else if (!type.getTypeParameters().isEmpty()) {
            problems.report(type, what + " has no type parameters: type=" + type + ": take them away");
        } else if (!type.getInterfaces().isEmpty()) {
            problems.report(type, what + " extends no other interface: type=" + type + ", extends="
                    + type.getInterfaces() + ": declare its methods here");
        } else {
            for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
                if (e.getModifiers().contains(Modifier.PRIVATE)) {
                    problems.report(type, what + " must be seen by its generated classes: type=" + type + ": let "
                            + e.getSimpleName() + " not be private");
                    return false;
                }
            }
            return hidesNoPackage(problems, type);
        }
        return false;
    }

    /** A class that inherits a type or constant of a package's name means that, where it names the package. */
    private static boolean hidesNoPackage(final Problems problems, final TypeElement type) {
        final int before = problems.count();
        for (final Element member : type.getEnclosedElements()) {
            if (!(member instanceof ExecutableElement) && PACKAGES.contains(member.getSimpleName().toString())) {
                problems.report(member, "name is that of a package which generated classes need: name="
                        + member.getSimpleName() + ", type=" + type + ": choose another name");
            }
        }
        return problems.count() == before;
    }

    /** With which the names of generated classes begin: all names of a nested type. */
    static String baseName(final TypeElement type) {
        final StringBuilder name = new StringBuilder();
        for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
            name.insert(0, e.getSimpleName());
        }
        return name.toString();
    }

    /** Whether generated classes are seen everywhere. */
    static boolean isPublic(final TypeElement type) {
        for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
            if (!e.getModifiers().contains(Modifier.PUBLIC)) {
                return false;
            }
        }
        return true;
    }
}
