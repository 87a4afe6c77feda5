/**
 * The files of a trace directory and the locks on them.
 * <p>
 * A {@link io.ringside.internal.files.TraceDirectory} names all files; {@link io.ringside.internal.files.FileMaker}
 * creates them so that they appear complete; {@link io.ringside.internal.files.ExistingFile} opens those of other
 * processes, which are not trusted until checked. A {@link io.ringside.internal.files.LockFile} is held by at most one
 * owner in all processes, and a process counts as dead when the kernel has released the lock on its {@link
 * io.ringside.internal.files.AliveFile}. {@link io.ringside.internal.files.KillPoint} names the steps of the protocols
 * at which tests kill a process; it costs nothing elsewhere.
 */
@NullMarked
package io.ringside.internal.files;

import org.jspecify.annotations.NullMarked;
