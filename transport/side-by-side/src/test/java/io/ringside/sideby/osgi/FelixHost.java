package io.ringside.sideby.osgi;

import io.ringside.sideby.memory.Collector;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.LongFunction;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/** An OSGi framework that does what it is told at its standard input. Arguments: folder of its cache, and bundles. */
public final class FelixHost {
    private final Framework framework;
    private final List<Bundle> bundles = new ArrayList<>();
    private final List<WeakReference<ClassLoader>> removed = new ArrayList<>();

    private FelixHost(final Path cache) {
        // The package that Agrona needs beside --add-exports: a framework hides what it is not told of.
        framework = ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow().newFramework(
                Map.of(Constants.FRAMEWORK_STORAGE, cache.toString(), Constants.FRAMEWORK_STORAGE_CLEAN,
                        Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT, Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                        "jdk.internal.misc"));
    }

    /** Serves until its input ends. */
    public static void main(final String[] args) throws Exception {
        final FelixHost host = new FelixHost(Path.of(args[0]));
        host.start(List.of(args).subList(1, args.length));
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(host.answer(line.split(" ", 2)));
        }
        host.framework.stop();
        host.framework.waitForStop(0);
    }

    private void start(final List<String> jars) throws BundleException {
        framework.start();
        for (final String jar : jars) {
            bundles.add(framework.getBundleContext().installBundle(Path.of(jar).toUri().toString()));
        }
        for (final Bundle bundle : bundles) {
            bundle.start();
        }
    }

    private String answer(final String... words) throws BundleException {
        return switch (words[0]) {
            case "sell" -> sell(Long.parseLong(words[1]));
            case "uninstall" -> uninstall();
            case "left" -> left();
            default -> "unknown";
        };
    }

    private String sell(final long order) {
        final BundleContext context = framework.getBundleContext();
        final ServiceReference<?> reference = context.getServiceReference(LongFunction.class.getName());
        final LongFunction<?> service = (LongFunction<?>) context.getService(reference);
        try {
            return String.valueOf(service.apply(order));
        } finally {
            context.ungetService(reference);
        }
    }

    private String uninstall() throws BundleException {
        // Those that use others first.
        Collections.reverse(bundles);
        for (final Bundle bundle : bundles) {
            removed.add(new WeakReference<>(bundle.adapt(BundleWiring.class).getClassLoader()));
            bundle.uninstall();
        }
        framework.adapt(FrameworkWiring.class).refreshBundles(null);
        bundles.clear();
        return "uninstalled " + removed.size();
    }

    /** How many class loaders of bundles the collector has left. */
    private String left() {
        Collector.collect();
        return "left " + removed.stream().filter(loader -> loader.get() != null).count();
    }
}
