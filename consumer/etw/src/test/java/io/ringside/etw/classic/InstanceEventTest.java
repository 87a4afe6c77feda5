package io.ringside.etw.classic;

import io.ringside.etw.trace.EventRecord;
import io.ringside.etw.trace.HeaderFlags;
import io.ringside.internal.event.ExtendedItemType;
import io.ringside.internal.event.GuidEncoding;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.EventView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Events of instances, and their links to parents. */
@Timeout(60)
class InstanceEventTest {
    private static final int TRACED = ClassicFlags.TRACED_GUID;
    private static final UUID CHILD_ID = new UUID(1, 2);
    private static final String A = "a";

    private final Requests requests = new Requests(0);
    private final InstanceEvent event = new InstanceEvent();
    private ClassicFixture fixture;
    private ClassicSession session;
    private RegisteredClass parents;
    private RegisteredClass children;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
        fixture.start(A);
        final ClassicRegistration registration = ClassicRegistration.register(fixture.ringside,
                ClassicProvider.of("Test-Classic", ClassicFixture.CONTROL_ID, EventClass.of(ClassicFixture.CLASS_ID),
                        EventClass.of(CHILD_ID)),
                requests, null);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 1, 0);
        session = requests.current();
        parents = registration.registeredClass(ClassicFixture.CLASS_ID);
        children = registration.registeredClass(CHILD_ID);
        assertThat(registration.registeredClass(new UUID(0, 0))).isNull();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R5.14 a child is linked to its parent, from the write to the consumer, who gets ext item 4")
    void shouldLinkAChildToItsParent() {
        final int parent = parents.createInstanceId();
        final int child = children.createInstanceId();
        assertThat(children.createInstanceId()).isEqualTo(2);
        assertThat(code(event.size(56).flags(TRACED).type(3).instance(parents, parent))).isZero();
        assertThat(code(event.type(4).instance(children, child).parent(parents, parent))).isZero();

        final List<String> facts = fixture.take(A, InstanceEventTest::facts);
        assertThat(facts).containsExactly(
                ClassicFixture.CLASS_ID + " type=3 id=1 parent=null",
                CHILD_ID + " type=4 id=1 parent=" + ClassicFixture.CLASS_ID + "/1");
    }

    @Test
    @DisplayName("R5.14 the bytes of the header, with the handles of both classes")
    void shouldLayTheHeaderAsEtwDoes() {
        final byte[] memory = new byte[ClassicInstanceLayout.LENGTH];
        event.wrap(ByteBuffer.wrap(memory), 0).size(56).type(1).level(2).version(3).timestamp(9).flags(TRACED)
                .instance(children, 0x01020304).parent(parents, -1);

        final ByteBuffer header = ByteBuffer.wrap(memory).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(header.getLong(24)).isEqualTo(children.handle());
        assertThat(header.getLong(48)).isEqualTo(parents.handle()).isNotEqualTo(children.handle());
        header.putLong(24, 0).putLong(48, 0);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(memory)).isEqualTo(String.join(" ",
                "38 00 00 00 01 02 03 00 00 00 00 00 00 00 00 00",
                "09 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
                "04 03 02 01 ff ff ff ff 00 00 00 00 00 00 02 00",
                "00 00 00 00 00 00 00 00"));
    }

    @Test
    @DisplayName("R5.14 the class must be registered: 87; without TRACED_GUID: 1004")
    void shouldRefuseWhatIsWrong() {
        event.size(56).flags(TRACED);
        assertThat(code(event)).as("no class").isEqualTo(87);
        assertThat(code(event.instance(children, 0))).as("no instance").isEqualTo(87);
        event.instance(children, 7);
        assertThat(code(event.size(55))).isEqualTo(87);
        assertThat(code(event.size(56).flags(0))).isEqualTo(1_004);
        assertThat(code(event.flags(TRACED | ClassicFlags.USE_GUID_POINTER))).isEqualTo(186);
        final ClassicRegistration other = ClassicRegistration.register(fixture.ringside,
                ClassicProvider.of("Other", EventClass.of(CHILD_ID)), new Requests(0), null);
        event.flags(TRACED).instance(other.registeredClass(CHILD_ID), 7);
        assertThat(code(event)).as("class of another registration").isEqualTo(87);
        event.instance(children, 7).parent(other.registeredClass(CHILD_ID), 1);
        assertThat(code(event)).as("parent of another registration").isEqualTo(87);
        assertThat(code(event.parent(null, 1))).as("parent without a class").isEqualTo(87);
        assertThat(session.write((InstanceEvent) null).code()).isEqualTo(87);
        assertThat(ClassicSession.INVALID.write(event.parent(null, 0)).code()).isEqualTo(6);
        assertThat(fixture.takeTexts(A)).isEmpty();
    }

    @Test
    void shouldForgetTheClassesOfTheHeaderBeforeWhenItWrapsAnother() {
        event.size(88).flags(TRACED).instance(children, 7).parent(parents, 1).field(0, new byte[1], 0, 1);
        assertThat(code(event.size(56))).isZero();
        final ByteBuffer other = ByteBuffer.allocate(ClassicInstanceLayout.LENGTH);
        new InstanceEvent().wrap(other, 0).size(72).flags(TRACED | ClassicFlags.USE_MOF_POINTER).instance(parents, 3);

        assertThat(code(event.wrap(other, 0))).as("number of a class, but no class").isEqualTo(87);
        assertThat(code(event.instance(parents, 4))).isZero();
        assertThat(fixture.take(A, view -> facts(view) + " bytes=" + view.payloadLength())).containsExactly(
                CHILD_ID + " type=0 id=7 parent=" + ClassicFixture.CLASS_ID + "/1 bytes=0",
                ClassicFixture.CLASS_ID + " type=0 id=4 parent=null bytes=0");
    }

    @Test
    void shouldCarryFieldsBehindItsHeader() {
        assertThat(event.sizeOf(2)).isEqualTo(88);
        event.size(88).flags(TRACED | ClassicFlags.USE_MOF_POINTER).instance(children, 7)
                .field(0, new byte[]{'a'}, 0, 1).field(1, new byte[]{'b'}, 0, 1);
        assertThat(code(event)).isZero();
        assertThat(fixture.takeTexts(A)).containsExactly("ab");
    }

    @Test
    @DisplayName("R5.14 R1.22 the largest that its lane takes is written; with one byte more: 234")
    void shouldRefuseWhatIsLargerThanTheLaneTakes() {
        final byte[] large = new byte[65_297];
        event.size(event.sizeOf(1)).flags(TRACED | ClassicFlags.USE_MOF_POINTER).instance(children, 7);

        assertThat(code(event.field(0, large, 0, 65_296))).isZero();
        assertThat(fixture.take(A, EventView::payloadLength)).containsExactly(65_296);
        assertThat(code(event.field(0, large, 0, 65_297))).isEqualTo(234);
        assertThat(fixture.takeTexts(A)).isEmpty();
    }

    private int code(final InstanceEvent written) {
        return session.write(written).code();
    }

    private static String facts(final EventView view) {
        final List<Integer> items = new ArrayList<>();
        new EventRecord().wrap(view).readExtendedItems((type, buffer, offset, length) -> {
            assertThat(length).isEqualTo(24);
            assertThat(buffer.getInt(offset)).isEqualTo(ClassicView.of(view).instanceId().intValue());
            final UUID parent = ClassicView.of(view).parentClassId();
            assertThat(new UUID(GuidEncoding.most(buffer, offset + Long.BYTES),
                    GuidEncoding.least(buffer, offset + Long.BYTES)))
                    .isEqualTo(parent == null ? new UUID(0, 0) : parent);
            items.add(type);
        });
        assertThat(items).containsExactly(ExtendedItemType.INSTANCE_INFO).containsExactly(4);
        assertThat(new EventRecord().wrap(view).headerFlags())
                .isEqualTo(HeaderFlags.ALWAYS | HeaderFlags.CLASSIC_HEADER | HeaderFlags.EXTENDED_INFO);
        final UUID parent = ClassicView.of(view).parentClassId();
        return view.providerId() + " type=" + ClassicView.of(view).type() + " id=" + ClassicView.of(view).instanceId()
                + " parent=" + (parent == null ? null : parent + "/" + ClassicView.of(view).parentInstanceId());
    }
}
