/**
 * The agent's runtime in a JVM: it connects to the trace directory, registers a provider and publishes the JVM's
 * counters. In the agent's jar these classes are in the folder {@code runtime}, and have their own class loader.
 */
@NullMarked
package io.ringside.internal.jvm;

import org.jspecify.annotations.NullMarked;
