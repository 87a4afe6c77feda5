/**
 * {@code ringside counters}: counter sets and their values, for people and programs. Each command runs on one thread.
 */
@NullMarked
package io.ringside.cli.counters;

import org.jspecify.annotations.NullMarked;
