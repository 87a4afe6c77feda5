/**
 * Proofs that no event is lost silently, doubled or reordered, whoever is killed.
 * <p>
 * Writers put numbered events into sessions and keep, outside the product, what each call returned:
 * {@link io.ringside.proof.TruthFile}. Drains keep what they were handed:
 * {@link io.ringside.proof.Journal}. {@link io.ringside.proof.Books} compares both and the ledgers,
 * number by number. All three are processes of their own, so that any of them can be killed; truth and journal are
 * plain mapped files and survive that.
 */
@NullMarked
package io.ringside.proof;

import org.jspecify.annotations.NullMarked;
