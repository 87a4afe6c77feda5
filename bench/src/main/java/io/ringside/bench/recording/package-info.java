/**
 * Cost of recording events and of reading them back, compared with a Chronicle queue that stores each event separately.
 * Everything runs on the measuring thread, except the library's background work.
 */
@NullMarked
package io.ringside.bench.recording;

import org.jspecify.annotations.NullMarked;
