/** How benches give peers their turns within one process, and time each by itself. For the measuring thread. */
@NullMarked
package io.ringside.bench.turns;

import org.jspecify.annotations.NullMarked;
