/** Settings of a writer, and how much memory it may use. */
package io.placed.write.options;
