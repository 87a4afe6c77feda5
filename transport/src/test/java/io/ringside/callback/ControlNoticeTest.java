package io.ringside.callback;

import io.ringside.filter.EnablementFilters;
import io.ringside.session.Composite;
import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ControlNoticeTest {
    private static final Composite WANTED = new Composite(true, 4, 0x3, 0x1);
    private static final WriteOptions.Target SESSION = new WriteOptions.Target(3, 17);

    @Test
    @DisplayName("R3.2 codes 3 and 0xFFFFFFFF are passed on and leave a provider's recorded state unchanged")
    void shouldIgnoreUnknownCodes() {
        final ProviderCallback.Recorded recorded = new ProviderCallback.Recorded();
        recorded.onControl(notice(ControlNotice.ENABLE_PROVIDER, WANTED));
        for (final int code : new int[]{3, 0xFFFFFFFF}) {
            final ControlNotice unknown = notice(code, Composite.DISABLED);
            assertThat(unknown.code()).isEqualTo(code);
            assertThat(unknown.isKnown()).isFalse();
            recorded.onControl(unknown);
            assertThat(recorded.wanted()).isEqualTo(WANTED);
        }
        recorded.onControl(notice(ControlNotice.CAPTURE_STATE, Composite.DISABLED));
        assertThat(recorded.wanted()).as("a request changes nothing either").isEqualTo(WANTED);
        recorded.onControl(notice(ControlNotice.DISABLE_PROVIDER, Composite.DISABLED));
        assertThat(recorded.wanted()).isEqualTo(Composite.DISABLED);
    }

    @Test
    @DisplayName("R3.10 a recorded state accepts by the formula of the composite")
    void shouldAcceptWhatTheRecordedStateAccepts() {
        final ProviderCallback.Recorded recorded = new ProviderCallback.Recorded();
        assertThat(recorded.accepts(1, 0)).isFalse();
        recorded.onControl(notice(ControlNotice.ENABLE_PROVIDER, WANTED));
        assertThat(recorded.accepts(4, 0x1)).isTrue();
        assertThat(recorded.accepts(4, 0x2)).as("lacks a bit of all").isFalse();
        assertThat(recorded.accepts(5, 0x1)).isFalse();
        assertThat(recorded.accepts(4, 0)).isTrue();
    }

    @Test
    @DisplayName("R3.18 filter data ends with the callback: a later look is an error, and its memory is cleared")
    void shouldEndFilterDataWithTheCall() {
        final byte[] given = {1, 2, 3};
        final List<ControlNotice.FilterView> views = new ArrayList<>();
        final List<byte[]> copies = new ArrayList<>();

        ControlNotice.builder(ControlNotice.ENABLE_PROVIDER).wanted(WANTED)
                .filterData(SESSION, EnablementFilters.Data.of(9, 2, given))
                .filterData(SESSION, EnablementFilters.Data.of(9, 2, new byte[0]))
                .deliverTo(notice -> {
                    views.addAll(notice.filterData());
                    copies.add(views.get(0).copy());
                    assertThat(views.get(0).byteAt(2)).isEqualTo((byte) 3);
                    assertThat(views.get(1).copy()).isEmpty();
                    assertThatThrownBy(() -> views.get(0).byteAt(3)).isInstanceOf(IndexOutOfBoundsException.class);
                });

        final ControlNotice.FilterView view = views.get(0);
        final ControlNotice.FilterView empty = views.get(1);
        assertThat(copies).containsExactly(given);
        assertThatThrownBy(view::copy).isInstanceOf(IllegalStateException.class).hasMessageContaining("sessionId=17");
        assertThatThrownBy(() -> view.byteAt(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(empty::copy).isInstanceOf(IllegalStateException.class);
        assertThat(view.length()).as("what it was may be told").isEqualTo(3);
        assertThat(view.id()).isEqualTo(9);
        assertThat(view.version()).isEqualTo(2);
        assertThat(view.session()).isEqualTo(SESSION);
    }

    private static ControlNotice notice(final int code, final Composite wanted) {
        return ControlNotice.builder(code).wanted(wanted).build();
    }

    @Test
    @DisplayName("R3.2 a test can deliver any notice, also with an unknown control code")
    void shouldBeMadeByTestsOfCallbacks() {
        final WriteOptions.Target session = new WriteOptions.Target(3, 7);
        final List<ControlNotice> told = new ArrayList<>();
        final List<byte[]> filters = new ArrayList<>();
        final UUID source = new UUID(1, 2);

        ControlNotice.builder(17).wanted(Composite.of(List.of(Enablement.of(4, 0x1, 0)))).sourceId(source)
                .filterData(session, EnablementFilters.Data.of(5, 1, new byte[]{9})).requester(session).context("mine")
                .deliverTo(notice -> {
                    told.add(notice);
                    filters.add(notice.filterData().get(0).copy());
                });

        assertThat(filters).containsExactly(new byte[]{9});
        final ControlNotice notice = told.get(0);
        assertThat(notice.code()).isEqualTo(17);
        assertThat(notice.isKnown()).isFalse();
        assertThat(notice.level()).isEqualTo(4);
        assertThat(notice.matchAny()).isOne();
        assertThat(notice.sourceId()).isEqualTo(source);
        assertThat(notice.requester()).isEqualTo(session);
        assertThat(notice.context()).isEqualTo("mine");
        assertThatThrownBy(() -> notice.filterData().get(0).copy()).isInstanceOf(IllegalStateException.class);
    }
}
