/**
 * The classes with which generated receivers read events. They are for generated classes only: applications neither
 * name nor extend anything here, and it may change with any version; recompiling the annotated interface is then
 * enough. Everything belongs to the thread of its receiver and treats payloads as hostile.
 */
@NullMarked
package io.ringside.typed.generated;

import org.jspecify.annotations.NullMarked;
