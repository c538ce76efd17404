/**
 * What is known about the values of a column without reading them: counts, bounds, an estimate of
 * the distinct values. Collected while pages are written, used to skip and to plan.
 */
package io.placed.statistics;
