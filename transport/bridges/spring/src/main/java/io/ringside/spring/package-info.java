/** Ringside in applications of Spring Boot: a runtime that is connected when the application starts. */
@NullMarked
package io.ringside.spring;

import org.jspecify.annotations.NullMarked;
