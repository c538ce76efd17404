/** Rows of a row group to encoded and compressed pages. */
package io.placed.write.encode;
