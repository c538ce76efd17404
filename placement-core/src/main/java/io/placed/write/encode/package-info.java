/** Encodes and compresses the rows of a row group into pages. */
package io.placed.write.encode;
