/** Spills encoded pages to disk until their row group is written. */
package io.placed.write.spill;
