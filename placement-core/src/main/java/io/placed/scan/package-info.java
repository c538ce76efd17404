/**
 * The reading pipeline: prune row groups and pages by statistics, plan byte ranges, fetch, decode
 * what survives, filter, hand out batches.
 */
package io.placed.scan;
