package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.setting.OperatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class TraceDirectoryTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    @Test
    void shouldMakeAbsentDirectoryForItsOwnerAlone() throws IOException {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("made/here"));

        for (final Path folder : List.of(directory.path(), directory.base(), directory.rows(), directory.providers(),
                directory.processes(), directory.sessions(), directory.autostart())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))).as("%s", folder)
                    .isEqualTo("rwx------");
        }
        assertThat(directory.base()).isEqualTo(root.resolve("made/here/v1"));
    }

    @Test
    void shouldOpenDirectoryThatExistsAndLeaveNothingBehind() {
        final TraceDirectory first = TraceDirectory.open(root.resolve("traces"));
        final TraceDirectory second = TraceDirectory.open(root.resolve("traces"));

        assertThat(second).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(FolderListing.namesIn(second.path())).containsExactly("autostart", "v1");
    }

    @Test
    void shouldMakeNothingInADirectoryToFindOutWhoseItIs() throws IOException {
        final Path path = TraceDirectory.open(root.resolve("traces")).path();
        final FileTime before = FileTime.fromMillis(1);
        Files.setLastModifiedTime(path, before);

        TraceDirectory.open(path);

        assertThat(Files.getLastModifiedTime(path)).isEqualTo(before);
    }

    @Test
    void shouldFollowLinksThatLeadThere() throws IOException {
        Files.createDirectory(root.resolve("real"));
        Files.createSymbolicLink(root.resolve("link"), root.resolve("real"));

        assertThat(TraceDirectory.open(root.resolve("link/traces")).path()).isEqualTo(root.resolve("real/traces"));
    }

    @Test
    void shouldRefuseLinkInItsPlace() throws IOException {
        Files.createDirectory(root.resolve("real"), Permissions.ofFolder(root));
        Files.createSymbolicLink(root.resolve("link"), root.resolve("real"));

        assertRefused(root.resolve("link"), ErrorCode.LAYOUT);
        assertThat(FolderListing.namesIn(root.resolve("real"))).isEmpty();
    }

    @Test
    void shouldRefuseDanglingLinkInItsPlace() throws IOException {
        Files.createSymbolicLink(root.resolve("link"), root.resolve("nowhere"));

        assertRefused(root.resolve("link"), ErrorCode.LAYOUT);
        assertThat(root.resolve("nowhere")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-x---", "rwxrwxrwx", "rwx--x--x"})
    void shouldRefuseDirectoryThatOthersCanEnter(final String mode) throws IOException {
        final Path path = Files.createDirectory(root.resolve("open"));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));

        assertRefused(path, ErrorCode.ACCESS_DENIED);
    }

    @Test
    void shouldRefuseDirectoryOfAnotherUser() throws IOException {
        final Path path = Files.createDirectory(root.resolve("theirs"), Permissions.ofFolder(root));
        giveAway(path);

        assertRefused(path, ErrorCode.ACCESS_DENIED);
        assertThat(FolderListing.namesIn(path)).isEmpty();
    }

    @Test
    @DisplayName("R4.60 a directory for a group: folders 2770, files 0660, whatever is masked out")
    void shouldMakeDirectoryForGroup() throws IOException {
        final Path path = root.resolve("made/shared");
        final TraceDirectory directory = TraceDirectory.openForGroup(path, ownGroup());

        for (final Path folder : List.of(directory.path(), directory.base(), directory.rows(), directory.providers(),
                directory.processes(), directory.sessions(), directory.autostart())) {
            assertThat(mode(folder)).as("%s", folder).isEqualTo(02770);
        }
        final FileMaker files = new FileMaker(Incarnation.random());
        final Path made = directory.rows().resolve("made");
        files.createZeroed(made, 8);
        assertThat(mode(made)).isEqualTo(0660);
        FileMaker.createEmpty(directory.base().resolve("control.lock"));
        assertThat(mode(directory.base().resolve("control.lock"))).isEqualTo(0660);
        FileMaker.createFolder(directory.session(7));
        assertThat(mode(directory.session(7))).isEqualTo(02770);
        assertThat(ExistingFile.read(made, 8)).hasSize(8);

        assertThat(TraceDirectory.open(path)).isEqualTo(directory);
        assertThat(TraceDirectory.openForGroup(path, ownGroup())).isEqualTo(directory);
        assertThat(FolderListing.namesIn(root.resolve("made"))).containsExactly("shared");
    }

    @Test
    @DisplayName("R4.60 a directory is never turned over to a group, and a group must exist")
    void shouldRefuseDirectoryThatIsNotForTheGroup() throws IOException {
        final String group = ownGroup();
        TraceDirectory.open(root.resolve("private"));
        assertThatThrownBy(() -> TraceDirectory.openForGroup(root.resolve("private"), group))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
                .hasMessageContaining("not for this group");
        assertThatThrownBy(() -> TraceDirectory.openForGroup(root.resolve("new"), "no-such-group"))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("group=no-such-group");
        assertThat(FolderListing.namesIn(root)).containsExactly("private");
    }

    @Test
    @DisplayName("R4.60 a directory that nobody has named must be the user's own, also if it is a group's")
    void shouldRefuseSharedDirectoryOfAnotherUserWhereNobodyHasNamedIt() throws IOException {
        final TraceDirectory directory = TraceDirectory.openForGroup(root.resolve("shared"), ownGroup());
        assertThat(DirectoryCheck.prepareOwn(directory.path()).path()).isEqualTo(directory.path());
        giveAway(directory.path());

        assertThat(TraceDirectory.open(directory.path())).isEqualTo(directory);
        assertThatThrownBy(() -> DirectoryCheck.prepareOwn(directory.path()))
                .hasMessageContaining("trace directory belongs to another user: path=" + directory.path());
    }

    @Test
    @DisplayName("R4.60 in a directory for a group a file of another group is refused")
    void shouldRefuseFileOfAnotherGroup() throws IOException {
        final TraceDirectory directory = TraceDirectory.openForGroup(root.resolve("shared"), ownGroup());
        final Path file = Files.writeString(directory.rows().resolve("planted"), "planted");
        assertThat(ExistingFile.read(file, 100)).hasSize(7);
        assumeTrue((int) Files.getAttribute(file, "unix:uid") == 0, "not root");
        Files.setAttribute(file, "unix:gid", 4242, LinkOption.NOFOLLOW_LINKS);

        assertThatThrownBy(() -> ExistingFile.read(file, 100))
                .hasMessageContaining("file belongs to another user or group: path=" + file);
    }

    @Test
    void shouldRefuseForeignFileWhereLayoutFolderShouldBe() throws IOException {
        final Path path = Files.createDirectory(root.resolve("traces"), Permissions.ofFolder(root));
        Files.writeString(path.resolve("v1"), "not ours");

        assertRefused(path, ErrorCode.LAYOUT);
        assertThat(path.resolve("v1")).hasContent("not ours");
    }

    @Test
    void shouldRefuseLinkWhereFolderShouldBe() throws IOException {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("traces"));
        Files.delete(directory.rows());
        Files.createSymbolicLink(directory.rows(), root);

        assertRefused(directory.path(), ErrorCode.LAYOUT);
    }

    @Test
    void shouldLiveBesideAnotherLayout() throws IOException {
        final Path path = Files.createDirectory(root.resolve("traces"), Permissions.ofFolder(root));
        Files.createDirectory(path.resolve("v2"));

        assertThat(TraceDirectory.open(path).base()).isDirectory();
    }

    @Test
    void shouldRefuseRootDirectory() {
        assertRefused(Path.of("/"), ErrorCode.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "fuse.sshfs", "fuseblk", "9p"})
    void shouldRefuseFileSystemsOfNetworks(final String type) {
        assertThatThrownBy(() -> DirectoryCheck.checkStore(root, type))
                .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT))
                .hasMessageContaining("type=" + type);
    }

    @Test
    void shouldWarnOfDiskOnly() {
        assertThat(DirectoryCheck.checkStore(root, "tmpfs")).isEmpty();
        assertThat(DirectoryCheck.checkStore(root, "ext4")).get().asString().contains("type=ext4").contains("/dev/shm");
    }

    @Test
    void shouldPreferTheSystemPropertyToTheEnvironmentAndIgnoreWhatIsBlank() {
        assertThat(named("/of/property", "/of/environment")).isEqualTo("/of/property");
        assertThat(named(null, "/of/environment")).isEqualTo("/of/environment");
        assertThat(named(" ", "/of/environment")).isEqualTo("/of/environment");
        assertThat(named(null, " ")).isNull();
        assertThat(named(null, null)).isNull();
    }

    private static @Nullable String named(final @Nullable String property, final @Nullable String variable) {
        return new OperatorSettings(name -> property, name -> variable).text(DefaultLocation.DIRECTORY);
    }

    @Test
    void shouldPreferEnvironmentThenSharedMemoryThenTemporaryDirectory() {
        final Path absent = root.resolve("absent");

        assertThat(DefaultLocation.resolve("/my/traces", root, "/tmp", "me")).isEqualTo(Path.of("/my/traces"));
        assertThat(DefaultLocation.resolve(null, root, "/tmp", "me")).isEqualTo(root.resolve("ringside-me"));
        assertThat(DefaultLocation.resolve(null, absent, "/tmp", "me")).isEqualTo(Path.of("/tmp/ringside-me"));
        assertThat(DefaultLocation.resolve(null, root, "/tmp", "a/../b c"))
                .isEqualTo(root.resolve("ringside-a_.._b_c"));
    }

    @Test
    void shouldNameFilesAsTheirParsersRead() {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("traces"));
        final Incarnation incarnation = new Incarnation(1, -1);
        final UUID provider = new UUID(2, 3);

        assertThat(relative(directory, directory.sessionRow(26))).isEqualTo("rows/000000000000001a.session");
        assertThat(relative(directory, directory.enablementRow(26, provider)))
                .isEqualTo("rows/000000000000001a.00000000-0000-0002-0000-000000000003.enablement");
        assertThat(relative(directory, directory.schema(provider, -1)))
                .isEqualTo("providers/00000000-0000-0002-0000-000000000003.ffffffffffffffff.schema");
        assertThat(relative(directory, directory.processPage(incarnation)))
                .isEqualTo("processes/0000000000000001ffffffffffffffff.page");
        assertThat(relative(directory, directory.alive(incarnation)))
                .isEqualTo("processes/0000000000000001ffffffffffffffff.alive");
        assertThat(relative(directory, directory.drainLock(26))).isEqualTo("sessions/000000000000001a/drain.lock");
        assertThat(relative(directory, directory.folded(26))).isEqualTo("sessions/000000000000001a/folded");
        assertThat(relative(directory, directory.ledger(26, incarnation)))
                .isEqualTo("sessions/000000000000001a/0000000000000001ffffffffffffffff.ledger");
        assertThat(relative(directory, directory.ring(26, incarnation, 12)))
                .isEqualTo("sessions/000000000000001a/0000000000000001ffffffffffffffff.12.ring");
        assertThat(relative(directory, directory.controlPage())).isEqualTo("control");
        assertThat(relative(directory, directory.controlLock())).isEqualTo("control.lock");
    }

    private static String relative(final TraceDirectory directory, final Path path) {
        return directory.base().relativize(path).toString();
    }

    private static void assertRefused(final Path path, final ErrorCode code) {
        assertThatThrownBy(() -> TraceDirectory.open(path))
                .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining("path=" + path);
    }

    private String ownGroup() throws IOException {
        return Files.getAttribute(root, "unix:gid").toString();
    }

    private static int mode(final Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
    }

    /** Only root can give a file to somebody else. */
    static void giveAway(final Path path) throws IOException {
        assumeTrue((int) Files.getAttribute(path, "unix:uid") == 0, "not root");
        Files.setAttribute(path, "unix:uid", 4242, LinkOption.NOFOLLOW_LINKS);
    }

    @Test
    void shouldNameTheUserNamespaceIfTheOwnerIsNobody() {
        assertThat(DirectoryCheck.foreign(Path.of("/t"), "nobody", 65_534)).contains("owner=nobody", "user namespace");
        assertThat(DirectoryCheck.foreign(Path.of("/t"), "alice", 1_000)).endsWith("owner=alice: use one of your own");
    }
}
