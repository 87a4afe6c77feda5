/**
 * What classes that are generated for typed events write with: the registration of a provider, and one write at a time
 * of each thread. Applications use the generated classes.
 */
@NullMarked
package io.ringside.transport.typed;

import org.jspecify.annotations.NullMarked;
