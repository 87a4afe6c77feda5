/**
 * What a harness of ours has measured, as lines of JSON: one observation each, from which the tables are made. For one
 * thread.
 */
@NullMarked
package io.ringside.bench.result;

import org.jspecify.annotations.NullMarked;
