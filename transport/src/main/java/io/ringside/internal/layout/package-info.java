/**
 * The layouts of all mapped files: one descriptor for each page of {@code transport/docs/layout-*.md}, with the offset,
 * the size, the writer and the readers of each word. Stateless. A test compares each page with its descriptor.
 */
@NullMarked
package io.ringside.internal.layout;

import org.jspecify.annotations.NullMarked;
