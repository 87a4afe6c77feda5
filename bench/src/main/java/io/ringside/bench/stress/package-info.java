/** Concurrency stress tests of the write path under jcstress: several threads per test, in JVMs that jcstress forks. */
@NullMarked
package io.ringside.bench.stress;

import org.jspecify.annotations.NullMarked;
