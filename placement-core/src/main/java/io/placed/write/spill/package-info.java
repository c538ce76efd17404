/** Encoded pages that wait on disk for their row group. */
package io.placed.write.spill;
