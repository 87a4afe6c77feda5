/**
 * What readers share with the modules beside them: a source with the settings that only ETW's door and relogging use.
 */
@NullMarked
package io.ringside.internal.reader;

import org.jspecify.annotations.NullMarked;
