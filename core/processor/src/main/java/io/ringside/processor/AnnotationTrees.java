package io.ringside.processor;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * Finds the positions of annotations that occur several times at a type. The compiler keeps these in a container that
 * is not part of the source, and its messager does not know their positions; so this class reads the syntax tree, if
 * the compiler gives access to it.
 */
final class AnnotationTrees {
    private final @Nullable Trees trees;

    AnnotationTrees(final ProcessingEnvironment environment) {
        Trees found = null;
        try {
            found = Trees.instance(environment);
        } catch (final IllegalArgumentException e) {
            // The compiler is not javac, or its environment is wrapped.
        }
        trees = found;
    }

    /**
     * Reports an error at a value of an annotation.
     *
     * @param index of the annotation among those of its type, in the order in which they are written
     * @return false if the position is unknown, and so nothing was reported
     */
    boolean report(final TypeElement type, final Class<?> annotation, final int index, final String member,
            final String message) {
        final Trees known = trees;
        final TreePath path = known == null ? null : known.getPath(type);
        if (known == null || path == null || !(path.getLeaf() instanceof final ClassTree tree)) {
            return false;
        }
        final List<AnnotationTree> found = new ArrayList<>();
        new TreeScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitAnnotation(final AnnotationTree node, final @Nullable Void nothing) {
                final String name = node.getAnnotationType().toString();
                if (name.equals(annotation.getSimpleName()) || name.endsWith('.' + annotation.getSimpleName())) {
                    found.add(node);
                }
                return super.visitAnnotation(node, null);
            }
        }.scan(tree.getModifiers(), null);
        if (index >= found.size()) {
            return false;
        }
        known.printMessage(Diagnostic.Kind.ERROR, message, value(found.get(index), member), path.getCompilationUnit());
        return true;
    }

    private static Tree value(final AnnotationTree annotation, final String member) {
        for (final ExpressionTree argument : annotation.getArguments()) {
            if (argument instanceof final AssignmentTree assignment
                    && assignment.getVariable().toString().equals(member)) {
                return assignment.getExpression();
            }
        }
        return annotation;
    }
}
