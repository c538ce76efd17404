package io.placed.write.derive;

import io.placed.encoding.derived.Derivation;

/**
 * A candidate derivation.
 *
 * @param child index in the schema
 * @param parents likewise
 * @param savedBits approximate saving per row
 * @param parentBits bits per row of the parents by themselves; among equal candidates the parents
 *     that are likely to be stored anyway are better
 */
record Candidate(
    int child, int[] parents, Derivation derivation, double savedBits, double parentBits) {}
