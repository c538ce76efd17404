/**
 * The laboratory of the adviser: placements that are really written, and what its model predicted
 * for them.
 */
package io.placed.experiments.advise;
