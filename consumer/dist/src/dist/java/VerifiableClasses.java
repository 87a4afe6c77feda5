import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Gives the classes of a jar that were compiled for Java 5 (those of picocli) the stack maps of newer ones. The JVM
 * archives only classes that have them, and checks all others anew, and slowly, each time that they are loaded.
 */
public final class VerifiableClasses {
    private static final int FIRST_WITH_STACK_MAPS = 50;
    private static final int MAJOR_VERSION_OFFSET = 7;

    private VerifiableClasses() {}

    public static void main(final String[] args) throws IOException {
        final Path jar = Path.of(args[0]);
        final Path changed = Path.of(args[0] + ".tmp");
        try (JarFile in = new JarFile(jar.toFile());
                URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(changed))) {
            for (final JarEntry entry : Collections.list(in.entries())) {
                final byte[] bytes = in.getInputStream(entry).readAllBytes();
                final boolean isOld = entry.getName().endsWith(".class")
                        && bytes[MAJOR_VERSION_OFFSET] < FIRST_WITH_STACK_MAPS;
                final JarEntry copy = new JarEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                out.write(isOld ? withStackMaps(bytes, classes) : bytes);
                out.closeEntry();
            }
        }
        Files.move(changed, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] withStackMaps(final byte[] bytes, final ClassLoader classes) {
        final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected ClassLoader getClassLoader() {
                return classes;
            }
        };
        new ClassReader(bytes).accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public void visit(final int version, final int access, final String name, final String signature,
                    final String superName, final String[] interfaces) {
                super.visit(Opcodes.V1_8, access, name, signature, superName, interfaces);
            }
        }, 0);
        return writer.toByteArray();
    }
}
