/**
 * The read pipeline: skip row groups and pages by statistics, plan byte ranges, fetch, filter,
 * decode the remaining rows, return batches.
 */
package io.placed.scan;
