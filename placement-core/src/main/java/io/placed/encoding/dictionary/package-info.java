/** Dictionary encoding, with a dictionary of the page or of the chunk. */
package io.placed.encoding.dictionary;
