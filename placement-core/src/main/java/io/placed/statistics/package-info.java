/**
 * Column statistics: counts, bounds, an estimate of the distinct values. Collected while pages are
 * written, used for data skipping and planning.
 */
package io.placed.statistics;
