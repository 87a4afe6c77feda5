package io.ringside.internal.recording;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.ExpandableDirectByteBuffer;

import static io.ringside.internal.recording.ExcerptDescriptor.LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.TRAILER_CHECKSUM_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.TRAILER_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.align;

/**
 * Computes the checksum at the end of an excerpt: CRC32C, for which x86-64 and ARM have an instruction. A reader checks
 * its private copy, never mapped memory, which may change between the check and its use. Not thread-safe.
 */
final class ExcerptSeal {
    private final CRC32C checksum = new CRC32C();

    /** Completes an excerpt whose header is written except for its length; returns the total length. */
    int seal(final ExpandableDirectByteBuffer excerpt, final int contentLength) {
        final int trailer = align(contentLength);
        excerpt.setMemory(contentLength, trailer - contentLength + TRAILER_LENGTH, (byte) 0);
        excerpt.putInt(LENGTH_OFFSET, trailer + TRAILER_LENGTH);
        excerpt.putLong(trailer + TRAILER_CHECKSUM_OFFSET, checksumOf(excerpt, trailer));
        return trailer + TRAILER_LENGTH;
    }

    /** Returns whether an excerpt has the checksum that its writer stored. */
    boolean isIntact(final ExpandableDirectByteBuffer excerpt, final int length) {
        final int trailer = length - TRAILER_LENGTH;
        return trailer >= ExcerptDescriptor.HEADER_LENGTH && align(trailer) == trailer
                && excerpt.getLong(trailer + TRAILER_CHECKSUM_OFFSET) == checksumOf(excerpt, trailer);
    }

    private long checksumOf(final ExpandableDirectByteBuffer excerpt, final int length) {
        final ByteBuffer bytes = excerpt.byteBuffer();
        bytes.clear().limit(length);
        checksum.reset();
        checksum.update(bytes);
        bytes.clear();
        return checksum.getValue();
    }
}
