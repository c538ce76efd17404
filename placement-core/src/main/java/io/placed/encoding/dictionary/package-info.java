/** Codes of distinct values, in a dictionary of the page or of the chunk. */
package io.placed.encoding.dictionary;
