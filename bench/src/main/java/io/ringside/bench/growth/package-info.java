/**
 * The figures that grow with sessions, providers, events and lanes: each figure of a large case beside that of a small
 * one, in the same JVM. One thread measures.
 */
@NullMarked
package io.ringside.bench.growth;

import org.jspecify.annotations.NullMarked;
