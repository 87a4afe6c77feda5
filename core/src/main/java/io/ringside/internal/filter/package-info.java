/** Limits and codes of filters that the filter files and the controller share. Internal. */
@NullMarked
package io.ringside.internal.filter;

import org.jspecify.annotations.NullMarked;
