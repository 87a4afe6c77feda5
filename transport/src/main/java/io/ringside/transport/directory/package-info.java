/**
 * The trace directory: where it is, whether it can be trusted, what the files in it are called, and how files are made
 * and opened there.
 * <p>
 * A file appears complete (zeros written over its length, contents, then a rename) and is opened without following
 * links, after a look at what it is. Nothing is ever truncated: files are unlinked. Everything here may be called by
 * any thread; operations on channels run shielded from interrupts, which would close them ({@link
 * io.ringside.transport.directory.Uninterrupted}).
 */
@NullMarked
package io.ringside.transport.directory;

import org.jspecify.annotations.NullMarked;
