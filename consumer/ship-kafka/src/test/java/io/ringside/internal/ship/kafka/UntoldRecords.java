package io.ringside.internal.ship.kafka;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.requests.RequestHeader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Appends records of a transaction of which its coordinator is not told, as a client of old can if the broker does not
 * verify that. Stateless.
 */
final class UntoldRecords {
    /** The last one whose records the broker does not add to the transaction by itself. */
    private static final short VERSION = 11;
    private static final int TIMEOUT_MS = 30_000;

    private UntoldRecords() {}

    /** Returns false if the broker does verify that. */
    static boolean append(final int port, final String transactionalId, final long producerId, final short epoch,
            final TopicPartition partition, final SimpleRecord... records) throws IOException {
        final MemoryRecords batch = MemoryRecords.withTransactionalRecords(Compression.NONE, producerId, epoch, 0,
                records);
        final ProduceRequestData data = new ProduceRequestData().setTransactionalId(transactionalId)
                .setAcks((short) -1).setTimeoutMs(TIMEOUT_MS)
                .setTopicData(new TopicProduceDataCollection(List.of(new TopicProduceData()
                        .setName(partition.topic()).setPartitionData(List.of(new PartitionProduceData()
                                .setIndex(partition.partition()).setRecords(batch))))
                        .iterator()));
        final RequestHeader header = new RequestHeader(ApiKeys.PRODUCE, VERSION, "test", 1);
        final ByteBuffer request = ProduceRequest.builder(data, true).build(VERSION).serializeWithHeader(header);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MS);
            final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            final byte[] bytes = new byte[request.remaining()];
            request.get(bytes);
            out.writeInt(bytes.length);
            out.write(bytes);
            out.flush();
            final DataInputStream in = new DataInputStream(socket.getInputStream());
            final byte[] answer = new byte[in.readInt()];
            in.readFully(answer);
            final ProduceResponse response = (ProduceResponse) AbstractResponse.parseResponse(ByteBuffer.wrap(answer),
                    header);
            final Set<Errors> errors = response.errorCounts().keySet();
            assertThat(errors).isSubsetOf(Errors.NONE, Errors.TRANSACTION_ABORTABLE);
            return errors.contains(Errors.NONE);
        }
    }
}
