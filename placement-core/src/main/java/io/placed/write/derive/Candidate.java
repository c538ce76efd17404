package io.placed.write.derive;

import io.placed.encoding.derived.Derivation;

/**
 * A derivation that may be taken.
 *
 * @param child index among the sampled columns
 * @param parents likewise
 * @param savedBits per row, about
 * @param parentBits that the parents take by themselves, per row: what is likely to be stored
 *     anyway is the better base
 */
record Candidate(
    int child, int[] parents, Derivation derivation, double savedBits, double parentBits) {}
