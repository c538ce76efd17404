/** Options of a writer, and its memory budget. */
package io.placed.write.options;
