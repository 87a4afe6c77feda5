/**
 * Limits and codes of filters that their files and the controller share. Internal.
 */
@NullMarked
package io.ringside.internal.filter;

import org.jspecify.annotations.NullMarked;
