/**
 * Classes with which generated receivers read events. They are for generated classes only: applications neither refer
 * to them nor extend them, and they may change with any version; then the annotated interface must be recompiled. All
 * of them are used by the thread of their receiver only, and do not trust payloads.
 */
@NullMarked
package io.ringside.typed.generated;

import org.jspecify.annotations.NullMarked;
