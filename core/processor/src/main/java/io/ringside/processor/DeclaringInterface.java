package io.ringside.processor;

import java.lang.annotation.Annotation;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Rules that apply to all interfaces for which classes are generated. Stateless. */
final class DeclaringInterface {
    /** Outermost packages in qualified names of the generated code. */
    private static final Set<String> PACKAGES = Set.of("io", "java", "org");

    private DeclaringInterface() {}

    /**
     * Checks whether classes can be generated for a type; if not, reports that.
     *
     * @param problems   receives the problem.
     * @param type       interface with the annotation.
     * @param annotation with a value.
     * @param what       noun for the declaration, with its article.
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

    /** Reports members with a package's name: in a generated class that inherits them, they would hide the package. */
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

    /** Returns the prefix of generated class names: a nested type's name after those of its enclosing types. */
    static String baseName(final TypeElement type) {
        final StringBuilder name = new StringBuilder();
        for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
            name.insert(0, e.getSimpleName());
        }
        return name.toString();
    }

    /** Returns whether generated classes are public. */
    static boolean isPublic(final TypeElement type) {
        for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
            if (!e.getModifiers().contains(Modifier.PUBLIC)) {
                return false;
            }
        }
        return true;
    }
}
