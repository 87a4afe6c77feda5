/**
 * Which events a reader wants: conditions on what the header says and on fields, written as payload filters are.
 * Everything is for the thread that runs the consumer.
 */
@NullMarked
package io.ringside.internal.where;

import org.jspecify.annotations.NullMarked;
