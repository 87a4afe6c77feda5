package io.ringside.cli.doctor;

import io.ringside.cli.doctor.Finding.Check;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.Sweep;
import io.ringside.session.SessionInfo;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds and removes files of dead processes that no other process needs. Not thread-safe. */
final class LeftoverCheck {
    private static final String SEPARATOR = ", ";

    private final DirectoryController controller;
    private final Registry registry;
    private final boolean fix;

    /** @param fix whether to remove the files */
    LeftoverCheck(final DirectoryController controller, final boolean fix) {
        this.controller = controller;
        this.registry = controller.registry();
        this.fix = fix;
    }

    Check check() {
        return new Check("leftovers", this::look);
    }

    private Finding look() {
        final List<Path> found = new Sweep(registry).leftovers();
        final List<String> removed = fix ? remove(found) : List.of();
        final List<Path> left = fix ? new Sweep(registry).leftovers() : found;
        final List<String> names = names(left);
        final String rest = left.isEmpty() ? "none" + kept() : "";
        return new Finding("leftovers", left.isEmpty(),
                text(removed, String.join(SEPARATOR, removed), names, String.join(SEPARATOR, names)) + rest,
                text(removed, Finding.firstOf(removed, SEPARATOR), names, Finding.firstOf(names, SEPARATOR)) + rest,
                removed);
    }

    private String text(
            final List<String> removed, final String removedText, final List<String> left, final String leftText) {
        return (removed.isEmpty() ? "" : "removed " + removed.size() + " [" + removedText + "]; ")
                + (left.isEmpty()
                        ? ""
                        : "dead processes left " + left.size() + " files [" + leftText + "]: "
                                + (fix ? "try again" : "run ringside doctor --fix to remove them"));
    }

    /** Removes the files as a controller does, under the control lock, and completes abandoned stops of sessions. */
    private List<String> remove(final List<Path> found) {
        final List<SessionInfo> before = controller.sessions();
        controller.clean();
        final List<Long> after = controller.sessions().stream().map(SessionInfo::id).toList();
        final List<String> removed = new ArrayList<>();
        before.stream().filter(session -> !session.isRunning() && !after.contains(session.id()))
                .forEach(session -> removed.add("session " + session.name()));
        removed.addAll(names(found.stream().filter(path -> !Files.exists(path, LinkOption.NOFOLLOW_LINKS)).toList()));
        return removed;
    }

    /** Describes dead processes with events that sessions still contain, until drained or given up by a stop. */
    private String kept() {
        final long dead = registry.processes().incarnations().stream()
                .filter(incarnation -> !registry.processes().isAlive(incarnation)).count();
        return dead == 0
                ? ""
                : ", except for " + dead
                        + " dead processes whose events or losses sessions still count: tail or stop them";
    }

    private List<String> names(final List<Path> paths) {
        return paths.stream().map(path -> registry.directory().base().relativize(path).toString()).toList();
    }
}
