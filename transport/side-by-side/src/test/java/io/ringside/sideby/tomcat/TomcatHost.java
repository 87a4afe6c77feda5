package io.ringside.sideby.tomcat;

import io.ringside.sideby.memory.Collector;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;

/** A servlet container that does what it is told at its standard input. The argument is the folder of applications. */
public final class TomcatHost {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Path folder;
    private final Tomcat tomcat = new Tomcat();

    private TomcatHost(final Path folder) {
        this.folder = folder;
    }

    /** Serves until its input ends. */
    public static void main(final String[] args) throws Exception {
        new TomcatHost(Path.of(args[0])).run();
    }

    private void run() throws Exception {
        tomcat.setBaseDir(folder.resolve("base").toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("maxThreads", "4");
        tomcat.getConnector().setProperty("minSpareThreads", "4");
        tomcat.start();
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(answer(line.split(" ", 2)));
        }
        tomcat.stop();
    }

    private String answer(final String... words) throws Exception {
        return switch (words[0]) {
            case "deploy" -> deploy(words[1]);
            case "undeploy" -> undeploy(words[1]);
            case "get" -> get(words[1]);
            case "leaks" -> leaks();
            default -> "unknown";
        };
    }

    /** What is in {@code WEB-INF/lib} belongs to the application, as in every container. */
    private String deploy(final String name) {
        final Context context = tomcat.addContext("/" + name, folder.resolve(name).toString());
        final Wrapper servlet = Tomcat.addServlet(context, "orders", OrdersServlet.class.getName());
        servlet.setLoadOnStartup(1);
        servlet.addMapping("/*");
        return context.getState().toString();
    }

    private String undeploy(final String name) throws LifecycleException {
        final Context context = (Context) tomcat.getHost().findChild("/" + name);
        context.stop();
        context.destroy();
        return context.getState().toString();
    }

    /** Tomcat's own list of applications that are gone and whose class loaders are not. */
    private String leaks() {
        Collector.collect();
        return "leaks: " + String.join(" ", ((StandardHost) tomcat.getHost()).findReloadedContextMemoryLeaks());
    }

    private String get(final String path) throws IOException, InterruptedException {
        final URI uri = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/" + path);
        return HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }
}
