package io.ringside.cli.emit;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class OrderMessageTest {
    private final OrderMessage message = new OrderMessage();

    @ParameterizedTest
    @CsvSource({"0,0", "34200,34200000000000", "34200.5,34200500000000", "34200.000000001,34200000000001",
        "57599.999999999,57599999999999", "86400,86400000000000"})
    void shouldReadTimesToTheNanosecond(final String time, final long timeNs) {
        assertThat(parse(time + ",1,7,100,5853300,1")).isNull();
        assertThat(message.timeNs).isEqualTo(timeNs);
    }

    @Test
    void shouldReadNumbersAsTheyStandThere() {
        assertThat(parse("1.25,5,9223372036854775807,2147483647,-1,-1")).isNull();
        assertThat(message.type).isEqualTo(5);
        assertThat(message.orderId).isEqualTo(Long.MAX_VALUE);
        assertThat(message.size).isEqualTo(Integer.MAX_VALUE);
        assertThat(message.price).isEqualTo(-1);
        assertThat(message.direction).isEqualTo(-1);
        assertThat(message.hasEvent()).isTrue();
        assertThat(parse("1.25,7,0,0,-1,-1")).isNull();
        assertThat(message.hasEvent()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"''|fields", "1,1,1,1,1|fields", "1,1,1,1,1,1,1|fields", "x,1,1,1,1,1|time",
        "-1,1,1,1,1,1|time", "1.,1,1,1,1,1|time", "1.0000000001,1,1,1,1,1|time", ".5,1,1,1,1,1|time",
        "86400.000000001,1,1,1,1,1|time", "9999999999999999999,1,1,1,1,1|time", "1 ,1,1,1,1,1|time",
        "1,0,1,1,1,1|type", "1,8,1,1,1,1|type", "1,,1,1,1,1|type", "1,1,-1,1,1,1|order id",
        "1,1,9223372036854775808,1,1,1|order id", "1,1,1,2147483648,1,1|size", "1,1,1,1.5,1,1|size", "1,1,1,1,,1|price",
        "1,1,1,1,1,0|direction", "1,1,1,1,1,2|direction", "1,1,1,1,1,+1|direction", "1,1,1,1,1,1x|direction"})
    void shouldSayWhatIsWrongWithALine(final String line, final String problem) {
        assertThat(parse(line)).contains(problem);
    }

    private String parse(final String line) {
        final byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
        return message.parse(bytes, bytes.length);
    }
}
