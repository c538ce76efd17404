/**
 * Sessions and tasks: settings, parallelism, memory, and calls of internal methods that differ
 * between releases.
 */
package io.placed.spark.internal.catalyst.session;
