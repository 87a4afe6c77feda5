/**
 * Settings as data: name, default, allowed values, meaning, and how an operator sets them. No class of this package
 * loads Agrona.
 */
@NullMarked
package io.ringside.internal.setting;

import org.jspecify.annotations.NullMarked;
