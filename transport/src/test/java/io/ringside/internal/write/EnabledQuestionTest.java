package io.ringside.internal.write;

import io.ringside.event.EventDescriptor;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.write.WriteResult;
import java.util.Random;
import java.util.Set;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether anybody wants an event: asked with every setting that there may be, and then tried. */
class EnabledQuestionTest {
    private static final int CASES = 10_000;
    private static final int SESSIONS = 3;

    private final long seed = Long.getLong("ringside.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final WriteFixture fixture = WriteFixture.withSessions(SESSIONS);
    private final UnsafeBuffer flagWord = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Long.BYTES, Long.BYTES));

    @Test
    @DisplayName("R2.15 an event that is said not to be enabled is recorded nowhere, in 10,000 random cases")
    void shouldNeverSayNoWrongly() {
        System.out.println("EnabledQuestionTest: repeat with -Dringside.seed=" + seed);
        int said = 0;
        for (int i = 0; i < CASES; i++) {
            final ProviderState provider = new ProviderState(fixture.threads(), WriteFixture.PROVIDER_ID);
            provider.connect(WriteFixture.SCHEMA_INDEX);
            final ProviderEnablements enablements = enablements();
            final long standing = random.nextInt(1 << SESSIONS);
            provider.interest(provider.newEnablement(standing, enablements, 0));
            final EventDescriptor descriptor = descriptor();
            final DeclaredEvent event = event(provider, descriptor, enablements);

            final boolean byNumbers = provider.isEnabled(descriptor.level(), descriptor.keyword());
            final boolean byHandle = event.isEnabled();
            final int written = WriteResult.wanted(event.write());
            final int strings = WriteResult.wanted(
                    provider.writeString(descriptor.level(), descriptor.keyword(), ""));

            final String as = descriptor + " " + enablements + " standing=" + standing + ", seed " + seed;
            assertThat(byNumbers).as(as).isEqualTo(isAccepted(enablements, standing, descriptor));
            assertThat(written).as(as)
                    .isEqualTo(Long.bitCount(enablements.eventMask(event.schema()) & standing));
            assertThat(byHandle).as(as).isEqualTo(written > 0);
            assertThat(byNumbers || (!byHandle && written == 0 && strings == 0)).as(as).isTrue();
            said += byNumbers ? 1 : 0;
            if (i % 100 == 0) {
                takeAll();
            }
        }
        assertThat(said).isBetween(CASES / 20, CASES - CASES / 20);
        takeAll();
    }

    @Test
    @DisplayName("R2.15 level 0 and keyword 0 ask whether anything is enabled")
    void shouldTellWhetherAnythingIsEnabled() {
        final ProviderState provider = fixture.provider();
        assertThat(provider.isEnabled(0, 0)).isTrue();
        fixture.stand(0);
        assertThat(provider.isEnabled(0, 0)).isFalse();
    }

    @Test
    void shouldFollowTheSettingsOfASession() {
        final WriteFixture single = WriteFixture.withSessions(1);
        final ProviderState provider = single.provider();
        final DeclaredEvent event = single.event();
        for (int i = 0; i < 10; i++) {
            single.enable(0, Enablement.of(i % 2 == 0 ? 2 : 4, 0, 0));
            assertThat(provider.isEnabled(4, 1)).isEqualTo(i % 2 != 0);
            assertThat(event.isEnabled()).isEqualTo(i % 2 != 0);
        }
    }

    @Test
    void shouldNotMixTheSettingsOfASessionWithThoseBefore() {
        final WriteFixture single = WriteFixture.withSessions(1);
        single.enable(0, Enablement.of(5, 0, 0).withFilters(ids(1)));
        assertThat(single.event(0).isEnabled()).isTrue();
        assertThat(single.event(1).isEnabled()).isFalse();
        // The flag words may follow earlier: what stands here decides.
        single.want(1, 1);
        assertThat(single.event(1).isEnabled()).isFalse();
        single.enable(0, Enablement.of(5, 0, 0).withFilters(ids(2)));
        assertThat(single.event(0).isEnabled()).isFalse();
        assertThat(single.event(1).isEnabled()).isTrue();
    }

    private DeclaredEvent event(final ProviderState provider, final EventDescriptor descriptor,
            final ProviderEnablements enablements) {
        final EventSchema schema = ProviderSchema.builder("Question").event("asked", descriptor).build().events()
                .get(0);
        final DeclaredEvent event = new DeclaredEvent(provider, schema);
        flagWord.putLongVolatile(0, enablements.eventMask(schema));
        event.connect(flagWord.addressOffset(), FrameDescriptor.reference(WriteFixture.SCHEMA_INDEX, 0));
        return event;
    }

    private static boolean isAccepted(final ProviderEnablements enablements, final long standing,
            final EventDescriptor event) {
        for (int slot = 0; slot < SESSIONS; slot++) {
            final Enablement enablement = enablements.enablement(slot);
            final boolean stands = (standing & 1L << slot) != 0;
            if (stands && enablement != null && accepts(enablement, event)) {
                return true;
            }
        }
        return false;
    }

    /** The rules once more, by hand. */
    private static boolean accepts(final Enablement enablement, final EventDescriptor event) {
        final int level = enablement.requestedLevel() == 0 ? 255 : enablement.requestedLevel();
        final long any = enablement.requestedMatchAny();
        final long all = any == 0 ? 0 : enablement.requestedMatchAll();
        if (event.level() > level) {
            return false;
        }
        if (event.keyword() == 0) {
            return (enablement.properties() & EnableProperty.IGNORE_KEYWORD_ZERO) == 0;
        }
        return (any == 0 || (event.keyword() & any) != 0) && (event.keyword() & all) == all;
    }

    private ProviderEnablements enablements() {
        ProviderEnablements enablements = ProviderEnablements.NONE;
        for (int slot = 0; slot < SESSIONS; slot++) {
            if (random.nextInt(3) > 0) {
                final Enablement enablement = Enablement.of(random.nextInt(6), random.nextInt(8),
                        random.nextInt(4) == 0 ? random.nextInt(8) : 0,
                        random.nextInt(4) == 0 ? EnableProperty.IGNORE_KEYWORD_ZERO : 0);
                enablements = enablements.with(slot,
                        random.nextInt(4) == 0 ? enablement.withFilters(ids(1 + random.nextInt(3))) : enablement);
            }
        }
        return enablements;
    }

    private EventDescriptor descriptor() {
        return EventDescriptor.of(1 + random.nextInt(3), random.nextInt(7), random.nextInt(8));
    }

    private static EnablementFilters ids(final int id) {
        return EnablementFilters.builder().eventIds(EventIdFilter.in(Set.of(id))).build();
    }

    private void takeAll() {
        for (int slot = 0; slot < SESSIONS; slot++) {
            fixture.session(slot).assertBalanced();
            assertThat(fixture.session(slot).lanes().get(0).geometry().laneBytes())
                    .isEqualTo(LaneGeometry.MIN_LANE_BYTES);
        }
    }
}
