/**
 * Types that readers share with the modules next to them: a source with settings that only ETW's view and relogging
 * use.
 */
@NullMarked
package io.ringside.internal.reader;

import org.jspecify.annotations.NullMarked;
