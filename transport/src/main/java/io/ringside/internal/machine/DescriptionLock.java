package io.ringside.internal.machine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.jspecify.annotations.Nullable;

/**
 * Exclusive locks of Linux that belong to an open file description, available if foreign functions can be called. They
 * exclude each other and the POSIX locks of other processes. Unlike a POSIX lock, such a lock is not dropped when
 * another descriptor of the file is closed in this process. Thread-safe.
 * <p>
 * The description is that of a channel, so that its path was opened by the JDK's own rules, and a copy of this library
 * that may not call foreign functions uses the same channel.
 */
public final class DescriptionLock {
    /** Value in place of a descriptor if there is none. */
    public static final int NO_DESCRIPTOR = -1;

    private static final int SET_DESCRIPTOR_FLAGS = 2;
    private static final long CLOSE_ON_EXEC = 1;
    private static final int GET_LOCK = 36;
    private static final int SET_LOCK = 37;

    /** Offsets in {@code struct flock} on 64-bit Linux; the other fields are 0. */
    private static final int TYPE_OFFSET = 0;
    private static final int FLOCK_LENGTH = 32;
    private static final short WRITE_LOCK = 1;
    private static final short UNLOCK = 2;

    private static final int ATTEMPTS = 3;

    private static final @Nullable MethodHandle FCNTL = link();
    private static final long DESCRIPTOR_OFFSET = offset("sun.nio.ch.FileChannelImpl", "fd");
    private static final long NUMBER_OFFSET = offset("java.io.FileDescriptor", "fd");

    /** Result of an attempt to lock a file. */
    public enum Answer {
        /** The lock is now held. */
        TAKEN,
        /** Another holder has a lock on the file. */
        HELD,
        /** The system or the file system does not support such locks. */
        REFUSED
    }

    private DescriptionLock() {}

    /** Returns whether this JVM can request such locks from the system. */
    public static boolean isAvailable() {
        return FCNTL != null;
    }

    /**
     * Determine the descriptor of a channel.
     *
     * @param channel open channel
     * @return the descriptor; {@link #NO_DESCRIPTOR} if this JVM does not reveal it
     */
    public static int descriptorOf(final FileChannel channel) {
        if (DESCRIPTOR_OFFSET < 0 || NUMBER_OFFSET < 0
                || !channel.getClass().getName().equals("sun.nio.ch.FileChannelImpl")) {
            return NO_DESCRIPTOR;
        }
        return UnsafeApi.getInt(UnsafeApi.getReference(channel, DESCRIPTOR_OFFSET), NUMBER_OFFSET);
    }

    /**
     * Try to lock a whole file for writing. Programs that this process starts do not inherit the descriptor, which
     * would keep the lock after the end of this process.
     *
     * @param descriptor of the file, open for writing
     * @return result of the attempt
     */
    public static Answer tryLock(final int descriptor) {
        final MethodHandle fcntl = FCNTL;
        if (fcntl == null || call(fcntl, descriptor, SET_DESCRIPTOR_FLAGS, CLOSE_ON_EXEC) < 0) {
            return Answer.REFUSED;
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (lock(fcntl, descriptor, SET_LOCK, WRITE_LOCK) >= 0) {
                return Answer.TAKEN;
            }
            // The error number is lost by now, so the system is asked whether the lock is held elsewhere.
            final int type = lock(fcntl, descriptor, GET_LOCK, WRITE_LOCK);
            if (type != UNLOCK) {
                return type < 0 ? Answer.REFUSED : Answer.HELD;
            }
        }
        return Answer.HELD;
    }

    /**
     * Release the lock.
     *
     * @param descriptor descriptor with which the lock was taken
     */
    public static void unlock(final int descriptor) {
        final MethodHandle fcntl = FCNTL;
        if (fcntl != null) {
            lock(fcntl, descriptor, SET_LOCK, UNLOCK);
        }
    }

    /** Returns the type of lock that the system has stored, or -1 if the call has failed. */
    private static int lock(final MethodHandle fcntl, final int descriptor, final int command, final short type) {
        final ByteBuffer flock = ByteBuffer.allocateDirect(FLOCK_LENGTH).order(ByteOrder.nativeOrder());
        flock.putShort(TYPE_OFFSET, type);
        final int result = call(fcntl, descriptor, command, BufferUtil.address(flock));
        // Also keeps the buffer reachable until the call has returned.
        return result < 0 ? -1 : flock.getShort(TYPE_OFFSET);
    }

    private static int call(final MethodHandle fcntl, final int descriptor, final int command, final long argument) {
        try {
            return (int) fcntl.invokeExact(descriptor, command, argument);
        } catch (final Throwable e) {
            // A POSIX lock is taken instead.
            return -1;
        }
    }

    private static @Nullable MethodHandle link() {
        final String processor = System.getProperty("os.arch", "");
        if (!"Linux".equals(System.getProperty("os.name"))
                || !(processor.equals("amd64") || processor.equals("aarch64")) || ForeignFunctions.refusal() != null) {
            return null;
        }
        try {
            return ForeignFunctions.linkVariadic("fcntl",
                    MethodType.methodType(int.class, int.class, int.class, long.class), 2);
        } catch (final ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    private static long offset(final String type, final String field) {
        try {
            return UnsafeApi.objectFieldOffset(Class.forName(type, false, null), field);
        } catch (final ReflectiveOperationException | RuntimeException | LinkageError | InternalError e) {
            // The JDK throws an InternalError if there is no such field.
            return NO_DESCRIPTOR;
        }
    }
}
